/* OpenACC's data directives, with loops that are taken over and code that is not.
 * flags: -O1
 * accept: acc
 */
#include <stdio.h>
#include <stdlib.h>

#define N 1000

struct grid {
    int n;
    double *u, *f;
};
static double table[N], A[20][30];

static double sum(const double *v, int n)
{
    double s = 0;
#pragma acc parallel loop present(v [0:n]) reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += v[i];
    return s;
}

static void scale(double *v, double c, int n)
{
#pragma acc parallel loop copy(v [0:n])
    for (int i = 0; i < n; i++)
        v[i] *= c;
}

/* Stays on the host, by its clause; what it writes must be seen by what follows. */
static void shift(double *v, int n)
{
#pragma acc parallel loop seq
    for (int i = 1; i < n; i++)
        v[i] -= v[i - 1];
}

static double regions(double *a, double *b, int n)
{
    double s = 0;
#pragma acc data copyin(a [0:n]) create(b [0:n]) if (n > 1)
    {
#pragma acc parallel loop
        for (int i = 0; i < n; i++)
            b[i] = 2 * a[i];
        s += sum(b, n);
        scale(b, 3, n);
        shift(b, n);
        s += sum(b, n);
#pragma acc kernels
        {
            b[0] = 7; /* no loop */
#pragma acc loop independent reduction(+ : s)
            for (int i = 0; i < n; i++)
                s += b[i];
            b[1] = 8;
#pragma acc loop independent reduction(+ : s)
            for (int i = 0; i < n; i++)
                s += b[i];
        }
        s += sum(b, n);
#pragma acc serial
        b[2] = 100;
        s += sum(b, n);
#pragma acc update self(b [0:n])
        s += b[3];
        b[3] = 5;
#pragma acc update device(b [3:1]) async(1)
#pragma acc wait(1)
        s += sum(b, n);
    }
    return s;
}

static double dynamic(struct grid *g)
{
    double most = 0;
#pragma acc enter data copyin(g [0:1], g->u [0:g->n]) create(g->f [0:g->n])
    for (int turn = 0; turn < 5; turn++) {
#pragma acc parallel loop present(g) default(present)
        for (int i = 1; i < g->n - 1; i++)
            g->f[i] = (g->u[i - 1] + g->u[i + 1]) / 2;
        most = 0;
#pragma acc parallel loop reduction(max : most)
        for (int i = 1; i < g->n - 1; i++)
            most = g->f[i] > most ? g->f[i] : most;
#pragma acc parallel loop
        for (int i = 1; i < g->n - 1; i++)
            g->u[i] = g->f[i];
    }
#pragma acc update host(g->u [0:g->n]) if_present
    double first = g->u[1];
#pragma acc exit data delete (g->f [0:g->n])copyout(g->u [0:g->n]) finalize
#pragma acc exit data delete (g [0:1])
    return most + first;
}

/* Orphaned: what calls it may run on the host. */
#pragma acc routine
static double part(const double *v, int n)
{
    double s = 0;
#pragma acc loop reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += v[i];
    return s;
}

static double mixed(double *a, int n)
{
    double s = 0;
#pragma acc data copy(a [0:n])
    {
#pragma acc parallel
        {
            a[3] = 50;
            s += part(a, n);
            a[3] += s;
            s += part(a, n);
        }
#pragma acc kernels
        {
#pragma acc loop independent
            for (int i = 0; i < n; i++)
                a[i] += 1;
            a[5] = a[4] * 2; /* on the host, behind a loop that is not */
#pragma acc loop independent reduction(+ : s)
            for (int i = 0; i < n; i++)
                s += a[i];
        }
#pragma acc parallel loop seq
        for (int i = 1; i < 10; i++) {
            double t = 0;
            a[i] += 3;
#pragma acc loop reduction(+ : t)
            for (int j = 0; j < n; j++)
                t += a[j];
            a[0] += t;
        }
    }
    return s + a[0];
}

/* Nothing but loops stands in the region. */
static double loops_alone(double *a, int n)
{
#pragma acc data copy(a [0:n])
    {
#pragma acc parallel loop
        for (int i = 0; i < n; i++)
            a[i] += 2;
#pragma acc kernels
        {
#pragma acc loop independent
            for (int i = 0; i < n; i++)
                a[i] *= 3;
#pragma acc loop independent
            for (int i = 0; i < n; i++)
                a[i] += i;
        }
    }
    return sum(a, n);
}

static double whole(void)
{
    double s = 0;
#pragma acc data copyin(table, A) copy(s)
    {
#pragma acc parallel loop collapse(2) reduction(+ : s)
        for (int i = 0; i < 20; i++)
            for (int j = 0; j < 30; j++)
                s += A[i][j] * table[j];
    }
    return s;
}

int main(void)
{
    double *a = malloc(N * sizeof *a), *b = calloc(N, sizeof *b);
    struct grid g = {N, a, b};
    for (int i = 0; i < N; i++)
        a[i] = i % 17, table[i] = i % 5;
    for (int i = 0; i < 20; i++)
        for (int j = 0; j < 30; j++)
            A[i][j] = i - j;
    printf("%.17g\n", regions(a, b, N));
    printf("%.17g\n", dynamic(&g));
    printf("%.17g\n", whole());
    printf("%.17g\n", mixed(a, N));
    printf("%.17g\n", loops_alone(a, N));
    free(a);
    free(b);
    return 0;
}
/* SPDX-License-Identifier: MIT */
