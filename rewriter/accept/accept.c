/* SPDX-License-Identifier: MIT */
/*
 * accept.c: see accept.h.
 *
 * Clauses fall into four classes: those that say the same as one of ours; those
 * that tell how to run in parallel, which mean nothing to us; those that follow
 * from the loop itself (lastprivate, linear, shared), because on one thread they
 * say what plain C says; and those that we cannot honour, which refuse the loop.
 */
#include "accept.h"

#include <string.h>

#include "../front/ast.h"
#include "../source/declared.h"
#include "../source/operators.h"
#include "../text/text.h"

struct taking {
    const struct facts *f;
    struct site site;
    const struct construct *loop; /* the construct that stands on the loop */
    bool heeded;                  /* the compiler heeds it: its lists of privates hold */
    struct buf reductions, words; /* `reduce(...)` comes first on a directive */
    const char **seen;            /* items of the lists so far */
    size_t n_seen;
    bool lists;     /* there are reduction clauses */
    bool dependent; /* iterations need not be independent */
    const char *refusal;
};

/* ---- clauses without a meaning for us ---- */

/* How to run in parallel, or what follows from the loop itself. */
static const char *const ignored_omp[] = {
    "shared",       "schedule",       "nowait",        "num_threads", "proc_bind", "num_teams",
    "thread_limit", "lastprivate",    "dist_schedule", "linear",      "aligned",   "simdlen",
    "nontemporal",  "allocate",       "untied",        "mergeable",   "grainsize", "num_tasks",
    "priority",     "nogroup",        "bind",          "order",       "default",   "defaultmap",
    "hint",         "uses_allocators"};
static const char *const ignored_acc[] = {
    "gang",          "worker",  "vector", "independent", "tile",      "num_gangs", "num_workers",
    "vector_length", "default", "async",  "wait",        "no_create", "attach"};

static void refuse_clause(struct taking *t, const struct other_clause *c, const char *why)
{
    if (!t->refusal)
        t->refusal = ir_printf("the clause '%s' %s", c->name, why);
}

/* ---- lists ---- */

static bool is_seen(struct taking *t, const char *item)
{
    if (text_one_of(t->seen, t->n_seen, item))
        return true;
    IR_PUSH(t->seen, t->n_seen, ir_strdup(item));
    return false;
}

/* The first word of an item: its variable. */
static const char *variable(const char *item)
{
    size_t at = 0, end = strlen(item), len;
    while ((len = text_token(item, end, &at)) > 0 && !text_word_start(item[at]))
        at += len;
    return ir_strndup(item + at, len);
}

static bool in_loop(const struct taking *t, const char *item)
{
    return construct_mentions(t->f->src->text, t->loop->begin, t->loop->end, variable(item));
}

/* " open item, ...)", of the items that the loop names */
static void add_list(struct taking *t, struct buf *out, const char *open, const char *list)
{
    struct buf items = {0};
    size_t at = 0;
    for (char *item; (item = construct_piece(list, &at)) != NULL;)
        if (in_loop(t, item) && !is_seen(t, item))
            buf_printf(&items, "%s%s", items.len ? ", " : "", item);
    if (items.len)
        buf_printf(out, "%s%s%s)", out->len ? " " : "", open, items.s);
    buf_free(&items);
}

/* [modifier ","] operator ":" list */
static void take_reduction(struct taking *t, const struct other_clause *c)
{
    const char *s = c->argument ? c->argument : "";
    size_t at = 0;
    char *first = construct_piece(s, &at);
    bool inscan = first && strcmp(first, "inscan") == 0 && s[at] == ',';
    if (first && strcmp(first, "task") == 0) {
        refuse_clause(t, c, "with 'task' takes part in tasks of the loop");
        return;
    }
    if (inscan || (first && strcmp(first, "default") == 0 && s[at] == ','))
        s += at + 1;
    s += strspn(s, " ");
    const char *colon = construct_colon(s);
    size_t n = colon ? (size_t)(colon - s) : 0;
    while (n > 0 && s[n - 1] == ' ')
        n--;
    if (!colon || (operator_find(s, n) < 0 && !declared_find(t->f->src, s, n)))
        refuse_clause(
            t, c,
            "has an operator that the file does not declare outside of functions, once for a type");
    else
        add_list(t, &t->reductions,
                 ir_printf("reduce(%s%.*s: ", inscan ? "inscan, " : "", (int)n, s), colon + 1);
}

/* Sections of one dimension tell how far an array reaches; what is copied, and
 * which way, is found by the tool. */
static void take_map(struct taking *t, const char *list)
{
    struct buf sections = {0};
    size_t at = 0;
    for (char *item; (item = construct_piece(list, &at)) != NULL;) {
        const char *open = strchr(item, '[');
        bool last = open && item[strlen(item) - 1] == ']' && !strchr(open + 1, '[');
        if (last && construct_colon(ir_strndup(open + 1, strlen(open) - 2)))
            buf_printf(&sections, "%s%s", sections.len ? ", " : "", item);
    }
    if (sections.len)
        add_list(t, &t->words, "copy(", sections.s);
    buf_free(&sections);
}

static void take_omp_map(struct taking *t, const struct other_clause *c)
{
    const char *colon = construct_colon(c->argument);
    const char *list = colon ? colon + 1 : c->argument;
    size_t n = colon ? (size_t)(colon - c->argument) : 0;
    static const char *const types[] = {"to", "from", "tofrom", "alloc"};
    char *type = ir_strndup(c->argument, n);
    while (n > 0 && type[n - 1] == ' ')
        type[--n] = '\0';
    if (colon && !TEXT_ONE_OF(types, type))
        refuse_clause(t, c, "has a modifier that is not known");
    else
        take_map(t, list);
}

/* ---- single values ---- */

/* if([directive:] e); of `simd` it says nothing about where the loop runs. */
static void add_condition(struct buf *all, const char *argument, bool negated)
{
    const char *colon = construct_colon(argument);
    if (colon && strncmp(argument, "simd", 4) == 0)
        return;
    buf_printf(all, "%s%s(%s)", all->len ? " && " : "", negated ? "!" : "",
               colon ? colon + 1 : argument);
}

static void take_collapse(struct taking *t, const struct other_clause *c)
{
    if (construct_colon(c->argument))
        refuse_clause(t, c, "has a modifier that is not known");
    else
        buf_printf(&t->words, " collapse(%s)", c->argument);
}

/* ---- clauses ---- */

/* What both have, once their own words have been looked for. */
static void take_common(struct taking *t, const struct other_clause *c, struct buf *conditions)
{
    const char *name = c->name;
    if (!c->argument)
        refuse_clause(t, c, "is not taken over");
    else if (strcmp(name, "private") == 0 || strcmp(name, "firstprivate") == 0) {
        if (t->heeded)
            add_list(t, &t->words, ir_printf("%s(", name), c->argument);
    } else if (strcmp(name, "collapse") == 0)
        take_collapse(t, c);
    else if (strcmp(name, "if") == 0)
        add_condition(conditions, c->argument, false);
    else
        refuse_clause(t, c, "is not taken over");
}

static void take_omp(struct taking *t, const struct other_clause *c, struct buf *conditions)
{
    const char *name = c->name;
    if (TEXT_ONE_OF(ignored_omp, name))
        return;
    else if (strcmp(name, "safelen") == 0)
        t->dependent = true;
    else if (strcmp(name, "ordered") == 0)
        refuse_clause(t, c, "fixes the order of the iterations");
    else if (c->argument && strcmp(name, "map") == 0)
        take_omp_map(t, c);
    else if (c->argument && strcmp(name, "device") == 0)
        buf_printf(&t->words, " device(%s)", c->argument);
    else
        take_common(t, c, conditions);
}

/* Does it say that the loop works on the device's copy of something? */
static bool copies(const char *name)
{
    struct data_word w;
    return directive_data_word(name, &w) && w.map != TCR_MAP_AUTO && w.map != TCR_MAP_DEVICEPTR;
}

static void take_acc(struct taking *t, const struct other_clause *c, struct buf *conditions)
{
    const char *name = c->name;
    if (TEXT_ONE_OF(ignored_acc, name))
        return;
    else if (strcmp(name, "auto") == 0)
        t->dependent = true;
    else if (strcmp(name, "seq") == 0)
        refuse_clause(t, c, "asks for a sequential loop");
    else if (c->argument && copies(name)) {
        const char *items = accept_acc_list(c->argument);
        if (items)
            take_map(t, items);
        else
            refuse_clause(t, c, "has a modifier that is not taken over");
    } else if (c->argument && strcmp(name, "deviceptr") == 0 && accept_is_plain_pointers(t->f))
        return;
    else if (c->argument && strcmp(name, "self") == 0)
        add_condition(conditions, c->argument, true);
    else
        take_common(t, c, conditions);
}

static bool maps(const struct construct *target, const char *name)
{
    const struct other_clause *d = construct_clause(target, "defaultmap");
    if (d && d->argument && construct_mentions(d->argument, 0, strlen(d->argument), "tofrom"))
        return true;
    for (size_t i = 0; i < target->n_clauses; i++) {
        const char *list = target->clauses[i].argument;
        if (strcmp(target->clauses[i].name, "map") == 0 && list &&
            construct_mentions(list, 0, strlen(list), name))
            return true;
    }
    return false;
}

/* `omp target` on a line of its own has a copy of each scalar that it does not map:
 * what is reduced there is lost. */
static void check_target(struct taking *t, const struct construct *with_reduction)
{
    for (size_t i = t->site.first; i < t->site.first + t->site.count; i++) {
        const struct construct *c = &t->f->constructs[i];
        if (!(c->parts & PART_TARGET) || c == with_reduction || !site_heeded(t->f, c))
            continue;
        for (size_t k = 0; k < t->n_seen; k++)
            if (!maps(c, variable(t->seen[k])) && !t->refusal)
                t->refusal =
                    ir_printf("'omp target' does not map '%s': what is reduced there stays "
                              "in a copy",
                              t->seen[k]);
    }
}

static void take_reductions(struct taking *t)
{
    const struct site *s = &t->site;
    for (size_t i = s->first; i <= s->first + s->count; i++) {
        const struct construct *c =
            i < s->first + s->count ? &t->f->constructs[i] : s->parallel; /* around, at last */
        for (size_t k = 0; c && k < c->n_clauses; k++)
            if (strcmp(c->clauses[k].name, "reduction") == 0) {
                t->lists = true;
                take_reduction(t, &c->clauses[k]);
                check_target(t, c);
            }
    }
}

static void take_clauses(struct taking *t)
{
    struct buf conditions = {0};
    const struct site *s = &t->site;
    for (size_t i = s->first; i < s->first + s->count; i++) {
        const struct construct *c = &t->f->constructs[i];
        for (size_t k = 0; k < c->n_clauses; k++) {
            if (strcmp(c->clauses[k].name, "reduction") == 0)
                continue;
            if (c->pragma->origin == ORIGIN_OMP)
                take_omp(t, &c->clauses[k], &conditions);
            else
                take_acc(t, &c->clauses[k], &conditions);
        }
    }
    if (conditions.len)
        buf_printf(&t->words, " if(%s)", conditions.s);
    buf_free(&conditions);
}

/* ---- which constructs ---- */

/* Those whose threads may share a loop in them, or work that is no loop. */
#define PARTS_AROUND (PART_PARALLEL | PART_TEAMS | PARTS_COMPUTE)

bool accept_any(const struct source *src, unsigned accept)
{
    for (size_t i = 0; i < src->n_others; i++) {
        struct construct c = construct_parse(&src->others[i]);
        bool reduces = (c.parts & PARTS_AROUND) && construct_clause(&c, "reduction");
        if ((accept & 1u << src->others[i].origin) && ((c.parts & PARTS_LOOP) || reduces))
            return true;
        c.end = 1; /* something follows */
        if (accept_is_data(&c, accept) || accept_is_target_data(&c, accept) ||
            accept_is_compute(&c, accept))
            return true;
    }
    return false;
}

/* Does a directive of ours stand on the same loop? */
static bool has_own(const struct facts *f, const struct site *s, const struct construct *c)
{
    for (size_t i = 0; i < f->src->n_pragmas; i++) {
        const struct pragma *p = &f->src->pragmas[i];
        size_t begin, end;
        if (p->near_miss || p->begin > c->begin)
            continue;
        if (p->begin > s->begin)
            return true;
        ast_statement(f->ast, p->end, &begin, &end);
        if (begin == c->begin)
            return true;
    }
    return false;
}

/* Does OpenMP or OpenACC ask for a device? */
static bool asks_for_device(const struct taking *t)
{
    return (t->site.parts & PARTS_COMPUTE) || t->loop->pragma->origin == ORIGIN_ACC;
}

/* The construct of the same origin on a loop around this one. */
static const struct construct *loop_around(const struct taking *t)
{
    for (size_t i = t->site.first; i-- > 0;) {
        const struct construct *c = &t->f->constructs[i];
        if ((c->parts & PARTS_LOOP) && c->begin < t->loop->begin && c->end >= t->loop->end &&
            c->pragma->origin == t->loop->pragma->origin)
            return c;
    }
    return NULL;
}

/* Why a loop without a reduction is left to the compiler, or NULL.  Within a loop that OpenMP
 * shares, or that the device does as a whole, it is not worth a call of its own. */
static const char *leaves_plain(const struct taking *t)
{
    const struct site *s = &t->site;
    if (t->refusal)
        return loop_around(t) ? NULL : t->refusal; /* that one may have all of it */
    if (t->loop->pragma->origin != ORIGIN_OMP)
        return NULL;
    if (!(s->parts & PARTS_LOOP))
        return "another construct stands between the directive and its loop";
    if (loop_around(t))
        return "it has no reduction, and stands in a loop with a construct of its own";
    if (s->crowd && !s->team && !asks_for_device(t))
        return "it has no reduction, and several threads run all of it at the same time";
    if (s->team && accept_nowait(t->f, s))
        return "it has no reduction, and with 'nowait' threads may wait for each other around it "
               "in ways that are not seen here";
    return NULL;
}

/* Does another construct stand between the loop and a directive that reduces, or that asks for a
 * device?  It is refused then, with a warning. */
static bool is_apart(const struct taking *t)
{
    return t->loop->pragma->origin == ORIGIN_OMP && !(t->site.parts & PARTS_LOOP) &&
           (construct_clause(t->loop, "reduction") || (t->loop->parts & PARTS_COMPUTE));
}

struct directive *accept_words(const struct facts *f, const struct construct *c, const char *words,
                               const char **why)
{
    struct pragma *p = ir_alloc(sizeof *p);
    *p = *c->pragma;
    p->words = ir_strdup(words);
    struct diag_log log = {0};
    struct diag silent = {
        .src = (struct source *)f->src, .out = stderr, .silent = true, .log = &log};
    struct directive *d = directive_parse(&silent, p);
    if (d) {
        d->origin = p->origin;
        d->written = c->pragma;
    } else if (why) {
        *why = log.n ? ir_strdup(log.said[0].text) : "its clauses cannot be read";
    }
    diag_log_free(&log);
    return d;
}

/* One whose words are none of ours is refused. */
static struct directive *make_directive(struct taking *t)
{
    const char *why = NULL;
    struct buf words = {0};
    buf_printf(&words, "%s%s%s", t->reductions.len ? t->reductions.s : "loop",
               t->words.len && *t->words.s != ' ' ? " " : "", t->words.len ? t->words.s : "");
    struct directive *d = accept_words(t->f, t->loop, words.s, &why);
    buf_free(&words);
    bool read = d != NULL;
    if (!read)
        d = accept_words(t->f, t->loop, "loop", NULL);
    d->refusal = t->refusal ? t->refusal : why;
    d->dependent = t->dependent;
    d->asks = t->dependent && t->loop->pragma->origin == ORIGIN_ACC; /* `auto` */
    d->on_host = t->loop->pragma->origin == ORIGIN_OMP && !asks_for_device(t) && !t->site.target;
    d->quiet = read && !t->lists && (d->on_host || loop_around(t));
    return d;
}

/* A region that reduces, in which no construct stands on a loop. */
static bool shares_by_hand(const struct facts *f, const struct construct *c)
{
    if (!(c->parts & PARTS_AROUND) || !construct_clause(c, "reduction"))
        return false;
    for (size_t i = 0; i < f->n_constructs; i++) {
        const struct construct *in = &f->constructs[i];
        if ((in->parts & PARTS_LOOP) && in->begin >= c->begin && in->end <= c->end)
            return false;
    }
    return true;
}

struct directive *accept_scan(const struct facts *f, size_t k, unsigned accept)
{
    const struct construct *c = &f->constructs[k];
    struct buf words = {0};
    if (c->pragma->origin != ORIGIN_OMP || !(accept & 1u << ORIGIN_OMP) ||
        strcmp(c->name, "scan") != 0)
        return NULL;
    buf_add(&words, "scan");
    for (size_t i = 0; i < c->n_clauses; i++)
        buf_printf(&words, " %s(%s)", c->clauses[i].name,
                   c->clauses[i].argument ? c->clauses[i].argument : "");
    struct directive *d = accept_words(f, c, words.s, NULL);
    buf_free(&words);
    return d;
}

/* Does the loop stand in a region of OpenACC's in which the compiler is to find out whether its
 * iterations are independent? */
static bool is_auto(const struct taking *t)
{
    const struct construct *all = t->f->constructs, *region = NULL;
    for (size_t i = 0; i < t->f->n_constructs; i++) /* the innermost comes last */
        if (all[i].pragma->origin == ORIGIN_ACC && all[i].begin <= t->loop->begin &&
            all[i].end >= t->loop->end &&
            (all[i].parts & (PART_PARALLEL | PART_KERNELS | PART_SERIAL)) &&
            !(all[i].parts & PARTS_DATA))
            region = &all[i];
    for (size_t i = t->site.first; i < t->site.first + t->site.count; i++)
        if (construct_clause(&all[i], "independent"))
            return false;
    return t->loop->pragma->origin == ORIGIN_ACC && region && !(region->parts & PART_PARALLEL);
}

struct directive *accept_construct(const struct facts *f, size_t k, unsigned accept,
                                   const char **why)
{
    const struct construct *c = &f->constructs[k];
    enum origin origin = c->pragma->origin;
    *why = NULL;
    if ((accept & 1u << origin) && c->end && !(c->parts & PARTS_LOOP) && shares_by_hand(f, c))
        *why = "no construct in it stands on a loop: its threads share the work by hand; write "
               "the construct on the loop";
    if (!(accept & 1u << origin) || !(c->parts & PARTS_LOOP) || !c->end)
        return NULL;
    struct taking t = {.f = f, .loop = c};
    t.heeded = site_heeded(f, c);
    t.site = site_find(f, origin, c->pragma->begin, c->begin, c->end);
    *why = "a tcr directive stands on the same loop";
    if (has_own(f, &t.site, c))
        return NULL;
    for (size_t i = t.site.first; i < t.site.first + t.site.count; i++) {
        if (f->constructs[i].malformed) {
            *why = construct_wrong(&f->constructs[i]);
            return NULL;
        }
    }
    t.dependent = is_auto(&t) || (t.site.parts & PARTS_LOOP) == PART_SIMD;
    take_reductions(&t);
    bool reduces = t.reductions.len || t.refusal;
    take_clauses(&t);
    struct directive *d = NULL;
    *why = reduces ? NULL : leaves_plain(&t);
    if (*why && is_apart(&t)) {
        t.refusal = *why;
        t.lists = true; /* which is more than a remark */
        *why = NULL;
    }
    if (!*why)
        d = make_directive(&t);
    if (d && t.site.count)
        accept_check(f, d, t.site.first, t.site.count);
    buf_free(&t.reductions);
    buf_free(&t.words);
    return d;
}
