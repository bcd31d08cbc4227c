/* SPDX-License-Identifier: MIT */
/*
 * report_file.c: the files that reports go to.  The units of one command line,
 * and those of compilations that run at the same time, share one.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report_private.h"
#include "write_all.h"

/* What is no file has no lock. */
static void lock(int fd)
{
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    while (fcntl(fd, F_SETLKW, &lock) < 0 && errno == EINTR)
        ;
}

static int read_all(int fd, struct buf *text)
{
    char block[1 << 14];
    ssize_t n;
    buf_add(text, "");
    while ((n = read(fd, block, sizeof block)) != 0) {
        if (n > 0)
            buf_addn(text, block, (size_t)n);
        else if (errno != EINTR)
            return -errno;
    }
    return 0;
}

int report_file_append(const char *file, const struct buf *text)
{
    int fd = open(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (fd < 0)
        return -errno;
    lock(fd); /* keeps lines whole where a single write would not (a full disk, a file server) */
    int error = tcr_write_all(fd, text->s, text->len);
    if (close(fd) < 0 && !error)
        error = -errno;
    return error;
}

/* The file under its lock, or negative errno.  Whoever had the lock before may have
 * put another file in its place. */
static int open_locked(const char *file, bool create, struct stat *st)
{
    for (;;) {
        struct stat now;
        int fd = open(file, O_RDWR | (create ? O_CREAT : 0) | O_CLOEXEC, 0666);
        if (fd < 0)
            return -errno;
        if (fstat(fd, st) < 0) {
            int error = -errno;
            close(fd);
            return error;
        }
        if (!S_ISREG(st->st_mode))
            return fd;
        lock(fd);
        if (fstat(fd, st) == 0 && stat(file, &now) == 0 && now.st_dev == st->st_dev &&
            now.st_ino == st->st_ino)
            return fd;
        close(fd);
    }
}

/* A new file in the old one's place, so that nobody ever sees half of it. */
static int put_in_place(const char *path, const struct buf *text, const struct stat *old)
{
    sigset_t all, before; /* no signal leaves it behind */
    char *name = xasprintf("%s.XXXXXX", path);
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &before);
    int fd = mkstemp(name), error = fd < 0 ? -errno : 0;
    if (fd >= 0) {
        error = tcr_write_all(fd, text->s, text->len);
        if (!error && fchmod(fd, old->st_mode & 0777) < 0)
            error = -errno;
        if (close(fd) < 0 && !error)
            error = -errno;
        if (!error && rename(name, path) < 0)
            error = -errno;
        if (error)
            unlink(name);
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    free(name);
    return error;
}

/* In a directory where no file can be made. */
static int overwrite(int fd, const struct buf *text)
{
    if (lseek(fd, 0, SEEK_SET) < 0)
        return -errno;
    int error = tcr_write_all(fd, text->s, text->len);
    return error ? error : ftruncate(fd, (off_t)text->len) < 0 ? -errno : 0;
}

static int replace(const char *file, int fd, const struct buf *old, const struct buf *new,
                   const struct stat *st)
{
    if (old->len == new->len && memcmp(old->s, new->s, new->len) == 0)
        return 0;
    char *path = realpath(file, NULL); /* a link stays one */
    int error = path ? put_in_place(path, new, st) : -errno;
    free(path);
    if (error == -EACCES || error == -EPERM || error == -EROFS)
        error = overwrite(fd, new);
    return error;
}

int report_file_change(const char *file, bool create, report_change *change, void *ctx)
{
    struct stat st;
    struct buf old = {0}, new = {0};
    int fd = open_locked(file, create, &st);
    if (fd < 0)
        return fd == -ENOENT && !create ? 0 : fd;
    bool regular = S_ISREG(st.st_mode);
    int error = regular ? read_all(fd, &old) : 0;
    if (!error)
        error = change(&new, old.s ? old.s : "", ctx);
    if (!error)
        error = regular ? replace(file, fd, &old, &new, &st) : tcr_write_all(fd, new.s, new.len);
    if (error && regular && st.st_size == 0)
        unlink(file); /* it was made here, or it was empty */
    buf_free(&old);
    buf_free(&new);
    if (close(fd) < 0 && !error)
        error = -errno;
    return error;
}
