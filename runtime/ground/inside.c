/* SPDX-License-Identifier: MIT */
/* inside.c: see inside.h. */
#include "inside.h"

_Thread_local volatile sig_atomic_t tcr_inside;
