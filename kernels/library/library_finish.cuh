/* SPDX-License-Identifier: MIT */
/*
 * library_finish.cuh: the result of a call on a stream out of the slots that its kernel has
 * left, on the device (runtime/library/library.c has the same on the host).
 */
#pragma once
#include "library_values.cuh"

/* sqrt of the sum of squares in three parts (Algorithm 978). */
TCR_DEVICE double tcr_library_norm(double small, double middle, double large)
{
    if (large > 0) {
        if (middle > 0 || middle != middle)
            large += middle * TCR_NRM2_DOWN * TCR_NRM2_DOWN;
        return sqrt(large) * (1 / TCR_NRM2_DOWN);
    }
    if (small > 0) {
        const double s = sqrt(small) * (1 / TCR_NRM2_UP), m = sqrt(middle);
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
    const tcr_slot *const sum = &slot[TCR_MEANVAR_SUM], *const all = &slot[TCR_MEANVAR_SQUARES];
    const tcr_slot *const near = &slot[TCR_MEANVAR_SHIFT];
    const double shift_by = facts::is_float        ? near->f
                            : (shift)-1 < (shift)1 ? (double)near->i
                                                   : (double)near->u;
    const double mean = sum->f / n;
    const double rest = all->f > 0x1.fffffffffffffp1023 && mean - mean == 0
                            ? all->f /* too large, and not inf - inf */
                            : all->f - sum->f * mean;
    const double squares = rest < 0 ? 0 : rest;
    result[TCR_MOMENT_MEAN] = shift_by + mean;
    result[TCR_MOMENT_VARIANCE] = squares / n;
    result[TCR_MOMENT_SAMPLE_VARIANCE] =
        n > 1 ? squares / (n - 1) : (double)tcr_bits_float(0x7fc00000u);
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
            result[0] = tcr_library_norm(slot[TCR_NRM2_SMALL].f, slot[TCR_NRM2_MIDDLE].f,
                                         slot[TCR_NRM2_LARGE].f);
        else
            result[0] = sqrt(sizeof(T) == 1 ? (double)slot->u : slot->f);
    } else { /* no key was less than the greatest: all elements are the last in the order */
        tcr_slot place;
        place.i = slot->i < 0 ? 0 : slot->i;
        result[0] = place.f;
    }
}
