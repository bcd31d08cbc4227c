/* Arrays that C calls variable, of a constant length: of the loop, and private to its iterations.
 * Those of another length that the body declares are on the device, too; those that a clause makes
 * private stay with the compiler.
 * flags: -O2 -std=c99 -fopenmp
 * accept: omp
 * device: 6
 * refused: vla-local
 */
#include <stdio.h>

#define N 1000
static double x[N], y[N];
static const int rows = 3;

struct pair {
    double a;
    int b;
};

static double in_loop(int n)
{
    const int k = 8;
    double s = 0;

#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++) {
        float r[k];
        for (int j = 0; j < k; j++)
            r[j] = (float)x[i] * j;
        for (int j = 0; j < k; j++)
            s += r[j];
    }
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++) {
        const long m = 2 * rows + 1;
        double t[rows][m];
        struct pair p[m];
        for (int j = 0; j < rows; j++)
            for (int l = 0; l < m; l++)
                t[j][l] = x[i] * j + l;
        for (int l = 0; l < m; l++) {
            p[l].a = t[2][l] - t[0][l];
            p[l].b = (int)(sizeof(double) * (size_t)l);
        }
        for (int l = 0; l < m; l++)
            s += p[l].a + p[l].b + (&t[1][0])[l];
    }
    return s;
}

static double first_of(const float *v, int n)
{
    float best = v[0];
    for (int i = 1; i < n; i++)
        best = v[i] > best ? v[i] : best;
    return best;
}

static void in_clauses(int n, int m)
{
    const int k = 4;
    double t[k], u[m];
    double s = 0;
    int i, j;

#pragma omp parallel for private(t, j)
    for (i = 0; i < n; i++) {
        for (j = 0; j < k; j++)
            t[j] = x[i] + j;
        y[i] = t[k - 1] * t[0];
    }
#pragma omp parallel default(none) shared(x, s, n, m) private(u, i, j)
#pragma omp for reduction(+ : s)
    for (i = 0; i < n; i++) {
        for (j = 0; j < m; j++)
            u[j] = x[i] + j;
        s += u[m - 1] * u[0];
    }
    printf("%.12g\n", s);
}

static void handed(int n, int m)
{
    const int k = 5;
    double s = 0;

#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        float v[k];
        for (int j = 0; j < k; j++)
            v[j] = (float)(i % (j + 2));
        y[i] += first_of(v, k);
    }
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++) {
        float v[m];
        v[m - 1] = (float)i;
        s += v[m - 1];
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        int q[k][2];
        for (int j = 0; j < k; j++) {
            int *p = q[j];
            p[0] = i + j;
            p[1] = p[0] * j;
        }
        y[i] += q[k - 1][1] - q[0][0];
    }
    printf("%.12g\n", s);
}

int main(void)
{
    double s = 0;

    for (int i = 0; i < N; i++)
        x[i] = i * 0.5;
    printf("%.12g\n", in_loop(N));
    in_clauses(N, 3);
    handed(N, 6);
    for (int i = 0; i < N; i++)
        s += y[i];
    printf("%.12g\n", s);
    return 0;
}
/* SPDX-License-Identifier: MIT */
