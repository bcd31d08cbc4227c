/* SPDX-License-Identifier: MIT */
/* Device images and device text as C.  String literals, not lists of numbers:
 * compilers read them ten times faster. */
#include "images.h"
#include "../text/text.h"

#include <errno.h>
#include <stdlib.h>

enum { LINE = 4000 }; /* characters; the compiler keeps a position for each line */

/* One character, in as few as will do; `next` is the character after it. */
static void add_char(struct buf *b, unsigned char c, unsigned char next)
{
    if (c >= ' ' && c <= '~' && c != '"' && c != '\\' && c != '?') {
        buf_addc(b, (char)c);
        return;
    }
    buf_addc(b, '\\');
    if (c == '"' || c == '\\' || c == '?') { /* ??x would be a trigraph */
        buf_addc(b, (char)c);
    } else if (c == '\n') {
        buf_addc(b, 'n');
    } else {
        bool digit = next >= '0' && next <= '7';
        if (c >= 64 || digit)
            buf_addc(b, (char)('0' + c / 64));
        if (c >= 8 || digit)
            buf_addc(b, (char)('0' + c / 8 % 8));
        buf_addc(b, (char)('0' + c % 8));
    }
}

/* A string literal over as many lines as it takes; a newline in the text of a
 * program (`lines`) ends one. */
static void add_literal(struct buf *b, const unsigned char *bytes, size_t size, bool lines)
{
    size_t start = b->len;
    buf_add(b, "    \"");
    for (size_t i = 0; i < size; i++) {
        add_char(b, bytes[i], i + 1 < size ? bytes[i + 1] : 0);
        bool full = lines ? bytes[i] == '\n' : b->len - start >= LINE;
        if (full && i + 1 < size) {
            buf_add(b, "\"\n    \"");
            start = b->len;
        }
    }
    buf_addc(b, '"');
}

static int put(FILE *out, struct buf *b)
{
    size_t written = fwrite(b->s, 1, b->len, out), len = b->len;
    buf_free(b);
    return written == len ? 0 : -EIO;
}

int images_write_c(FILE *out, const char *name, const struct image_list *list)
{
    struct buf b = {0};
    for (unsigned i = 0; i < list->n; i++) {
        /* __extension__: string literals longer than the standard promises */
        buf_printf(&b, "__extension__ static const char %s_%u[] __attribute__((aligned(16))) =\n",
                   name, i);
        add_literal(&b, list->images[i].bytes, list->images[i].size, false);
        buf_add(&b, ";\n");
    }
    buf_printf(&b, "static const struct tcr_image %s[] = {\n", name);
    for (unsigned i = 0; i < list->n; i++)
        buf_printf(&b, "    {%u, %u, %zuu, %s_%u}%s /* %s */\n", list->images[i].kind,
                   list->images[i].arch, list->images[i].size, name, i, i + 1 < list->n ? "," : "",
                   list->images[i].kind == TCR_IMAGE_PTX ? "PTX" : "cubin");
    buf_add(&b, "};\n");
    return put(out, &b);
}

int images_write_text(FILE *out, const char *name, const char *text)
{
    struct buf b = {0};
    size_t size = 0;
    while (text[size])
        size++;
    buf_printf(&b, "__extension__ static const char %s[] =\n", name);
    add_literal(&b, (const unsigned char *)text, size, true);
    buf_add(&b, ";\n");
    return put(out, &b);
}
