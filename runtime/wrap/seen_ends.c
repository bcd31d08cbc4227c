/* SPDX-License-Identifier: MIT */
/* seen_ends.c: what libraries register for the end of the process (device/start.c). */
#define _GNU_SOURCE
#include "../device/device.h"
#include "seen.h"

SEEN(int, __cxa_atexit, void (*function)(void *), void *argument, void *library)
{
    if (tcr_device_keeps(function, argument))
        return 0;
    return REAL(__cxa_atexit)(function, argument, library);
}
