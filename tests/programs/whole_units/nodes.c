/* flags: -O1 -funsigned-char */
#include <math.h>
#include "mesh.h"

static double square(double x)
{
    return x * x;
}

double node_norm(const struct mesh *m, int i)
{
    const struct node *p = &m->nodes[i];
    return sqrt(square(p->x) + square(p->y));
}

double pair_abs(pair p)
{
    return fabs(p.re) + fabs(p.im);
}

double window(const struct mesh *m, int i)
{
    double s = 0;
    for (int k = -1; k <= 1; k++)
        s += m->v[i + k] * (double)(k + 2);
    return s;
}

const double *element(const struct mesh *m, int i)
{
    return &m->v[m->n - 1 - i];
}

void split(double x, double *whole, double *rest)
{
    *whole = floor(x);
    *rest = x - *whole;
}

void smooth(int n, const double *from, double *to, int i)
{
    to[i] = i > 0 && i < n - 1 ? 0.5 * from[i] + 0.25 * (from[i - 1] + from[i + 1]) : from[i];
}

double old_style(x, i)
    double x;
    int i;
{
    return x * i;
}
/* SPDX-License-Identifier: MIT */
