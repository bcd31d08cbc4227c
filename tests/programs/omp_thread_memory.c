/* SPDX-License-Identifier: MIT */
/*
 * Memory that a thread has for its iterations: allocated in front of the loop by every thread, an
 * array of variable length there; of more than the device has room for.
 *
 * flags: -O1 -std=gnu11 -fopenmp
 * accept: omp
 * device: 2
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <omp.h>

static double total(const double *g, int n)
{
    double t = 0;
    for (int i = 0; i < n; i++)
        t += g[i] * (i % 7 + 1);
    return t;
}

static void fill(double *w, double x, int m)
{
    for (int k = 0; k < m; k++)
        w[k] = exp(-x * k);
}

static void own(double *g, const double *x, int n, int m)
{
#pragma omp parallel
    {
        double *psi = malloc(sizeof(double) * m), *phi;
        if ((phi = malloc(m * sizeof *phi)) == NULL)
            abort();
        if (!psi)
            abort();
#pragma omp for
        for (int i = 0; i < n; i++) {
            fill(psi, x[i], m);
            for (int k = 0; k < m; k++)
                phi[k] = psi[m - 1 - k];
            double s = 0;
            for (int k = 0; k < m; k++)
                s += psi[k] * phi[k];
            g[i] = s;
        }
        free(psi);
        if (phi)
            free(phi);
    }
}
static void length(double *g, const double *x, int n, int m)
{
#pragma omp parallel
    {
        double psi[m];
#pragma omp for schedule(dynamic)
        for (int i = 0; i < n; i++) {
            fill(psi, x[i], m);
            double s = 0;
            for (int k = 0; k < m; k++)
                s += psi[k] * psi[m - 1 - k];
            g[i] = s;
        }
    }
}
int main(void)
{
    int n = 1000;
    double *x = malloc(n * sizeof *x), *g = malloc(n * sizeof *g);
    for (int i = 0; i < n; i++)
        x[i] = 0.001 * i;
    own(g, x, n, 12);
    printf("%.10g\n", total(g, n));
    length(g, x, n, 13);
    printf("%.10g\n", total(g, n));
    own(g, x, 20, 3000);
    printf("%.10g\n", total(g, 20));
    free(x);
    free(g);
    return 0;
}
