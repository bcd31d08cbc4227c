/* Variables that move by what the loop reads at an address, as translated Fortran has it.
 * flags: -O1 -std=gnu99
 * refused: call-effects
 */
#include <stdio.h>
#include <stdlib.h>

typedef int integer;
typedef double doublereal;

struct layout {
    int first, steps[3];
    const long *ld;
};

static int global_step = 3;
static double a[6000], b[6000];

static doublereal ddot_(integer *n, doublereal *dx, integer *incx, doublereal *dy, integer *incy)
{
    static integer i__, ix, iy;
    static doublereal dtemp;
    integer i__1;
    --dy;
    --dx;
    dtemp = 0.;
    ix = 1;
    iy = 1;
    if (*incx < 0)
        ix = (-(*n) + 1) * *incx + 1;
    if (*incy < 0)
        iy = (-(*n) + 1) * *incy + 1;
    i__1 = *n;
#pragma tcr reduce(+ : dtemp)
    for (i__ = 1; i__ <= i__1; ++i__) {
        dtemp += dx[ix] * dy[iy];
        ix += *incx;
        iy += *incy;
    }
    return dtemp + ix * 1000. + iy;
}

static double strided(const double *x, int n, const struct layout *l)
{
    double s = 0;
    int k = l->first, j = 0;
    const double *p = x;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        s += x[k] + x[j] * *p;
        k += l->steps[1];
        j += global_step;
        p += *l->ld;
    }
    return s + k + j + (double)(p - x);
}

/* The amount may lie in what the loop writes: then it runs in its own order. */
static int scale(double *x, int *marks, int n, const int *step)
{
    int k = 0;
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        x[k] = 2 * x[k] + i;
        marks[i] = 2;
        k += *step;
    }
    return k;
}

static int inner(const double *x, int n, const int *m, double *out)
{
    double s = 0;
    int k = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < *m; j++)
            s += x[k++] * (i & 3);
    *out = s;
    return k;
}

/* No iteration, no read of the amount. */
static double none(const double *x, int n, const int *step)
{
    double s = 0;
    int k = 2;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        s += x[k];
        k += *step;
    }
    return s + k;
}

static void change(int i)
{
    global_step = 1 + (i & 1);
}

int main(void)
{
    int n = 900, one = 1, back = -2, marks[2001] = {1, 1, 1};
    long ld = 4;
    struct layout l = {5, {1, 2, 3}, &ld};
    double s = 0;
    int k = 0;
    for (int i = 0; i < 6000; i++) {
        a[i] = i * 7 % 32;
        b[i] = i * 5 % 16;
    }
    printf("%g %g\n", ddot_(&n, a, &one, b, &one), ddot_(&n, a, &back, b, &one));
    printf("%g\n", strided(a, n, &l));
    printf("%d", scale(a, marks, 2000, &one));
    marks[0] = marks[1] = marks[2] = 1;
    printf(" %d", scale(a, marks, 1500, &marks[2])); /* 1 for two turns, then 2 */
    for (int i = 0; i < 6000; i++)
        s += a[i] * (i % 7);
    printf(" %g\n", s);
    one = 5;
    printf("%d", inner(a, 400, &one, &s));
    printf(" %g\n", s);
    printf("%g %g\n", none(a, 0, NULL), none(a, 7, &l.steps[2]));
    s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < 40; i++) {
        change(i); /* so this one is carried */
        s += a[k];
        k += global_step;
    }
    printf("%g %d %d\n", s, k, global_step);
    return 0;
}
/* SPDX-License-Identifier: MIT */
