/* SPDX-License-Identifier: MIT */
/*
 * access_whole.c: accesses without a range that can be computed: a[idx[i]],
 * val[k] with k from row[i] to row[i + 1].
 *
 * The section is then the whole object, whose extent is its declaration's, a
 * data clause's, or what the runtime finds around the pointer (extent.c there).
 * Only the declaration of a whole variable is simply believed, for programs walk
 * from a row or a member into the next one: else the device asks before each
 * such access whether it is within the section, and the host repeats the loop
 * if one is not.  Only the base can tell which section that is: so one
 * place in the text must not read through different ones.
 */
#include "access_private.h"

enum { SEVERAL = -2 };

/* The subscript or * through which an lvalue reaches memory: members and
 * elements of arrays in structures lie in what that gives. */
static struct expr *inner_part(const struct expr *e)
{
    if (e->kind == EXPR_MEMBER)
        return e->a;
    bool member = e->kind == EXPR_INDEX && e->a->kind == EXPR_DECAY && expr_facts(e->a)->base < 0;
    while (member && e->a->a->kind == EXPR_INDEX && e->a->a->a->kind == EXPR_DECAY)
        e = e->a->a;
    return member && e->a->a->kind == EXPR_MEMBER ? e->a->a : NULL;
}

static int base_of(const struct value *at)
{
    int base = at->root->base;
    for (const struct value *v = at->also; v; v = v->also)
        if (v->root->base != base)
            base = SEVERAL;
    return base;
}

/* The place itself, if it is always the same one. */
static void note_affine(struct expr_facts *e, const struct value *at)
{
    if (!at->known || at->also || at->when || at->no_row) {
        e->read_varies = true;
    } else if (!e->read_at) {
        struct affine *a = ir_alloc(sizeof *a);
        *a = at->aff;
        e->read_at = a;
    } else {
        e->read_varies |= !affine_same(e->read_at, &at->aff);
    }
}

void access_note_place(struct region *r, struct expr *lvalue, const struct value *at)
{
    int base = base_of(at);
    for (const struct value *v = at; v && base == SEVERAL; v = v->also)
        r->bases[v->root->base].several = true;
    note_affine(access_facts(r, lvalue), at);
    for (struct expr *e = lvalue; e; e = inner_part(e)) {
        if (e->kind != EXPR_INDEX && e->kind != EXPR_DEREF)
            continue;
        struct expr_facts *f = access_facts(r, e);
        if (f->through >= 0 && f->through != base) {
            r->bases[f->through].mixed |= f->astray;
            r->bases[f->through].several = true;
            if (base >= 0)
                r->bases[base].several = true;
        }
        if (f->through == SEVERAL && base >= 0)
            r->bases[base].several = true;
        f->through = f->through == -1 || f->through == base ? base : SEVERAL;
        for (const struct value *v = at; v; v = v->also) {
            f->astray |= !v->known;
            r->bases[v->root->base].mixed |= !v->known && f->through == SEVERAL;
        }
    }
}

bool access_scatters(const struct region *r)
{
    for (size_t i = 0; i < r->n_bases; i++)
        if (r->bases[i].owned)
            return true;
    return false;
}

static bool in_rows(const struct region *r)
{
    for (size_t i = 0; i < r->n_bases; i++)
        if (r->bases[i].written && r->bases[i].parent >= 0)
            return true;
    return false;
}

/* Every access of such a base is marked by the device, so that each must be known to be
 * one of it. */
static bool settle_owned(struct region *r, struct base *b)
{
    const char *reason = b->parent >= 0 || in_rows(r) ? "in one of several rows"
                         : b->rows ? "and has pointers in it that the loop follows"
                         : b->map == TCR_MAP_DEVICEPTR
                             ? "in memory of which nobody knows the extent"
                         : b->elem->size < 1 ? "of unknown size"
                                             : NULL;
    if (!reason && b->several && !r->copies)
        return access_differ(r, 0, "");
    if (!reason && b->several)
        reason = "which may be another array, too";
    if (reason)
        return refuse(
            r, REFUSE_LOOP, b->unbounded_at, CODE_WRITES_MEMORY,
            "'%s' is written, and which element that is cannot be computed before the loop "
            "(%s), %s",
            b->shown, b->unbounded_why, reason);
    b->whole = !b->clause_len && !b->extent && !b->object;
    b->checked = true;
    return true;
}

static bool settle(struct region *r, struct base *b)
{
    if (b->owned)
        return settle_owned(r, b);
    bool clause = b->clause_len || b->map == TCR_MAP_DEVICEPTR;
    if (!b->unbounded || b->complete)
        return true;
    if (b->object && b->mixed) { /* then all of the variable */
        b->extent = NULL;
        return true;
    }
    if (b->parent >= 0 && b->rows)
        return refuse(
            r, REFUSE_DEVICE, b->unbounded_at, CODE_EXTENT_UNKNOWN,
            "pointers in '%s' are followed from places that cannot be computed beforehand "
            "(%s), so that what they point to cannot be copied; link elements of an array by "
            "their subscripts",
            b->shown, b->unbounded_why);
    if (b->parent >= 0 && b->mixed && r->copies)
        return refuse(
            r, REFUSE_DEVICE, b->unbounded_at, CODE_EXTENT_UNKNOWN,
            "how much of the rows '%s' the loop reads cannot be computed (%s), and what is read "
            "there may be another array, too; use a two-dimensional array",
            b->shown, b->unbounded_why);
    if (b->mixed && !clause && !r->copies)
        return access_differ(r, 0, "");
    if (b->mixed && !clause)
        return refuse(
            r, REFUSE_DEVICE, b->unbounded_at, CODE_EXTENT_UNKNOWN,
            "how much of '%s' the loop reads cannot be computed (%s), and what is read there "
            "may be another array, too; write %scopyin(%s[lower:length])%s",
            b->shown, b->unbounded_why, r->dir->on_host ? "'#pragma tcr loop " : "", b->shown,
            r->dir->on_host ? "' above OpenMP's" : " in the directive");
    b->whole = !clause && !b->extent && !b->object;
    b->checked = !b->mixed && b->map != TCR_MAP_DEVICEPTR;
    return true;
}

bool access_settle_bases(struct region *r)
{
    if (!access_settle_atomics(r))
        return false;
    for (size_t i = 0; i < r->n_bases; i++) {
        struct base *b = &r->bases[i];
        if (b->elem->kind == TYPE_FUNCTION || b->elem->kind == TYPE_OTHER ||
            b->elem->kind == TYPE_LONG_DOUBLE || b->elem->kind == TYPE_COMPLEX)
            return refuse(r, REFUSE_DEVICE, r->begin, CODE_UNSUPPORTED_TYPE,
                          "'%s' points to objects of type '%s'", b->shown, b->elem->spelling);
        if (!settle(r, b))
            return false;
    }
    return true;
}
