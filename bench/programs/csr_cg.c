// SPDX-License-Identifier: MIT
// csr_cg [N [ITERATIONS [LEVELS [CASES]]]]: conjugate gradients on the 27-point matrix of an N^3
// grid, in CSR, preconditioned by a V-cycle of LEVELS grids (1: Jacobi), whose smoother is damped
// Jacobi.
#include <math.h>

#include "program.h"

enum { MOST_LEVELS = 6, NEIGHBOURS = 27 };

struct matrix {
    int rows;
    int *start, *column; // of row i: [start[i], start[i + 1])
    double *value;
    double *diagonal;
};

struct level {
    int n;
    struct matrix a;
    int *fine; // the rows of the finer level of which this level's rows are made, 8 each
    double *x, *b, *r;
};

static struct level levels[MOST_LEVELS];
static double smoothing = 0.6;

// ---- setup ----

static int count_neighbours(int n, int row)
{
    const int iz = row / (n * n), iy = row / n % n, ix = row % n;
    const int cx = 3 - (ix == 0) - (ix == n - 1), cy = 3 - (iy == 0) - (iy == n - 1);
    const int cz = 3 - (iz == 0) - (iz == n - 1);

    return cx * cy * cz;
}

static void fill_row(struct matrix *a, int n, int row)
{
    const int iz = row / (n * n), iy = row / n % n, ix = row % n;
    int k = a->start[row];

    for (int sz = -1; sz <= 1; sz++) {
        if (iz + sz < 0 || iz + sz >= n)
            continue;
        for (int sy = -1; sy <= 1; sy++) {
            if (iy + sy < 0 || iy + sy >= n)
                continue;
            for (int sx = -1; sx <= 1; sx++) {
                if (ix + sx < 0 || ix + sx >= n)
                    continue;
                const int other = row + (sz * n + sy) * n + sx;

                a->column[k] = other;
                a->value[k] = other == row ? 26.0 : -1.0;
                k++;
            }
        }
    }
    a->diagonal[row] = 26.0;
}

static void matrix_make(struct matrix *a, int n)
{
    const int rows = n * n * n;

    a->rows = rows;
    a->start = allocate((size_t)rows + 1, sizeof *a->start);
    a->start[0] = 0;
    for (int i = 0; i < rows; i++)
        a->start[i + 1] = a->start[i] + count_neighbours(n, i);
    a->column = allocate((size_t)a->start[rows], sizeof *a->column);
    a->value = allocate((size_t)a->start[rows], sizeof *a->value);
    a->diagonal = allocate((size_t)rows, sizeof *a->diagonal);
#pragma omp parallel for
    for (int i = 0; i < rows; i++)
        fill_row(a, n, i);
}

static double *vector_new(int length)
{
    double *v = allocate((size_t)length, sizeof *v);

#pragma omp parallel for
    for (int i = 0; i < length; i++)
        v[i] = 0.0;
    return v;
}

static void level_make(struct level *l, int n)
{
    l->n = n;
    matrix_make(&l->a, n);
    l->x = vector_new(l->a.rows);
    l->b = vector_new(l->a.rows);
    l->r = vector_new(l->a.rows);
    l->fine = allocate((size_t)l->a.rows * 8, sizeof *l->fine);
    for (int row = 0; row < l->a.rows; row++) {
        const int iz = row / (n * n), iy = row / n % n, ix = row % n;

        for (int k = 0; k < 8; k++) {
            const int fz = 2 * iz + k / 4, fy = 2 * iy + k / 2 % 2, fx = 2 * ix + k % 2;
            l->fine[8 * row + k] = (fz * 2 * n + fy) * 2 * n + fx;
        }
    }
}

static void level_free(struct level *l)
{
    free(l->a.start);
    free(l->a.column);
    free(l->a.value);
    free(l->a.diagonal);
    free(l->x);
    free(l->b);
    free(l->r);
    free(l->fine);
}

// ---- operations ----

static void multiply(const struct matrix *a, const double *x, double *y)
{
    const int rows = a->rows;
    const int *start = a->start, *column = a->column;
    const double *value = a->value;

#pragma omp parallel for
    for (int i = 0; i < rows; i++) {
        double sum = 0.0;

        for (int k = start[i]; k < start[i + 1]; k++)
            sum += value[k] * x[column[k]];
        y[i] = sum;
    }
}

static double dot(int length, const double *x, const double *y)
{
    double sum = 0.0;

#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < length; i++)
        sum += x[i] * y[i];
    return sum;
}

// w = alpha x + beta y
static void combine(int length, double alpha, const double *x, double beta, const double *y,
                    double *w)
{
    if (alpha == 1.0) {
#pragma omp parallel for
        for (int i = 0; i < length; i++)
            w[i] = x[i] + beta * y[i];
    } else {
#pragma omp parallel for
        for (int i = 0; i < length; i++)
            w[i] = alpha * x[i] + beta * y[i];
    }
}

// x += smoothing D^-1 (b - A x), the residual going through r.
static void smooth(const struct level *l)
{
    const struct matrix *a = &l->a;

#pragma omp parallel for
    for (int i = 0; i < a->rows; i++) {
        double sum = l->b[i];
        const int first = a->start[i], last = a->start[i + 1];

        for (int k = first; k < last; k++)
            sum -= a->value[k] * l->x[a->column[k]];
        l->r[i] = sum;
    }
#pragma omp parallel for
    for (int i = 0; i < a->rows; i++)
        l->x[i] += smoothing * l->r[i] / a->diagonal[i];
}

static void residual_to(const struct level *fine, const struct level *coarse)
{
    multiply(&fine->a, fine->x, fine->r);
    combine(fine->a.rows, 1.0, fine->b, -1.0, fine->r, fine->r);
    // the coarse matrix has the fine one's entries: a mean of 8, times 4 for the mesh
#pragma omp parallel for
    for (int i = 0; i < coarse->a.rows; i++) {
        double sum = 0.0;

        for (int k = 0; k < 8; k++)
            sum += fine->r[coarse->fine[8 * i + k]];
        coarse->b[i] = 0.5 * sum;
        coarse->x[i] = 0.0;
    }
}

static void correct_from(const struct level *coarse, const struct level *fine)
{
#pragma omp parallel for
    for (int i = 0; i < coarse->a.rows; i++) {
        for (int k = 0; k < 8; k++)
            fine->x[coarse->fine[8 * i + k]] += coarse->x[i];
    }
}

static void v_cycle(int level, int count)
{
    struct level *l = &levels[level];
    const int times = level == count - 1 && count > 1 ? 8 : 1;

    for (int t = 0; t < times; t++)
        smooth(l);
    if (level == count - 1)
        return;
    residual_to(l, l + 1);
    v_cycle(level + 1, count);
    correct_from(l + 1, l);
    smooth(l);
}

// z = M^-1 r
static void precondition(int count, int rows, const double *r, double *z)
{
    if (count == 1) {
        const double *diagonal = levels[0].a.diagonal;

#pragma omp parallel for
        for (int i = 0; i < rows; i++)
            z[i] = r[i] / diagonal[i];
        return;
    }
    struct level *top = &levels[0];

#pragma omp parallel for
    for (int i = 0; i < rows; i++) {
        top->b[i] = r[i];
        top->x[i] = 0.0;
    }
    v_cycle(0, count);
#pragma omp parallel for
    for (int i = 0; i < rows; i++)
        z[i] = top->x[i];
}

// The solution of case `s`, which is not smooth, and its right side.
static void case_make(int s, double *exact, double *b)
{
    const int rows = levels[0].a.rows;

#pragma omp parallel for
    for (int i = 0; i < rows; i++)
        exact[i] = 1.0 + 0.5 * sin(0.01 * i) + (i % (7 + s) == 0);
    multiply(&levels[0].a, exact, b);
}

static int solve(int count, int most, const double *b, double *x, double *norm)
{
    const int rows = levels[0].a.rows;
    double *r = vector_new(rows), *z = vector_new(rows), *p = vector_new(rows),
           *q = vector_new(rows);
    double rz = 0.0, first = 0.0;
    int k = 0;

    multiply(&levels[0].a, x, q);
    combine(rows, 1.0, b, -1.0, q, r);
    first = *norm = sqrt(dot(rows, r, r));
    while (k<most && * norm> 1e-12 * first) {
        const double before = rz;

        precondition(count, rows, r, z);
        rz = dot(rows, r, z);
        combine(rows, 1.0, z, k == 0 ? 0.0 : rz / before, p, p);
        multiply(&levels[0].a, p, q);
        const double alpha = rz / dot(rows, p, q);
        combine(rows, 1.0, x, alpha, p, x);
        combine(rows, 1.0, r, -alpha, q, r);
        *norm = sqrt(dot(rows, r, r));
        k++;
    }
    *norm /= first;
    free(r);
    free(z);
    free(p);
    free(q);
    return k;
}

static void level_list_make(int n, int wanted, int *count)
{
    for (*count = 0; *count < MOST_LEVELS && *count < wanted; n /= 2) {
        level_make(&levels[(*count)++], n);
        if (n % 2 != 0 || n < 4)
            break;
    }
}

int main(int argc, char **argv)
{
    const int n = (int)number(argc, argv, 1, 160);
    const int most = (int)number(argc, argv, 2, 500);
    const int cases = (int)number(argc, argv, 4, 4);
    int count, iterations = 0;

    const double start = omp_get_wtime();
    level_list_make(n, (int)number(argc, argv, 3, 3), &count);
    const int rows = levels[0].a.rows;
    double *exact = vector_new(rows), *b = vector_new(rows), *x = vector_new(rows);
    const double made = omp_get_wtime();
    double error = 0.0, norm = 0.0;
    for (int s = 0; s < cases; s++) {
        case_make(s, exact, b);
        iterations += solve(count, most, b, x, &norm);
#pragma omp parallel for reduction(max : error)
        for (int i = 0; i < rows; i++)
            error = fmax(error, fabs(x[i] - exact[i]));
    }
    const double end = omp_get_wtime();

    printf("%d rows, %d entries, %d levels: %d iterations, residual %.2e, error %.2e\n", rows,
           levels[0].a.start[rows], count, iterations, norm, error);
    print_check("solution", dot(rows, x, x), 1e-9);
    print_check("middle", x[rows / 2 + n / 2], 1e-7);
    print_check("solved", error < 1e-6, 0);
    print_time("setup", made - start);
    print_time("solve", end - made);
    for (int l = 0; l < count; l++)
        level_free(&levels[l]);
    free(exact);
    free(b);
    free(x);
    return 0;
}
