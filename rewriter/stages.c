/* SPDX-License-Identifier: MIT */
/* stages.c: see stages.h. */
#include "stages.h"

#include <string.h>

#include "access/dependence.h"
#include "analyse/body.h"
#include "front/ast.h"
#include "front/data.h"
#include "ir/cfg.h"
#include "ir/math_table.h"
#include "ir/ssa.h"
#include "plan/cost.h"
#include "source/operators.h"

/* ---- rough cost ---- */

static bool visit_ops(struct expr *e, void *ctx)
{
    double *ops = ctx;
    if (e->kind == EXPR_BINARY || e->kind == EXPR_ASSIGN || e->kind == EXPR_UNARY)
        *ops += c_op_plain(e->op) == OP_DIV ? 8 : 1;
    if (e->kind == EXPR_CALL)
        *ops += e->math ? e->math->ops : 10;
    return true;
}

static double stmt_ops(struct stmt *s, double trips)
{
    double ops = 0, inner = 0;
    if (!s)
        return 0;
    expr_walk(s->expr, visit_ops, &ops);
    expr_walk(s->step, visit_ops, &ops);
    for (size_t i = 0; i < s->n_decls; i++)
        expr_walk(s->inits[i], visit_ops, &ops);
    for (size_t i = 0; i < s->n_list; i++)
        inner += stmt_ops(s->list[i], trips);
    inner += stmt_ops(s->body, trips) + stmt_ops(s->other, trips);
    bool loop = stmt_is_loop(s);
    return loop ? trips * (ops + inner) : ops + inner;
}

/* ---- what this version does not do ---- */

static MUST_CHECK void *not_yet(struct region *r, const char *what)
{
    return refuse(r, REFUSE_LOOP, r->pragma->begin, CODE_NOT_IMPLEMENTED,
                  "%s is not implemented in this version", what);
}

static bool check_directive(struct region *r)
{
    const struct directive *d = r->dir;
    if (d->refusal)
        return true; /* when it is known where the loop stands */
    /* async and wait are kept, since everything is synchronous */
    if (directive_is_data(d)) {
        if (d->device_expr && strcmp(d->device_expr, "0") != 0)
            return not_yet(r, "the clause 'device' with another device than 0");
        return true;
    }
    if (d->kind == DIR_SCAN)
        return refuse(r, REFUSE_LOOP, r->pragma->begin, CODE_SCAN,
                      "'tcr scan' stands in no loop with 'reduce(inscan, ...)'");
    if (d->kind != DIR_REDUCE && d->kind != DIR_LOOP)
        return not_yet(r, ir_printf("'tcr %s'", directive_name(d->kind)));
    /* without it no result changes: the loop stays parallel on the host */
    if (d->device_expr && strcmp(d->device_expr, "0") != 0)
        refuse_device(r, r->pragma->begin, CODE_NOT_IMPLEMENTED,
                      "the clause 'device' with another device than 0 is not implemented in this "
                      "version");
    return true;
}

/* _Bool arithmetic is logic: b += e is b || e for the values it can take. */
static void adjust_bool(struct region *r)
{
    for (size_t i = 0; i < r->n_reductions; i++) {
        struct reduction *red = &r->reductions[i];
        if (red->type->kind == TYPE_SCALAR && red->type->scalar == TCR_BOOL)
            red->op = operator_of(red->op)->of_bool;
    }
}

static bool check_shape(struct region *r)
{
    if (r->n_reductions == 0 && r->dir->kind == DIR_REDUCE && !r->has_host_path)
        return refuse(
            r, REFUSE_LOOP, r->begin, CODE_NOTHING_TO_REDUCE,
            "no reduction variable is updated in the loop; list the variable that it updates");
    if (r->n_reductions == 0 && !r->stores && !r->has_host_path && r->n_lastprivates)
        return refuse(r, REFUSE_LOOP, r->begin, CODE_NOTHING_TO_REDUCE,
                      "all that the loop leaves is '%s' of its last iteration; compute that alone",
                      r->lastprivates[0]->name);
    if (r->n_reductions == 0 && !r->stores && !r->has_host_path)
        return body_check_moved(r) && refuse(r, REFUSE_LOOP, r->begin, CODE_NOTHING_TO_REDUCE,
                                             "the loop neither reduces nor writes anything");
    adjust_bool(r);
    for (size_t i = 0; i < r->n_reductions && r->ends; i++)
        if (type_is_complex(r->reductions[i].type) && r->reductions[i].decl &&
            r->reductions[i].decl->is_register)
            return refuse(
                r, REFUSE_LOOP, r->begin, CODE_UNSUPPORTED_TYPE,
                "the device may stop before the end, and '%s' is a register variable of complex "
                "type; leave 'register' out",
                r->reductions[i].text);
    for (size_t i = 0; i < r->n_captures; i++)
        if (r->captures[i].type->kind == TYPE_RECORD && r->captures[i].type->record->align > 8)
            return refuse(r, REFUSE_DEVICE, r->begin, CODE_UNSUPPORTED_TYPE,
                          "a structure aligned to more than 8 bytes is passed by value");
    return true;
}

/* Where the loop stands among the user's constructs, and whether a device call may. */
static bool find_site(struct region *r)
{
    r->site = site_find(r->facts, r->dir->origin, r->pragma->begin, r->begin, r->end);
    r->keeps_text |= r->site.heeded;
    return !r->site.refusal ||
           refuse(r, REFUSE_LOOP, r->site.refusal_at, r->site.code, "%s", r->site.refusal);
}

static bool visit_thread_local(struct expr *e, void *ctx)
{
    struct region *r = ctx;
    r->thread_local |=
        e->kind == EXPR_VAR && !e->decl->in_region && region_is_of_thread(r, e->decl);
    return !r->thread_local;
}

static bool find_thread_local(struct region *r)
{
    stmt_walk_exprs(r->stmt, visit_thread_local, r);
    for (size_t i = 0; i < r->n_functions; i++)
        stmt_walk_exprs(r->functions[i].body, visit_thread_local, r);
    if (r->thread_local && r->site.heeded)
        return refuse(r, REFUSE_LOOP, r->begin, CODE_THREAD_LOCAL,
                      "the threads that share the loop each have their own copy of a variable");
    return true;
}

/* A variable of such a list keeps the value that it had before the construct. */
static bool check_inner_privates(struct region *r, const struct construct *c,
                                 const struct other_clause *list)
{
    size_t at = 0;
    for (char *name; (name = construct_piece(list->argument, &at)) != NULL;)
        if (construct_mentions(r->src->text, c->end, r->end, name))
            return refuse(r, REFUSE_LOOP, c->pragma->begin, CODE_INNER_CONSTRUCT,
                          "'%s' is private to a construct in the loop, and used after that", name);
    return true;
}

/* Constructs in the body: those that share a loop's iterations may be left out
 * (they may not stand in a loop of ours), others give statements another meaning. */
static bool check_inner(struct region *r)
{
    for (size_t i = 0; i < r->facts->n_constructs; i++) {
        const struct construct *c = &r->facts->constructs[i];
        if (c->pragma->begin < r->begin || c->pragma->begin >= r->end)
            continue;
        r->inner_omp |= c->pragma->origin == ORIGIN_OMP;
        if (!site_heeded(r->facts, c))
            continue;
        if ((strcmp(c->name, "scan") == 0 && scan_wanted(r)) || construct_is_hint(c))
            continue;
        bool plain = strcmp(c->name, "atomic") == 0 || strcmp(c->name, "critical") == 0;
        bool shares = c->pragma->origin == ORIGIN_OMP
                          ? (c->parts & PARTS_LOOP) && !(c->parts & (PART_TARGET | PART_TASKLOOP))
                          : c->parts == PART_LOOP;
        if (plain && !ast_atomic_taken(r, c))
            r->exclusive = c;
        if (!plain && !shares)
            return refuse(r, REFUSE_LOOP, c->pragma->begin, CODE_INNER_CONSTRUCT,
                          "the construct '%s' stands in the loop", c->pragma->words);
        for (size_t k = 0; k < c->n_clauses; k++)
            if (c->clauses[k].argument &&
                (strcmp(c->clauses[k].name, "private") == 0 ||
                 strcmp(c->clauses[k].name, "firstprivate") == 0) &&
                !check_inner_privates(r, c, &c->clauses[k]))
                return false;
    }
    return true;
}

/* What the loop writes is not known to be apart, as long as the analysis of its
 * memory has not come to an end: its iterations keep their order. */
static void check_stores(struct region *r)
{
    if (r->refused && !r->mapped && r->stores)
        r->refuse_level = REFUSE_LOOP;
}

/* ---- the passes ---- */

static bool find_tree(struct region *r)
{
    return ast_region(r, r->pragma->end) &&
           (!directive_has_expressions(r->dir) || ast_require_clauses(r));
}

static bool find_clauses(struct region *r)
{
    return !r->dir->refusal ||
           refuse(r, REFUSE_LOOP, r->pragma->begin, CODE_CLAUSE, "%s", r->dir->refusal);
}

static bool find_body(struct region *r)
{
    ast_add_tables(r);
    if (!body_check(r))
        return false;
    r->stores = body_stores(r);
    body_keep_last(r);
    if (!body_keep_best(r))
        return false;
    r->checked = true;
    return true;
}

static bool find_costs(struct region *r)
{
    r->ops = stmt_ops(r->body, 16);
    r->ops_flat = stmt_ops(r->body, 1);
    r->work = cost_of(r);
    return true;
}

/* Three products for an angle between two atoms. */
static bool check_worth(struct region *r)
{
    double trips = 1;
    for (size_t i = 0; i < r->n_loops; i++)
        trips *= cost_trips(r->loops[i]);
    if (!cost_is_simd(r) || trips == 0 || trips * r->work > cost_worth)
        return true;
    return refuse(r, REFUSE_LOOP, r->begin, CODE_LEFT,
                  "it is always of so few iterations that no device is worth a call");
}

static bool find_memory(struct region *r)
{
    return r->refused || (access_find(r) && check_shape(r));
}

static bool check_meeting(struct region *r)
{
    if (r->exclusive && access_scatters(r))
        return refuse(r, REFUSE_LOOP, r->exclusive->pragma->begin, CODE_WRITES_MEMORY,
                      "the construct '%s' says that iterations meet in an element that is written; "
                      "reduce a section, as in reduction(+:a[0:n])",
                      r->exclusive->pragma->words);
    bool known = dependence_proved(r) || (r->dir->asks && dependence_asked(r));
    if (r->dir->dependent && region_writes(r) && !known)
        return refuse(r, REFUSE_LOOP, r->begin, CODE_DEPENDENT,
                      "it writes memory, and its directive does not say that the iterations are "
                      "independent");
    return true;
}

/* One after the other, as long as none refuses the region; where only the device lacks
 * something (refuse_device), they go on. */
typedef bool pass(struct region *r);
static pass *const loop_passes[] = {
    check_directive,    /* needs: dir */
    find_tree,          /* gives: begin, end, function, stmt, functions, labels, ends, host paths */
    find_site,          /* gives: site, keeps_text */
    find_clauses,       /* of OpenMP and OpenACC: refused here, where the site says nothing worse */
    check_inner,        /* needs: site, atomic constructs; gives: inner_omp, exclusive */
    loop_find,          /* needs: stmt; gives: loops, body */
    scan_find,          /* needs: body; gives: scan */
    find_body,          /* needs: loops, body, scan; gives: reductions, privates, stores, checked */
    scan_check,         /* needs: scan, reductions, privates */
    find_thread_local,  /* needs: stmt, functions, site; gives: thread_local */
    find_costs,         /* needs: body; gives: ops, ops_flat, work */
    check_shape,        /* needs: reductions, stores; makes + of _Bool || */
    check_worth,        /* needs: loops, site, work */
    reproducible_check, /* needs: reductions, lastprivates, stores */
    find_memory,        /* needs: all before; gives: captures, bases, accesses, mapped */
    scan_check_memory,  /* needs: scan, accesses; gives: scan->if_apart */
    check_meeting,      /* needs: exclusive, bases */
};

static pass *const data_passes[] = {
    check_directive,  /* needs: dir */
    find_clauses,     /* of OpenACC: refused here */
    body_check_names, /* of the directive's items */
    data_find,        /* gives: begin, end, function, items */
};

static void run(struct region *r, pass *const *passes, size_t n)
{
    for (size_t i = 0; i < n && !r->stopped; i++)
        passes[i](r);
}

static struct region *build(struct ast *ast, struct source *src, struct diag *diag,
                            struct directive *dir, int id, const struct facts *facts, size_t levels)
{
    struct region *r = ir_alloc(sizeof *r);
    r->most_levels = levels;
    r->facts = facts;
    r->signed_wraps = facts->signed_wraps;
    r->finite_math = facts->finite_math;
    r->id = id;
    r->src = src;
    r->diag = diag;
    r->ast = ast;
    r->dir = dir;
    r->pragma = dir->pragma;
    r->keeps_text = dir->origin != ORIGIN_TCR;
    r->begin = r->end = r->refuse_offset = dir->pragma->end;
    r->function = "";
    if (directive_is_data(dir))
        run(r, data_passes, sizeof data_passes / sizeof *data_passes);
    else
        run(r, loop_passes, sizeof loop_passes / sizeof *loop_passes);
    check_stores(r);
    return r;
}

static struct region *build_levels(struct ast *ast, struct source *src, struct diag *diag,
                                   struct directive *dir, int id, const struct facts *facts)
{
    enum { MOST_LEVELS = 4 };
    struct region *r = build(ast, src, diag, dir, id, facts, MOST_LEVELS);
    size_t levels = dependence_levels(r);
    return levels < r->n_loops ? build(ast, src, diag, dir, id, facts, levels) : r;
}

/* A path on which memory is freed may be one for the host, too, with all that is refused on it. */
struct region *region_build(struct ast *ast, struct source *src, struct diag *diag,
                            struct directive *dir, int id, const struct facts *facts)
{
    struct region *r = build_levels(ast, src, diag, dir, id, facts), *other;
    if (!r->refused || !ast_has_scratch(ast))
        return r;
    ast_without_scratch(ast, true);
    other = build_levels(ast, src, diag, dir, id, facts);
    ast_without_scratch(ast, false);
    return other->refused ? r : other;
}

void region_dump_flow(struct region *r, FILE *out)
{
    struct source_pos pos = source_position(r->src, r->pragma->begin);
    if (!r->stmt)
        return;
    fprintf(out, "region %d: %s:%u in %s\n", r->id, pos.file, pos.line, r->function);
    cfg_print(region_cfg(r), out);
    ssa_print(ssa_of(region_cfg(r)), out);
    for (size_t i = 0; i < r->n_functions; i++) {
        if (r->functions[i].copy || !r->functions[i].body)
            continue;
        fprintf(out, "%s\n", r->functions[i].decl->name);
        cfg_print(function_cfg(r, &r->functions[i]), out);
        ssa_print(ssa_of(function_cfg(r, &r->functions[i])), out);
    }
}
