/* SPDX-License-Identifier: MIT */
/*
 * Loops of few iterations, which run in a copy of their own: every kind of reduction, in
 * variables, elements and members, beside the same loops with many iterations.
 *
 * flags: -O2 -fopenmp
 */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>

enum { MANY = 30000 };

static struct box {
    unsigned long long mask, sum;
    double total, least;
    bool all;
    int any, count[4];
    unsigned char narrow;
} box, *there = &box;

static double v[MANY];
static unsigned bits[MANY];

static void start(void)
{
    box = (struct box){.mask = ~0ull,
                       .sum = 3,
                       .total = 0.5,
                       .least = 1e9,
                       .all = true,
                       .any = 0,
                       .count = {1, 2, 3, 4},
                       .narrow = 1};
}

static void members(int n)
{
    start();
#pragma tcr reduce(& : box.mask)
    for (int i = 0; i < n; i++)
        box.mask = (bits[i] | 0x60u) & box.mask;
#pragma tcr reduce(+ : there->sum)
    for (int i = 0; i < n; i++)
        there->sum += bits[i];
#pragma tcr reduce(+ : box.total)
    for (int i = 0; i < n; i++)
        box.total += v[i];
#pragma tcr reduce(min : box.least)
    for (int i = 0; i < n; i++)
        box.least = fmin(box.least, v[i]);
#pragma tcr reduce(&& : box.all)
    for (int i = 0; i < n; i++)
        box.all = box.all && v[i] < 40;
#pragma tcr reduce(|| : there->any)
    for (int i = 0; i < n; i++)
        there->any = there->any || bits[i] == 77;
#pragma tcr reduce(+ : box.count[2])
    for (int i = 0; i < n; i++)
        box.count[2] += bits[i] % 3 == 0;
#pragma tcr reduce(^ : box.narrow)
    for (int i = 0; i < n; i++)
        box.narrow = (unsigned char)(box.narrow ^ bits[i]);
    printf("%d: %llx %llu %g %g %d %d %d %u\n", n, box.mask, box.sum, box.total, box.least, box.all,
           box.any, box.count[2], box.narrow);
}

static void nested(int n, int m)
{
    int i = -1, j = -1;
    start();
#pragma tcr reduce(& : box.mask) reduce(+ : box.count[1]) collapse(2)
    for (i = 0; i < n; ++i)
        for (j = 2; j < m; j++) {
            box.mask = ((j & 41) | 0x60) & box.mask;
            box.count[1] += bits[i] & 1;
        }
    printf("%d %d: %llx %d, %d %d\n", n, m, box.mask, box.count[1], n ? i : 0, n && m > 2 ? j : 0);
}

static void variables(int n)
{
    unsigned mask = ~0u;
    double least = INFINITY, most = -INFINITY, product = 1;
    bool all = true, any = false;
    int flag = 1;
    _Complex double z = 0;
#pragma tcr reduce(& : mask) reduce(min : least) reduce(max : most) reduce(&& : all) reduce(|| : any)
    for (int i = 0; i < n; i++) {
        mask &= bits[i] | 5;
        least = v[i] < least ? v[i] : least;
        if (v[i] > most)
            most = v[i];
        all = all && v[i] < 49;
        any |= bits[i] == 33;
    }
#pragma tcr reduce(&& : flag) reduce(* : product)
    for (int i = 0; i < n; i++) {
        flag = flag && bits[i] != 1000;
        product *= v[i] > 49 ? 1.5 : 1;
    }
#pragma tcr reduce(+ : z)
    for (int i = 0; i < n; i++)
        z += v[i] * 1.0i;
    printf("%d: %x %g %g %d %d %d %g %g\n", n, mask, least, most, all, any, flag,
           n < 100 ? product : 0, __imag__ z);
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 7, 64, 100, 1000, 5000, MANY};
    for (int i = 0; i < MANY; i++) {
        v[i] = (i * 37 % 400) / 8.0;
        bits[i] = (unsigned)(i * 11) % 101;
    }
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        members(sizes[k]);
        variables(sizes[k]);
    }
    for (int n = 0; n < 400; n = 3 * n + 1)
        for (int m = 0; m < 300; m += 37)
            nested(n, m);
    return 0;
}
