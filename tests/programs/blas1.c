/* Level 1 BLAS after the reference Fortran: strides, unrolled remainders gone.
 * flags: -std=gnu89 -O2
 */
#include <stdio.h>
#include <math.h>

static double x[400], y[400];
static float sx[400];

double ddot(n, dx, incx, dy, incy)
int n, incx, incy;
double *dx, *dy;
{
    register int i;
    double dtemp;
    int ix, iy;

    dtemp = 0.0;
    if (n <= 0)
        return 0.0;
    if (incx == 1 && incy == 1)
        goto unit;
    ix = incx < 0 ? (1 - n) * incx : 0;
    iy = incy < 0 ? (1 - n) * incy : 0;
#pragma tcr reduce(+:dtemp)
    for (i = 0; i < n; i++)
        dtemp += dx[ix + i * incx] * dy[iy + i * incy];
    return dtemp;
unit:
#pragma tcr reduce(+:dtemp)
    for (i = 0; i < n; ++i)
        dtemp = dtemp + dx[i] * dy[i];
    return dtemp;
}

double dasum(int n, double *dx, int incx)
{
    int i, nincx;
    double dtemp = 0.0;

    nincx = n * incx;
#pragma tcr reduce(+:dtemp)
    for (i = 0; i < nincx; i = i + incx)
        dtemp += fabs(dx[i]);
    return dtemp;
}

double sdsdot(int n, float *a, float *b)
{
    double dsdot = 0.0;
    int i;
#pragma tcr reduce(+:dsdot)
    for (i = 0; i < n; i++)
        dsdot += (double)a[i] * (double)b[i];
    return dsdot;
}

double dnrm2(int n, const double *v)
{
    double scale = 0.0, ssq = 0.0, a;
    int i;
#pragma tcr reduce(max:scale) private(a)
    for (i = 0; i < n; i++) {
        a = fabs(v[i]);
        if (a > scale)
            scale = a;
    }
    if (scale == 0.0)
        return 0.0;
#pragma tcr reduce(+:ssq) private(a)
    for (i = 0; i < n; i++) {
        a = v[i] / scale;
        ssq += a * a;
    }
    return scale * sqrt(ssq);
}

int main()
{
    int i;
    for (i = 0; i < 400; i++) {
        x[i] = (i * 37 % 101) - 50;
        y[i] = (i * 53 % 89) - 44;
        sx[i] = (float)(i % 17) * 0.25f;
    }
    printf("%.0f %.0f %.0f %.0f\n", ddot(400, x, 1, y, 1), ddot(200, x, 2, y, 1),
           ddot(100, x, -3, y, 2), ddot(100, x, -1, y, -4));
    printf("%.0f %.0f\n", dasum(400, x, 1), dasum(100, x, 4));
    printf("%.4f\n", sdsdot(400, sx, sx));
    printf("%.10g %.10g\n", dnrm2(400, x), dnrm2(0, x));
    return 0;
}
/* SPDX-License-Identifier: MIT */
