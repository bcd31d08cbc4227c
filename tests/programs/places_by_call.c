/* A function that a loop calls in several places, with pointers of which the host could
 * evaluate one before the loop, and another one only the device.
 * flags: -O1
 */
#include <stdio.h>

#define N 3000

struct point {
    int tag;
    double x, v[2];
};

struct list {
    const double *a;
    double last[3];
};

static const struct point points[4] = {
    {1, 0.5, {1, 2}}, {-2, 1.25, {3, -4}}, {3, -2.5, {0.125, 6}}, {-4, 7, {-8, 0.25}}};
static double a[N], b[N];

static double at(const struct point *p, int k)
{
    const double *v = p->v;
    return p->x * k + v[1] - p[0].tag;
}

static double third(const struct list *l)
{
    return l->last[2] + l->last[0];
}

static double members(const int *which)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        if (which[i] & 1)
            s += at(&points[2], i);
        s += at(&points[0], i);
        if (which[i] & 2)
            s -= at(points + 3, i);
    }
    return s;
}

static double tables(const struct list *l, const int *which)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        s += third(l);
        if (which[i] & 1)
            s += 2 * third(&l[1]);
        else
            s -= third(&l[which[i]]);
    }
    return s;
}

int main(void)
{
    static int which[N];
    struct list l[4] = {{a, {1, 2, 3}}, {b, {4, 5, 6}}, {a + 1, {7, 8, 9}}, {b, {10, 11, 12}}};
    for (int i = 0; i < N; i++) {
        a[i] = i % 7;
        b[i] = i % 5;
        which[i] = (i * 7 + i / 3) % 4;
    }
    printf("%.17g\n", members(which));
    printf("%.17g\n", tables(l, which));
    return 0;
}
/* SPDX-License-Identifier: MIT */
