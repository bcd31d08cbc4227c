/* SPDX-License-Identifier: MIT */
/*
 * seen_io.c: input and output.
 *
 * The system reads and writes memory without faults that a handler would hear of: a call fails with
 * EFAULT where the memory is protected.  So it is the host's from before the call to its end.
 */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/uio.h>
#include "../mirror/mirror.h"
#include "seen.h"

enum { READS, WRITES }; /* the system does that to the memory */

#define WITH_GUEST(result, buffer, size, writes, call)                                             \
    {                                                                                              \
        int guest = tcr_mirror_guest_begin((uintptr_t)(buffer), size, writes);                     \
        result done = call;                                                                        \
                                                                                                   \
        tcr_mirror_guest_end(guest);                                                               \
        return done;                                                                               \
    }

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
SEEN_IO(ssize_t, recvfrom, WRITES, (fd, buffer, size, flags, from, length), int fd, FD, int flags,
        void *from, void *length)
SEEN_IO(ssize_t, __recvfrom_chk, WRITES, (fd, buffer, size, room, flags, from, length), int fd, FD,
        size_t room, int flags, void *from, void *length)
SEEN_IO(ssize_t, getrandom, WRITES, (buffer, size, flags), FD, unsigned flags)
SEEN_IO(int, getentropy, WRITES, (buffer, size), FD)
SEEN_IO(ssize_t, write, READS, (fd, buffer, size), int fd, CFD)
SEEN_IO(ssize_t, pwrite, READS, (fd, buffer, size, at), int fd, CFD, off_t at)
SEEN_IO(ssize_t, pwrite64, READS, (fd, buffer, size, at), int fd, CFD, off_t at)
SEEN_IO(ssize_t, send, READS, (fd, buffer, size, flags), int fd, CFD, int flags)
SEEN_IO(ssize_t, sendto, READS, (fd, buffer, size, flags, to, length), int fd, CFD, int flags,
        const void *to, socklen_t length)

/* Elements; the C library reads and writes large blocks of them without a copy of its own. */
static size_t bytes(size_t size, size_t n)
{
    size_t all;

    return __builtin_mul_overflow(size, n, &all) ? SIZE_MAX : all;
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

static size_t around_message(const struct msghdr *message, uintptr_t *from)
{
    return message ? around(message->msg_iov, message->msg_iovlen, from) : 0;
}

SEEN(ssize_t, recvmsg, int fd, struct msghdr *message, int flags)
{
    uintptr_t from;
    size_t size = around_message(message, &from);

    if (size == 0)
        return REAL(recvmsg)(fd, message, flags);
    WITH_GUEST(ssize_t, from, size, WRITES, REAL(recvmsg)(fd, message, flags))
}

SEEN(ssize_t, sendmsg, int fd, const struct msghdr *message, int flags)
{
    uintptr_t from;
    size_t size = around_message(message, &from);

    if (size == 0)
        return REAL(sendmsg)(fd, message, flags);
    WITH_GUEST(ssize_t, from, size, READS, REAL(sendmsg)(fd, message, flags))
}

/* Many messages: all of them may be anywhere. */
SEEN(int, recvmmsg, int fd, struct mmsghdr *message, unsigned n, int flags, struct timespec *most)
{
    tcr_mirror_all_to_host(true);
    return REAL(recvmmsg)(fd, message, n, flags, most);
}

SEEN(int, sendmmsg, int fd, struct mmsghdr *message, unsigned n, int flags)
{
    tcr_mirror_all_to_host(true);
    return REAL(sendmmsg)(fd, message, n, flags);
}

/* ---- memory that the system uses after the call ---- */

static void forever(const void *at, size_t size)
{
    if (at && size > 0 && tcr_seen_wanted())
        tcr_mirror_bar((uintptr_t)at, size);
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

/* An operation goes on after its call. */
#define SEEN_AIO(name, type)                                                                       \
    SEEN(int, name, type *control)                                                                 \
    {                                                                                              \
        forever((const void *)(uintptr_t)control->aio_buf, control->aio_nbytes);                   \
        return REAL(name)(control);                                                                \
    }

#include <aio.h>
SEEN_AIO(aio_read, struct aiocb)
SEEN_AIO(aio_read64, struct aiocb64)
SEEN_AIO(aio_write, struct aiocb)
SEEN_AIO(aio_write64, struct aiocb64)

SEEN(int, lio_listio, int mode, struct aiocb *const *list, int n, struct sigevent *event)
{
    for (int k = 0; k < n; k++)
        if (list[k])
            forever((const void *)(uintptr_t)list[k]->aio_buf, list[k]->aio_nbytes);
    return REAL(lio_listio)(mode, list, n, event);
}

/* ---- calls of which only the address is known ---- */

static void leave(uintptr_t at)
{
    tcr_mirror_drop_at(at);
}

SEEN(int, ioctl, int fd, unsigned long request, void *at)
{
    leave((uintptr_t)at);
    return REAL(ioctl)(fd, request, at);
}
