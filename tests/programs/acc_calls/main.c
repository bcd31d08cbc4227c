/* SPDX-License-Identifier: MIT */
/* OpenACC's functions for data among its directives, and in a file that has no directive.
 * compiler: gcc
 * flags: -O1 -fopenacc
 * accept: acc
 */
#include <openacc.h>
#include <stdio.h>
#include <stdlib.h>

double *grid_new(size_t n);
void grid_put(double *v, size_t n);
void grid_get(double *v, size_t n);
void grid_delete(double *v, size_t n);
double acc_total(const double *v, int n);

enum { N = 1000 };

/* A function of the program's that only begins like those. */
double acc_total(const double *v, int n)
{
    double s = 0;
#pragma acc parallel loop present(v [0:n]) reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += v[i];
    return s;
}

/* Calls and directives count the same references. */
static double counted(double *v)
{
    acc_copyin(v, N * sizeof *v);
    acc_present_or_copyin(v, N * sizeof *v);
#pragma acc data copyin(v [0:N])
#pragma acc parallel loop
    for (int i = 0; i < N; i++)
        v[i] += 1;
    acc_copyout(v, N * sizeof *v); /* it stays, for the other reference */
#pragma acc parallel loop present(v [0:N])
    for (int i = 0; i < N; i++)
        v[i] *= 2;
#pragma acc exit data copyout(v [0:N])
    return v[0] + v[N - 1];
}

/* What a call has ended, a loop takes from the host. */
static double ended(double *v)
{
    double s;
#pragma acc enter data copyin(v [0:N])
    acc_create(v, N * sizeof *v);
#pragma acc parallel loop present(v [0:N])
    for (int i = 0; i < N; i++)
        v[i] += 3;
    acc_copyout_finalize_async(v, N * sizeof *v, 1);
#pragma acc wait(1)
    s = v[1];
    for (int i = 0; i < N; i++)
        v[i] = i;
    return s + acc_total(v, N);
}

/* Parts of what is present go to and fro. */
static double updated(double *v)
{
    double s;
#pragma acc data copyin(v [0:N])
    {
#pragma acc parallel loop
        for (int i = 0; i < N; i++)
            v[i] = 2 * i;
        acc_update_self(v + 10, 5 * sizeof *v);
        s = v[10] + v[14];
        v[11] = 1000;
        acc_update_device_async(v + 11, sizeof *v, 2);
        s += acc_total(v, N);
    }
    return s;
}

int main(void)
{
    double *v = malloc(N * sizeof *v), *g = grid_new(N);

    for (int i = 0; i < N; i++)
        v[i] = g[i] = i % 13;
    grid_put(g, N);
#pragma acc parallel loop present(g [0:N])
    for (int i = 0; i < N; i++)
        g[i] += i;
    grid_get(g, N);
    printf("%g %g\n", g[7], acc_total(g, N));
    grid_delete(g, N);
    printf("%g\n", counted(v));
    printf("%g\n", ended(v));
    printf("%g\n", updated(v));
    free(v);
    return 0;
}
