/* SPDX-License-Identifier: MIT */
#include "scaled.h"

static double variant(double x)
{
    return 3 * x;
}

#pragma omp declare variant(variant) match(implementation = {vendor(gnu, llvm)})
double plain(double x)
{
    return x;
}

double scaled(double x)
{
    return plain(x) + 1;
}

double named(double x)
{
    return variant(x) + 2;
}
