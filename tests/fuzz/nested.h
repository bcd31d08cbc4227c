/* SPDX-License-Identifier: MIT */
/*
 * nested.h: the rows of generated nests, and how their results are compared.
 */
#ifndef FUZZ_NESTED_H
#define FUZZ_NESTED_H

#include "odd.h"

/* Rows of up to `length` + 1 elements, some of them empty; one of `huge`, or none. */
FUZZ_OUTSIDE void fuzz_rows(int *row, int n, int length, int huge, uint64_t seed)
{
    int of_huge = huge ? (int)(fuzz_hash(seed, 99) % (uint64_t)n) : -1;
    row[0] = 0;
    for (int i = 0; i < n; i++) {
        uint64_t h = fuzz_hash(seed + 31, (uint64_t)i);
        int some = h & 3 ? (int)((h >> 8) % (uint64_t)(length + 2)) : 0;
        row[i + 1] = row[i] + (i == of_huge ? huge : some);
    }
}

/* The first that is farther off than `within`, which grows with large numbers. */
#define NEAR_ALL(x, ref, n, within)                                                                \
    do {                                                                                           \
        for (long k_ = 0; k_ < (n); k_++) {                                                        \
            long double ref_ = (ref)[k_], bound_ = (within) * (1 + fabsl(ref_));                   \
            if (!(fabsl((long double)(x)[k_] - ref_) <= bound_)) {                                 \
                check_same(#x, (double)(x)[k_], (double)ref_, (double)bound_);                     \
                break;                                                                             \
            }                                                                                      \
        }                                                                                          \
    } while (0)

#endif
