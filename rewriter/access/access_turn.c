/* SPDX-License-Identifier: MIT */
/*
 * access_turn.c: pointers that a turn of a loop leaves to the next one, or to what follows the
 * loop.
 *
 * The body of a loop is walked once, and at its head a pointer that the loop changes is one to
 * anywhere in what it has led into before.  This holds only as long as no turn leaves in it what
 * leads somewhere else: into another array, or another row of one.
 */
#include "access_private.h"

#include "../ir/ssa.h"

/* Does it lead into what a value of the list leads into? */
static bool covers(const struct value *list, const struct value *u)
{
    for (const struct value *v = list; v; v = v->also)
        if (access_same_base(u, v) &&
            (u->root == v->root || u->root->rows_of < 0 || access_same_row(u->root, v->root)) &&
            (v->no_row || !u->no_row))
            return true;
    return false;
}

/* The first of `all` that leads elsewhere, or NULL. */
static const struct value *stray(const struct value *list, const struct value *all)
{
    for (const struct value *u = all; u; u = u->also)
        if (u->kind == V_POINTER && !covers(list, u))
            return u;
    return NULL;
}

/* The same of the values that the local has been given since n_sets was `from`. */
static const struct value *stray_noted(const struct walker *w, const struct value *list,
                                       const struct decl *d, size_t from)
{
    const struct value *found = NULL;
    for (size_t i = from; i < w->n_sets && !found; i++)
        if (w->sets[i].decl == d)
            found = stray(list, w->sets[i].value);
    return found;
}

static bool points(const struct value *v)
{
    return v && v->kind == V_POINTER;
}

/* Does anything in the loop read the value, or one that is the same on some path? */
static bool is_read(const struct cfg_loop *l, const struct ssa_value *v, bool *seen)
{
    bool found = false;
    seen[v->number] = true;
    for (const struct ssa_use *u = v->uses; u && !found; u = u->next)
        if (u->event)
            found = cfg_in_loop(l, u->block);
        else if (!seen[u->value->number] && cfg_in_loop(l, u->value->block))
            found = is_read(l, u->value, seen);
    return found;
}

/* Does a turn of the loop `s` (NULL: of any) read what an earlier one has left? */
static bool is_left(struct walker *w, const struct stmt *s, const struct decl *d)
{
    const struct ssa *ssa = access_ssa(w);
    const struct cfg *g = ssa->g;
    const struct cfg_block *head = s ? g->places[s->number].head : NULL;
    bool *seen = ir_alloc(ssa->n_values * sizeof *seen);
    bool left = g->irreducible && ssa_follows(ssa, d);
    for (size_t i = 0; i < g->n_loops && !left; i++) {
        const struct cfg_loop *l = g->loops[i];
        const struct ssa_value *phi = ssa_phi(ssa, l->head, d);
        left = phi && (!s || l->head == head) && is_read(l, phi, seen);
    }
    return left;
}

static void refuse_turns(struct region *r, size_t at, const char *name, const struct value *stray)
{
    value_refused(
        stray->root->rows_of >= 0
            ? refuse(r, REFUSE_DEVICE, at, CODE_EXTENT_UNKNOWN,
                     "'%s' follows pointers in memory from one turn of an inner loop to the next, "
                     "so that what they point to cannot be copied; link elements of an array by "
                     "their subscripts",
                     name)
            : refuse(r, REFUSE_DEVICE, at, CODE_POINTER_DIFFERS,
                     "'%s' leads into one array in one turn of an inner loop, and into another in "
                     "the next; use one pointer for each",
                     name));
}

void access_check_turns(struct walker *w, const struct stmt *s, const struct flow *before,
                        size_t from)
{
    for (size_t i = 0; i < before->n && !w->r->stopped; i++) {
        const struct value *v = before->bindings[i].value;
        const struct decl *d = before->bindings[i].decl;
        const struct value *other = points(v) ? stray_noted(w, v, d, from) : NULL;
        if (other && is_left(w, s, d))
            refuse_turns(w->r, s ? s->begin : w->r->begin, d->name, other);
    }
}

/* Does it surely give the local a value? */
static bool sets(const struct expr *e, const struct decl *d)
{
    if (e && e->kind == EXPR_BINARY && e->op == OP_COMMA)
        return sets(e->a, d) || sets(e->b, d);
    return e && e->kind == EXPR_ASSIGN && e->a->kind == EXPR_VAR && e->a->decl == d;
}

void access_forget_strays(struct walker *w, const struct stmt *s, const struct flow *before,
                          size_t from)
{
    for (size_t i = from; i < w->n_sets; i++) {
        struct decl *d = w->sets[i].decl;
        const struct value *now = access_value_of(w, d), *old = access_flow_value(before, d);
        bool other = points(old) && !(s->init && sets(s->init->expr, d));
        if (points(now) && (stray(now, w->sets[i].value) || (other && stray(now, old))))
            access_bind(w, d, value_unknown());
    }
}

/* ---- loops made by a goto, or entered in their middle ---- */

void access_start_turns(struct walker *w, struct stmt *s)
{
    access_forget(w, s);
    struct turning added = {.stmt = s, .head = access_save(w), .from = w->n_sets};
    IR_PUSH(w->turning, w->n_turning, added);
}

void access_end_turns(struct walker *w, const struct stmt *s)
{
    for (; w->n_turning > 0 && w->turning[w->n_turning - 1].stmt == s; w->n_turning--) {
        const struct turning *t = &w->turning[w->n_turning - 1];
        access_check_turns(w, NULL, &t->head, t->from);
    }
}
