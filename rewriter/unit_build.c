/* SPDX-License-Identifier: MIT */
/*
 * unit_build.c: a unit from its text to its regions: the stages over one unit, up
 * to the decision about each directive.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "accept/accept.h"
#include "accept/accept_calls.h"
#include "front/ast.h"
#include "front/data.h"
#include "emit/emit.h"
#include "unit.h"
#include "ir/refusal.h"
#include "source/misspelt.h"
#include "stages.h"

/* ---- directives ---- */

static void parse_directives(struct unit *u)
{
    for (size_t i = 0; i < u->src.n_pragmas; i++) {
        size_t said = u->log.n;
        unsigned errors = u->diag.errors;
        const struct pragma *p = &u->src.pragmas[i];
        struct directive *d = directive_parse(&u->diag, p);
        if (!d) {
            const struct diag_said *why = u->log.n > said ? &u->log.said[said] : NULL;
            report_add(
                &u->report,
                (struct outcome){.pragma = p,
                                 .code = u->diag.errors > errors ? CODE_INVALID : CODE_MISSPELT,
                                 .reason = why ? why->text : NULL,
                                 .place = why ? why->pos : (struct source_pos){0}});
            continue;
        }
        u->directives = xgrow(u->directives, u->n_directives, sizeof(struct directive *));
        u->directives[u->n_directives++] = d;
    }
}

static int compare_directives(const void *a, const void *b)
{
    const struct directive *x = *(struct directive *const *)a, *y = *(struct directive *const *)b;
    return x->pragma->begin < y->pragma->begin ? -1 : x->pragma->begin > y->pragma->begin;
}

/* With both taken over, where it is a data directive: why it is left to the compiler, said once. */
static const char *left_data(struct unit *u, const struct construct *c, bool *said)
{
    static const char why[] =
        "with --tcr-accept=omp,acc data directives stay with the compiler, for "
        "in one program the loops of both would not mean the same copies; "
        "give the one that the program uses, --tcr-accept=omp or acc";
    if (!accept_is_left_data(c, u->opt.accept))
        return NULL;
    if (!*said)
        diag_pragma(&u->diag, DIAG_WARNING, c->pragma, 0, 0, NULL,
                    "directive left to the compiler: %s", why);
    *said = true;
    return why;
}

static void add_directive(struct unit *u, struct directive *d)
{
    u->directives = xgrow(u->directives, u->n_directives, sizeof(struct directive *));
    u->directives[u->n_directives++] = d;
}

/* The data of the open region that construct k begins, which is also the loops' around. */
static void accept_its_data(struct unit *u, size_t k, const char *refused)
{
    bool open = u->facts.constructs[k].open && u->opt.accept == 1u << ORIGIN_OMP;
    struct directive *d = open && !refused ? accept_region_data(&u->facts, k) : NULL;
    if (d)
        add_directive(u, d);
}

/* Those of OpenMP and OpenACC that are taken over, among our own. */
static void accept_directives(struct unit *u)
{
    const char *why, *refused = accept_target_refused(&u->facts, u->opt.accept);
    bool said = false;
    for (size_t i = 0; i < u->facts.n_constructs; i++) {
        const struct construct *c = &u->facts.constructs[i];
        struct directive *d = accept_scan(&u->facts, i, u->opt.accept);
        why = NULL;
        if (!d)
            d = accept_is_data(c, u->opt.accept) ? accept_data(&u->facts, i, &why)
                : accept_is_target_data(c, u->opt.accept)
                    ? accept_target_data(&u->facts, i, refused, &why)
                    : accept_construct(&u->facts, i, u->opt.accept, &why);
        if (!d && !why)
            why = left_data(u, c, &said);
        accept_its_data(u, i, refused);
        if (d) {
            add_directive(u, d);
        } else if (why) {
            report_add(&u->report, (struct outcome){.pragma = u->facts.constructs[i].pragma,
                                                    .code = CODE_LEFT,
                                                    .reason = ir_strdup(why)});
        }
    }
    if (u->n_directives)
        qsort(u->directives, u->n_directives, sizeof *u->directives, compare_directives);
}

/* ---- regions ---- */

/* None of the directives is honoured, for one reason. */
static void report_all(struct unit *u, enum refusal_code code, char *reason, size_t cause)
{
    for (size_t i = 0; i < u->n_directives; i++)
        report_add(&u->report, (struct outcome){.pragma = u->directives[i]->pragma,
                                                .code = code,
                                                .reason = reason,
                                                .cause = cause});
}

/* The same of the constructs that would be taken over. */
static void report_constructs(struct unit *u, enum refusal_code code, char *reason, size_t cause)
{
    size_t n;
    const struct construct *all = construct_all(&u->src, &n);
    for (size_t i = 0; i < n; i++)
        if ((u->opt.accept & 1u << all[i].pragma->origin) &&
            (all[i].parts & PARTS_LOOP || accept_is_data(&all[i], u->opt.accept) ||
             accept_is_target_data(&all[i], u->opt.accept)))
            report_add(&u->report, (struct outcome){.pragma = all[i].pragma,
                                                    .code = code,
                                                    .reason = reason,
                                                    .cause = cause});
}

/* What is wrong with the constructs of OpenMP and OpenACC, be there one that is taken over or not.
 */
static struct construct *read_constructs(struct unit *u, size_t *n)
{
    struct construct *all = construct_all(&u->src, n);
    misspelt_look(u->opt.link ? NULL : &u->diag, &u->src, all, *n, u->opt.accept);
    return all;
}

/* The statements that follow them. */
static void find_statements(struct ast *ast, struct construct *all, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!construct_stands_alone(&all[i]))
            ast_statement(ast, all[i].pragma->end, &all[i].begin, &all[i].end);
}

/* False: libclang gives up at *where, and *message says why. */
static bool parse_text(struct unit *u, struct construct *constructs, size_t n_constructs,
                       size_t *where, char **message)
{
    if (!u->others.n) /* else there is room already */
        source_reserve(&u->src, ast_library_bytes() + 1);
    u->ast = ast_parse(&u->src, u->opt.parse_flags, u->opt.n_parse_flags, where, message);
    if (u->ast) {
        u->facts = (struct facts){.src = &u->src,
                                  .ast = u->ast,
                                  .constructs = constructs,
                                  .n_constructs = n_constructs,
                                  .openmp = u->opt.openmp,
                                  .openacc = u->opt.openacc,
                                  .signed_wraps = u->opt.signed_wraps,
                                  .traps = u->opt.traps,
                                  .interposable = u->opt.interposable,
                                  .lineinfo = u->opt.lineinfo,
                                  .inner_ordered = u->opt.inner_ordered,
                                  .archs = u->opt.archs,
                                  .n_archs = u->opt.n_archs,
                                  .finite_math = u->opt.finite_math,
                                  .fused = u->opt.fused,
                                  .loose = u->opt.loose,
                                  .contracts = u->opt.contracts};
        find_statements(u->ast, constructs, n_constructs);
        constructs =
            accept_kernels(&u->src, u->ast, constructs, &u->facts.n_constructs, u->opt.accept);
        u->facts.constructs = constructs;
        accept_regions(&u->facts, constructs, u->opt.accept);
    }
    return u->ast;
}

static bool parse_unit(struct unit *u, struct construct *constructs, size_t n_constructs)
{
    size_t where;
    char *message;
    if (parse_text(u, constructs, n_constructs, &where, &message))
        return true;
    diag_at(&u->diag, u->opt.strict ? DIAG_ERROR : DIAG_WARNING, where,
            "%s, because libclang cannot parse it: %s",
            u->opt.strict ? "this unit's tcr directives cannot be honoured"
            : !u->n_directives
                ? "nothing in this unit is taken over from OpenMP or OpenACC"
                : "this unit's tcr directives are ignored and its loops run as plain "
                  "C",
            message);
    char *reason = ir_printf("libclang cannot parse the unit: %s", message);
    report_all(u, CODE_UNPARSABLE, reason, where);
    report_constructs(u, CODE_UNPARSABLE, reason, where);
    return false;
}

/* What `tcr routine` stands in front of may be another unit's. */
static void take_routines(struct unit *u)
{
    for (size_t i = 0; i < u->n_directives; i++) {
        const struct pragma *p = u->directives[i]->pragma;
        if (u->directives[i]->kind != DIR_ROUTINE || ast_routine(u->ast, p->end))
            continue;
        diag_pragma(&u->diag, DIAG_WARNING, p, 0, 0, NULL,
                    "directive ignored: no declaration of a function follows [%s]",
                    refusal_word(CODE_PLACEMENT));
        report_add(&u->report, (struct outcome){.pragma = p,
                                                .code = CODE_PLACEMENT,
                                                .reason = "no declaration of a function follows"});
    }
}

/* For functions behind `omp declare variant` the compiler may call others. */
static void take_variants(struct unit *u)
{
    for (size_t i = 0; u->facts.openmp != USER_OPENMP_OFF && i < u->facts.n_constructs; i++) {
        const struct construct *c = &u->facts.constructs[i];
        const char *words = c->pragma->words;
        size_t at = 0, end = strlen(words), len = text_token(words, end, &at);
        at += len;
        if (c->pragma->origin == ORIGIN_OMP && strcmp(c->name, "declare") == 0 &&
            text_token(words, end, &at) == strlen("variant") &&
            strncmp(words + at, "variant", strlen("variant")) == 0)
            ast_variant(u->ast, c->pragma->end);
    }
}

/* Does the text have a word by which structures are laid out as libclang does not have them?  Each
 * text once, though there are many regions: other units' come while these are built. */
static void find_layouts(struct unit *u)
{
    static const char *const pragmas[] = {"#pragma ms_struct", "#pragma options align",
                                          "#pragma align", "#pragma clang attribute"};
    const char *text = u->src.text + u->read;
    u->reorders = u->reorders || strstr(text, "scalar_storage_order");
    for (size_t i = 0; i < sizeof pragmas / sizeof *pragmas && !u->src.may_be_clang; i++)
        if (!u->layout && strstr(text, pragmas[i])) /* which gcc does not heed */
            u->layout = pragmas[i];
    u->read = u->src.size;
}

static void refuse_layouts(struct unit *u, struct region *r)
{
    find_layouts(u);
    if (u->reorders)
        refuse_device(r, r->pragma->begin, CODE_UNSUPPORTED_TYPE,
                      "scalar_storage_order, which the file has, gives structures of the host "
                      "another order of bytes; keep the loop in another file");
    if (u->layout)
        refuse_device(r, r->pragma->begin, CODE_UNSUPPORTED_TYPE,
                      "'%s', which the file has, lays structures out in another way for libclang "
                      "than for the compiler, which ignores it; remove it",
                      u->layout);
}

static char *device_text(struct unit *u, struct plan *p, struct region *r)
{
    struct buf text = {0};
    refuse_layouts(u, r);
    if (u->opt.host_only)
        refuse_device(r, r->pragma->begin, CODE_COMPILER_OPTION,
                      "'%s' gives constants or types another meaning on the host; compile the file "
                      "without it",
                      u->opt.host_only);
    plan_make(p, r);
    if (p->decision != PLAN_DEVICE)
        return NULL;
    emit_device(p, &text);
    return buf_take(&text);
}

/* The region that a directive stands in, if that one is not left as it is. */
static struct plan *enclosing(const struct unit *u, size_t at)
{
    for (size_t i = 0; i < u->n_regions; i++) {
        struct region *r = u->regions[i];
        if (at >= r->begin && at < r->end && u->plans[i]->has_host)
            return u->plans[i];
    }
    return NULL;
}

/* Is there a link that tells more of the functions that are called? */
static bool can_wait(const struct unit *u)
{
    return u->opt.keep_unit != NULL;
}

/* What the loop around it has heeded, or been refused for; of OpenMP, also what stands in a loop
 * that is not ours. */
static bool is_scan_of(struct unit *u, const struct directive *d)
{
    size_t at = d->pragma->begin;
    if (d->kind != DIR_SCAN)
        return false;
    for (size_t i = 0; i < u->n_regions; i++) {
        struct region *r = u->regions[i];
        if (!directive_is_loop(r->dir) || at < r->begin || at >= r->end)
            continue;
        report_add(&u->report,
                   (struct outcome){
                       .pragma = d->written, .plan = u->plans[i], .part = true, .scan = true});
        return true;
    }
    return d->origin != ORIGIN_TCR;
}

/* The directives `scan`, for the loops around them. */
static void find_scans(struct unit *u)
{
    struct directive **scans = ir_alloc((u->n_directives + 1) * sizeof *scans);
    for (size_t i = 0; i < u->n_directives; i++)
        if (u->directives[i]->kind == DIR_SCAN)
            scans[u->facts.n_scans++] = u->directives[i];
    u->facts.scans = scans;
}

/* What keeps data directives of ours and of OpenACC's away. */
static struct data_against against_data(const struct unit *u)
{
    const struct pragma *p = accept_misnamed(&u->facts, ORIGIN_ACC);
    for (size_t i = 0; i < u->src.n_pragmas && !p; i++)
        if (u->src.pragmas[i].near_miss)
            p = &u->src.pragmas[i];
    if (p)
        return (struct data_against){"the unknown directive", p->begin, NULL};
    size_t at = 0;
    const char *name = accept_calls_address(&u->src, u->opt.accept, &at);
    return (struct data_against){name ? ir_printf("the use of '%s'", name) : NULL, at, NULL};
}

/* And OpenMP's. */
static struct data_against against_target(const struct unit *u)
{
    const struct construct *left = accept_target_left(&u->facts, u->regions, u->n_regions);
    if (!left)
        return (struct data_against){NULL, 0, NULL};
    return (struct data_against){"the target construct", left->pragma->begin,
                                 accept_target_why(&u->facts, left)};
}

/* A directive inside of the loop that AROUND plans, whose reductions are the outer region's. */
static void note_part(struct unit *u, const struct directive *dir, struct plan *around)
{
    const struct region *outer = around->r;
    /* in a loop without a reduction of its own it says what the outer one holds */
    if (dir->origin == ORIGIN_TCR && outer->dir->kind != DIR_LOOP)
        diag_pragma(&u->diag, DIAG_WARNING, dir->pragma, 0, 0, NULL,
                    "this loop runs as a part of the 'tcr %s' loop around it",
                    outer->pragma->words);
    report_add(&u->report, (struct outcome){.pragma = dir->written, .plan = around, .part = true});
}

/* The region of the directive number I, in the data region OUTER (or NULL), and its plan. */
static void build_region(struct unit *u, size_t i, const struct region *outer)
{
    size_t said = u->log.n;
    bool waited = units_pending(&u->others, i);
    u->diag.quiet = u->opt.quiet || (u->opt.link && !waited);
    ast_ask_outside(u->ast, waited);
    struct plan *plan = u->plans[u->n_regions] = ir_alloc(sizeof *plan);
    struct region *r = region_build(u->ast, &u->src, &u->diag, u->directives[i], (int)i, &u->facts);
    bool data = directive_is_data(r->dir);
    if (data)
        data_check_around(r, outer);
    data_check_called(r, u->directives, u->n_directives);
    if (data)
        plan_make(plan, r);
    else
        u->device[u->n_regions] = device_text(u, plan, r);
    u->regions[u->n_regions++] = r;
    r->pending &= r->refused && r->refuse_level == REFUSE_LOOP && can_wait(u);
    if (!u->opt.link || waited)
        report_add(&u->report, (struct outcome){.pragma = r->dir->written,
                                                .plan = plan,
                                                .first_said = said,
                                                .n_said = u->log.n - said});
    if (!r->pending)
        refusal_say(&u->diag, r);
}

static bool is_taken_over(const struct unit *u, const struct construct *loop)
{
    for (size_t i = 0; i < u->n_regions; i++) {
        const struct region *r = u->regions[i];
        if (!r->refused && !directive_is_data(r->dir) && r->begin <= loop->begin &&
            loop->end <= r->end)
            return true;
    }
    return false;
}

/* Does the host run it in its order, and loops in it are what may be taken over? */
static bool only_holds_loops(const struct unit *u, const struct construct *loop)
{
    for (size_t i = 0; i < u->facts.n_constructs && site_is_ordered(loop); i++) {
        const struct construct *c = &u->facts.constructs[i];
        if (c->parts == PART_LOOP && c->begin > loop->begin && c->end <= loop->end)
            return true;
    }
    return false;
}

/* Where the first loop of the OpenACC region begins that is not taken over: it is refused, or has
 * no directive (`acc loop seq`).  0: all are, or those in it. */
static size_t first_left(const struct unit *u, const struct construct *joint)
{
    for (size_t i = 0; i < u->facts.n_constructs; i++) {
        const struct construct *c = &u->facts.constructs[i];
        bool inside = c->begin > joint->begin && c->end <= joint->end;
        if (inside && c->parts == PART_LOOP && !is_taken_over(u, c) && !only_holds_loops(u, c))
            return c->begin;
    }
    return 0;
}

/* The region stays with the compiler for the loop that begins at `left`. */
static void leave_joint(struct unit *u, const struct construct *joint, size_t left)
{
    for (size_t i = 0; i < u->n_regions; i++) {
        struct region *r = u->regions[i];
        if (r->site.joint != joint || r->refused)
            continue;
        refuse_device(r, left, CODE_OFFLOAD_REGION,
                      "the loop in line %u of the OpenACC compute region around it is left to the "
                      "compiler, which turns all of the region into device code of its own; split "
                      "the region, or compile without -fopenacc",
                      source_position(&u->src, left).line);
        r->refuse_level = REFUSE_LOOP;
        r->site.joint = NULL;
        free(u->device[i]);
        u->device[i] = device_text(u, u->plans[i], r);
        refusal_say(&u->diag, r);
    }
}

/* An OpenACC region that the compiler heeds stays as a whole, or goes as a whole.  Which of both is
 * known when all its loops have been built, and that is early enough to refuse them: nothing of the
 * unit is written yet, the data regions are looked at after this, and the plan of a refused loop
 * and its device text are made again. */
static void settle_joints(struct unit *u)
{
    for (size_t i = 0; i < u->n_regions; i++) {
        const struct region *r = u->regions[i];
        size_t left = r->site.joint && !r->refused ? first_left(u, r->site.joint) : 0;
        if (left)
            leave_joint(u, r->site.joint, left);
    }
}

/* What an open target region maps is no directive of the program's: without a loop that is taken
 * over in it, or with an item that is none of ours, there is nothing to do, and all others of the
 * file are as they are. */
static void settle_regions(struct unit *u)
{
    for (size_t i = 0; i < u->n_regions; i++) {
        struct region *r = u->regions[i];
        bool taken = false;
        for (size_t k = 0; r->dir->implied && k < u->facts.n_constructs; k++) {
            const struct construct *c = &u->facts.constructs[k];
            taken |=
                c->pragma == r->dir->written && accept_region_taken(c, u->regions, u->n_regions);
        }
        if (!r->dir->implied || (taken && !r->refused))
            continue;
        r->n_items = 0;
        r->refused = false;
    }
}

static void build_regions(struct unit *u)
{
    u->regions = xcalloc(u->n_directives + 1, sizeof *u->regions);
    u->plans = xcalloc(u->n_directives + 1, sizeof *u->plans);
    u->device = xcalloc(u->n_directives + 1, sizeof *u->device);
    ast_check_unit(u->ast, u->directives, u->n_directives);
    find_scans(u);
    for (size_t i = 0; i < u->n_directives; i++) {
        struct directive *dir = u->directives[i];
        if (dir->kind == DIR_ROUTINE || is_scan_of(u, dir))
            continue;
        struct plan *around = enclosing(u, dir->pragma->begin);
        if (around && !directive_is_data(dir))
            note_part(u, dir, around);
        else
            build_region(u, i, around ? around->r : NULL);
    }
    u->diag.quiet = u->opt.quiet || u->opt.link;
    settle_joints(u);
    settle_regions(u);
    struct data_against against = against_data(u);
    data_check_together(u->regions, u->n_regions, against, against_target(u));
    u->takes_calls = !against.what && u->opt.accept == 1u << ORIGIN_ACC;
    for (size_t i = 0; i < u->n_regions; i++)
        if (directive_is_data(u->regions[i]->dir)) {
            plan_make(u->plans[i], u->regions[i]);
            u->takes_calls &= !u->regions[i]->refused;
            u->unheeded |= u->regions[i]->refused;
        }
}

/* ---- the unit ---- */

static int load(struct unit *u)
{
    if (u->opt.link)
        return units_load(&u->others, &u->src, &u->opt) ? UNIT_NO_FILE : UNIT_DONE;
    int status = source_load(&u->src, u->opt.input, u->opt.cc, u->opt.accept);
    if (status < 0)
        fprintf(stderr, "tcr-rewrite: error: cannot preprocess '%s' with '%s': %s\n", u->opt.input,
                u->opt.cc[0], strerror(-status));
    return status < 0 ? UNIT_NO_FILE : status;
}

/* Does the link find what some directive waits for?  Where none waits, it asks for the unit as it
 * was compiled, with a name more. */
static bool link_helps(const struct unit *u)
{
    if (u->opt.link && u->others.n_pending == 0)
        return true;
    for (size_t i = 0; i < u->n_regions; i++)
        if (!u->regions[i]->refused && units_pending(&u->others, (size_t)u->regions[i]->id))
            return true;
    return !u->opt.link;
}

/* Is a file that the unit includes about to be overwritten? */
static bool spares_headers(const struct unit *u)
{
    const char *outputs[] = {u->opt.output, u->opt.report_file};
    for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++)
        if (!u->opt.link && outputs[i] && source_is_file(&u->src, outputs[i])) {
            fprintf(stderr, "tcr-rewrite: error: '%s' is included by '%s'; name another %s file\n",
                    outputs[i], u->opt.input, i ? "report" : "output");
            return false;
        }
    return true;
}

/* Directives in a 32-bit compilation, which has no device. */
static int refuse_ilp32(struct unit *u)
{
    diag_at(&u->diag, DIAG_WARNING, u->src.pragmas[0].begin,
            "tcr directives %s in a 32-bit compilation: devices and the runtime are 64-bit "
            "only",
            u->opt.strict ? "cannot be honoured" : "are ignored");
    report_all(u, CODE_ILP32, ir_strdup("devices and the runtime are 64-bit only"), 0);
    return u->diag.errors ? UNIT_ERRORS : UNIT_NOTHING;
}

/* Is something of the unit to be rewritten? */
static bool gives_text(const struct unit *u)
{
    bool some = u->unheeded || accept_calls_any(&u->src, u->opt.accept, u->takes_calls);
    for (size_t i = 0; i < u->n_regions; i++)
        some |= u->plans[i]->has_host || !region_is_plain(u->regions[i]);
    for (size_t i = 0; i < u->facts.n_constructs; i++)
        some |= accept_is_compute(&u->facts.constructs[i], u->opt.accept);
    return some && link_helps(u);
}

/* A directive is in error: those of the others are told with it, for the program's author meets all
 * of them sooner or later.  (Warnings could follow from the error.) */
static void find_more_errors(struct unit *u)
{
    size_t n, where;
    char *message;
    report_all(u, CODE_OTHER_ERROR, ir_strdup("the unit is not compiled: a directive is in error"),
               0);
    if (u->opt.ilp32)
        return;
    struct construct *constructs = read_constructs(u, &n);
    u->diag.quiet = true;
    u->diag.werror = false;
    if (!parse_text(u, constructs, n, &where, &message))
        return;
    ast_check_unit(u->ast, u->directives, u->n_directives);
    for (size_t i = 0; i < u->n_directives; i++)
        if (u->directives[i]->kind != DIR_ROUTINE && u->directives[i]->kind != DIR_SCAN)
            region_build(u->ast, &u->src, &u->diag, u->directives[i], (int)i, &u->facts);
}

int unit_analyse(struct unit *u)
{
    int status = load(u);
    if (status)
        return status;
    if (!spares_headers(u))
        return UNIT_ERRORS;
    u->diag = (struct diag){.src = &u->src,
                            .out = stderr,
                            .log = &u->log,
                            .style = u->opt.style,
                            .quiet = u->opt.quiet || u->opt.link, /* it has been said */
                            .werror = u->opt.strict};
    parse_directives(u);
    if (u->diag.errors) {
        find_more_errors(u);
        return UNIT_ERRORS;
    }
    if (u->n_directives && u->opt.ilp32)
        return refuse_ilp32(u);
    size_t n_constructs;
    struct construct *constructs = read_constructs(u, &n_constructs);
    if (u->opt.ilp32 || (!u->n_directives && !accept_any(&u->src, u->opt.accept) &&
                         !accept_calls_any(&u->src, u->opt.accept, true))) {
        status = u->diag.errors ? UNIT_ERRORS : unit_keep(u);
        return status ? status : UNIT_NOTHING;
    }
    if (!parse_unit(u, constructs, n_constructs)) {
        status = u->diag.errors ? UNIT_ERRORS : unit_keep(u);
        return status ? status : UNIT_UNREADABLE;
    }
    struct ast_outside outside = {.units = u->opt.link ? &u->others : NULL,
                                  .whole_program = u->opt.whole_program && can_wait(u),
                                  .lto = u->opt.lto,
                                  .device_flags = u->opt.device_flags};
    ast_set_outside(u->ast, &outside);
    take_routines(u);
    take_variants(u);
    accept_directives(u);
    build_regions(u);
    status = u->diag.errors ? UNIT_ERRORS : unit_keep(u);
    if (status)
        return status;
    if (!gives_text(u))
        return UNIT_NOTHING;
    u->device_text = unit_device_text(u, SIZE_MAX);
    if (u->opt.output && !u->diag.errors)
        unit_compile_images(u, &u->device_text);
    return u->diag.errors ? UNIT_ERRORS : UNIT_DONE;
}
