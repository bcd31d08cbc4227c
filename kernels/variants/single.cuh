/* single.cuh: the product's own kernel, as tcr-rewrite has it for `x += a[i]`. */
#pragma once
#include "variant.cuh"

#if TCR_VARIANT_CHAIN
typedef tcr_chained<tcr_vars<tcr_sum<tcr_summand>>, TCR_VARIANT_CHAIN> tcr_single_vars;
#else
typedef tcr_vars<tcr_sum<tcr_summand>> tcr_single_vars;
#endif

struct tcr_single_body {
    TCR_DEVICE static void run(const tcr_level &A, long long it, tcr_single_vars::value &v)
    {
        tcr_summand &x = tcr_get<0>(v);
        x += A.in[it];
    }
};
TCR_KERNEL(single, tcr_level, tcr_single_vars, tcr_single_body)
