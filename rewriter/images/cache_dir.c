/* SPDX-License-Identifier: MIT */
/*
 * cache_dir.c: the directory of the cache, and its files.
 *
 * Everything is opened below the directory's descriptor, which has been looked at: so
 * nobody else can put another one in its place.  A file comes under its name by
 * rename(), so that it is whole.
 */
#define _GNU_SOURCE
#include "cache.h"
#include "cache_private.h"
#include "trusted_file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { DEFAULT_MEGABYTES = 500, LARGEST = 256 << 20 };

static const char *setting(const char *name)
{
    const char *value = secure_getenv(name);
    return value && *value ? value : NULL;
}

bool cache_is_off(void)
{
    const char *value = setting("TCR_CACHE");
    return value && (strcmp(value, "off") == 0 || strcmp(value, "0") == 0);
}

/* ---- the directory ---- */

static char *directory_name(void)
{
    const char *own = setting("TCR_CACHE_DIR"), *cache = setting("XDG_CACHE_HOME"),
               *home = setting("HOME");
    if (own)
        return xstrdup(own);
    if (cache && *cache == '/')
        return xasprintf("%s/tcr", cache);
    return home && *home == '/' ? xasprintf("%s/.cache/tcr", home) : NULL;
}

/* Make it, and the one that it is in. */
static void make_directory(char *name)
{
    char *slash = strrchr(name, '/');
    if (mkdir(name, 0700) == 0 || errno != ENOENT || !slash || slash == name)
        return;
    *slash = 0;
    mkdir(name, 0700);
    *slash = '/';
    mkdir(name, 0700);
}

int cache_open_directory(bool make)
{
    char *name = cache_is_off() ? NULL : directory_name(), why[TCR_TRUSTED_WHY];
    if (!name)
        return -1;
    if (make)
        make_directory(name);
    int fd = tcr_trusted_directory(name, why);
    free(name);
    return fd;
}

void cache_close_directory(int directory)
{
    close(directory);
}

/* ---- files ---- */

bool cache_read(int directory, const char *name, struct buf *out)
{
    char why[TCR_TRUSTED_WHY];
    size_t size;
    char *bytes = tcr_cache_read(directory, name, LARGEST, &size, why);
    if (!bytes)
        return false;
    buf_addn(out, bytes, size);
    free(bytes);
    utimensat(directory, name, NULL, AT_SYMLINK_NOFOLLOW); /* used now */
    return true;
}

bool cache_write(int directory, const char *name, const struct buf *bytes)
{
    char why[TCR_TRUSTED_WHY];
    return tcr_cache_write(directory, name, bytes->s, bytes->len, why) == 0;
}

/* ---- not too many ---- */

struct cached {
    char *name;
    off_t size;
    struct timespec used;
};

struct cached_list {
    struct cached *list;
    size_t n;
    off_t size; /* of all */
};

/* Files of other names are not ours to remove. */
static bool is_entry(const char *name)
{
    size_t digits = strspn(name, "0123456789abcdef");
    return digits == 2 * SHA256_BYTES && strcmp(name + digits, CACHE_SUFFIX) == 0;
}

/* What a compilation that was killed has left. */
static void remove_left(int directory, const char *name, const struct stat *st)
{
    enum { HOUR = 3600 };
    if (name[0] == '.' && strstr(name, CACHE_SUFFIX ".") && S_ISREG(st->st_mode) &&
        time(NULL) - st->st_mtim.tv_sec > HOUR)
        unlinkat(directory, name, 0);
}

static struct cached_list list_files(int directory)
{
    struct cached_list all = {0};
    int fd = openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *d = fd >= 0 ? fdopendir(fd) : NULL;
    struct stat st;
    for (struct dirent *e; d && (e = readdir(d));) {
        if (fstatat(directory, e->d_name, &st, AT_SYMLINK_NOFOLLOW) != 0)
            continue;
        remove_left(directory, e->d_name, &st);
        if (!is_entry(e->d_name) || !S_ISREG(st.st_mode))
            continue;
        all.list = xgrow(all.list, all.n, sizeof *all.list);
        all.list[all.n++] = (struct cached){xstrdup(e->d_name), st.st_size, st.st_mtim};
        all.size += st.st_size;
    }
    if (d)
        closedir(d);
    else if (fd >= 0)
        close(fd);
    return all;
}

static int older_first(const void *x, const void *y)
{
    const struct timespec a = ((const struct cached *)x)->used,
                          b = ((const struct cached *)y)->used;
    if (a.tv_sec != b.tv_sec)
        return a.tv_sec < b.tv_sec ? -1 : 1;
    return (a.tv_nsec > b.tv_nsec) - (a.tv_nsec < b.tv_nsec);
}

static off_t most_bytes(void)
{
    const char *value = setting("TCR_CACHE_SIZE");
    char *end;
    long n = value ? strtol(value, &end, 10) : DEFAULT_MEGABYTES;
    if (value && (*end || n < 0 || n > 1 << 20))
        n = DEFAULT_MEGABYTES;
    return (off_t)n << 20;
}

void cache_trim(int directory)
{
    off_t most = most_bytes();
    struct cached_list all = list_files(directory);
    if (all.size > most) { /* with some room, so that the next one need not do it again */
        qsort(all.list, all.n, sizeof *all.list, older_first);
        for (size_t i = 0; i < all.n && all.size > most - most / 10; i++)
            if (unlinkat(directory, all.list[i].name, 0) == 0 || errno == ENOENT)
                all.size -= all.list[i].size;
    }
    for (size_t i = 0; i < all.n; i++)
        free(all.list[i].name);
    free(all.list);
}
