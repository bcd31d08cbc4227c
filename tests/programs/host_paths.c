/*
 * Loops with output, and with calls that nobody can see into, on paths that few
 * iterations take.  Not taken, the loops run on the device; taken, its results are
 * forgotten and the host's loop does, in its order, what the program says: what it has
 * printed, counted and written is what the plain one has.
 *
 * accept: omp,acc
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 500, ROWS = 20 };

static double a[N], b[N], c[N];
static int kind[N], log_of[N], logged, verbose;
static jmp_buf out_of_it;

static void message(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
}

static int report(const char *what, int i)
{
    printf("%s at %d\n", what, i);
    return i;
}

static void few_times(const char *what, int i)
{
    static int said;
    if (said++ < 2)
        printf("%s at %d, for the %d. time\n", what, i, said);
}

static double root(double x, int i)
{
    if (x < 0) {
        report("root of a negative number", i);
        return 0;
    }
    return sqrt(x);
}

static void (*handler)(const char *, int) = few_times;

/* ---- the loops ---- */

/* The count before the output is of all iterations, and is asked. */
static double counted(int n)
{
    double s = 0;
    int bad = 0;
#pragma tcr reduce(+ : s, bad)
    for (int i = 0; i < n; i++) {
        if (a[i] < 0) {
            bad++;
            if (bad < 3)
                printf("bad %d: %g\n", i, a[i]);
            a[i] = 0;
        }
        s += a[i];
    }
    return s + bad;
}

/* Nothing else is done: what is left for the device is to look. */
static int compared(const double *x, const double *y, int n)
{
    int errors = 0;
#pragma tcr reduce(+ : errors)
    for (int i = 0; i < n; i++)
        if (x[i] != y[i]) {
            printf("%d: %g is not %g\n", i, x[i], y[i]);
            errors++;
        }
    return errors;
}

static double variadic(int n)
{
    double s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++) {
        if (kind[i] > 7)
#pragma omp critical
        {
            message("kind %d\n", kind[i]);
            logged++;
        }
        s += b[i] * kind[i];
    }
    return s;
}

/* Written before the output, in the same iteration and in others. */
static double in_place(int n)
{
    int least = N;
#pragma tcr reduce(min : least)
    for (int i = 0; i < n; i++) {
        double t = a[i];
        c[i] = t + b[i];
        a[i] = 2 * t;
        if (kind[i] > 7) {
            printf("%g of %g, %g\n", a[i], t, c[i]);
            b[i] += 1;
            c[i] = -1;
        }
        if (kind[i] == 3 && i < least)
            least = i;
    }
    return a[n / 2] + c[n / 3] + b[n / 4] + least;
}

static double called(int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += root(a[i], i);
    return s;
}

static double lasting(int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        if (a[i] < 0)
            few_times("negative", i);
        else if (kind[i] > 7)
            handler("kind", i);
        s += fabs(a[i]);
    }
    return s;
}

static double value_used(int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        int k = kind[i] > 7 ? report("value", i) : kind[i];
        if (k > N || (kind[i] > 8 && printf("kind %d\n", k) > 3))
            s += 1;
        kind[i] == 9 ? puts("nine") : (void)0;
        s += a[i] * k;
    }
    return s;
}

static double chosen(int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        double t;
        switch (kind[i]) {
        case 0:
            t = 1;
            break;
        case 1:
        case 2:
            t = a[i];
            break;
        case 8:
            printf("eight at %d\n", i);
            log_of[logged++ % N] = i;
            t = logged;
            break;
        default:
            t = 2;
        }
        s += t;
    }
    return s;
}

static double skipped(int n)
{
    double s = 0, last = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        s += b[i];
        if (kind[i] <= 7)
            continue;
        printf("%d: the sum is %g\n", i, s);
        last = s;
        fflush(stdout);
    }
    return s + last;
}

static double inner(int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int k = 0; k < ROWS; k++)
        for (int j = 0; j < n / ROWS; j++) {
            double x = a[k * (n / ROWS) + j];
            if (x < 0) {
                if (verbose)
                    putchar('*');
                fputs("negative\n", stdout);
                break;
            }
            s += x;
        }
    return s;
}

/* Left by other ways than its end. */
static double returns(int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        if (kind[i] > 7) {
            printf("no more at %d\n", i);
            return s;
        }
        s += a[i];
    }
    return s + 1;
}

static double breaks(int n)
{
    double s = 0;
    int at = -1;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        if (kind[i] > 7) {
            printf("break at %d\n", i);
            at = i;
            break;
        }
        s += a[i];
    }
    return s + at;
}

static double jumps(int n)
{
    double s = 0;
    if (setjmp(out_of_it))
        return -1;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        if (kind[i] > 7) {
            printf("jump at %d\n", i);
            longjmp(out_of_it, 1);
        }
        s += a[i];
    }
    return s;
}

static double collapsed(int n)
{
    double s = 0;
    int i, j, rows = n / ROWS;
#pragma tcr reduce(+ : s) collapse(2)
    for (i = 0; i < ROWS; i++)
        for (j = 0; j < rows; j++) {
            if (kind[i * rows + j] > 7) {
                char line[80];
                snprintf(line, sizeof line, "row %d, column %d", i, j);
                puts(line);
                goto out;
            }
            s += a[i * rows + j];
        }
out:
    return s + i + j;
}

static double allocates(int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        double few[4] = {1, 2, 3, 4}, *v = few;
        int m = kind[i] > 7 ? 8 : 4;
        if (m > 4) {
            free(NULL);
            v = malloc((size_t)m * sizeof *v);
            for (int k = 0; k < m; k++)
                v[k] = k;
        }
        for (int k = 0; k < 4; k++)
            s += few[k] + a[i];
        if (m > 4) {
            s += v[7];
            free(v);
        }
    }
    return s;
}

/* An early warning; the number is one that the loop does not write otherwise. */
static int warned;
static double warns(int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        if (a[i] < 0 && !warned) {
            warned = i;
            printf("the first one at %d, others are not told\n", i);
        }
        s += a[i] + warned;
    }
    return s;
}

static double heeded(int n)
{
    double s = 0;
#pragma acc parallel loop reduction(+ : s) copy(c [0:N])
    for (int i = 0; i < n; i++) {
        c[i] += 1;
        if (kind[i] > 7)
            printf("heeded at %d\n", i);
        s += c[i];
    }
    return s;
}

static double linked(int n)
{
    double most = -1;
#pragma tcr reduce(max : most)
    for (int i = 0; i < n; i++) {
        if (a[i] > most)
            most = a[i];
        if (kind[i] == 8)
            fputs("told", stdout), putchar(10);
    }
    return most;
}

static double resident(int n)
{
    double s = 0, *x = a, *y = b;
    int *k = kind;
#pragma tcr data copyin(k [0:n]) copy(x [0:n], y [0:n])
    {
#pragma tcr loop
        for (int i = 0; i < n; i++)
            y[i] = 3 * x[i];
#pragma tcr reduce(+ : s)
        for (int i = 0; i < n; i++) {
            if (k[i] > 7) { /* y is newer on the device, and then on the host */
                printf("y is %g\n", y[i]);
                memset(y, 0, sizeof *y);
                y[i] = 100;
            }
            x[i] += 1;
            s += x[i];
        }
#pragma tcr reduce(+ : s)
        for (int i = 0; i < n; i++)
            s += y[i];
    }
    return s + x[0];
}

/* ---- */

static void fill(int spoilt)
{
    for (int i = 0; i < N; i++) {
        a[i] = 1 + i % 7 * 0.25;
        b[i] = i % 3;
        c[i] = 0;
        kind[i] = i % 5;
    }
    logged = 0;
    warned = 0;
    if (!spoilt)
        return;
    a[17] = -1;
    a[300] = -2;
    a[301] = -2.5;
    kind[400] = 9;
    kind[77] = 8;
}

int main(void)
{
    static double (*const loops[])(int) = {
        counted, variadic, in_place, called,    lasting,   value_used, chosen, skipped, inner,
        returns, breaks,   jumps,    collapsed, allocates, warns,      heeded, linked,  resident};
    for (int turn = 0; turn < 6; turn++) {
        verbose = turn & 1;
        for (size_t k = 0; k < sizeof loops / sizeof *loops; k++) {
            double s;
            fill(turn == 1 || turn > 3);
            s = loops[k](N);
            for (int i = 0; i < N; i++)
                s += a[i] * (i % 5) + b[i] * (i % 7) + c[i] * (i % 9) + log_of[i];
            printf("%d: %.10g %d %d\n", (int)k, s, logged, warned);
        }
        fill(0);
        printf("%d\n", compared(a, a, N));
        memcpy(c, a, sizeof c);
        if (turn)
            c[9] = c[99] = turn;
        printf("%d\n", compared(a, c, N));
    }
    return 0;
}
/* SPDX-License-Identifier: MIT */
