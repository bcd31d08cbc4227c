/* float data in double and float accumulators, half types, mixed arithmetic.
 * flags: -O2 -std=gnu11
 * compiler: clang-19
 */
#include <math.h>
#include <stdio.h>

static float f[500];
static _Float16 h[500];
static short s16[500];
static signed char s8[500];

int main(void)
{
    double d = 0;
    float s = 0, m = -1e30f, p = 1;
    _Float16 hs = 0, hm = 0;
    long isum = 0;
    for (int i = 0; i < 500; i++) {
        f[i] = (float)(i % 25) * 0.5f;
        h[i] = (_Float16)(i % 5);
        s16[i] = (short)(i * 131);
        s8[i] = (signed char)(i * 7);
    }
#pragma tcr reduce(+ : d, s) reduce(max : m)
    for (int i = 0; i < 500; i++) {
        d += f[i] * f[i];
        s += f[i];
        m = fmaxf(m, f[i] - 1);
    }
#pragma tcr reduce(* : p)
    for (int i = 1; i < 24; i++)
        p *= f[i] / 4;
    printf("%g %g %g %.5g\n", d, s, m, p);
#pragma tcr reduce(+ : hs) reduce(max : hm)
    for (int i = 0; i < 200; i++) {
        hs += h[i];
        hm = h[i] > hm ? h[i] : hm;
    }
#pragma tcr reduce(+ : isum, d)
    for (int i = 0; i < 500; i++) {
        isum += s16[i] * s8[i];
        d += (float)s16[i] / 2 + h[i];
    }
    printf("%g %g %ld %g\n", (double)hs, (double)hm, isum, d);
    return 0;
}
/* SPDX-License-Identifier: MIT */
