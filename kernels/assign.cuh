/* SPDX-License-Identifier: MIT */
/*
 * assign.cuh: the assignments of C as types, for objects that a device changes otherwise than by
 * an assignment: atomically (atomic.cuh), or bit-fields (bits.cuh).
 */
#pragma once
#include "intrinsics.cuh"

/* Which value of the assigned object the operation returns. */
enum tcr_assign_value { tcr_assign_before, tcr_assign_after };

/* x op= y */
#define TCR_ASSIGN_AS(name, kind_, change)                                                         \
    struct name {                                                                                  \
        enum { kind = kind_ };                                                                     \
        template <class T, class V> TCR_DEVICE static T of(T x, V y)                               \
        {                                                                                          \
            change;                                                                                \
            return x;                                                                              \
        }                                                                                          \
    };
enum { TCR_DO_OTHER, TCR_DO_ADD, TCR_DO_SUB, TCR_DO_AND, TCR_DO_OR, TCR_DO_XOR };
TCR_ASSIGN_AS(tcr_do_set, TCR_DO_OTHER, x = y)
TCR_ASSIGN_AS(tcr_do_add, TCR_DO_ADD, x += y)
TCR_ASSIGN_AS(tcr_do_sub, TCR_DO_SUB, x -= y)
TCR_ASSIGN_AS(tcr_do_mul, TCR_DO_OTHER, x *= y)
TCR_ASSIGN_AS(tcr_do_div, TCR_DO_OTHER, x /= y)
TCR_ASSIGN_AS(tcr_do_rem, TCR_DO_OTHER, x %= y)
TCR_ASSIGN_AS(tcr_do_and, TCR_DO_AND, x &= y)
TCR_ASSIGN_AS(tcr_do_or, TCR_DO_OR, x |= y)
TCR_ASSIGN_AS(tcr_do_xor, TCR_DO_XOR, x ^= y)
TCR_ASSIGN_AS(tcr_do_nand, TCR_DO_OTHER, x = ~(x & y))
TCR_ASSIGN_AS(tcr_do_shl, TCR_DO_OTHER, x <<= y)
TCR_ASSIGN_AS(tcr_do_shr, TCR_DO_OTHER, x >>= y)
#undef TCR_ASSIGN_AS
