/* Attributes of statements, and pragmas of compilers in the body.
 * flags: -O1 -std=gnu17 -Wno-unknown-pragmas
 */
#include <stdio.h>
enum { N = 3000 };
static double x[N], p[N][4];
static int n_[N];
int main(void)
{
    for (int i = 0; i < N; i++) {
        x[i] = i * 0.25;
        n_[i] = i % 4;
        for (int k = 0; k < 4; k++)
            p[i][k] = i + k;
    }
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        switch (n_[i]) {
        case 0:
            s += 1;
            __attribute__((fallthrough));
        case 1:
            s += x[i];
            break;
        default:
            s += 2;
        }
    }
    printf("%.17g\n", s);
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
#pragma unroll
        for (int k = 0; k < 4; k++)
            s += p[i][k];
    }
    printf("%.17g\n", s);
    double r[4];
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
#pragma GCC unroll 4
        for (int k = 0; k < 4; k++)
            r[k] = p[i][k];
#pragma GCC ivdep
        for (int k = 0; k < 4; k++)
            s += r[k];
    }
    printf("%.17g\n", s);
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
#pragma unroll 2
        for (int k = 0; k < 4; k++)
            if (p[i][k] > 5)
                s += p[i][k];
            else
                ;
    }
    printf("%.17g\n", s);
}
/* SPDX-License-Identifier: MIT */
