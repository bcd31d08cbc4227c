/* Temporaries of all kinds: declared at the top, arrays, structs, private(), used after.
 * flags: -O2 -std=c89 -Wall -Wextra -Wno-unknown-pragmas
 * device: 6
 */
#include <math.h>
#include <stdio.h>

#define SWAP(a, b) { double tmp_ = a; a = b; b = tmp_; }
struct c { double re, im; };
static double x[60], y[60];

int main(void)
{
    register int i;
    register double t, sum;
    double u, w[3], after = 0, scale = 0.5;
    struct c z;
    int k, sgn;

    for (i = 0; i < 60; i++) {
        x[i] = i % 8 - 3;
        y[i] = i % 5 * 0.5;
    }
    sum = 0;
#pragma tcr reduce(+ : sum)
    for (i = 0; i < 60; i++) {
        t = x[i] * y[i];
        u = t > 0 ? t : -t;
        sum += sqrt(u) * u;
    }
    printf("%.10g %d\n", sum, i);
#pragma tcr reduce(+ : sum) private(w, k)
    for (i = 0; i < 57; i++) {
        for (k = 0; k < 3; k++)
            w[k] = x[i + k];
        if (w[0] > w[1]) SWAP(w[0], w[1])
        if (w[1] > w[2]) SWAP(w[1], w[2])
        if (w[0] > w[1]) SWAP(w[0], w[1])
        sum += w[1];
    }
    printf("%.10g\n", sum);
#pragma tcr reduce(+ : sum) private(z)
    for (i = 0; i < 60; i++) {
        z.re = x[i];
        z.im = y[i];
        sum += z.re * z.re - z.im * z.im;
    }
#pragma tcr reduce(+ : sum) firstprivate(scale)
    for (i = 0; i < 60; i++)
        sum += scale * x[i];
#pragma tcr reduce(+ : sum)
    for (i = 0; i < 60; i++) {
        sgn = 1;
        if (x[i] < 0)
            sgn = -1;
        else if (x[i] == 0)
            sgn = 0;
        sum += sgn * y[i];
    }
    printf("%.10g\n", sum);
#pragma tcr reduce(+ : sum)
    for (i = 0; i < 60; i++) {
        after = x[i] + 1;
        sum += after;
    }
    printf("%.10g %g\n", sum, after);
    return 0;
}
/* SPDX-License-Identifier: MIT */
