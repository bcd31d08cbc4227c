/* SPDX-License-Identifier: MIT */
/* single.cuh: the product's own kernel, as tcr-rewrite has it for `x += a[i]`. */
#pragma once
#include "variant.cuh"

#if TCR_VARIANT_CHAIN
typedef tcr_chained<tcr_vars<tcr_sum<tcr_summand>>, TCR_VARIANT_CHAIN> tcr_single_vars;
#else
typedef tcr_vars<tcr_sum<tcr_summand>> tcr_single_vars;
#endif

struct tcr_single_body {
    typedef tcr_streams<tcr_summand> streams;
    TCR_DEVICE static auto stream(tcr_index<0>, const tcr_level &A, long long it)
    {
        return A.in + it;
    }
    template <class Reads>
    TCR_DEVICE static void run(const tcr_level &A, long long it, tcr_single_vars::value &v,
                               const Reads &R)
    {
        tcr_summand &x = tcr_get<0>(v);
        x += R.template at<0>(A.in[it]);
    }
};
TCR_KERNEL_STREAMS(single, tcr_level, tcr_single_vars, tcr_single_body)
