/* SPDX-License-Identifier: MIT */
/* Combiners whose functions read constants of the file, numbers and tables, which the loop reads,
 * too; one reads a variable, and one is a function that the loop calls with its own arguments:
 * these stay with the compiler.
 *
 * flags: -O1 -fopenmp
 * accept: omp
 * device: 3
 * refused: clause clause
 */
#include <stdio.h>

enum { N = 300 };
static const int dims = 3;
static const double weights[3] = {1, 2, 3};
static int set_by_main = 1;

struct vec {
    double c[3];
};

static void add(struct vec *a, const struct vec *b)
{
    for (int i = 0; i < dims; i++)
        a->c[i] += b->c[i];
}

static double weighted(double x, int i)
{
    return weights[i % dims] > 0 ? x : 0;
}

static void add_weighted(struct vec *a, const struct vec *b)
{
    for (int i = 0; i < 3; i++)
        a->c[i] += weighted(b->c[i], i);
}

static void add_some(struct vec *a, const struct vec *b)
{
    for (int i = 0; i < set_by_main; i++)
        a->c[i] += b->c[i];
}

#pragma omp declare reduction(add : struct vec : add(&omp_out, &omp_in))
#pragma omp declare reduction(weighted : struct vec : add_weighted(&omp_out, &omp_in))
#pragma omp declare reduction(some : struct vec : add_some(&omp_out, &omp_in))

int main(int argc, char **argv)
{
    struct vec s = {{0}}, t = {{0}}, u = {{0}}, v = {{0}};

    (void)argv;
    set_by_main = argc + 2;
#pragma omp parallel for reduction(add : s)
    for (int i = 0; i < N; i++)
        s.c[i % dims] += weights[i % 3] * i;
#pragma omp parallel for reduction(weighted : t)
    for (int i = 0; i < N; i++)
        t.c[i % 3] += weights[i % 3] * i + dims;
#pragma omp parallel for reduction(add : t) reduction(weighted : s)
    for (int i = 0; i < N; i++) {
        t.c[i % 3] += i;
        s.c[i % dims] += 2 * i;
    }
#pragma omp parallel for reduction(some : u)
    for (int i = 0; i < N; i++)
        u.c[i % 3] += i;
#pragma omp parallel for reduction(weighted : v)
    for (int i = 0; i < N; i++)
        v.c[i % 3] += weighted(i, i);
    printf("%g %g %g\n", s.c[0], s.c[1], s.c[2]);
    printf("%g %g %g %g %g\n", t.c[0], t.c[1], t.c[2], u.c[1], v.c[2]);
    return 0;
}
