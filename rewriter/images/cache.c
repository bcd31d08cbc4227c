/* SPDX-License-Identifier: MIT */
/* cache.c: see cache.h.  cache_dir.c has the directory. */
#include "cache.h"

#include <stdlib.h>
#include <string.h>

#include "cache_private.h"
#include "../text/text.h"

/* An entry: the magic, the number of images, and each image behind its kind, architecture and size;
 * numbers have 8 bytes.  cache_read has checked that the entry is whole and belongs to its name. */
static const char magic[16] = "tcr images 2\n";
enum { NUMBER = 8, MOST_IMAGES = 32 };

static void add_text(struct sha256 *s, const char *text)
{
    tcr_sha256_add(s, text, strlen(text) + 1);
}

struct cache_key cache_key_of(const char *device_text, const char *flags, const unsigned *archs,
                              unsigned n_archs, bool ptx, const char *compiler)
{
    struct cache_key key;
    struct sha256 s;
    tcr_sha256_begin(&s);
    add_text(&s, magic);
    add_text(&s, compiler);
    add_text(&s, flags ? flags : "");
    for (unsigned i = 0; i < n_archs; i++) {
        char *arch = xasprintf("sm_%u", archs[i]);
        add_text(&s, arch);
        free(arch);
    }
    add_text(&s, ptx ? "ptx" : "");
    add_text(&s, tcr_kernel_headers_digest);
    add_text(&s, device_text);
    tcr_sha256_end(&s, key.digest);
    return key;
}

static char *name_of(const struct cache_key *key)
{
    char *name = xmalloc(2 * SHA256_BYTES + sizeof CACHE_SUFFIX);
    tcr_sha256_text(key->digest, name);
    strcpy(name + 2 * SHA256_BYTES, CACHE_SUFFIX);
    return name;
}

/* ---- entries as bytes ---- */

static void put_number(struct buf *b, uint64_t n)
{
    unsigned char bytes[NUMBER];
    for (int i = 0; i < NUMBER; i++)
        bytes[i] = (unsigned char)(n >> 8 * i);
    buf_addn(b, (const char *)bytes, NUMBER);
}

/* The next number; false: there is none. */
static bool take_number(const struct buf *b, size_t *at, uint64_t *n)
{
    if (b->len - *at < NUMBER)
        return false;
    *n = 0;
    for (int i = 0; i < NUMBER; i++)
        *n |= (uint64_t)(unsigned char)b->s[(*at)++] << 8 * i;
    return true;
}

static void write_entry(struct buf *b, const struct image_list *list)
{
    buf_addn(b, magic, sizeof magic);
    put_number(b, list->n);
    for (unsigned i = 0; i < list->n; i++) {
        put_number(b, list->images[i].kind);
        put_number(b, list->images[i].arch);
        put_number(b, list->images[i].size);
        buf_addn(b, list->images[i].bytes, list->images[i].size);
    }
}

static bool take_image(const struct buf *b, size_t *at, struct tcr_image *image)
{
    uint64_t kind, arch, size;
    if (!take_number(b, at, &kind) || !take_number(b, at, &arch) || !take_number(b, at, &size) ||
        size > b->len - *at)
        return false;
    char *bytes = xmalloc((size_t)size + 1);
    memcpy(bytes, b->s + *at, (size_t)size);
    bytes[size] = 0; /* as images_compile leaves it */
    *at += (size_t)size;
    *image = (struct tcr_image){(unsigned)kind, (unsigned)arch, (size_t)size, bytes};
    return true;
}

static bool read_entry(const struct buf *b, struct image_list *out)
{
    size_t at = sizeof magic;
    uint64_t n;
    if (b->len < at || memcmp(b->s, magic, sizeof magic) != 0 || !take_number(b, &at, &n) ||
        n == 0 || n > MOST_IMAGES)
        return false;
    out->images = xcalloc((size_t)n, sizeof *out->images);
    while (out->n < n && take_image(b, &at, &out->images[out->n]))
        out->n++;
    if (out->n == n && at == b->len)
        return true;
    images_free(out);
    return false;
}

/* ---- the cache ---- */

bool cache_get(const struct cache_key *key, struct image_list *out)
{
    struct buf bytes = {0};
    int directory = cache_open_directory(false);
    *out = (struct image_list){0};
    if (directory < 0)
        return false;
    char *name = name_of(key);
    bool found = cache_read(directory, name, &bytes) && read_entry(&bytes, out);
    cache_close_directory(directory);
    buf_free(&bytes);
    free(name);
    return found;
}

void cache_put(const struct cache_key *key, const struct image_list *list)
{
    int directory = cache_open_directory(true);
    if (directory < 0)
        return;
    struct buf bytes = {0};
    char *name = name_of(key);
    write_entry(&bytes, list);
    if (cache_write(directory, name, &bytes))
        cache_trim(directory);
    cache_close_directory(directory);
    buf_free(&bytes);
    free(name);
}
