/* SPDX-License-Identifier: MIT */
/*
 * seen_processes.c: new programs and processes.
 *
 * The system reads a new program's arguments, and copies the memory of a process; what only the
 * device has comes back before.  fork() tells of itself (device.c).
 */
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include "../ground/inside.h"
#include "../ground/shut_in.h"
#include "../mirror/mirror.h"
#include "seen.h"

static void come_home(bool drop)
{
    if (!tcr_inside)
        tcr_mirror_all_to_host(drop);
}

typedef char *const *strings;

SEEN(int, execve, const char *path, strings argv, strings envp)
{
    come_home(false);
    return REAL(execve)(path, argv, envp);
}

SEEN(int, execv, const char *path, strings argv)
{
    come_home(false);
    return REAL(execv)(path, argv);
}

SEEN(int, execvp, const char *file, strings argv)
{
    come_home(false);
    return REAL(execvp)(file, argv);
}

SEEN(int, execvpe, const char *file, strings argv, strings envp)
{
    come_home(false);
    return REAL(execvpe)(file, argv, envp);
}

SEEN(int, fexecve, int fd, strings argv, strings envp)
{
    come_home(false);
    return REAL(fexecve)(fd, argv, envp);
}

SEEN(int, execveat, int fd, const char *path, strings argv, strings envp, int flags)
{
    come_home(false);
    return REAL(execveat)(fd, path, argv, envp, flags);
}

/* The C library writes the number of the new process while it blocks all signals: a fault would
 * end this one. */
SEEN(int, posix_spawn, pid_t *pid, const char *path, const void *actions, const void *attributes,
     strings argv, strings envp)
{
    come_home(false);
    WITH_SMALL(int, pid, sizeof *pid, WRITES,
               NEWEST(posix_spawn)(pid, path, actions, attributes, argv, envp))
}

SEEN(int, posix_spawnp, pid_t *pid, const char *file, const void *actions, const void *attributes,
     strings argv, strings envp)
{
    come_home(false);
    WITH_SMALL(int, pid, sizeof *pid, WRITES,
               NEWEST(posix_spawnp)(pid, file, actions, attributes, argv, envp))
}

SEEN(int, system, const char *command)
{
    come_home(false);
    return REAL(system)(command);
}

SEEN(FILE *, popen, const char *command, const char *mode)
{
    FILE *pipe;

    come_home(false);
    pipe = REAL(popen)(command, mode);
    if (pipe)
        tcr_seen_new(fileno(pipe), CALLER);
    return pipe;
}

/* ---- arguments one by one ---- */

enum { MOST_ARGUMENTS = 4096 };

static bool gather(char *argv[MOST_ARGUMENTS + 1], const char *first, va_list *rest)
{
    size_t n = 0;

    argv[n] = (char *)(uintptr_t)first;
    while (argv[n] && n < MOST_ARGUMENTS)
        argv[++n] = va_arg(*rest, char *);
    return argv[n] == NULL;
}

/* Of a list that is too long: as the C library would, without looking at it. */
static void check(bool all)
{
    if (!all)
        abort();
}

#define SEEN_LIST(name, rest_of_it, call)                                                          \
    __attribute__((weak, visibility("default"))) int seen_##name(                                  \
        const char *path, const char *first, ...) __asm__(#name);                                  \
    int seen_##name(const char *path, const char *first, ...)                                      \
    {                                                                                              \
        char *argv[MOST_ARGUMENTS + 1];                                                            \
        va_list rest;                                                                              \
                                                                                                   \
        va_start(rest, first);                                                                     \
        check(gather(argv, first, &rest));                                                         \
        rest_of_it;                                                                                \
        va_end(rest);                                                                              \
        return call;                                                                               \
    }

SEEN_LIST(execl, (void)0, seen_execv(path, argv))
SEEN_LIST(execlp, (void)0, seen_execvp(path, argv))
SEEN_LIST(execle, strings envp = va_arg(rest, strings), seen_execve(path, argv, envp))

/* ---- copies of the process that nobody is told of ---- */

SEEN(pid_t, _Fork, void)
{
    come_home(true);
    return REAL(_Fork)();
}

SEEN(int, clone, int (*begin)(void *), void *stack, int flags, void *argument, void *a, void *b,
     void *c)
{
    if (!(flags & CLONE_VM))
        come_home(true);
    return REAL(clone)(begin, stack, flags, argument, a, b, c);
}

/* Which calls of the system will be let through, from then on, is not known. */
SEEN(int, prctl, int option, long a, long b, long c, long d)
{
    int done;

    if (option == PR_SET_SECCOMP && !tcr_inside && tcr_mirrors_wanted())
        tcr_mirror_stop(tcr_filters);
    tcr_mirror_drop_at((uintptr_t)a);
    done = REAL(prctl)(option, a, b, c, d);
    if (option == PR_SET_SECCOMP && done == 0)
        atomic_store(&tcr_shut_in_reason, tcr_filters);
    return done;
}
