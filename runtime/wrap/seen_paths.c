/* SPDX-License-Identifier: MIT */
/*
 * seen_paths.c: names of files, which the system reads from the program's memory.
 *
 * How long a name is need not be known: what follows it may come to the host, too.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/time.h>
#include <sys/types.h>
#include <time.h>
#include <utime.h>
#include "seen.h"

#define SEEN_PATH(result, name, args, ...)                                                         \
    SEEN(result, name, __VA_ARGS__)                                                                \
    WITH_SMALL(result, path, PATH_MAX, READS, REAL(name) args)

#define SEEN_PATHS(name, args, ...)                                                                \
    SEEN(int, name, __VA_ARGS__)                                                                   \
    WITH_TWO(int, path, PATH_MAX, READS, other, PATH_MAX, READS, REAL(name) args)

#define P const char *path
#define O const char *other

/* The mode may be missing, and is handed on as it is. */
SEEN_PATH(int, open, (path, flags, mode), P, int flags, unsigned mode)
SEEN_PATH(int, open64, (path, flags, mode), P, int flags, unsigned mode)
SEEN_PATH(int, openat, (fd, path, flags, mode), int fd, P, int flags, unsigned mode)
SEEN_PATH(int, openat64, (fd, path, flags, mode), int fd, P, int flags, unsigned mode)
SEEN_PATH(int, __open_2, (path, flags), P, int flags)
SEEN_PATH(int, __open64_2, (path, flags), P, int flags)
SEEN_PATH(int, __openat_2, (fd, path, flags), int fd, P, int flags)
SEEN_PATH(int, __openat64_2, (fd, path, flags), int fd, P, int flags)
SEEN_PATH(int, creat, (path, mode), P, mode_t mode)
SEEN_PATH(int, creat64, (path, mode), P, mode_t mode)
SEEN_PATH(FILE *, fopen, (path, mode), P, const char *mode)
SEEN_PATH(FILE *, fopen64, (path, mode), P, const char *mode)
SEEN_PATH(FILE *, freopen, (path, mode, file), P, const char *mode, FILE *file)
SEEN_PATH(FILE *, freopen64, (path, mode, file), P, const char *mode, FILE *file)
SEEN_PATH(DIR *, opendir, (path), P)
SEEN_PATH(int, access, (path, mode), P, int mode)
SEEN_PATH(int, eaccess, (path, mode), P, int mode)
SEEN_PATH(int, euidaccess, (path, mode), P, int mode)
SEEN_PATH(int, faccessat, (fd, path, mode, flags), int fd, P, int mode, int flags)
SEEN_PATH(int, unlink, (path), P)
SEEN_PATH(int, unlinkat, (fd, path, flags), int fd, P, int flags)
SEEN_PATH(int, remove, (path), P)
SEEN_PATH(int, mkdir, (path, mode), P, mode_t mode)
SEEN_PATH(int, mkdirat, (fd, path, mode), int fd, P, mode_t mode)
SEEN_PATH(int, rmdir, (path), P)
SEEN_PATH(int, mkfifo, (path, mode), P, mode_t mode)
SEEN_PATH(int, mkfifoat, (fd, path, mode), int fd, P, mode_t mode)
SEEN_PATH(int, mknod, (path, mode, device), P, mode_t mode, dev_t device)
SEEN_PATH(int, mknodat, (fd, path, mode, device), int fd, P, mode_t mode, dev_t device)
SEEN_PATH(int, chdir, (path), P)
SEEN_PATH(int, chroot, (path), P)
SEEN_PATH(int, chmod, (path, mode), P, mode_t mode)
SEEN_PATH(int, lchmod, (path, mode), P, mode_t mode)
SEEN_PATH(int, fchmodat, (fd, path, mode, flags), int fd, P, mode_t mode, int flags)
SEEN_PATH(int, chown, (path, user, group), P, uid_t user, gid_t group)
SEEN_PATH(int, lchown, (path, user, group), P, uid_t user, gid_t group)
SEEN_PATH(int, fchownat, (fd, path, user, group, flags), int fd, P, uid_t user, gid_t group,
          int flags)
SEEN_PATH(int, truncate, (path, size), P, off_t size)
SEEN_PATH(int, truncate64, (path, size), P, off_t size)
SEEN_PATH(long, pathconf, (path, what), P, int what)
SEEN_PATH(int, inotify_add_watch, (fd, path, events), int fd, P, uint32_t events)
SEEN_PATH(int, memfd_create, (path, flags), P, unsigned flags)
SEEN_PATH(int, scandir, (path, list, select, compare), P, void *list, void *select, void *compare)
SEEN_PATH(int, scandir64, (path, list, select, compare), P, void *list, void *select, void *compare)
SEEN_PATH(key_t, ftok, (path, id), P, int id)
SEEN_PATH(int, fanotify_mark, (group, flags, mask, fd, path), int group, unsigned flags,
          uint64_t mask, int fd, P)
SEEN_PATH(int, swapon, (path, flags), P, int flags)
SEEN_PATH(int, swapoff, (path), P)
SEEN_PATH(int, acct, (path), P)
SEEN_PATH(int, umount, (path), P)
SEEN_PATH(int, umount2, (path, flags), P, int flags)
SEEN_PATHS(mount, (path, other, type, flags, data), P, O, const char *type, unsigned long flags,
           const void *data)
SEEN_PATHS(rename, (path, other), P, O)
SEEN_PATHS(renameat, (fd, path, to, other), int fd, P, int to, O)
SEEN_PATHS(renameat2, (fd, path, to, other, flags), int fd, P, int to, O, unsigned flags)
SEEN_PATHS(link, (path, other), P, O)
SEEN_PATHS(linkat, (fd, path, to, other, flags), int fd, P, int to, O, int flags)
SEEN_PATHS(symlink, (path, other), P, O)
SEEN_PATHS(symlinkat, (path, to, other), P, int to, O)

/* At `to` a structure comes or goes, or another name is. */
SEEN(int, quotactl, int command, P, int id, void *to)
WITH_TWO(int, path, PATH_MAX, READS, to, PATH_MAX, WRITES, REAL(quotactl)(command, path, id, to))

/* A name, and what is found there. */
#define SEEN_STAT(name, type, args, ...)                                                           \
    SEEN(int, name, __VA_ARGS__, type *to)                                                         \
    WITH_TWO(int, path, PATH_MAX, READS, to, sizeof *to, WRITES, REAL(name) args)

SEEN_STAT(stat, struct stat, (path, to), P)
SEEN_STAT(stat64, struct stat64, (path, to), P)
SEEN_STAT(lstat, struct stat, (path, to), P)
SEEN_STAT(lstat64, struct stat64, (path, to), P)
SEEN_STAT(statfs, struct statfs, (path, to), P)
SEEN_STAT(statfs64, struct statfs64, (path, to), P)
SEEN_STAT(statvfs, struct statvfs, (path, to), P)
SEEN_STAT(statvfs64, struct statvfs64, (path, to), P)
/* In programs that were compiled before version 2.33 of the C library. */
SEEN_STAT(__xstat, struct stat, (version, path, to), int version, P)
SEEN_STAT(__xstat64, struct stat64, (version, path, to), int version, P)
SEEN_STAT(__lxstat, struct stat, (version, path, to), int version, P)
SEEN_STAT(__lxstat64, struct stat64, (version, path, to), int version, P)

/* The handle's bytes follow its structure. */
#define HANDLE (sizeof(struct file_handle) + MAX_HANDLE_SZ)

SEEN(int, name_to_handle_at, int fd, P, struct file_handle *to, int *mount, int flags)
{
    int number = mount ? *mount : 0;
    int guest = tcr_mirror_guest_small(path, PATH_MAX, READS);
    int second = tcr_mirror_guest_small(to, HANDLE, WRITES);
    int done = REAL(name_to_handle_at)(fd, path, to, mount ? &number : NULL, flags);

    tcr_mirror_guest_end(second);
    tcr_mirror_guest_end(guest);
    if (mount)
        *mount = number;
    return done;
}

SEEN(int, open_by_handle_at, int fd, struct file_handle *from, int flags)
WITH_SMALL(int, from, HANDLE, READS, REAL(open_by_handle_at)(fd, from, flags))

SEEN(int, fstatat, int fd, P, struct stat *to, int flags)
WITH_TWO(int, path, PATH_MAX, READS, to, sizeof *to, WRITES, REAL(fstatat)(fd, path, to, flags))

SEEN(int, fstatat64, int fd, P, struct stat64 *to, int flags)
WITH_TWO(int, path, PATH_MAX, READS, to, sizeof *to, WRITES, REAL(fstatat64)(fd, path, to, flags))

SEEN(int, __fxstatat, int version, int fd, P, struct stat *to, int flags)
WITH_TWO(int, path, PATH_MAX, READS, to, sizeof *to, WRITES,
         REAL(__fxstatat)(version, fd, path, to, flags))

SEEN(int, __fxstatat64, int version, int fd, P, struct stat64 *to, int flags)
WITH_TWO(int, path, PATH_MAX, READS, to, sizeof *to, WRITES,
         REAL(__fxstatat64)(version, fd, path, to, flags))

SEEN(int, statx, int fd, P, int flags, unsigned what, struct statx *to)
WITH_TWO(int, path, PATH_MAX, READS, to, sizeof *to, WRITES, REAL(statx)(fd, path, flags, what, to))

SEEN(ssize_t, readlink, P, char *to, size_t size)
WITH_TWO(ssize_t, path, PATH_MAX, READS, to, size < PATH_MAX ? size : PATH_MAX, WRITES,
         REAL(readlink)(path, to, size))

SEEN(ssize_t, readlinkat, int fd, P, char *to, size_t size)
WITH_TWO(ssize_t, path, PATH_MAX, READS, to, size < PATH_MAX ? size : PATH_MAX, WRITES,
         REAL(readlinkat)(fd, path, to, size))

SEEN(ssize_t, __readlink_chk, P, char *to, size_t size, size_t room)
WITH_TWO(ssize_t, path, PATH_MAX, READS, to, size < PATH_MAX ? size : PATH_MAX, WRITES,
         REAL(__readlink_chk)(path, to, size, room))

SEEN(ssize_t, __readlinkat_chk, int fd, P, char *to, size_t size, size_t room)
WITH_TWO(ssize_t, path, PATH_MAX, READS, to, size < PATH_MAX ? size : PATH_MAX, WRITES,
         REAL(__readlinkat_chk)(fd, path, to, size, room))

SEEN(char *, getcwd, char *to, size_t size)
WITH_GUEST(char *, to, to ? size : 0, WRITES, REAL(getcwd)(to, size))

SEEN(int, utimensat, int fd, P, const struct timespec times[2], int flags)
WITH_TWO(int, path, PATH_MAX, READS, times, 2 * sizeof *times, READS,
         REAL(utimensat)(fd, path, times, flags))

SEEN(int, utimes, P, const struct timeval times[2])
WITH_TWO(int, path, PATH_MAX, READS, times, 2 * sizeof *times, READS, REAL(utimes)(path, times))

SEEN(int, futimesat, int fd, P, const struct timeval times[2])
WITH_TWO(int, path, PATH_MAX, READS, times, 2 * sizeof *times, READS,
         REAL(futimesat)(fd, path, times))

SEEN(int, lutimes, P, const struct timeval times[2])
WITH_TWO(int, path, PATH_MAX, READS, times, 2 * sizeof *times, READS, REAL(lutimes)(path, times))

SEEN(int, utime, P, const struct utimbuf *times)
WITH_TWO(int, path, PATH_MAX, READS, times, sizeof *times, READS, REAL(utime)(path, times))
