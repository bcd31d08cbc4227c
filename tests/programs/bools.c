/* any, all, exclusive or, counts of truth; int flags and _Bool.
 * flags: -O2 -std=c99 -Wall -Wextra
 */
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>

static int a[90];
static double x[90];

/* Where no update runs, a flag keeps a value other than 0 and 1. */
static void sometimes(int all, unsigned any, double limit)
{
    struct {
        double none;
        long some;
    } s = {all, any};
    const double *p;
#pragma tcr reduce(&& : all) reduce(|| : any)
    for (int i = 0; i < 90; i++) {
        if (x[i] > limit)
            continue;
        all = all && a[i] < 20;
        any = any || x[i] > 9;
    }
#pragma tcr reduce(&& : s.none) reduce(|| : s.some)
    for (p = x; p < x + 90; p++) {
        if (*p < limit)
            s.none = s.none && *p > -9;
        if (*p < limit && *p > 5)
            s.some = s.some || *p > 6;
    }
    printf("%d %u %g %ld\n", all, any, s.none, s.some);
}

int main(void)
{
    bool any = false, all = true, odd = false, none = true;
    int bad = 0, ok = 1, count = 0;
    unsigned flags = 0;
    for (int i = 0; i < 90; i++) {
        a[i] = i * 11 % 29;
        x[i] = a[i] - 14.5;
    }
#pragma tcr reduce(|| : any) reduce(&& : all, none) reduce(^ : odd)
    for (int i = 0; i < 90; i++) {
        any = any || x[i] > 14;
        all = all && a[i] >= 0;
        odd ^= (a[i] & 1) != 0;
        if (a[i] == 28)
            none = false;
    }
    printf("%d %d %d %d\n", any, all, odd, none);
#pragma tcr reduce(|| : bad) reduce(&& : ok) reduce(| : flags) reduce(+ : count)
    for (int i = 0; i < 90; i++) {
        if (x[i] < -14)
            bad = 1;
        ok = ok && a[i] < 29;
        flags |= (x[i] > 0 ? 1u : 2u) << (a[i] % 7);
        count += !(a[i] % 3);
    }
    printf("%d %d %u %d\n", bad, ok, flags, count);
    any = 0;
#pragma tcr reduce(+ : any)
    for (int i = 0; i < 90; i++)
        any += a[i] > 100;
    all = 1;
#pragma tcr reduce(* : all)
    for (int i = 0; i < 90; i++)
        all *= a[i] != 5;
#pragma tcr reduce(| : odd)
    for (int i = 0; i < 90; i++)
        odd |= x[i] != x[i];
    printf("%d %d %d\n", any, all, odd);
#pragma tcr reduce(^ : odd) reduce(+ : any) reduce(& : all)
    for (int i = 0; i < 90; i++) {
        odd ^= (a[i] >> 2) & 1;
        any += 1 & a[i];
        all &= a[i] & (x[i] > 0);
    }
    printf("%d %d %d\n", any, all, odd);
    for (int limit = -20; limit <= 20; limit += 8)
        for (int start = 0; start < 6; start++)
            sometimes(start, (unsigned)start, limit);
    return 0;
}
/* SPDX-License-Identifier: MIT */
