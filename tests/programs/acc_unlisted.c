/* SPDX-License-Identifier: MIT */
/* Minima, maxima and integer sums that no clause of OpenACC has, and variables that are nearly such.
 * flags: -O1
 * accept: acc
 * refused: carried carried reduction-misuse
 */
#include <math.h>
#include <stdio.h>

#define N 90
#define M 70
static double a[N][M], b[N][M];
static int v[N], w[N], shared;

static double next(void)
{
    double error = 0;
#pragma acc kernels loop independent present(a, b)
    for (int j = 1; j < N - 1; j++) {
#pragma acc loop
        for (int i = 1; i < M - 1; i++) {
            b[j][i] = (a[j][i + 1] + a[j][i - 1] + a[j - 1][i] + a[j + 1][i]) / 4;
            error = fmax(error, fabs(b[j][i] - a[j][i]));
        }
    }
    return error;
}

static void counts(void)
{
    int n = 0, bits = 0, any = 0;
    long most = -5;
    unsigned odd = 7;
#pragma acc kernels loop
    for (int i = 0; i < N; i++) {
        n += v[i] > 3;
        bits |= v[i];
        odd ^= (unsigned)v[i] << i % 7;
        any = any || v[i] == 9;
        if (v[i] > most)
            most = v[i];
        shared -= v[i];
    }
    printf("%d %d %u %d %ld %d\n", n, bits, odd, any, most, shared);
}

/* What a loop looks at between, changes by another name, or rounds. */
static void nearly(void)
{
    int seen = 0, few = 0, other = 0, *p = &other;
#pragma acc kernels loop
    for (int i = 0; i < N; i++) {
        seen += v[i];
        w[i] = seen;
    }
#pragma acc kernels loop
    for (int i = 0; i < N; i++)
        if (few < 20)
            few += v[i] & 1;
#pragma acc kernels loop
    for (int i = 0; i < N; i++) {
        other += v[i];
        *p ^= 1;
    }
    printf("%d %d %d %d\n", seen, w[N / 2], few, other);
}

int main(void)
{
    double error = 1;
    for (int j = 0; j < N; j++)
        a[j][0] = b[j][0] = 1, v[j] = j * 13 % 11 - 2;
#pragma acc data copy(a) create(b)
    for (int t = 0; t < 5; t++) {
        error = next();
#pragma acc parallel loop collapse(2)
        for (int j = 1; j < N - 1; j++)
            for (int i = 1; i < M - 1; i++)
                a[j][i] = b[j][i];
    }
    printf("%.15g\n", error);
    counts();
    nearly();
    return 0;
}
