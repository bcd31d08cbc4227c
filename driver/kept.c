/*
 * kept.c: what an object keeps of its unit for the link of the whole program.
 */
#define _GNU_SOURCE
#include "kept.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file.h"
#include "message.h"

static const char magic[8] = "TCRUNIT1";
enum { HEAD = 16 };

/* ---- what an object is ---- */

/* FNV-1a */
static uint64_t hashed(uint64_t h, const char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        h = (h ^ (unsigned char)bytes[i]) * 1099511628211u;
    return h;
}

static const uint64_t first_hash = 14695981039346656037u;

/* Order must not count: strip may change it. */
static void add_symbol(const struct elf_symbol *s, void *ctx)
{
    uint64_t *sum = ctx, h = hashed(first_hash, s->name, strlen(s->name));

    h = (h ^ (unsigned)(s->defined << 1 | s->weak)) * 1099511628211u;
    *sum += h ^ h >> 32;
}

static void add_section(const char *name, const char *bytes, size_t size, void *ctx)
{
    uint64_t *sum = ctx, h = hashed(first_hash, name, strlen(name));

    h = (h ^ size) * 1099511628211u;
    h = bytes ? hashed(h, bytes, size) : h;
    *sum += h ^ h >> 32;
}

char *kept_hash(const struct elf *e)
{
    uint64_t sum = 0;

    elf_symbols(e, add_symbol, &sum);
    elf_loaded_sections(e, add_section, &sum);
    return words_format("%016llx", (unsigned long long)sum);
}

/* ---- writing ---- */

bool kept_possible(const struct plan *p)
{
    const struct command *c = p->command;
    const char *why = NULL;
    bool lto = false;

    if (c->mode != MODE_OBJECT && c->mode != MODE_LINK)
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
    if (why && p->own->whole_program)
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

/* A program is found again by its whole name. */
static const char *whole_path(const char *path)
{
    return strchr(path, '/') ? file_real_path(path) : path;
}

/* Everything but the text. */
static void put_head(FILE *f, const struct plan *p, const struct toolset *t, const struct unit *u,
                     const struct elf *object)
{
    struct words rewrite = stage_kept_rewrite(p), command = stage_kept_preprocess(p),
                 compile = stage_kept_compile(p, t);
    char *dir = getcwd(NULL, 0);

    put(f, 'd', dir ? dir : "/");
    free(dir);
    put(f, 'k', whole_path(p->cc->path));
    put(f, 's', u->arg->text);
    put(f, 'h', kept_hash(object));
    put_words(f, 'o', &rewrite);
    put_words(f, 'a', &command);
    put_words(f, 'c', &compile);
}

/* What tcr-rewrite left: "pending ID" lines, "text", the text. */
static void put_rest(FILE *f, const struct file *left)
{
    static const char pending[] = "pending ", text[] = "text\n";
    const char *at = left->bytes, *end = at + left->size;

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
    put(f, 't', words_format("%zu", (size_t)(end - at)));
    fwrite(at, 1, (size_t)(end - at), f);
}

/* The record, for the caller to free; NULL if there is no memory for it. */
static char *make_record(const struct plan *p, const struct toolset *t, const struct unit *u,
                         const struct elf *object, const struct file *left, size_t *size)
{
    char *bytes = NULL;
    FILE *f = open_memstream(&bytes, size);

    if (f == NULL)
        return NULL;
    for (int i = 0; i < HEAD; i++)
        fputc(0, f);
    put_head(f, p, t, u, object);
    put_rest(f, left);
    if (ferror(f) | fclose(f)) {
        free(bytes);
        return NULL;
    }
    memcpy(bytes, magic, sizeof magic);
    for (int i = 0; i < 8; i++)
        bytes[8 + i] = (char)((uint64_t)*size >> (8 * i));
    return bytes;
}

static int add(const struct plan *p, const struct toolset *t, const struct unit *u,
               const char *path, const struct file *left)
{
    struct file object;
    struct elf e;
    char *record, *bytes = NULL;
    size_t size, new_size;
    int rc = file_map(&object, path);

    if (rc == -EINVAL) /* /dev/null */
        return 0;
    if (rc < 0)
        return rc;
    if (elf_open(&e, object.bytes, object.size) && elf_relocatable(&e)) {
        record = make_record(p, t, u, &e, left, &size);
        if (record)
            bytes = elf_with_section(&e, KEPT_SECTION, record, size, &new_size);
        free(record);
    }
    file_unmap(&object);
    return bytes ? file_write(path, bytes, new_size) : -ENOTSUP;
}

void kept_add(const struct plan *p, const struct toolset *t, const struct unit *u)
{
    const char *path = u->object ? u->object : stage_output(p, u);
    struct file left;
    int rc;

    if (u->unit == NULL || path == NULL || file_map(&left, u->unit) < 0)
        return;
    rc = add(p, t, u, path, &left);
    file_unmap(&left);
    if (rc < 0)
        message_warning("%s: what other units need of it could not be added to '%s' (%s); calls "
                        "between units stay on the host",
                        u->arg->text, path,
                        rc == -ENOTSUP ? "it is no 64-bit little-endian ELF object"
                                       : strerror(-rc));
}

/* ---- reading ---- */

static void take_field(struct kept *k, char kind, const char *text)
{
    const char **one = kind == 'd'   ? &k->dir
                       : kind == 'k' ? &k->compiler
                       : kind == 's' ? &k->source
                       : kind == 'h' ? &k->hash
                                     : NULL;
    struct words *list = kind == 'o'   ? &k->rewrite
                         : kind == 'a' ? &k->command
                         : kind == 'c' ? &k->compile
                         : kind == 'p' ? &k->pending
                                       : NULL;

    if (one)
        *one = words_format("%s", text);
    else if (list)
        words_add(list, text);
}

bool kept_read(struct kept *k, const char *bytes, size_t size, size_t *at)
{
    const char *s = bytes + *at, *end;
    uint64_t length = 0;

    *k = (struct kept){.dir = NULL};
    if (size - *at < HEAD || memcmp(s, magic, sizeof magic) != 0)
        return false;
    for (int i = 0; i < 8; i++)
        length |= (uint64_t)(unsigned char)s[8 + i] << (8 * i);
    if (length < HEAD || length > size - *at)
        return false;
    *at += (size_t)length;
    end = s + length;
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
    return k->text && k->dir && k->compiler && k->source && k->hash && k->command.n && k->compile.n;
}
