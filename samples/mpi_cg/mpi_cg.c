/*
 * mpi_cg.c: the conjugate gradient method on the ranks of an MPI program.
 *
 *     make && mpirun -n 4 ./mpi_cg [points a side]
 *
 * Solves Poisson's equation on a plate: the five-point Laplacian on n x n points, 0 around
 * them.  The right side is made from a solution that is known.  Each rank has a band of
 * rows.  A loop sums over the rank's own points, and MPI_Allreduce() over the ranks; before
 * each product with the matrix, neighbours exchange the rows where they meet.
 *
 * The vectors stay on the device of the rank (which takes that of its number on the machine,
 * if there are several).  Only scalars and the rows at the border come back to the host.
 *
 * The compiler of the MPI's wrapper is tcr-cc (see the Makefile); with a plain compiler it is
 * a plain MPI program.
 *
 * Method: Hestenes and Stiefel, "Methods of Conjugate Gradients for Solving
 * Linear Systems", J. Res. Natl. Bur. Stand. 49 (1952), 409-436.
 */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

/* Rows first .. first + rows - 1 of the plate.  A vector has one row more above and below:
 * those of the neighbours, or zeros; and a zero left and right of each row. */
struct band {
    int n, first, rows, width;
    int above, below; /* the neighbours' ranks, or MPI_PROC_NULL */
};

static struct band make_band(int n)
{
    struct band b = {.n = n, .width = n + 2};
    int rank, ranks;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (ranks > n) {
        if (rank == 0)
            fprintf(stderr, "mpi_cg: %d rows are too few for %d ranks\n", n, ranks);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    b.rows = n / ranks + (rank < n % ranks);
    b.first = rank * (n / ranks) + (rank < n % ranks ? rank : n % ranks);
    b.above = rank > 0 ? rank - 1 : MPI_PROC_NULL;
    b.below = rank < ranks - 1 ? rank + 1 : MPI_PROC_NULL;
    return b;
}

static size_t points(const struct band *b)
{
    return ((size_t)b->rows + 2) * (size_t)b->width;
}

static double *vector(const struct band *b)
{
    double *v = calloc(points(b), sizeof *v);

    if (!v)
        MPI_Abort(MPI_COMM_WORLD, 1);
    return v;
}

static double over_ranks(double mine, MPI_Op op)
{
    double all;

    MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, op, MPI_COMM_WORLD);
    return all;
}

/* Get the neighbours' rows. */
static void exchange(const struct band *b, double *p)
{
    int w = b->width, rows = b->rows;

    #pragma tcr update self(p[w:w], p[rows*w:w]) if_present
    MPI_Sendrecv(p + w, w, MPI_DOUBLE, b->above, 0, p + (rows + 1) * w, w, MPI_DOUBLE, b->below, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv(p + rows * w, w, MPI_DOUBLE, b->below, 1, p, w, MPI_DOUBLE, b->above, 1,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    #pragma tcr update device(p[0:w], p[(rows+1)*w:w]) if_present
}

/* q = A p */
static void multiply(const struct band *b, double *p, double *q)
{
    int w = b->width;

    exchange(b, p);
    #pragma tcr loop
    for (int i = 1; i <= b->rows; i++)
        for (int j = 1; j <= b->n; j++)
            q[i * w + j] = 4 * p[i * w + j] - p[(i - 1) * w + j] - p[(i + 1) * w + j] -
                           p[i * w + j - 1] - p[i * w + j + 1];
}

/* x . y.  The points around the band count as well: in one of x and y, they are 0. */
static double dot(int n, const double *x, const double *y)
{
    double sum = 0;

    #pragma tcr reduce(+:sum)
    for (int i = 0; i < n; i++)
        sum += x[i] * y[i];
    return over_ranks(sum, MPI_SUM);
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
    return over_ranks(rr, MPI_SUM);
}

/* p = r + beta p */
static void turn(int n, double beta, const double *r, double *p)
{
    #pragma tcr loop
    for (int i = 0; i < n; i++)
        p[i] = r[i] + beta * p[i];
}

/* Solves A x = r from x = 0 until |r| has become `tolerance` times itself, or `most` steps
 * were made; how many were. */
static int solve(const struct band *b, double *x, double *r, double tolerance, int most)
{
    int n = (int)points(b), steps = 0;
    double *p = vector(b), *q = vector(b);

    for (int i = 0; i < n; i++)
        p[i] = r[i];
    #pragma tcr data copy(x[0:n]) copyin(r[0:n], p[0:n], q[0:n])
    {
        double rr = dot(n, r, r), enough = tolerance * tolerance * rr;

        while (rr > enough && steps < most) {
            double last = rr;

            multiply(b, p, q);
            rr = advance(n, last / dot(n, p, q), p, q, x, r);
            turn(n, rr / last, r, p);
            steps++;
        }
    }
    free(p);
    free(q);
    return steps;
}

static double exact(const struct band *b, int i, int j)
{
    double x = (b->first + i) / (b->n + 1.0), y = j / (b->n + 1.0);

    return x * (1 - x) * y * (1 - y) * exp(x + 2 * y);
}

static void fill(const struct band *b, double *u)
{
    for (int i = 1; i <= b->rows; i++)
        for (int j = 1; j <= b->n; j++)
            u[i * b->width + j] = exact(b, i, j);
}

static double largest_error(const struct band *b, const double *x, const double *u)
{
    int n = (int)points(b), w = b->width;
    double worst = 0;

    #pragma tcr reduce(max:worst)
    for (int i = w; i < n - w; i++)
        worst = fmax(worst, fabs(x[i] - u[i]));
    return over_ranks(worst, MPI_MAX);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = argc > 1 ? atoi(argv[1]) : 32, rank, steps;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (n < 1 || n > 30000) {
        if (rank == 0)
            fprintf(stderr, "usage: mpirun -n RANKS %s [1 .. 30000]\n", argv[0]);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    struct band b = make_band(n);
    double *x = vector(&b), *r = vector(&b), *u = vector(&b), error;

    fill(&b, u);
    multiply(&b, u, r);
    steps = solve(&b, x, r, 1e-10, 10 * n);
    error = largest_error(&b, x, u);
    if (rank == 0) {
        printf("%d unknowns: %s\n", n * n, steps < 10 * n ? "converged" : "not converged");
        printf("largest error below 1e-8: %s\n", error < 1e-8 ? "yes" : "no");
    }
    free(x);
    free(r);
    free(u);
    MPI_Finalize();
    return !(steps < 10 * n && error < 1e-8);
}
/* SPDX-License-Identifier: MIT */
