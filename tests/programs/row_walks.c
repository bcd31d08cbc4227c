/* Arrays of several dimensions, walked as flat ones from one of their rows. ISO C calls some of
 * that undefined; old programs do it, and compilers that do not optimise run it.
 * flags: -O0
 * sanitize: no
 * device: 24 (the others leave their row at places that nobody can compute beforehand)
 */
#include <stdio.h>
#include <stdlib.h>
enum { N = 10, M = 12, ALL = N * M };
static double m[N][M], cube[4][5][6], x[100];
static const int offset[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
static int at[ALL];
static double total;
static void show(const char *what)
{
    printf("%s %g\n", what, total);
    total = 0;
}
static void fill(double *p, int n)
{
    for (int i = 0; i < n; i++)
        p[i] = i % 17 + 0.5 * (i % 5);
}
static double get(const double *p, int i)
{
    return p[i];
}
static void from_start(void)
{
#pragma tcr reduce(+ : total)
    for (int i = 0; i < ALL; i++)
        total += (&m[0][0])[i];
    show("address of the first");
#pragma tcr reduce(+ : total)
    for (int i = 0; i < ALL; i++)
        total += m[0][i] * i;
    show("first row");
#pragma tcr reduce(+ : total)
    for (int i = 0; i < ALL; i++)
        total += *(*m + i);
    show("two stars");
#pragma tcr reduce(+ : total)
    for (int i = 0; i < ALL; i++)
        total += ((double *)m)[i] + ((double *)(void *)m[0])[i];
    show("casts");
#pragma tcr reduce(+ : total)
    for (int i = 0; i < ALL; i++) {
        double *p = m[0];
        total += p[i] - 1;
    }
    show("pointer to the first row");
#pragma tcr reduce(+ : total)
    for (double *p = &m[0][0]; p < &m[0][0] + N * M; p++)
        total += *p;
    show("pointer that moves");
#pragma tcr reduce(+ : total)
    for (double *p = m[0]; p < m[N - 1] + M; p += M)
        total += *p;
    show("from row to row");
#pragma tcr reduce(+ : total)
    for (int i = 0; i < ALL; i++)
        total += get(m[0], i) + get(&m[0][0], i);
    show("called function");
}
static void from_elsewhere(int row)
{
#pragma tcr reduce(+ : total)
    for (int i = 0; i < ALL - M; i++)
        total += m[row][i] * i;
    show("a later row");
#pragma tcr reduce(+ : total)
    for (int i = 1; i < ALL; i++)
        total += (&m[N - 1][M - 1])[-i] * i;
    show("backwards");
#pragma tcr reduce(+ : total)
    for (int i = 0; i < N - 1; i++)
        for (int j = 0; j < M + 3; j++)
            total += m[i][j] * j;
    show("into the next row");
#pragma tcr reduce(+ : total)
    for (int i = 0; i < 120; i++)
        total += cube[0][0][i] + (&cube[0][0][0])[i];
    show("three dimensions");
#pragma tcr reduce(+ : total)
    for (int i = 0; i < 30; i++)
        total += cube[row][2][i];
    show("a plane of three dimensions");
#pragma tcr reduce(+ : total)
    for (int i = 0; i < ALL; i++)
        if (at[i] % 3)
            total += m[0][i];
    show("sometimes");
#pragma tcr reduce(+ : total)
    for (int i = 0; i < 6; i++)
        total += x[offset[row][i]] * i + x[offset[0][i]];
    show("table of offsets");
#pragma tcr reduce(+ : total)
    for (int i = 0; i < ALL; i++)
        total += m[0][at[i]] * i;
    show("anywhere");
#pragma tcr reduce(+ : total)
    for (int i = 0; i < ALL; i++)
        total += m[row][at[i] % M] * i;
    show("anywhere in a row");
}
static double unsized(double a[][M], int n)
{
#pragma tcr reduce(+ : total)
    for (int i = 0; i < n * M; i++)
        total += a[0][i] * i;
    show("parameter without its rows");
    return 0;
}
static void by_pointer(double (*a)[M], int n)
{
#pragma tcr reduce(+ : total)
    for (int i = 0; i < n * M; i++)
        total += (*a)[i] * i + (&a[0][0])[i];
    show("pointer to rows");
#pragma tcr loop
    for (int i = 0; i < n * M; i++)
        a[0][i] = i * 0.25;
    for (int i = 0; i < n; i++)
        total += a[i][M - 1];
    show("written through it");
}
static void variable(int n, int k, double a[n][k])
{
    double local[n][k];
#pragma tcr loop
    for (int i = 0; i < n * k; i++)
        local[0][i] = a[0][i] * 2;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < k; j++)
            total += local[i][j] * j;
    show("variable length, written");
#pragma tcr reduce(+ : total)
    for (int i = 0; i < n * k; i++)
        total += *(*local + i) + ((double *)local)[i] + (&a[0][0])[i];
    show("variable length");
}
static void written(void)
{
    double local[N][M];
#pragma tcr loop
    for (double *p = &local[0][0]; p < &local[0][0] + N * M; p++)
        *p = 30;
    for (int i = 0; i < N; i++)
        total += local[i][M - 1];
    show("local, by a pointer");
#pragma tcr loop
    for (int i = 0; i < ALL; i++)
        (&local[0][0])[i] = (&m[0][0])[i] + i;
    for (int i = 0; i < N; i++)
        total += local[i][M - 1] * i;
    show("local");
#pragma tcr loop
    for (int i = 0; i < ALL; i++)
        if (at[i] % 3)
            m[0][i] += i;
    for (int i = 0; i < N; i++)
        total += m[i][M - 1] * i;
    show("written sometimes");
#pragma tcr loop
    for (int i = 0; i < ALL; i++)
        *(*m + at[i]) = i;
    for (int i = 0; i < N; i++)
        total += m[i][M - 1] * i;
    show("written anywhere");
}
int main(void)
{
    double(*heap)[M] = malloc(N * sizeof *heap), *flat = malloc(ALL * sizeof *flat);
    fill((double *)m, ALL);
    fill((double *)cube, 120);
    fill(x, 100);
    fill((double *)heap, ALL);
    fill(flat, ALL);
    for (int i = 0; i < ALL; i++)
        at[i] = i * 37 % ALL;
    from_start();
    from_elsewhere(1);
    unsized(m, N);
    unsized(heap, N);
    by_pointer(m, N);
    by_pointer(heap, N);
    by_pointer((double(*)[M])flat, N);
    variable(N, M, heap);
    variable(5, 7, (double(*)[7])flat);
    written();
    free(heap);
    free(flat);
    return 0;
}
/* SPDX-License-Identifier: MIT */
