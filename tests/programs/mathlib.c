/* The mathematical functions, double and float.
 * flags: -O2 -std=c99
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    double s[12] = {0}, x[64];
    float y[64], t = 0;
    long n = 0;
    for (int i = 0; i < 64; i++) {
        x[i] = (i - 31.5) / 8;
        y[i] = (float)x[i];
    }
#pragma tcr reduce(+ : s[0], s[1], s[2], s[3], s[4], s[5], t, n)
    for (int i = 0; i < 64; i++) {
        double v = x[i], p = fabs(v);
        s[0] += sin(v) + cos(v) + tan(v / 4) + asin(v / 4) + acos(v / 4) + atan(v) + atan2(v, 2);
        s[1] += sinh(v) + cosh(v) + tanh(v) + exp(v) + exp2(v) + expm1(v);
        s[2] += log(p) + log2(p) + log10(p) + log1p(p) + sqrt(p) + cbrt(v) + pow(p, 1.5);
        s[3] += floor(v) + ceil(v) + round(v) + trunc(v) + rint(v) + fmod(v, 0.75) + copysign(1, v);
        s[4] += erf(v) + erfc(v) + tgamma(p + 1) + lgamma(p + 1) + hypot(v, 1) + fma(v, v, 1);
        s[5] += fdim(v, 1) + ldexp(v, 3) + (signbit(v) ? 1 : 0) + isnan(v) + !isfinite(v) + fmin(v, 0);
        t += sqrtf(fabsf(y[i])) + sinf(y[i]) + expf(y[i]) + powf(fabsf(y[i]), 2.0f) + floorf(y[i]);
        n += abs(i - 30) + labs(i - 40L) + lround(v) + lrint(v);
    }
    for (int k = 0; k < 6; k++)
        printf("%.9g\n", s[k]);
    printf("%.5g %ld\n", t, n);
    return 0;
}
/* SPDX-License-Identifier: MIT */
