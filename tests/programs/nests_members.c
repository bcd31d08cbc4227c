/* SPDX-License-Identifier: MIT */
/* Inner loops whose bounds and factors are members of structures, or are behind pointers, and
 * subscripts of unsigned numbers: what the host knows before the loop.  Calls in which it does not
 * stay what it is, or a subscript wraps around, are the host's.
 * flags: -O1 -std=gnu17
 * device: 5
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct csr {
    int n;
    int *first, *column;
    double *value, scale, weight[4];
};

struct table {
    int rows, columns;
};

static void *get(size_t n)
{
    void *p = calloc(n, 1);
    if (!p)
        exit(1);
    return p;
}

static void multiply(const struct csr *a, const double *alpha, const double *x, double *y)
{
#pragma tcr loop
    for (int i = 0; i < a->n; i++) {
        double sum = 0;
        for (int k = a->first[i]; k < a->first[i + 1]; k++)
            sum += a->value[k] * x[a->column[k]] * *alpha * a->weight[2] * alpha[1];
        double scaled = a->scale * sum;
        y[i] = scaled + *alpha;
    }
}

static void share(const struct table *t, const double *restrict in, double *restrict out)
{
#pragma tcr loop
    for (int i = 0; i < t->rows; i++) {
        double sum = 0;
        for (int k = 0; k < t->columns; k++)
            sum += in[i * t->columns + k];
        for (int k = 0; k < t->columns; k++)
            out[i * t->columns + k] = in[i * t->columns + k] / sum;
    }
}

/* `out` may have the table in it: the bounds then change on the way. */
static void count(const struct table *t, int width, int *out)
{
#pragma tcr loop
    for (int i = 0; i < t->rows; i++) {
        int all = 0;
        for (int k = 0; k < t->columns; k++)
            all += k % 7;
        for (int k = 0; k < t->columns; k++)
            out[i * width + k] = (all + k) % 8;
    }
}

/* Row i of y: twice that of x, from place b on in steps of s, modulo 2^32. */
static void turn(unsigned n, unsigned m, unsigned b, unsigned s, const double *restrict x,
                 double *restrict y)
{
#pragma tcr loop
    for (unsigned i = 0; i < n; i++) {
        double sum = 0;
        for (unsigned k = 0; k < m; k++)
            sum += x[i * m + k];
        for (unsigned k = 0; k < m; k++)
            y[i * m + k] = sum + x[i * m + (b + k * s)];
    }
}

/* The steps are members: 0, and all iterations write one place. */
static void place(const struct table *t, int n, const double *restrict x, double *restrict y)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int k = 0; k < n; k++)
            sum += x[k];
        for (int k = 0; k < n; k++)
            y[i * t->rows + k * t->columns] = sum + k;
    }
}

static void show(const char *what, const double *x, size_t n)
{
    double s = 0, t = 0;
    for (size_t k = 0; k < n; k++) {
        s += x[k];
        t += (double)(k % 97 + 1) * x[k];
    }
    printf("%s %.10g %.10g\n", what, s, t);
}

static void sparse(void)
{
    enum { N = 400, MOST = 40 };
    struct csr a = {.n = N, .scale = 0.5, .weight = {1, 2, 4, 8}};
    double *x = get(N * sizeof *x), *y = get(N * sizeof *y), *alpha = get(2 * sizeof *alpha);
    a.first = get((N + 1) * sizeof *a.first);
    a.column = get(N * MOST * sizeof *a.column);
    a.value = get(N * MOST * sizeof *a.value);
    for (int i = 0; i < N; i++) {
        a.first[i + 1] = a.first[i] + i * 7 % MOST;
        x[i] = i % 5;
    }
    for (int k = 0; k < a.first[N]; k++) {
        a.column[k] = k * 13 % N;
        a.value[k] = k % 7 - 3;
    }
    alpha[0] = 2;
    alpha[1] = 0.25;
    multiply(&a, alpha, x, y);
    show("multiply", y, N);
    free(a.first);
    free(a.column);
    free(a.value);
    free(x);
    free(y);
    free(alpha);
}

static void tables(void)
{
    enum { ROWS = 9, COLUMNS = 256, ALL = ROWS * COLUMNS };
    struct table t = {ROWS, COLUMNS}, steps = {COLUMNS, 1};
    double *in = get(ALL * sizeof *in), *out = get(ALL * sizeof *out);
    int *counts = get(ALL * sizeof *counts);
    long sum = 0;
    for (int k = 0; k < ALL; k++)
        in[k] = k % 8 + 1;
    share(&t, in, out);
    show("share", out, ALL);
    count(&t, COLUMNS, counts);
    for (int k = 0; k < ALL; k++)
        sum += counts[k] * (k % 5);
    printf("count %ld\n", sum);
    memset(counts, 0, ALL * sizeof *counts);
    struct table *inside = (struct table *)(counts + COLUMNS); /* where row 1 begins */
    *inside = t;
    count(inside, COLUMNS, counts);
    sum = 0;
    for (int k = 0; k < ALL; k++)
        sum += counts[k] * (k % 5);
    printf("count, rows and columns among them: %ld\n", sum);
    turn(ROWS, COLUMNS, 0, 1, in, out);
    show("turn", out, ALL);
    turn(ROWS, COLUMNS, COLUMNS - 1, ~0u, in, out);
    show("turn back", out, ALL);
    place(&steps, ROWS, in, out);
    show("place", out, ALL);
    steps.columns = 0;
    place(&steps, ROWS, in, out);
    show("place, all in one", out, ALL);
    free(in);
    free(out);
    free(counts);
}

int main(void)
{
    sparse();
    tables();
    return 0;
}
