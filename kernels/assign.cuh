/* SPDX-License-Identifier: MIT */
/*
 * assign.cuh: the assignments of C as types, for objects that a device changes otherwise than by
 * an assignment: atomically (atomic.cuh), or bit-fields (bits.cuh).
 */
#pragma once
#include "intrinsics.cuh"

/* Which value of the assigned object the operation returns. */
enum tcr_assign_value { tcr_assign_before, tcr_assign_after };

/* to = from, of structures and unions.  nvcc and NVRTC 13.0 copy a structure that is aligned to
 * more than its members are by vectors of numbers, and then take the wrong part of the first of
 * them for what is read of the copy through another type (docs/kernels.md): so the words are copied
 * one by one; of a long structure in a loop, as compilers take seconds for thousands of copies. */
template <unsigned align> struct tcr_word {
    typedef unsigned long long type;
};
template <> struct tcr_word<1> {
    typedef unsigned char type;
};
template <> struct tcr_word<2> {
    typedef unsigned short type;
};
template <> struct tcr_word<4> {
    typedef unsigned type;
};
template <class Record> TCR_DEVICE Record &tcr_copy_record(Record &to, const Record &from)
{
#ifdef TCR_SIM
    return to = from;
#else
    typedef typename tcr_word<alignof(Record)>::type word;
    constexpr unsigned n = sizeof(Record) / sizeof(word), unrolled = n <= 64 ? n : 1;
#pragma unroll unrolled
    for (unsigned k = 0; k < n; k++)
        ((word *)&to)[k] = ((const word *)&from)[k];
    return to;
#endif
}

/* x op= y.  `wraps`: it may overflow, and the lower bits of integers follow from those of the
 * operands. */
#define TCR_ASSIGN_AS(name, kind_, wraps_, change)                                                 \
    struct name {                                                                                  \
        enum { kind = kind_, wraps = wraps_ };                                                     \
        template <class T, class V> TCR_DEVICE static T of(T x, V y)                               \
        {                                                                                          \
            change;                                                                                \
            return x;                                                                              \
        }                                                                                          \
    };
enum { TCR_DO_OTHER, TCR_DO_ADD, TCR_DO_SUB, TCR_DO_AND, TCR_DO_OR, TCR_DO_XOR };
TCR_ASSIGN_AS(tcr_do_set, TCR_DO_OTHER, 0, x = y)
TCR_ASSIGN_AS(tcr_do_add, TCR_DO_ADD, 1, x += y)
TCR_ASSIGN_AS(tcr_do_sub, TCR_DO_SUB, 1, x -= y)
TCR_ASSIGN_AS(tcr_do_mul, TCR_DO_OTHER, 1, x *= y)
TCR_ASSIGN_AS(tcr_do_div, TCR_DO_OTHER, 0, x /= y)
TCR_ASSIGN_AS(tcr_do_rem, TCR_DO_OTHER, 0, x %= y)
TCR_ASSIGN_AS(tcr_do_and, TCR_DO_AND, 0, x &= y)
TCR_ASSIGN_AS(tcr_do_or, TCR_DO_OR, 0, x |= y)
TCR_ASSIGN_AS(tcr_do_xor, TCR_DO_XOR, 0, x ^= y)
TCR_ASSIGN_AS(tcr_do_nand, TCR_DO_OTHER, 0, x = ~(x & y))
TCR_ASSIGN_AS(tcr_do_shl, TCR_DO_OTHER, 0, x <<= y)
TCR_ASSIGN_AS(tcr_do_shr, TCR_DO_OTHER, 0, x >>= y)
#undef TCR_ASSIGN_AS
