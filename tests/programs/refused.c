/* Loops that must stay on the host, each for another reason; the first one need not.
 * flags: -O2 -std=gnu99
 * device: 2
 * refused: jump-out call-sequential carried reduction-misuse truncation volatile call-effects goto
 */
#include <stdio.h>

static double a[50], prefix[50];
static int calls;

static double counted(double x)
{
    calls++;
    return 2 * x;
}

int main(void)
{
    double s = 0, best = -1, last = 0;
    int where = -1, k = 0, i;
    volatile double v = 0;
    for (i = 0; i < 50; i++)
        a[i] = i * 37 % 50;
#pragma tcr reduce(max : best)
    for (i = 0; i < 50; i++)
        if (a[i] >= best) { /* of equal ones, the last */
            best = a[i];
            where = i;
        }
    printf("%g at %d\n", best, where);
#pragma tcr reduce(+ : s)
    for (i = 0; i < 50; i++) {
        if (a[i] == 49)
            break;
        s += a[i];
    }
    printf("%g %d\n", s, i);
#pragma tcr reduce(+ : s)
    for (i = 0; i < 3; i++) {
        printf("%d\n", i);
        s += a[i];
    }
#pragma tcr reduce(+ : s)
    for (i = 0; i < 50; i++) {
        s += a[i] - last;
        last = a[i];
    }
    printf("%g %g\n", s, last);
#pragma tcr reduce(+ : s)
    for (i = 0; i < 50; i++) {
        prefix[i] = a[i];
        s += a[i];
    }
#pragma tcr reduce(+ : s)
    for (i = 0; i < 50; i++) {
        s += a[i];
        if (s > 3000)
            k++;
    }
    printf("%g %d %g\n", s, k, prefix[49]);
#pragma tcr reduce(+ : k)
    for (i = 0; i < 50; i++)
        k += 0.75;
#pragma tcr reduce(+ : v)
    for (i = 0; i < 50; i++)
        v += a[i];
#pragma tcr reduce(+ : s)
    for (i = 0; i < 50; i++)
        s += counted(a[i]);
    printf("%d %g %g %d\n", k, v, s, calls);
#pragma tcr reduce(+ : s)
    for (i = 0; i < 50; i++) {
        if (a[i] < 10)
            goto next;
        if (a[i] < 20) {
            s += 1;
        next:
            s += 2;
        }
    }
    printf("%g\n", s);
    return 0;
}
/* SPDX-License-Identifier: MIT */
