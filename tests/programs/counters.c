/* Loop counters of every type; loops that end at the type's limits; none at all.
 * flags: -O2 -std=c99
 * device: 13 (two have no iteration, one a step that may wrap around)
 */
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

static double a[300];

int main(void)
{
    double s = 0;
    long n = 0;
    unsigned char uc;
    signed char c;
    short h;
    unsigned short uh;
    unsigned u;
    unsigned long ul;
    size_t z;
    ptrdiff_t d;
    int i;
    double *p;
    enum { FIRST, LAST = 9 } e;

    for (i = 0; i < 300; i++)
        a[i] = i % 32;
#pragma tcr reduce(+ : s)
    for (uc = 0; uc < 255; uc++)
        s += a[uc];
    printf("%g %d\n", s, uc);
#pragma tcr reduce(+ : s)
    for (c = 127; c >= 0; c--)
        s += a[c];
    printf("%g %d\n", s, c);
#pragma tcr reduce(+ : s)
    for (h = -100; h <= 100; h += 7)
        s += a[h + 100];
    printf("%g %d\n", s, h);
#pragma tcr reduce(+ : s)
    for (uh = 10; uh > 0; uh--)
        s += a[uh];
    printf("%g %u\n", s, uh);
#pragma tcr reduce(+ : n)
    for (u = UINT_MAX; u > UINT_MAX - 50; u -= 3)
        n += (long)(u & 15);
    printf("%ld %u\n", n, u);
#pragma tcr reduce(+ : s)
    for (ul = 0; ul < 300ul; ul += 299)
        s += a[ul];
    printf("%g %lu\n", s, ul);
#pragma tcr reduce(+ : s)
    for (z = 300; z != 0; z--)
        s += a[z - 1];
    printf("%g %lu\n", s, (unsigned long)z);
#pragma tcr reduce(+ : s)
    for (d = 299; d >= 0; d = d - 10)
        s += a[d];
    printf("%g %ld\n", s, (long)d);
#pragma tcr reduce(+ : s)
    for (p = a + 299; p > a; --p)
        s += *p;
    printf("%g %d\n", s, (int)(p - a));
#pragma tcr reduce(+ : s)
    for (e = FIRST; e <= LAST; e++)
        s += a[e];
    printf("%g %d\n", s, e);
#pragma tcr reduce(+ : n)
    for (i = INT_MIN; i < INT_MIN + 40; i++)
        n += i & 3;
    printf("%ld %d\n", n, i);
#pragma tcr reduce(+ : n)
    for (long long k = INT64_MAX - 20; k < INT64_MAX; k += 1)
        n += k % 7;
    printf("%ld\n", n);
#pragma tcr reduce(+ : n)
    for (i = 5; i < 5; i++)
        n++;
#pragma tcr reduce(+ : n)
    for (u = 3; u < 2; u += 5)
        n++;
    printf("%ld %d %u\n", n, i, u);
#pragma tcr reduce(+ : n)
    for (uint64_t k = 0; k < 100; k += 1)
        n += (long)k;
    printf("%ld\n", n);
    u = 1;
#pragma tcr reduce(+ : s) collapse(2)
    for (size_t k = 199; k > u; k -= 3)
        for (size_t m = 100; m > u; m -= 3)
            s += a[k] + a[m];
    printf("%g\n", s);
    return 0;
}
/* SPDX-License-Identifier: MIT */
