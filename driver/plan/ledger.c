/* SPDX-License-Identifier: MIT */
/*
 * ledger.c: see ledger.h.
 */
#define _GNU_SOURCE
#include "ledger.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../system/file.h"
#include "trusted_file.h"
#include "../system/words.h"

enum { MOST_BYTES = 2 * LEDGER_MOST * SHA256_BYTES };

typedef unsigned char digest[SHA256_BYTES];

static digest *known; /* sorted, what `made` holds apart */
static size_t n_known;
static digest *made; /* by this process */
static size_t n_made;
static bool is_read;
static const char *why;

static int compare(const void *a, const void *b)
{
    return memcmp(a, b, SHA256_BYTES);
}

/* ---- the file ---- */

/* The directory, with its slash, and the name in it; NULL: the user has no place. */
static char *ledger_path(void)
{
    const char *chosen = getenv("TCR_UNITS"), *state = getenv("XDG_STATE_HOME"),
               *home = getenv("HOME");

    if (chosen && *chosen)
        return words_format("%s", chosen);
    if (state && state[0] == '/') /* as the XDG specification has it */
        return words_format("%s/tcr/units", state);
    if (home && home[0] == '/')
        return words_format("%s/.local/state/tcr/units", home);
    return NULL;
}

/* A descriptor of the ledger, or -1: there is none, or `why`. */
static int open_ledger(bool writing)
{
    char *path = ledger_path(), *dir, said[TCR_TRUSTED_WHY];
    int in, fd = -1, rc = 0;

    if (path == NULL) {
        why = "neither HOME nor XDG_STATE_HOME names a directory, and TCR_UNITS no file";
        return -1;
    }
    dir = words_dir(path);
    dir = *dir ? words_format("%.*s", (int)strlen(dir) - (strlen(dir) > 1), dir) : ".";
    if (writing)
        rc = file_make_private_dir(dir);
    in = tcr_trusted_directory(dir, said);
    if (in < 0) {
        if (*said || writing)
            why = words_format("'%s': %s", dir, *said ? said : strerror(rc < 0 ? -rc : ENOENT));
        return -1;
    }
    fd = tcr_trusted_open(in, words_base(path), writing, MOST_BYTES, said);
    if (fd < 0 && *said)
        why = words_format("'%s': %s", path, said);
    close(in);
    return fd;
}

static ssize_t read_at(int fd, void *to, size_t n, off_t at)
{
    size_t have = 0;

    while (have < n) {
        ssize_t got = pread(fd, (char *)to + have, n - have, at + (off_t)have);

        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return got < 0 ? -errno : (ssize_t)have;
        have += (size_t)got;
    }
    return (ssize_t)have;
}

static int write_at(int fd, const void *from, size_t n, off_t at)
{
    while (n > 0) {
        ssize_t put = pwrite(fd, from, n, at);

        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return -errno;
        from = (const char *)from + put;
        n -= (size_t)put;
        at += put;
    }
    return 0;
}

/* The first of the file; another file is not ours to write. */
static const digest mark = "tcr: units of this user, 1\n";

/* All whole digests of the file, the mark first: what an interrupted write has left at its end is
 * none.  Returns 0 or negative errno. */
static int read_all(int fd, digest **list, size_t *n)
{
    struct stat st;
    ssize_t got;

    *list = NULL;
    *n = 0;
    if (fstat(fd, &st) < 0)
        return -errno;
    if (st.st_size == 0)
        return 0;
    if (st.st_size < SHA256_BYTES)
        return -EINVAL;
    *list = words_alloc((size_t)st.st_size);
    got = read_at(fd, *list, (size_t)st.st_size, 0);
    if (got < 0)
        return (int)got;
    *n = (size_t)got / SHA256_BYTES;
    return compare(*list, mark) == 0 ? 0 : -EINVAL;
}

static const char *reason(int rc)
{
    return rc == -EINVAL ? "it is no ledger that tcr-cc has made" : strerror(-rc);
}

/* ---- what it says ---- */

static void read_ledger(void)
{
    int fd, rc;

    if (is_read)
        return;
    is_read = true;
    fd = open_ledger(false);
    if (fd < 0)
        return;
    flock(fd, LOCK_SH); /* where there are no locks, a write of 32 bytes is whole or no digest */
    rc = read_all(fd, &known, &n_known);
    if (rc < 0)
        why = words_format("'%s': %s", ledger_path(), reason(rc));
    close(fd);
    if (n_known)
        qsort(known, n_known, sizeof *known, compare);
}

bool ledger_holds(const unsigned char wanted[SHA256_BYTES])
{
    for (size_t i = 0; i < n_made; i++)
        if (compare(made[i], wanted) == 0)
            return true;
    read_ledger();
    return n_known && bsearch(wanted, known, n_known, sizeof *known, compare) != NULL;
}

const char *ledger_why(void)
{
    read_ledger();
    return why;
}

static bool stands_in(digest *list, size_t n, const unsigned char wanted[SHA256_BYTES])
{
    while (n > 0)
        if (compare(list[--n], wanted) == 0)
            return true;
    return false;
}

/* At the end of the file, which is locked; of too many, the newer half stays. */
static int append(int fd, const unsigned char wanted[SHA256_BYTES])
{
    size_t n;
    digest *list;
    int rc = read_all(fd, &list, &n);

    if (rc < 0 || stands_in(list, n, wanted))
        return rc;
    if (n == 0) {
        rc = write_at(fd, mark, sizeof mark, 0);
        n = 1;
    } else if (n >= LEDGER_MOST) {
        size_t stay = LEDGER_MOST / 2;

        rc = write_at(fd, list + (n - stay), stay * sizeof *list, SHA256_BYTES);
        n = 1 + stay;
    }
    if (rc == 0)
        rc = write_at(fd, wanted, SHA256_BYTES, (off_t)(n * SHA256_BYTES));
    if (rc == 0 && ftruncate(fd, (off_t)((n + 1) * SHA256_BYTES)) < 0)
        rc = -errno;
    return rc;
}

static int lock(int fd)
{
    int rc;

    while ((rc = flock(fd, LOCK_EX)) < 0 && errno == EINTR)
        ;
    return rc < 0 ? -errno : 0;
}

const char *ledger_add(const unsigned char added[SHA256_BYTES])
{
    int fd, rc;

    made = words_grow(made, n_made, sizeof *made);
    memcpy(made[n_made++], added, SHA256_BYTES);
    why = NULL;
    fd = open_ledger(true);
    if (fd < 0)
        return why ? why : strerror(ENOENT);
    rc = lock(fd);
    if (rc == 0)
        rc = append(fd, added);
    if (close(fd) < 0 && rc == 0)
        rc = -errno;
    return rc < 0 ? words_format("'%s': %s", ledger_path(), reason(rc)) : NULL;
}
