/* The last index at which something holds, as a maximum or minimum.
 * flags: -O2
 * refused: reduction-misuse reduction-misuse reduction-misuse
 */
#include <stdio.h>

enum { N = 5000 };
static double a[N];

static void last(int from, int n)
{
    int at = from, count = 0, first = n - from;
    long far = from - 2;
#pragma tcr reduce(max : at) reduce(+ : count)
    for (int i = 0; i < n; i++)
        if (a[i] < 1e-35) {
            count++;
            at = i;
        }
#pragma tcr reduce(min : first)
    for (int i = n - 1; i >= 0; i--)
        if (a[i] < 1e-35)
            first = i;
#pragma tcr reduce(max : far)
    for (int i = 3; i <= n - 1; i += 2) {
        if (a[i] > 30)
            far = i;
        if (a[i] > 35)
            far = i;
    }
    printf("%d %d %d %ld\n", at, count, first, far);
}

/* Down to a maximum, beside another update, or by another value: the order counts. */
static void others(int n)
{
    int at = -1, both = -1, next = -1;
#pragma tcr reduce(max : at)
    for (int i = n - 1; i >= 0; i--)
        if (a[i] < 1e-35)
            at = i;
#pragma tcr reduce(max : both)
    for (int i = 0; i < n; i++) {
        int v = (int)a[i];
        if (v > both)
            both = v;
        if (a[i] < 1e-35)
            both = i;
    }
#pragma tcr reduce(max : next)
    for (int i = 0; i < n; i++)
        if (a[i] < 1e-35)
            next = i % 100;
    printf("%d %d %d\n", at, both, next);
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i % 37;
    last(-1, N);
    last(-1, 0);
    last(-1, 1);
    last(4990, N); /* beyond the first indices: in order */
    last(6000, N);
    last(0, N);
    others(N);
    return 0;
}
/* SPDX-License-Identifier: MIT */
