/* SPDX-License-Identifier: MIT */
/*
 * Loops that count down in their condition, i-- > 0, and have no step: signed and unsigned, with and
 * without a comparison, sums, also without rounding, places, levels, inner loops, a value that is
 * used behind the loop; of no iteration at all, too.  And loops that end where an unsigned variable
 * wraps around.
 *
 * flags: -O2
 * device: 13
 */
#include <stdio.h>
#include <stdlib.h>
static void run(int n)
{
    size_t m = (size_t)n;
    double *b = malloc((n + 1) * sizeof(double)), s = 0, e = 0;
    for (unsigned i = (unsigned)n; i-- > 0;)
        b[i] = i % 7;
#pragma tcr loop
    for (unsigned i = (unsigned)n; i-- > 0;)
        b[i] += i;
#pragma tcr loop
    for (size_t i = m; i--;)
        b[i] += i % 3;
#pragma tcr loop
    for (int i = n; i-- > 0;)
        b[i] += i;
#pragma tcr loop
    for (size_t i = m; 0 != i--;)
        if (i % 2)
            b[i] *= 2;
#pragma tcr reduce(+ : s)
    for (size_t i = m; i-- > 0;)
        s += b[i] * i;
#pragma tcr reduce(+ : e) reproducible
    for (unsigned i = n; i-- > 0;)
        e += b[i] / 3 * i;
    double best = -1;
    size_t at = 0;
    int last = 0;
#pragma tcr reduce(max : best)
    for (size_t i = m; i-- > 0;)
        if (b[i] > best) {
            best = b[i];
            at = i;
        }
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        for (unsigned j = 5; j-- > 0;)
            s += b[i] * j;
#pragma tcr reduce(+ : s) collapse(2)
    for (int i = n; i-- > 0;)
        for (unsigned j = 5; j-- > 0;)
            s += b[i] * (j + 1);
#pragma tcr loop
    for (unsigned i = (unsigned)n; i-- > 0;) {
        last = i * 3;
        b[i] += last;
    }
#pragma tcr loop
    for (size_t i = m - 1; i < m; i--)
        b[i] += i;
#pragma tcr reduce(+ : s)
    for (unsigned i = n - 1; i < (unsigned)n; --i)
        s += b[i] * i;
#pragma tcr reduce(+ : s)
    for (int k = 0; k < n / 100; k++)
        for (size_t i = m - 1; i < m; i--)
            s += b[i] - k;
    for (int i = 0; i < n; i++)
        s += b[i];
    printf("%.12g %.17g %g %zu %d\n", s, e, best, at, last);
    free(b);
}

int main(void)
{
    run(3000);
    run(1);
    run(0);
    return 0;
}
