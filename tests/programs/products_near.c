/* SPDX-License-Identifier: MIT */
/* Nests that are nearly products of matrices, or products in a form that is easily taken for
 * another one: sums that are stored too often or too early, a factor that changes, C as its own
 * factor, conditions, two loops of one sum, rows behind pointers.  All elements are small integers,
 * so that every order of the sums gives the same.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#define ROOM 60000
static double a[ROOM], b[ROOM], c[ROOM], w[ROOM];
static float fa[ROOM], fb[ROOM], fc[ROOM];
static unsigned long long seed;
static int next(void)
{
    seed = seed * 6364136223846793005ull + 1442695040888963407ull;
    return (int)((seed >> 40) % 9) - 4;
}
static void fill(void)
{
    seed = 3;
    for (int k = 0; k < ROOM; k++) {
        a[k] = next();
        b[k] = next();
        c[k] = next();
        w[k] = next();
        fa[k] = next();
        fb[k] = next();
        fc[k] = next();
    }
}
static void show(const char *s)
{
    double x = 0, y = 0;
    for (int k = 0; k < ROOM; k++) {
        double v = c[k] + fc[k];
        x += v;
        y += v * (k % 37);
    }
    printf("%s %.17g %.17g\n", s, x, y);
    fill();
}
/* 1: k loop outside, repeated: C overwritten by each l */
static void nest_1(int n)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        for (int l = 0; l < n; l++)
            for (int j = 0; j < n; j++) {
                double s = 0;
                for (int k = 0; k < n; k++)
                    s += a[i * n + k] * b[k * n + j];
                c[i * n + j] = s;
            }
}
/* 2: repeat adds */
static void nest_2(int n)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        for (int r = 0; r < 3; r++)
            for (int j = 0; j < n; j++)
                for (int k = 0; k < n; k++)
                    c[i * n + j] += a[i * n + k] * b[k * n + j];
}
/* 3: init inside k loop */
static void nest_3(int n)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) {
            for (int j = 0; j < n; j++)
                c[i * n + j] = 0;
            for (int j = 0; j < n; j++)
                c[i * n + j] += a[i * n + k] * b[k * n + j];
        }
}
/* 4: alias variable of outer index */
static void nest_4(int n, double al)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) {
            double t = -al * a[i * n + k];
            double u = t;
            for (int j = 0; j < n; j++)
                c[i * n + j] -= u * b[k * n + j];
        }
}
/* 5: alias modified */
static void nest_5(int n)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) {
            double t = a[i * n + k];
            for (int j = 0; j < n; j++) {
                c[i * n + j] += t * b[k * n + j];
                t = 1;
            }
        }
}
/* 6: C read elsewhere in alias */
static void nest_6(int n)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) {
            double t = c[i * n + k];
            for (int j = 0; j < n; j++)
                c[i * n + j] += t * b[k * n + j];
        }
}
/* 7: A*A^T */
static void nest_7(int n)
{
#pragma tcr loop collapse(2)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double s = 0;
            for (int k = 0; k < n; k++)
                s += a[i * n + k] * a[j * n + k];
            c[i * n + j] = s;
        }
}
/* 8: gemm with k in the middle of unsigned char index wrap */
static void nest_8(void)
{
#pragma tcr loop
    for (unsigned char i = 0; i < 60; i++)
        for (unsigned short j = 0; j < 60; j++) {
            float s = 0;
            for (unsigned char k = 0; k < 60; k++)
                s += fa[i * 60 + k] * fb[k * 60 + j];
            fc[i * 60 + j] = s;
        }
}
/* 9: float C = with double constants */
static void nest_9(int n)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float s = 0;
            for (int k = 0; k < n; k++)
                s += 0.5 * fa[i * n + k] * fb[k * n + j];
            fc[i * n + j] = s;
        }
}
/* 10: beta times C in front with minus; store twice alpha */
static void nest_10(int n, double al, double be)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double s = 0;
            for (int k = 0; k < n; k++)
                s -= 2 * a[i * n + k] * b[k * n + j];
            c[i * n + j] = -be * c[i * n + j] - al * s * 3.0;
        }
}
/* 11: conditional */
static void nest_11(int n)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double s = 0;
            for (int k = 0; k < n; k++)
                if (k != i)
                    s += a[i * n + k] * b[k * n + j];
            c[i * n + j] = s;
        }
}
/* 12: bounds n from volatile-like struct, ld from pointer */
struct m {
    int n, ld;
    double *p;
};
static void nest_12(const struct m *x, const struct m *y, struct m *z)
{
#pragma tcr loop
    for (int i = 0; i < z->n; i++)
        for (int j = 0; j < z->n; j++) {
            double s = 0;
            for (int k = 0; k < x->n; k++)
                s += x->p[i * x->ld + k] * y->p[k * y->ld + j];
            z->p[i * z->ld + j] = s;
        }
}
/* 13: row pointers */
static void nest_13(int n, double **x, double **y, double **z)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double s = 0;
            for (int k = 0; k < n; k++)
                s += x[i][k] * y[k][j];
            z[i][j] = s;
        }
}
/* 14: pointer temporaries */
static void nest_14(int n)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        const double *r = a + i * n;
        double *q = &c[i * n];
        for (int k = 0; k < n; k++)
            for (int j = 0; j < n; j++)
                q[j] += r[k] * b[k * n + j];
    }
}
/* 15: LU like trailing update in one matrix */
static void nest_15(int n, double *m)
{
#pragma tcr loop
    for (int i = 20; i < n; i++)
        for (int j = 20; j < n; j++)
            for (int k = 0; k < 20; k++)
                m[i * n + j] -= m[i * n + k] * m[k * n + j];
}
/* 16: ends beyond; j loop from 1 to n-1 inclusive, k by -1 */
static void nest_16(int n)
{
#pragma tcr loop
    for (int i = 1; i < n - 1; i++)
        for (int j = 2; j <= n - 2; j++) {
            double s = c[i * n + j];
            for (int k = n - 1; k >= 0; k--)
                s += a[i * n + k] * b[k * n + j];
            c[i * n + j] = s;
        }
}
/* 17: comma var, sum used after in C scaled twice */
static void nest_17(int n)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double s = 0;
            for (int k = 0; k < n; k++)
                s += a[i * n + k] * b[k * n + j];
            c[i * n + j] = s * s;
        }
}
/* 18: conv-like: two sum loops */
static void nest_18(int n)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double s = 0;
            for (int p = 0; p < 4; p++)
                for (int k = 0; k < 10; k++)
                    s += a[i * 50 + p * 10 + k] * b[(p * 10 + k) * n + j];
            c[i * n + j] = s;
        }
}
/* 19: kij under directive over j */
static void nest_19(int n)
{
#pragma tcr loop
    for (int j = 0; j < n; j++)
        for (int k = 0; k < n; k++)
            for (int i = 0; i < n; i++)
                fc[i + j * n] += fa[i + k * n] * fb[k + j * n];
}
static void nest_20(int n)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double s = 0;
            for (int k = 0; k < n; k++)
                s += w[3 * (i * n + k)] * b[2 * (k * n + j) + 1];
            c[i * n + 2 * n * n - j] = s;
        }
}
int main(void)
{
    fill();
    int n = 40;
    nest_1(n), show("o1");
    nest_2(n), show("o2");
    nest_3(n), show("o3");
    nest_4(n, 2), show("o4");
    nest_5(n), show("o5");
    nest_6(n), show("o6");
    nest_7(n), show("o7");
    nest_8(), show("o8");
    nest_9(n), show("o9");
    nest_10(n, 2, 3), show("o10");
    nest_11(n), show("o11");
    struct m x = {40, 50, a}, y = {40, 60, b}, z = {40, 45, c};
    nest_12(&x, &y, &z), show("o12");
    double *rx[40], *ry[40], *rz[40];
    for (int i = 0; i < 40; i++) {
        rx[i] = a + i * 41;
        ry[i] = b + i * 41;
        rz[i] = c + i * 41;
    }
    nest_13(n, rx, ry, rz), show("o13");
    nest_14(n), show("o14");
    nest_15(60, c), show("o15");
    nest_16(50), show("o16");
    nest_17(n), show("o17");
    nest_18(n), show("o18");
    nest_19(n), show("o19");
    nest_20(n), show("o20");
    return 0;
}
