/* min and max as people write them, on every type.
 * flags: -O2 -std=gnu11
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define MAX(a, b) (((a) > (b)) ? (a) : (b))
#define MIN(a, b) ((b) > (a) ? (a) : (b))
#define MAX3(a, b, c) MAX(a, MAX(b, c))
static inline double dmax(double a, double b) { return a > b ? a : b; }
static double a[77];
static float f[77];
static int k[77];
static long l[77];
static unsigned char c[77];
static short h[77];

int main(void)
{
    double lo = 1e9, hi = -1e9, big = 0, far = 0;
    float fl = 1e9f, fh = -1e9f;
    int kl = 1 << 30, kh = -(1 << 30);
    long ll = 0, lh = 0;
    unsigned char cl = 255, ch = 0;
    short hl = 0, hh = 0;
    int i;
    for (i = 0; i < 77; i++) {
        k[i] = i * 31 % 59 - 20;
        a[i] = k[i] * 0.5;
        f[i] = (float)a[i] + 3;
        l[i] = k[i] * 1000000007l;
        c[i] = (unsigned char)(100 + k[i]);
        h[i] = (short)(k[i] * 500);
    }
#pragma tcr reduce(min : lo, fl) reduce(max : hi, fh, big)
    for (i = 0; i < 77; i++) {
        lo = MIN(lo, a[i]);
        hi = MAX(hi, a[i]);
        if (fl > f[i]) fl = f[i];
        if (f[i] >= fh) { fh = f[i]; }
        big = fmax(big, fabs(a[i]));
    }
    printf("%g %g %g %g %g\n", lo, hi, fl, fh, big);
#pragma tcr reduce(min : kl, ll, cl, hl) reduce(max : kh, lh, ch, hh)
    for (i = 0; i < 77; i++) {
        kl = k[i] < kl ? k[i] : kl;
        kh = kh < k[i] ? k[i] : kh;
        ll = l[i] <= ll ? l[i] : ll;
        if (lh < l[i])
            lh = l[i];
        cl = MIN(cl, c[i]);
        if (c[i] > ch)
            ch = c[i];
        hl = hl > h[i] ? h[i] : hl;
        hh = MAX(h[i], hh);
    }
    printf("%d %d %ld %ld %d %d %d %d\n", kl, kh, ll, lh, cl, ch, hl, hh);
#pragma tcr reduce(max : far) reduce(min : kl)
    for (i = 1; i < 77; i++) {
        double d = fabs(a[i] - a[i - 1]);
        int m = abs(k[i]);
        far = d > far ? d : far;
        kl = m < kl ? m : kl;
    }
    printf("%g %d\n", far, kl);
    return 0;
}
/* SPDX-License-Identifier: MIT */
