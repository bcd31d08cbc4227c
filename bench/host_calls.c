/* SPDX-License-Identifier: MIT */
/*
 * host_calls.c: what each call of a small loop costs on the host, beside the same loop as the
 * compiler has it.  Compiled four times by host_calls.sh:
 *
 *     -DNAME(f)=f_omp          by the compiler: OpenMP's directives
 *     -DNAME(f)=f_taken        by tcr-cc --tcr-accept=omp: the same text
 *     -DNAME(f)=f_tcr -DOURS   by tcr-cc: tcr's directives
 *     -DMAIN                   the timing: CALLS of each loop in all
 */
#include <stdio.h>
#include <stdlib.h>

/* What a loop gets: a number that says how long it is, and arrays. */
struct data {
    int n;
    double *x, *y, *z;
    int *start, *column;
};
typedef double loop(const struct data *d);

#define LOOPS(DO) DO(sum) DO(axpy) DO(stencil) DO(nest) DO(rows) DO(team)

#ifdef NAME

#ifdef OURS
#define SUM _Pragma("tcr reduce(+:s)")
#define LOOP _Pragma("tcr loop")
#else
#define SUM _Pragma("omp parallel for reduction(+:s)")
#define LOOP _Pragma("omp parallel for")
#endif

loop NAME(sum), NAME(axpy), NAME(stencil), NAME(nest), NAME(rows), NAME(team);

double NAME(sum)(const struct data *d)
{
    const double *x = d->x;
    const int n = d->n;
    double s = 0;

    SUM for (int i = 0; i < n; i++) s += x[i];
    return s;
}

double NAME(axpy)(const struct data *d)
{
    const double *x = d->x;
    double *y = d->y;
    const int n = d->n;

    LOOP for (int i = 0; i < n; i++) y[i] += 0.5 * x[i];
    return y[0];
}

double NAME(stencil)(const struct data *d)
{
    const double *x = d->x;
    double *y = d->y;
    const int n = d->n;

    LOOP for (int i = 1; i < n - 1; i++) for (int j = 1; j < n - 1; j++) y[i * n + j] =
        0.25 * (x[i * n + j - 1] + x[i * n + j + 1] + x[(i - 1) * n + j] + x[(i + 1) * n + j]);
    return y[n + 1];
}

double NAME(nest)(const struct data *d)
{
    const double *x = d->x, *y = d->y;
    double *z = d->z;
    const int n = d->n;

    LOOP for (int i = 0; i < n; i++) for (int k = 0; k < n; k++) for (int j = 0; j < n; j++)
        z[i * n + j] += x[i * n + k] * y[k * n + j];
    return z[0];
}

double NAME(rows)(const struct data *d)
{
    const double *x = d->x, *y = d->y;
    double *z = d->z;
    const int *start = d->start, *column = d->column;
    const int n = d->n;

    LOOP for (int i = 0; i < n; i++)
    {
        double s = 0;

        for (int k = start[i]; k < start[i + 1]; k++)
            s += x[k] * y[column[k]];
        z[i] = s;
    }
    return z[0];
}

#define TEAM_LOOPS 10
double NAME(team)(const struct data *d)
{
    const double *x = d->x;
    double *y = d->y;
    const int n = d->n;

#ifdef OURS
    for (int t = 0; t < TEAM_LOOPS; t++)
        LOOP for (int i = 0; i < n; i++) y[i] += 0.5 * x[i];
#else
#pragma omp parallel
    for (int t = 0; t < TEAM_LOOPS; t++)
#pragma omp for
        for (int i = 0; i < n; i++)
            y[i] += 0.5 * x[i];
#endif
    return y[0];
}
#endif

#ifdef MAIN
#include "host_times.h"

#define DECLARE(f) loop f##_omp, f##_taken, f##_tcr;
LOOPS(DECLARE)

enum { MOST = 100000, PER_ROW = 9, ROUNDS = 51, SIDES = 3 };

static double least(double *t)
{
    qsort(t, ROUNDS, sizeof *t, by_value);
    return t[0];
}

/* The same numbers at the start of each: sums must not grow without bound. */
static void fill(const struct data *d)
{
    for (int i = 0; i < MOST; i++) {
        d->x[i] = (double)(i % 17) / 16 - 0.5;
        d->y[i] = (double)(i % 13) / 12 - 0.5;
        d->z[i] = 0;
    }
}

static double seconds(loop *f, const struct data *d, int calls, double *result)
{
    double start = now();

    for (int k = 0; k < calls; k++)
        *result = f(d);
    return (now() - start) / calls;
}

static void check(const char *name, loop *const *f, const struct data *d)
{
    double of[SIDES];

    for (int s = 0; s < SIDES; s++) {
        fill(d);
        of[s] = f[s](d);
        if (of[s] - of[0] > 1e-9 || of[0] - of[s] > 1e-9) {
            fprintf(stderr, "%s: results differ: %.17g %.17g\n", name, of[0], of[s]);
            exit(1);
        }
    }
}

static void measure(const char *name, loop *const *f, struct data *d, int n, int all)
{
    static double t[SIDES][ROUNDS];
    const int calls = all / ROUNDS + 1;
    double result, of[SIDES];

    d->n = n;
    check(name, f, d);
    fill(d);
    for (int s = 0; s < SIDES; s++)
        seconds(f[s], d, calls, &result);
    for (int r = 0; r < ROUNDS; r++)
        for (int k = 0; k < SIDES; k++) { /* turn about, so that none always comes first */
            const int s = (r + k) % SIDES;

            t[s][r] = seconds(f[s], d, calls, &result);
        }
    for (int s = 0; s < SIDES; s++)
        of[s] = 1e9 * least(t[s]);
    printf("%-8s %6d %10.0f %10.0f %7.3f %+7.0f %10.0f %7.3f %+7.0f\n", name, n, of[0], of[1],
           of[1] / of[0], of[1] - of[0], of[2], of[2] / of[0], of[2] - of[0]);
}

static void measure_all(struct data *d, int calls)
{
    static const int of_sum[] = {100, 1000, 10000, 0}, of_axpy[] = {1000, 0},
                     of_stencil[] = {32, 100, 0}, of_nest[] = {12, 16, 24, 32, 48, 64, 0},
                     of_rows[] = {100, 0}, of_team[] = {1000, 0};

#define MEASURE(f)                                                                                 \
    for (const int *n = of_##f; *n; n++)                                                           \
        measure(#f, (loop *const[]){f##_omp, f##_taken, f##_tcr}, d, *n, calls);
    LOOPS(MEASURE)
}

int main(int argc, char **argv)
{
    struct data d = {.x = malloc(MOST * sizeof(double)),
                     .y = malloc(MOST * sizeof(double)),
                     .z = malloc(MOST * sizeof(double)),
                     .start = malloc(MOST * sizeof(int)),
                     .column = malloc(MOST * sizeof(int))};

    if (!d.x || !d.y || !d.z || !d.start || !d.column)
        return 1;
    for (int i = 0; i < MOST / PER_ROW; i++) {
        d.start[i] = i * PER_ROW;
        for (int k = 0; k < PER_ROW; k++)
            d.column[i * PER_ROW + k] = (i * 7 + k * 31) % 1000;
    }
    measure_all(&d, argc > 1 ? atoi(argv[1]) : 100000);
    return 0;
}
#endif
