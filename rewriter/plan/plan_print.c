/* SPDX-License-Identifier: MIT */
/* plan_print.c: a plan as text, a decision a line, each with its reason where it has one; then the
 * facts about memory that the decisions come from.  docs/user-guide.md says how to read it. */
#include "plan_private.h"

#include "../access/dependence.h"
#include "../front/data.h"
#include "../ir/hostint.h"
#include "../source/operators.h"

static void print_decision(const struct plan *p, FILE *out)
{
    const struct region *r = p->r;
    static const char *const words[] = {"on the device", "on host threads", "as written"};
    if (!r->refused)
        fprintf(out, "  runs %s\n", directive_is_loop(r->dir) ? words[PLAN_DEVICE] : "as data");
    else
        fprintf(out, "  refused (%s, %s): %s\n  runs %s\n",
                r->refuse_level == REFUSE_LOOP ? "sequential host loop" : "host loop",
                refusal_word(r->refuse_code), r->refuse_reason, words[p->decision]);
}

/* ---- loops ---- */

const char *plan_folds(const struct region *r, const struct folds *f)
{
    static const char *const words[] = {[TCR_ADD] = "sum",
                                        [TCR_MUL] = "product",
                                        [TCR_MIN] = "minimum",
                                        [TCR_MAX] = "maximum",
                                        [TCR_AND] = "bitwise and",
                                        [TCR_OR] = "bitwise or",
                                        [TCR_XOR] = "bitwise exclusive or",
                                        [TCR_LAND] = "logical and",
                                        [TCR_LOR] = "logical or"};
    const char *text = "";
    for (size_t i = 0; i < f->n; i++) {
        const struct fold *x = &f->list[i];
        text = ir_printf("%s, %s%s '%s'", text, x->kind == FOLD_PREFIX ? "prefix " : "",
                         x->kind == FOLD_CONSTANT ? "constant" : words[x->op],
                         x->var ? x->var->name : plan_quote(r, x->place));
        for (size_t k = 0; k < x->n_along; k++)
            text = ir_printf("%s %s '%s'", text,
                             k         ? "and"
                             : x->last ? "with the last"
                                       : "with",
                             x->along[k]->name);
    }
    return text;
}

/* The elements as one of them is written. */
static const char *kept_name(const struct region *r, const struct plan_keep *k)
{
    const char *text = ir_printf("'%s'", plan_quote(r, k->place));
    return k->hi > k->lo ? ir_printf("%s, %lld elements", text, k->hi - k->lo + 1) : text;
}

const char *plan_keeps_of(const struct plan *p, const struct stmt *loop)
{
    const char *text = "";
    bool given = false;
    for (size_t i = 0; i < p->n_keeps; i++) {
        const struct plan_keep *k = &p->keeps[i];
        if (k->loop != loop)
            continue;
        text = ir_printf("%s%s %s%s", text, *text ? " and" : "; in registers", kept_name(p->r, k),
                         k->sure ? "" : " (once met)");
        given |= k->given;
    }
    return given ? ir_printf("%s, where no arrays overlap", text) : text;
}

static void print_loop(const struct plan *p, const struct plan_loop *l, FILE *out)
{
    static const char *const orders[] = {
        [PLAN_ORDER_PROVED] = "any order, as proved",
        [PLAN_ORDER_DECLARED] = "any order, as declared",
        [PLAN_ORDER_ASKED] = "any order, as declared and asked at each call",
        [PLAN_ORDER_FOUND] = "any order, as found",
        [PLAN_ORDER_GIVEN] = "any order in calls whose arrays do not overlap",
        [PLAN_ORDER_KEPT] = "its own order"};
    static const char *const places[] = {"", "; device: grid", "; device: in a thread",
                                         "; device: unrolled", "; device: threads of a team"};
    const struct region *r = p->r;
    if (l->loop) {
        const struct induction *v = &l->loop->vars[0];
        fprintf(out, "  %sloop over %s", l->level < 0 ? "inner " : "", v->var->name);
        fprintf(out, " from %s while %s %s by %s%s", plan_quote(r, v->lower),
                c_op_token(l->loop->rel), plan_quote(r, l->loop->upper),
                v->step && v->negated ? "-" : "",
                v->step ? plan_quote(r, v->step) : ir_printf("%lld", v->step_const));
    } else {
        fprintf(out, "  inner loop, not counted");
    }
    fprintf(out, ": %s",
            l->order == PLAN_ORDER_ASKED && r->dir->asks ? "any order, as asked at each call"
                                                         : orders[l->order]);
    if (l->why)
        fprintf(out, " (%s)", l->why);
    if (l->order == PLAN_ORDER_GIVEN && l->or_same)
        fprintf(out, ", or are one");
    fprintf(out, "%s%s%s%s\n", plan_folds(r, &l->folds), places[l->mapping],
            plan_keeps_of(p, l->stmt), l->collapsed && p->parallel ? "; host: threads" : "");
}

static void print_loops(const struct plan *p, FILE *out)
{
    const struct region *r = p->r;
    for (size_t i = 0; i < p->n_loops; i++)
        print_loop(p, &p->loops[i], out);
    for (size_t i = 0; !p->has_host && i < r->n_loops; i++)
        fprintf(out, "  loop over %s\n", r->loops[i]->vars[0].var->name);
    if (r->dir->chain)
        fprintf(out, "  chains of %ld\n", r->dir->chain);
    if (r->dir->block)
        fprintf(out, "  blocks of %ld\n", r->dir->block);
}

/* ---- variables ---- */

static void print_on_host(const struct plan *p, const struct plan_reduction *red, FILE *out)
{
    fprintf(out, "; host: %s",
            red->exact                      ? "without rounding"
            : !p->parallel || red->of->best ? red->host
                                            : ir_printf("%s %s", red->op, red->host));
    fprintf(out, "%s%s%s%s%s%s%s%s%s%s", red->temp ? ", in place of the variable" : "",
            red->sticky ? ", takes one constant" : "", red->ordered ? ", compared as in C" : "",
            red->keeps_initial ? ", the initial value may stay" : "",
            red->keeps_nan ? ", may start as a NaN" : "",
            red->keeps_counter ? ", may start beyond the counter" : "",
            red->keeps_constant ? ", may start from another value than the constant" : "",
            red->overflows ? ", may overflow in parts" : "",
            red->doubted ? ", the device's is doubted if 0 or not finite" : "",
            red->loses_infinity ? ", an infinity may be lost" : "");
}

static void print_reduction(const struct plan *p, size_t i, FILE *out)
{
    const struct reduction *of = &p->r->reductions[i];
    const struct array_section *s = of->section;
    fprintf(out, "  reduces %s with %s, type %s", of->text, reduction_operator(of),
            of->type->spelling);
    if (s && s->count >= 0)
        fprintf(out, ", %lld numbers", s->count);
    if (s && !p->r->refused)
        fprintf(out, "%s%s", s->inside ? "" : ", perhaps left", s->copies ? ", copies" : "");
    if (p->has_host) {
        const struct plan_reduction *red = &p->reductions[i];
        fprintf(out, ": place %zu", red->position);
        if (!p->r->refused)
            fprintf(out, "; device: %s%s", plan_titles(p, red),
                    red->grouped ? ir_printf(", one of a group of %zu", p->n_group) : "");
        print_on_host(p, red, out);
    }
    fprintf(out, "\n");
}

static void print_functions(const struct plan *p, FILE *out)
{
    const struct region *r = p->r;
    for (size_t i = 0; i < r->n_privates; i++)
        fprintf(out, "  private %s\n", r->privates[i]->name);
    for (size_t i = 0; i < r->n_functions; i++)
        fprintf(out, "  calls %s%s\n", r->functions[i].decl->name,
                !p->apart || !r->functions[i].called ? ""
                : p->apart[i]                        ? ", compiled once"
                                                     : ", in place");
}

/* ---- the device ---- */

/* The kernel, and how it takes the iterations. */
static void print_form(const struct plan *p, FILE *out)
{
    static const char *const kernels[] = {
        [PLAN_KERNEL_NONE] = "none",
        [PLAN_KERNEL_MAP] = "TCR_KERNEL_MAP, for nothing is reduced",
        [PLAN_KERNEL_PLAIN] = "TCR_KERNEL, element by element",
        [PLAN_KERNEL_STREAMS] = "TCR_KERNEL_STREAMS, for it reads element after element",
        [PLAN_KERNEL_UNROLL] = "TCR_KERNEL_UNROLL, for its body is long",
        [PLAN_KERNEL_COPIES] = "TCR_KERNEL_COPIES, for threads have copies of a section",
        [PLAN_KERNEL_UPDATES] = "TCR_KERNEL_UPDATES, for updates of integers may come in any order",
        [PLAN_KERNEL_TEAMS] = "TCR_KERNEL_TEAMS, for threads share inner loops",
        [PLAN_KERNEL_MAP_TEAMS] = "TCR_KERNEL_MAP_TEAMS, for threads share inner loops",
        [PLAN_KERNEL_AHEAD] = "TCR_KERNEL_AHEAD, for iterations can read ahead",
        [PLAN_KERNEL_MAP_AHEAD] = "TCR_KERNEL_MAP_AHEAD, for iterations can read ahead",
        [PLAN_KERNEL_SCAN] = "TCR_KERNEL_SCAN, for prefix sums"};
    const struct region *r = p->r;
    fprintf(out, "  kernel %s", kernels[p->kernel]);
    if (p->teams)
        fprintf(out, ", %s, %s", p->columns ? "by columns" : "by rows",
                p->trips_range >= 0 ? "their length known at each call"
                : p->probes         ? "their length looked at by the kernel"
                                    : "their length not known");
    if (p->packed)
        fprintf(out, ", several for each warp");
    if (p->flat)
        fprintf(out, ", several as one where they follow each other");
    if (p->ahead)
        fprintf(out, ", %zu an iteration%s", p->ahead->n_early,
                p->if_apart ? " where a call's arrays do not overlap" : "");
    if (r->scan)
        fprintf(out, ", %s%s; %lld iterations of a thread in a tile",
                r->scan->exclusive ? "exclusive" : "inclusive",
                p->resets ? ", with values given in the input phase" : "", p->scan_each);
    else if (r->n_reductions)
        fprintf(out, "; %lld values of a lane at once", p->at_once);
    fprintf(out, "; %g operations an iteration\n", r->ops);
}

/* What the kernel looks at before it computes, or while it does. */
static void print_checks(const struct plan *p, FILE *out)
{
    const struct region *r = p->r;
    if (p->checks)
        fprintf(out, "  checks%s%s%s%s\n", r->ends ? ", for the program may end in it" : "",
                r->sees_nan ? ", for a NaN would show the order" : "",
                p->marks ? ", for iterations may write one element" : "",
                !r->ends && !r->sees_nan && !p->marks ? " places that are computed in it" : "");
    for (size_t i = 0; i < p->n_spans; i++)
        fprintf(out, "  checks%s %s[%lld:%lld] at once, in each call\n",
                p->spans[i].read ? " and reads" : "", p->spans[i].pointer->name, p->spans[i].lo,
                p->spans[i].hi - p->spans[i].lo + 1);
}

static void print_kernel(const struct plan *p, FILE *out)
{
    const struct region *r = p->r;
    print_form(p, out);
    for (size_t i = 0; i < p->n_held; i++)
        fprintf(out, "  keeps %s for the scan phase\n", p->held[i]->name);
    if (r->scan && r->scan->if_apart)
        fprintf(out, "  in order, if a call's arrays overlap\n");
    for (size_t i = 0; i < p->n_streams; i++)
        fprintf(out, "  stream %zu: %s, type %s\n", i, plan_quote(r, p->streams[i]),
                scalar_of(p->streams[i]->type->scalar)->host);
    print_checks(p, out);
    fprintf(out, "  arguments: %zu bytes\n", p->args_size);
    if (p->unasked)
        fprintf(out, "  up to %lld iterations ask nobody\n", p->unasked);
}

/* ---- the host ---- */

static void print_when(unsigned when, FILE *out)
{
    static const char *const words[PLAN_WHENS] = {
        "OpenMP would count otherwise", "a section is too large for stacks",
        "an infinity would be lost",    "an initial value would be lost",
        "two iterations meet",          "few iterations",
        "a result is not finite"};
    const char *join = ", if ";
    for (unsigned k = 0; k < PLAN_WHENS; k++)
        if (when & 1u << k) {
            fprintf(out, "%s%s", join, words[k]);
            join = " or ";
        }
}

static void print_device_conditions(const struct plan *p, FILE *out)
{
    fprintf(out, ", if there is one%s%s%s%s%s%s",
            p->r->dir->if_expr ? ", the clause 'if' holds" : "",
            p->own ? ", no function is replaced" : "",
            p->r->callees || p->r->callees_behind ? ", the functions that it calls are known" : "",
            p->large ? ", the sections can be had" : "",
            p->odd ? ", no initial value would be lost" : "",
            p->r->site.team ? ", all threads agree" : "");
}

static void print_variants(const struct plan *p, FILE *out)
{
    static const char *const words[] = {
        "device",  "in order",   "in order",          "sums without rounding",
        "threads", "as written", "once more in order"};
    for (size_t i = 0; i < p->n_variants; i++) {
        const struct plan_variant *v = &p->variants[i];
        fprintf(out, "  %zu. %s", i + 1, words[v->run]);
        if (v->run == PLAN_RUN_DEVICE)
            print_device_conditions(p, out);
        if (v->run == PLAN_RUN_FEW)
            fprintf(out, "%s", p->short_simd ? " by lanes" : "");
        if (v->run == PLAN_RUN_THREADS || (v->run == PLAN_RUN_EXACT && p->parallel))
            fprintf(out, " of `omp parallel for%s` for more than %lld iterations",
                    p->exact ? p->reduced : p->clauses, p->enough);
        print_when(v->when, out);
        fprintf(out, "\n");
    }
}

/* ---- memory ---- */

static void print_affine(const struct affine *a, FILE *out)
{
    fprintf(out, "%s", hostint_c(a->c0));
    for (unsigned i = 0; i < TCR_MAX_LOOPS; i++)
        if (!hostint_is(a->c[i], 0))
            fprintf(out, a->c[i].symbol ? " + (%s)*v%u" : " + %s*v%u", hostint_c(a->c[i]), i);
}

static void print_base(const struct region *r, size_t i, FILE *out)
{
    const struct base *b = &r->bases[i];
    fprintf(out, "  base %zu: %s, elements of %lld bytes", i, symbol_c(b->symbol), b->elem->size);
    if (b->map != TCR_MAP_AUTO)
        fprintf(out, ", %s", directive_map_word(b->map));
    if (b->extent)
        fprintf(out, ", extent %s", symbol_c(b->extent));
    if (b->object && !b->complete)
        fprintf(out, ", part of %s", symbol_c(b->object));
    if (b->clause_len)
        fprintf(out, ", clause section %s length %s", b->clause_lo, b->clause_len);
    fprintf(out, "%s%s%s%s\n", b->rows ? ", row pointers" : "", b->written ? ", written" : "",
            b->whole ? ", extent found at run time" : "",
            b->joint     ? ", atomic"
            : b->owned   ? region_unmarked(r, b) ? ", checked" : ", marked"
            : b->checked ? ", checked"
                         : "");
}

static void print_accesses(const struct region *r, FILE *out)
{
    for (size_t i = 0; i < r->n_ranges; i++) {
        fprintf(out, "  v%zu: ", i);
        print_affine(&r->ranges[i].lo, out);
        fprintf(out, " .. ");
        print_affine(&r->ranges[i].hi, out);
        fprintf(out, "%s\n", r->ranges[i].exact ? "" : " (over-estimated)");
    }
    for (size_t i = 0; i < r->n_accesses; i++) {
        const struct access *a = &r->accesses[i];
        fprintf(out, "  %s%s base %d at byte ", a->atomic ? "atomically " : "",
                a->write ? "writes" : "reads", a->base);
        print_affine(&a->offset, out);
        fprintf(out, ", %lld bytes%s", a->size, a->soft ? ", sometimes" : "");
        if (a->within)
            fprintf(out, ", from %s on, before %s", hostint_c(a->lo), hostint_c(a->hi));
        fprintf(out, a->when ? ", if %s\n" : "\n", a->when ? symbol_c(a->when) : "");
    }
}

static const char *scale_text(const struct plan_scale *s)
{
    return s->field ? ir_printf("%g * %s", s->k, s->field) : ir_printf("%g", s->k);
}

/* Which loop runs along which matrix, the call's numbers say. */
static void print_product(const struct plan *p, FILE *out)
{
    const struct plan_product *x = p->product;
    const struct region *r = p->r;
    fprintf(out, "  product of matrices: %s = %s * %s + %s * sum of %s * %s, over",
            r->bases[r->accesses[x->c].base].shown, scale_text(&x->beta),
            r->bases[r->accesses[x->c].base].shown, scale_text(&x->alpha),
            r->bases[r->accesses[x->a].base].shown, r->bases[r->accesses[x->b].base].shown);
    for (unsigned i = 0; i < r->n_ranges; i++)
        if (x->sum_loops >> i & 1)
            fprintf(out, " v%u", i);
    fprintf(out, "%s", x->init >= 0 ? ", scaled before" : "");
    if (x->precision != TCR_PRECISION_FULL)
        fprintf(out, ", %s", tcr_precision_word(x->precision));
    if (x->error > 0)
        fprintf(out,
                x->precision != TCR_PRECISION_FULL ? " where its bound is at most %g"
                                                   : ", full for an error of %g",
                x->error);
    fprintf(out, "%s\n", p->host_product ? "; the host's in tiles, too" : "");
}

static void print_plain_scan(const struct plan *p, FILE *out)
{
    const struct region *r = p->r;
    fprintf(out, "  prefix sums of an array: from %s to %s\n",
            r->bases[r->accesses[p->plain_scan->x].base].shown,
            r->bases[r->accesses[p->plain_scan->y].base].shown);
}

static void print_memory(const struct plan *p, FILE *out)
{
    const struct region *r = p->r;
    for (size_t i = 0; i < r->n_captures; i++)
        fprintf(out, "  capture %s = %s\n", r->captures[i].name, symbol_c(r->captures[i].symbol));
    for (size_t i = 0; i < r->n_bases; i++)
        print_base(r, i, out);
    for (size_t i = 0; directive_is_loop(r->dir) && i < p->n_sections; i++)
        fprintf(out, "  %s %s%s%s%s\n", p->sections[i].intent, p->sections[i].base,
                p->sections[i].extent ? p->sections[i].extent : ", extent computed at each call",
                p->sections[i].clause ? ", from the clause" : "",
                p->sections[i].rows ? ", behind pointers" : "");
    print_accesses(r, out);
    for (size_t i = 0; i < r->symbols.n_numbers; i++)
        fprintf(out, "  tcr_h[%zu] = %s\n", i, r->symbols.numbers[i]);
}

static void print_items(const struct region *r, FILE *out)
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

/* What dependence.c says of each loop, by itself; of a refused region, where it is the reason. */
static void print_orders(const struct region *r, FILE *out)
{
    static const char *const words[] = {[ORDER_PROVED] = "proved",
                                        [ORDER_DECLARED] = "declared",
                                        [ORDER_CHECKED] = "checked",
                                        [ORDER_NO] = "no"};
    for (size_t i = 0; i < r->n_nest; i++) {
        const struct nest_loop *n = &r->nest[i];
        const char *why = r->refused ? dependence_why(r, n) : NULL;
        fprintf(out, "  order of %s", n->loop ? n->loop->vars[0].var->name : "a loop");
        if (i >= r->n_loops)
            fprintf(out, " at line %u", source_position(r->src, n->stmt->begin).line);
        fprintf(out, ": %s%s%s%s%s%s\n", words[n->order],
                n->folds && n->order != ORDER_NO ? ", but for what it folds" : "",
                n->if_apart ? ", any if arrays are apart" : "", n->or_same ? " or one" : "",
                why ? ": " : "", why ? why : "");
    }
}

void plan_print(const struct plan *p, FILE *out)
{
    const struct region *r = p->r;
    struct source_pos pos = source_position(r->src, r->pragma->begin);
    fprintf(out, "region %d: %s:%u in %s: %s\n", r->id, pos.file, pos.line, r->function,
            r->pragma->words);
    print_decision(p, out);
    print_items(r, out);
    print_loops(p, out);
    for (size_t i = 0; i < r->n_reductions; i++)
        print_reduction(p, i, out);
    print_functions(p, out);
    if (p->device)
        print_kernel(p, out);
    if (p->device && p->product)
        print_product(p, out);
    if (p->device && p->plain_scan)
        print_plain_scan(p, out);
    print_variants(p, out);
    if (!r->refused)
        print_memory(p, out);
    if (!r->refused || r->refuse_code == CODE_CARRIED)
        print_orders(r, out);
}
