/* SPDX-License-Identifier: MIT */
/*
 * seen_files.c: what the system is told of open files, and of files by name, beside their data:
 * places, locks, entries of directories, attributes, queues.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <mqueue.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/sendfile.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/time.h>
#include <sys/types.h>
#include <time.h>
#include "seen.h"

SEEN(int, fstatvfs, int fd, struct statvfs *at)
WITH_SMALL(int, at, sizeof *at, WRITES, REAL(fstatvfs)(fd, at))

SEEN(int, fstatvfs64, int fd, struct statvfs64 *at)
WITH_SMALL(int, at, sizeof *at, WRITES, REAL(fstatvfs64)(fd, at))

/* In programs that were compiled before version 2.33 of the C library. */
SEEN(int, __fxstat, int version, int fd, struct stat *at)
WITH_SMALL(int, at, sizeof *at, WRITES, REAL(__fxstat)(version, fd, at))

SEEN(int, __fxstat64, int version, int fd, struct stat64 *at)
WITH_SMALL(int, at, sizeof *at, WRITES, REAL(__fxstat64)(version, fd, at))

SEEN(int, futimens, int fd, const struct timespec at[2])
WITH_SMALL(int, at, 2 * sizeof *at, READS, REAL(futimens)(fd, at))

SEEN(int, futimes, int fd, const struct timeval at[2])
WITH_SMALL(int, at, 2 * sizeof *at, READS, REAL(futimes)(fd, at))

static int given(int command, int done, const void *caller)
{
    return command == F_DUPFD || command == F_DUPFD_CLOEXEC ? tcr_seen_new(done, caller) : done;
}

/* The last argument is an address or a number, which is none of a mirror's. */
SEEN(int, fcntl, int fd, int command, void *at)
WITH_SMALL(int, at, sizeof(struct flock64), WRITES,
           given(command, REAL(fcntl)(fd, command, at), CALLER))

SEEN(int, fcntl64, int fd, int command, void *at)
WITH_SMALL(int, at, sizeof(struct flock64), WRITES,
           given(command, REAL(fcntl64)(fd, command, at), CALLER))

/* ---- places in files ---- */

SEEN(ssize_t, sendfile, int out, int in, off_t *at, size_t size)
WITH_SMALL(ssize_t, at, sizeof *at, WRITES, REAL(sendfile)(out, in, at, size))

SEEN(ssize_t, sendfile64, int out, int in, off64_t *at, size_t size)
WITH_SMALL(ssize_t, at, sizeof *at, WRITES, REAL(sendfile64)(out, in, at, size))

SEEN(ssize_t, splice, int in, off64_t *at, int out, off64_t *other, size_t size, unsigned flags)
WITH_TWO(ssize_t, at, sizeof *at, WRITES, other, sizeof *other, WRITES,
         REAL(splice)(in, at, out, other, size, flags))

SEEN(ssize_t, copy_file_range, int in, off64_t *at, int out, off64_t *other, size_t size,
     unsigned flags)
WITH_TWO(ssize_t, at, sizeof *at, WRITES, other, sizeof *other, WRITES,
         REAL(copy_file_range)(in, at, out, other, size, flags))

/* ---- entries of directories ---- */

#if __GLIBC_PREREQ(2, 30)
SEEN(ssize_t, getdents64, int fd, void *buffer, size_t size)
WITH_GUEST(ssize_t, buffer, size, WRITES, REAL(getdents64)(fd, buffer, size))
#endif

SEEN(ssize_t, getdirentries, int fd, char *buffer, size_t size, off_t *base)
WITH_GUEST(ssize_t, buffer, size, WRITES, REAL(getdirentries)(fd, buffer, size, base))

SEEN(ssize_t, getdirentries64, int fd, char *buffer, size_t size, off64_t *base)
WITH_GUEST(ssize_t, buffer, size, WRITES, REAL(getdirentries64)(fd, buffer, size, base))

/* ---- attributes ---- */

enum { NAME = 256 }; /* no name is longer */

/* A file, by its name or number, the attribute's name, and its value. */
#define SEEN_VALUE(result, name, way, args, ...)                                                   \
    SEEN(result, name, __VA_ARGS__)                                                                \
    {                                                                                              \
        int third = tcr_mirror_guest_begin((uintptr_t)value, size, way);                           \
        int second = tcr_mirror_guest_small(attribute, NAME, READS);                               \
        int first = tcr_mirror_guest_small(path, PATH_MAX, READS);                                 \
        result done = REAL(name) args;                                                             \
                                                                                                   \
        tcr_mirror_guest_end(first);                                                               \
        tcr_mirror_guest_end(second);                                                              \
        tcr_mirror_guest_end(third);                                                               \
        return done;                                                                               \
    }
#define SEEN_OPEN_VALUE(result, name, way, args, ...)                                              \
    SEEN(result, name, __VA_ARGS__)                                                                \
    {                                                                                              \
        int second = tcr_mirror_guest_begin((uintptr_t)value, size, way);                          \
        int first = tcr_mirror_guest_small(attribute, NAME, READS);                                \
        result done = REAL(name) args;                                                             \
                                                                                                   \
        tcr_mirror_guest_end(first);                                                               \
        tcr_mirror_guest_end(second);                                                              \
        return done;                                                                               \
    }
#define P const char *path
#define A const char *attribute

SEEN_VALUE(ssize_t, getxattr, WRITES, (path, attribute, value, size), P, A, void *value,
           size_t size)
SEEN_VALUE(ssize_t, lgetxattr, WRITES, (path, attribute, value, size), P, A, void *value,
           size_t size)
SEEN_VALUE(int, setxattr, READS, (path, attribute, value, size, flags), P, A, const void *value,
           size_t size, int flags)
SEEN_VALUE(int, lsetxattr, READS, (path, attribute, value, size, flags), P, A, const void *value,
           size_t size, int flags)
SEEN_OPEN_VALUE(ssize_t, fgetxattr, WRITES, (fd, attribute, value, size), int fd, A, void *value,
                size_t size)
SEEN_OPEN_VALUE(int, fsetxattr, READS, (fd, attribute, value, size, flags), int fd, A,
                const void *value, size_t size, int flags)

SEEN(int, removexattr, P, A)
WITH_TWO(int, path, PATH_MAX, READS, attribute, NAME, READS, REAL(removexattr)(path, attribute))

SEEN(int, lremovexattr, P, A)
WITH_TWO(int, path, PATH_MAX, READS, attribute, NAME, READS, REAL(lremovexattr)(path, attribute))

SEEN(int, fremovexattr, int fd, A)
WITH_SMALL(int, attribute, NAME, READS, REAL(fremovexattr)(fd, attribute))

SEEN(ssize_t, listxattr, P, char *list, size_t size)
WITH_GUEST_AND(ssize_t, list, size, WRITES, path, PATH_MAX, READS,
               REAL(listxattr)(path, list, size))

SEEN(ssize_t, llistxattr, P, char *list, size_t size)
WITH_GUEST_AND(ssize_t, list, size, WRITES, path, PATH_MAX, READS,
               REAL(llistxattr)(path, list, size))

SEEN(ssize_t, flistxattr, int fd, char *list, size_t size)
WITH_GUEST(ssize_t, list, size, WRITES, REAL(flistxattr)(fd, list, size))

/* ---- what System V and POSIX keep between processes ---- */

SEEN(int, msgctl, int queue, int command, struct msqid_ds *at)
WITH_SMALL(int, at, sizeof *at, WRITES, NEWEST(msgctl)(queue, command, at))

SEEN(int, shmctl, int memory, int command, struct shmid_ds *at)
WITH_SMALL(int, at, sizeof *at, WRITES, NEWEST(shmctl)(memory, command, at))

/* An address or a number; the most that is there are the values of a set's semaphores. */
SEEN(int, semctl, int set, int number, int command, void *at)
{
    enum { MOST = 32000 * sizeof(unsigned short) };
    int guest = command == GETALL || command == SETALL
                    ? tcr_mirror_guest_begin((uintptr_t)at, MOST, WRITES)
                    : tcr_mirror_guest_small(at, sizeof(struct semid_ds), WRITES);
    int done = NEWEST(semctl)(set, number, command, at);

    tcr_mirror_guest_end(guest);
    return done;
}

/* Mode and attributes are there where a queue may be made. */
SEEN(mqd_t, mq_open, const char *name, int flags, mode_t mode, struct mq_attr *at)
WITH_TWO(mqd_t, name, NAME_MAX, READS, flags &O_CREAT ? at : NULL, sizeof *at, READS,
         NEWEST(mq_open)(name, flags, mode, at))

SEEN(int, mq_unlink, const char *name)
WITH_SMALL(int, name, NAME_MAX, READS, NEWEST(mq_unlink)(name))

SEEN(int, mq_getattr, mqd_t queue, struct mq_attr *at)
WITH_SMALL(int, at, sizeof *at, WRITES, NEWEST(mq_getattr)(queue, at))

SEEN(int, mq_setattr, mqd_t queue, const struct mq_attr *from, struct mq_attr *at)
WITH_TWO(int, from, sizeof *from, READS, at, sizeof *at, WRITES,
         NEWEST(mq_setattr)(queue, from, at))

SEEN(int, mq_send, mqd_t queue, const char *buffer, size_t size, unsigned priority)
WITH_GUEST(int, buffer, size, READS, NEWEST(mq_send)(queue, buffer, size, priority))

SEEN(int, mq_timedsend, mqd_t queue, const char *buffer, size_t size, unsigned priority,
     const struct timespec *most)
WITH_GUEST_AND(int, buffer, size, READS, most, sizeof *most, READS,
               NEWEST(mq_timedsend)(queue, buffer, size, priority, most))

SEEN(ssize_t, mq_receive, mqd_t queue, char *buffer, size_t size, unsigned *priority)
WITH_GUEST_AND(ssize_t, buffer, size, WRITES, priority, sizeof *priority, WRITES,
               NEWEST(mq_receive)(queue, buffer, size, priority))

/* The time may be anywhere, and is copied: three are too many for the form. */
SEEN(ssize_t, mq_timedreceive, mqd_t queue, char *buffer, size_t size, unsigned *priority,
     const struct timespec *most)
{
    const struct timespec copy = most ? *most : (struct timespec){0, 0};

    WITH_GUEST_AND(ssize_t, buffer, size, WRITES, priority, sizeof *priority, WRITES,
                   NEWEST(mq_timedreceive)(queue, buffer, size, priority, most ? &copy : NULL))
}
