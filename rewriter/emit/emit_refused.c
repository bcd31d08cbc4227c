/* SPDX-License-Identifier: MIT */
/*
 * emit_refused.c: the loops that were refused, for the page of TCR_ADVISE.
 *
 * They are texts in a section of the object that is not loaded, with a null behind each; the linker
 * puts those of all objects together, and leaves out what is there twice.
 */
#include "emit_private.h"

#include <string.h>

#include "../../spec/refused.h"
#include "../source/source.h"

/* In a string of C, a string of the assembler. */
static void add_escaped(struct buf *out, const char *text)
{
    for (; *text; text++)
        if (strchr(" ./:_,;()[]-+'", *text) || (*text >= '0' && *text <= '9') ||
            (*text >= 'a' && *text <= 'z') || (*text >= 'A' && *text <= 'Z'))
            buf_addn(out, text, 1);
        else
            buf_printf(out, "\\\\%03o", (unsigned char)*text);
}

static bool is_told(const struct plan *p)
{
    const struct region *r = p->r;

    return r->refused && !r->pending && !p->has_host && r->refuse_code != CODE_INVALID &&
           directive_is_loop(r->dir);
}

void emit_refused(struct plan *const *plans, size_t n, struct buf *out)
{
    bool any = false;

    for (size_t i = 0; i < n; i++) {
        const struct region *r = plans[i]->r;
        struct source_pos at;

        if (!is_told(plans[i]))
            continue;
        at = source_position(r->src, r->pragma->begin);
        if (!any)
            buf_add(out, "__asm__(\".pushsection " TCR_REFUSED_SECTION
                         ", \\\"MS\\\", %progbits, 1\\n\"\n");
        any = true;
        buf_add(out, "        \".asciz \\\"");
        add_escaped(out, at.file);
        buf_printf(out, ":%u: ", at.line);
        add_escaped(out, r->refuse_reason);
        buf_printf(out, " [%s]\\\"\\n\"\n", refusal_word(r->refuse_code));
    }
    if (any)
        buf_add(out, "        \".popsection\");\n");
}
