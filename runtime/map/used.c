/* SPDX-License-Identifier: MIT */
/*
 * used.c: which object a section belongs to.
 *
 * That says whether it is the host's or the device's memory.
 */
#include <stdint.h>
#include "../backend/backend.h"
#include "../device/device.h"
#include "../device/transfer.h"
#include "extent.h"
#include "plan.h"

static enum tcr_pointer kind_at(uintptr_t at)
{
    return tcr_backend->pointer((const void *)at);
}

uintptr_t tcr_used_address(const struct tcr_section *s)
{
    bool based = s->hull.lo <= 0 && s->hull.hi > 0;
    uintptr_t last = s->host + s->size - 1;
    char byte;

    if (s->unknown || s->size == 0)
        return s->base;
    if (!s->hull.soft && !s->whole)
        return s->host;
    /* The ends of an over-estimate may lie in other objects, too.  If nothing of it is the
     * device's, it is the host's; else the host's object is the one that the host can read, and
     * beside the device's lies nothing that it could. */
    if (kind_at(s->host) == TCR_POINTER_HOST && (!based || kind_at(s->base) == TCR_POINTER_HOST))
        return s->host;
    if (kind_at(last) == TCR_POINTER_HOST && tcr_peek(&byte, last, 1))
        return last;
    return based && !tcr_peek(&byte, s->host, 1) ? s->base : s->host;
}
