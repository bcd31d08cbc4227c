/* SPDX-License-Identifier: MIT */
/* Grids as older programs have them: rows behind pointers, half of the points in turn, every other
 * point. */
#include "measure.h"
#include "nests.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tcr.h"

/* Of `nz` layers of `ny` rows of `nx` elements each: two arrays, and the pointers to their layers
 * and rows. */
static struct {
    int nx, ny, nz;
    double *a, *d;
    double **a_rows, **d_rows;
    double ***a_layers, ***d_layers;
    double sum;
} s;

static size_t size(void)
{
    return (size_t)s.nx * (size_t)s.ny * (size_t)s.nz * sizeof(double);
}

static void *table(size_t n)
{
    void *room = malloc(n * sizeof(void *));
    if (!room)
        exit(2);
    return room;
}

static void fill(double *array, unsigned long seed)
{
    const size_t n = size() / sizeof *array;
    for (size_t i = 0; i < n; i++)
        array[i] = sixteenths(seed << 40 | i);
    to_device(array, size());
}

static void begin(int nz, int ny, int nx)
{
    s.nz = nz;
    s.ny = ny;
    s.nx = nx;
    s.a = resident(size());
    s.d = resident(size());
    s.a_rows = table((size_t)nz * (size_t)ny);
    s.d_rows = table((size_t)nz * (size_t)ny);
    s.a_layers = table((size_t)nz);
    s.d_layers = table((size_t)nz);
    for (int k = 0; k < nz * ny; k++) {
        s.a_rows[k] = s.a + (size_t)k * (size_t)nx;
        s.d_rows[k] = s.d + (size_t)k * (size_t)nx;
    }
    for (int k = 0; k < nz; k++) {
        s.a_layers[k] = s.a_rows + (size_t)k * (size_t)ny;
        s.d_layers[k] = s.d_rows + (size_t)k * (size_t)ny;
    }
    fill(s.a, 1);
}

static void end(void)
{
    gone(s.a);
    gone(s.d);
    free(s.a_rows);
    free(s.d_rows);
    free(s.a_layers);
    free(s.d_layers);
}

static void reset(void)
{
    s.sum = -1;
    spoil(s.d, size());
}

/* ---- double **: from a to d ---- */

static int call_rows_norm(void)
{
    s.sum = pointers_norm(s.ny, s.nx, s.a_rows, s.d_rows);
    return 0;
}

static int wrong_rows_norm(void)
{
    double norm = 0;
    double **u = s.a_rows;
    to_host(s.d, size());
    for (int j = 1; j < s.ny - 1; j++)
        for (int i = 1; i < s.nx - 1; i++) {
            double next = 0.25 * (u[j - 1][i] + u[j + 1][i] + u[j][i - 1] + u[j][i + 1]);
            if (s.d_rows[j][i] != next)
                return 1;
            norm += (next - u[j][i]) * (next - u[j][i]);
        }
    return s.sum != norm;
}

static int call_rows(void)
{
    pointers_sweep(s.ny, s.nx, s.a_rows, s.d_rows);
    return 0;
}

static int wrong_rows(void)
{
    double **u = s.a_rows;
    to_host(s.d, size());
    for (int j = 1; j < s.ny - 1; j++)
        for (int i = 1; i < s.nx - 1; i++)
            if (s.d_rows[j][i] != 0.25 * (u[j - 1][i] + u[j + 1][i] + u[j][i - 1] + u[j][i + 1]))
                return 1;
    return 0;
}

/* ---- double ***: from a to d ---- */

static int call_layers(void)
{
    layers_sweep(s.nz, s.ny, s.nx, s.a_layers, s.d_layers);
    return 0;
}

static int wrong_layers(void)
{
    double ***u = s.a_layers;
    to_host(s.d, size());
    for (int k = 1; k < s.nz - 1; k++)
        for (int j = 1; j < s.ny - 1; j++)
            for (int i = 1; i < s.nx - 1; i++)
                if (s.d_layers[k][j][i] !=
                    0.125 * (u[k - 1][j][i] + u[k + 1][j][i] + u[k][j - 1][i] + u[k][j + 1][i] +
                             u[k][j][i - 1] + u[k][j][i + 1]))
                    return 1;
    return 0;
}

/* ---- red and black: in d, one colour after the other ---- */

static void reset_colours(void)
{
    fill(s.d, 2);
}

static int call_colours(void)
{
    colour_sweep(s.ny, s.nx, 0, s.d);
    colour_sweep(s.ny, s.nx, 1, s.d);
    return 0;
}

static int call_chosen(void)
{
    chosen_sweep(s.ny, s.nx, 0, s.d);
    chosen_sweep(s.ny, s.nx, 1, s.d);
    return 0;
}

static int wrong_colours(void)
{
    const int nx = s.nx;
    double *v = malloc(size());
    int wrong = !v;
    for (int i = 0; !wrong && i < s.ny * nx; i++)
        v[i] = sixteenths(2ul << 40 | (unsigned long)i);
    for (int colour = 0; !wrong && colour < 2; colour++)
        for (int j = 1; j < s.ny - 1; j++)
            for (int i = 1 + (j + colour) % 2; i < nx - 1; i += 2)
                v[j * nx + i] = 0.25 * (v[(j - 1) * nx + i] + v[(j + 1) * nx + i] +
                                        v[j * nx + i - 1] + v[j * nx + i + 1]);
    to_host(s.d, size());
    wrong = wrong || memcmp(v, s.d, size()) != 0;
    free(v);
    return wrong;
}

/* ---- every other point of a: to a quarter of d ---- */

static int call_coarse(void)
{
    coarse_sweep(s.ny / 2, s.nx / 2, s.a, s.d);
    return 0;
}

static int wrong_coarse(void)
{
    const int nx = s.nx, half = nx / 2;
    to_host(s.d, size());
    for (int j = 1; j < s.ny / 2; j++)
        for (int i = 1; i < half; i++)
            if (s.d[j * half + i] !=
                0.5 * s.a[2 * j * nx + 2 * i] +
                    0.125 * (s.a[2 * j * nx + 2 * i - 1] + s.a[2 * j * nx + 2 * i + 1] +
                             s.a[(2 * j - 1) * nx + 2 * i] + s.a[(2 * j + 1) * nx + 2 * i]))
                return 1;
    return 0;
}

static int side_of(double most, long divisor, double power)
{
    const int n = (int)(most / pow((double)divisor, power)) / 2 * 2;
    return n < 8 ? 8 : n;
}

int sweeps(long divisor)
{
    const int plane = side_of(4000, divisor, 0.5), cube = side_of(256, divisor, 1 / 3.0);
    struct line lines[] = {
        {"double **, norm",
         "",
         16,
         0,
         LIMIT_COPY,
         reset,
         call_rows_norm,
         wrong_rows_norm,
         0,
         {{0}}},
        {"double **", "", 16, 0, LIMIT_COPY, reset, call_rows, wrong_rows, 0, {{0}}},
        {"red and black",
         "",
         32,
         0,
         LIMIT_COPY,
         reset_colours,
         call_colours,
         wrong_colours,
         0,
         {{0}}},
        {"red and black, if",
         "",
         32,
         0,
         LIMIT_COPY,
         reset_colours,
         call_chosen,
         wrong_colours,
         0,
         {{0}}},
        {"every other point", "", 10, 0, LIMIT_COPY, reset, call_coarse, wrong_coarse, 0, {{0}}},
        {"double ***", "", 16, 0, LIMIT_COPY, reset, call_layers, wrong_layers, 0, {{0}}}};
    int bad = 0;
    for (size_t k = 0; k < sizeof lines / sizeof *lines; k++) {
        const int is_cube = k == 5;
        if (k == 0 || is_cube)
            begin(is_cube ? cube : 1, is_cube ? cube : plane, is_cube ? cube : plane);
        lines[k].work *= (double)(size() / sizeof(double));
        if (is_cube)
            snprintf(lines[k].size, sizeof lines[k].size, "%d x %d x %d", cube, cube, cube);
        else
            snprintf(lines[k].size, sizeof lines[k].size, "%d x %d", plane, plane);
        bad += measure(&lines[k]);
        if (k >= 4)
            end();
    }
    return bad;
}
