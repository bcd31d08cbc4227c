/* SPDX-License-Identifier: MIT */
/* sharing.c: see sharing.h. */
#include "sharing.h"

#include <string.h>

#include "../text/text.h"

/* ---- clauses ---- */

static bool is_word(const char *s, const char *word)
{
    size_t at = 0, len = text_token(s, strlen(s), &at);
    return len == strlen(word) && memcmp(s + at, word, len) == 0;
}

/* [modifiers ":"] item, ...; of linear() the steps come behind the colon. */
static bool lists(const struct other_clause *c, const char *name)
{
    if (!c->argument)
        return false;
    const char *colon = construct_colon(c->argument), *list = c->argument;
    if (strcmp(c->name, "linear") == 0)
        return construct_mentions(list, 0, colon ? (size_t)(colon - list) : strlen(list), name);
    size_t at = 0;
    list = colon ? colon + 1 : list;
    for (char *item; (item = construct_piece(list, &at)) != NULL;)
        if (is_word(item, name))
            return true;
    return false;
}

static bool lists_in(const struct construct *c, const char *clause, const char *name)
{
    for (size_t i = 0; i < c->n_clauses; i++)
        if (strcmp(c->clauses[i].name, clause) == 0 && lists(&c->clauses[i], name))
            return true;
    return false;
}

static bool is_static(const struct decl *d)
{
    return d->kind != DECL_LOCAL && d->kind != DECL_PARAM;
}

/* In some clause for data: all that OpenACC has for variables, but for those of copies. */
static bool in_data_clause(const struct construct *c, const char *name)
{
    for (size_t i = 0; i < c->n_clauses; i++) {
        const char *clause = c->clauses[i].name;
        if (strcmp(clause, "private") != 0 && strcmp(clause, "firstprivate") != 0 &&
            strcmp(clause, "if") != 0 && strcmp(clause, "self") != 0 && lists(&c->clauses[i], name))
            return true;
    }
    return false;
}

/* ---- OpenACC ---- */

/* A scalar in a parallel or serial construct, without a clause for data that can be seen. */
static bool acc_copies(const struct region *r, const struct construct *c, const struct decl *d)
{
    bool scalar = d->type->kind != TYPE_ARRAY && d->type->kind != TYPE_RECORD;
    if (!(c->parts & (PART_PARALLEL | PART_SERIAL)) || !scalar || in_data_clause(c, d->name))
        return false;
    for (size_t i = 0; i < r->facts->n_constructs; i++) {
        const struct construct *o = &r->facts->constructs[i];
        bool around = (o->parts & PART_DATA) && !(o->parts & (PART_ENTER | PART_EXIT)) &&
                      o->begin <= r->begin && o->end >= r->end;
        if (o->pragma->origin != ORIGIN_ACC || !site_heeded(r->facts, o))
            continue;
        if ((around && in_data_clause(o, d->name)) ||
            (strcmp(o->name, "declare") == 0 &&
             construct_mentions(o->pragma->words, 0, strlen(o->pragma->words), d->name)))
            return false;
    }
    for (size_t i = r->site.first; i < r->site.first + r->site.count; i++)
        if (lists_in(&r->facts->constructs[i], "reduction", d->name))
            return false; /* of a loop in it: as if copy() named it */
    return true;
}

/* ---- OpenMP ---- */

/* `declare target (d)`, or d is declared between `declare target` and its end. */
static bool is_on_target(const struct facts *f, const struct decl *d)
{
    int open = 0;
    for (size_t i = 0; i < f->n_constructs && is_static(d); i++) {
        const struct construct *c = &f->constructs[i];
        const char *words = c->pragma->words;
        size_t end = strlen(words);
        bool begins = strcmp(c->name, "declare") == 0 || strcmp(c->name, "begin") == 0;
        if (c->pragma->origin != ORIGIN_OMP || !construct_mentions(words, 0, end, "target") ||
            !(begins || strcmp(c->name, "end") == 0))
            continue;
        if (construct_mentions(words, 0, end, d->name))
            return true;
        if (c->pragma->begin > d->offset)
            continue;
        if (!begins)
            open -= open > 0;
        else if (strcmp(c->name, "begin") == 0 || !strchr(words, '('))
            open++;
    }
    return open > 0;
}

/* What defaultmap() says of a variable: "firstprivate", "tofrom", ...; NULL: nothing. */
static const char *default_map(const struct construct *c, const struct decl *d)
{
    const char *category = d->type->kind == TYPE_POINTER ? "pointer"
                           : d->type->kind == TYPE_ARRAY || d->type->kind == TYPE_RECORD
                               ? "aggregate"
                               : "scalar";
    for (size_t i = 0; i < c->n_clauses; i++) {
        const char *s = c->clauses[i].argument;
        if (strcmp(c->clauses[i].name, "defaultmap") != 0 || !s)
            continue;
        const char *colon = construct_colon(s);
        if (!colon || is_word(colon + 1, category) || is_word(colon + 1, "all"))
            return s;
    }
    return NULL;
}

bool sharing_target_copies(const struct facts *f, const struct construct *c, const struct decl *d)
{
    const char *how = default_map(c, d);
    if (!(c->parts & PART_TARGET) || lists_in(c, "map", d->name) || is_on_target(f, d))
        return false;
    if (!how || is_word(how, "default"))
        return d->type->kind != TYPE_ARRAY && d->type->kind != TYPE_RECORD;
    return is_word(how, "firstprivate");
}

/* Is it the team's, where construct `at` of the unit stands? */
static bool is_of_team(const struct region *r, size_t at, const struct decl *d)
{
    const struct construct *inner = &r->facts->constructs[at];
    for (size_t i = at; i-- > 0;) {
        const struct construct *c = &r->facts->constructs[i];
        if (c->pragma->origin != ORIGIN_OMP || !site_heeded(r->facts, c) ||
            c->begin > inner->begin || c->end < inner->end)
            continue;
        if (d->offset >= c->begin || lists_in(c, "private", d->name) ||
            lists_in(c, "firstprivate", d->name))
            return false;
        if (c->parts & (PART_PARALLEL | PART_TEAMS))
            return true;
    }
    return false;
}

bool sharing_of_team(const struct region *r, const struct decl *d)
{
    return is_of_team(r, r->site.first, d);
}

/* In tasks all is copied that is not shared by the team. */
static bool task_copies(const struct region *r, size_t at, const struct decl *d)
{
    const struct construct *c = &r->facts->constructs[at];
    const struct other_clause *by = construct_clause(c, "default");
    return (c->parts & PART_TASKLOOP) && !(c->parts & PART_PARALLEL) && !is_static(d) &&
           !lists_in(c, "shared", d->name) &&
           !(by && by->argument && is_word(by->argument, "shared")) && !is_of_team(r, at, d);
}

/* default(private), default(firstprivate): of what is not static. */
static bool default_copies(const struct construct *c, const struct decl *d)
{
    const struct other_clause *by = construct_clause(c, "default");
    return by && by->argument && !is_static(d) && !lists_in(c, "shared", d->name) &&
           (is_word(by->argument, "private") || is_word(by->argument, "firstprivate"));
}

/* ---- constructs ---- */

/* Its counters come back from `simd` and `loop`, and where no construct stands on the loop; clang
 * has copies of them on targets and in tasks. */
static bool counter_copied(const struct region *r, const struct construct *c)
{
    if (c->implied)
        return false;
    if (c->pragma->origin == ORIGIN_ACC || !(c->parts & (PART_SIMD | PART_LOOP)))
        return true;
    return r->src->may_be_clang && (c->parts & (PART_TARGET | PART_TASKLOOP));
}

static bool copies(const struct region *r, size_t at, const struct decl *d, bool counter)
{
    const struct construct *c = &r->facts->constructs[at];
    if (lists_in(c, "lastprivate", d->name) || lists_in(c, "linear", d->name) ||
        lists_in(c, "reduction", d->name))
        return false;
    if (lists_in(c, "private", d->name) || lists_in(c, "firstprivate", d->name))
        return true;
    if (counter && at + 1 == r->site.first + r->site.count)
        return counter_copied(r, c);
    if (c->pragma->origin == ORIGIN_ACC)
        return acc_copies(r, c, d);
    return default_copies(c, d) || sharing_target_copies(r->facts, c, d) || task_copies(r, at, d);
}

struct counter_search {
    size_t begin; /* of a loop */
    struct stmt *loop;
};

static bool visit_loop(struct stmt *s, void *ctx)
{
    struct counter_search *f = ctx;
    if (s->kind == STMT_FOR && s->begin == f->begin)
        f->loop = s;
    return !f->loop;
}

/* Does d count nothing but the iterations of a construct in the loop, which has its own? */
static bool counts_inside(const struct region *r, const struct decl *d)
{
    const char *text = r->src->text, *why;
    for (size_t i = 0; i < r->facts->n_constructs; i++) {
        const struct construct *c = &r->facts->constructs[i];
        if (c->pragma->begin <= r->begin || c->pragma->begin >= r->end ||
            !(c->parts & PARTS_LOOP) || !site_heeded(r->facts, c) || !counter_copied(r, c))
            continue;
        struct counter_search f = {.begin = c->begin};
        stmt_walk(r->stmt, visit_loop, &f);
        struct loop *l = f.loop ? loop_canonical(f.loop, &why) : NULL;
        if (l && l->vars[0].var == d &&
            !construct_mentions(text, r->begin, c->pragma->begin, d->name) &&
            !construct_mentions(text, c->end, r->end, d->name))
            return true;
    }
    return false;
}

bool sharing_keeps(const struct region *r, const struct decl *d, bool counter)
{
    const struct site *s = &r->site;
    for (size_t i = s->first; s->heeded && i < s->first + s->count; i++)
        if (site_heeded(r->facts, &r->facts->constructs[i]) && copies(r, i, d, counter))
            return true;
    if (s->joint && !counter && acc_copies(r, s->joint, d))
        return true;
    return s->heeded && !counter && counts_inside(r, d);
}
