/* Two items of the list that may be one object.
 * flags: -O1 -std=gnu99
 */
#include <stdio.h>
#include <stdlib.h>
struct S {
    double s, t;
    int k;
};
static double a[2000];
static void two(double *p, double *q)
{
#pragma tcr reduce(+ : *p, *q)
    for (int i = 0; i < 2000; i++) {
        *p += a[i];
        *q += 1;
    }
}
static void three(struct S *p, struct S *q, int n)
{
#pragma tcr reduce(+ : p->s, q->s)
    for (int i = 0; i < n; i++) {
        p->s += a[i];
        q->s += 1;
    }
}
static void four(double *p, int i0, int i1)
{
#pragma tcr reduce(+ : p[i0]) reduce(+ : p[i1])
    for (int i = 0; i < 2000; i++) {
        p[i0] += a[i];
        p[i1] += 1;
    }
}
static void five(struct S *p, struct S *q)
{
#pragma tcr reduce(max : p->s) reduce(+ : q->t)
    for (int i = 0; i < 2000; i++) {
        if (a[i] > p->s)
            p->s = a[i];
        q->t += 1;
    }
}
static void six(struct S *p, double *q)
{
#pragma tcr reduce(max : p->s) reduce(+ : *q)
    for (int i = 0; i < 2000; i++) {
        if (a[i] > p->s)
            p->s = a[i];
        *q += 1;
    }
}
int main(void)
{
    for (int i = 0; i < 2000; i++)
        a[i] = i % 9;
    double x = 0, y = 0, z[2] = {0, 0};
    struct S s = {0, 0, 0}, t = {0, 0, 0};
    two(&x, &y);
    printf("%g %g\n", x, y);
    two(&x, &x);
    printf("%g\n", x);
    three(&s, &t, 2000);
    three(&s, &s, 2000);
    three(NULL, NULL, 0);
    printf("%g %g\n", s.s, t.s);
    four(z, 0, 1);
    printf("%g %g\n", z[0], z[1]);
    four(z, 1, 1);
    printf("%g %g\n", z[0], z[1]);
    five(&s, &s);
    printf("%g %g\n", s.s, s.t);
    six(&t, &t.t);
    printf("%g %g\n", t.s, t.t);
    six(&t, &t.s);
    printf("%g %g\n", t.s, t.t);
    return 0;
}
/* SPDX-License-Identifier: MIT */
