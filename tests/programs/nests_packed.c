/* SPDX-License-Identifier: MIT */
/* Rows whose iterations have loops of their own: a warp does those of several rows at once, each
 * lane one.  Rows without an iteration and very long ones; what stands in front of the loop; and
 * what keeps each row for a team: results behind the loop, reads of what it writes, last values.
 *
 * device: 7
 * compared: no
 * options: --tcr-accept=omp
 * flags: -O1 -fopenmp
 */
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 1500, MOST = 800, LONG = 9000, PER = 7, PLACES = (ROWS - 1) * MOST + LONG };

/* Of 0 to 25 iterations, a few of hundreds, and the last one of thousands. */
static int length(int i)
{
    return i == ROWS - 1  ? LONG
           : i % 211 == 5 ? 700 + i % 50
           : i % 5 == 0   ? 0
                          : (i * 7919 >> 3) % 26;
}

static long mixed(long a, long b)
{
    return (a * 31 + b * 17) % 1009;
}

/* A sum of the directive's, and an element of each iteration. */
static long sums(const int *count, const long *x, long *y)
{
    long all = 0;
#pragma omp parallel for reduction(+ : all)
    for (int i = 0; i < ROWS; i++)
        for (int a = 0; a < count[i]; a++) {
            long own = 0;
            for (int m = 0; m < PER; m++)
                own += mixed(x[MOST * i + a], m * x[i]);
            y[MOST * i + a] = own;
            all += own % 13;
        }
    return all;
}

/* Values in front of the loop; rows that are long are others'. */
static void map(int from, const int *count, const int *lead, const long *x, long *z)
{
#pragma omp parallel for
    for (int i = from; i < ROWS; i++) {
        const int first = MOST * i, n = count[i];
        long weight = lead[i];
        weight = 3 * weight + 1;
        for (int a = 0; a < n; a++) {
            long own = weight;
            for (int m = 0; m < PER + a % 3; m++)
                own = mixed(own, x[first + a] + m);
            z[first + a] = own + i;
        }
    }
}

/* Several results of the directive's; bounds that follow each other. */
static long extremes(const int *start, const long *x, long *least)
{
    long most = -1, low = 1L << 40;
#pragma omp parallel for reduction(max : most) reduction(min : low)
    for (int i = 0; i < ROWS; i++)
        for (int k = start[i]; k < start[i + 1]; k++) {
            long own = x[k];
            for (int m = 0; m < PER; m++)
                own = mixed(own, m + i);
            most = own > most ? own : most;
            low = own + k < low ? own + k : low;
        }
    *least = low;
    return most;
}

/* An array of the iteration, downwards by steps. */
static void scratch(const int *count, const long *x, long *y)
{
#pragma omp parallel for
    for (int i = 0; i < ROWS; i++)
        for (int a = count[i] - 1; a >= 0; a -= 2) {
            long own[4] = {i, a, 0, 1};
            for (int m = 0; m < PER; m++)
                own[m % 4] += mixed(own[(m + 1) % 4], x[MOST * i + a]);
            y[MOST * i + a] = own[0] + 2 * own[1] + 3 * own[2] + own[3];
        }
}

/* A result behind the loop. */
static void behind(const int *start, const int *lead, const long *x, long *r)
{
#pragma omp parallel for
    for (int i = 0; i < ROWS; i++) {
        long sum = 0;
        for (int k = start[i]; k < start[i + 1]; k++)
            for (int m = 0; m < PER; m++)
                sum += mixed(x[k], m);
        r[i] = sum + lead[i];
    }
}

/* What the loop reads in front, it writes itself; or another pointer leads there. */
static void changes(const int *count, long *r)
{
#pragma omp parallel for
    for (int i = 0; i < ROWS; i++) {
        const long first = r[MOST * i];
        for (int a = 0; a < count[i]; a++) {
            long own = first;
            for (int m = 0; m < PER; m++)
                own = mixed(own, m + a);
            r[MOST * i + a] = own;
        }
    }
}

static void other(const int *count, const long *p, long *r)
{
#pragma omp parallel for
    for (int i = 0; i < ROWS; i++) {
        const long first = p[MOST * i];
        for (int a = 0; a < count[i]; a++) {
            long own = first;
            for (int m = 0; m < PER; m++)
                own = mixed(own, m + a);
            r[MOST * i + a] += own;
        }
    }
}

static void print(const char *what, const long *r, int n)
{
    unsigned long sum = 0;
    for (int i = 0; i < n; i++)
        sum = sum * 33 + (unsigned long)r[i];
    printf("%s %lx\n", what, sum);
}

int main(void)
{
    int *start = calloc(ROWS + 1, sizeof *start), *count = calloc(ROWS, sizeof *count);
    int *lead = calloc(ROWS, sizeof *lead);
    long *x = calloc(PLACES, sizeof *x), *y = calloc(PLACES, sizeof *y);
    long *z = calloc(PLACES, sizeof *z), *r = calloc(ROWS, sizeof *r), least;
    for (int i = 0; i < ROWS; i++) {
        count[i] = length(i);
        start[i + 1] = start[i] + count[i];
        lead[i] = i % 19;
    }
    for (int k = 0; k < PLACES; k++)
        x[k] = k * 2654435761L % 1000;

    printf("%ld\n", sums(count, x, y));
    print("sums", y, PLACES);
    map(0, count, lead, x, z);
    print("map", z, PLACES);
    map(ROWS - 3, count, lead, y, z);
    print("three rows", z, PLACES);
    const long most = extremes(start, x, &least);
    printf("%ld %ld\n", most, least);
    scratch(count, x, y);
    print("scratch", y, PLACES);
    behind(start, lead, x, r);
    print("behind", r, ROWS);
    changes(count, x);
    print("changes", x, PLACES);
    other(count, x, y);
    print("two", y, PLACES);
    count[ROWS - 1] = 20;
    other(count, y, y);
    print("one", y, PLACES);
    other(count, y + 3, y);
    print("shifted", y, PLACES);
    free(r);
    free(z);
    free(y);
    free(x);
    free(lead);
    free(count);
    free(start);
}
