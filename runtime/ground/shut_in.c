/* SPDX-License-Identifier: MIT */
/* shut_in.c: see shut_in.h. */
#include "shut_in.h"

const char *_Atomic tcr_shut_in_reason;
const char tcr_filters[] = "the program filters its system calls";
const char tcr_closes[] = "the program closes descriptors that the device's driver has";
