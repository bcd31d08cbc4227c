/* SPDX-License-Identifier: MIT */
/* Rows between offsets, which their own iteration writes and the threads of a team share: also rows
 * that are empty or long, in another order than their offsets, downwards; what is carried along a
 * row, elements that two of its iterations write, arrays that are one.
 *
 * accept: omp
 * flags: -O1 -fopenmp
 * device: 7
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 300, MOST = 16000 };

static void scale(int n, const int *start, const double *d, double *y)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        for (int k = start[i]; k < start[i + 1]; k++)
            y[k] *= d[i];
}

/* The same, of which nobody promises that rows are apart. */
static void shift(int n, const int *from, const int *to, double *y)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        for (int k = from[i]; k < to[i]; k++)
            y[k] = y[k] + i;
}

static void normalise(int n, const long *start, const double *x, double *y)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        const long first = start[i], last = start[i + 1];
        double most = -1, sum = 0;
        for (long k = first; k < last; k++)
            most = x[k] > most ? x[k] : most;
        for (long k = first; k < last; k++) {
            y[k] = x[k] - most;
            sum += y[k];
        }
        for (long k = last - 1; k >= first; k--)
            y[k] += sum;
    }
}

/* Along a row: these stay a thread's. */
static void along(int n, const int *start, double *y)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        for (int k = start[i] + 1; k < start[i + 1]; k++)
            y[k] += y[k - 1] * 0.5;
}

static void twice(int n, const int *start, double *y)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        for (int k = start[i]; k < start[i + 1] - 1; k++) {
            y[k] = y[k] + 1;
            y[k + 1] = y[k] * 0.5;
        }
}

static void elsewhere(int n, const int *start, const int *mate, double *y)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        for (int k = start[i]; k < start[i + 1]; k++)
            y[k] = y[mate[k]] + 1; /* perhaps what an iteration before has written */
}

/* The offset of the inner loop is another one in each turn of the loop around it. */
static void blocks(int n, const int *start, const int *first, double *y)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        for (int b = 0; b < 3; b++)
            for (int k = first[3 * i + b]; k < start[i + 1]; k++)
                y[k] = y[k] * 2 + b;
}

static void show(const char *name, const double *y)
{
    double s = 0;
    for (int k = 0; k < MOST; k++)
        s += y[k] * (k % 97 + 1);
    printf("%s %.17g\n", name, s);
}

int main(void)
{
    int *start = malloc((ROWS + 1) * sizeof *start), *mate = malloc(MOST * sizeof *mate);
    int *from = malloc(ROWS * sizeof *from), *to = malloc(ROWS * sizeof *to);
    int *first = malloc(3 * ROWS * sizeof *first), at = 0;
    long *wide = malloc((ROWS + 1) * sizeof *wide);
    double *x = malloc(MOST * sizeof *x), *y = malloc(MOST * sizeof *y),
           *d = malloc(ROWS * sizeof *d);
    for (int i = 0; i <= ROWS; i++) {
        wide[i] = start[i] = at;
        at += i % 7 == 0 ? 0 : i == 100 ? 3000 : i * 37 % 60;
    }
    for (int i = 0; i < ROWS; i++) {
        from[i] = start[ROWS - 1 - i];
        to[i] = start[ROWS - i];
        d[i] = i % 5 - 2;
        for (int b = 0; b < 3; b++)
            first[3 * i + b] = start[i] + (start[i + 1] - start[i]) * b / 3;
    }
    for (int k = 0; k < MOST; k++) {
        x[k] = k * 31 % 101;
        y[k] = k % 13;
        mate[k] = k;
    }
    for (int i = 0; i < ROWS; i++)
        for (int k = start[i]; k < start[i + 1]; k++)
            mate[k] = start[i] + (k - start[i]) / 2;
    scale(ROWS, start, d, y);
    show("scale", y);
    shift(ROWS, from, to, y);
    show("shift", y);
    to[200] += 9; /* two rows meet: the loop keeps its order */
    shift(ROWS, from, to, y);
    show("rows that meet", y);
    normalise(ROWS, wide, x, y);
    show("normalise", y);
    normalise(ROWS, wide, y, y);
    show("in place", y);
    along(ROWS, start, y);
    show("along", y);
    twice(ROWS, start, y);
    show("twice", y);
    elsewhere(ROWS, start, mate, y);
    show("elsewhere", y);
    blocks(ROWS, start, first, y);
    show("blocks", y);
    printf("%d\n", at <= MOST);
    free(start), free(mate), free(from), free(to), free(first), free(wide);
    free(x), free(y), free(d);
    return 0;
}
