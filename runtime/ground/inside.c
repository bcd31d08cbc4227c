/* SPDX-License-Identifier: MIT */
/* inside.c: see inside.h. */
#include "inside.h"
#include "thread_data.h"

_Thread_local volatile sig_atomic_t tcr_inside;
TCR_THREAD_DATA(tcr_inside);
