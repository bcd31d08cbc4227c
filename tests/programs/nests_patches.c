/* SPDX-License-Identifier: MIT */
/*
 * Grids of two and three dimensions, of so many points that blocks of the device take patches of
 * them in turns, where nothing is reduced: odd sizes, rows that fill no warp, few rows, planes that
 * are no multiple of a patch, two calls after each other, and the same points with a sum.
 * device: 3
 */
#include <stdio.h>
#include <stdlib.h>

static void flat(int rows, int columns, const double *restrict u, double *restrict v)
{
#pragma tcr loop collapse(2)
    for (int j = 1; j < rows - 1; j++)
        for (int i = 1; i < columns - 1; i++)
            v[j * columns + i] = u[(j - 1) * columns + i] + u[(j + 1) * columns + i] +
                                 u[j * columns + i - 1] + 2 * u[j * columns + i + 1];
}

static double flat_sum(int rows, int columns, const double *restrict u, double *restrict v)
{
    double sum = 0;
#pragma tcr reduce(+ : sum) collapse(2)
    for (int j = 1; j < rows - 1; j++)
        for (int i = 1; i < columns - 1; i++) {
            double x = u[(j - 1) * columns + i] - u[(j + 1) * columns + i] + 3 * u[j * columns + i];
            v[j * columns + i] = x;
            sum += x;
        }
    return sum;
}

static void deep(int planes, int rows, int columns, const double *restrict u, double *restrict v)
{
#pragma tcr loop collapse(3)
    for (int k = 1; k < planes - 1; k++)
        for (int j = 1; j < rows - 1; j++)
            for (int i = 1; i < columns - 1; i++) {
                const size_t at = ((size_t)k * rows + j) * columns + i;
                v[at] = u[at - 1] + u[at + 1] + 2 * u[at - columns] + 3 * u[at + columns] +
                        u[at - (size_t)rows * columns] - u[at + (size_t)rows * columns] + u[at];
            }
}

static double number(size_t i)
{
    return (double)(i * 2654435761u >> 7 & 1023);
}

static long check(int planes, int rows, int columns)
{
    const size_t n = (size_t)planes * rows * columns;
    double *u = malloc(n * sizeof *u), *v = malloc(n * sizeof *v), sum = 0;
    long wrong = 0;
    for (size_t i = 0; i < n; i++) {
        u[i] = number(i);
        v[i] = -1;
    }
    if (planes == 1) {
        flat(rows, columns, u, v);
        flat(rows, columns, u, v);
    } else {
        deep(planes, rows, columns, u, v);
    }
    for (int k = planes > 1; k < planes - (planes > 1); k++)
        for (int j = 1; j < rows - 1; j++)
            for (int i = 1; i < columns - 1; i++) {
                const size_t at = ((size_t)k * rows + j) * columns + i,
                             plane = (size_t)rows * columns;
                double flat_one = u[at - columns] + u[at + columns] + u[at - 1] + 2 * u[at + 1];
                wrong += v[at] != (planes == 1 ? flat_one
                                               : u[at - 1] + u[at + 1] + 2 * u[at - columns] +
                                                     3 * u[at + columns] + u[at - plane] -
                                                     u[at + plane] + u[at]);
                sum += planes == 1 ? u[at - columns] - u[at + columns] + 3 * u[at] : 0;
            }
    for (size_t i = 0; i < n; i++) /* the border */
        wrong += (i % columns == 0 || i % columns == (size_t)columns - 1) && v[i] != -1;
    if (planes == 1)
        wrong += flat_sum(rows, columns, u, v) != sum;
    free(u);
    free(v);
    return wrong;
}

int main(void)
{
    printf("%ld wrong, %ld wrong\n", check(1, 401, 133), check(1, 66, 1003));
    printf("%ld wrong, %ld wrong\n", check(37, 43, 67), check(5, 11, 2051));
    return 0;
}
