/* SPDX-License-Identifier: MIT */
/*
 * Memory that a thread has for its iterations: allocated in front of the loop by every thread, an
 * array of variable length there, and parts of a common block that the number of the thread
 * chooses; of more than the device has room for.
 *
 * flags: -O1 -std=gnu11 -fopenmp
 * accept: omp
 * device: 6
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
static void number(double *g, const double *x, int n, int m)
{
    double *work = malloc(sizeof(double) * m * omp_get_max_threads());
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double *w = work + (size_t)omp_get_thread_num() * m;
        fill(w, x[i], m);
        double s = 0;
        for (int k = 0; k < m; k++)
            s += w[k] * w[m - 1 - k];
        g[i] = s;
    }
    free(work);
}
static void variable(double *g, const double *x, int n, int m)
{
    int nt = omp_get_max_threads(), tid;
    float *work = (float *)malloc(2 * m * nt * sizeof(float));
    double rows[8][24];
    if (work == NULL)
        return;
#pragma omp parallel private(tid)
    {
        tid = omp_get_thread_num();
        float *w = &work[tid * 2 * m];
#pragma omp for
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < 2 * m; k++)
                w[k] = (float)exp(-x[i] * k);
            double s = 0;
            for (int k = 0; k < m; k++)
                s += w[2 * k] * w[2 * (m - 1 - k)];
            g[i] = s;
        }
    }
    free(work);
#pragma omp parallel for num_threads(8)
    for (int i = 0; i < n; i++) {
        const int me = omp_get_thread_num();
        double *w = rows[me];
        fill(w, x[i], m);
        g[i] += w[m - 1] * w[m / 2];
    }
}
/* Determinants, in matrices of which each thread has one. */
static double matrices(const double *a, int n, int k)
{
    double most = 0;
    double(*all)[8][8] = malloc((size_t)omp_get_max_threads() * sizeof *all);
#pragma omp parallel for reduction(max : most)
    for (int i = 0; i < n; i++) {
        double(*m)[8] = all[omp_get_thread_num()], d = 1;
        for (int r = 0; r < k; r++)
            for (int c = 0; c < k; c++)
                m[r][c] = a[i + r * k + c] + (r == c) * 9;
        for (int p = 0; p < k; p++)
            for (int r = p + 1; r < k; r++) {
                double f = m[r][p] / m[p][p];
                for (int c = p; c < k; c++)
                    m[r][c] -= f * m[p][c];
            }
        for (int p = 0; p < k; p++)
            d *= m[p][p];
        most = d > most ? d : most;
    }
    free(all);
    return most;
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
    number(g, x, n, 14);
    printf("%.10g\n", total(g, n));
    variable(g, x, n, 15);
    printf("%.10g\n", total(g, n));
    printf("%.10g\n", matrices(x, 60, 6));
    own(g, x, 20, 3000);
    printf("%.10g\n", total(g, 20));
    free(x);
    free(g);
    return 0;
}
