/*
 * heat.c: a plate that cools down, as an array of pointers to its rows.
 *
 *     make && ./heat [points a side] [steps]
 *
 * Explicit steps of u_t = u_xx + u_yy on the unit square with edges at 0, from
 * sin(pi x) sin(pi y), whose solution is known.  Each step also computes norms of
 * what it changes.  The same functions get their rows in two ways: in one block of
 * memory with pointers into it, and each allocated by itself.  Either way the
 * numbers are on the device from the first step to the last; the pointers are the
 * host's, and are translated at each call.
 *
 * What --tcr-report says: step() is a `device loop of 2 levels`, all points at
 * once; in means(), a row is shared by `threads of a team, by rows, sum 'sum'`.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct norms {
    double change, largest, total; /* 2-norm and greatest of what a step changes, integral */
};

static const double pi = 3.141592653589793;

/* One step from u to v, of n x n points; r is the step in time by the square of that in space. */
static struct norms step(int n, double r, double **u, double **v)
{
    double squares = 0, largest = 0, sum = 0;
    struct norms result;

    #pragma tcr reduce(+:squares, sum) reduce(max:largest)
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++) {
            double d = r * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1] - 4 * u[i][j]);

            v[i][j] = u[i][j] + d;
            squares += d * d;
            sum += v[i][j];
            largest = fmax(largest, fabs(d));
        }
    result.change = sqrt(squares) / (n - 1);
    result.largest = largest;
    result.total = sum / ((n - 1.0) * (n - 1.0));
    return result;
}

/* The mean of each row, edges included. */
static void means(int n, double **u, double *mean)
{
    #pragma tcr loop
    for (int i = 0; i < n; i++) {
        double sum = 0;

        for (int j = 0; j < n; j++)
            sum += u[i][j];
        mean[i] = sum / (n - 1);
    }
}

/* `steps` steps, an even number; the norms of the last. */
static struct norms run(int n, int steps, double **u, double **v, double *mean)
{
    struct norms last = {0, 0, 0};

    for (int s = 0; s < steps; s += 2) {
        step(n, 0.25, u, v);
        last = step(n, 0.25, v, u);
    }
    means(n, u, mean);
    return last;
}

/* Rows in one block, which is row[0]. */
static double **one_block(int n)
{
    double **row = malloc((size_t)n * sizeof *row), *all = calloc((size_t)n * (size_t)n, sizeof *all);

    if (!row || !all)
        exit(1);
    for (int i = 0; i < n; i++)
        row[i] = all + (size_t)i * (size_t)n;
    return row;
}

static double **rows_apart(int n)
{
    double **row = malloc((size_t)n * sizeof *row);

    if (!row)
        exit(1);
    for (int i = 0; i < n; i++)
        if (!(row[i] = calloc((size_t)n, sizeof **row)))
            exit(1);
    return row;
}

static void start(int n, double **u)
{
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            u[i][j] = sin(pi * i / (n - 1)) * sin(pi * j / (n - 1));
}

static void print(const char *how, int n, struct norms last, const double *mean)
{
    double largest = 0;

    for (int i = 0; i < n; i++)
        largest = fmax(largest, mean[i]);
    printf("%s: change %.3e, at most %.3e; mean %.6f, of the hottest row %.6f\n", how, last.change,
           last.largest, last.total, largest);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 257, steps = argc > 2 ? atoi(argv[2]) : 400;
    double **u, **v, *mean, decay;
    struct norms last;

    if (n < 3 || n > 30000 || steps < 2 || steps % 2) {
        fprintf(stderr, "usage: %s [3 .. 30000 points a side] [steps, an even number]\n", argv[0]);
        return 1;
    }
    printf("%d x %d points, %d steps\n", n, n, steps);
    mean = malloc((size_t)n * sizeof *mean);
    if (!mean)
        return 1;

    u = one_block(n);
    v = one_block(n);
    start(n, u);
    #pragma tcr data copy(u[0][0:n * n]) copyin(v[0][0:n * n])
    last = run(n, steps, u, v, mean);
    print("one block ", n, last, mean);
    free(u[0]);
    free(v[0]);
    free(u);
    free(v);

    u = rows_apart(n);
    v = rows_apart(n);
    start(n, u);
    for (int i = 0; i < n; i++) {
        #pragma tcr enter data copyin(u[i][0:n], v[i][0:n])
    }
    last = run(n, steps, u, v, mean);
    for (int i = 0; i < n; i++) {
        #pragma tcr exit data copyout(u[i][0:n]) delete(v[i][0:n])
    }
    print("rows apart", n, last, mean);

    decay = pow(1 - 2 * pow(sin(pi / 2 / (n - 1)), 2), steps);
    printf("as it should be: %s\n",
           fabs(u[n / 2][n / 2] - decay * pow(sin(pi * (n / 2) / (n - 1)), 2)) < 1e-12 ? "yes" : "no");
    for (int i = 0; i < n; i++) {
        free(u[i]);
        free(v[i]);
    }
    free(u);
    free(v);
    free(mean);
    return 0;
}
/* SPDX-License-Identifier: MIT */
