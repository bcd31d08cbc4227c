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
struct tcr_library_finish_args {
    tcr_ptr<double> result;
    long long n;
    unsigned operation, reserved;
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

template <class T>
TCR_DEVICE void tcr_library_finish(const tcr_library_finish_args &A, const tcr_slot *slot)
{
    typedef tcr_element_facts<T> facts;
    const double none = tcr_bits_float(0x7fc00000u), n = (double)A.n;
    double f = slot->f;

    if (A.operation == TCR_LIBRARY_NRM2) {
        if constexpr (facts::is_float && facts::is_wide)
            f = tcr_library_norm(slot[0].f, slot[1].f, slot[2].f);
        else
            f = sqrt(sizeof(T) == 1 ? (double)slot->u : slot->f);
    } else if (A.operation == TCR_LIBRARY_AMAX && facts::is_float && !facts::is_wide) {
        f = (double)tcr_bits_float((unsigned)slot->u);
    } else if ((A.operation == TCR_LIBRARY_ARGMIN || A.operation == TCR_LIBRARY_ARGMAX) &&
               !facts::is_float && slot->i < 0 && A.n > 0) {
        tcr_slot first; /* all elements are the last in the order */
        first.i = 0;
        f = first.f;
    } else if (A.operation == TCR_LIBRARY_MEANVAR) {
        typedef typename tcr_shift_type<T, facts::is_float>::type shift;
        const double shift_by = facts::is_float        ? slot[2].f
                                : (shift)-1 < (shift)1 ? (double)slot[2].i
                                                       : (double)slot[2].u;
        const double mean = slot[0].f / n;
        const double rest = slot[1].f > 0x1.fffffffffffffp1023 && mean - mean == 0
                                ? slot[1].f /* too large, and not inf - inf */
                                : slot[1].f - slot[0].f * mean;
        const double squares = rest < 0 ? 0 : rest;
        A.result[1] = A.n > 0 ? squares / n : none;
        A.result[2] = A.n > 1 ? squares / (n - 1) : none;
        f = A.n > 0 ? shift_by + mean : none;
    }
    A.result[0] = f;
}
