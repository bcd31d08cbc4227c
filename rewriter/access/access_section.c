/* SPDX-License-Identifier: MIT */
/* access_section.c: where in a reduced section do updates go? */
#include "access_private.h"

#include "../../spec/contract.h"

/* ---- constants, once inner loops are unrolled ---- */

struct variable_search {
    const struct decl *d;
    bool found;
};

static bool visit_loop(struct stmt *s, void *ctx)
{
    struct variable_search *v = ctx;
    const char *why;
    struct loop *l = s->kind == STMT_FOR ? loop_canonical(s, &why) : NULL;
    v->found |= l && l->vars[0].var == v->d;
    return !v->found;
}

static bool visit_computed(struct expr *e, void *ctx)
{
    struct walker *w = ctx;
    struct variable_search v = {.d = e->decl};
    if (e->kind == EXPR_VAR)
        stmt_walk(w->r->body, visit_loop, &v);
    bool fixed = e->kind == EXPR_INT || e->kind == EXPR_CAST || e->kind == EXPR_UNARY ||
                 e->kind == EXPR_BINARY || (e->kind == EXPR_VAR && v.found);
    w->computed |= !fixed;
    return fixed;
}

/* ---- bounds ---- */

/* The least or greatest value, if it is a constant. */
static bool constant_end(const struct walker *w, const struct value *v, bool greatest, long long *k)
{
    struct affine a = v->aff;
    if (v->kind != V_INT || v->wraps || !access_end(w, &a, 0, greatest) || a.c0.symbol)
        return false;
    *k = a.c0.k;
    return true;
}

static bool is_inside(const struct walker *w, const struct section_dim *dim, const struct value *v)
{
    if (dim->lo.symbol || dim->len.symbol)
        return false;
    for (const struct value *one = v; one; one = one->also) {
        long long least, greatest;
        if (!constant_end(w, one, false, &least) || !constant_end(w, one, true, &greatest) ||
            least < dim->lo.k || greatest - dim->lo.k >= dim->len.k)
            return false;
    }
    return true;
}

/* The host can tell before a call whether all these places are inside. */
static bool add_checks(struct array_section *s, const struct section_dim *dim,
                       const struct value *v)
{
    struct hostint end = hostint_add(dim->lo, dim->len);
    struct index_check added = {
        .least = dim->lo, .greatest = hostint_add(end, hostint_const(-1)), .of_section = true};
    for (const struct value *one = v; one; one = one->also) {
        if (one->kind != V_INT || one->wraps)
            return false;
        added.value = one->aff;
        added.when = one->when;
        IR_PUSH(s->checks, s->n_checks, added);
    }
    return true;
}

static void place_update(struct walker *w, struct array_section *s, const struct section_dim *dim,
                         struct expr *sub)
{
    struct value v = access_eval(w, sub);
    if (v.kind == V_UNKNOWN)
        v = access_narrow(sub->type);
    v = access_within(w, v, 0);
    if (is_inside(w, dim, &v))
        return;
    s->inside = false;
    s->checkable = s->checkable && add_checks(s, dim, &v);
}

void access_section(struct walker *w, struct expr *e)
{
    struct array_section *s = w->r->reductions[e->reduction].section;
    struct expr *subs[SECTION_DIMS];
    if (!s)
        return;
    section_subscripts(s, e, subs);
    for (size_t d = 0; d < s->n_dims; d++) {
        place_update(w, s, &s->dims[d], subs[d]);
        w->computed = false;
        expr_walk(subs[d], visit_computed, w);
        s->computed |= w->computed;
    }
}

/* ---- how they are reduced ---- */

/* More numbers than that in registers are slower than copies in memory; where
 * each iteration updates few of them, even fewer are. */
enum { MOST_NUMBERS = 32, MOST_COMPUTED = 4 };

void access_start_sections(struct region *r)
{
    for (size_t i = 0; i < r->n_reductions; i++)
        if (r->reductions[i].section) {
            struct array_section *s = r->reductions[i].section;
            s->inside = s->checkable = true;
            s->computed = false;
            s->n_checks = 0;
            s->checks = NULL;
        }
}

bool access_choose_sections(struct region *r)
{
    long long numbers = 0;
    unsigned copied = 0;
    for (size_t i = 0; i < r->n_reductions; i++) {
        struct array_section *s = r->reductions[i].section;
        if (!s)
            continue;
        bool complex = type_is_complex(r->reductions[i].type);
        long long most = s->computed ? MOST_COMPUTED : MOST_NUMBERS - numbers;
        if (complex)
            most /= 2;
        s->copies = !s->inside || s->count < 0 || s->count > most || s->contiguous;
        if (s->copies && complex)
            return refuse(
                r, REFUSE_DEVICE, r->reductions[i].lvalue->begin, CODE_COMPLEX,
                "'%s' is a long section of complex numbers, or one updated at computed places; "
                "reduce their real and imaginary parts as two arrays",
                r->reductions[i].text);
        bool late = s->copies && !s->inside && !s->object && region_writes(r);
        for (size_t k = 0; late && s->checkable && k < s->n_checks; k++)
            IR_PUSH(r->indices, r->n_indices, s->checks[k]);
        if (late && !s->checkable)
            return refuse(
                r, REFUSE_DEVICE, r->reductions[i].lvalue->begin, CODE_ARRAY_REDUCTION,
                "the loop writes arrays, and an update of '%s' may be outside of the section, "
                "which would be noticed too late; reduce it in a loop of its own",
                r->reductions[i].text);
        if (!s->copies)
            numbers += s->count * (complex ? 2 : 1);
        else if (++copied > TCR_MAX_SECTIONS)
            return refuse(
                r, REFUSE_DEVICE, r->reductions[i].lvalue->begin, CODE_ARRAY_REDUCTION,
                "more than %d sections that are long, or updated at computed places; reduce "
                "them in several loops",
                TCR_MAX_SECTIONS);
    }
    return true;
}
