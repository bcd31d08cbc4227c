/* SPDX-License-Identifier: MIT */
/*
 * seen_maps.c: the program changes mappings or their protection, which mirrors change, too.
 *
 * The runtime's own calls are for memory that has no mirror, or know what they do.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/types.h>
#include <ucontext.h>
#include "../ground/inside.h"
#include "../mirror/mirror.h"
#include "seen.h"

static void leave(const void *at, size_t size)
{
    if (!tcr_inside)
        tcr_mirror_drop((uintptr_t)at, size, false);
}

/* From now on the protection is the program's, or its stack is there. */
static void forever(const void *at, size_t size)
{
    if (at && size > 0 && !tcr_inside && tcr_mirrors_wanted())
        tcr_mirror_bar_for_good((uintptr_t)at, size);
}

/* With MAP_FIXED another mapping is there from then on.  What is shared may be that of other
 * addresses, too, or of other processes: who writes there is not seen. */
static void replaced(const void *at, size_t size, int flags)
{
    if ((flags & MAP_FIXED) && (flags & MAP_SHARED))
        forever(at, size);
    else if (flags & MAP_FIXED)
        leave(at, size);
}

SEEN(void *, mmap, void *at, size_t size, int rights, int flags, int fd, off_t from)
{
    replaced(at, size, flags);
    return REAL(mmap)(at, size, rights, flags, fd, from);
}

SEEN(void *, mmap64, void *at, size_t size, int rights, int flags, int fd, off_t from)
{
    replaced(at, size, flags);
    return REAL(mmap64)(at, size, rights, flags, fd, from);
}

SEEN(int, munmap, void *at, size_t size)
{
    leave(at, size);
    if (!tcr_inside)
        tcr_mirror_lift((uintptr_t)at, size);
    return REAL(munmap)(at, size);
}

SEEN(void *, mremap, void *at, size_t size, size_t more, int flags, void *to)
{
    leave(at, size);
    if (flags & MREMAP_FIXED)
        forever(to, more);
    return REAL(mremap)(at, size, more, flags, to);
}

/* So many bytes as the segment has, in the place of what is there. */
SEEN(void *, shmat, int memory, const void *at, int flags)
{
    struct shmid_ds is;

    if (at && (flags & SHM_REMAP) && !tcr_inside && shmctl(memory, IPC_STAT, &is) == 0)
        forever(at, is.shm_segsz);
    return REAL(shmat)(memory, at, flags);
}

SEEN(int, mprotect, void *at, size_t size, int rights)
{
    forever(at, size);
    return REAL(mprotect)(at, size, rights);
}

SEEN(int, pkey_mprotect, void *at, size_t size, int rights, int key)
{
    forever(at, size);
    return REAL(pkey_mprotect)(at, size, rights, key);
}

SEEN(int, madvise, void *at, size_t size, int advice)
{
    leave(at, size);
    return REAL(madvise)(at, size, advice);
}

/* Memory without access cannot be locked; what is locked stays so, whatever its protection becomes.
 */
#define SEEN_LOCK(name, args, ...)                                                                 \
    SEEN(int, name, __VA_ARGS__)                                                                   \
    {                                                                                              \
        leave(at, size);                                                                           \
        return REAL(name) args;                                                                    \
    }

SEEN_LOCK(mlock, (at, size), const void *at, size_t size)
SEEN_LOCK(mlock2, (at, size, flags), const void *at, size_t size, unsigned flags)
SEEN_LOCK(munlock, (at, size), const void *at, size_t size)
SEEN_LOCK(remap_file_pages, (at, size, rights, from, flags), void *at, size_t size, int rights,
          size_t from, int flags)

SEEN(int, mincore, void *at, size_t size, unsigned char *in)
WITH_GUEST(int, in, size / 4096 + 1, WRITES, REAL(mincore)(at, size, in))

/* ---- stacks ---- */

SEEN(int, sigaltstack, const stack_t *stack, stack_t *old)
{
    if (stack && !(stack->ss_flags & SS_DISABLE))
        forever(stack->ss_sp, stack->ss_size);
    WITH_TWO(int, stack, sizeof *stack, READS, old, sizeof *old, WRITES,
             REAL(sigaltstack)(stack, old))
}

SEEN(int, pthread_attr_setstack, pthread_attr_t *attributes, void *at, size_t size)
{
    forever(at, size);
    return REAL(pthread_attr_setstack)(attributes, at, size);
}

/* The system reads and writes masks of signals there, while nobody can say when the call ends. */
static void forever_context(const ucontext_t *at)
{
    int guest = tcr_mirror_guest_small(at, sizeof *at, WRITES);

    if (guest < 0)
        return; /* as a rule: no mirror is near */
    tcr_mirror_guest_end(guest);
    forever(at, sizeof *at);
}

/* The other context, or a copy of it with the mask that it may have. */
static const ucontext_t *take_signal(const ucontext_t *to, ucontext_t *room)
{
    if (!tcr_mirrors_wanted() || sigismember(&to->uc_sigmask, SIGSEGV) != 1)
        return to;
    *room = *to;
    sigdelset(&room->uc_sigmask, SIGSEGV);
    return room;
}

/* swapcontext() and setcontext() come to what makecontext() has made, whose arguments cannot be
 * handed on. */
SEEN(int, swapcontext, ucontext_t *from, const ucontext_t *to)
{
    ucontext_t room;

    if (from == to) { /* the context that is saved now, with the mask of now */
        forever_context(from);
        return REAL(swapcontext)(from, to);
    }
    forever(to->uc_stack.ss_sp, to->uc_stack.ss_size);
    forever_context(from);
    forever_context(to);
    return REAL(swapcontext)(from, take_signal(to, &room));
}

SEEN(int, setcontext, const ucontext_t *to)
{
    ucontext_t room;

    forever(to->uc_stack.ss_sp, to->uc_stack.ss_size);
    forever_context(to);
    return REAL(setcontext)(take_signal(to, &room));
}
