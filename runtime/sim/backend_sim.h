/* SPDX-License-Identifier: MIT */
/* backend_sim.h: the simulated device as a backend. */
#ifndef TCR_BACKEND_SIM_H
#define TCR_BACKEND_SIM_H

#include "../backend/backend.h"

#pragma GCC visibility push(hidden)

extern const struct tcr_backend tcr_backend_sim;

#pragma GCC visibility pop

#endif
