/* SPDX-License-Identifier: MIT */
/*
 * scan.c: prefix sums, reduce(inscan, ...): where the directive `scan` parts the body, and whether
 * the two phases can run apart.
 *
 *     inclusive:  input phase; scan phase      exclusive:  lead; scan phase; input phase
 *
 * The device runs the input phases of many iterations, and then their scan phases.  Of an inclusive
 * scan that is the order of the text in each iteration, and what the first phase leaves in
 * variables is kept for the second.  Of an exclusive one the input phase comes last in the text,
 * but runs first: then it may use nothing that the scan phase makes, and the other way round.
 */
#include <string.h>

#include "../front/ast.h"
#include "../source/operators.h"
#include "body_private.h"

bool scan_wanted(const struct region *r)
{
    for (size_t i = 0; i < r->dir->n_reduce; i++)
        if (r->dir->reduce[i].inscan)
            return true;
    return false;
}

bool scan_is_input(const struct scan *s, size_t i)
{
    return s->exclusive ? i < s->lead || i >= s->at : i < s->at;
}

/* ---- where it stands ---- */

static bool lists(const struct directive *scan, const char *name)
{
    return items_have(scan->scan_items, scan->n_scan, name);
}

static bool is_scanned(const struct region *r, const char *name)
{
    for (size_t i = 0; i < r->dir->n_reduce; i++)
        if (items_have(r->dir->reduce[i].items, r->dir->reduce[i].n_items, name))
            return true;
    return false;
}

/* Both directives name the same variables, and nothing else. */
static bool check_items(struct region *r, const struct directive *scan)
{
    for (size_t i = 0; i < r->dir->n_reduce; i++) {
        const struct reduce_clause *c = &r->dir->reduce[i];
        if (!c->inscan)
            return refuse(r, REFUSE_LOOP, r->pragma->begin, CODE_SCAN,
                          "'%s' is reduced without 'inscan' in a loop with prefix sums; write "
                          "inscan there, too, or reduce it in a loop of its own",
                          c->items[0].text);
        for (size_t k = 0; k < c->n_items; k++)
            if (!lists(scan, c->items[k].text))
                return refuse(r, REFUSE_LOOP, scan->pragma->begin, CODE_SCAN,
                              "the directive 'scan' does not list '%s', which "
                              "'reduce(inscan, ...)' does",
                              c->items[k].text);
    }
    for (size_t i = 0; i < scan->n_scan; i++)
        if (!is_scanned(r, scan->scan_items[i].text))
            return refuse(r, REFUSE_LOOP, scan->pragma->begin, CODE_SCAN,
                          "'%s', which the directive 'scan' lists, is not in "
                          "'reduce(inscan, ...)'",
                          scan->scan_items[i].text);
    return true;
}

/* The one in the loop, or NULL. */
static const struct directive *find_directive(struct region *r)
{
    const struct directive *found = NULL;
    for (size_t i = 0; i < r->facts->n_scans; i++) {
        const struct directive *d = r->facts->scans[i];
        if (d->pragma->begin < r->begin || d->pragma->begin >= r->end)
            continue;
        if (found)
            return refuse(r, REFUSE_LOOP, d->pragma->begin, CODE_SCAN,
                          "a second directive 'scan' stands in the loop; only one may");
        found = d;
    }
    return found;
}

/* The statement in front of which it stands, in the body's own list. */
static bool find_place(struct region *r, size_t at, size_t *index)
{
    struct stmt *body = r->body;
    if (body->kind != STMT_COMPOUND || at < body->begin)
        return false;
    for (*index = 0; *index < body->n_list && body->list[*index]->begin < at; ++*index)
        if (body->list[*index]->end > at)
            return false;
    return true;
}

static bool visit_scanned(struct expr *e, void *ctx)
{
    const struct region **r = ctx;
    if (e->kind == EXPR_VAR && *r && is_scanned(*r, e->decl->name))
        *r = NULL;
    return *r != NULL;
}

static bool names_scanned(const struct region *r, struct stmt *s)
{
    const struct region *none = r;
    stmt_walk_exprs(s, visit_scanned, &none);
    return !none;
}

/* What both phases may need: a declaration, or a variable that is given its value. */
static bool may_lead(const struct region *r, struct stmt *s)
{
    bool sets = s->kind == STMT_EXPR && s->expr && s->expr->kind == EXPR_ASSIGN &&
                s->expr->a->kind == EXPR_VAR;
    return (s->kind == STMT_DECL || sets) && !names_scanned(r, s);
}

bool scan_find(struct region *r)
{
    const struct directive *d = find_directive(r);
    if (r->stopped)
        return false;
    if (!scan_wanted(r))
        return !d || refuse(r, REFUSE_LOOP, d->pragma->begin, CODE_SCAN,
                            "the directive 'scan' stands in a loop whose 'reduce' is without "
                            "'inscan'");
    if (!d)
        return refuse(r, REFUSE_LOOP, r->pragma->begin, CODE_SCAN,
                      "'reduce(inscan, ...)' needs the directive 'scan inclusive(...)' or 'scan "
                      "exclusive(...)' in the loop's body");
    if (r->dir->collapse > 1)
        return refuse(r, REFUSE_LOOP, r->pragma->begin, CODE_SCAN,
                      "prefix sums are those of one loop; leave 'collapse' out");
    if (r->dir->reproducible)
        return refuse(r, REFUSE_LOOP, r->pragma->begin, CODE_SCAN,
                      "'reproducible' is not implemented for prefix sums; leave it out");
    if (r->site.team)
        return refuse(r, REFUSE_LOOP, r->pragma->begin, CODE_SCAN,
                      "prefix sums whose loop the threads of a construct around it share are left "
                      "to the compiler; write 'parallel for' on the loop");
    struct scan s = {.directive = d, .exclusive = d->scan_exclusive};
    if (!find_place(r, d->pragma->begin, &s.at))
        return refuse(r, REFUSE_LOOP, d->pragma->begin, CODE_SCAN,
                      "the directive 'scan' must stand between two statements of the loop's own "
                      "body, in braces, not in a statement of it");
    while (s.exclusive && s.lead < s.at && may_lead(r, r->body->list[s.lead]))
        s.lead++;
    if (!check_items(r, d))
        return false;
    r->scan = ir_alloc(sizeof *r->scan);
    *r->scan = s;
    return true;
}

/* ---- what may stand in the phases ---- */

/* A goto from one phase to the other, or past the directive. */
static bool visit_goto(struct stmt *s, void *ctx)
{
    struct region *r = ctx;
    size_t from = 0, to = 0;
    if (s->kind != STMT_GOTO || !s->target)
        return !r->stopped;
    for (size_t i = 0; i < r->body->n_list; i++) {
        from = stmt_within(s, r->body->list[i]) ? i : from;
        to = stmt_within(s->target, r->body->list[i]) ? i : to;
    }
    if ((from < r->scan->at) != (to < r->scan->at) || to < r->scan->lead)
        return refuse(r, REFUSE_LOOP, s->begin, CODE_SCAN,
                      "'goto' leads from one phase of the scan to the other");
    return true;
}

/* In front of the directive, every statement is one that comes to an end. */
static bool check_jumps(struct region *r)
{
    for (size_t i = 0; i < r->scan->at; i++)
        if (stmt_leaves(r->body->list[i]))
            return refuse(r, REFUSE_LOOP, r->body->list[i]->begin, CODE_SCAN,
                          "a jump in front of the directive 'scan' passes it by; write the rest "
                          "of that phase under a condition");
    stmt_walk(r->body, visit_goto, r);
    return !r->stopped;
}

static bool check_types(struct region *r)
{
    for (size_t i = 0; i < r->n_reductions; i++) {
        const struct reduction *red = &r->reductions[i];
        if (red->section || !red->decl)
            return refuse(r, REFUSE_LOOP, r->pragma->begin, CODE_SCAN,
                          "'%s' is no plain variable; scan a local variable in its place",
                          red->text);
        if (type_is_complex(red->type))
            return refuse(r, REFUSE_LOOP, r->pragma->begin, CODE_SCAN,
                          "'%s' is complex; scan its real and imaginary parts as two variables",
                          red->text);
    }
    if (r->n_lastprivates)
        return refuse(r, REFUSE_LOOP, r->begin, CODE_SCAN,
                      "'%s', which iterations with prefix sums set, is used after the loop; "
                      "declare it in the body, or write private(%s)",
                      r->lastprivates[0]->name, r->lastprivates[0]->name);
    return true;
}

struct crossing {
    struct region *r;
    size_t from, to; /* statements of the other phase */
    const struct decl *found;
};

static bool is_own(const struct region *r, const struct decl *d)
{
    return d->in_region || body_is_private(r, d);
}

static bool visit_crossing(struct expr *e, void *ctx)
{
    struct crossing *c = ctx;
    struct stmt **list = c->r->body->list;
    if (c->found || e->kind != EXPR_VAR || e->reduction >= 0 || !is_own(c->r, e->decl))
        return !c->found;
    for (size_t i = c->from; i < c->to; i++) {
        bool declared = false;
        for (size_t k = 0; k < list[i]->n_decls; k++)
            declared |= list[i]->decls[k] == e->decl;
        if (declared || stmt_writes_part(list[i], e->decl, NULL, true))
            c->found = e->decl;
    }
    return !c->found;
}

/* The variable of statements [from, to) that the other phase gives a value to, or NULL. */
static const struct decl *crosses(struct region *r, size_t from, size_t to, size_t other,
                                  size_t other_end)
{
    struct crossing c = {.r = r, .from = other, .to = other_end};
    for (size_t i = from; i < to; i++)
        stmt_walk_exprs(r->body->list[i], visit_crossing, &c);
    return c.found;
}

/* Of an exclusive scan: variables that lead against the order in which the phases run. */
static bool check_variables(struct region *r)
{
    const struct scan *s = r->scan;
    const struct decl *d = crosses(r, s->at, r->body->n_list, s->lead, s->at);
    if (d)
        return refuse(r, REFUSE_LOOP, r->body->list[s->at]->begin, CODE_SCAN,
                      "'%s' gets a value in the scan phase of an exclusive scan, and the input "
                      "phase uses it, which the device runs before; declare it with its value at "
                      "the beginning of the body",
                      d->name);
    d = crosses(r, s->lead, s->at, s->at, r->body->n_list);
    if (d)
        return refuse(r, REFUSE_LOOP, r->body->list[s->at]->begin, CODE_SCAN,
                      "'%s' is changed in the input phase of an exclusive scan, which the device "
                      "runs before the scan phase, where it is used; give each phase a variable "
                      "of its own",
                      d->name);
    return true;
}

bool scan_check(struct region *r)
{
    if (!r->scan)
        return true;
    return check_jumps(r) && check_types(r) && (!r->scan->exclusive || check_variables(r));
}

/* ---- memory ---- */

enum phase { PHASE_INPUT = 1, PHASE_SCAN = 2 };

/* A function may be called in both. */
static unsigned phase_of(const struct region *r, const struct access *a)
{
    for (size_t i = 0; i < r->body->n_list; i++)
        if (a->at >= r->body->list[i]->begin && a->at < r->body->list[i]->end)
            return i < r->scan->lead           ? 0
                   : scan_is_input(r->scan, i) ? (unsigned)PHASE_INPUT
                                               : (unsigned)PHASE_SCAN;
    return PHASE_INPUT | PHASE_SCAN;
}

/* Of an exclusive scan, what the scan phase writes the input phase, behind it in the text, would
 * read; or the other way round. */
static bool check_pair(struct region *r, const struct access *a, const struct access *b)
{
    unsigned x = phase_of(r, a), y = phase_of(r, b);
    bool apart = !((x & PHASE_INPUT && y & PHASE_SCAN) || (x & PHASE_SCAN && y & PHASE_INPUT));
    if (apart || (!a->write && !b->write))
        return true;
    if (a->base == b->base)
        return refuse(r, REFUSE_LOOP, b->at, CODE_SCAN,
                      "both phases of an exclusive scan use '%s', which is written: the input "
                      "phase comes later in the text, and runs before; read the element into a "
                      "variable at the beginning of the body",
                      r->bases[a->base].shown);
    r->scan->if_apart = true;
    return true;
}

struct memory_search {
    struct region *r;
    bool some;                  /* memory is read, perhaps in a function that is called */
    const struct expr *unknown; /* at a place that is not known, in a base that is written */
};

static bool visit_memory(struct expr *e, void *ctx)
{
    struct memory_search *m = ctx;
    int base = expr_facts(e)->through;
    m->some |= e->kind == EXPR_INDEX || e->kind == EXPR_DEREF || (e->kind == EXPR_CALL && e->decl);
    if (base == -2 || (base >= 0 && m->r->bases[base].written && m->r->bases[base].unbounded))
        m->unknown = e;
    return true;
}

bool scan_check_memory(struct region *r)
{
    struct memory_search m = {.r = r};
    if (!r->scan || !r->scan->exclusive || r->refused || !region_writes(r))
        return true;
    for (size_t i = r->scan->at; i < r->body->n_list; i++)
        stmt_walk_exprs(r->body->list[i], visit_memory, &m);
    if (m.unknown)
        return refuse(r, REFUSE_LOOP, m.unknown->begin, CODE_SCAN,
                      "the input phase of an exclusive scan uses memory that is written at places "
                      "that are not known; read the element into a variable at the beginning of "
                      "the body");
    for (size_t i = 0; i < r->n_accesses && m.some; i++)
        for (size_t k = 0; k < i; k++)
            if (!check_pair(r, &r->accesses[i], &r->accesses[k]))
                return false;
    for (size_t i = 0; i < r->n_bases && m.some; i++)
        r->scan->if_apart |= r->bases[i].whole || r->bases[i].unbounded;
    return true;
}
