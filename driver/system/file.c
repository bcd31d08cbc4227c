/* SPDX-License-Identifier: MIT */
/*
 * file.c: the bytes of a file, and where programs are.
 */
#define _GNU_SOURCE
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "words.h"
#include "write_all.h"

static int map_descriptor(struct file *f, int fd)
{
    struct stat st;
    void *bytes;

    if (fstat(fd, &st) < 0)
        return -errno;
    if (!S_ISREG(st.st_mode))
        return -EINVAL;
    *f = (struct file){.bytes = "", .dev = st.st_dev, .ino = st.st_ino};
    if (st.st_size == 0)
        return 0;
    bytes = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (bytes == MAP_FAILED)
        return -errno;
    f->bytes = bytes;
    f->size = (size_t)st.st_size;
    return 0;
}

int file_map(struct file *f, const char *path)
{
    /* O_NONBLOCK: a named pipe must not stop us; it is refused above. */
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY), rc;

    if (fd < 0)
        return -errno;
    rc = map_descriptor(f, fd);
    close(fd);
    return rc;
}

void file_unmap(struct file *f)
{
    if (f->size)
        munmap((void *)f->bytes, f->size);
}

/* What the user has named may be a device. */
static void unlink_regular(const char *path)
{
    struct stat st;

    if (lstat(path, &st) == 0 && S_ISREG(st.st_mode))
        unlink(path);
}

static int copy_descriptor(int from, int to)
{
    char block[1 << 16];
    ssize_t n;
    int rc = 0;

    while (rc == 0 && (n = read(from, block, sizeof block)) != 0) {
        if (n > 0)
            rc = tcr_write_all(to, block, (size_t)n);
        else if (errno != EINTR)
            rc = -errno;
    }
    return rc;
}

int file_write(const char *path, const char *bytes, size_t size)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    int rc = fd < 0 ? -errno : tcr_write_all(fd, bytes, size);

    if (fd >= 0 && close(fd) != 0 && rc == 0)
        rc = -errno;
    return rc;
}

static int fill_temporary(int fd, const struct stat *st, const char *bytes, size_t size)
{
    int rc = tcr_write_all(fd, bytes, size);

    if (rc == 0 && fchmod(fd, st->st_mode & 07777) < 0)
        rc = -errno;
    if (close(fd) < 0 && rc == 0)
        rc = -errno;
    return rc;
}

int file_replace(const char *path, const char *bytes, size_t size)
{
    const char *real = file_real_path(path);
    char *temporary = words_format("%s.tcr-XXXXXX", real);
    struct stat st;
    int fd, rc;

    if (stat(real, &st) < 0)
        return -errno;
    if (!S_ISREG(st.st_mode))
        return -EINVAL;
    fd = mkostemp(temporary, O_CLOEXEC);
    if (fd < 0)
        return -errno;
    rc = fill_temporary(fd, &st, bytes, size);
    if (rc == 0 && rename(temporary, real) < 0)
        rc = -errno;
    if (rc < 0)
        unlink(temporary);
    return rc;
}

int file_copy(const char *from, const char *to)
{
    int in = open(from, O_RDONLY | O_CLOEXEC), out, rc;

    if (in < 0)
        return -errno;
    unlink_regular(to); /* which may have other names */
    out = open(to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    rc = out < 0 ? -errno : copy_descriptor(in, out);
    if (out >= 0 && close(out) < 0 && rc == 0)
        rc = -errno;
    if (out >= 0 && rc < 0)
        unlink_regular(to);
    close(in);
    return rc;
}

static int make_dir(const char *path, mode_t mode)
{
    size_t n = strlen(path);
    struct stat st;

    for (size_t i = 1; i < n; i++) { /* mkdir says what is wrong with the last one */
        if (path[i] == '/')
            mkdir(words_format("%.*s", (int)i, path), mode);
    }
    if (mkdir(path, mode) == 0 || (errno == EEXIST && stat(path, &st) == 0 && S_ISDIR(st.st_mode)))
        return 0;
    return errno == EEXIST ? -ENOTDIR : -errno;
}

int file_make_dir(const char *path)
{
    return make_dir(path, 0777);
}

int file_make_private_dir(const char *path)
{
    return make_dir(path, 0700);
}

int file_hold_stdin(struct file *f)
{
    int fd = memfd_create("tcr-cc-stdin", MFD_CLOEXEC), rc;

    if (fd < 0)
        return -errno;
    rc = copy_descriptor(STDIN_FILENO, fd);
    if (rc < 0)
        return rc;
    lseek(fd, 0, SEEK_SET);
    if (dup2(fd, STDIN_FILENO) < 0)
        return -errno;
    rc = map_descriptor(f, fd);
    return rc < 0 ? rc : fd;
}

const char *file_real_path(const char *path)
{
    char *real = realpath(path, NULL);
    const char *kept = real ? words_format("%s", real) : path;

    free(real);
    return kept;
}

bool file_exists(const char *path)
{
    return access(path, F_OK) == 0;
}

bool file_is_same(const char *a, const char *b)
{
    struct stat one, other;

    return stat(a, &one) == 0 && stat(b, &other) == 0 && one.st_dev == other.st_dev &&
           one.st_ino == other.st_ino;
}

bool file_is_dir(const char *path)
{
    struct stat st;

    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

bool file_is_pipe(const char *path)
{
    struct stat st;

    return stat(path, &st) == 0 && S_ISFIFO(st.st_mode);
}

bool file_executable(const char *path)
{
    struct stat st;

    return stat(path, &st) == 0 && S_ISREG(st.st_mode) && access(path, X_OK) == 0;
}

bool file_is_self(const char *path)
{
    return file_is_same("/proc/self/exe", path);
}

const char *file_self_dir(void)
{
    static char dir[PATH_MAX];
    ssize_t n;

    if (dir[0])
        return dir;
    n = readlink("/proc/self/exe", dir, sizeof dir - 1);
    if (n <= 0)
        return "/usr/bin";
    dir[n] = '\0';
    *strrchr(dir, '/') = '\0';
    return dir;
}

char *file_next_on_path(const char *name, struct file_walk *walk)
{
    if (walk->at == NULL)
        walk->at = getenv("PATH");
    if (walk->at == NULL)
        walk->at = "/usr/local/bin:/usr/bin:/bin";
    while (!walk->last) {
        size_t n = strcspn(walk->at, ":");
        char *candidate = words_format("%.*s%s%s", (int)n, walk->at, n ? "/" : "./", name);

        walk->last = walk->at[n] == '\0';
        walk->at += n + !walk->last;
        if (file_executable(candidate))
            return candidate;
    }
    return NULL;
}

char *file_on_path(const char *name)
{
    struct file_walk walk = {0};
    char *candidate;

    while ((candidate = file_next_on_path(name, &walk)) != NULL)
        if (candidate[0] == '/' && !file_is_self(candidate))
            return candidate;
    return NULL;
}
