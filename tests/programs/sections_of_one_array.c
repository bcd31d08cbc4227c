/* SPDX-License-Identifier: MIT */
/* Several sections of one array, each with its operator: where the loop's subscripts are numbers,
 * each place is that of the section that has it, also a bounding box's.
 * flags: -O2
 * device: 3
 */
#include <stdio.h>

#define N 1000

int main(void)
{
    static double x[N], y[N];
    double box[4] = {1e9, 1e9, -1e9, -1e9}, sums[5] = {0, 0, 0, 0, 7};
    int *p, some[6] = {0, 0, 0, 1, 1, 9};

    for (int i = 0; i < N; i++) {
        x[i] = (i * 37) % 101;
        y[i] = (i * 53) % 97 - 40;
    }
#pragma tcr reduce(min : box [0:2]) reduce(max : box [2:2])
    for (int i = 0; i < N; i++) {
        if (x[i] < box[0])
            box[0] = x[i];
        if (y[i] < box[1])
            box[1] = y[i];
        if (x[i] > box[2])
            box[2] = x[i];
        if (y[i] > box[3])
            box[3] = y[i];
    }
    printf("%g %g %g %g\n", box[0], box[1], box[2], box[3]);

#pragma tcr reduce(+ : sums [2:2], sums [0:2])
    for (int i = 0; i < N; i++) {
        sums[0] += x[i];
        sums[1] += 1;
        sums[2] += x[i] * x[i];
        sums[3] -= y[i];
    }
    printf("%g %g %g %g %g\n", sums[0], sums[1], sums[2], sums[3], sums[4]);

    p = some;
#pragma tcr reduce(+ : p [0:3]) reduce(^ : p [3:2])
    for (int i = 0; i < N; i++) {
        p[0] += i % 5;
        p[2] -= i;
        p[1] += i & 3;
        p[3] ^= i * 7;
        p[4] ^= i;
    }
    printf("%d %d %d %d %d %d\n", some[0], some[1], some[2], some[3], some[4], some[5]);
    return 0;
}
