/* Sections of any length and sign: those that cannot exist leave their loop to the host.
 * device: 2
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

static double h[64], z[32];
static int k[1000];

static void reduced(double *to, long long lo, long long n, int m)
{
#pragma tcr reduce(+ : to[lo:n])
    for (int i = 0; i < m; i++)
        to[k[i]] += 1;
}

static double clause(const double *x, long long lo, long long n, long long stride, int m)
{
    double s = 0;
#pragma tcr reduce(+ : s) copyin(x[lo:n])
    for (int i = 0; i < m; i++)
        s += x[i * stride];
    return s;
}

static const long long lengths[] = {64,
                                    8,
                                    0,
                                    1,
                                    -1,
                                    INT_MAX,
                                    2147483648LL,
                                    2147483649LL,
                                    4294967296LL,
                                    1LL << 60,
                                    (1LL << 61) - 1,
                                    1LL << 61,
                                    (1LL << 61) + 1,
                                    (1LL << 61) + 8,
                                    1LL << 62,
                                    LLONG_MAX,
                                    -(1LL << 61),
                                    LLONG_MIN};

int main(void)
{
    for (int i = 0; i < 1000; i++)
        k[i] = i % 8;
    for (int i = 0; i < 32; i++)
        z[i] = i + 1;
    for (size_t j = 0; j < sizeof lengths / sizeof *lengths; j++) {
        long long n = lengths[j];
        for (int i = 0; i < 64; i++)
            h[i] = 0;
        reduced(h, 0, n, 1000);
        printf("%lld: %g %g", n, h[0], h[7]);
        reduced(h, n, 8, 1000); /* starts elsewhere, and is not what the loop updates */
        printf(" %g", h[0]);
        printf(" %g", clause(z, 0, n, 1, 32));
        printf(" %g", clause(z, n, 32, 1, 32));
        printf(" %g\n", clause(z, 0, 32, n, n == 1 || n == 0 ? 32 : 1));
    }
    return 0;
}
/* SPDX-License-Identifier: MIT */
