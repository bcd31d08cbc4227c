/*
 * access_whole.c: accesses without a range that can be computed: a[idx[i]],
 * val[k] with k from row[i] to row[i + 1].
 *
 * The section is then the whole object, whose extent is its declaration's, a
 * data clause's, or what the runtime finds around the pointer (extent.c there).
 * Neither a clause nor what is found is simply believed: the device asks before
 * each such access whether it is within the section, and the host repeats the
 * loop if one is not.  Only the base can tell which section that is: so one
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
    bool member = e->kind == EXPR_INDEX && e->a->kind == EXPR_DECAY && e->a->base < 0;
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

void access_note_place(struct region *r, struct expr *lvalue, const struct value *at)
{
    int base = base_of(at);
    for (struct expr *e = lvalue; e; e = inner_part(e)) {
        if (e->kind != EXPR_INDEX && e->kind != EXPR_DEREF)
            continue;
        if (e->through >= 0 && e->through != base)
            r->bases[e->through].mixed |= e->astray;
        e->through = e->through == -1 || e->through == base ? base : SEVERAL;
        for (const struct value *v = at; v; v = v->also) {
            e->astray |= !v->known;
            r->bases[v->root->base].mixed |= !v->known && e->through == SEVERAL;
        }
    }
}

static void settle(struct region *r, struct base *b)
{
    bool clause = b->clause_len || b->map == TCR_MAP_DEVICEPTR;
    if (!b->unbounded || b->extent)
        return;
    if (b->parent >= 0 && b->rows)
        refuse(r, REFUSE_DEVICE, b->unbounded_at, "extent-unknown",
               "pointers in '%s' are followed from places that cannot be computed beforehand "
               "(%s), so that what they point to cannot be copied; link elements of an array by "
               "their subscripts",
               b->shown, b->unbounded_why);
    if (b->parent >= 0 && b->mixed && r->copies)
        refuse(r, REFUSE_DEVICE, b->unbounded_at, "extent-unknown",
               "how much of the rows '%s' the loop reads cannot be computed (%s), and what is read "
               "there may be another array, too; use a two-dimensional array",
               b->shown, b->unbounded_why);
    if (b->mixed && !clause && !r->copies) /* once more, with a copy of functions for each call */
        refuse(r, REFUSE_DEVICE, b->unbounded_at, "pointer-differs",
               "this pointer is a different one for each call of the function");
    if (b->mixed && !clause)
        refuse(r, REFUSE_DEVICE, b->unbounded_at, "extent-unknown",
               "how much of '%s' the loop reads cannot be computed (%s), and what is read there "
               "may be another array, too; write copyin(%s[lower:length]) in the directive",
               b->shown, b->unbounded_why, b->shown);
    b->whole = !clause;
    b->checked = !b->mixed && b->map != TCR_MAP_DEVICEPTR;
}

void access_settle_bases(struct region *r)
{
    for (size_t i = 0; i < r->n_bases; i++) {
        struct base *b = &r->bases[i];
        if (b->elem->kind == TYPE_FUNCTION || b->elem->kind == TYPE_OTHER ||
            b->elem->kind == TYPE_LONG_DOUBLE || b->elem->kind == TYPE_COMPLEX)
            refuse(r, REFUSE_DEVICE, r->begin, "unsupported-type",
                   "'%s' points to objects of type '%s'", b->shown, b->elem->spelling);
        settle(r, b);
    }
}
