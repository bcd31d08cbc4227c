/* SPDX-License-Identifier: MIT */
/* `omp loop` directly on a `target`, as one construct, between braces and beside statements: nobody shares it,
 * and its iterations come in any order.  What the target has a copy of is lost at its end.
 * flags: -O1 -fopenmp
 * accept: omp
 * copied: 0
 */
#include <stdio.h>
#include <stdlib.h>
#define N 1000
#define M 30

static double row[M][M];

static void smooth(int n, const double *a, double *b)
{
#pragma omp target
#pragma omp loop
    for (int i = 1; i < n - 1; i++)
        b[i] = (a[i - 1] + a[i] + a[i + 1]) / 3.0;
}

/* The pointers change places on the host: the data of both is there from the first step on. */
static void steps(void)
{
    double *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b), *t;
    if (!a || !b)
        exit(1);
    for (int i = 0; i < N; i++)
        a[i] = b[i] = i % 7;
#pragma omp target enter data map(to : a[0 : N], b[0 : N])
    for (int k = 0; k < 6; k++) {
        smooth(N, a, b);
        t = a;
        a = b;
        b = t;
    }
#pragma omp target exit data map(from : a[0 : N], b[0 : N])
    printf("steps %.12g %.12g\n", a[3], b[N - 2]);
    free(a);
    free(b);
}

static void copies(void)
{
    static double x[N];
    double sum = 0, mine = 5, seen = 7;
    int i, j = 4;
#pragma omp target map(tofrom : sum, i) map(from : x)
#pragma omp loop reduction(+ : sum) private(mine) lastprivate(i)
    for (i = 0; i < N; i++) {
        mine = i % 9;
        x[i] = mine;
        sum += mine;
    }
    printf("copies %g %g %d %g\n", sum, mine, i, x[N - 1]);
#pragma omp target
    {
#pragma omp loop collapse(2)
        for (j = 0; j < M; j++)
            for (int k = 0; k < M; k++) {
                seen = j * M + k;
                row[j][k] = seen;
            }
    }
    printf("levels %g %d %g\n", row[M - 1][3], j, seen);
}

static void beside(int n)
{
    static double x[N], y[N];
    double most = -1;
#pragma omp target map(tofrom : x, most) map(from : y)
    {
        x[0] = 3;
#pragma omp loop bind(thread)
        for (int i = 1; i < n; i++)
            x[i] = i % 11;
        n = 0;
#pragma omp loop bind(thread) reduction(max : most)
        for (int i = 0; i < N; i++) {
            y[i] = 2 * x[i];
            if (y[i] > most)
                most = y[i];
        }
    }
    printf("beside %g %g %g %d\n", x[0], y[N - 1], most, n);
}

int main(void)
{
    steps();
    copies();
    beside(N);
    return 0;
}
