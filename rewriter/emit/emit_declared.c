/* SPDX-License-Identifier: MIT */
/*
 * emit_declared.c: variables that are reduced by operators of the program's
 * (analyse/body_declared.c).  On the device, the combiner as a class (kernels/declared.cuh):
 *
 *     struct tcr_combine_0_0 { TCR_DEVICE static T of(T a, T b); };
 *     TCR_DEVICE T tcr_combine_0_0::of(T a, T b) { return tcr_r0_u_tcr_combine_0(A, a, b); }
 *
 * The host gets the bytes of the result.  A function combines them with the program's variable; it
 * stands behind the directive, where the combiner's names are those that the program means.
 */
#include "emit_host.h"
#include "emit_private.h"

#include "../source/declared.h"

/* ---- the device ---- */

static const char *class_name(const struct emitter *em, const struct declaring *d)
{
    return ir_printf("tcr_combine_%d_%zu", em->r->id, (size_t)(d - em->r->declarings));
}

void emit_declared_classes(struct emitter *em)
{
    if (em->r->n_declarings)
        emit_put(em, "#include \"declared.cuh\"\n");
    for (size_t i = 0; i < em->r->n_declarings; i++) {
        const struct declaring *d = &em->r->declarings[i];
        const char *type = emit_type(em, d->type);
        buf_printf(em->out, "struct %s {\n    TCR_DEVICE static %s of(%s a, %s b);\n};\n",
                   class_name(em, d), type, type, type);
    }
}

const char *emit_declared_class(struct emitter *em, const struct declaring *d)
{
    return ir_printf("tcr_declared<%s, %s>", emit_type(em, d->type), class_name(em, d));
}

/* It uses none of the loop's arguments, and meets nothing that could be elsewhere. */
void emit_declared_functions(struct emitter *em)
{
    for (size_t i = 0; i < em->r->n_declarings; i++) {
        const struct declaring *d = &em->r->declarings[i];
        const struct plan *p = em->p;
        const char *type = emit_type(em, d->type);
        buf_printf(em->out, "TCR_DEVICE %s %s::of(%s a, %s b)\n{\n    tcr_args_%d A;\n", type,
                   class_name(em, d), type, type, em->r->id);
        if (p->checks)
            emit_put(em, "    tcr_lost " EMIT_GONE "(0);\n");
        buf_printf(em->out, "    return %s(A%s%s, a, b);\n}\n",
                   region_function(em->r, d->combine)->name, p->checks ? ", " EMIT_GONE : "",
                   p->checks && p->marks ? ", 0ll" : "");
    }
}

/* ---- the host ---- */

void emit_declared_results(const struct plan *p, struct buf *out)
{
    for (size_t i = 0; i < p->r->n_declarings && p->device; i++)
        buf_printf(out, "    unsigned long long %s[%u] = {0};\n", p->r->declarings[i].result->name,
                   p->r->declarings[i].words);
}

const char *emit_declared_merge(const struct declared *d)
{
    return ir_printf(
        "static __attribute__((__unused__)) __typeof__(%s) %s(__typeof__(%s) "
        "omp_out, const void *tcr_from)\n"
        "{ __typeof__(%s) omp_in; __builtin_memcpy(&omp_in, tcr_from, sizeof omp_in);\n"
        "%s; return omp_out; }\n",
        d->type, d->merge, d->type, d->type, d->combiner);
}

void emit_declared_combine(const struct plan *p, struct buf *out)
{
    for (size_t i = 0; i < p->r->n_declarings; i++) {
        const struct declaring *d = &p->r->declarings[i];
        const char *x = d->place, *result = d->result->name;
        buf_printf(out, "            if (%s[%u]) %s = %s(%s, %s);\n", result, d->words - 1, x,
                   d->is->merge, x, result);
    }
}
