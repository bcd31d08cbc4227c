/* Structures and arrays declared before the loop that every iteration sets anew,
 * and some that only look like it.
 * flags: -O1 -std=gnu17
 * refused: writes-memory carried carried carried writes-memory writes-memory
 */
#include <stdio.h>

enum { N = 3000 };
static double x[N], p[N][3];
static int kind[N];
struct vec {
    double x, y, z;
};
union both {
    double d;
    long long bits;
    int word[2];
};

static double norm(const struct vec *v)
{
    return v->x * v->x + v->y * v->y + v->z * v->z;
}
static double norm3(const double v[3])
{
    return v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
}

static double fresh(void)
{
    double s = 0, r[3], m[2][2];
    struct vec d, e[2], f;
    union both u;
    int k;
    for (int step = 0; step < 2; step++) {
#pragma tcr reduce(+ : s)
        for (int i = 0; i < N; i++) {
            d.x = p[i][0] - 1;
            d.y = p[i][1] - 2;
            if (kind[i]) {
                d.z = p[i][2];
            } else {
                d.z = 0;
                d.z += d.x;
            }
            s += norm(&d) + d.x * d.y;
        }
#pragma tcr reduce(+ : s)
        for (int i = 0; i < N; i++) {
            for (k = 0; k < 3; k++)
                r[k] = p[i][k] - k;
            for (int j = 1; j >= 0; j--)
                for (int l = 0; l <= 1; l++)
                    m[j][l] = x[i] + j * l;
            s += norm3(r) + m[1][0] + m[0][1];
        }
#pragma tcr reduce(+ : s)
        for (int i = 0; i < N; i++) {
            switch (kind[i]) {
            case 0:
                f.x = 1;
                break;
            case 1:
                f.x = 2; /* fall through */
            default:
                f.x = x[i];
            }
            u.bits = kind[i];
            e[0].x = e[0].y = e[0].z = f.x;
            e[1] = e[0];
            s += norm(&e[1]) + u.word[0];
        }
    }
    return s;
}

static double kept(void)
{
    double s = 0, r[3] = {1, 2, 3}, q[3] = {4, 5, 6}, *at = q;
    struct vec d = {1, 2, 3}, e = {4, 5, 6};
    union both u = {.d = 3};
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        d.x = x[i];
        if (kind[i])
            d.y = x[i];
        s += d.x * d.y;
    }
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < 3; k++) {
            if (k == 1)
                continue;
            r[k] = x[i];
        }
        s += r[0] + r[1] + r[2];
    }
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        q[0] = x[i];
        s += q[0] + at[0];
    }
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        u.word[0] = kind[i];
        s += (double)(u.bits & 255);
    }
    for (int step = 0; step < 2; step++) {
        s += e.x;
#pragma tcr reduce(+ : s)
        for (int i = 0; i < N; i++) {
            e.x = x[i];
            s += e.x;
        }
    }
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        d.z = x[i];
        s += d.z;
    }
    return s + d.z;
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        x[i] = (i % 101) * 0.25 - 7;
        kind[i] = i % 3;
        for (int k = 0; k < 3; k++)
            p[i][k] = (i * 7 + k) % 13;
    }
    printf("%.17g\n", fresh());
    printf("%.17g\n", kept());
}
/* SPDX-License-Identifier: MIT */
