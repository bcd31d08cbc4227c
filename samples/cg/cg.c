/*
 * cg.c: the conjugate gradient method on a matrix from a Matrix Market file.
 *
 *     make && ./cg plate.mtx
 *
 * Solves A x = b for a symmetric positive definite A (coordinate format, real,
 * `symmetric` or `general`), with b = A times (1, 2, ..., n) / n, so that the
 * solution is known.  The matrix is kept in compressed sparse rows; it and all
 * vectors stay on the device from the first loop to the last, and only scalars
 * come back.
 *
 * plate.mtx: the five-point Laplacian of a plate of 24 x 24 points.
 *
 * Method: Hestenes and Stiefel, "Methods of Conjugate Gradients for Solving
 * Linear Systems", J. Res. Natl. Bur. Stand. 49 (1952), 409-436.
 */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Row i: entries first[i] .. first[i + 1] - 1. */
struct csr {
    int n, entries;
    int *first, *column;
    double *value;
};

/* ---- the file ---- */

struct entry {
    int row, column;
    double value;
};

static int by_row(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;

    return x->row != y->row ? (x->row > y->row) - (x->row < y->row)
                            : (x->column > y->column) - (x->column < y->column);
}

/* The first line: is the matrix symmetric?  -1: not what this program reads. */
static int read_banner(FILE *in)
{
    char line[256], object[16], format[16], field[16], symmetry[16];

    if (!fgets(line, sizeof line, in))
        return -1;
    for (char *p = line; *p; p++)
        *p = (char)tolower((unsigned char)*p);
    if (sscanf(line, "%%%%matrixmarket %15s %15s %15s %15s", object, format, field, symmetry) != 4 ||
        strcmp(object, "matrix") != 0 || strcmp(format, "coordinate") != 0 ||
        (strcmp(field, "real") != 0 && strcmp(field, "integer") != 0))
        return -1;
    return strcmp(symmetry, "symmetric") == 0 ? 1 : strcmp(symmetry, "general") == 0 ? 0 : -1;
}

static int read_sizes(FILE *in, int *n, int *entries)
{
    char line[1024];
    int columns;

    do
        if (!fgets(line, sizeof line, in))
            return -1;
    while (*line == '%' || *line == '\n');
    return sscanf(line, "%d %d %d", n, &columns, entries) == 3 && *n == columns && *n > 0 ? 0 : -1;
}

static struct entry *read_entries(FILE *in, int n, int symmetric, int *entries)
{
    struct entry *e = malloc(2 * (size_t)*entries * sizeof *e);
    int k = 0;

    for (int i = 0; e && i < *entries; i++) {
        struct entry x;

        if (fscanf(in, "%d %d %lf", &x.row, &x.column, &x.value) != 3 || x.row < 1 || x.row > n ||
            x.column < 1 || x.column > n) {
            free(e);
            return NULL;
        }
        x.row--;
        x.column--;
        e[k++] = x;
        if (symmetric && x.row != x.column)
            e[k++] = (struct entry){x.column, x.row, x.value};
    }
    *entries = k;
    return e;
}

static int read_matrix(const char *path, struct csr *a)
{
    FILE *in = fopen(path, "r");
    struct entry *e = NULL;
    int symmetric;

    if (!in)
        return -1;
    symmetric = read_banner(in);
    if (symmetric >= 0 && read_sizes(in, &a->n, &a->entries) == 0)
        e = read_entries(in, a->n, symmetric, &a->entries);
    fclose(in);
    a->first = calloc((size_t)a->n + 1, sizeof *a->first);
    a->column = malloc((size_t)a->entries * sizeof *a->column);
    a->value = malloc((size_t)a->entries * sizeof *a->value);
    if (!e || !a->first || !a->column || !a->value) {
        free(e);
        return -1;
    }
    qsort(e, (size_t)a->entries, sizeof *e, by_row);
    for (int k = 0; k < a->entries; k++) {
        a->first[e[k].row + 1]++;
        a->column[k] = e[k].column;
        a->value[k] = e[k].value;
    }
    for (int i = 0; i < a->n; i++)
        a->first[i + 1] += a->first[i];
    free(e);
    return 0;
}

/* ---- the method ---- */

/* y = A x */
static void multiply(const struct csr *a, const double *x, double *y)
{
    const int *first = a->first, *column = a->column;
    const double *value = a->value;

    #pragma tcr loop
    for (int i = 0; i < a->n; i++) {
        double sum = 0;

        for (int k = first[i]; k < first[i + 1]; k++)
            sum += value[k] * x[column[k]];
        y[i] = sum;
    }
}

static double dot(int n, const double *x, const double *y)
{
    double sum = 0;

    #pragma tcr reduce(+:sum)
    for (int i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

/* x += alpha p, r -= alpha q; the new r . r */
static double advance(int n, double alpha, const double *p, const double *q, double *x, double *r)
{
    double rr = 0;

    #pragma tcr reduce(+:rr)
    for (int i = 0; i < n; i++) {
        x[i] += alpha * p[i];
        r[i] -= alpha * q[i];
        rr += r[i] * r[i];
    }
    return rr;
}

/* p = r + beta p */
static void turn(int n, double beta, const double *r, double *p)
{
    #pragma tcr loop
    for (int i = 0; i < n; i++)
        p[i] = r[i] + beta * p[i];
}

/* Solves A x = b from x = 0 until |r| <= tolerance |b|; the number of steps. */
static int solve(const struct csr *a, const double *b, double *x, double tolerance)
{
    int n = a->n, steps = 0;
    double *r = malloc((size_t)n * sizeof *r), *p = malloc((size_t)n * sizeof *p);
    double *q = malloc((size_t)n * sizeof *q);

    if (!r || !p || !q)
        abort();
    for (int i = 0; i < n; i++) {
        x[i] = 0;
        r[i] = p[i] = b[i];
    }
    #pragma tcr data copyin(a->first[0:n+1], a->column[0:a->entries], a->value[0:a->entries]) \
        copy(x[0:n]) copyin(r[0:n], p[0:n]) create(q[0:n])
    {
        double rr = dot(n, r, r), enough = tolerance * tolerance * rr;

        while (rr > enough && steps < 10 * n) {
            double last = rr;

            multiply(a, p, q);
            rr = advance(n, last / dot(n, p, q), p, q, x, r);
            turn(n, rr / last, r, p);
            steps++;
        }
    }
    free(r);
    free(p);
    free(q);
    return steps;
}

int main(int argc, char **argv)
{
    struct csr a = {0};
    double *x, *b, worst = 0;
    int steps;

    if (argc != 2 || read_matrix(argv[1], &a) < 0) {
        fprintf(stderr, argc == 2 ? "%s: %s cannot be read, or is no square real matrix in coordinate format\n"
                                  : "usage: %s MATRIX.mtx\n",
                argv[0], argc == 2 ? argv[1] : "");
        return 1;
    }
    x = calloc((size_t)a.n, sizeof *x);
    b = calloc((size_t)a.n, sizeof *b);
    if (!x || !b)
        return 1;
    for (int i = 0; i < a.n; i++)
        x[i] = (i + 1.0) / a.n;
    multiply(&a, x, b);
    steps = solve(&a, b, x, 1e-10);
    #pragma tcr reduce(max:worst)
    for (int i = 0; i < a.n; i++)
        worst = fmax(worst, fabs(x[i] - (i + 1.0) / a.n));
    printf("%d unknowns, %d entries\n", a.n, a.entries);
    printf("converged: %s\n", steps < 10 * a.n ? "yes" : "no");
    printf("largest error below 1e-8: %s\n", worst < 1e-8 ? "yes" : "no");
    free(a.first);
    free(a.column);
    free(a.value);
    free(x);
    free(b);
    return 0;
}
/* SPDX-License-Identifier: MIT */
