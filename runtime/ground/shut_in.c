/* SPDX-License-Identifier: MIT */
/* shut_in.c: see shut_in.h. */
#include "shut_in.h"

atomic_bool tcr_filters;
const char tcr_shut_in_reason[] = "the program filters its system calls";
