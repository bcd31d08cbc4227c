/* SPDX-License-Identifier: MIT */
/*
 * cuda_end.c: the end of a process that has opened the device.
 *
 * A context is taken down by the system when nobody has the driver's files any more.  That takes
 * 0.04 to 0.13 s, and a process that has them last has not ended before.  So when it ends, an
 * io_uring has them, too: of such a ring, the system lets a thread of its own give back the files,
 * behind the end of the process.  Nothing is ever asked of the ring.
 *
 * Where the system does not let the process have one, as in many containers, the end takes as long
 * as ever.  So it does where the next process might find the device taken, because it is one
 * process's at a time, and where the program uses the driver by itself.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "../ground/inside.h"
#include "../ground/shut_in.h"
#include "../ground/trace.h"
#include "cuda_parts.h"

/* Of io_uring, as <linux/io_uring.h> has it, which older systems have not. */
#ifndef SYS_io_uring_setup
#define SYS_io_uring_setup 425
#define SYS_io_uring_register 427
#endif
enum { REGISTER_FILES = 2, PARAMETER_WORDS = 30, MOST_FILES = 256 };

static _Atomic pid_t owner; /* the process that has opened the driver; 0: none, or it is to wait */
static atomic_bool is_easy; /* the system lets it have a ring, as far as that can be seen */

/* A filter may end the program for a system call that it does not know. */
static bool is_filtered(void)
{
    FILE *status = fopen("/proc/self/status", "re");
    char line[256];
    int mode = 1;

    while (status && fgets(line, sizeof line, status))
        if (sscanf(line, "Seccomp: %d", &mode) == 1)
            break;
    if (status)
        fclose(status);
    return mode != 0;
}

static bool look(void)
{
    FILE *disabled = fopen("/proc/sys/kernel/io_uring_disabled", "re");
    const bool easy = !disabled || fgetc(disabled) == '0';

    if (disabled)
        fclose(disabled);
    return easy && !is_filtered();
}

void tcr_cuda_end_later(bool later)
{
    is_easy = later && look();
    owner = later ? getpid() : 0;
}

double tcr_cuda_end_seconds(void)
{
    return is_easy ? 0.01 : TCR_END_SECONDS;
}

static bool begins(DIR *files, const char *name, const char *prefix)
{
    char path[64] = "";

    return readlinkat(dirfd(files), name, path, sizeof path - 1) > 0 &&
           strncmp(path, prefix, strlen(prefix)) == 0;
}

static unsigned files_of(const char *prefix, int file[MOST_FILES])
{
    DIR *files = opendir("/proc/self/fd");
    struct dirent *entry;
    unsigned n = 0;

    while (files && n < MOST_FILES && (entry = readdir(files)) != NULL)
        if (begins(files, entry->d_name, prefix))
            file[n++] = (int)strtol(entry->d_name, NULL, 10);
    if (files)
        closedir(files);
    return n;
}

void tcr_cuda_hand_over(const char *prefix)
{
    unsigned parameters[PARAMETER_WORDS] = {0};
    int file[MOST_FILES];
    unsigned n = files_of(prefix, file);
    long ring = n > 0 ? syscall(SYS_io_uring_setup, 1, parameters) : -1;

    if (ring < 0)
        return;
    if (syscall(SYS_io_uring_register, ring, REGISTER_FILES, file, n) != 0)
        close((int)ring);
    else
        tcr_trace(1, "the system gives back %u of the driver's files behind the program's end", n);
}

/* The last of what is done at exit, as far as that is the runtime's to say.  A filter that has not
 * been seen (tcr_shut_in) may yet show in the process's status. */
__attribute__((destructor(101))) static void end(void)
{
    if (owner == 0 || owner != getpid() || tcr_shut_in() || !tcr_come_in())
        return;
    if (!is_filtered())
        tcr_cuda_hand_over("/dev/nvidia");
    tcr_go_out();
}
