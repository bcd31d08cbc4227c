/* Names that C++ or CUDA have a meaning for, and shadowed ones.
 * flags: -std=c99 -O1
 */
#include <stdio.h>

typedef struct { double new, delete, and, v; int class[3]; } template;
static double A[30], it[30], threadIdx, this = 2;
static template list[30];
static int max(int a, int b) { return a > b ? a : b; }
static double operator(double private) { double v = private; return v * this; }
static double norm(const template *namespace) { return namespace->v + namespace->and; }

int main(void)
{
    double v = 0, sum = 0, total = 1, result = 0;
    int n = 30, or = 0, typename = 0, i, x = 7;
    for (i = 0; i < n; i++) {
        A[i] = i;
        it[i] = 2 * i;
        list[i].new = i % 3;
        list[i].and = 1;
        list[i].v = i;
        list[i].class[1] = i % 4;
    }
#pragma tcr reduce(+ : v, total, threadIdx)
    for (int it_ = 0; it_ < n; it_++) {
        double A_ = A[it_] * it[it_];
        v += A_;
        total += list[it_].new;
        threadIdx += operator(list[it_].v);
    }
    printf("%g %g %g\n", v, total, threadIdx);
#pragma tcr reduce(max : or) reduce(+ : typename, result)
    for (int class = 0; class < n; class++) {
        int or_ = max(list[class].class[1], 2), blockIdx = or_ + 1;
        or = or_ > or ? or_ : or;
        typename += blockIdx;
        result += norm(&list[class]);
    }
    printf("%d %d %g\n", or, typename, result);
#pragma tcr reduce(+ : sum)
    for (int i = 0; i < n; i++) {
        double x = A[i];
        for (int i = 0; i < 3; i++) {
            int x = i;
            sum += x;
        }
        {
            double A = x * 2, n = 1;
            sum += A + n;
        }
    }
    printf("%g %d\n", sum, x);
    return 0;
}
/* SPDX-License-Identifier: MIT */
