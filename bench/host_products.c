/* SPDX-License-Identifier: MIT */
/*
 * host_products.c: a product of matrices as loops, as tcr-cc has it on the host, beside OpenMP's
 * threads.  Compiled several times by host_products.sh:
 *
 *     -DLOOP=NAME         the loops, in the order ijk; by tcr-cc, or with -DHAND by the compiler
 *     -DLOOP=NAME -DIKJ   in the order ikj, which reads rows
 *     -DMAIN              the comparison: SIDES...
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void product(int n, const double *a, const double *b, double *c);

#ifdef LOOP
product LOOP;
void LOOP(int n, const double *a, const double *b, double *c)
{
#ifdef HAND
#pragma omp parallel for
#else
#pragma tcr loop
#endif
    for (int i = 0; i < n; i++) {
#ifdef IKJ
        for (int j = 0; j < n; j++)
            c[i * n + j] = 0;
        for (int k = 0; k < n; k++)
            for (int j = 0; j < n; j++)
                c[i * n + j] += a[i * n + k] * b[k * n + j];
#else
        for (int j = 0; j < n; j++) {
            double s = 0;

            for (int k = 0; k < n; k++)
                s += a[i * n + k] * b[k * n + j];
            c[i * n + j] = s;
        }
#endif
    }
}
#endif

#ifdef MAIN
#include "host_times.h"

product ijk_tcr, ijk_omp, ikj_tcr, ikj_omp;

enum { MOST = 101 };

static double median(double *t, int n)
{
    qsort(t, (size_t)n, sizeof *t, by_value);
    return t[n / 2];
}

/* One after the other in each round, so that both meet the same machine; and with the same arrays,
 * for where they lie makes up to half of the time of small ones. */
static void compare(const char *order, product *tcr, product *omp, int n)
{
    const size_t all = (size_t)n * (size_t)n;
    double *a = malloc(all * sizeof *a), *b = malloc(all * sizeof *b);
    double *c = malloc(all * sizeof *c), *d = malloc(all * sizeof *d);
    double t_tcr[MOST], t_omp[MOST], worst = 0;
    int rounds = (int)(1 + 4e9 / ((double)n * n * n));

    if (!a || !b || !c || !d) {
        fprintf(stderr, "no memory\n");
        exit(1);
    }
    rounds = rounds < 5 ? 5 : rounds > MOST ? MOST : rounds;
    for (size_t i = 0; i < all; i++) {
        a[i] = (double)(i % 17) / 16 - 0.5;
        b[i] = (double)(i % 13) / 12 - 0.5;
    }
    tcr(n, a, b, c);
    omp(n, a, b, d);
    for (size_t i = 0; i < all; i++)
        if (c[i] - d[i] > worst || d[i] - c[i] > worst)
            worst = c[i] > d[i] ? c[i] - d[i] : d[i] - c[i];
    for (int r = 0; r < rounds; r++) {
        double start = now();

        tcr(n, a, b, c);
        t_tcr[r] = now() - start;
        start = now();
        omp(n, a, b, c);
        t_omp[r] = now() - start;
    }
    const double x = median(t_tcr, rounds), y = median(t_omp, rounds), flops = 2e-9 * n * n * n;

    printf("%5s %6d %11.1f %11.1f %9.2f   %.0e\n", order, n, flops / x, flops / y, y / x, worst);
    free(a);
    free(b);
    free(c);
    free(d);
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        compare("ijk", ijk_tcr, ijk_omp, atoi(argv[i]));
        compare("ikj", ikj_tcr, ikj_omp, atoi(argv[i]));
    }
    return 0;
}
#endif
