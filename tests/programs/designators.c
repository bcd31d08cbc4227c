/* Designated initialisers, compound literals, _Generic, operands that are not evaluated.
 * flags: -O1 -std=gnu17
 * refused: unsupported unsupported
 */
#include <stdio.h>
#include <math.h>
enum { N = 3000, X, Y, Z };
static double x[N];
static float xf[N];
struct v {
    double x, y, z;
};
struct in {
    int k;
    struct v p[2];
    float f;
};
static struct v add(struct v a, struct v b)
{
    return (struct v){.z = a.z + b.z, .x = a.x + b.x, .y = a.y + b.y};
}
static double nrm(struct v a)
{
    return a.x * a.x + a.y * a.y + a.z * a.z;
}
static float nf(float a)
{
    return a * 2;
}
static double nd(double a)
{
    return a * 3;
}
static int ni(int a)
{
    return a * 5;
}
#define N2(a) _Generic((a), float : nf, double : nd, int : ni, default : nd)(a)
#define VAL(a) _Generic((a), float : 1, double : 2, int : 3)
#define SEL(a, b) _Generic((a), float : (a), double : (b))
#define likely(c) __builtin_expect(!!(c), 1)
static int cnt;
static int tick(void)
{
    return ++cnt;
}
int main(void)
{
    for (int i = 0; i < N; i++)
        x[i] = (i % 101) * 0.25 - 7, xf[i] = (float)x[i];
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        int e = i % 7;
        struct v d = {.x = e, .y = xf[i], .z = i};
        struct in t = {.p = {[1] = {.y = e, .x = i}}, .k = 3, .f = x[i]};
        s += nrm(d) + nrm(t.p[0]) + nrm(t.p[1]) + t.k * t.f;
    }
    printf("%.17g\n", s);
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        struct in t = {.p[1].y = x[i], .p[0] = {1, 2, 3}, .k = i % 3};
        s += nrm(t.p[0]) + nrm(t.p[1]) + t.k * t.f;
    }
    printf("%.17g\n", s);
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        double w[] = {[3] = i, x[i], [0] = xf[i]};
        short h[5] = {[1 ... 3] = i % 9, 7};
        s += w[0] + w[1] + w[4] * w[3] + h[0] + h[2] * h[4] + sizeof w;
    }
    printf("%.17g\n", s);
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        s += nrm(add((struct v){.y = x[i]}, (struct v){x[i], 1})) + ((struct v){.x = i, 2}).y;
    }
    printf("%.17g\n", s);
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        s += N2(x[i]) + N2(xf[i]) + N2(i) + VAL(x[i]) + VAL(xf[i]) * VAL(i) + SEL(x[i], x[i] * 2) +
             SEL(xf[i], 4.0);
    }
    printf("%.17g\n", s);
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        int k = sizeof(tick());
        (void)sizeof(i++);
        __typeof__(tick()) u = k;
        _Static_assert(N > 2, "");
        if (likely(x[i] > 0))
            s += u + '\n' + L'a' + X * Y + k;
    }
    printf("%.17g %d\n", s, cnt);
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        struct v d = {.x = 1, .x = x[i]};
        s += d.x;
    }
    printf("%.17g\n", s);
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        struct v d[2] = {
            [0].x = x[i],
            [1] = {.z = 1},
        };
        struct v q[2] = {[1] = 1, 2, 3};
        s += d[0].x + d[1].z + q[1].y + q[1].z;
    }
    printf("%.17g\n", s);
    int j = 4;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        s += sizeof(j++) + sizeof(j = 3) + x[i] * j + _Generic(j++, int : 1.0, default : 2.5);
    }
    printf("%.17g %d\n", s, j);
}
/* SPDX-License-Identifier: MIT */
