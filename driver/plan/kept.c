/* SPDX-License-Identifier: MIT */
/*
 * kept.c: what an object keeps of its unit for the link of the whole program.
 */
#define _GNU_SOURCE
#include "kept.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../system/file.h"
#include "ledger.h"
#include "../messages/message.h"
#include "../command/prefix_map.h"
#include "repeat.h"

static const char magic[8] = "TCRUNIT2";
enum { HEAD = 16 };

/* ---- what an object is ---- */

/* Order must not count: strip may change it.  So the parts have digests, which are sorted. */
struct parts {
    unsigned char (*list)[SHA256_BYTES];
    size_t n;
    size_t bytes, most; /* of the sections, and of the file */
};

static struct sha256 begin_part(const char *name)
{
    struct sha256 s;

    tcr_sha256_begin(&s);
    tcr_sha256_add(&s, name, strlen(name) + 1);
    return s;
}

static void end_part(struct parts *p, struct sha256 *s)
{
    p->list = words_grow(p->list, p->n, sizeof *p->list);
    tcr_sha256_end(s, p->list[p->n++]);
}

static void add_symbol(const struct elf_symbol *symbol, void *ctx)
{
    struct sha256 s = begin_part(symbol->name);

    tcr_sha256_add(&s, symbol->defined ? "d" : "u", 1);
    tcr_sha256_add(&s, symbol->weak ? "w" : "s", 1);
    end_part(ctx, &s);
}

static void add_section(const char *name, const char *bytes, size_t size, void *ctx)
{
    struct parts *p = ctx;
    struct sha256 s = begin_part(name);
    uint64_t length = size;

    tcr_sha256_add(&s, &length, sizeof length);
    if (bytes && !__builtin_add_overflow(p->bytes, size, &p->bytes) && p->bytes <= p->most)
        tcr_sha256_add(&s, bytes, size);
    end_part(p, &s);
}

static int compare_parts(const void *a, const void *b)
{
    return memcmp(a, b, SHA256_BYTES);
}

const char *kept_hash(const struct elf *e)
{
    struct parts p = {.most = e->size};
    unsigned char digest[SHA256_BYTES];
    struct sha256 s;
    char *text;

    if (!elf_symbols(e, add_symbol, &p) || !elf_loaded_sections(e, add_section, &p) ||
        p.bytes > p.most) /* no compiler's: sections that lie upon each other */
        return NULL;
    if (p.n)
        qsort(p.list, p.n, sizeof *p.list, compare_parts);
    tcr_sha256_begin(&s);
    tcr_sha256_add(&s, p.list, p.n * sizeof *p.list);
    tcr_sha256_end(&s, digest);
    text = words_alloc(2 * SHA256_BYTES + 1);
    tcr_sha256_text(digest, text);
    return text;
}

/* ---- writing ---- */

bool kept_possible(const struct plan *p)
{
    const struct command *c = p->command;
    const char *why = NULL, *refused = NULL;
    struct words options = {0};
    bool lto = false;

    if (!p->own->whole_program || (c->mode != MODE_OBJECT && c->mode != MODE_LINK))
        return false;
    for (size_t i = 0; i < c->n_args; i++)
        if (words_starts(c->args[i].text, "-flto"))
            lto = true;
        else if (strcmp(c->args[i].text, "-fno-lto") == 0)
            lto = false;
    if (lto)
        why = "with -flto, the objects hold no machine code that could be replaced";
    else if (c->aux)
        why = "an option asks for files that are named after the output, which compiling a second "
              "time would change";
    else if (!stage_kept_options(p, &options, &refused))
        why = words_format("'%s' is not among the options that a link may repeat", refused);
    if (why)
        message_warning("--tcr-whole-program is ignored: %s", why);
    return why == NULL;
}

static void put(FILE *f, char kind, const char *text)
{
    fputc(kind, f);
    fputs(text, f);
    fputc('\0', f);
}

static void put_words(FILE *f, char kind, const struct words *w)
{
    for (size_t i = 0; i < w->n; i++)
        put(f, kind, w->at[i]);
}

/* Everything but the text. */
static void put_head(FILE *f, const struct plan *p, const struct prefix_map *m,
                     const struct unit *u, const char *hash)
{
    struct words rewrite = stage_kept_rewrite(p), options = {0};
    const char *refused;
    char *dir = getcwd(NULL, 0);

    stage_kept_options(p, &options, &refused);
    put(f, 's', prefix_map_path(m, u->arg->text));
    if (dir)
        put(f, 'd', prefix_map_path(m, dir));
    free(dir);
    put(f, 'h', hash);
    put_words(f, 'o', &rewrite);
    put_words(f, 'c', &options);
}

/* What tcr-rewrite left: "pending ID" lines, "text", the text. */
static int put_rest(FILE *f, const struct prefix_map *m, const struct file *left)
{
    static const char pending[] = "pending ", text[] = "text\n";
    const char *at = left->bytes, *end = at + left->size;
    char *mapped = NULL;
    size_t size = 0;
    FILE *to;

    while (at < end) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        size_t n = newline ? (size_t)(newline - at) + 1 : (size_t)(end - at);
        const size_t skip = sizeof pending - 1;

        if (n == sizeof text - 1 && memcmp(at, text, n) == 0) {
            at += n;
            break;
        }
        if (n > skip && memcmp(at, pending, skip) == 0)
            put(f, 'p', words_format("%.*s", (int)(n - skip - 1), at + skip));
        at += n;
    }
    to = open_memstream(&mapped, &size);
    if (to == NULL)
        return -errno;
    prefix_map_text(m, to, at, (size_t)(end - at));
    if (ferror(to) | fclose(to)) {
        free(mapped);
        return -ENOMEM;
    }
    put(f, 't', words_format("%zu", size));
    fwrite(mapped, 1, size, f);
    free(mapped);
    return 0;
}

/* The record, for the caller to free; NULL if there is no memory for it. */
static char *make_record(const struct plan *p, const struct unit *u, const char *hash,
                         const struct file *left, size_t *size)
{
    struct prefix_map map = prefix_map_of(p->command);
    char *bytes = NULL;
    FILE *f = open_memstream(&bytes, size);
    bool bad;

    if (f == NULL)
        return NULL;
    for (int i = 0; i < HEAD; i++)
        fputc(0, f);
    put_head(f, p, &map, u, hash);
    bad = put_rest(f, &map, left) < 0;
    bad |= ferror(f) != 0;
    bad |= fclose(f) != 0;
    if (bad) {
        free(bytes);
        return NULL;
    }
    memcpy(bytes, magic, sizeof magic);
    for (int i = 0; i < 8; i++)
        bytes[8 + i] = (char)((uint64_t)*size >> (8 * i));
    return bytes;
}

static int add(const struct plan *p, const struct unit *u, const char *path,
               const struct file *left, const char **unknown)
{
    struct file object;
    struct elf e;
    const char *hash;
    char *record = NULL, *bytes = NULL;
    size_t size, new_size;
    unsigned char digest[SHA256_BYTES];
    int rc = file_map(&object, path);

    if (rc == -EINVAL) /* /dev/null */
        return 0;
    if (rc < 0)
        return rc;
    if (elf_open(&e, object.bytes, object.size) && elf_relocatable(&e) &&
        (hash = kept_hash(&e)) != NULL) {
        record = make_record(p, u, hash, left, &size);
        if (record)
            bytes = elf_with_section(&e, KEPT_SECTION, record, size, &new_size);
    }
    file_unmap(&object);
    rc = bytes ? file_replace(path, bytes, new_size) : -ENOTSUP;
    if (rc == 0) {
        tcr_sha256_of(record, size, digest);
        *unknown = ledger_add(digest);
    }
    free(record);
    return rc;
}

void kept_add(const struct plan *p, const struct unit *u)
{
    const char *path = u->object ? u->object : stage_output(p, u), *unknown = NULL;
    struct file left;
    int rc;

    if (u->unit == NULL || path == NULL || file_map(&left, u->unit) < 0)
        return;
    rc = add(p, u, path, &left, &unknown);
    file_unmap(&left);
    if (rc < 0)
        message_warning("%s: what other units need of it could not be added to '%s' (%s); calls "
                        "between units stay on the host",
                        u->arg->text, path,
                        rc == -ENOTSUP ? "it is no 64-bit little-endian ELF object"
                                       : strerror(-rc));
    else if (unknown && p->command->mode != MODE_LINK)
        message_warning("%s: that you have compiled it could not be noted (%s), so a link will not "
                        "use its text; TCR_UNITS=FILE names another place for the note, and "
                        "--tcr-trust=PATH at the link does without",
                        u->arg->text, unknown);
}

/* ---- reading ---- */

static void take_field(struct kept *k, char kind, const char *text)
{
    const char **one = kind == 's'   ? &k->source
                       : kind == 'h' ? &k->hash
                       : kind == 'd' ? &k->dir
                                     : NULL;
    struct words *list = kind == 'o'   ? &k->rewrite
                         : kind == 'c' ? &k->options
                         : kind == 'p' ? &k->pending
                                       : NULL;

    if (one)
        *one = words_format("%s", text);
    else if (list)
        words_add(list, text);
}

/* A record that is not known must not say what a link does, whatever comes of it. */
static bool is_allowed(const struct kept *k)
{
    for (size_t i = 0; i < k->rewrite.n; i++)
        if (!repeat_allows_own(k->rewrite.at[i]))
            return false;
    for (size_t i = 0; i < k->options.n; i++)
        if (!repeat_allows(k->options.at[i]))
            return false;
    return true;
}

/* The length of the record at bytes[0..size); 0: there is none. */
static size_t record_length(const char *bytes, size_t size)
{
    uint64_t length = 0;

    if (size < HEAD || memcmp(bytes, magic, sizeof magic) != 0)
        return 0;
    for (int i = 0; i < 8; i++)
        length |= (uint64_t)(unsigned char)bytes[8 + i] << (8 * i);
    return length < HEAD || length > size ? 0 : (size_t)length;
}

bool kept_read(struct kept *k, const char *bytes, size_t size, size_t *at, bool trusted)
{
    size_t length = record_length(bytes + *at, size - *at);
    unsigned char digest[SHA256_BYTES];
    const char *s, *end;

    *k = (struct kept){.source = NULL};
    if (length == 0)
        return false;
    s = words_copy(bytes + *at, length); /* the file may change under us */
    end = s + length;
    *at += length;
    tcr_sha256_of(s, length, digest);
    k->known = trusted || ledger_holds(digest);
    for (s += HEAD; s < end && k->text == NULL;) {
        const char *nul = memchr(s, '\0', (size_t)(end - s));

        if (nul == NULL || nul == s)
            return false;
        if (*s == 't') {
            k->text = nul + 1;
            k->text_size = (size_t)(end - k->text);
            if (strtoull(s + 1, NULL, 10) != k->text_size)
                return false;
        } else {
            take_field(k, *s, s + 1);
        }
        s = nul + 1;
    }
    return k->text && k->source && k->hash && is_allowed(k);
}
