/* SPDX-License-Identifier: MIT */
/* stages.c: see stages.h. */
#include "stages.h"

#include <string.h>

#include "access/dependence.h"
#include "front/ast.h"
#include "front/data.h"
#include "ir/hostint.h"
#include "ir/math_table.h"
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
    bool loop = s->kind == STMT_FOR || s->kind == STMT_WHILE || s->kind == STMT_DO;
    return loop ? trips * (ops + inner) : ops + inner;
}

/* ---- what this version does not do ---- */

static MUST_CHECK void *not_yet(struct region *r, const char *what)
{
    return refuse(r, REFUSE_LOOP, r->pragma->begin, CODE_NOT_IMPLEMENTED,
                  "%s is not implemented in this version", what);
}

/* Clauses whose absence changes no result: the loop stays parallel on the host. */
static void clause_not_yet(struct region *r, bool used, const char *what)
{
    if (used)
        refuse_device(r, r->pragma->begin, CODE_NOT_IMPLEMENTED,
                      "%s is not implemented in this version", what);
}

static bool check_directive(struct region *r)
{
    const struct directive *d = r->dir;
    if (d->refusal)
        return true;            /* when it is known where the loop stands */
    if (directive_is_data(d)) { /* async and wait are kept: everything is synchronous */
        if (d->device_expr && strcmp(d->device_expr, "0") != 0)
            return not_yet(r, "the clause 'device' with another device than 0");
        return true;
    }
    if (d->kind != DIR_REDUCE && d->kind != DIR_LOOP)
        return not_yet(r, ir_printf("'tcr %s'", directive_name(d->kind)));
    for (size_t i = 0; i < d->n_reduce; i++)
        if (d->reduce[i].inscan)
            return not_yet(r, "'reduce(inscan, ...)'");
    clause_not_yet(r, d->async || d->async_expr, "the clause 'async'");
    clause_not_yet(r, d->wait || d->wait_expr, "the clause 'wait'");
    clause_not_yet(r, d->device_expr && strcmp(d->device_expr, "0") != 0,
                   "the clause 'device' with another device than 0");
    clause_not_yet(r, d->precision && strcmp(d->precision, "full") != 0,
                   "a precision other than 'full'");
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
    if (r->n_reductions == 0 && !r->stores && !r->has_host_path)
        return refuse(r, REFUSE_LOOP, r->begin, CODE_NOTHING_TO_REDUCE,
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

/* Named by '#pragma omp threadprivate', which the parse, without OpenMP, does not show? */
static bool is_threadprivate(const struct region *r, const char *name)
{
    for (const char *p = r->threadprivate; p; p = strstr(p + 1, "threadprivate")) {
        char *line = ir_strndup(p, strcspn(p, "\n"));
        strtok(line, "(");
        for (const char *word; (word = strtok(NULL, "(), \t")) != NULL;)
            if (strcmp(word, name) == 0)
                return true;
    }
    return false;
}

static bool visit_thread_local(struct expr *e, void *ctx)
{
    struct region *r = ctx;
    r->thread_local |= e->kind == EXPR_VAR && !e->decl->in_region &&
                       (e->decl->is_thread_local || is_threadprivate(r, e->decl->name));
    return !r->thread_local;
}

static bool find_thread_local(struct region *r)
{
    r->threadprivate = strstr(r->src->text, "threadprivate");
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
    r->checked = true;
    return true;
}

static bool find_costs(struct region *r)
{
    r->ops = stmt_ops(r->body, 16);
    r->ops_flat = stmt_ops(r->body, 1);
    return true;
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
    if (r->dir->dependent && region_writes(r))
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
    find_body,          /* needs: loops, body; gives: reductions, privates, stores, checked */
    find_thread_local,  /* needs: stmt, functions, site; gives: thread_local */
    find_costs,         /* needs: body; gives: ops, ops_flat */
    check_shape,        /* needs: reductions, stores; makes + of _Bool || */
    reproducible_check, /* needs: reductions, lastprivates, stores */
    find_memory,        /* needs: all before; gives: captures, bases, accesses, mapped */
    check_meeting,      /* needs: exclusive, bases */
};

static pass *const data_passes[] = {
    check_directive, /* needs: dir */
    data_find,       /* gives: begin, end, function, items */
};

static void run(struct region *r, pass *const *passes, size_t n)
{
    for (size_t i = 0; i < n && !r->stopped; i++)
        passes[i](r);
}

struct region *region_build(struct ast *ast, struct source *src, struct diag *diag,
                            struct directive *dir, int id, const struct facts *facts)
{
    struct region *r = ir_alloc(sizeof *r);
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

/* ---- dump ---- */

static void dump_affine(FILE *out, const struct affine *a)
{
    fprintf(out, "%s", hostint_c(a->c0));
    for (unsigned i = 0; i < TCR_MAX_LOOPS; i++)
        if (!hostint_is(a->c[i], 0))
            fprintf(out, a->c[i].symbol ? " + (%s)*v%u" : " + %s*v%u", hostint_c(a->c[i]), i);
}

static void dump_objects(const struct region *r, FILE *out)
{
    for (size_t i = 0; i < r->n_captures; i++)
        fprintf(out, "  capture %s = %s\n", r->captures[i].name, symbol_c(r->captures[i].symbol));
    for (size_t i = 0; i < r->n_bases; i++) {
        const struct base *b = &r->bases[i];
        fprintf(out, "  base %zu: %s, elements of %lld bytes", i, symbol_c(b->symbol),
                b->elem->size);
        if (b->map != TCR_MAP_AUTO)
            fprintf(out, ", %s", directive_map_word(b->map));
        if (b->extent)
            fprintf(out, ", extent %s", symbol_c(b->extent));
        if (b->object && !b->complete)
            fprintf(out, ", part of %s", symbol_c(b->object));
        if (b->clause_len)
            fprintf(out, ", clause section %s length %s", b->clause_lo, b->clause_len);
        if (b->rows)
            fprintf(out, ", row pointers");
        if (b->written)
            fprintf(out, ", written");
        fprintf(out, "%s%s", b->whole ? ", extent found at run time" : "",
                b->joint     ? ", atomic"
                : b->owned   ? ", marked"
                : b->checked ? ", checked"
                             : "");
        fprintf(out, "\n");
    }
}

static void dump_accesses(const struct region *r, FILE *out)
{
    for (size_t i = 0; i < r->n_ranges; i++) {
        fprintf(out, "  v%zu: ", i);
        dump_affine(out, &r->ranges[i].lo);
        fprintf(out, " .. ");
        dump_affine(out, &r->ranges[i].hi);
        fprintf(out, "%s\n", r->ranges[i].exact ? "" : " (over-estimated)");
    }
    for (size_t i = 0; i < r->n_accesses; i++) {
        const struct access *a = &r->accesses[i];
        fprintf(out, "  %s%s base %d at byte ", a->atomic ? "atomically " : "",
                a->write ? "writes" : "reads", a->base);
        dump_affine(out, &a->offset);
        fprintf(out, ", %lld bytes%s", a->size, a->soft ? ", sometimes" : "");
        fprintf(out, a->when ? ", if %s\n" : "\n", a->when ? symbol_c(a->when) : "");
    }
}

static void dump_order(const struct region *r, FILE *out)
{
    static const char *const words[] = {[ORDER_PROVED] = "proved",
                                        [ORDER_DECLARED] = "declared",
                                        [ORDER_CHECKED] = "checked",
                                        [ORDER_NO] = "no"};
    for (size_t i = 0; i < r->n_nest; i++) {
        const struct nest_loop *n = &r->nest[i];
        const char *why = dependence_why(r, n);
        fprintf(out, "  order of %s", n->loop ? n->loop->vars[0].var->name : "a loop");
        if (i >= r->n_loops)
            fprintf(out, " at line %u", source_position(r->src, n->stmt->begin).line);
        fprintf(out, ": %s%s%s\n", words[n->order], why ? ": " : "", why ? why : "");
    }
}

static void dump_items(const struct region *r, FILE *out)
{
    for (size_t i = 0; i < r->n_items; i++) {
        const struct data_item *d = &r->items[i];
        fprintf(out, "  %s at %s, elements of %s bytes", d->name, d->address, d->element);
        for (unsigned k = 0; k < d->n_levels; k++)
            fprintf(out, "; %s length %s of %s", d->level[k].lo, d->level[k].length,
                    d->level[k].extent);
        fprintf(out, "\n");
    }
}

static void dump_reduction(const struct reduction *red, bool refused, FILE *out)
{
    const struct array_section *s = red->section;
    fprintf(out, "  reduces %s with %s, type %s", red->text, operator_of(red->op)->name,
            red->type->spelling);
    if (s && s->count >= 0)
        fprintf(out, ", %lld numbers", s->count);
    if (s && !refused)
        fprintf(out, "%s%s", s->inside ? "" : ", perhaps left", s->copies ? ", copies" : "");
    fprintf(out, "\n");
}

void region_dump(const struct region *r, FILE *out)
{
    struct source_pos pos = source_position(r->src, r->pragma->begin);
    fprintf(out, "region %d: %s:%u in %s: %s\n", r->id, pos.file, pos.line, r->function,
            r->pragma->words);
    if (r->refused)
        fprintf(out, "  refused (%s, %s): %s\n",
                r->refuse_level == REFUSE_LOOP ? "sequential host loop" : "host loop",
                refusal_word(r->refuse_code), r->refuse_reason);
    dump_items(r, out);
    for (size_t i = 0; i < r->n_loops; i++)
        fprintf(out, "  loop over %s\n", r->loops[i]->vars[0].var->name);
    if (r->dir->chain)
        fprintf(out, "  chains of %ld\n", r->dir->chain);
    if (r->dir->block)
        fprintf(out, "  blocks of %ld\n", r->dir->block);
    for (size_t i = 0; i < r->n_reductions; i++)
        dump_reduction(&r->reductions[i], r->refused, out);
    for (size_t i = 0; i < r->n_privates; i++)
        fprintf(out, "  private %s\n", r->privates[i]->name);
    for (size_t i = 0; i < r->n_functions; i++)
        fprintf(out, "  calls %s\n", r->functions[i].decl->name);
    if (r->refused && r->refuse_code == CODE_CARRIED)
        dump_order(r, out);
    if (r->refused)
        return;
    dump_objects(r, out);
    dump_accesses(r, out);
    dump_order(r, out);
    for (size_t i = 0; i < r->symbols.n_numbers; i++)
        fprintf(out, "  tcr_h[%zu] = %s\n", i, r->symbols.numbers[i]);
}
