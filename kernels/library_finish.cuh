/* SPDX-License-Identifier: MIT */
/*
 * library_finish.cuh: the result of a call on a stream out of the slots that its kernel has
 * left, on the device (runtime/library.c has the same on the host).
 */
#pragma once
#include "library_values.cuh"

/* The runtime's enum library_operation, and struct tcr_moments. */
enum tcr_library_operation {
    TCR_LIBRARY_SUM,
    TCR_LIBRARY_ASUM,
    TCR_LIBRARY_NRM2,
    TCR_LIBRARY_AMAX,
    TCR_LIBRARY_MINIMUM,
    TCR_LIBRARY_MAXIMUM,
    TCR_LIBRARY_ARGMIN,
    TCR_LIBRARY_ARGMAX,
    TCR_LIBRARY_MEANVAR,
    TCR_LIBRARY_DOT
};

/* sqrt of the sum of squares in three parts (Algorithm 978). */
TCR_DEVICE double tcr_library_norm(double small, double middle, double large)
{
    if (large > 0) {
        if (middle > 0 || middle != middle)
            large += middle * 0x1p-538 * 0x1p-538;
        return sqrt(large) * 0x1p538;
    }
    if (small > 0) {
        const double s = sqrt(small) * 0x1p-537, m = sqrt(middle);
        const double low = m < s ? m : s, high = m < s ? s : m;
        return middle != middle ? middle : high * sqrt(1.0 + low / high * (low / high));
    }
    return sqrt(middle);
}

/* Is there something to do to the slots, or is the first one the result? */
template <class T> TCR_DEVICE constexpr bool tcr_library_unfinished(int operation)
{
    typedef tcr_element_facts<T> facts;
    return operation == TCR_LIBRARY_NRM2 || operation == TCR_LIBRARY_MEANVAR ||
           (operation == TCR_LIBRARY_AMAX && facts::is_float && !facts::is_wide) ||
           ((operation == TCR_LIBRARY_ARGMIN || operation == TCR_LIBRARY_ARGMAX) &&
            !facts::is_float);
}

/* Mean and variances of n > 0 elements. */
template <class T>
TCR_DEVICE void tcr_library_moments(tcr_ptr<double> result, double n, const tcr_slot *slot)
{
    typedef tcr_element_facts<T> facts;
    typedef typename tcr_shift_type<T, facts::is_float>::type shift;
    const double shift_by = facts::is_float        ? slot[2].f
                            : (shift)-1 < (shift)1 ? (double)slot[2].i
                                                   : (double)slot[2].u;
    const double mean = slot[0].f / n;
    const double rest = slot[1].f > 0x1.fffffffffffffp1023 && mean - mean == 0
                            ? slot[1].f /* too large, and not inf - inf */
                            : slot[1].f - slot[0].f * mean;
    const double squares = rest < 0 ? 0 : rest;
    result[0] = shift_by + mean;
    result[1] = squares / n;
    result[2] = n > 1 ? squares / (n - 1) : (double)tcr_bits_float(0x7fc00000u);
}

/* By one thread, where n > 0. */
template <int operation, class T>
TCR_DEVICE void tcr_library_finish(tcr_ptr<double> result, long long n, const tcr_slot *slot)
{
    typedef tcr_element_facts<T> facts;

    if constexpr (operation == TCR_LIBRARY_MEANVAR) {
        tcr_library_moments<T>(result, (double)n, slot);
    } else if constexpr (operation == TCR_LIBRARY_AMAX) {
        result[0] = (double)tcr_bits_float((unsigned)slot->u);
    } else if constexpr (operation == TCR_LIBRARY_NRM2) {
        if constexpr (facts::is_float && facts::is_wide)
            result[0] = tcr_library_norm(slot[0].f, slot[1].f, slot[2].f);
        else
            result[0] = sqrt(sizeof(T) == 1 ? (double)slot->u : slot->f);
    } else { /* no key was less than the greatest: all elements are the last in the order */
        tcr_slot place;
        place.i = slot->i < 0 ? 0 : slot->i;
        result[0] = place.f;
    }
}
