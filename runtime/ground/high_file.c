/* SPDX-License-Identifier: MIT */
/* high_file.c: see high_file.h. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>
#include "high_file.h"

/* Above the numbers that a program uses, but not so that the system's table grows by much. */
int tcr_high_file(int fd)
{
    enum { LARGE_ENOUGH = 1024, ROOM = 32 };
    struct rlimit limit = {0, 0};
    int high;

    getrlimit(RLIMIT_NOFILE, &limit);
    if (limit.rlim_cur <= ROOM)
        return fd;
    high = limit.rlim_cur < LARGE_ENOUGH ? (int)limit.rlim_cur : LARGE_ENOUGH;
    high = fcntl(fd, F_DUPFD_CLOEXEC, high - ROOM);
    if (high < 0)
        return fd;
    close(fd);
    return high;
}
