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

static bool has_guard(const struct region *r)
{
    for (size_t i = 0; i < r->n_functions && !r->refused; i++)
        if (r->functions[i].replaceable && r->functions[i].called)
            return true;
    return false;
}

const char *emit_own_guard(const struct region *r)
{
    return has_guard(r) ? ir_printf("tcr_own_%d() && ", r->id) : "";
}

void emit_own_declaration(const struct region *r, struct buf *out)
{
    if (has_guard(r))
        buf_printf(out, "static int tcr_own_%d(void);\n", r->id);
}

void emit_own_definitions(struct region *const *regions, size_t n, struct buf *out)
{
    struct text_index aliased = {0}; /* the names that have one */
    for (size_t i = 0; i < n; i++) {
        const struct region *r = regions[i];
        if (!has_guard(r))
            continue;
        struct buf body = {0};
        for (size_t j = 0; j < r->n_functions; j++) {
            const struct device_function *f = &r->functions[j];
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
                   r->id, body.s);
        buf_free(&body);
    }
}
