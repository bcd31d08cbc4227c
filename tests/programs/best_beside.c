/* SPDX-License-Identifier: MIT */
/*
 * A maximum with its place in a structure, and sums, products and minima beside it that are members
 * of the same one or elements of local arrays.
 *
 * device: 2
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
struct s {
    double lo, hi, sum;
    int arg;
    long n;
    float prod;
};
int main(void)
{
    int n = 9000;
    double *x = malloc(n * sizeof *x);
    for (int i = 0; i < n; i++)
        x[i] = floor(1000 * sin(i * 0.7));
    struct s t = {1e300, -1e300, 5, -1, 3, 2};
    double pair[3] = {0, 7, 1e9};
    int at[2] = {-1, -1};
#pragma tcr reduce(min : t.lo) reduce(max : t.hi) reduce(+ : t.sum, t.n) reduce(* : t.prod) reduce(+ : pair[1])
    for (int i = 0; i < n; i++) {
        t.sum += x[i];
        t.n++;
        if (i % 4000 == 7)
            t.prod *= 1.5f;
        pair[1] += i;
        if (x[i] < t.lo)
            t.lo = x[i];
        if (x[i] > t.hi) {
            t.hi = x[i];
            t.arg = i;
        }
    }
    printf("%g %g %.10g %d %ld %g %g\n", t.lo, t.hi, t.sum, t.arg, t.n, t.prod, pair[1]);
#pragma tcr reduce(min : pair[2]) reduce(max : t.hi) reduce(+ : t.n)
    for (int i = 0; i < n; i++) {
        if (x[i] <= pair[2]) {
            pair[2] = x[i];
            at[0] = i;
        }
        if (x[i] >= t.hi) {
            t.hi = x[i];
            at[1] = i;
        }
        t.n += i & 1;
    }
    printf("%g %d %g %d %ld\n", pair[2], at[0], t.hi, at[1], t.n);
    return 0;
}
