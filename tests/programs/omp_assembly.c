/* Assembly of a matrix with private temporaries, rows behind pointers, sums by hand in a team.
 * flags: -O1 -fopenmp
 * accept: omp
 * device: 9
 */
#include <stdio.h>
#include <stdlib.h>
#include <omp.h>
#define M 40
static void assemble(int ne, const int (*conn)[3], const double (*xy)[2], double *K, int nn)
{
    int e, a, b;
    double ke[3][3], det;
#pragma omp parallel for private(a, b, ke, det)
    for (e = 0; e < ne; e++) {
        const double *p = xy[conn[e][0]], *q = xy[conn[e][1]], *r = xy[conn[e][2]];
        det = (q[0] - p[0]) * (r[1] - p[1]) - (r[0] - p[0]) * (q[1] - p[1]);
        for (a = 0; a < 3; a++)
            for (b = 0; b < 3; b++)
                ke[a][b] = det * (a == b ? 2 : 1);
        for (a = 0; a < 3; a++)
            for (b = 0; b < 3; b++)
#pragma omp atomic
                K[conn[e][a] * nn + conn[e][b]] += ke[a][b];
    }
}
static void rows(double **A, const double *x, double *y, int n)
{
    int i, j;
#pragma omp parallel for default(none) shared(A, x, y, n) private(j)
    for (i = 0; i < n; i++) {
        double s = 0;
        for (j = 0; j < n; j++)
            s += A[i][j] * x[j];
        y[i] = s;
    }
}
static double by_hand(const double *x, int n)
{
    double sum = 0, most = -1e300;
#pragma omp parallel
    {
        double mine = 0, m = -1e300;
        int i;
#pragma omp for
        for (i = 0; i < n; i++) {
            mine += x[i];
            if (x[i] > m)
                m = x[i];
        }
#pragma omp critical
        {
            sum += mine;
            if (m > most)
                most = m;
        }
    }
    return sum + most;
}
static void vla(int n, double a[n][n])
{
#pragma omp parallel for schedule(guided)
    for (int i = 0; i < n; i++) {
        double row[n];
        for (int j = 0; j < n; j++)
            row[j] = a[i][j] * 2;
        for (int j = 0; j < n; j++)
            a[i][j] = row[n - 1 - j];
    }
}
typedef double fn(double);
static double sq(double v)
{
    return v * v;
}
static void apply(fn *f, double *a, int n)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        a[i] = f(a[i]);
}
static int counter;
static void statics(double *a, int n)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        static const double c[3] = {1, 2, 3};
        a[i] += c[i % 3];
    }
#pragma omp parallel for lastprivate(counter)
    for (int i = 0; i < n; i++) {
        counter = i;
        a[i] -= 1;
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        if (a[i] > 1e9)
            counter = -5;
        a[i] += 0.5;
    }
}
struct s {
    float f;
    unsigned b : 5;
    short h[3];
};
static void structs(struct s *p, int n)
{
#pragma omp parallel for simd
    for (int i = 0; i < n; i++) {
        p[i].f += i;
        p[i].b = i;
        p[i].h[i % 3] = i;
    }
    struct s one = {1, 2, {3}};
#pragma omp parallel for firstprivate(one)
    for (int i = 0; i < n; i++) {
        struct s t = one;
        t.h[0] += i;
        p[i].h[1] += t.h[0];
    }
}
int main(void)
{
    int nn = 20, ne = 30;
    static int conn[30][3];
    static double xy[20][2], K[400], B[M][M];
    double *A[M], x[M], y[M], s = 0;
    for (int e = 0; e < ne; e++)
        for (int a = 0; a < 3; a++)
            conn[e][a] = (e * 3 + a * 7) % nn;
    for (int i = 0; i < nn; i++)
        xy[i][0] = i % 4, xy[i][1] = i / 4;
    for (int i = 0; i < M; i++) {
        A[i] = malloc(M * 8);
        x[i] = i;
        for (int j = 0; j < M; j++) {
            A[i][j] = (i + j) % 3;
            B[i][j] = i - j;
        }
    }
    assemble(ne, (const int(*)[3])conn, (const double(*)[2])xy, K, nn);
    rows(A, x, y, M);
    vla(M, B);
    apply(sq, x, M);
    statics(y, M);
    struct s p[M] = {{0}};
    structs(p, M);
    for (int i = 0; i < 400; i++)
        s += K[i] * i;
    for (int i = 0; i < M; i++) {
        s += x[i] + y[i] * 3 + p[i].f + p[i].b + p[i].h[0] + p[i].h[1] * 2;
        for (int j = 0; j < M; j++)
            s += B[i][j] * (i + 2 * j);
    }
    printf("%.6f %.6f %d\n", s, by_hand(x, M), counter);
    return 0;
}
/* SPDX-License-Identifier: MIT */
