/* Tables that a setup fills, as interpolations have them. */
#include "table.h"

#include <stdlib.h>

typedef struct {
    int n;
    double lowest, width;
    double *y;
    const char *name;
} curve_t;

static double table[128], scale = 1.5;
static int bins;
static curve_t curve = {.name = "curve"};
static float big[4][600];

static double weights[3] = {0.25, 0.5, 0.25};

void table_setup(int n)
{
    bins = n;
    scale += 0.25;
    for (int i = 0; i <= n; i++)
        table[i] = i * i / (double)n;
    for (int i = 0; i < 2400; i++)
        big[i / 600][i % 600] = (float)(i % 13);
    free(curve.y);
    curve.n = n;
    curve.lowest = 0;
    curve.width = 1.0 / n;
    curve.y = malloc((size_t)(n + 1) * sizeof *curve.y);
    for (int i = 0; i <= n; i++)
        curve.y[i] = 3 * i + 1;
}

static double at(const curve_t *c, double x)
{
    int k = (int)((x - c->lowest) / c->width);
    double f = (x - c->lowest) / c->width - k;
    k = k < 0 ? 0 : k > c->n - 1 ? c->n - 1 : k;
    return c->y[k] * (1 - f) + c->y[k + 1] * f;
}

double table_value(double x)
{
    int k = (int)(x * bins);
    return table[k] * weights[k % 3] + big[k % 4][k];
}

double table_scaled(double x)
{
    return scale * x;
}

double curve_value(double x)
{
    return at(&curve, x);
}
/* SPDX-License-Identifier: MIT */
