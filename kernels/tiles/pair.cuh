/* SPDX-License-Identifier: MIT */
/*
 * pair.cuh: a sum of doubles as two: what it was rounded to, and what rounding
 * has cut off so far.
 *
 * Source: O. Moller, "Quasi double-precision in floating point addition", BIT 5
 * (1965); D. E. Knuth, TAOCP 2, 4.2.2 (the error of an addition, whichever
 * operand is the greater); T. Ogita, S. M. Rump, S. Oishi, "Accurate sum and dot
 * product", SIAM J. Sci. Comput. 26 (2005), Sum2: the result is as if computed
 * in twice the precision and rounded.
 */
#pragma once
#include "half.cuh"

struct tcr_pair {
    double sum, rest;

    tcr_pair() = default;
    tcr_pair(const tcr_pair &) = default;
    tcr_pair &operator=(const tcr_pair &) = default;
    TCR_DEVICE tcr_pair(double x) : sum(x), rest(0)
    {
    }
    TCR_DEVICE tcr_pair(const volatile tcr_pair &x) : sum(x.sum), rest(x.rest)
    {
    }
    TCR_DEVICE void operator=(const tcr_pair &x) volatile
    {
        sum = x.sum;
        rest = x.rest;
    }

    /* Add x to the sum: what rounding cuts off, exactly. */
    TCR_DEVICE double cut(double x)
    {
        const double before = sum;
        sum = before + x;
        const double got = sum - before; /* of x */
        return (before - (sum - got)) + (x - got);
    }
    TCR_DEVICE void add(double x)
    {
        rest += cut(x);
    }
    TCR_DEVICE tcr_pair &operator+=(double x)
    {
        add(x);
        return *this;
    }
    /* An infinity has no rest but NaN. */
    TCR_DEVICE double value() const
    {
        return sum - sum == 0 ? sum + rest : sum;
    }
};

TCR_DEVICE tcr_pair operator+(tcr_pair a, const tcr_pair &b)
{
    a.add(b.sum);
    a.rest += b.rest;
    return a;
}

TCR_DEVICE tcr_pair tcr_shfl_xor(const tcr_pair &x, int mask)
{
    tcr_pair y;
    y.sum = tcr_shfl_xor(x.sum, mask);
    y.rest = tcr_shfl_xor(x.rest, mask);
    return y;
}

/* A partial result of a floating type as one number. */
TCR_DEVICE double tcr_value(double x)
{
    return x;
}
TCR_DEVICE double tcr_value(const tcr_pair &x)
{
    return x.value();
}
