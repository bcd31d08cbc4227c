/* SPDX-License-Identifier: MIT */
/*
 * seen_io.c: input and output.
 *
 * The system reads and writes memory without faults that a handler would hear of: a call fails with
 * EFAULT where the memory is protected.  So it is the host's from before the call to its end.
 */
#define _GNU_SOURCE
#include <aio.h>
#include <errno.h>
#include <signal.h>
#include <time.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>
#include "../device/transfer.h"
#include "../ground/inside.h"
#include "../mirror/mirror.h"
#include "seen.h"

/* One buffer. */
#define FD void *buffer, size_t size
#define CFD const void *buffer, size_t size
#define SEEN_IO(result, name, way, args, ...)                                                      \
    SEEN(result, name, __VA_ARGS__)                                                                \
    WITH_GUEST(result, buffer, size, way, REAL(name) args)

SEEN_IO(ssize_t, read, WRITES, (fd, buffer, size), int fd, FD)
SEEN_IO(ssize_t, __read_chk, WRITES, (fd, buffer, size, room), int fd, FD, size_t room)
SEEN_IO(ssize_t, pread, WRITES, (fd, buffer, size, at), int fd, FD, off_t at)
SEEN_IO(ssize_t, pread64, WRITES, (fd, buffer, size, at), int fd, FD, off_t at)
SEEN_IO(ssize_t, __pread_chk, WRITES, (fd, buffer, size, at, room), int fd, FD, off_t at,
        size_t room)
SEEN_IO(ssize_t, __pread64_chk, WRITES, (fd, buffer, size, at, room), int fd, FD, off_t at,
        size_t room)
SEEN_IO(ssize_t, recv, WRITES, (fd, buffer, size, flags), int fd, FD, int flags)
SEEN_IO(ssize_t, __recv_chk, WRITES, (fd, buffer, size, room, flags), int fd, FD, size_t room,
        int flags)
SEEN_IO(ssize_t, __recvfrom_chk, WRITES, (fd, buffer, size, room, flags, from, length), int fd, FD,
        size_t room, int flags, void *from, void *length)
SEEN_IO(ssize_t, getrandom, WRITES, (buffer, size, flags), FD, unsigned flags)
SEEN_IO(int, getentropy, WRITES, (buffer, size), FD)
SEEN_IO(int, sethostname, READS, (buffer, size), FD)
SEEN_IO(int, setdomainname, READS, (buffer, size), FD)

SEEN(int, klogctl, int type, void *buffer, int size)
WITH_GUEST(int, buffer, size > 0 ? (size_t)size : 0, WRITES, REAL(klogctl)(type, buffer, size))

#if __GLIBC_PREREQ(2, 36)
SEEN(void, arc4random_buf, FD)
{
    int guest = tcr_mirror_guest_begin((uintptr_t)buffer, size, WRITES);

    REAL(arc4random_buf)(buffer, size);
    tcr_mirror_guest_end(guest);
}
#endif
SEEN_IO(ssize_t, write, READS, (fd, buffer, size), int fd, CFD)
SEEN_IO(ssize_t, pwrite, READS, (fd, buffer, size, at), int fd, CFD, off_t at)
SEEN_IO(ssize_t, pwrite64, READS, (fd, buffer, size, at), int fd, CFD, off_t at)

SEEN(ssize_t, recvfrom, int fd, FD, int flags, void *from, socklen_t *length)
{
    int first = tcr_mirror_guest_small(from, sizeof(struct sockaddr_storage), WRITES);
    int second = tcr_mirror_guest_small(length, sizeof *length, WRITES);
    int third = tcr_mirror_guest_begin((uintptr_t)buffer, size, WRITES);
    ssize_t done = REAL(recvfrom)(fd, buffer, size, flags, from, length);

    tcr_mirror_guest_end(third);
    tcr_mirror_guest_end(second);
    tcr_mirror_guest_end(first);
    return done;
}

/* Of elements the C library reads and writes large blocks without a copy of its own.  Of fewer it
 * makes copies, which may fault; there are programs with a call for each number. */
static size_t bytes(size_t size, size_t n)
{
    size_t all;

    if (__builtin_mul_overflow(size, n, &all))
        return SIZE_MAX;
    return all < BUFSIZ / 2 && !tcr_mirror_live() ? 0 : all;
}

#define SEEN_ELEMENTS(name, way, args, ...)                                                        \
    SEEN(size_t, name, __VA_ARGS__)                                                                \
    WITH_GUEST(size_t, buffer, bytes(size, n), way, REAL(name) args)

SEEN_ELEMENTS(fread, WRITES, (buffer, size, n, file), FD, size_t n, FILE *file)
SEEN_ELEMENTS(fread_unlocked, WRITES, (buffer, size, n, file), FD, size_t n, FILE *file)
SEEN_ELEMENTS(fwrite, READS, (buffer, size, n, file), CFD, size_t n, FILE *file)
SEEN_ELEMENTS(fwrite_unlocked, READS, (buffer, size, n, file), CFD, size_t n, FILE *file)
SEEN_ELEMENTS(__fread_chk, WRITES, (buffer, room, size, n, file), void *buffer, size_t room,
              size_t size, size_t n, FILE *file)
SEEN_ELEMENTS(__fread_unlocked_chk, WRITES, (buffer, room, size, n, file), void *buffer,
              size_t room, size_t size, size_t n, FILE *file)

/* The system uses it after the call, too. */
static void forever(const void *at, size_t size)
{
    if (at && size > 0 && tcr_mirrors_wanted())
        tcr_mirror_bar_for_good((uintptr_t)at, size);
}

/* What is not copied by the call goes out later. */
static void sent(const void *buffer, size_t size, int flags)
{
    if (flags & MSG_ZEROCOPY)
        forever(buffer, size);
}

/* ---- several buffers ---- */

/* What holds all of them. */
static size_t around(const struct iovec *piece, size_t n, uintptr_t *from)
{
    uintptr_t lo = UINTPTR_MAX, hi = 0;

    for (size_t k = 0; k < n; k++) {
        uintptr_t at = (uintptr_t)piece[k].iov_base;

        if (piece[k].iov_len == 0)
            continue;
        lo = at < lo ? at : lo;
        hi = at + piece[k].iov_len > hi ? at + piece[k].iov_len : hi;
    }
    *from = hi > lo ? lo : 0;
    return hi > lo ? hi - lo : 0;
}

#define PIECES int fd, const struct iovec *piece, int n
#define SEEN_PIECES(name, way, args, ...)                                                          \
    SEEN(ssize_t, name, __VA_ARGS__)                                                               \
    {                                                                                              \
        uintptr_t from;                                                                            \
        size_t size = n > 0 ? around(piece, (size_t)n, &from) : 0;                                 \
                                                                                                   \
        if (size == 0)                                                                             \
            return REAL(name) args;                                                                \
        WITH_GUEST(ssize_t, from, size, way, REAL(name) args)                                      \
    }

SEEN_PIECES(readv, WRITES, (fd, piece, n), PIECES)
SEEN_PIECES(preadv, WRITES, (fd, piece, n, at), PIECES, off_t at)
SEEN_PIECES(preadv64, WRITES, (fd, piece, n, at), PIECES, off_t at)
SEEN_PIECES(preadv2, WRITES, (fd, piece, n, at, flags), PIECES, off_t at, int flags)
SEEN_PIECES(preadv64v2, WRITES, (fd, piece, n, at, flags), PIECES, off_t at, int flags)
SEEN_PIECES(writev, READS, (fd, piece, n), PIECES)
SEEN_PIECES(pwritev, READS, (fd, piece, n, at), PIECES, off_t at)
SEEN_PIECES(pwritev64, READS, (fd, piece, n, at), PIECES, off_t at)
SEEN_PIECES(pwritev2, READS, (fd, piece, n, at, flags), PIECES, off_t at, int flags)
SEEN_PIECES(pwritev64v2, READS, (fd, piece, n, at, flags), PIECES, off_t at, int flags)

enum { OF_MESSAGE = 5 };

/* The message itself, its name, its controls and the list of its pieces, then these. */
static void message_comes(const struct msghdr *m, bool writes, int guest[OF_MESSAGE])
{
    uintptr_t from = 0;
    size_t size;

    for (int k = 0; k < OF_MESSAGE; k++)
        guest[k] = -1;
    if (!m)
        return;
    guest[0] = tcr_mirror_guest_small(m, sizeof *m, writes);
    guest[1] = tcr_mirror_guest_small(m->msg_name, m->msg_namelen, writes);
    guest[2] = tcr_mirror_guest_begin((uintptr_t)m->msg_control, m->msg_controllen, writes);
    guest[3] =
        tcr_mirror_guest_begin((uintptr_t)m->msg_iov, m->msg_iovlen * sizeof *m->msg_iov, READS);
    size = around(m->msg_iov, m->msg_iovlen, &from);
    guest[4] = tcr_mirror_guest_begin(from, size, writes);
}

static void message_goes(const int guest[OF_MESSAGE])
{
    for (int k = OF_MESSAGE; k-- > 0;)
        tcr_mirror_guest_end(guest[k]);
}

SEEN(ssize_t, recvmsg, int fd, struct msghdr *message, int flags)
{
    int guest[OF_MESSAGE];
    ssize_t done;

    message_comes(message, WRITES, guest);
    done = REAL(recvmsg)(fd, message, flags);
    if (done >= 0)
        tcr_seen_message(message, CALLER); /* it may bring some */
    message_goes(guest);
    return done;
}

SEEN(ssize_t, sendmsg, int fd, const struct msghdr *message, int flags)
{
    int guest[OF_MESSAGE];
    ssize_t done;

    if (message && flags & MSG_ZEROCOPY)
        for (size_t k = 0; k < message->msg_iovlen; k++)
            sent(message->msg_iov[k].iov_base, message->msg_iov[k].iov_len, flags);
    message_comes(message, READS, guest);
    done = REAL(sendmsg)(fd, message, flags);
    message_goes(guest);
    return done;
}

/* Many messages: all of them may be anywhere. */
SEEN(int, recvmmsg, int fd, struct mmsghdr *message, unsigned n, int flags, struct timespec *most)
{
    int done;

    tcr_mirror_all_to_host(true);
    done = REAL(recvmmsg)(fd, message, n, flags, most);
    for (int k = 0; k < done; k++)
        tcr_seen_message(&message[k].msg_hdr, CALLER);
    return done;
}

SEEN(int, sendmmsg, int fd, struct mmsghdr *message, unsigned n, int flags)
{
    tcr_mirror_all_to_host(true);
    return REAL(sendmmsg)(fd, message, n, flags);
}

/* Between two processes, which may be the same.  What holds all pieces may hold what the runtime's
 * own call is about to write, and for which a guest would wait until that is over. */
#define SEEN_OTHER(name, way, other_way)                                                           \
    SEEN(ssize_t, name, pid_t pid, const struct iovec *here, unsigned long n,                      \
         const struct iovec *there, unsigned long m, unsigned long flags)                          \
    {                                                                                              \
        uintptr_t from, other = 0;                                                                 \
        size_t size, other_size;                                                                   \
        int first, second;                                                                         \
        ssize_t done;                                                                              \
                                                                                                   \
        if (tcr_transfers)                                                                         \
            return REAL(name)(pid, here, n, there, m, flags);                                      \
        size = around(here, n, &from);                                                             \
        other_size = pid == getpid() ? around(there, m, &other) : 0;                               \
        second = tcr_mirror_guest_begin(other, other_size, other_way);                             \
        first = tcr_mirror_guest_begin(from, size, way);                                           \
        done = REAL(name)(pid, here, n, there, m, flags);                                          \
                                                                                                   \
        tcr_mirror_guest_end(first);                                                               \
        tcr_mirror_guest_end(second);                                                              \
        return done;                                                                               \
    }

SEEN_OTHER(process_vm_readv, WRITES, READS)
SEEN_OTHER(process_vm_writev, READS, WRITES)

/* ---- memory that the system uses after the call ---- */

SEEN(ssize_t, send, int fd, CFD, int flags)
{
    sent(buffer, size, flags);
    WITH_GUEST(ssize_t, buffer, size, READS, REAL(send)(fd, buffer, size, flags))
}

SEEN(ssize_t, sendto, int fd, CFD, int flags, const void *to, socklen_t length)
{
    int first = tcr_mirror_guest_small(to, length, READS), second;
    ssize_t done;

    sent(buffer, size, flags);
    second = tcr_mirror_guest_begin((uintptr_t)buffer, size, READS);
    done = REAL(sendto)(fd, buffer, size, flags, to, length);
    tcr_mirror_guest_end(second);
    tcr_mirror_guest_end(first);
    return done;
}

SEEN(ssize_t, vmsplice, int fd, const struct iovec *piece, size_t n, unsigned flags)
{
    uintptr_t from;
    size_t size = around(piece, n, &from);

    forever((const void *)from, size);
    WITH_GUEST(ssize_t, from, size, READS, REAL(vmsplice)(fd, piece, n, flags))
}

SEEN(int, setvbuf, FILE *file, char *buffer, int mode, size_t size)
{
    forever(buffer, size);
    return REAL(setvbuf)(file, buffer, mode, size);
}

SEEN(void, setbuf, FILE *file, char *buffer)
{
    forever(buffer, BUFSIZ);
    REAL(setbuf)(file, buffer);
}

SEEN(void, setbuffer, FILE *file, char *buffer, size_t size)
{
    forever(buffer, size);
    REAL(setbuffer)(file, buffer, size);
}

/* The C library begins a thread of its own for an event, which blocks all signals. */
static void by_thread(const struct sigevent *event)
{
    if (event && event->sigev_notify == SIGEV_THREAD && tcr_mirrors_wanted())
        tcr_mirror_stop("the C library begins a thread for an event, which blocks SIGSEGV");
}

SEEN(int, timer_create, clockid_t clock, struct sigevent *event, timer_t *timer)
{
    by_thread(event);
    return NEWEST(timer_create)(clock, event, timer);
}

SEEN(int, mq_notify, int queue, const struct sigevent *event)
{
    by_thread(event);
    return REAL(mq_notify)(queue, event);
}

/* An operation goes on after its call, on a thread that blocks all signals: it says in the control
 * block what has become of it. */
#define SEEN_AIO(name, type)                                                                       \
    SEEN(int, name, type *control)                                                                 \
    {                                                                                              \
        by_thread(&control->aio_sigevent);                                                         \
        forever((const void *)(uintptr_t)control->aio_buf, control->aio_nbytes);                   \
        forever(control, sizeof *control);                                                         \
        return REAL(name)(control);                                                                \
    }
#define SEEN_AIO_SYNC(name, type)                                                                  \
    SEEN(int, name, int how, type *control)                                                        \
    {                                                                                              \
        by_thread(&control->aio_sigevent);                                                         \
        forever(control, sizeof *control);                                                         \
        return REAL(name)(how, control);                                                           \
    }
#define SEEN_AIO_LIST(name, type)                                                                  \
    SEEN(int, name, int mode, type *const *list, int n, struct sigevent *event)                    \
    {                                                                                              \
        by_thread(event);                                                                          \
        for (int k = 0; k < n; k++)                                                                \
            if (list[k]) {                                                                         \
                by_thread(&list[k]->aio_sigevent);                                                 \
                forever((const void *)(uintptr_t)list[k]->aio_buf, list[k]->aio_nbytes);           \
                forever(list[k], sizeof *list[k]);                                                 \
            }                                                                                      \
        return NEWEST(name)(mode, list, n, event);                                                 \
    }

SEEN_AIO(aio_read, struct aiocb)
SEEN_AIO(aio_read64, struct aiocb64)
SEEN_AIO(aio_write, struct aiocb)
SEEN_AIO(aio_write64, struct aiocb64)
SEEN_AIO_SYNC(aio_fsync, struct aiocb)
SEEN_AIO_SYNC(aio_fsync64, struct aiocb64)
SEEN_AIO_LIST(lio_listio, struct aiocb)
SEEN_AIO_LIST(lio_listio64, struct aiocb64)

/* ---- calls of which only the address is known ---- */

/* What is there may hold more addresses: then the call fails, is undone, and is tried with all
 * memory the host's.  That it has failed its error says, and -1 alone does not, which may be what
 * was asked for: before the call there is none.  Who gives fewer arguments than these hands on what
 * the C library reads, too; if that is an address of an array, the array has no mirror after. */
enum { NO_ERROR = -1 };
#define SEEN_ADDRESS(result, name, args, ...)                                                      \
    SEEN(result, name, __VA_ARGS__)                                                                \
    {                                                                                              \
        const int kept = errno;                                                                    \
        int guest = tcr_mirror_guest_small(at, 1, WRITES);                                         \
        result done;                                                                               \
                                                                                                   \
        tcr_mirror_drop_at((uintptr_t)at);                                                         \
        errno = NO_ERROR;                                                                          \
        done = REAL(name) args;                                                                    \
        if (done == -1 && errno == EFAULT && !tcr_inside && tcr_mirror_live()) {                   \
            tcr_mirror_all_to_host(true);                                                          \
            errno = NO_ERROR;                                                                      \
            done = REAL(name) args;                                                                \
        }                                                                                          \
        tcr_mirror_guest_end(guest);                                                               \
        errno = errno == NO_ERROR ? kept : errno; /* the call has set none */                      \
        return done;                                                                               \
    }

SEEN_ADDRESS(int, ioctl, (fd, request, at), int fd, unsigned long request, void *at)
SEEN_ADDRESS(long, ptrace, (request, pid, there, at), int request, pid_t pid, void *there, void *at)
