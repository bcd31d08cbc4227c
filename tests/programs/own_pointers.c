/* Functions that write through their parameters, in loops that the device cannot take.
 * flags: -O1 -std=gnu17
 * device: 0
 * refused: pointer-to-integer pointer-to-integer pointer-to-integer pointer-to-integer pointer-to-integer pointer-to-integer pointer-to-integer pointer-to-integer pointer-to-integer
 */
#include <stdio.h>
enum { N = 30000 };
static double x[N], y[N];
static double out[4];
static void set(double *p, double v)
{
    p[0] = v;
    p[1] = v + 1;
}
static void deep(double *p, double v)
{
    set(p + 1, v);
    *p = v;
}
static void store(double *p, double v)
{
    p[0] = v;
}
struct q {
    double *p;
    double v;
};
static void via(struct q *q, double v)
{
    q->v = v;
    q->p[0] = v;
}
static void walk(double *p, double v)
{
    double *o = out;
    p = o;
    p[0] = v;
}
static void walk2(double *p, double v)
{
    p = out;
    p[0] = v;
}
static void two(double *p, double *q, double v)
{
    *p = v;
    *q = v;
}
static void loc(double *p)
{
    double t[2];
    store(t, 3);
    p[0] = t[0];
}
int main(void)
{
    for (int i = 0; i < N; i++)
        x[i] = i % 17, y[i] = i % 5;
    double s = 0;
#define L                                                                                          \
    _Pragma("tcr reduce(+:s)") for (int i = 0; i < N; i++)                                         \
    {                                                                                              \
        s += x[i] + (double)((unsigned long)&y[i] % 8);
    L double r[3];
    deep(r, x[i]);
    s += r[0] + r[1] * r[2];
}
printf("%.17g\n", s);
L double r[3];
store(r, x[i]);
store(&out[1], i);
s += r[0];
}
printf("%.17g %g\n", s, out[1]);
L struct q q = {out};
via(&q, i);
s += q.v;
}
printf("%.17g %g\n", s, out[0]);
L double r[2] = {1, 2};
walk(r, i);
s += r[0];
}
printf("%.17g %g\n", s, out[0]);
L double r[2] = {1, 2};
walk2(r, i);
s += r[0];
}
printf("%.17g %g\n", s, out[0]);
L double r[2] = {1, 2};
two(r, out, i);
s += r[0];
}
printf("%.17g %g\n", s, out[0]);
L double r[2] = {1, 2};
loc(r);
two(r, &r[1], i);
s += r[0];
}
printf("%.17g %g\n", s, out[0]);
double *w = out + 2;
L double r[2] = {1, 2};
two(r, w, i);
s += r[0];
}
printf("%.17g %g\n", s, out[2]);
double z;
L two(&z, &z, i);
s += z;
}
printf("%.17g\n", s);
}
/* SPDX-License-Identifier: MIT */
