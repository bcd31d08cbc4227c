/* SPDX-License-Identifier: MIT */
/* why.h: the reason for which a call does not run on the device. */
#ifndef TCR_WHY_H
#define TCR_WHY_H

#include <stdbool.h>
#include "../../include/tcr.h"
#include "../../include/tcr_region.h"

#pragma GCC visibility push(hidden)

struct tcr_why {
    bool wanted; /* somebody will read the text */
    int error;
    bool device;                     /* a call of the device has failed, */
    bool injected;                   /* because TCR_FAULT asks for it */
    const struct tcr_region *region; /* NULL: it is not a loop that is turned away */
    char text[240];
};

/* Note a reason; returns `error`. */
int tcr_refuse(struct tcr_why *why, int error, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* Reasons beside tcr.h's errors. */
enum tcr_reason_code {
    TCR_ORDER = -100,     /* some iteration may touch what another one writes */
    TCR_ESTIMATE = -101,  /* the host is the faster */
    TCR_OTHER_ABI = -102, /* compiled for another version of the runtime */
    TCR_HOST_DATA = -103  /* present, and the loop works on the host's copy */
};

#pragma GCC visibility pop

#endif
