/* SPDX-License-Identifier: MIT */
/*
 * Minima and maxima with their places that the host's threads find: enough iterations for threads,
 * values that many share, so that the first or last of equal ones is another thread's, values equal
 * to that from before the loop, pointers, steps, directions, collapsed levels and parts of
 * variables; an update behind a pragma, and one that has a structure set as a whole.
 *
 * device: 10
 */
#include <math.h>
#include <stdio.h>

#define N 30000
#define ROWS 200
#define UNROLL _Pragma("GCC unroll 4")

struct cell {
    double value;
    int row, column;
};

static double x[N + 4];
static float f[N + 4];

static void equals(int n)
{
    double best = -1, sum = 0, tie = 999, other = 999;
    int at = -1, last = -1, tied = -1, beside = n, i;

#pragma tcr reduce(max : best) reduce(+ : sum)
    for (i = 0; i < n; i++) {
        sum += x[i];
        if (x[i] > best) {
            best = x[i];
            at = i;
        }
    }
    printf("%g %d %d %g\n", best, at, i, sum);
    best = -1;
#pragma tcr reduce(max : best)
    for (int k = n - 1; k >= 0; k--)
        if (x[k] >= best)
            best = x[k], last = k;
    printf("%g %d\n", best, last);
#pragma tcr reduce(max : tie) reduce(max : other)
    for (int k = 0; k < n; k++) {
        if (x[k] > tie || (x[k] == tie && k < tied))
            tie = x[k], tied = k;
        if (x[k] > other || (x[k] == other && k < beside))
            other = x[k], beside = k;
    }
    printf("%g %d, %g %d\n", tie, tied, other, beside);
}

static void forms(int n)
{
    double least = 5;
    float low = 3e38f, odd = NAN;
    short small = 100;
    unsigned k, where = 0;
    int at = -1, column = -1, never = -1, i, j;

#pragma tcr reduce(min : least)
    for (double *p = x + n - 1; p >= x; p -= 3)
        if (*p <= least)
            least = *p, at = (int)(p - x);
    printf("%g %d\n", least, at);
#pragma tcr reduce(min : low)
    for (i = 0; i < n; i++)
        UNROLL
    for (j = 0; j < 4; j++)
        if (f[i + j] * 2 < low) {
            low = f[i + j] * 2;
            at = i;
            column = j;
        }
    printf("%g %d %d %d %d\n", (double)low, at, column, i, j);
#pragma tcr reduce(min : small)
    for (k = (unsigned)n; k > 0; k -= 1) {
        short v = (short)x[k];
        if (v < 5)
            continue;
        if (v < small) {
            small = v;
            where = k;
        }
    }
    printf("%d %u %u\n", small, where, k);
#pragma tcr reduce(max : odd)
    for (i = 0; i < n; i++)
        if (f[i] > odd) {
            odd = f[i];
            never = i;
        }
    printf("%d %d\n", isnan(odd), never);
}

static void parts(int rows)
{
    struct cell best = {1e9, -1, -1};
    struct {
        float v;
        int at[2];
    } high = {-1, {0, 0}};
    double pair[2] = {-1, 0}, pivot = 0;
    int row = 0, most = rows == 1 ? 500 : N;

#pragma tcr reduce(min : best.value) reduce(max : pair[0]) collapse(2)
    for (int i = 0; i < rows; i++)
        for (int j = 5; j < ROWS; j += 3) {
            struct cell c = {x[i] * x[j], i, j};
            if (c.value < best.value)
                best = c;
            if (c.value > pair[0]) {
                pair[0] = c.value;
                pair[1] = i * ROWS + j;
            }
        }
#pragma tcr reduce(max : high.v)
    for (int i = 0; i < most; i += 3)
        if (high.v < f[i]) {
            high.v = f[i];
            high.at[1] = i;
            high.at[0] = (int)x[i + 1];
        }
#pragma tcr reduce(max : pivot)
    for (int i = 0; i < rows; i++)
        for (int j = 5; j < ROWS; j += 3)
            if (x[i] * x[j] > pivot) {
                pivot = x[i] * x[j];
                row = i;
            }
    printf("%g %d %d; %g %g; %g %d %d; %g %d\n", best.value, best.row, best.column, pair[0],
           pair[1], (double)high.v, high.at[0], high.at[1], pivot, row);
}

int main(void)
{
    for (int i = 0; i < N + 4; i++)
        x[i] = (double)(i * 7919L % 1000);
    for (int i = 0; i < N + 4; i++)
        f[i] = i % 5 == 0 ? NAN : (float)cos(i % 977);
    equals(N);
    equals(1);
    forms(N);
    parts(ROWS);
    parts(1);
    return 0;
}
