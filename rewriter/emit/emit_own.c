/* SPDX-License-Identifier: MIT */
/*
 * emit_own.c: are the functions that a loop calls this file's own?
 *
 * In a shared library, a function of default visibility may be replaced when the library is
 * loaded: by the program, by a library before this one, by LD_PRELOAD.  The host's loop then
 * calls the other function, and the device's text is of no use.  The address that a call goes to
 * is compared with that of a hidden alias, which nobody replaces:
 *
 *     extern __typeof__(f) tcr_own_f __attribute__((alias("f"), visibility("hidden")));
 *     static int tcr_own_0(void)
 *     {
 *         void (*volatile tcr_f)(void);
 *         tcr_f = (void (*)(void))f;
 *         if (tcr_f != (void (*)(void))tcr_own_f)
 *             return 0;
 *         return 1;
 *     }
 *
 * volatile: a compiler that takes its own definition for the only one must not answer.
 */
#include "emit_host.h"
#include "../text/text_index.h"

const char *emit_own_guard(const struct plan *p)
{
    const char *own = p->own ? ir_printf("tcr_own_%d() && ", p->r->id) : "";
    return p->r->callees ? ir_printf("%s%s && ", own, p->r->callees) : own;
}

void emit_own_declaration(const struct plan *p, struct buf *out)
{
    if (p->own)
        buf_printf(out, "static int tcr_own_%d(void);\n", p->r->id);
}

void emit_own_definitions(struct plan *const *plans, size_t n, struct buf *out)
{
    struct text_index aliased = {0}; /* the names that have one */
    for (size_t i = 0; i < n; i++) {
        const struct plan *p = plans[i];
        if (!p->own)
            continue;
        struct buf body = {0};
        for (size_t j = 0; j < p->r->n_functions; j++) {
            const struct device_function *f = &p->r->functions[j];
            if (!f->replaceable || !f->called)
                continue;
            if (!text_index_find(&aliased, f->decl->name)) {
                text_index_add(&aliased, f->decl->name, i);
                buf_printf(out,
                           "extern __typeof__(%s) tcr_own_%s "
                           "__attribute__((alias(\"%s\"), visibility(\"hidden\")));\n",
                           f->decl->name, f->decl->name, f->symbol);
            }
            buf_printf(&body,
                       "    tcr_f = (void (*)(void))%s;\n"
                       "    if (tcr_f != (void (*)(void))tcr_own_%s)\n"
                       "        return 0;\n",
                       f->decl->name, f->decl->name);
        }
        buf_printf(out,
                   "static int tcr_own_%d(void)\n{\n    void (*volatile tcr_f)(void);\n%s"
                   "    return 1;\n}\n",
                   p->r->id, body.s);
        buf_free(&body);
    }
}
