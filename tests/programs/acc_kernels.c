/* SPDX-License-Identifier: MIT */
/* OpenACC's kernels, whose loops say nothing of their order: proved, asked of each call, or left.
 * flags: -O1
 * accept: acc
 * refused: carried carried carried dependent dependent
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define N 60
#define M 4000
static double grid[N][N], next[N][N];

static double sweep(void)
{
    double error = 0, sum = 0;
#pragma acc kernels copyin(grid) copyout(next)
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
            next[i][j] = 0.25 * (grid[i - 1][j] + grid[i + 1][j] + grid[i][j - 1] + grid[i][j + 1]);
#pragma acc kernels
    {
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                error = fmax(error, fabs(next[i][j] - grid[i][j]));
        {
            for (int i = 1; i < N - 1; i++)
                for (int j = 1; j < N - 1; j++)
                    grid[i][j] = next[i][j];
        }
#pragma acc loop
        for (int i = 0; i < N; i++) {
            double row = 0;
            for (int j = 0; j < N; j++)
                row += grid[i][j];
            sum += row; /* no clause: the compiler looks for it */
        }
    }
    return error + sum;
}

/* The same text for arrays that are apart, one, or overlap. */
static void add(int n, const double *from, double *to)
{
#pragma acc kernels loop copyin(from[0:n]) copy(to[0:n])
    for (int i = 0; i < n; i++)
        to[i] = from[i] + 1;
}

static void shift(int n, int by, double *a)
{
#pragma acc kernels
    {
#pragma acc loop
        for (int i = 0; i < n; i++)
            a[i] = a[i + by] * 0.5;
        for (int i = 0; i < n; i++)
            a[i + by] += a[i];
    }
}

/* Numbers that are declared between the loops, and a loop in a condition. */
static int mixed(int n, int *v)
{
    int count = 0;
#pragma acc kernels copy(v[0:n])
    {
        int offset = 3;
        for (int i = 0; i < n; i++)
            v[i] += offset;
        if (v[0] > 2)
            for (int i = 0; i < n; i++)
                v[i]++;
        for (int i = 0; i < n; i++)
            count += v[i] % 2;
    }
    return count;
}

/* Loops that do not begin their lines. */
static double lines(int n, double *a, double *b)
{
    double s = 7, t = 1;
#pragma acc kernels
    {
        s = 0; for (int i = 0; i < n; i++) s += a[i]; t += s;
        for (int i = 0; i < n; i++) b[i] = a[i] + 1; for (int i = 0; i < n; i++) b[i] *= 2;
        { double t = 5; for (int i = 0; i < n; i++) { a[i] += t; } s += t; }
    }
    if (n > 3)
#pragma acc kernels
    { for (int i = 0; i < n; i++) a[i] += 1; for (int i = 0; i < n; i++) a[i] *= 0.5; }
    else t = 0;
    return s + t;
}

/* Counters that are looked at afterwards, and a number that each iteration sets. */
static void counters(int n, double *a)
{
    int i = -1, j = -2, k = -3, l = -4;
    double half = 7;
#pragma acc kernels
    for (i = 0; i < n; i++)
        a[i] += 3;
#pragma acc kernels
    {
        for (j = 0; j < n; j += 2)
            a[j] += 3;
        for (k = 0; k < n / 10; k++)
            for (l = 0; l < 10; l++)
                a[10 * k + l] *= 0.5;
    }
#pragma acc parallel
    {
#pragma acc loop private(half)
        for (int m = 0; m < n; m++) {
            half = a[m] * 0.5;
            a[m] -= half;
        }
#pragma acc loop
        for (int m = 0; m < n; m++)
            a[m] += 1;
    }
    printf("%d %d %d %d\n", i, j, k, l);
}

/* Recurrences, sums in memory, and places that come out of memory. */
static void left(int n, double *a, const int *place, const double *b)
{
#pragma acc kernels
    for (int i = 1; i < n; i++)
        a[i] = a[i - 1] * 0.5 + b[i];
#pragma acc kernels
    {
        double last = 0;
        for (int i = 1; i < n; i++) {
            a[i] += last;
            last = a[i] * 0.25;
        }
#pragma acc loop independent
        for (int i = 0; i < n; i++)
            a[i] += b[i];
    }
#pragma acc kernels
    {
        for (int i = 0; i < n; i++)
            a[i] += b[i] * 0.5;
        for (int i = 1; i < n; i++)
            a[i] -= a[i - 1] * 0.5;
    }
#pragma acc kernels
    for (int i = 0; i < n; i++)
        a[place[i]] += b[i];
#pragma acc kernels loop
    for (int i = 0; i < n; i++)
        a[place[i]] = b[i];
}

static double total(int n, const double *a)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += a[i] * (i % 7 + 1);
    return s;
}

int main(void)
{
    double *a = malloc(2 * M * sizeof *a), *b = malloc(2 * M * sizeof *b);
    int *v = malloc(M * sizeof *v);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            grid[i][j] = i * j % 7;
    for (int i = 0; i < 2 * M; i++)
        a[i] = i % 13, b[i] = i % 11;
    for (int i = 0; i < M; i++)
        v[i] = i * 7 % M;
    for (int k = 0; k < 3; k++)
        printf("%.10g\n", sweep());
    add(M, a, b);
    printf("%.10g\n", total(2 * M, b));
    add(M, a, a);
    add(M, a, a + 1); /* each uses what the one before has made */
    add(M, a + 1, a);
    printf("%.10g\n", total(2 * M, a));
    shift(M, M, a);
    shift(M, 1, a);
    shift(M, 0, b);
    printf("%.10g %.10g\n", total(2 * M, a), total(2 * M, b));
    printf("%d\n", mixed(M, v));
    printf("%.10g\n", lines(M, a, b));
    counters(M, a);
    printf("%.10g %.10g\n", total(2 * M, a), total(2 * M, b));
    for (int i = 0; i < M; i++)
        v[i] = i * 7 % M / 2;
    left(M, a, v, b);
    printf("%.10g\n", total(2 * M, a));
    free(a);
    free(b);
    free(v);
    return 0;
}
