/* Sums in double of floats, short integers and what looks like them.  All sums are exact in
 * double, and not in float.
 * flags: -O2 -ffp-contract=off
 */
#include <stdio.h>

#define N 5000

static float x[N], y[N];
static short h[N];
static signed char c[N];
static unsigned char flag[N];
static int wide[N];

int main(void)
{
    double s = 0.5, t = 0, u = 0, v = 0, w = 0;
    struct {
        double sum, other;
    } in = {0, 0};

    for (int i = 0; i < N; i++) {
        x[i] = (float)(i % 4 == 0 ? 16777215 : 1) / (i % 3 ? 1024 : 1048576);
        y[i] = (float)(i % 7) / 4096;
        h[i] = (short)(i * 13 - 32000);
        c[i] = (signed char)(i % 256 - 128);
        flag[i] = i % 3 == 0;
        wide[i] = 33554431 - 2 * i;
    }
    /* one float an iteration */
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++)
        s += x[i];
#pragma tcr reduce(+ : s, t)
    for (int i = 0; i < N; i++) {
        s = s - x[i];
        if (flag[i])
            t = x[i] + t;
    }
#pragma tcr reduce(+ : t, u, in.sum)
    for (int i = 0; i < N; i++) {
        t -= h[i];
        u += flag[i] ? (double)c[i] : (float)wide[i];
        in.sum = in.sum + (int)y[i] + 1;
    }
    printf("%.17g %.17g %.17g %.17g\n", s, t, u, in.sum);

    /* more than that */
    s = t = u = 0;
#pragma tcr reduce(+ : s, t, u)
    for (int i = 0; i < N; i++) {
        s += x[i];
        s += y[i];
        t += wide[i];
        u += (double)x[i] + y[i];
    }
#pragma tcr reduce(+ : v, w, in.other)
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < 3; k++)
            v += k ? x[i] : y[i];
        w += (unsigned)c[i];
        in.other += (double)x[i] * 3;
    }
    printf("%.17g\n", w);
    w = 0;
#pragma tcr reduce(+ : w)
    for (int i = 0; i < N - 4; i++) {
        switch (i % 3) {
        case 0:
            w += x[i];
            /* fall through */
        default:
            w += y[i + 4];
        }
    }
    printf("%.17g %.17g %.17g %.17g %.17g %.17g\n", s, t, u, v, w, in.other);
    return 0;
}
/* SPDX-License-Identifier: MIT */
