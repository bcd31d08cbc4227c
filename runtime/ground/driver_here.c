/* SPDX-License-Identifier: MIT */
/* driver_here.c: see driver_here.h. */
#include <unistd.h>
#include "../../base/keep_errno.h"
#include "driver_here.h"
#include "trace.h"

bool tcr_driver_here;
double tcr_began;

__attribute__((constructor)) static void look(void)
{
    TCR_KEEP_ERRNO;

    tcr_began = tcr_now();
    tcr_driver_here = access("/dev/nvidiactl", F_OK) == 0 || access("/dev/dxg", F_OK) == 0;
}
