/* SPDX-License-Identifier: MIT */
/*
 * assigned.c: definite assignment in one iteration, along the edges of the control-flow graph, for
 * all scalars of a variable at once (a bit each): a block begins with what is assigned at the end
 * of all that lead to it.  Loops with constant bounds are gone through turn by turn, so that their
 * subscripts are constants; functions that get the variable's address are followed, too.
 */
#include "assigned.h"

#include <stdint.h>
#include <stdlib.h>

#include "../front/ast.h"
#include "../ir/math_table.h"
#include "../text/text.h"

enum { MOST_TURNS = 64, MOST_STEPS = 20000, MOST_WITHOUT = 1000000, MOST_CALLS = 64 };

typedef unsigned long long leaf_set;

/* Of the variable's leaves, at the beginning of a block. */
struct state {
    bool reached;
    leaf_set assigned;
};

struct walk {
    struct region *r;
    struct part_facts facts;
    struct assigned result;
    leaf_set all;
    bool turns;   /* go through loops of constant bounds turn by turn */
    bool written; /* perhaps, up to here */
    long steps;   /* blocks that name it, so far */
    int depth;    /* calls */
};

/* Of a graph: one execution of it. */
struct frame {
    const struct cfg *g;
    struct state *in; /* by cfg_block::number */
    struct turn *turn;
    bool changed; /* an edge back has told its block something new, */
    size_t back;  /* and the first such block */
    /* What dominates `end` (NULL: all ends of the graph) is surely executed, if this part is. */
    bool sure;
    const struct cfg_block *end;
};

/* Of the innermost loop that is gone through turn by turn. */
struct turn {
    const struct cfg_block *head;
    bool holds;        /* its condition, in this one */
    struct state next; /* at the head */
};

static void run(struct walk *w, struct frame *f, size_t first, size_t last);

/* ---- events ---- */

static void read_at(struct walk *w, const struct expr *e, leaf_set parts, leaf_set assigned,
                    bool sure)
{
    if ((parts & ~assigned) == 0)
        return;
    w->result.read = true;
    w->result.early = w->result.early ? w->result.early : e;
    w->result.carried |= sure && !w->written;
}

/* Its address goes where it is not followed. */
static void handed(struct walk *w, const struct expr *e, leaf_set assigned)
{
    read_at(w, e, w->all, assigned, false);
    w->written = true;
}

/* Is the pointer that of an argument, which the call looks at itself? */
static bool is_argument(const struct expr *call, const struct expr *pointer)
{
    for (size_t i = 0; i < call->n_args; i++) {
        const struct expr *e = call->args[i];
        while ((e->kind == EXPR_CAST || e->kind == EXPR_BINARY) && e != pointer)
            e = e->a;
        if (e == pointer)
            return true;
    }
    return false;
}

static void use_pointer(struct walk *w, const struct cfg_event *v, leaf_set assigned)
{
    bool followed = v->by && (v->by->kind == EXPR_CALL ? is_argument(v->by, v->e)
                                                       : part_span(&w->facts, v->by).mine);
    if (!followed && part_target(&w->facts, v->e).mine)
        handed(w, v->e, assigned);
}

static void store(struct walk *w, const struct expr *e, leaf_set *assigned)
{
    struct span s = part_span(&w->facts, e->a);
    if (!s.mine || e->kind != EXPR_ASSIGN || e->op != OP_ASSIGN || e->atomic)
        return;
    *assigned |= part_covers(&w->facts, s, part_bits(e->a));
    w->written = true;
}

/* ---- calls ---- */

/* A mathematical function writes through its pointers, and reads nothing there. */
static void call_math(struct walk *w, const struct expr *e, leaf_set *assigned)
{
    for (size_t i = 0; i < e->n_args; i++) {
        struct span s = {0};
        if (e->args[i] && e->args[i]->type->kind == TYPE_POINTER)
            s = part_target(&w->facts, e->args[i]);
        if (!s.mine)
            continue;
        *assigned |= part_covers(&w->facts, s, e->args[i]->type->of->size * 8);
        w->written = true;
    }
}

/* What parameter p holds in a call with this argument; false: nothing is known. */
static bool argument(const struct walk *w, struct device_function *fn, const struct decl *p,
                     const struct expr *arg, struct known *out)
{
    *out = (struct known){.decl = p};
    struct span s = {0};
    if (arg->type->kind == TYPE_POINTER)
        s = part_target(&w->facts, arg);
    if (s.mine ? !s.known : !part_const(&w->facts, arg, &out->value))
        return false;
    out->points = s.mine;
    if (s.mine)
        out->value = s.begin;
    return (s.mine || (type_is_integer(p->type) && p->type->size >= 4)) &&
           !stmt_writes(fn->body, p);
}

/* What is assigned where the graph ends. */
static leaf_set run_all(struct walk *w, const struct cfg *g, leaf_set assigned, bool sure)
{
    struct frame f = {.g = g, .in = xcalloc(g->n_blocks, sizeof *f.in), .sure = sure};
    f.in[0] = (struct state){true, assigned};
    run(w, &f, 0, g->n_blocks - CFG_EXITS - 1);
    leaf_set out = w->all;
    for (int i = 0; i < CFG_ENDS; i++)
        if (f.in[g->exits[i]->number].reached)
            out &= f.in[g->exits[i]->number].assigned;
    free(f.in);
    return out;
}

static void call(struct walk *w, const struct expr *e, leaf_set *assigned, bool sure)
{
    struct device_function *fn = ast_function(w->r, e->decl, e->begin);
    struct known args[KNOWN_MOST];
    size_t n = 0, before = w->facts.n_known;
    bool points = false;
    for (size_t i = 0; i < e->n_args; i++) {
        bool known = n < KNOWN_MOST - before && w->depth < MOST_CALLS && i < fn->n_params &&
                     argument(w, fn, fn->params[i], e->args[i], &args[n]);
        if (!known && e->args[i]->type->kind == TYPE_POINTER &&
            part_target(&w->facts, e->args[i]).mine)
            handed(w, e->args[i], *assigned);
        points |= known && args[n].points;
        n += known;
    }
    if (!points) /* the variable is none that the function could see */
        return;
    for (size_t i = 0; i < n; i++)
        part_learn(&w->facts, args[i]);
    w->depth++;
    *assigned = run_all(w, function_cfg(w->r, fn), *assigned, sure);
    w->depth--;
    w->facts.n_known = before;
}

/* ---- blocks ---- */

/* cfg_name() of what the variable is known by. */
static unsigned long long names_of(const struct walk *w)
{
    unsigned long long of = cfg_name(w->facts.d);
    for (size_t i = 0; i < w->facts.n_known; i++)
        if (w->facts.known[i].points)
            of |= cfg_name(w->facts.known[i].decl);
    return of;
}

static leaf_set events(struct walk *w, const struct cfg_block *b, leaf_set assigned, bool sure)
{
    const unsigned long long names = names_of(w);
    for (size_t i = 0; i < b->n_events; i++) {
        const struct cfg_event *v = &b->events[i];
        struct span s = {0};
        if (!(v->names & names))
            continue;
        if (v->kind == CFG_READ)
            s = part_span(&w->facts, v->e);
        if (s.mine)
            read_at(w, v->e, part_touches(&w->facts, s, part_bits(v->e)), assigned,
                    sure && s.known);
        else if ((v->kind == CFG_READ && v->e->type->kind == TYPE_POINTER) ||
                 v->kind == CFG_ADDRESS)
            use_pointer(w, v, assigned);
        else if (v->kind == CFG_WRITE)
            store(w, v->e, &assigned);
        else if (v->kind == CFG_CALL && v->e->math)
            call_math(w, v->e, &assigned);
        else if (v->kind == CFG_CALL)
            call(w, v->e, &assigned, sure);
    }
    return assigned;
}

static void meet(struct state *s, leaf_set assigned)
{
    s->assigned = s->reached ? s->assigned & assigned : assigned;
    s->reached = true;
}

static void go(struct frame *f, const struct cfg_edge *e, leaf_set assigned)
{
    struct state *to = &f->in[e->to->number], before = *to;
    if (f->turn && e->to == f->turn->head) {
        meet(&f->turn->next, assigned);
        return;
    }
    meet(to, assigned);
    if (e->to->number <= e->from->number && (!before.reached || before.assigned != to->assigned)) {
        f->changed = true;
        f->back = e->to->number < f->back ? e->to->number : f->back;
    }
}

static bool surely(const struct frame *f, const struct cfg_block *b)
{
    if (f->end)
        return f->sure && cfg_dominates(b, f->end);
    for (int i = 0; i < CFG_ENDS; i++)
        if (f->g->exits[i]->order != CFG_UNREACHED && !cfg_dominates(b, f->g->exits[i]))
            return false;
    return f->sure;
}

static void block(struct walk *w, struct frame *f, const struct cfg_block *b)
{
    leaf_set assigned = f->in[b->number].assigned;
    bool holds = false, settled = false;
    if (b->names & names_of(w)) {
        w->steps++;
        assigned = events(w, b, assigned, surely(f, b));
    }
    if (f->turn && b == f->turn->head) {
        holds = f->turn->holds;
        settled = true;
    } else if (b->test && w->facts.n_known) {
        settled = part_holds(&w->facts, b->test, &holds);
    }
    for (size_t i = 0; i < b->n_out; i++)
        if (!settled || b->out[i]->kind != (holds ? CFG_FALSE : CFG_TRUE))
            go(f, b->out[i], assigned);
}

/* ---- loops ---- */

/* The values of the variable of a loop with constant bounds. */
static bool constant_turns(const struct walk *w, const struct stmt *s, struct induction *out,
                           long long *first, long long *n)
{
    const char *why;
    long long last;
    struct loop *l = s->kind == STMT_FOR ? loop_canonical((struct stmt *)s, &why) : NULL;
    if (!l || l->n_vars != 1 || l->sets_more || l->vars[0].step || l->vars[0].step_const == 0 ||
        !type_is_integer(l->vars[0].var->type) || l->vars[0].var->type->size < 4 ||
        l->vars[0].var == w->facts.d || !part_const(&w->facts, l->vars[0].lower, first) ||
        !part_const(&w->facts, l->upper, &last))
        return false;
    *out = l->vars[0];
    long long step = out->step_const, distance = step > 0 ? last - *first : *first - last;
    step = step > 0 ? step : -step;
    if (c_op_admits_equal(l->rel))
        distance++;
    if ((l->rel == OP_NE && (distance < 0 || distance % step)) || distance / step >= MOST_TURNS)
        return false;
    *n = distance <= 0 ? 0 : (distance + step - 1) / step;
    return true;
}

/* Turn by turn: the loop's variable is a constant in each. */
static void run_turns(struct walk *w, struct frame *f, const struct cfg_place *p,
                      const struct induction *v, long long first, long long n)
{
    struct state entry = f->in[p->head->number];
    struct turn turn = {.head = p->head, .next = entry};
    struct frame outer = *f;
    size_t before = w->facts.n_known;
    f->turn = &turn;
    f->sure = surely(f, p->head);
    f->end = p->again;
    for (long long i = 0; i <= n && turn.next.reached; i++) {
        for (size_t k = p->head->number; k < p->exit->number; k++)
            f->in[k].reached = false;
        f->in[p->head->number] = turn.next;
        turn.next.reached = false;
        turn.holds = i < n;
        part_learn(&w->facts, (struct known){.decl = v->var, .value = first + i * v->step_const});
        run(w, f, p->head->number, p->exit->number - 1);
        w->facts.n_known = before;
    }
    f->in[p->head->number] = entry;
    f->turn = outer.turn;
    f->sure = outer.sure;
    f->end = outer.end;
}

/* A loop that names the variable, and is entered through its head alone? */
static bool run_loop(struct walk *w, struct frame *f, const struct cfg_block *b)
{
    const struct cfg_loop *l = b->loop;
    struct induction v;
    long long first, n;
    if (!w->turns || !l || l->head != b || !l->stmt || (f->turn && f->turn->head == b))
        return false;
    const struct cfg_place *p = &f->g->places[l->stmt->number];
    if (!(p->names & names_of(w)) || stmt_has_case(l->stmt->body) ||
        !constant_turns(w, l->stmt, &v, &first, &n))
        return false;
    run_turns(w, f, p, &v, first, n);
    return true;
}

static bool gives_up(const struct walk *w)
{
    return w->steps > (w->turns ? MOST_STEPS : MOST_WITHOUT);
}

/* Blocks in the text's order, until what edges back bring is known. */
static void run(struct walk *w, struct frame *f, size_t first, size_t last)
{
    struct frame before = *f;
    size_t lowest = SIZE_MAX;
    do {
        f->changed = false;
        f->back = SIZE_MAX;
        for (size_t i = first; i <= last && !gives_up(w); i++) {
            const struct cfg_block *b = f->g->blocks[i];
            if (!f->in[i].reached)
                continue;
            if (run_loop(w, f, b))
                i = f->g->places[b->loop->stmt->number].exit->number - 1;
            else
                block(w, f, b);
        }
        lowest = f->back < lowest ? f->back : lowest;
    } while (f->changed && !gives_up(w));
    f->changed = before.changed || lowest < first;
    f->back = before.back < lowest ? before.back : lowest;
}

/* ---- an iteration ---- */

static struct assigned iteration(struct region *r, const struct decl *d, bool turns)
{
    struct walk w = {.r = r, .facts = part_facts_of(d), .turns = turns};
    w.all = w.facts.n_leaves < TYPE_LEAVES ? (1ull << w.facts.n_leaves) - 1 : ~0ull;
    w.result.always = run_all(&w, region_cfg(r), 0, true) == w.all;
    if (!gives_up(&w))
        return w.result;
    if (turns)
        return iteration(r, d, false);
    return (struct assigned){.read = true, .early = w.result.early};
}

struct assigned assigned_in_iteration(struct region *r, const struct decl *d)
{
    return iteration(r, d, true);
}
