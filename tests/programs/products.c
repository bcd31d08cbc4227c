/* SPDX-License-Identifier: MIT */
/* Products of matrices in the forms in which C has them: orders of the loops, transposes, leading
 * dimensions, offsets, batches, numbers before and after; sides that no tile fits; matrices that
 * overlap, loops that run backwards, infinities and NaN.  All elements are small integers, so that
 * every order of the sums gives the same.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROOM = 40000 };
static double a[ROOM], b[ROOM], c[ROOM];
static float fa[ROOM], fb[ROOM], fc[ROOM];
static unsigned long long seed;

static int next(void)
{
    seed = seed * 6364136223846793005ull + 1442695040888963407ull;
    return (int)((seed >> 40) % 9) - 4;
}

static void fill(void)
{
    seed = 7;
    for (int k = 0; k < ROOM; k++) {
        a[k] = next();
        b[k] = next();
        c[k] = next();
        fa[k] = (float)next();
        fb[k] = (float)next();
        fc[k] = (float)next();
    }
}

static void show(const char *name)
{
    double sum = 0, weighted = 0;
    int odd = 0;
    for (int k = 0; k < ROOM; k++) {
        double x = c[k] + fc[k];
        if (x - x != 0)
            odd += isnan(x) ? 1 : x > 0 ? 1000 : 1000000;
        else {
            sum += x;
            weighted += x * (k % 31);
        }
    }
    printf("%s %.17g %.17g %d\n", name, sum, weighted, odd);
    fill();
}

static void plain(int m, int n, int k)
{
#pragma tcr loop
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            double s = 0;
            for (int l = 0; l < k; l++)
                s += a[i * k + l] * b[l * n + j];
            c[i * n + j] = s;
        }
}

static void ikj(int m, int n, int k, float A[m][k], float B[k][n], float C[m][n])
{
#pragma tcr loop
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++)
            C[i][j] = 0;
        for (int l = 0; l < k; l++)
            for (int j = 0; j < n; j++)
                C[i][j] += A[i][l] * B[l][j];
    }
}

static void scaled(int m, int n, int k, double alpha, double beta)
{
#pragma tcr loop
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < m; i++)
            c[i + j * 120] *= beta;
        for (int l = 0; l < k; l++) {
            double t = alpha * b[l + j * 130];
            for (int i = 0; i < m; i++)
                c[i + j * 120] += t * a[i + l * 110];
        }
    }
}

static void transposed(unsigned m, unsigned n, unsigned k, float alpha, float beta)
{
#pragma tcr loop collapse(2)
    for (unsigned i = 0; i < m; i++)
        for (unsigned j = 0; j < n; j++) {
            float s = 0.0f;
            for (unsigned l = 0; l < k; l++)
                s += fa[l * m + i] * fb[j * k + l];
            fc[7 + i * (n + 3) + j] = alpha * s - beta * fc[7 + i * (n + 3) + j];
        }
}

static void batch(int count, int n)
{
#pragma tcr loop
    for (int p = 0; p < count; p++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                double s = c[(p * n + i) * n + j];
                for (int k = 0; k < n; k++)
                    s -= a[(p * n + i) * n + k] * b[(p * n + k) * n + j];
                c[(p * n + i) * n + j] = s;
            }
}

static void backwards(int n)
{
#pragma tcr loop
    for (int i = n - 1; i >= 0; i--)
        for (int j = n - 1; j >= 0; j--) {
            double s = 0;
            for (int k = n - 1; k >= 0; k--)
                s += a[(n - 1 - i) * n + k] * b[k * n + n - 1 - j];
            c[i * n + j] += s;
        }
}

/* Every second row, column and term. */
static void strided(int n)
{
#pragma tcr loop
    for (int i = 0; i < n; i += 2)
        for (int j = 0; j < n; j += 2) {
            double s = 0;
            for (int k = 0; k < n; k += 2)
                s += a[i * n + k] * b[k * n + j];
            c[i * n + j] = s;
        }
}

/* The rows that an iteration sets to zero are not those that it adds to. */
static void other_order(int n)
{
#pragma tcr loop
    for (int i = 0; i < 1; i++) {
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                c[k * n + j] = 0;
        for (int j = 0; j < n; j++)
            for (int l = 0; l < n; l++)
                for (int k = 0; k < n; k++)
                    c[j * n + k] += a[j * n + l] * b[l * n + k];
    }
}

/* x and y may be parts of z: then the loop keeps its order. */
static void any(int n, const double *x, const double *y, double *z)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            for (int j = 0; j < n; j++)
                z[i * n + j] += x[i * n + k] * y[k * n + j];
}

int main(void)
{
    fill();
    plain(64, 64, 64), show("plain");
    plain(17, 130, 33), show("odd sides");
    plain(1, 100, 100), show("one row");
    plain(100, 1, 1), show("one column");
    plain(0, 5, 5), show("nothing");
    plain(20, 20, 0), show("empty sums");
    ikj(50, 40, 60, (void *)fa, (void *)fb, (void *)fc), show("ikj");
    scaled(70, 65, 90, 2, -1), show("scaled");
    scaled(70, 65, 90, 0, 3), show("alpha 0");
    scaled(70, 65, 90, 2, 0), show("beta 0");
    transposed(33, 45, 50, 2, 3), show("transposed");
    batch(4, 30), show("batch");
    backwards(40), show("backwards");
    strided(60), show("strided");
    other_order(40), show("other order");
    any(40, a, b, c), show("apart");
    any(40, c + 800, b, c), show("overlapping");
    any(40, a, c, c), show("the same");
    any(40, c, c, c + 1600), show("next to it");
    a[5] = INFINITY, a[1700] = -INFINITY, b[900] = NAN;
    plain(64, 64, 64), show("not finite");
    c[3] = NAN, c[125] = INFINITY;
    scaled(70, 65, 90, 2, 0), show("beta 0 of NaN");
    c[3] = NAN;
    plain(64, 64, 64), show("NaN that is not read");
    return 0;
}
