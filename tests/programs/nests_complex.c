/* SPDX-License-Identifier: MIT */
/* Sums of complex and of 16-bit numbers in inner loops, in local variables and in memory.
 * flags: -O1 -std=gnu17
 */
#include <complex.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef __FLT16_MAX__
typedef _Float16 half;
#else /* not every compiler has it */
typedef float half;
#endif

static int rows, width;
static double _Complex *restrict a, *restrict y;
static float _Complex *restrict f, *restrict z;
static half *restrict h, *restrict s;
static int *restrict at;

static void *get(size_t n)
{
    void *p = calloc(n ? n : 1, 1);
    if (!p)
        exit(1);
    return p;
}

/* Multiples of 1/8, and of 1 for 16 bits: their sums are the same in every order. */
static void prepare(int n, int m)
{
    size_t all = (size_t)n * (size_t)m;
    rows = n;
    width = m;
    a = get(all * sizeof *a);
    f = get(all * sizeof *f);
    h = get(all * sizeof *h);
    y = get((size_t)n * sizeof *y);
    z = get((size_t)n * sizeof *z);
    s = get((size_t)n * sizeof *s);
    at = get((size_t)n * sizeof *at);
    for (size_t k = 0; k < all; k++) {
        a[k] = (double)(k * 7919 % 33) / 8 - 2 + ((double)(k % 5) - 1) * I;
        f[k] = (float)(k * 31 % 15) - 7 + (float)(k % 3) * I;
        h[k] = (half)((int)(k * 13 % 5) - 2);
    }
    for (int i = 0; i < n; i++) {
        y[i] = i - 3.5 * I;
        s[i] = (half)(i % 7);
    }
}

static void drop(void)
{
    void *all[] = {a, f, h, y, z, s, at};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        free(all[k]);
}

static void show(const char *what)
{
    double _Complex p = 0;
    double q = 0;
    long places = 0;
    for (int i = 0; i < rows; i++) {
        p += y[i] * (i % 7 + 1) + (double _Complex)z[i] * (i % 5 + 1);
        q += (double)s[i] * (i % 3 + 1);
        places += (at[i] + 1L) * (i % 11 + 1);
    }
    printf("%s %d %d: %.10g %.10g %.10g %ld\n", what, rows, width, creal(p), cimag(p), q, places);
}

static void products(void)
{
#pragma tcr loop
    for (int i = 0; i < rows; i++) {
        double _Complex t = y[i];
        float _Complex u = 1;
        for (int k = 0; k < width; k++) {
            t += a[i * width + k] * conj(a[k]);
            u -= f[i * width + k];
        }
        y[i] = t;
        z[i] = u;
    }
    show("products");
}

static void in_memory(void)
{
#pragma tcr loop
    for (int i = 0; i < rows; i++) {
        for (int k = 0; k < width; k++)
            y[i] += a[i * width + k];
        for (int k = 0; k < width; k++)
            z[i] = z[i] + f[k * rows + i] * 2;
    }
    show("in memory");
}

/* One part of it, and a sum that some turns leave out. */
static void parts(void)
{
#pragma tcr loop
    for (int i = 0; i < rows; i++) {
        double _Complex t = 0;
        for (int k = 0; k < width; k++)
            __imag__ t += creal(a[i * width + k]);
        for (int k = 0; k < width; k++)
            if (creal(a[i * width + k]) > 0)
                y[i] += t;
    }
    show("parts");
}

static void columns(void)
{
#pragma tcr loop
    for (int i = 0; i < rows; i++) {
        double _Complex t = 0;
        for (int k = 0; k < width; k++)
            t += a[k * rows + i];
        y[i] = t;
    }
    show("columns");
}

static void halves(void)
{
#pragma tcr loop
    for (int i = 0; i < rows; i++) {
        half sum = 1, least = 1, top = -2;
        int where = -1;
        for (int k = 0; k < width; k++) {
            sum += h[i * width + k];
            if (h[i * width + k] < least)
                least = h[i * width + k];
            if (h[i * width + k] > top) {
                top = h[i * width + k];
                where = k;
            }
        }
        for (int k = 0; k < width; k++)
            if (h[i * width + k] != 0)
                s[i]++;
        s[i] += sum + least * top;
        at[i] = where;
    }
    show("halves");
}

int main(void)
{
    static const int sizes[][2] = {{1, 1},  {1, 1000}, {2, 33},  {5, 0}, {5, 100},
                                   {33, 31}, {100, 3},  {40, 32}, {3, 257}};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        prepare(sizes[k][0], sizes[k][1]);
        products();
        in_memory();
        parts();
        columns();
        halves();
        drop();
    }
    return 0;
}
