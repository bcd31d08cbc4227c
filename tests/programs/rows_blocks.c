/* SPDX-License-Identifier: MIT */
/*
 * Rows behind pointers that lie in blocks, in equal steps: of two arrays side by side, row by row
 * in turns, and so that a row that is written is another array's that is read, which leaves the
 * order to the host.
 *
 * flags: -O2
 * device: 2
 */
#include <stdio.h>
#include <stdlib.h>

enum { M = 40, N = 30 };

static void smooth(double **u, double **v)
{
#pragma tcr loop collapse(2)
    for (int j = 1; j < M - 1; j++)
        for (int k = 1; k < N - 1; k++)
            v[j][k] = 0.25 * (u[j - 1][k] + u[j + 1][k] + u[j][k - 1] + u[j][k + 1]) + v[j][k];
}

/* The same; its rows never meet, though their blocks do. */
static void smooth_in_turns(double **u, double **v)
{
#pragma tcr loop collapse(2)
    for (int j = 1; j < M - 1; j++)
        for (int k = 1; k < N - 1; k++)
            v[j][k] = 0.25 * (u[j - 1][k] + u[j + 1][k] + u[j][k - 1] + u[j][k + 1]) + v[j][k];
}

/* Rows of v are `step` elements apart, from `from` on, those of u from 0 on. */
static void test(void (*sweep)(double **, double **), const char *name, size_t u_step, size_t from,
                 size_t step)
{
    const size_t size = 2 * M * N + from + step;
    double *block = malloc(size * sizeof *block), *u[M], *v[M], sum = 0;
    for (size_t i = 0; i < size; i++)
        block[i] = (double)(i * 37 % 101);
    for (size_t j = 0; j < M; j++) {
        u[j] = block + j * u_step;
        v[j] = block + from + j * step;
    }
    sweep(u, v);
    for (size_t i = 0; i < size; i++)
        sum += block[i] * (double)(i % 7 + 1);
    printf("%s: %.17g\n", name, sum);
    free(block);
}

int main(void)
{
    test(smooth, "one behind the other", N, (size_t)M * N, N);
    test(smooth_in_turns, "in turns", (size_t)2 * N, N, (size_t)2 * N);
    test(smooth, "the row above", N, N, N);
    test(smooth, "two rows further", N, (size_t)2 * N, N);
    test(smooth, "ends that lie in the next row", N, (size_t)M * N, N - 2);
    return 0;
}
