/*
 * A program of two files, for four ways to build it: the Makefile here, and cmake/, meson/
 * and autoconf/.
 */
#include <math.h>
#include <stdio.h>

#include "norm.h"

enum { N = 100000 };
static double x[N];

int main(void)
{
    double most, length;

    for (int i = 0; i < N; i++)
        x[i] = sin(0.001 * i);
    length = norm(N, x, &most);
    printf("2-norm %.9g, max-norm %.6g\n", length, most);
    return 0;
}
/* SPDX-License-Identifier: MIT */
