/* SPDX-License-Identifier: MIT */
/* emit_keep.c: device text of a loop that keeps elements of arrays in registers (plan_keep.c,
 * kernels/keep.cuh). */
#include "emit_private.h"

static const char *kept_name(size_t i)
{
    return ir_printf("tcr_keep%zu", i);
}

/* ---- in front of the loop, and behind ---- */

/* Elements that the iteration has surely written are there: they are read in front of the loop.
 * Any other element is read by its first use, if the loop comes to it. */
static void begin(struct emitter *em, size_t i)
{
    const struct plan_keep *k = &em->p->keeps[i];
    const char *type = emit_type(em, k->place->type);
    emit_indent(em);
    if (!k->sure) {
        buf_printf(em->out, "tcr_kept<%s> %s[%lld];\n", type, kept_name(i), k->hi - k->lo + 1);
        return;
    }
    buf_printf(em->out, "%s %s[%lld] = {", type, kept_name(i), k->hi - k->lo + 1);
    for (long long at = 0; at <= k->hi - k->lo; at++) {
        emit_put(em, at ? ", " : "");
        if (k->element[at])
            emit_expr(em, k->element[at]);
        else
            buf_printf(em->out, "(%s)0", type);
    }
    emit_put(em, "};\n");
}

static void end(struct emitter *em, size_t i)
{
    const struct plan_keep *k = &em->p->keeps[i];
    for (long long at = 0; at <= k->hi - k->lo; at++) {
        if (!k->element[at])
            continue;
        emit_indent(em);
        if (!k->sure)
            buf_printf(em->out, "if (%s[%lld].changed) ", kept_name(i), at);
        emit_target(em, k->element[at], false);
        buf_printf(em->out, " = %s[%lld]%s;\n", kept_name(i), at, k->sure ? "" : ".value");
    }
}

/* ---- the loop ---- */

static bool any(const struct emitter *em, const struct stmt *s, bool *given)
{
    bool found = false;
    *given = false;
    for (size_t i = 0; i < em->p->n_keeps; i++)
        if (em->p->keeps[i].loop == s) {
            *given |= em->p->keeps[i].given;
            found = true;
        }
    return found;
}

static void each(struct emitter *em, const struct stmt *s, void (*of)(struct emitter *, size_t))
{
    for (size_t i = 0; i < em->p->n_keeps; i++)
        if (em->p->keeps[i].loop == s)
            of(em, i);
}

static void start(struct emitter *em, size_t i)
{
    em->kept |= 1ull << i;
}

static void stop(struct emitter *em, size_t i)
{
    em->kept &= ~(1ull << i);
}

static void kept_loop(struct emitter *em, struct stmt *s)
{
    emit_put(em, "{\n");
    em->indent++;
    each(em, s, begin);
    each(em, s, start);
    em->keeping = s;
    emit_stmt(em, s);
    em->keeping = NULL;
    each(em, s, stop);
    each(em, s, end);
    em->indent--;
    emit_indent(em);
    emit_put(em, "}");
}

bool emit_kept_loop(struct emitter *em, struct stmt *s)
{
    bool given = false;
    if (em->in_function || em->keeping == s || !any(em, s, &given) || (given && em->alone))
        return false;
    if (given) {
        emit_put(em, em->p->teams ? "if constexpr (Team::apart) " : "if constexpr (tcr_apart) ");
        kept_loop(em, s);
        emit_put(em, " else {\n");
        em->indent++;
        em->keeping = s;
        emit_stmt(em, s);
        em->keeping = NULL;
        em->indent--;
        emit_indent(em);
        emit_put(em, "}\n");
        return true;
    }
    kept_loop(em, s);
    emit_put(em, "\n");
    return true;
}

/* ---- elements in it ---- */

static void element(struct emitter *em, size_t i, const struct plan_kept *at)
{
    emit_put(em, kept_name(i));
    if (!at->by)
        buf_printf(em->out, "[%lld]", at->at);
    else if (at->at)
        buf_printf(em->out, "[%s + (%lld)]", emit_decl_name((struct decl *)at->by), at->at);
    else
        buf_printf(em->out, "[%s]", emit_decl_name((struct decl *)at->by));
}

bool emit_kept(struct emitter *em, struct expr *e)
{
    struct plan_kept at;
    for (size_t i = 0; i < em->p->n_keeps && em->kept; i++) {
        const struct plan_keep *k = &em->p->keeps[i];
        if (!(em->kept >> i & 1) || !plan_kept(em->p, k, e, &at))
            continue;
        element(em, i, &at);
        if (k->sure)
            return true;
        const unsigned long long kept = em->kept;
        struct expr *target = em->target;
        if (target == e && !em->updates) {
            emit_put(em, ".set()");
            return true;
        }
        em->kept = 0;
        em->target = NULL;
        buf_printf(em->out, ".%s([&] { return (%s)", target == e ? "update" : "get",
                   emit_type(em, e->type));
        emit_operand(em, e);
        emit_put(em, "; })");
        em->kept = kept;
        em->target = target;
        return true;
    }
    return false;
}
