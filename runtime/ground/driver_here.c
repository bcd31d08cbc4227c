/* SPDX-License-Identifier: MIT */
/* driver_here.c: see driver_here.h. */
#include <fcntl.h>
#include <string.h>
#include <unistd.h>
#include "../../base/env_get.h"
#include "../../base/keep_errno.h"
#include "driver_here.h"
#include "high_file.h"
#include "trace.h"

bool tcr_driver_here;
double tcr_began;

static bool says(const char *name, const char *value)
{
    const char *said = tcr_env_get(name);

    return said && strcmp(said, value) == 0;
}

bool tcr_mirrors_wanted(void)
{
    static _Atomic int wanted; /* 1: yes, -1: no */

    if (wanted == 0)
        wanted = tcr_secure_program() || says("TCR_MIRROR", "0") || says("TCR_TARGET", "host") ||
                         says("TCR_BACKEND", "host")
                     ? -1
                     : 1;
    return wanted > 0;
}

/* The system's table of the process's files grows when one gets a high number, which takes 10 to
 * 20 ms where there are several threads, and nothing while there is one. */
static void make_room(void)
{
    int fd = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);

    if (fd >= 0)
        close(tcr_high_file(fd));
}

__attribute__((constructor)) static void look(void)
{
    TCR_KEEP_ERRNO;

    tcr_began = tcr_now();
    tcr_driver_here = access("/dev/nvidiactl", F_OK) == 0 || access("/dev/dxg", F_OK) == 0;
    if (tcr_driver_here && tcr_mirrors_wanted())
        make_room();
}
