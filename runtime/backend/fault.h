/* SPDX-License-Identifier: MIT */
/* fault.h: calls of the device that TCR_FAULT has fail. */
#ifndef TCR_FAULT_H
#define TCR_FAULT_H

#include <stdbool.h>
#include "../ground/env.h"
#include "backend.h"

#pragma GCC visibility push(hidden)

/* fault.c: a backend that fails as config->fault says, around `inner`. */
const struct tcr_backend *tcr_fault_wrap(const struct tcr_backend *inner,
                                         const struct tcr_config *config);
/* Was the calling thread's last failure one of those?  Once the device is lost so: always. */
bool tcr_fault_injected(void);
/* Is it the turn of the result that has just come from the device to be altered? */
bool tcr_fault_alters(void);

#pragma GCC visibility pop

#endif
