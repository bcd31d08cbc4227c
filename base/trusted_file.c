/* SPDX-License-Identifier: MIT */
/* trusted_file.c: see trusted_file.h. */
#include "trusted_file.h"
#include "fnv.h"
#include "write_all.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static void say(char why[TCR_TRUSTED_WHY], const char *text)
{
    snprintf(why, TCR_TRUSTED_WHY, "%s", text);
}

/* errno as a reason; none where the file is not there. */
static void say_errno(char why[TCR_TRUSTED_WHY])
{
    say(why, errno == ENOENT || errno == ENOTDIR ? "" : strerror(errno));
}

int tcr_fd_above_streams(int fd)
{
    int other, error;

    if (fd < 0 || fd > STDERR_FILENO)
        return fd;
    other = fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    error = errno;
    close(fd);
    errno = error;
    return other;
}

static bool trusted(const struct stat *s, char why[TCR_TRUSTED_WHY])
{
    if (s->st_uid != geteuid())
        say(why, "it belongs to another user");
    else if (s->st_mode & (S_IWGRP | S_IWOTH))
        say(why, "others may write to it (chmod go-w would help)");
    else
        return true;
    return false;
}

static int open_directory(const char *path)
{
    return tcr_fd_above_streams(open(path, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

static bool is_link(const char *path)
{
    struct stat s;

    return lstat(path, &s) == 0 && S_ISLNK(s.st_mode);
}

int tcr_trusted_directory(const char *path, char why[TCR_TRUSTED_WHY])
{
    int fd = open_directory(path);
    struct stat s;

    why[0] = '\0';
    if (fd < 0) {
        if (is_link(path))
            say(why, "it is a link");
        else
            say_errno(why);
        return -1;
    }
    if (fstat(fd, &s) != 0)
        say_errno(why);
    else if (trusted(&s, why))
        return fd;
    close(fd);
    return -1;
}

/* ---- reading ---- */

static bool acceptable(const struct stat *s, size_t most, char why[TCR_TRUSTED_WHY])
{
    if (S_ISLNK(s->st_mode))
        say(why, "it is a link");
    else if (!S_ISREG(s->st_mode))
        say(why, "it is not a regular file");
    else if (!trusted(s, why))
        return false;
    else if ((unsigned long long)s->st_size > most)
        say(why, "it is too large");
    else
        return true;
    return false;
}

/* Looked at before it is opened, as opening a device may do something, and again then. */
static int open_file(int directory, const char *name, bool writing, size_t most, struct stat *s,
                     char why[TCR_TRUSTED_WHY])
{
    const int flags = O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
    bool there = fstatat(directory, name, s, AT_SYMLINK_NOFOLLOW) == 0;
    int fd;

    why[0] = '\0';
    if (!there && (!writing || errno != ENOENT)) {
        say_errno(why);
        return -1;
    }
    if (there && !acceptable(s, most, why))
        return -1;
    fd = tcr_fd_above_streams(
        openat(directory, name, flags | (writing ? O_RDWR | O_CREAT : O_RDONLY), 0600));
    if (fd < 0) {
        say_errno(why);
        return -1;
    }
    if (fstat(fd, s) != 0)
        say_errno(why);
    else if (acceptable(s, most, why))
        return fd;
    close(fd);
    return -1;
}

int tcr_trusted_open(int directory, const char *name, bool writing, size_t most,
                     char why[TCR_TRUSTED_WHY])
{
    struct stat s;

    return open_file(directory, name, writing, most, &s, why);
}

/* Up to `size` bytes; -1: an error. */
static ssize_t read_all(int fd, char *to, size_t size)
{
    size_t done = 0;

    while (done < size) {
        ssize_t n = read(fd, to + done, size - done);

        if (n == 0)
            break;
        if (n < 0 && errno != EINTR)
            return -1;
        if (n > 0)
            done += (size_t)n;
    }
    return (ssize_t)done;
}

char *tcr_trusted_read(int directory, const char *name, size_t most, size_t *size,
                       char why[TCR_TRUSTED_WHY])
{
    struct stat s;
    int fd = open_file(directory, name, false, most, &s, why);
    char *bytes;
    ssize_t n = -1;

    if (fd < 0)
        return NULL;
    bytes = malloc((size_t)s.st_size + 1);
    if (bytes)
        n = read_all(fd, bytes, (size_t)s.st_size);
    if (n < 0) {
        say_errno(why);
        free(bytes);
        bytes = NULL;
    } else {
        bytes[n] = '\0';
        *size = (size_t)n;
    }
    close(fd);
    return bytes;
}

/* Is there such a file, trusted or not?  So it seems in a directory that keeps it secret, but
 * not in one that the process cannot come to: that was another user's HOME. */
static bool exists(const char *path, const char *name)
{
    int fd = open_directory(path);
    struct stat s;
    bool there;

    if (fd < 0)
        return is_link(path);
    there = fstatat(fd, name, &s, AT_SYMLINK_NOFOLLOW) == 0 || errno != ENOENT;
    close(fd);
    return there;
}

char *tcr_trusted_load(const char *path, const char *name, size_t most, size_t *size,
                       char why[TCR_TRUSTED_WHY])
{
    char of_directory[TCR_TRUSTED_WHY], *bytes;
    int directory;

    why[0] = '\0';
    if (!exists(path, name))
        return NULL;
    directory = tcr_trusted_directory(path, of_directory);
    if (directory < 0) {
        snprintf(why, TCR_TRUSTED_WHY, "its directory: %.120s", of_directory);
        return NULL;
    }
    bytes = tcr_trusted_read(directory, name, most, size, why);
    close(directory);
    return bytes;
}

/* ---- writing ---- */

/* A number that others, also those in another container, hardly come upon. */
static unsigned long long odd_number(void)
{
    static _Atomic unsigned turn;
    struct timespec now = {0};
    struct {
        uintptr_t place;
        long seconds, nanoseconds;
        pid_t process;
        unsigned turn;
    } from;

    clock_gettime(CLOCK_REALTIME, &now);
    memset(&from, 0, sizeof from);
    from.place = (uintptr_t)&now;
    from.seconds = (long)now.tv_sec;
    from.nanoseconds = now.tv_nsec;
    from.process = getpid();
    from.turn = turn++;
    return tcr_fnv1a(TCR_FNV_START, &from, sizeof from);
}

/* A new file beside `name`: nothing that is there is opened. */
static int make_part(int directory, const char *name, char *part, size_t room)
{
    enum { TRIES = 100 };
    int fd = -1;

    for (int k = 0; k < TRIES && fd < 0; k++) {
        int n = snprintf(part, room, ".%s.%016llx", name, odd_number());

        if (n < 0 || (size_t)n >= room) {
            errno = ENAMETOOLONG;
            return -1;
        }
        fd = openat(directory, part, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644);
        if (fd < 0 && errno != EEXIST)
            break;
    }
    if (fd >= 0 && (fd = tcr_fd_above_streams(fd)) < 0) {
        int error = errno;

        unlinkat(directory, part, 0);
        errno = error;
    }
    return fd;
}

struct part {
    const void *bytes;
    size_t size;
};

static int write_parts(int directory, const char *name, const struct part *p, size_t n,
                       char why[TCR_TRUSTED_WHY])
{
    char part[256];
    int fd = make_part(directory, name, part, sizeof part);
    bool good = fd >= 0;
    int error;

    why[0] = '\0';
    for (size_t k = 0; k < n && good; k++)
        good = tcr_write_all(fd, p[k].bytes, p[k].size) == 0;
    error = errno;
    if (fd >= 0 && close(fd) != 0 && good) {
        error = errno;
        good = false;
    }
    if (good && renameat(directory, part, directory, name) == 0)
        return 0;
    if (good)
        error = errno;
    if (fd >= 0)
        unlinkat(directory, part, 0);
    say(why, strerror(error));
    return -1;
}

int tcr_trusted_write(int directory, const char *name, const void *bytes, size_t size,
                      char why[TCR_TRUSTED_WHY])
{
    return write_parts(directory, name, &(struct part){bytes, size}, 1, why);
}

/* ---- entries of a cache ---- */

/* Behind the bytes.  A hash against accidents: who may write here need not be kept out. */
struct seal {
    char word[8];
    uint64_t size, hash[2]; /* of the name and the bytes */
};
static const char seal_word[8] = "tcrseal1";

static struct seal seal_of(const char *name, const void *bytes, size_t size)
{
    struct seal seal = {.size = size, .hash = {TCR_FNV_START, TCR_FNV_SECOND}};

    memcpy(seal.word, seal_word, sizeof seal.word);
    tcr_fnv1a_pair(seal.hash, name, strlen(name) + 1);
    tcr_fnv1a_pair(seal.hash, bytes, size);
    return seal;
}

char *tcr_cache_read(int directory, const char *name, size_t most, size_t *size,
                     char why[TCR_TRUSTED_WHY])
{
    char *bytes = tcr_trusted_read(directory, name, most, size, why);
    struct seal seal;

    if (!bytes)
        return NULL;
    if (*size >= sizeof seal) {
        *size -= sizeof seal;
        seal = seal_of(name, bytes, *size);
        if (memcmp(bytes + *size, &seal, sizeof seal) == 0) {
            bytes[*size] = '\0';
            return bytes;
        }
    }
    say(why, "it is damaged");
    free(bytes);
    return NULL;
}

int tcr_cache_write(int directory, const char *name, const void *bytes, size_t size,
                    char why[TCR_TRUSTED_WHY])
{
    struct seal seal = seal_of(name, bytes, size);
    const struct part parts[] = {{bytes, size}, {&seal, sizeof seal}};

    return write_parts(directory, name, parts, sizeof parts / sizeof *parts, why);
}

/* ---- by path ---- */

bool tcr_trusted_path(char *path, size_t size, int directory, const char *name)
{
    char of_directory[40];
    struct stat a, b;
    int n;

    snprintf(of_directory, sizeof of_directory, "/proc/self/fd/%d", directory);
    if (fstat(directory, &a) != 0 || stat(of_directory, &b) != 0 || a.st_dev != b.st_dev ||
        a.st_ino != b.st_ino)
        return false;
    n = snprintf(path, size, "%s/%s", of_directory, name);
    return n > 0 && (size_t)n < size;
}
