/* SPDX-License-Identifier: MIT */
/*
 * emit_best.c: device text of minima and maxima that take others along (analyse/body_best.c):
 *
 *     u_tcr_place0 = tcr_best_0_0(tcr_own_best, A.best, it);
 *
 * whose value is the iteration with a key that orders the values, the best first, or no iteration
 * where the value is not better than that from before the loop (of those that say so themselves:
 * nor equal to it).
 */
#include "emit_private.h"

#include "../ir/math_table.h"

const char *emit_best_candidate(const struct best *best)
{
    return best->last ? "tcr_candidate<unsigned long long, true>"
                      : "tcr_candidate<unsigned long long>";
}

static void best_function(struct emitter *em, size_t i)
{
    const struct best *best = &em->r->bests[i];
    const struct type *t = best->own->type;
    const char *candidate = emit_best_candidate(best);
    bool floats = type_is_floating(t), below = best->op == TCR_MIN;
    const char *type = floats ? "double" : type_is_unsigned(t) ? "unsigned long long" : "long long";
    buf_printf(em->out, "TCR_DEVICE static %s tcr_best_%d_%zu(%s x, %s before, long long it)\n{\n",
               candidate, em->r->id, i, type, type);
    if (floats) /* 0.0 for -0.0 */
        emit_put(em,
                 "    const unsigned long long bits = tcr_double_bits(x + 0.0);\n"
                 "    const unsigned long long key = bits >> 63 ? ~bits : bits | 1ull << 63;\n");
    else
        buf_printf(em->out, "    const unsigned long long key = (unsigned long long)x%s;\n",
                   type_is_unsigned(t) ? "" : " ^ 1ull << 63");
    buf_printf(em->out,
               "    return x %s%s before ? %s(%skey, it)\n"
               "        : tcr_op_first::identity<%s>();\n}\n",
               below ? "<" : ">", best->taken ? "=" : "", candidate, below ? "" : "~", candidate);
}

void emit_best_functions(struct emitter *em)
{
    if (em->r->n_bests)
        emit_put(em, "#include \"first.cuh\"\n");
    for (size_t i = 0; i < em->r->n_bests; i++)
        best_function(em, i);
}

bool emit_best_place(struct emitter *em, struct expr *e)
{
    if (e->math != &math_best_place)
        return false;
    size_t i = 0, last = em->r->n_loops - 1;
    while (em->r->bests[i].own != e->args[0]->decl)
        i++;
    buf_printf(em->out, "tcr_best_%d_%zu(", em->r->id, i);
    emit_expr(em, e->args[0]);
    emit_put(em, ", ");
    emit_expr(em, e->args[1]);
    if (!em->p->ahead || last == 0)
        emit_put(em, ", it)");
    else if (last == 1)
        emit_put(em, ", it.row * A.tcr_n1 + it.at)");
    else
        buf_printf(em->out, ", (it.outer * A.tcr_n%zu + it.row) * A.tcr_n%zu + it.at)", last - 1,
                   last);
    return true;
}
