/* SPDX-License-Identifier: MIT
 * product_on_host.c: products of matrices that are large enough for the host's tiles: the bits of
 * the loops as they stand, with edges that fill no tile, in any layout; what does not fit is left
 * to the loops.
 * flags: -O1 -ffp-contract=off
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST (260 * 260)
static double a[MOST], b[MOST], c[MOST], d[MOST];
static float fa[MOST], fb[MOST], fc[MOST], fd[MOST];
static double whole[150][130], left[150][140], right[140][130];

static void fill(void)
{
    unsigned x = 12345;
    for (int i = 0; i < MOST; i++) {
        x = x * 1103515245u + 12345u;
        a[i] = (double)(int)(x >> 8) * 0x1p-22 - 1;
        x = x * 1103515245u + 12345u;
        b[i] = (double)(int)(x >> 8) * 0x1p-22 - 1;
        c[i] = d[i] = (double)(i % 101) / 7;
        fa[i] = (float)a[i];
        fb[i] = (float)b[i];
        fc[i] = fd[i] = (float)c[i];
    }
}

/* Another order of the sum is the device's right, not the host's. */
static int same(double x, double y, double size)
{
    const char *target = getenv("TCR_TARGET");
    if (getenv("TCR_BACKEND") || (target && strcmp(target, "host") != 0))
        return (isnan(x) && isnan(y)) || x == y || fabs(x - y) <= size;
    return (isnan(x) && isnan(y)) || memcmp(&x, &y, sizeof x) == 0;
}

static void check(const char *what, int n)
{
    int bad = 0;
    for (int i = 0; i < n; i++)
        bad += !same(c[i], d[i], 1e-9) || !same(fc[i], fd[i], 1e-2);
    printf("%s: %d of %d differ\n", what, bad, n);
    fill();
}

/* The same loops twice: of PRAGMA in front, one knows and the other does not. */
#define SET(NAME, T, PRAGMA)                                                                       \
    static void NAME(int m, int n, int k, const T *x, const T *y, T *z)                            \
    {                                                                                              \
        _Pragma(PRAGMA) for (int i = 0; i < m; i++) for (int j = 0; j < n; j++)                    \
        {                                                                                          \
            T s = 0;                                                                               \
            for (int l = 0; l < k; l++)                                                            \
                s += x[i * k + l] * y[l * n + j];                                                  \
            z[i * n + j] = s;                                                                      \
        }                                                                                          \
    }
SET(set_f64, double, "tcr loop")
SET(set_f64_plain, double, "GCC ivdep")
SET(set_f32, float, "tcr loop")
SET(set_f32_plain, float, "GCC ivdep")

/* Transposed, added to C, in ikj order. */
#define ADD(NAME, PRAGMA)                                                                          \
    static void NAME(int m, int n, int k, const double *x, const double *y, double *z)             \
    {                                                                                              \
        _Pragma(PRAGMA) for (int i = 0; i < m; i++) for (int l = 0; l < k; l++)                    \
        {                                                                                          \
            for (int j = 0; j < n; j++)                                                            \
                z[i * n + j] += x[l * m + i] * y[j * k + l];                                       \
        }                                                                                          \
    }
ADD(add, "tcr loop")
ADD(add_plain, "GCC ivdep")

/* Scaled, with rows of C apart. */
#define SCALE(NAME, PRAGMA)                                                                        \
    static void NAME(int m, int n, int k, double alpha, double beta, double *z, int apart)         \
    {                                                                                              \
        _Pragma(PRAGMA) for (int i = 0; i < m; i++) for (int j = 0; j < n; j++)                    \
        {                                                                                          \
            double s = 0;                                                                          \
            for (int l = 0; l < k; l++)                                                            \
                s += a[i * k + l] * b[l * n + j];                                                  \
            z[i * apart + j] = alpha * s + beta * z[i * apart + j];                                \
        }                                                                                          \
    }
SCALE(scale, "tcr loop")
SCALE(scale_plain, "GCC ivdep")

/* Arrays whose names say that they are apart. */
static double arrays(void)
{
    double sum = 0;
    for (int i = 0; i < 150; i++)
        for (int l = 0; l < 140; l++)
            left[i][l] = (i * 3 + l) % 17;
    for (int l = 0; l < 140; l++)
        for (int j = 0; j < 130; j++)
            right[l][j] = (l * 5 + j) % 13;
#pragma tcr loop
    for (int i = 0; i < 150; i++)
        for (int j = 0; j < 130; j++) {
            whole[i][j] = 0;
            for (int l = 0; l < 140; l++)
                whole[i][j] += left[i][l] * right[l][j];
        }
    for (int i = 0; i < 150; i++)
        for (int j = 0; j < 130; j++)
            sum += whole[i][j] * ((i + 2 * j) % 11);
    return sum;
}

int main(void)
{
    static const int sizes[][3] = {{49, 51, 50}, {97, 257, 129}, {16, 255, 260}, {230, 40, 120}};

    fill();
    for (int s = 0; s < 4; s++) {
        const int m = sizes[s][0], n = sizes[s][1], k = sizes[s][2];
        set_f64(m, n, k, a, b, c);
        set_f64_plain(m, n, k, a, b, d);
        set_f32(m, n, k, fa, fb, fc);
        set_f32_plain(m, n, k, fa, fb, fd);
        check("set", m * n);
        add(m, n, k, a, b, c);
        add_plain(m, n, k, a, b, d);
        check("added", m * n);
        scale(m, n, k, 0.5, -1.25, c, n + 3);
        scale_plain(m, n, k, 0.5, -1.25, d, n + 3);
        check("scaled", m * (n + 3) > MOST ? MOST : m * (n + 3));
    }
    /* not a number times 0, infinities at the edges */
    a[0] = a[100 * 100 - 1] = INFINITY;
    b[7] = NAN;
    set_f64(100, 100, 100, a, b, c);
    set_f64_plain(100, 100, 100, a, b, d);
    check("infinite", 100 * 100);
    a[3] = NAN;
    scale(100, 100, 100, 0, 0, c, 100);
    scale_plain(100, 100, 100, 0, 0, d, 100);
    check("times 0", 100 * 100);
    /* C is a part of A: one row after the other, in the order of the loops */
    memcpy(d, a, sizeof a);
    memcpy(c, a, sizeof a);
    set_f64(100, 100, 100, c, b, c + 100 * 100);
    set_f64_plain(100, 100, 100, d, b, d + 100 * 100);
    check("behind A", MOST);
    set_f64(100, 100, 100, c, b, c + 100);
    set_f64_plain(100, 100, 100, d, b, d + 100);
    check("within A", MOST);
    printf("arrays: %.0f\n", arrays());
    return 0;
}
