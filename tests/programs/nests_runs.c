/* SPDX-License-Identifier: MIT */
/* Inner loops that read neighbours, which lanes read in vectors of 16 bytes: rows that begin
 * anywhere, of all lengths, of several types at once, through temporaries, backwards, in steps.
 * All numbers are whole, so that sums do not depend on their order. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 70, M = 41, ROOM = N * M + 64 };

static double sum_of(const double *y, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += y[i] * (1 + i % 13);
    return s;
}

#define ROWS(type)                                                                                 \
    static void rows_##type(const type *restrict a, double *restrict y, int n, int m, int ld)      \
    {                                                                                              \
        _Pragma("tcr loop") for (int i = 0; i < n; i++)                                            \
        {                                                                                          \
            long s = 0;                                                                            \
            int most = -1000, at = -1;                                                             \
            for (int k = 0; k < m; k++) {                                                          \
                s += (long)a[i * ld + k];                                                          \
                if (a[i * ld + k] > most) {                                                        \
                    most = (int)a[i * ld + k];                                                     \
                    at = k;                                                                        \
                }                                                                                  \
            }                                                                                      \
            y[i] = (double)s + 1000 * at;                                                          \
        }                                                                                          \
    }                                                                                              \
    static void all_##type(void)                                                                   \
    {                                                                                              \
        static type a[ROOM];                                                                       \
        double y[N];                                                                               \
        for (int i = 0; i < ROOM; i++)                                                             \
            a[i] = (type)((i * 31L) % 7);                                                          \
        for (int first = 0; first < 18; first += first < 4 ? 1 : 5)                                \
            for (int m = 0; m <= M; m += m < 10 ? 1 : 7) {                                         \
                memset(y, 0, sizeof y);                                                            \
                rows_##type(a + first, y, N, m, M);                                                \
                printf("%s %d %d %.17g\n", #type, first, m, sum_of(y, N));                         \
            }                                                                                      \
    }

typedef signed char tiny;
typedef long long big;
ROWS(tiny)
ROWS(short)
ROWS(int)
ROWS(float)
ROWS(big)
ROWS(double)

/* Of several widths, each with a beginning of its own. */
static void mixed(const short *restrict a, const float *restrict b, const double *restrict c,
                  const int *restrict first, double *restrict y, int n)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int k = first[i]; k < first[i + 1]; k++) {
            const int next = k + 3;
            s += a[k] * b[next] + c[k + 1] * (k % 3);
        }
        y[i] = s;
    }
}

/* Down, in steps, modulo 2^32, and where the loop's number is a product. */
static void walks(const int *restrict a, const unsigned *restrict b, double *restrict y, int n,
                  int m, unsigned turn)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        long s = 0, t = 0, u = 0, v = 0;
        for (int k = m - 1; k >= 0; k--)
            s += a[i * m + k] * (long)(k % 5);
        for (int k = 0; k < m; k += 2)
            t += a[i * m + k];
        for (unsigned k = 0; k < (unsigned)m; k++)
            u += b[k + turn];
        for (int k = 0; k < m / 3; k++)
            v += a[3 * k + i] - a[2 * k];
        y[i] = (double)(s + 2 * t + 3 * u + 5 * v);
    }
}

/* What a row's loop has written, the next one reads. */
static void again(float *restrict a, double *restrict y, int n, int m)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        float *row = a + i * m;
        int most = -100;
        for (int k = 0; k < m; k++)
            most = row[k] > most ? (int)row[k] : most;
        for (int k = 0; k < m; k++)
            row[k] -= (float)most;
        double s = 0;
        for (int k = 0; k < m; k++)
            s += row[k] * row[m - 1 - k];
        y[i] = s;
    }
}

int main(void)
{
    static short a[ROOM];
    static int d[ROOM], first[N + 1];
    static unsigned e[ROOM];
    static float b[ROOM];
    static double c[ROOM], y[N];
    all_tiny();
    all_short();
    all_int();
    all_float();
    all_big();
    all_double();
    for (int i = 0; i < ROOM; i++) {
        a[i] = (short)(i % 11);
        b[i] = (float)(i % 17);
        c[i] = i % 5 - 2;
        d[i] = i % 19 - 9;
        e[i] = (unsigned)i % 23;
    }
    for (int i = 0; i < N; i++)
        first[i + 1] = first[i] + i * 7 % 60 % M;
    mixed(a, b, c, first, y, N); /* finds out which of the pointers are used */
    mixed(a, b, c, first, y, N);
    printf("mixed %.17g\n", sum_of(y, N));
    for (int m = 1; m <= M; m += 10) {
        walks(d, e, y, N - 10, m, 0u - 3u + 3u);
        printf("walks %d %.17g\n", m, sum_of(y, N - 10));
        again(b, y, N, m);
        printf("again %d %.17g\n", m, sum_of(y, N));
    }
    return 0;
}
