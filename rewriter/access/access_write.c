/* SPDX-License-Identifier: MIT */
/*
 * access_write.c: what the loop writes.
 *
 * The iterations may run in any order only if none touches what another one writes, which
 * dependence.c decides, or the runtime (runtime/map/order.c), from the accesses of both kinds
 * and from the objects that the host reads before the loop (struct fixed).
 */
#include "access_private.h"

#include <string.h>

#include "../front/ast.h"
#include "../ir/sharing.h"
#include "dependence.h"

/* ---- places ---- */

static const char *quote(const struct region *r, const struct expr *e)
{
    return region_quote(r, e->begin, e->end);
}

bool access_holds_pointers(const struct type *t)
{
    t = type_flat_element((struct type *)t);
    if (t->kind == TYPE_POINTER)
        return true;
    for (size_t i = 0; t->kind == TYPE_RECORD && i < t->record->n_fields; i++)
        if (access_holds_pointers(t->record->fields[i].type))
            return true;
    return false;
}

/* Only the ends of the places are known, and they may be so many that each iteration has its own.
 */
static bool is_spread(const struct value *places)
{
    bool open = false;
    for (const struct value *v = places; v; v = v->also) {
        if (!v->known || !access_same_base(places, v) || !affine_invariant(&v->aff))
            return false;
        open |= hostint_sub(v->aff.c0, places->aff.c0).symbol != NULL;
    }
    return open && places->root->rows_of < 0;
}

/* Does the program promise that no two iterations meet, as far as the walk has come? */
static bool trusts(const struct region *r)
{
    return !r->distrusts && region_promised(r) == r->n_loops;
}

bool access_write(struct walker *w, struct expr *lhs, const struct value *at, long long size)
{
    struct region *r = w->r;
    if (access_holds_pointers(lhs->type))
        return refuse(r, REFUSE_LOOP, lhs->begin, CODE_POINTER_STORED,
                      "'%s' has pointers in it, and is written as a whole", quote(r, lhs));
    for (const struct value *v = at; v; v = v->also)
        access_need(w, v);
    access_note_place(r, lhs, at);
    access_note_plain(w, at, lhs, true);
    struct value places = access_within(w, *at, 0);
    /* a[(i / n) * m + i % n]: unless the program promises that, the device looks whether iterations
     * meet */
    const bool spread = !w->atomic && is_spread(at);
    r->trusts |= spread && trusts(r);
    if (spread && !trusts(r))
        places =
            value_anywhere(&places, "a subscript of which only the range is known", lhs->begin);
    access_touch_guarded(w, at, &places,
                         (struct access){.size = size,
                                         .soft = w->conditional > 0,
                                         .write = true,
                                         .atomic = w->atomic,
                                         .once = w->once,
                                         .constant = w->stored,
                                         .at = lhs->begin});
    return true;
}

/* ---- what the host reads before the loop ---- */

/* Its lifetime is the iteration's, or no pointer can lead to it. */
static bool is_hidden(struct region *r, struct decl *d)
{
    bool local = d->kind == DECL_LOCAL || d->kind == DECL_PARAM;
    if (d->hidden == 0)
        d->hidden = d->in_region || d->is_register || (local && !escape_kept(r, d, true)) ? 1 : -1;
    return d->hidden > 0;
}

static bool out_of_reach(struct region *r, const struct expr *e)
{
    const struct expr *of = expr_object(e);
    return of->kind == EXPR_VAR && (of->decl->is_register || (of == e && is_hidden(r, of->decl)));
}

static void fix(struct region *r, struct fixed object)
{
    for (size_t i = 0; i < r->n_fixed; i++)
        if (r->fixed[i].place == object.place)
            return;
    IR_PUSH(r->fixed, r->n_fixed, object);
}

static bool visit_elsewhere(struct expr *e, void *ctx)
{
    *(bool *)ctx |= e->type->kind == TYPE_RECORD && e->type->record->elsewhere;
    return true;
}

static bool is_unnamed(struct expr *e)
{
    bool elsewhere = false;
    expr_walk(e, visit_elsewhere, &elsewhere);
    return elsewhere;
}

void access_fix(struct walker *w, struct expr *e, const struct symbol *place)
{
    struct region *r = w->r;
    /* a const that a pointer leads to need not be one */
    bool constant = e->type->is_const && expr_object(e)->kind == EXPR_VAR;
    if (!place || constant || out_of_reach(r, e))
        return;
    if (expr_is_bit_field(e)) { /* its structure */
        access_fix(w, e->a, place->a);
        return;
    }
    fix(r, (struct fixed){.place = place,
                          .read = e,
                          .shown = quote(r, e),
                          .pointer = access_holds_pointers(e->type),
                          .unnamed = is_unnamed(e)});
}

static void fix_variable(struct region *r, struct decl *d)
{
    if (!is_hidden(r, d))
        fix(r, (struct fixed){.place = symbol_name(&r->symbols, d->name, d), .shown = d->name});
}

/* Each thread and the device have their own of these, which no pointer leads to. */
static void fix_own(struct region *r)
{
    for (size_t i = 0; i < r->n_reductions; i++)
        if (r->reductions[i].decl)
            fix_variable(r, r->reductions[i].decl);
    for (size_t i = 0; i < r->n_declarings; i++)
        fix_variable(r, r->declarings[i].var);
    for (size_t i = 0; i < r->n_privates; i++)
        if (!region_gives_last(r, r->privates[i])) /* that is an access like others */
            fix_variable(r, r->privates[i]);
    for (size_t i = 0; i < r->n_loops; i++)
        for (size_t k = 0; k < r->loops[i]->n_vars; k++)
            if (!r->loops[i]->vars[k].declared)
                fix_variable(r, r->loops[i]->vars[k].var);
}

static const struct symbol *place_of(struct region *r, const struct expr *e);

static const struct symbol *pointer_of(struct region *r, const struct expr *e)
{
    bool place = e->kind == EXPR_VAR || e->kind == EXPR_MEMBER || e->kind == EXPR_DEREF;
    return place ? symbol_load(place_of(r, e)) : symbol_quote(&r->symbols, quote(r, e));
}

/* An lvalue of a header, as the program names it: where the headers are evaluated, it may be. */
static const struct symbol *place_of(struct region *r, const struct expr *e)
{
    switch (e->kind) {
    case EXPR_VAR:
        return symbol_name(&r->symbols, e->decl->name, e->decl);
    case EXPR_MEMBER: {
        const struct symbol *of = place_of(r, e->a);
        return *e->field->name ? symbol_member(of, e->field->name) : of;
    }
    case EXPR_DEREF:
        return symbol_deref(pointer_of(r, e->a));
    default:
        return symbol_quote(&r->symbols, quote(r, e));
    }
}

static bool visit_header(struct expr *e, void *ctx);

/* Of `p->n`, the member is read, and p: not what stands beside the member. */
static void visit_structure(struct expr *of, struct walker *w)
{
    while (of->kind == EXPR_MEMBER)
        of = of->a;
    if (of->kind == EXPR_DEREF || of->kind == EXPR_INDEX)
        expr_walk(of->a, visit_header, w);
    if (of->kind == EXPR_INDEX)
        expr_walk(of->b, visit_header, w);
    if (of->kind != EXPR_VAR && of->kind != EXPR_DEREF && of->kind != EXPR_INDEX)
        expr_walk(of, visit_header, w);
}

static bool visit_header(struct expr *e, void *ctx)
{
    struct walker *w = ctx;
    bool place = e->kind == EXPR_VAR || e->kind == EXPR_MEMBER || e->kind == EXPR_INDEX ||
                 e->kind == EXPR_DEREF;
    if (place && e->type->kind != TYPE_ARRAY)
        access_fix(w, e, place_of(w->r, e));
    if (e->kind == EXPR_MEMBER)
        visit_structure(e->a, w);
    return e->kind != EXPR_ADDR && e->kind != EXPR_MEMBER;
}

void access_fix_headers(struct walker *w)
{
    for (size_t i = 0; i < w->r->n_loops; i++) {
        const struct loop *l = w->r->loops[i];
        expr_walk(l->upper, visit_header, w);
        for (size_t k = 0; k < l->n_vars; k++) {
            expr_walk(l->vars[k].lower, visit_header, w);
            expr_walk(l->vars[k].step, visit_header, w);
        }
    }
    for (size_t i = 0; i < w->r->n_amounts; i++)
        expr_walk(w->r->amounts[i], visit_header, w);
    fix_own(w->r);
}

/* ---- what may not be written ---- */

static const char *word_at(const struct region *r, size_t at)
{
    struct source_pos pos = source_position(r->src, at);
    return ir_printf("line %u", pos.line);
}

/* Behind more pointers than an access has places for. */
static bool is_deep(const struct region *r, const struct base *b)
{
    int levels = 0;
    for (; b->parent >= 0; b = &r->bases[b->parent])
        levels++;
    return levels > 2;
}

/* The array or structure that the base is, or is a part of, if its construct has a copy for each
 * thread; else NULL. */
static const struct decl *copied_variable(const struct region *r, const struct base *b)
{
    const struct decl *d = b->object ? symbol_origin(b->object) : NULL;
    bool aggregate = d && (d->type->kind == TYPE_ARRAY || d->type->kind == TYPE_RECORD);
    return aggregate && (region_lists(r, d) || sharing_keeps(r, d, false)) ? d : NULL;
}

static bool check_write(struct region *r, const struct access *w)
{
    const struct base *b = &r->bases[w->base];
    const struct decl *copied = copied_variable(r, b);
    if (copied)
        return refuse(r, REFUSE_LOOP, w->at, CODE_FIRSTPRIVATE_TYPE,
                      "'%s' is written, of which each thread of the construct has a copy; declare "
                      "it inside the loop",
                      copied->name);
    if (b->rows)
        return refuse(r, REFUSE_LOOP, w->at, CODE_WRITES_MEMORY,
                      "'%s' is written, and has pointers in it that the loop follows", b->shown);
    if (is_deep(r, b))
        return refuse(
            r, REFUSE_LOOP, w->at, CODE_WRITES_MEMORY,
            "'%s' is written, and lies behind three levels of pointers in memory; copy '%s' to a "
            "local pointer before an inner loop and put the directive there, or use an array of "
            "that many dimensions",
            b->shown, r->bases[b->parent].shown);
    if (b->parent >= 0 && !w->in_row)
        return refuse(
            r, REFUSE_LOOP, w->at, CODE_WRITES_MEMORY,
            "'%s' is written, and which row that is cannot be told; use one pointer for each "
            "iteration",
            b->shown);
    return true;
}

/* A level whose iterations surely meet. */
static bool refuse_carried(struct region *r, const struct conflict *c)
{
    const char *shown = r->bases[c->write].shown;
    bool acc = r->dir->origin == ORIGIN_ACC;
    if (c->at_once && !r->site.heeded && site_lists(r->facts, &r->site, "private", shown))
        return refuse(
            r, REFUSE_LOOP, c->write_at, CODE_CARRIED,
            "several iterations may write the same place of '%s', for without '%s' the compiler "
            "does not heed the clause 'private'; compile with it, or declare '%s' inside of the "
            "loop",
            shown, acc ? "-fopenacc" : "-fopenmp", shown);
    if (c->at_once)
        return refuse(
            r, REFUSE_LOOP, c->write_at, CODE_CARRIED,
            "several iterations may write the same place of '%s'; if it is a sum, write "
            "reduce(+:...), if each iteration needs its own, declare it inside of the loop or "
            "write private(...)",
            shown);
    return refuse(r, REFUSE_LOOP, c->other_at, CODE_CARRIED,
                  "an element of '%s' that another iteration writes (%s) is %s here: the "
                  "iterations depend on their order",
                  shown, word_at(r, c->write_at), c->other_writes ? "written" : "read");
}

/* Does that write, of the levels' iterations, not surely meet another access? */
static bool check_levels(struct region *r, size_t access)
{
    for (size_t i = 0; i < r->n_loops; i++)
        if (r->nest[i].order == ORDER_NO && r->nest[i].why.access == access)
            return refuse_carried(r, &r->nest[i].why);
    return true;
}

/* The device's copies of pointers that it follows are its own: as numbers they would not be the
 * host's. */
static bool check_numbers(struct region *r, const struct access *a)
{
    const struct base *b = &r->bases[a->base];
    for (size_t i = 0; i < r->n_bases && b->rows && a->number; i++) {
        const struct base *child = &r->bases[i];
        bool meets = a->start < child->pointer_at + (long long)sizeof(void *) &&
                     child->pointer_at < a->start + a->size;
        if (child->parent == a->base && meets)
            return refuse(
                r, REFUSE_DEVICE, a->at, CODE_POINTER_IN_MEMORY,
                "the bytes of a pointer that the loop follows are read as a number; compare or "
                "copy the pointers themselves before the loop");
    }
    return true;
}

bool access_check_writes(struct region *r)
{
    for (size_t i = 0; i < r->n_accesses; i++)
        if (!check_numbers(r, &r->accesses[i]))
            return false;
    dependence_find(r);
    for (size_t i = 0; i < r->n_accesses; i++)
        if (r->accesses[i].write && (!check_write(r, &r->accesses[i]) || !check_levels(r, i)))
            return false;
    if (r->sees_nan && region_writes(r))
        refuse_device(r, r->begin, CODE_REDUCTION_MISUSE,
                      "a minimum or maximum that takes a NaN (m > e ? m : e), in a loop that also "
                      "writes memory: there would be no way back; compare the other way round");
    if (r->n_lastprivates && !r->gives_last && region_writes(r))
        refuse_device(r, r->begin, CODE_LIVE_OUT,
                      "the last value of '%s' is used after the loop, which also writes memory: "
                      "the host cannot repeat its last iteration",
                      r->lastprivates[0]->name);
    return true;
}
