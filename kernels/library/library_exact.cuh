/* SPDX-License-Identifier: MIT */
/*
 * library_exact.cuh: the kernels behind TCR_REPRODUCIBLE, for one element type: sums
 * without rounding (exact.cuh), which the host rounds.
 *
 * A unit is one line, TCR_LIBRARY_EXACT(T) for floating types, TCR_LIBRARY_EXACT_SQUARES(T) for
 * integers, TCR_LIBRARY_EXACT_DISTANCES(T) for bytes, whose squares are whole numbers that can be
 * added as such.  It has those operations only whose sums would be rounded, and is compiled with
 * -fmad=false, for products are rounded before they are added.
 */
#pragma once
#include "library.cuh"

/* What an element does, with other variables. */
template <class T> struct tcr_library_exact_sum : tcr_library_sum<T> {
    typedef tcr_vars<tcr_exact<T, 0>> vars;
};
template <class T> struct tcr_library_exact_asum : tcr_library_asum<T> {
    typedef tcr_vars<tcr_exact<T, 0>> vars;
};
template <class T> struct tcr_library_exact_dot : tcr_library_dot<T> {
    typedef tcr_vars<tcr_exact<typename tcr_product<T>::type, 0>> vars;
};
template <class T> struct tcr_library_exact_nrm2 : tcr_library_nrm2<T> {
    typedef tcr_vars<tcr_exact<double, 0>> vars;
};
template <> struct tcr_library_exact_nrm2<double> : tcr_library_nrm2<double> {
    typedef tcr_vars<tcr_exact<double, 0>, tcr_exact<double, 1>, tcr_exact<double, 2>> vars;
};
template <class T> struct tcr_library_exact_meanvar : tcr_library_meanvar<T> {
    typedef typename tcr_library_meanvar<T>::shift shift;
    typedef tcr_vars<tcr_exact<double, 0>, tcr_exact<double, 1>, tcr_alike<shift>> vars;
};

/* Of arrays whose elements follow each other, and of others. */
#define TCR_LIBRARY_EXACT_KERNELS(name, T, operation, op, two, view)                               \
    TCR_LIBRARY_KERNEL(name, T, operation, op, tcr_library_dense, two, view)                       \
    TCR_LIBRARY_KERNEL(name##_strided, T, operation, op, tcr_library_strided, two, view)

/* What a unit is. */
#define TCR_LIBRARY_EXACT_DISTANCES(T)                                                             \
    TCR_LIBRARY_EXACT_KERNELS(library_meanvar, T, TCR_LIBRARY_MEANVAR, tcr_library_exact_meanvar,  \
                              false, tcr_library_meanvar<T>::args)
#define TCR_LIBRARY_EXACT_SQUARES(T)                                                               \
    TCR_LIBRARY_EXACT_DISTANCES(T)                                                                 \
    TCR_LIBRARY_EXACT_KERNELS(library_nrm2, T, TCR_LIBRARY_NRM2, tcr_library_exact_nrm2, false, )
#define TCR_LIBRARY_EXACT(T)                                                                       \
    TCR_LIBRARY_EXACT_SQUARES(T)                                                                   \
    TCR_LIBRARY_EXACT_KERNELS(library_sum, T, TCR_LIBRARY_SUM, tcr_library_exact_sum, false, )     \
    TCR_LIBRARY_EXACT_KERNELS(library_asum, T, TCR_LIBRARY_ASUM, tcr_library_exact_asum, false, )  \
    TCR_LIBRARY_EXACT_KERNELS(library_dot, T, TCR_LIBRARY_DOT, tcr_library_exact_dot, true, )
