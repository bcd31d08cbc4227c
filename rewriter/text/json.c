/* SPDX-License-Identifier: MIT */
/* json.c: see json.h. */
#include "json.h"

#include <string.h>

/* The bytes of the UTF-8 character at s, 0: it is none (overlong forms and
 * surrogates included). */
static size_t utf8_length(const unsigned char *s)
{
    static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t n = *s < 0x80 ? 1 : *s < 0xc2 ? 0 : *s < 0xe0 ? 2 : *s < 0xf0 ? 3 : *s < 0xf5 ? 4 : 0;
    unsigned code = n > 1 ? *s & (0x7fu >> n) : *s;
    for (size_t i = 1; i < n; i++) {
        if ((s[i] & 0xc0) != 0x80)
            return 0;
        code = code << 6 | (s[i] & 0x3f);
    }
    bool surrogate = code >= 0xd800 && code < 0xe000;
    return n && code >= least[n] && code <= 0x10ffff && !surrogate ? n : 0;
}

void json_string(struct buf *out, const char *text)
{
    if (!text) {
        buf_add(out, "null");
        return;
    }
    buf_add(out, "\"");
    for (const unsigned char *s = (const unsigned char *)text; *s;) {
        size_t n = utf8_length(s);
        if (*s == '"' || *s == '\\')
            buf_printf(out, "\\%c", *s);
        else if (*s < 0x20 || *s == 0x7f)
            buf_printf(out, "\\u%04x", *s);
        else if (n)
            buf_addn(out, (const char *)s, n);
        else
            buf_add(out, "\\ufffd");
        s += n ? n : 1;
    }
    buf_add(out, "\"");
}

void json_member(struct buf *out, const char *name, const char *value)
{
    bool first = !out->len || strchr("{[, \n", out->s[out->len - 1]);
    buf_printf(out, first ? "\"%s\":" : ",\"%s\":", name);
    json_string(out, value);
}
