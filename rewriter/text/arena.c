/* SPDX-License-Identifier: MIT */
/* arena.c: see arena.h. */
#include "arena.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"

struct chunk {
    struct chunk *next;
    size_t used, size;
    max_align_t data[];
};
static struct chunk *chunks;

void *ir_alloc(size_t size)
{
    size = (size + sizeof(max_align_t) - 1) & ~(sizeof(max_align_t) - 1);
    if (!chunks || chunks->size - chunks->used < size) {
        size_t room = size > 65536 ? size : 65536;
        struct chunk *c = xmalloc(sizeof *c + room);
        c->next = chunks;
        c->used = 0;
        c->size = room;
        chunks = c;
    }
    void *p = (char *)chunks->data + chunks->used;
    chunks->used += size;
    return memset(p, 0, size);
}

void ir_free_all(void)
{
    while (chunks) {
        struct chunk *next = chunks->next;
        free(chunks);
        chunks = next;
    }
}

char *ir_strndup(const char *s, size_t n)
{
    char *p = ir_alloc(n + 1);
    memcpy(p, s, n);
    return p;
}

char *ir_strdup(const char *s)
{
    return ir_strndup(s, strlen(s));
}

char *ir_printf(const char *fmt, ...)
{
    va_list ap, again;
    va_start(ap, fmt);
    va_copy(again, ap);
    int n = vsnprintf(NULL, 0, fmt, ap);
    va_end(ap);
    char *p = ir_alloc((size_t)n + 1);
    vsnprintf(p, (size_t)n + 1, fmt, again);
    va_end(again);
    return p;
}

static bool is_plain(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

const char *ir_plain_name(const char *name)
{
    const char *other = name;
    while (is_plain(*other))
        other++;
    if (!*other)
        return name;
    char *plain = ir_alloc(3 * strlen(name) + 1), *to = plain;
    for (; *name; name++) {
        if (*name == '_')
            *to++ = '_';
        if (is_plain(*name))
            *to++ = *name;
        else
            to += sprintf(to, "_%02x", (unsigned char)*name);
    }
    return plain;
}

/* Arrays grow at powers of two; the count says when. */
void *ir_grow(void *array, size_t n, size_t size)
{
    if (n & (n - 1) || (n == 0 && array))
        return array;
    size_t room = n ? 2 * n : 1;
    void *p = ir_alloc(room * size);
    if (n)
        memcpy(p, array, n * size);
    return p;
}
