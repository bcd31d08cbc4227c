/* SPDX-License-Identifier: MIT */
/*
 * seen.h: functions of the C library that a program which tcr-cc links has in the library's place,
 * so that the runtime sees what they do, whoever calls them: most for the mirrors of arrays
 * (runtime/mirror/), one for the end of the process (seen_ends.c).
 *
 * They are weak: a function of that name which the program has itself counts.  The name in the
 * object file is the library's, that in the source another one, since headers may define theirs.
 */
#ifndef TCR_SEEN_H
#define TCR_SEEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>
#include "../ground/driver_files.h"
#include "../ground/driver_here.h" /* tcr_mirrors_wanted() */
#include "../ground/inside.h"
#include "../mirror/mirror.h"

#pragma GCC visibility push(hidden)

/* The next function of that name, the C library's as a rule.  Does not return without one. */
void *tcr_seen_real(void *_Atomic *known, const char *name);
/* The same for a function of which the C library has several versions. */
void *tcr_seen_newest(void *_Atomic *known, const char *name);
/* A mask of signals of the program's without that of faults, in `room` where there may be mirrors:
 * a handler may run with it. */
const sigset_t *tcr_seen_mask(const sigset_t *set, sigset_t *room);
/* close(), close_range() and dup3(), or dup2() if flags is TCR_SEEN_DUP2, as the caller's call. */
enum { TCR_SEEN_DUP2 = -1 };
int tcr_seen_close(int fd, const void *caller);
int tcr_seen_close_range(unsigned first, unsigned last, int flags, const void *caller);
int tcr_seen_dup(int fd, int to, int flags, const void *caller);

/* A call, behind which the code goes on at `caller`, has given this descriptor of a pipe, a socket
 * or the like, or an error (-1). */
static inline int tcr_seen_new(int fd, const void *caller)
{
    if (tcr_inside || fd < 0)
        return fd;
    if (atomic_load(&tcr_driver_files_looked))
        tcr_driver_file_made(fd, caller);
    else if (!tcr_driver_files())
        return fd;
    tcr_driver_file_gone(fd);
    return fd;
}
static inline int tcr_seen_two_new(int done, const int at[2], const void *caller)
{
    if (done == 0)
        for (int k = 0; k < 2; k++)
            tcr_seen_new(at[k], caller);
    return done;
}
/* The same of a message that has come; it can be read. */
void tcr_seen_message(const struct msghdr *message, const void *caller);

#pragma GCC visibility pop

/* A function `seen_NAME` that stands for NAME; its own REAL(NAME) is the one that it stands for. */
#define SEEN(result, name, ...)                                                                    \
    __attribute__((weak, visibility("default"))) result seen_##name(__VA_ARGS__) __asm__(#name);   \
    typedef result real_##name(__VA_ARGS__);                                                       \
    static void *_Atomic known_##name;                                                             \
    result seen_##name(__VA_ARGS__)
#define REAL(name) ((real_##name *)(uintptr_t)tcr_seen_real(&known_##name, #name))
/* In such a function: where the code goes on that has called it. */
#define CALLER __builtin_return_address(0)
#define NEWEST(name) ((real_##name *)(uintptr_t)tcr_seen_newest(&known_##name, #name))

enum { READS, WRITES }; /* the system does that to the memory */

/* A call in which the system uses a buffer. */
#define WITH_GUEST(result, buffer, size, writes, call)                                             \
    {                                                                                              \
        int guest = tcr_mirror_guest_begin((uintptr_t)(buffer), size, writes);                     \
        result done = call;                                                                        \
                                                                                                   \
        tcr_mirror_guest_end(guest);                                                               \
        return done;                                                                               \
    }

/* The same with a structure of less than a page beside it. */
#define WITH_GUEST_AND(result, buffer, size, writes, other, other_size, other_writes, call)        \
    {                                                                                              \
        int guest = tcr_mirror_guest_begin((uintptr_t)(buffer), size, writes);                     \
        int second = tcr_mirror_guest_small(other, other_size, other_writes);                      \
        result done = call;                                                                        \
                                                                                                   \
        tcr_mirror_guest_end(second);                                                              \
        tcr_mirror_guest_end(guest);                                                               \
        return done;                                                                               \
    }

/* A call in which it uses one or two structures of less than a page. */
#define WITH_SMALL(result, at, size, writes, call)                                                 \
    {                                                                                              \
        int guest = tcr_mirror_guest_small(at, size, writes);                                      \
        result done = call;                                                                        \
                                                                                                   \
        tcr_mirror_guest_end(guest);                                                               \
        return done;                                                                               \
    }
#define WITH_TWO(result, at, size, writes, other, other_size, other_writes, call)                  \
    {                                                                                              \
        int guest = tcr_mirror_guest_small(at, size, writes);                                      \
        int second = tcr_mirror_guest_small(other, other_size, other_writes);                      \
        result done = call;                                                                        \
                                                                                                   \
        tcr_mirror_guest_end(second);                                                              \
        tcr_mirror_guest_end(guest);                                                               \
        return done;                                                                               \
    }

#endif
