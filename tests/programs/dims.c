/* Grids whose sizes are elements of a small array, indexed by functions.
 * flags: -O1 -std=gnu99
 */
#include <stdio.h>
#include <stdlib.h>

typedef unsigned long long index_type;

struct grid {
    int dim[3];
    float *values;
};

static inline index_type at(int x, int y, int z, const int dim[3])
{
    return (index_type)z + dim[2] * ((index_type)y + dim[1] * (index_type)x);
}

static inline index_type padded(int x, int y, int z, const int dim[3])
{
    return (index_type)z + 2 * (dim[2] / 2 + 1) * ((index_type)y + dim[1] * (index_type)x);
}

static void fill(float **result, const float *box, int n, int side, double *means)
{
    int dim[3] = {side, side + 1, side + 2}, i, j, k;
    for (int level = 0; level < n; level++) {
        double sum = 0, least = 1e30;
        float value;
        index_type to, from;
#pragma tcr reduce(+ : sum) reduce(min : least)
        for (i = 0; i < dim[0]; i++)
            for (j = 0; j < dim[1]; j++)
                for (k = 0; k < dim[2]; k++) {
                    to = at(i, j, k, dim);
                    from = padded(i, j, k, dim);
                    value = *(box + from);
                    if (value < 2)
                        value = 2;
                    sum += value;
                    if (value < least)
                        least = value;
                    result[level][to] = value * (float)(level + 1);
                }
        means[level] = sum + least;
    }
}

static double weigh(const struct grid *g)
{
    double sum = 0;
#pragma tcr reduce(+ : sum)
    for (int i = 0; i < g->dim[0]; i++)
        for (int j = 0; j < g->dim[1]; j++)
            for (int k = 0; k < g->dim[2]; k++)
                if (k & 1)
                    sum += g->values[(i * g->dim[1] + j) * g->dim[2] + k] * (i + 2 * j);
    return sum;
}

int main(void)
{
    enum { SIDE = 9, N = SIDE * (SIDE + 1) * (SIDE + 2), PADDED = SIDE * (SIDE + 1) * (SIDE + 4) };
    float *result[2], *box = malloc(PADDED * sizeof *box);
    struct grid g = {{SIDE, SIDE + 1, SIDE + 2}, NULL};
    double means[2], sum = 0;
    for (int i = 0; i < PADDED; i++)
        box[i] = (float)(i % 11);
    for (int i = 0; i < 2; i++)
        result[i] = calloc(N, sizeof **result);
    fill(result, box, 2, SIDE, means);
    for (int i = 0; i < N; i++)
        sum += result[1][i] * (double)i + result[0][i];
    g.values = result[1];
    printf("%g %g %g %g\n", sum, means[0], means[1], weigh(&g));
    return 0;
}
/* SPDX-License-Identifier: MIT */
