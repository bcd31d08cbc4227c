/*
 * cg.c: the conjugate gradient method on a matrix from a Matrix Market file.
 *
 *     make && ./cg plate.mtx
 *
 * Solves A x = b for a symmetric positive definite A (coordinate format, real,
 * `symmetric` or `general`), with b = A times (1, 2, ..., n) / n, so that the
 * solution is known, and the diagonal of A as a preconditioner.  The matrix is kept
 * in compressed sparse rows.  The method runs on the device as a whole: data
 * directives keep the matrix and all vectors there, most of which the host never
 * sees, and nothing but the sums of each step comes back.  TCR_SUMMARY=1 shows it:
 * 0 bytes to the device in all loops, and 16 from it for each sum.
 *
 * --tcr-report says of the loops over the entries of a row that they are shared
 * by `threads of a team`: how many threads a row has, depends on how long rows
 * are, which the device looks at.
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

/* y = A x; the result is x . y */
static double multiply(const struct csr *a, const double *x, double *y)
{
    double xy = 0;

    #pragma tcr reduce(+:xy)
    for (int i = 0; i < a->n; i++) {
        double sum = 0;

        for (int k = a->first[i]; k < a->first[i + 1]; k++)
            sum += a->value[k] * x[a->column[k]];
        y[i] = sum;
        xy += x[i] * sum;
    }
    return xy;
}

/* d: one by the diagonal of A. */
static void precondition(const struct csr *a, double *d)
{
    #pragma tcr loop
    for (int i = 0; i < a->n; i++) {
        double diagonal = 0;

        for (int k = a->first[i]; k < a->first[i + 1]; k++)
            if (a->column[k] == i)
                diagonal += a->value[k];
        d[i] = 1 / diagonal;
    }
}

/* Sums of a step: r . d r and r . r */
struct sums {
    double rdr, rr;
};

/* x += alpha p, r -= alpha q */
static struct sums advance(int n, double alpha, const double *d, const double *p, const double *q,
                           double *x, double *r)
{
    double rdr = 0, rr = 0;

    #pragma tcr reduce(+:rdr, rr)
    for (int i = 0; i < n; i++) {
        x[i] += alpha * p[i];
        r[i] -= alpha * q[i];
        rdr += r[i] * d[i] * r[i];
        rr += r[i] * r[i];
    }
    return (struct sums){rdr, rr};
}

/* p = d r + beta p */
static void turn(int n, double beta, const double *d, const double *r, double *p)
{
    #pragma tcr loop
    for (int i = 0; i < n; i++)
        p[i] = d[i] * r[i] + beta * p[i];
}

/* x = p = q = 0, r = b */
static void start(int n, const double *b, double *x, double *r, double *p, double *q)
{
    #pragma tcr loop
    for (int i = 0; i < n; i++) {
        x[i] = p[i] = q[i] = 0;
        r[i] = b[i];
    }
}

static double *vector(int n)
{
    double *v = malloc((size_t)n * sizeof *v);

    if (!v)
        abort();
    return v;
}

/* Solves A x = b from x = 0 until |r| <= tolerance |b|; the number of steps.
 * The matrix, b and x are on the device. */
static int solve(const struct csr *a, const double *b, double *x, double tolerance)
{
    int n = a->n, steps = 0;
    double *d = vector(n), *r = vector(n), *p = vector(n), *q = vector(n), enough;
    struct sums s;

    #pragma tcr enter data create(d[0:n], r[0:n], p[0:n], q[0:n])
    precondition(a, d);
    start(n, b, x, r, p, q);
    s = advance(n, 0, d, p, q, x, r);
    turn(n, 0, d, r, p);
    enough = tolerance * tolerance * s.rr;
    while (s.rr > enough && steps < 10 * n) {
        double last = s.rdr;

        s = advance(n, last / multiply(a, p, q), d, p, q, x, r);
        turn(n, s.rdr / last, d, r, p);
        steps++;
    }
    #pragma tcr exit data delete(d[0:n], r[0:n], p[0:n], q[0:n])
    free(d);
    free(r);
    free(p);
    free(q);
    return steps;
}

/* x = (1, 2, ..., n) / n */
static void known(int n, double *x)
{
    #pragma tcr loop
    for (int i = 0; i < n; i++)
        x[i] = (i + 1.0) / n;
}

static double difference(int n, const double *x, const double *y)
{
    double worst = 0;

    #pragma tcr reduce(max:worst)
    for (int i = 0; i < n; i++)
        worst = fmax(worst, fabs(x[i] - y[i]));
    return worst;
}

int main(int argc, char **argv)
{
    struct csr a = {0};
    double *exact, *b, *x, error;
    int n, steps;

    if (argc != 2 || read_matrix(argv[1], &a) < 0) {
        fprintf(stderr, argc == 2 ? "%s: %s cannot be read, or is no square real matrix in coordinate format\n"
                                  : "usage: %s MATRIX.mtx\n",
                argv[0], argc == 2 ? argv[1] : "");
        return 1;
    }
    n = a.n;
    exact = vector(n);
    b = vector(n);
    x = vector(n);

    #pragma tcr data copyin(a.first[0:n + 1], a.column[0:a.entries], a.value[0:a.entries]) \
        create(exact[0:n], b[0:n]) copyout(x[0:n])
    {
        known(n, exact);
        multiply(&a, exact, b);
        steps = solve(&a, b, x, 1e-10);
        error = difference(n, x, exact);
    }
    printf("%d unknowns, %d entries\n", n, a.entries);
    printf("converged: %s\n", steps < 10 * n ? "yes" : "no");
    printf("largest error below 1e-8: %s\n", error < 1e-8 ? "yes" : "no");
    free(a.first);
    free(a.column);
    free(a.value);
    free(exact);
    free(b);
    free(x);
    return 0;
}
/* SPDX-License-Identifier: MIT */
