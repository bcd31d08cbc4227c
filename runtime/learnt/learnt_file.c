/* SPDX-License-Identifier: MIT */
/*
 * learnt_file.c: see learnt_file.h.
 *
 * A program is known again by its build id, or else by its file's place, size and time; and by the
 * backend and the number of the host's threads.
 */
#define _GNU_SOURCE
#include "learnt_file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../base/learnt_path.h"
#include "../../base/sha256.h"
#include "../../base/trusted_file.h"
#include "../../include/tcr.h"
#include "../backend/backend.h"
#include "../device/device.h"
#include "../ground/cpu.h"
#include "../ground/env.h"
#include "../ground/trace.h"

enum { MOST_FILES = 256, NAME = 32 };

/* ---- whose file ---- */

static int find_build_id(struct dl_phdr_info *info, size_t size, void *sha)
{
    (void)size;
    for (unsigned k = 0; k < info->dlpi_phnum; k++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[k];
        const char *at = (const char *)(info->dlpi_addr + p->p_vaddr), *end = at + p->p_memsz;

        while (p->p_type == PT_NOTE && (size_t)(end - at) >= sizeof(ElfW(Nhdr))) {
            const ElfW(Nhdr) *note = (const void *)at;
            const size_t name = (note->n_namesz + 3u) & ~(size_t)3;
            const size_t all = sizeof *note + name + ((note->n_descsz + 3u) & ~(size_t)3);

            if (all > (size_t)(end - at))
                break;
            if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4 &&
                memcmp(note + 1, ELF_NOTE_GNU, sizeof ELF_NOTE_GNU) == 0) {
                tcr_sha256_add(sha, (const char *)(note + 1) + name, note->n_descsz);
                return 1;
            }
            at += all;
        }
    }
    return -1; /* the first is the program itself */
}

static bool add_program(struct sha256 *sha)
{
    struct stat st;

    if (dl_iterate_phdr(find_build_id, sha) == 1)
        return true;
    if (stat("/proc/self/exe", &st) != 0)
        return false;
    tcr_sha256_add(sha, &st.st_dev, sizeof st.st_dev);
    tcr_sha256_add(sha, &st.st_ino, sizeof st.st_ino);
    tcr_sha256_add(sha, &st.st_size, sizeof st.st_size);
    tcr_sha256_add(sha, &st.st_mtim, sizeof st.st_mtim);
    return true;
}

static bool name_file(char name[NAME + 1])
{
    const char *version = tcr_version(), *backend = tcr_backend->name;
    const int threads = tcr_host_threads();
    unsigned char digest[SHA256_BYTES];
    char text[2 * SHA256_BYTES + 1];
    struct sha256 sha;

    tcr_sha256_begin(&sha);
    tcr_sha256_add(&sha, version, strlen(version) + 1);
    tcr_sha256_add(&sha, backend, strlen(backend) + 1);
    tcr_sha256_add(&sha, &threads, sizeof threads);
    if (!add_program(&sha))
        return false;
    tcr_sha256_end(&sha, digest);
    tcr_sha256_text(digest, text);
    memcpy(name, text, NAME);
    name[NAME] = '\0';
    return true;
}

/* ---- where ---- */

/* Whoever has asked for it in so many words is told without TCR_TRACE; once. */
static void say(const char *path, const char *why)
{
    static atomic_bool said;

    if (atomic_exchange(&said, true))
        return;
    if (tcr_config.learn == TCR_LEARN_ON)
        fprintf(stderr, "tcr: warning: TCR_LEARN=1: %s: %s; nothing is kept there\n", path, why);
    else
        tcr_trace(1, "TCR_LEARN: %s: %s; nothing is kept there", path, why);
}

/* Make a directory, and what it is in.  0, or errno. */
static int make_directory(char *path)
{
    int error = 0;

    for (char *slash = strchr(path + 1, '/'); !error && slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        error = mkdir(path, 0700) == 0 || errno == EEXIST ? 0 : errno;
        *slash = '/';
    }
    return error || mkdir(path, 0700) == 0 || errno == EEXIST ? error : errno;
}

/* A descriptor, or -1; `make`: if it is not there, make it. */
static int open_directory(bool make)
{
    char path[4096], why[TCR_TRUSTED_WHY] = "";
    int fd, error;

    if (!tcr_learnt_path(path, sizeof path)) {
        if (make)
            say("a cache", "neither XDG_CACHE_HOME nor HOME is an absolute path");
        return -1;
    }
    error = make ? make_directory(path) : 0;
    fd = tcr_trusted_directory(path, why);
    if (fd < 0 && (*why || make))
        say(path, *why ? why : strerror(error ? error : ENOENT));
    return fd;
}

static bool is_ours(const char *name)
{
    return strlen(name) == NAME && strspn(name, "0123456789abcdef") == NAME;
}

/* When there are too many files, the oldest goes. */
static void make_room(int directory)
{
    /* the descriptor of a trusted directory is no one to read from */
    const int fd = openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *all = fd < 0 ? NULL : fdopendir(fd);
    char oldest[NAME + 1] = "";
    struct timespec time = {0};
    const struct dirent *one;
    struct stat st;
    unsigned n = 0;

    while (all && (one = readdir(all)) != NULL) {
        if (!is_ours(one->d_name) || fstatat(directory, one->d_name, &st, AT_SYMLINK_NOFOLLOW) != 0)
            continue;
        if (n++ == 0 || st.st_mtim.tv_sec < time.tv_sec) {
            memcpy(oldest, one->d_name, sizeof oldest);
            time = st.st_mtim;
        }
    }
    if (all)
        closedir(all);
    else if (fd >= 0)
        close(fd);
    if (n > MOST_FILES)
        unlinkat(directory, oldest, 0);
}

/* ---- reading and writing ---- */

bool tcr_learnt_read(struct tcr_learnt *l)
{
    char name[NAME + 1], why[TCR_TRUSTED_WHY] = "", *text;
    int directory;
    size_t size;
    bool good;

    memset(l, 0, sizeof *l);
    if (!name_file(name) || (directory = open_directory(false)) < 0)
        return false;
    text = tcr_cache_read(directory, name, TCR_LEARNT_MOST, &size, why);
    close(directory);
    good = text && tcr_learnt_parse(l, text, size);
    if (text && !good)
        snprintf(why, sizeof why, "it has another form");
    if (!good && *why)
        tcr_trace(1, "TCR_LEARN: what earlier runs have left is not used: %s", why);
    free(text);
    return good;
}

bool tcr_learnt_write(const struct tcr_learnt *l)
{
    char name[NAME + 1], path[4096] = "", why[TCR_TRUSTED_WHY] = "it is too large", *text;
    int directory;
    size_t size;
    bool good;

    if (!name_file(name)) {
        say("a program", "it has no build id, and /proc does not tell which file it is");
        return false;
    }
    directory = open_directory(true);
    if (directory < 0)
        return false;
    text = tcr_learnt_print(l, &size);
    good = text && tcr_cache_write(directory, name, text, size, why) == 0;
    if (!good)
        say(tcr_learnt_path(path, sizeof path) ? path : name, why);
    make_room(directory);
    free(text);
    close(directory);
    return good;
}
