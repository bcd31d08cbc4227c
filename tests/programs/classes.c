/* Classification and comparison of floating numbers, their constants, bits, and
 * spellings that C++ reads otherwise: commas, names, hexadecimal floats.
 * flags: -O1 -std=gnu17 -Wno-overflow
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <byteswap.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double twice(double x, double y)
{
    return 2 * x + y;
}

static void classify(const double *x, const float *y, int n)
{
    long nan = 0, inf = 0, finites = 0, normal = 0, sign = 0, infsign = 0, order = 0, same = 0;
    long floats = 0;
#pragma tcr reduce(+ : nan, inf, finites, normal, sign, infsign, order, floats, same) copyin(x[0 : n])
    for (int i = 0; i < n; i++) {
        double v = x[i], w = x[(i + 1) % n];
        nan += isnan(v) != 0;
        inf += isinf(v) != 0;
        finites += (isfinite(v) != 0) + 2 * (finite(v) != 0) + 4 * (finitef(y[i]) != 0);
        normal += (isnormal(v) != 0) + 100 * (isnormal(y[i]) != 0);
        sign += signbit(v) != 0;
        infsign += __builtin_isinf_sign(v) * (i + 1);
        order += isgreater(v, w) + 10 * isgreaterequal(v, w) + 100 * isless(v, w) +
                 1000 * islessequal(v, w) + 10000 * islessgreater(v, w) +
                 100000 * isunordered(v, w);
        floats += (isnan(y[i]) != 0) + 10 * (isinf(y[i]) != 0) + 100 * (signbit(y[i]) != 0) +
                  1000 * (isinff(y[i]) != 0) + 10000 * (isnanf(y[i]) != 0);
        same += (v == INFINITY) + 10 * (v == -HUGE_VAL) + 100 * (y[i] == HUGE_VALF) +
                1000 * (isnan(v + NAN) != 0) + 10000 * (v == 1e400) + 100000 * (y[i] == 1e39f) +
                1000000 * (isnan(v + __builtin_nan("")) != 0);
    }
    printf("%ld %ld %ld %ld %ld %ld %ld %ld %ld\n", nan, inf, finites, normal, sign, infsign,
           order, floats, same);
}

static void functions(const double *x, int n)
{
    double a = 0, b = 0, c = 0;
    long k = 0;
#pragma tcr reduce(+ : a, b, c, k) copyin(x[0 : 4])
    for (int i = 0; i < n; i++) {
        double v = 1 + fabs(x[i % 4]);
        a += exp10(v / 4) + y0(v) + y1(v) + j0(v) + j1(v) + jn(2, v) + yn(i % 3, v) + lgamma(v);
        b += logb(v) + scalbn(v, 2) + scalbln(v, -3L) + nextafter(v, 9) + nearbyint(v) + remainder(v, 0.75);
        c += exp10f((float)v / 4) + cbrtf((float)v) + remainderf((float)v, 0.75f);
        k += ilogb(v) + llrint(v) + llround(v) + llabs(i - 7LL) + lrintf((float)v) +
             __builtin_popcount(i * 77u) + __builtin_popcountll(i * 0x123456789ull) +
             __builtin_popcountl(i * 3ul) + (long)(__builtin_bswap64(i * 0x123456789ull) >> 8) +
             htonl((uint32_t)i * 77u) + htons((uint16_t)i) + (bswap_32((uint32_t)i) >> 4);
    }
    printf("%.9g %.9g %.5g %ld\n", a, b, c, k);
}

static void spellings(const double *x, int n)
{
    double s = 0, t = 0, p = 0;
    long c = 0;
#pragma tcr reduce(+ : s, t, c, p) copyin(x[0 : 4])
    for (int i = 0; i < n; i++) {
        double v, u_A = x[i % 4], it = 0x1.8p1f, u_it = 0x1p-2, q[2] = {(v = 3, v + 1), 2};
        int j = 1, z = 2, k = i % 13;
        s += (v = x[i % 4] + 1, v * v);
        k = k > 5 ? (j = 7, z) : (z = 9, j);
        c += k * 10 + j + z;
        q[(z = 1, 1)] = (j = 2, v + j);
        t += twice((v = 4, v + 1), z) + q[0] + q[1];
        {
            double A = 1, u_u_A = 2;
            p += u_A + A + 10 * u_u_A + it + u_it + .5f + 1e1F + 1.;
        }
        if ((z = 0, x[i % 4] > 1))
            p += 1;
    }
    printf("%g %g %ld %g\n", s, t, c, p);
}

int main(void)
{
    double x[] = {0.0,       1.0,    -2.0,     2.5,       NAN,  INFINITY,
                  -INFINITY, 1e-310, -1e-310,  HUGE_VAL,  -NAN, -0.0};
    enum { N = sizeof x / sizeof *x };
    float y[N];
    for (int i = 0; i < N; i++)
        y[i] = (float)x[i];
    y[7] = 1e-40f;
    classify(x, y, N);
    functions(x, 40);
    spellings(x, 100);
    return 0;
}
/* SPDX-License-Identifier: MIT */
