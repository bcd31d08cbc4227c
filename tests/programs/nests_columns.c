/* SPDX-License-Identifier: MIT */
/* Inner loops down columns, products of matrices, and results used by later inner loops.
 * flags: -O1 -std=gnu17
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static float *f;
static short *h;
static double *a, *out, *side;
static int *at;

static void *get(size_t n)
{
    void *p = calloc(n ? n : 1, 1);
    if (!p)
        exit(1);
    return p;
}

/* Element (k, i) of m rows and n columns is at k * n + i. */
static void prepare(int n, int m)
{
    size_t all = (size_t)n * (size_t)m;
    a = get(all * sizeof *a);
    f = get(all * sizeof *f);
    h = get(all * sizeof *h);
    out = get(all * sizeof *out);
    side = get((size_t)n * sizeof *side);
    at = get((size_t)n * sizeof *at);
    for (size_t k = 0; k < all; k++) {
        a[k] = (double)(k * 7919 % 41) / 8 - 2;
        f[k] = (float)(k * 31 % 15) - 7;
        h[k] = (short)(k * 13 % 23 - 11);
        out[k] = (double)(k % 3);
    }
}

static void drop(void)
{
    void *all[] = {a, f, h, out, side, at};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        free(all[k]);
}

static void show(const char *what, int n, int m)
{
    double s = 0, t = 0;
    long p = 0;
    for (int i = 0; i < n; i++) {
        s += side[i] * (i % 7 + 1);
        p += (long)at[i] * (i % 11 + 1);
    }
    for (int k = 0; k < n * m; k++)
        t += out[k] * (k % 13 + 1);
    printf("%s %d %d: %.10g %ld %.10g\n", what, n, m, s, p, t);
}

/* y = A^T x, in memory and in a local variable. */
static void transposed(int n, int m)
{
    #pragma tcr loop
    for (int i = 0; i < n; i++) {
        double s = 0;
        side[i] = 1;
        for (int k = 0; k < m; k++) {
            s += a[k * n + i] * (k % 5 - 2);
            side[i] += f[k * n + i];
        }
        side[i] += 8 * s;
    }
    show("transposed", n, m);
}

/* Of several types, with the extremes and their places. */
static void statistics(int n, int m)
{
    #pragma tcr loop
    for (int i = 0; i < n; i++) {
        float low = 100, sum = 0;
        short wrapped = 0;
        long all = 0;
        int first = -1, last = -1;
        for (int k = 0; k < m; k++) {
            float v = f[k * n + i];
            sum += v;
            wrapped += h[k * n + i];
            all += (long)h[k * n + i] * k;
            if (v < low) {
                low = v;
                first = k;
            }
            if (v <= low)
                last = k;
        }
        side[i] = low + 2 * sum + wrapped;
        at[i] = first + 3 * last + (int)(all % 100);
    }
    show("statistics", n, m);
}

/* Columns less their mean, in place, and what is left of them. */
static void centred(int n, int m)
{
    double(*o)[n] = (double(*)[n])out;
    #pragma tcr loop
    for (int i = 0; i < n; i++) {
        double s = 0, left = 0;
        for (int k = 0; k < m; k++)
            s += o[k][i];
        s = floor(s / (m + 1) * 8) / 8;
        for (int k = 0; k < m; k++)
            o[k][i] -= s;
        for (int k = 0; k < m; k++)
            left += o[k][i] * o[k][i];
        side[i] = left;
    }
    show("centred", n, m);
}

/* From the top down: each element is the sum of those above it. */
static void cumulated(int n, int m)
{
    double(*o)[n] = (double(*)[n])out;
    #pragma tcr loop
    for (int i = 0; i < n; i++) {
        for (int k = 1; k < m; k++)
            o[k][i] += o[k - 1][i];
        side[i] = m ? o[m - 1][i] : -1;
    }
    show("cumulated", n, m);
}

/* The same in tables whose sizes the compiler knows, where it can tell columns apart. */
static void fixed(int n, int m)
{
    static double grid[32][40], means[40];
    double total = 0;
    n = n < 40 ? n : 40;
    m = m < 32 ? m : 32;
    for (int k = 0; k < 32; k++)
        for (int i = 0; i < 40; i++)
            grid[k][i] = (k * 5 + i * 3) % 17 * 0.25;
    #pragma tcr loop
    for (int i = 0; i < n; i++) {
        double s = 0, above = 0;
        for (int k = 0; k < m; k++)
            s += grid[k][i];
        s = floor(s / (m + 1) * 8) / 8;
        for (int k = 0; k < m; k++)
            grid[k][i] -= s;
        for (int k = 1; k < m; k++)
            grid[k][i] += grid[k - 1][i];
        for (int k = 0; k < m; k++)
            if (grid[k][i] > 0)
                above += grid[k][i];
        means[i] = s + above;
    }
    for (int k = 0; k < 32; k++)
        for (int i = 0; i < 40; i++)
            total += grid[k][i] * (i % 7 + k % 5 + 1);
    for (int i = 0; i < n; i++)
        total += means[i] * (i % 3 + 1);
    printf("fixed %d %d: %.17g\n", n, m, total);
}

/* The same memory in both directions: columns are read, another array's rows are written. */
static void turned(int n, int m)
{
    #pragma tcr loop
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int k = 0; k < m; k++)
            out[i * m + k] = a[k * n + i];
        for (int k = 0; k < m; k++)
            s += out[i * m + k] * a[i * m + m - 1 - k];
        side[i] = s;
    }
    show("turned", n, m);
}

/* A search down each column, by `break` and by a flag. */
static void searched(int n, int m)
{
    #pragma tcr loop
    for (int i = 0; i < n; i++) {
        int k, found = 0, n_even = 0;
        for (k = 0; k < m; k++)
            if (h[k * n + i] == 5)
                break;
        for (int j = m - 1; j >= 0; j--) {
            found |= h[j * n + i] == -3;
            if (h[j * n + i] % 2)
                continue;
            n_even++;
        }
        at[i] = k * 1000 + n_even * 2 + found;
    }
    show("searched", n, m);
}

/* C += A B, with the sum in memory, in a variable, and in a table of two dimensions. */
static void matrices(int n)
{
    static double p[40][40], q[40][40], c[40][40], d[40][40];
    double trace = 0, total = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            p[i][j] = (i * 3 + j * 5) % 7 - 3;
            q[i][j] = (i * 2 + j) % 5 * 0.5;
            c[i][j] = 1;
        }
    #pragma tcr loop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                c[i][j] += p[i][k] * q[k][j];
    #pragma tcr loop collapse(2)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double s = 0;
            for (int k = 0; k < n; k++)
                s += p[i][k] * q[k][j];
            d[i][j] = s;
        }
    #pragma tcr reduce(+ : trace)
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            trace += p[i][k] * q[k][i];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            total += (c[i][j] - 1 == d[i][j]) * (d[i][j] + 1) * (j % 4 + 1);
    printf("matrices %d: %.17g %.17g\n", n, trace, total);
}

/* Gram's matrix: its rows end at the diagonal. */
static void triangle(int n, int m)
{
    double *g = get((size_t)n * (size_t)n * sizeof *g), t = 0;
    #pragma tcr loop
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            double s = 0;
            for (int k = 0; k < m; k++)
                s += a[k * n + i] * a[k * n + j];
            g[i * n + j] = s;
        }
    for (int k = 0; k < n * n; k++)
        t += g[k] * (k % 9 + 1);
    printf("triangle %d %d: %.17g\n", n, m, t);
    free(g);
}

/* All pairs: the nearest other point, the first of several, and a histogram by the thread. */
static void pairs(int n, int m)
{
    double far = 0;
    #pragma tcr reduce(max : far)
    for (int i = 0; i < n; i++) {
        double least = 1e30;
        int nearest = -1, near[4] = {0};
        for (int j = 0; j < n; j++) {
            double d = 0;
            if (j == i)
                continue;
            for (int k = 0; k < m && k < 3; k++)
                d += (a[k * n + i] - a[k * n + j]) * (a[k * n + i] - a[k * n + j]);
            if (d < least) {
                least = d;
                nearest = j;
            }
            near[(int)d & 3]++;
            if (d > far)
                far = d;
        }
        side[i] = nearest < 0 ? -1 : least;
        at[i] = nearest + 2 * near[0] + 3 * near[1] + 5 * near[2] + 7 * near[3];
    }
    printf("%.17g\n", far);
    show("pairs", n, m);
}

/* Some iterations add to a sum of the directive's, in a loop that checks where it writes. */
static void scattered(int n, int m)
{
    double total = 0;
    for (int i = 0; i < n; i++)
        at[i] = n - 1 - i;
    #pragma tcr reduce(+ : total)
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int k = 0; k < m; k++)
            s += a[k * n + i];
        side[at[i]] = s;
        if (i % 3 == 1)
            total += s;
    }
    printf("%.17g\n", total);
    show("scattered", n, m);
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {1, 1000}, {2, 33}, {5, 0},   {5, 100}, {33, 31},
                                   {8, 2}, {100, 3},  {32, 8}, {65, 32}, {3, 257}, {200, 7}};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        int n = sizes[k][0], m = sizes[k][1];
        prepare(n, m);
        transposed(n, m);
        statistics(n, m);
        turned(n, m);
        centred(n, m);
        cumulated(n, m);
        fixed(n, m);
        searched(n, m);
        triangle(n, m);
        pairs(n, m);
        scattered(n, m);
        drop();
    }
    matrices(1);
    matrices(33);
    matrices(40);
    return 0;
}
