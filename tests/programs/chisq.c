/* A fit: chi-square and its normal equations, 16 sums in one loop over a table.
 * flags: -O2 -ansi -pedantic
 */
#include <math.h>
#include <stdio.h>

#define NPT 120
#define MA 4

struct sample { double x, y, sig; int mask; };
static struct sample pt[NPT];
static double alpha[MA][MA], beta[MA], chisq;
static int ndof;

static double basis(int k, double x)
{
    return k == 0 ? 1.0 : k == 1 ? x : k == 2 ? x * x : sin(x);
}

static void accumulate(const double *a)
{
    int i, j, k;
    double f[MA], dy, wt;
    double a00 = 0, a01 = 0, a02 = 0, a03 = 0, a11 = 0, a12 = 0, a13 = 0, a22 = 0, a23 = 0, a33 = 0;
    double b0 = 0, b1 = 0, b2 = 0, b3 = 0;

    chisq = 0;
    ndof = -MA;
#pragma tcr reduce(+ : a00, a01, a02, a03, a11, a12, a13, a22, a23, a33) \
            reduce(+ : b0, b1, b2, b3, chisq) reduce(+ : ndof) \
            private(f, k, dy, wt) copyin(a[0:MA])
    for (i = 0; i < NPT; i++) {
        if (!pt[i].mask)
            continue;
        dy = pt[i].y;
        for (k = 0; k < MA; k++) {
            f[k] = basis(k, pt[i].x);
            dy -= a[k] * f[k];
        }
        wt = 1 / (pt[i].sig * pt[i].sig);
        a00 += wt * f[0] * f[0]; a01 += wt * f[0] * f[1]; a02 += wt * f[0] * f[2];
        a03 += wt * f[0] * f[3]; a11 += wt * f[1] * f[1]; a12 += wt * f[1] * f[2];
        a13 += wt * f[1] * f[3]; a22 += wt * f[2] * f[2]; a23 += wt * f[2] * f[3];
        a33 += wt * f[3] * f[3];
        b0 += wt * dy * f[0]; b1 += wt * dy * f[1]; b2 += wt * dy * f[2]; b3 += wt * dy * f[3];
        chisq += wt * dy * dy;
        ndof++;
    }
    alpha[0][0] = a00; alpha[0][1] = a01; alpha[0][2] = a02; alpha[0][3] = a03;
    alpha[1][1] = a11; alpha[1][2] = a12; alpha[1][3] = a13;
    alpha[2][2] = a22; alpha[2][3] = a23; alpha[3][3] = a33;
    beta[0] = b0; beta[1] = b1; beta[2] = b2; beta[3] = b3;
    for (i = 1; i < MA; i++)
        for (j = 0; j < i; j++)
            alpha[i][j] = alpha[j][i];
}

int main(void)
{
    double a[MA];
    int i;
    for (i = 0; i < NPT; i++) {
        pt[i].x = (i - 60) / 20.0;
        pt[i].y = 1 + 2 * pt[i].x + (i % 7) * 0.1;
        pt[i].sig = 0.5 + i % 3;
        pt[i].mask = i % 11 != 4;
    }
    a[0] = 0.9; a[1] = 1.8; a[2] = 0.01; a[3] = 0.2;
    accumulate(a);
    printf("%.8g %d\n", chisq, ndof);
    for (i = 0; i < MA; i++)
        printf("%.8g %.8g %.8g %.8g  %.8g\n", alpha[i][0], alpha[i][1], alpha[i][2], alpha[i][3], beta[i]);
    return 0;
}
/* SPDX-License-Identifier: MIT */
