/* SPDX-License-Identifier: MIT */
/* Rows of a few elements, which a thread does several at a time: of one to four, and of lengths
 * that are known at the call but differ; sums that start from something, in the order of the
 * program, products, maxima, bits; what stands behind the loop reads and writes more.
 *
 * flags: -O1 -std=gnu17 -ffp-contract=off
 */
#include <stdio.h>
#include <stdlib.h>

static float *a, *y;
static double *z;
static int *w;

static void sums(long rows, long length)
{
#pragma tcr loop
    for (long i = 0; i < rows; i++) {
        float s = y[i];
        for (long k = 0; k < length; k++)
            s += a[i * length + k];
        y[i] = s / 2;
        w[i] = s > 3;
    }
}

static void products(int rows, int length)
{
#pragma tcr loop
    for (int i = 0; i < rows; i++) {
        double p = 1 + i % 2;
        for (int k = length - 1; k >= 0; k--)
            p *= a[i * length + k];
        z[i] = p;
    }
}

static void most(int rows, int length)
{
#pragma tcr loop
    for (int i = 0; i < rows; i++) {
        float m = a[i * length];
        for (int k = 1; k < length; k++)
            if (a[i * length + k] > m)
                m = a[i * length + k];
        y[i] += m;
    }
}

/* Of the lists, some lead outside of what is promised to none. */
static void gathers(int rows, int length)
{
    const int *list = w;
#pragma tcr loop copyin(a [0:4096], list [0:rows * length]) copyout(z [0:rows])
    for (int i = 0; i < rows; i++) {
        double s = 0;
        for (int k = 0; k < length; k++)
            s += a[list[i * length + k]] * (k + 1);
        z[i] = s;
    }
}

/* One to n, n + 1 over 2 in the mean. */
static void triangle(int n)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        unsigned s = 7;
        for (int k = 0; k <= i; k++)
            s ^= (unsigned)(a[i + k] * 1000) + k;
        w[i] = (int)s;
    }
}

static void show(const char *what, int rows, int length)
{
    double s = 0, t = 0;
    unsigned bits = 0;
    for (int i = 0; i < rows; i++) {
        s += y[i] * (i % 7 + 1);
        t += z[i] * (i % 5 + 1);
        bits = bits * 3 + (unsigned)w[i];
    }
    printf("%s %d %d: %.17g %.17g %u\n", what, rows, length, s, t, bits);
}

int main(void)
{
    enum { MOST = 20000, LENGTH = 4 };
    static const int sizes[] = {1, 333, MOST};
    a = malloc(MOST * LENGTH * sizeof *a);
    y = malloc(MOST * sizeof *y);
    z = calloc(MOST, sizeof *z);
    w = malloc(MOST * LENGTH * sizeof *w);
    for (int i = 0; i < MOST * LENGTH; i++)
        a[i] = (float)((unsigned)i * 2654435761u >> 12) / 300000 + 0.1f;
    for (int i = 0; i < MOST; i++)
        y[i] = i % 9 * 0.1f;
    for (int length = 1; length <= LENGTH; length++)
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
            int rows = sizes[k];
            for (int i = 0; i < MOST * LENGTH; i++)
                w[i] = (int)((unsigned)i * 40503u >> 4 & 4095);
            gathers(rows, length);
            show("gathers", rows, length);
            sums(rows, length);
            show("sums", rows, length);
            products(rows, length);
            show("products", rows, length);
            most(rows, length);
            show("most", rows, length);
        }
    for (int n = 1; n < 9; n++) {
        triangle(n);
        show("triangle", n, n);
    }
    free(a);
    free(y);
    free(z);
    free(w);
    return 0;
}
