/* SPDX-License-Identifier: MIT */
/* driver_files.c: see driver_files.h. */
#define _GNU_SOURCE
#include "driver_files.h"

#include <dirent.h>
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>
#include "../../base/keep_errno.h"
#include "shut_in.h"
#include "trace.h"

enum {
    MOST_KINDS = 4,
    MISCELLANEOUS = 10, /* a number that drivers share */
    A_WORD = sizeof(unsigned) * CHAR_BIT
};

/* A bit for each descriptor. */
typedef _Atomic unsigned set[TCR_DRIVER_FILES / A_WORD];

static set before, kept, risky; /* written before n_kinds, or taken */
static struct file {
    dev_t device;
    ino_t number;
} file[TCR_DRIVER_FILES]; /* the same */
static struct {
    _Atomic ino_t number; /* 0: there is none */
    const void *_Atomic by;
} made[TCR_DRIVER_FILES]; /* since tcr_driver_files_look() */
static const ino_t any_number = (ino_t)-1;
static _Atomic unsigned n_kinds;
static _Atomic pid_t owner;
static atomic_bool some_risky;
atomic_bool tcr_driver_files_looked;

static bool is_in(const set of, int fd)
{
    return atomic_load_explicit(&of[fd / A_WORD], memory_order_relaxed) >> fd % A_WORD & 1;
}

static void put(set in, int fd)
{
    atomic_fetch_or(&in[fd / A_WORD], 1u << fd % A_WORD);
}

static void take(set from, int fd)
{
    atomic_fetch_and(&from[fd / A_WORD], ~(1u << fd % A_WORD));
}

/* Below a filter the system is not asked. */
static bool is_filtered(void)
{
    return atomic_load(&tcr_shut_in_reason) == tcr_filters;
}

/* ---- what is open ---- */

/* Each descriptor that is open: by the system's folder of them, or one after another. */
static void each(void (*function)(int fd, const void *of), const void *of)
{
    DIR *folder = opendir("/proc/self/fd");
    const struct dirent *entry;

    while (folder && (entry = readdir(folder)) != NULL) {
        const long fd = entry->d_name[0] == '.' ? -1 : strtol(entry->d_name, NULL, 10);

        if (fd >= 0 && fd < TCR_DRIVER_FILES && fd != dirfd(folder))
            function((int)fd, of);
    }
    if (folder)
        closedir(folder);
    else
        for (int fd = 0; fd < TCR_DRIVER_FILES; fd++)
            function(fd, of);
}

static bool is_file(int fd, const struct stat *is)
{
    return is->st_dev == file[fd].device && is->st_ino == file[fd].number;
}

static void note_before(int fd, const void *unused)
{
    struct stat is;

    (void)unused;
    if (fstat(fd, &is) != 0)
        return;
    file[fd] = (struct file){is.st_dev, is.st_ino};
    put(before, fd);
}

void tcr_driver_files_look(void)
{
    for (int fd = 0; fd < TCR_DRIVER_FILES; fd++)
        atomic_store_explicit(&made[fd].number, 0, memory_order_relaxed);
    atomic_store(&owner, getpid());
    atomic_store(&tcr_driver_files_looked, true);
    each(note_before, NULL);
}

/* ---- what has come meanwhile ---- */

/* Who calls is looked up later: the loader may have its lock for the driver's libraries now. */
void tcr_driver_file_made(int fd, const void *caller)
{
    TCR_KEEP_ERRNO;
    struct stat is;

    if (fd < 0 || fd >= TCR_DRIVER_FILES)
        return;
    atomic_store(&made[fd].by, caller);
    if (!is_filtered() && fstat(fd, &is) == 0)
        atomic_store(&made[fd].number, is.st_ino);
    else
        atomic_store(&made[fd].number, any_number);
}

/* The file's name, for a program may stand in a folder of any name. */
static bool is_drivers(const void *caller)
{
    const char *name, *slash;
    Dl_info of;

    if (!dladdr(caller, &of) || !of.dli_fname)
        return false;
    slash = strrchr(of.dli_fname, '/');
    name = slash ? slash + 1 : of.dli_fname;
    return strncmp(name, "libnvidia", 9) == 0 || strncmp(name, "libcuda.", 8) == 0;
}

void tcr_driver_file_closes(int fd)
{
    if (fd >= 0 && fd < TCR_DRIVER_FILES)
        atomic_store(&made[fd].number, 0);
}

/* Has the program itself made it, as far as is known now? */
static bool is_made(int fd, const struct stat *is)
{
    const ino_t number = atomic_load(&made[fd].number);

    return (number == is->st_ino || number == any_number) && !is_drivers(atomic_load(&made[fd].by));
}

/* ---- which are the driver's ---- */

struct kinds {
    dev_t kind[MOST_KINDS];
    unsigned n;
};

static bool is_of_kind(const struct stat *is, const struct kinds *kinds)
{
    for (unsigned k = 0; S_ISCHR(is->st_mode) && k < kinds->n; k++) {
        const dev_t a = is->st_rdev, b = kinds->kind[k];

        if (a == b || (major(a) == major(b) && major(a) != MISCELLANEOUS))
            return true;
    }
    return false;
}

/* A pipe, a socket, a counter: what drivers have; *like: another file without a name. */
static bool is_usual(int fd, bool *like)
{
    static const char *const usual[] = {"pipe:[", "socket:[", "anon_inode:[eventfd"};
    char link[32], to[64] = "";

    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    *like = readlink(link, to, sizeof to - 1) < 0 || strncmp(to, "anon_inode:", 11) == 0;
    for (size_t k = 0; k < sizeof usual / sizeof *usual; k++)
        if (strncmp(to, usual[k], strlen(usual[k])) == 0)
            return true;
    return false;
}

static void note(int fd, const void *of)
{
    struct stat is;
    bool like;

    if (fstat(fd, &is) != 0 || (is_in(before, fd) && is_file(fd, &is)) || is_made(fd, &is))
        return;
    file[fd] = (struct file){is.st_dev, is.st_ino};
    if (is_of_kind(&is, of))
        put(kept, fd);
    else if (!S_ISREG(is.st_mode) && !S_ISDIR(is.st_mode) && !S_ISCHR(is.st_mode)) {
        if (is_usual(fd, &like)) {
            put(kept, fd);
        } else if (like) {
            put(risky, fd);
            atomic_store(&some_risky, true);
        }
    }
    if (is_made(fd, &is)) /* the call that made it was still under way */
        tcr_driver_file_gone(fd);
}

void tcr_driver_files_are(const char *const *path, size_t n)
{
    struct kinds kinds = {.n = 0};
    struct stat is;

    for (size_t k = 0; k < n && kinds.n < MOST_KINDS; k++)
        if (stat(path[k], &is) == 0 && S_ISCHR(is.st_mode))
            kinds.kind[kinds.n++] = is.st_rdev;
    if (kinds.n > 0)
        each(note, &kinds);
    atomic_store(&n_kinds, kinds.n);
    atomic_store(&tcr_driver_files_looked, false); /* last: till then, new ones are looked at */
    if (some_risky)
        tcr_trace(
            1, "closing descriptors will end the use of the device: some that have come while the "
               "driver was opened may be the program's");
}

/* ---- later ---- */

bool tcr_driver_files(void)
{
    return atomic_load_explicit(&n_kinds, memory_order_acquire) > 0;
}

static bool is_the_same(int fd)
{
    struct stat is;

    return owner == getpid() && fstat(fd, &is) == 0 && is_file(fd, &is);
}

/* Below a filter, what the driver had opened is taken for its own, as far as it has not been seen
 * to go. */
enum tcr_driver_file tcr_driver_file(int fd, const void *caller)
{
    if (fd < 0 || fd >= TCR_DRIVER_FILES || (!is_in(kept, fd) && !is_in(risky, fd)))
        return TCR_FILE_OTHER;
    if (!is_filtered() && !is_the_same(fd))
        return TCR_FILE_OTHER;
    if (is_drivers(caller)) {
        tcr_driver_file_gone(fd);
        return TCR_FILE_OTHER;
    }
    if (is_in(risky, fd))
        return TCR_FILE_RISKY;
    return atomic_load(&some_risky) ? TCR_FILE_ENDING : TCR_FILE_KEPT;
}

void tcr_driver_file_gone(int fd)
{
    if (fd < 0 || fd >= TCR_DRIVER_FILES || (!is_in(kept, fd) && !is_in(risky, fd)) ||
        (!is_filtered() && atomic_load(&owner) != getpid()))
        return;
    take(kept, fd);
    take(risky, fd);
}
