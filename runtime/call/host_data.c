/* SPDX-License-Identifier: MIT */
/*
 * host_data.c: see host_data.h.
 *
 * What a program has put on the device by data directives, or calls of tcr.h, exists twice: it
 * says itself when one copy is to become the other.  `omp parallel for`, which asks for no device,
 * works on the host's copy.  So where some of its data is present the host's loop runs,
 * and neither is anything brought back before it nor is what it writes taken to the device.
 */
#include <stdint.h>
#include "host_data.h"

int tcr_host_data_check(const struct tcr_plan *p, struct tcr_why *why)
{
    if (!tcr_works_on_host_data(p->region) || !tcr_present_any())
        return 0;
    for (unsigned k = 0; k < p->region->n_bases; k++) {
        const struct tcr_section *s = &p->section[k];
        uintptr_t lo = s->host, hi = s->host + s->size;

        if (s->how == TCR_HOW_NOTHING)
            continue;
        if (s->how != TCR_HOW_COPY) { /* what its pointers lead to is not known yet */
            lo = 0;
            hi = UINTPTR_MAX;
        }
        if (tcr_present_perhaps(lo, hi, false))
            return tcr_refuse(why, TCR_HOST_DATA,
                              "'%s' is present on the device, and the loop works on the host's "
                              "copy: its directive asks for no device",
                              p->region->bases[k].name);
    }
    return 0;
}
