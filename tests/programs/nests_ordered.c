/* SPDX-License-Identifier: MIT */
/*
 * Sums of inner loops that keep the order of the program: the same bits as the plain loop.
 * flags: -O1 -std=gnu17 -ffp-contract=off
 * options: --tcr-inner=ordered
 */
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static int rows, width;
static double *restrict y, *restrict a, *restrict b;
static float *restrict f, *restrict g;
static double _Complex *restrict z;
static int *restrict first, *restrict at;

static void *get(size_t n)
{
    void *p = calloc(n ? n : 1, 1);
    if (!p)
        exit(1);
    return p;
}

/* No two orders of their sums give the same. */
static double next(void)
{
    static unsigned long long s = 88172645463325252u;
    s ^= s << 13;
    s ^= s >> 7;
    s ^= s << 17;
    return ((double)(s >> 11) / 9007199254740992.0 - 0.4) * pow(10, (double)(s % 9) - 4);
}

static void prepare(int n, int m)
{
    size_t all = (size_t)n * (size_t)m;
    rows = n;
    width = m;
    a = get(all * sizeof *a);
    b = get(all * sizeof *b);
    f = get(all * sizeof *f);
    y = get((size_t)n * sizeof *y);
    g = get((size_t)n * 3 * sizeof *g);
    z = get((size_t)n * sizeof *z);
    at = get(all * sizeof *at);
    first = get(((size_t)n + 1) * sizeof *first);
    for (size_t k = 0; k < all; k++) {
        a[k] = next();
        b[k] = next();
        f[k] = (float)next();
        at[k] = (int)(k * 7919 % all);
    }
    for (int i = 0; i < n; i++) {
        y[i] = next();
        first[i + 1] = first[i] + (i % 4 == 1 ? 0 : i % 4 == 2 ? m : (i * 13) % (m + 1));
    }
}

static void drop(void)
{
    void *all[] = {a, b, f, y, g, z, at, first};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        free(all[k]);
}

/* All bits: an exact sum of what they are as integers. */
static unsigned long long bits_of(const void *p, size_t size)
{
    const unsigned char *c = p;
    unsigned long long sum = 1469598103934665603u;
    for (size_t k = 0; k < size; k++)
        sum = (sum ^ c[k]) * 1099511628211u;
    return sum;
}

static void show(const char *what)
{
    printf("%s %d %d: %llx %llx %llx\n", what, rows, width,
           bits_of(y, (size_t)rows * sizeof *y), bits_of(g, (size_t)rows * 3 * sizeof *g),
           bits_of(z, (size_t)rows * sizeof *z));
}

static void sparse(void)
{
#pragma tcr loop
    for (int i = 0; i < rows; i++) {
        double s = 0;
        int n = 0;
        for (int k = first[i]; k < first[i + 1]; k++) {
            s += a[k] * b[at[k]];
            n++;
        }
        y[i] = s + n;
    }
    show("sparse");
}

/* Of several forms, some of which only some turns make. */
static void forms(void)
{
#pragma tcr loop
    for (int i = 0; i < rows; i++) {
        double s = 0, p = 1, top = a[i * width];
        float t = 0, u = 1;
        int count = 0;
        for (int k = 0; k < width; k++) {
            double x = a[i * width + k];
            if (x > 0) {
                s += x;
                count += k;
            } else {
                s = s - x * 3;
            }
            if (k % 3 == 2)
                continue;
            t += x;
            t = (float)(t + b[i * width + k]) + f[i * width + k];
            p *= 1 + x / 1e6;
            if (k % 5 == 0)
                u++, u -= f[i * width + k];
            x > top ? (void)(top = x) : (void)0;
        }
        y[i] = s + p + count + top;
        g[i] = t * u;
    }
    show("forms");
}

static void places(void)
{
#pragma tcr loop
    for (int i = 0; i < rows; i++) {
        float own[2] = {0, 1};
        for (int k = 0; k < width; k++) {
            g[3 * i] += f[i * width + k];
            own[1] -= f[i * width + k];
            if (f[i * width + k] > 0)
                y[i] += f[i * width + k] * 3;
        }
        g[3 * i + 1] = own[0] + own[1];
    }
    show("places");
}

static void complexes(void)
{
#pragma tcr loop
    for (int i = 0; i < rows; i++) {
        double _Complex s = 0;
        for (int k = 0; k < width; k++)
            s += a[i * width + k] * (1 + 2 * I) - b[i * width + k] * I;
        z[i] = s;
    }
    show("complexes");
}

/* What stays in a thread: down columns, and an update in a loop within. */
static void kept(void)
{
#pragma tcr loop
    for (int i = 0; i < rows; i++) {
        double s = 0;
        for (int k = 0; k < width; k++)
            s += a[k * rows + i];
        y[i] = s;
    }
#pragma tcr loop
    for (int i = 0; i < rows; i++) {
        double s = 0;
        for (int k = 0; k < width; k++)
            for (int q = 1; q < 4; q++)
                s += a[i * width + k] * q;
        y[i] += s;
    }
    show("kept");
}

int main(void)
{
    static const int sizes[][2] = {{1, 1},  {1, 1000}, {2, 33},  {5, 0},  {5, 100}, {33, 31},
                                   {33, 1}, {100, 3},  {40, 32}, {70, 8}, {3, 257}, {200, 7}};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        prepare(sizes[k][0], sizes[k][1]);
        if (width) /* the largest of none */
            forms();
        sparse();
        places();
        complexes();
        kept();
        drop();
    }
    return 0;
}
