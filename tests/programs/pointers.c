/* Accumulators behind pointers, in arrays, in nested structures.
 * flags: -O2 -std=gnu89
 */
#include <stdio.h>
#include <stdlib.h>

typedef struct { double sum[4]; struct { long n; float worst; } err; } result;
struct solver { result *res; double *x, *b; int n; struct solver *coarse; };

void add_up(double *x, int n, double *sum, int *count)
{
    int i;
#pragma tcr reduce(+:*sum,*count)
    for (i = 0; i < n; i++) {
        *sum += x[i];
        (*count)++;
    }
}

void into_array(double *x, int n, double part[], int which)
{
    int i;
#pragma tcr reduce(+:part[which])
    for (i = 0; i < n; i++)
        part[which] += x[i] * x[i];
}

void deep(struct solver *s, result res[2])
{
    int i;
#pragma tcr reduce(+:s->res->sum[1],s->res->err.n) reduce(max:res[1].err.worst)
    for (i = 0; i < s->n; i++) {
        double r = s->b[i] - 2 * s->x[i];
        s->res->sum[1] += r * r;
        s->res->err.n++;
        if (r > res[1].err.worst)
            res[1].err.worst = (float)r;
    }
}

double two_levels(struct solver *s)
{
    double e = 0;
    int i;
#pragma tcr reduce(+:e)
    for (i = 0; i < s->coarse->n; ++i)
        e += s->coarse->x[i] * s->x[2*i];
    return e;
}

int main()
{
    double x[100], b[100], sum = 100, part[3];
    int i, count = 5;
    result res[2], *r = (result *)calloc(1, sizeof(result));
    struct solver s, c;
    for (i = 0; i < 100; i++) {
        x[i] = i % 10;
        b[i] = i % 16;
    }
    part[0] = part[1] = part[2] = 1;
    res[0].err.worst = res[1].err.worst = -1;
    s.res = r; s.x = x; s.b = b; s.n = 100; s.coarse = &c;
    c = s; c.n = 50; c.x = b;
    add_up(x, 100, &sum, &count);
    add_up(x, 0, &sum, &count);
    into_array(b, 100, part, 1);
    into_array(b, 50, part, 2);
    deep(&s, res);
    printf("%g %d %g %g %g\n", sum, count, part[0], part[1], part[2]);
    printf("%g %ld %g %g\n", r->sum[1], r->err.n, res[0].err.worst, res[1].err.worst);
    printf("%g\n", two_levels(&s));
    return 0;
}
/* SPDX-License-Identifier: MIT */
