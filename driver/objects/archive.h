/* SPDX-License-Identifier: MIT */
/*
 * archive.h: the members of a static library, and a copy with others in their
 * place.
 */
#ifndef TCR_ARCHIVE_H
#define TCR_ARCHIVE_H

#include <stdbool.h>
#include <stddef.h>

struct member {
    char *name;
    char *path;        /* of a thin archive's member; else NULL */
    size_t header, at; /* where its header and its bytes begin */
    size_t size;
};

struct archive {
    const char *bytes;
    size_t size;
    bool thin;
    struct member *members; /* without those for the linker */
    size_t n;
};

/* `path` says where members of a thin archive are.  False if it is no archive. */
bool archive_open(struct archive *a, const char *path, const char *bytes, size_t size);

/* Write a copy, with all members in it, to `path`, in which the i-th member is the file instead[i],
 * where that is not NULL.  Returns 0, or negative errno (-ENOTSUP: its kind is unknown). */
int archive_copy(const struct archive *a, char *const *instead, const char *path);

#endif
