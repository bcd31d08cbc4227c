/* SPDX-License-Identifier: MIT */
/*
 * archive.c: the members of a static library, and a copy with others in their
 * place.
 *
 * "!<arch>\n", then members: a header of 60 characters, the bytes, a newline if
 * their number is odd.  "/" is the table of symbols (big-endian: how many,
 * where the members' headers are, the names), "//" has the long names, which
 * others have as "/OFFSET".  A thin archive ("!<thin>\n") has the members' names
 * only; its copy is a plain one.  The copy keeps the order, the names and the
 * table of symbols, in which the places change: a unit that is compiled anew has
 * the same global symbols.
 */
#define _GNU_SOURCE
#include "archive.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../system/file.h"
#include "../system/words.h"

enum { MAGIC = 8, HEADER = 60, NAME = 16, SIZE_AT = 48, SIZE = 10 };

static bool read_size(const char *header, size_t *size)
{
    char text[SIZE + 1] = {0}, *end;

    memcpy(text, header + SIZE_AT, SIZE);
    *size = strtoull(text, &end, 10);
    return end > text && *(end + strspn(end, " ")) == '\0' && header[58] == '`' &&
           header[59] == '\n';
}

static bool has_name(const char *header, const char *name)
{
    size_t n = strlen(name);

    return memcmp(header, name, n) == 0 && (n == NAME || header[n] == ' ');
}

/* For the linker: the symbols and the long names. */
static bool is_special(const char *header)
{
    return has_name(header, "/") || has_name(header, "//") || has_name(header, "/SYM64/");
}

/* The long names as strings.  Members point into them: many may name the same one. */
static char *split_names(const char *bytes, size_t size)
{
    char *names = words_copy(bytes, size);

    for (size_t i = 0; i < size; i++)
        if (names[i] == '\n') {
            names[i] = '\0';
            if (i && names[i - 1] == '/')
                names[i - 1] = '\0';
        }
    return names;
}

/* A member's name, with the long ones. */
static char *name_of(const char *header, char *names, size_t size)
{
    const char *slash;
    size_t at;

    if (header[0] == '/') {
        at = strtoul(header + 1, NULL, 10);
        return at < size ? names + at : words_format("?");
    }
    slash = memchr(header, '/', NAME);
    return words_format("%.*s", slash ? (int)(slash - header) : NAME, header);
}

static void add_member(struct archive *a, const char *dir, struct member m)
{
    /* one that is too long is no path in the directory either */
    bool whole = a->thin && (m.name[0] == '/' || strnlen(m.name, PATH_MAX) == PATH_MAX);

    if (a->thin)
        m.path = whole ? m.name : words_join(dir, m.name, "");
    a->members = words_grow(a->members, a->n, sizeof *a->members);
    a->members[a->n++] = m;
}

bool archive_open(struct archive *a, const char *path, const char *bytes, size_t size)
{
    const char *dir = words_dir(path);
    char *names = NULL;
    size_t names_size = 0;

    *a = (struct archive){.bytes = bytes, .size = size};
    if (size < MAGIC)
        return false;
    a->thin = memcmp(bytes, "!<thin>\n", MAGIC) == 0;
    if (!a->thin && memcmp(bytes, "!<arch>\n", MAGIC) != 0)
        return false;
    for (size_t at = MAGIC; at + HEADER <= size;) {
        struct member m = {.header = at, .at = at + HEADER};
        const char *header = bytes + at;
        bool special = is_special(header), here = special || !a->thin;

        if (!read_size(header, &m.size) || (here && m.size > size - m.at))
            return false;
        if (has_name(header, "//")) {
            names = split_names(bytes + m.at, m.size);
            names_size = m.size;
        } else if (!special) {
            m.name = name_of(header, names, names_size);
            add_member(a, dir, m);
        }
        at = m.at + (here ? m.size + (m.size & 1) : 0);
    }
    return true;
}

/* ---- writing ---- */

struct copy {
    const struct archive *a;
    FILE *out;
    size_t *to; /* where the header of each member goes */
    int error;
};

static void put(struct copy *c, const char *bytes, size_t n)
{
    if (!c->error && fwrite(bytes, 1, n, c->out) != n)
        c->error = errno ? -errno : -EIO;
}

static unsigned long big_endian(const char *bytes)
{
    const unsigned char *b = (const unsigned char *)bytes;

    return (unsigned long)b[0] << 24 | (unsigned long)b[1] << 16 | (unsigned long)b[2] << 8 | b[3];
}

static int compare_member(const void *key, const void *element)
{
    const size_t *at = key;
    const struct member *m = element;

    return *at < m->header ? -1 : *at > m->header;
}

/* The table of symbols, with the new places. */
static void put_symbols(struct copy *c, const char *table, size_t size)
{
    size_t n = size < 4 ? 0 : big_endian(table), at;
    char *copy = words_alloc(size + 1);

    if (size < 4 || n > (size - 4) / 4) {
        c->error = -ENOTSUP;
        return;
    }
    memcpy(copy, table, size);
    for (size_t i = 0; i < n && !c->error; i++) {
        const struct member *m;
        size_t to;

        at = big_endian(table + 4 + 4 * i);
        m = c->a->n ? bsearch(&at, c->a->members, c->a->n, sizeof *m, compare_member) : NULL;
        to = m ? c->to[m - c->a->members] : 0;
        if (m == NULL || to > 0xffffffff)
            c->error = -ENOTSUP;
        for (int k = 0; k < 4; k++)
            copy[4 + 4 * i + (size_t)k] = (char)(to >> (24 - 8 * k));
    }
    put(c, copy, size);
}

static void put_member(struct copy *c, const char *header, const char *bytes, size_t size)
{
    char text[HEADER], number[SIZE + 1];

    memcpy(text, header, HEADER);
    if (snprintf(number, sizeof number, "%-10zu", size) != SIZE)
        c->error = -EFBIG;
    memcpy(text + SIZE_AT, number, SIZE);
    put(c, text, HEADER);
    put(c, bytes, size);
    put(c, "\n", size & 1);
}

/* What is not a member: the linker's tables. */
static void put_special(struct copy *c, const char *header, size_t size)
{
    put(c, header, HEADER);
    if (has_name(header, "//"))
        put(c, header + HEADER, size);
    else if (has_name(header, "/"))
        put_symbols(c, header + HEADER, size);
    else
        c->error = -ENOTSUP; /* /SYM64/: more than 4 GiB */
    put(c, "\n", size & 1);
}

/* From one header to the next in the archive that is read. */
static size_t step(const struct archive *a, bool member, size_t size)
{
    return HEADER + (member && a->thin ? 0 : size + (size & 1));
}

/* Where everything goes: `sizes` are the new ones of the members. */
static void find_places(struct copy *c, const size_t *sizes)
{
    size_t to = MAGIC;

    for (size_t at = MAGIC, i = 0; at + HEADER <= c->a->size;) {
        bool member = i < c->a->n && c->a->members[i].header == at;
        size_t old, new;

        read_size(c->a->bytes + at, &old);
        new = member ? sizes[i] : old;
        if (member)
            c->to[i++] = to;
        at += step(c->a, member, old);
        to += HEADER + new + (new & 1);
    }
}

static void put_all(struct copy *c, const struct file *files, const size_t *sizes)
{
    const struct archive *a = c->a;

    put(c, "!<arch>\n", MAGIC);
    for (size_t at = MAGIC, i = 0; at + HEADER <= a->size;) {
        const char *header = a->bytes + at;
        bool member = i < a->n && a->members[i].header == at;
        size_t size;

        read_size(header, &size);
        if (member) {
            put_member(c, header, files[i].bytes ? files[i].bytes : header + HEADER, sizes[i]);
            i++;
        } else {
            put_special(c, header, size);
        }
        at += step(a, member, size);
    }
}

/* NULL: what the archive has. */
static const char *file_of(const struct archive *a, char *const *instead, size_t i)
{
    return instead[i] ? instead[i] : a->members[i].path;
}

int archive_copy(const struct archive *a, char *const *instead, const char *path)
{
    struct copy c = {.a = a, .to = words_alloc((a->n + 1) * sizeof *c.to)};
    struct file *files = words_alloc((a->n + 1) * sizeof *files);
    size_t *sizes = words_alloc((a->n + 1) * sizeof *sizes);

    for (size_t i = 0; i < a->n; i++) {
        const char *from = file_of(a, instead, i);

        c.error = from && !c.error ? file_map(&files[i], from) : c.error;
        sizes[i] = from ? files[i].size : a->members[i].size;
    }
    c.out = c.error ? NULL : fopen(path, "wbe");
    if (c.out) {
        find_places(&c, sizes);
        put_all(&c, files, sizes);
        if (fclose(c.out) != 0 && !c.error)
            c.error = -errno;
    } else if (!c.error) {
        c.error = -errno;
    }
    for (size_t i = 0; i < a->n; i++)
        file_unmap(&files[i]);
    return c.error;
}
