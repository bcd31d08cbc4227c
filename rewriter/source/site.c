/* SPDX-License-Identifier: MIT */
/* site.c: see site.h. */
#include "site.h"

#include <string.h>

#include "../text/arena.h"
#include "../text/text.h"

bool site_heeded(const struct facts *f, const struct construct *c)
{
    if (c->pragma->origin == ORIGIN_ACC)
        return f->openacc;
    return f->openmp == USER_OPENMP_ON ||
           (f->openmp == USER_OPENMP_SIMD && c->parts == PART_SIMD); /* what output.c keeps */
}

/* Where the line of a pragma begins, or where one without a text stands (accept_kernels.c). */
static size_t line_begin(const char *text, size_t at)
{
    while (at > 0 && text[at - 1] != '\n' && (text[at] == '#' || strchr(" \t", text[at])))
        at--;
    return at;
}

/* Nothing but blanks, lines for the preprocessor, and this brace? */
static bool only(const char *text, size_t at, size_t end, char brace)
{
    bool line_start = true;
    for (; at < end; at++) {
        if (text[at] == '\n')
            line_start = true;
        else if (text[at] == '#' && line_start)
            at += strcspn(text + at, "\n") - 1;
        else if (text[at] == brace)
            line_start = false;
        else if (!strchr(" \t\r\f\v", text[at]))
            return false;
    }
    return true;
}

/* May the construct around join those on the loop, of which `have` are the parts? */
static bool joins(unsigned outer, unsigned have)
{
    if (outer & (PART_DATA | PART_ENTER | PART_EXIT | PART_UPDATE))
        return false;
    if (!have)
        return (outer & PARTS_LOOP) != 0;
    if (outer & (PARTS_LOOP | PART_OTHER))
        return false;
    if (outer & (PART_KERNELS | PART_SERIAL))
        return have == PART_LOOP;
    if (outer & PART_PARALLEL)
        return (have & (PART_FOR | PART_LOOP)) &&
               !(have & (PART_PARALLEL | PART_TEAMS | PART_DISTRIBUTE));
    if (outer & PART_TEAMS)
        return ((have & PART_DISTRIBUTE) && !(have & PART_TEAMS)) || have == PART_LOOP;
    return outer == PART_TARGET && !(have & PART_TARGET) &&
           ((have & (PART_PARALLEL | PART_TEAMS)) || (have & PARTS_LOOP) == PART_SIMD ||
            have == PART_LOOP);
}

static bool is_thread(const struct construct *c)
{
    const struct other_clause *bind = construct_clause(c, "bind");
    return bind && bind->argument && strcmp(bind->argument, "thread") == 0;
}

/* Take in the constructs directly on the loop, from the inside out. */
static size_t collect(const struct facts *f, enum origin origin, struct site *s)
{
    const char *text = f->src->text;
    size_t k = f->n_constructs;
    /* One without a text begins where its loop does. */
    while (k > 0 && f->constructs[k - 1].pragma->begin > s->begin)
        k--;
    size_t loop = s->begin, begin = loop, end = s->end;
    s->first = k;
    for (; k > 0; k--) {
        const struct construct *c = &f->constructs[k - 1];
        if (c->pragma->origin != origin && !site_heeded(f, c))
            continue;
        bool around = c->end && c->begin <= loop && c->end >= end && c->pragma->end <= begin;
        bool hint = construct_is_hint(c);
        if (!around || !(hint || joins(c->parts, s->parts)) ||
            !only(text, c->pragma->end, begin, '{') || !only(text, end, c->end, '}'))
            break;
        s->first = k - 1;
        s->count++;
        s->parts |= hint ? 0 : c->parts;
        s->heeded |= site_heeded(f, c);
        begin = c->pragma->begin;
        end = c->end;
        if (site_heeded(f, c)) {
            size_t line = line_begin(text, begin);
            s->begin = line < s->begin ? line : s->begin;
            s->end = end > s->end ? end : s->end;
        }
    }
    return k;
}

static void refuse_site(struct site *s, size_t at, enum refusal_code code, const char *why)
{
    if (s->refusal)
        return;
    s->code = code;
    s->refusal = why;
    s->refusal_at = at;
}

/* Do all threads that meet the loop share its iterations? */
static bool is_shared(const struct site *s)
{
    return ((s->parts & PART_DISTRIBUTE) && !(s->parts & PART_TEAMS)) ||
           ((s->parts & (PART_FOR | PART_LOOP)) &&
            !(s->parts & (PART_PARALLEL | PART_TEAMS | PART_TARGET | PART_KERNELS | PART_SERIAL)));
}

/* Of a team, one at a time runs what is in it. */
static bool is_one_thread(const struct construct *c)
{
    static const char *const names[] = {"single", "master", "masked", "critical"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(c->name, names[i]) == 0)
            return true;
    return false;
}

/* The loop goes with all of the region, or the compiler makes device code of it. */
static void look_at_region(const struct facts *f, struct site *s, const struct construct *c)
{
    if (c->pragma->origin != ORIGIN_ACC) {
        if (c->open)
            s->target = c;
        else
            refuse_site(s, c->kept ? c->kept_at : c->pragma->begin, CODE_OFFLOAD_REGION,
                        c->kept ? c->kept
                                : "the loop stands in an OpenMP target region, which the compiler "
                                  "turns into device code of its own");
        return;
    }
    struct site_kept kept = site_kept(f, c);
    if (!kept.why && !s->joint && s->parts == PART_LOOP)
        s->joint = c;
    else
        refuse_site(s, kept.at, CODE_OFFLOAD_REGION,
                    kept.why ? kept.why
                             : "the loop stands in an OpenACC compute region, but has another "
                               "construct than 'acc loop'; compile without -fopenacc");
}

static void look_around(const struct facts *f, enum origin origin, struct site *s, size_t k,
                        size_t loop)
{
    bool nearest = true; /* of those that a team's loop may stand in */
    bool shared = is_shared(s), alone = shared;
    for (; k > 0; k--) {
        const struct construct *c = &f->constructs[k - 1];
        unsigned parts = c->open ? c->parts & ~PART_TEAMS : c->parts; /* it has one team */
        if (!c->end || c->begin > loop || c->end < s->end)
            continue;
        if (site_heeded(f, c) &&
            (c->pragma->begin >= s->begin || ((c->parts & PARTS_LOOP) && c->begin == loop)))
            refuse_site(s, c->pragma->begin, CODE_PLACEMENT,
                        "another construct stands between the directive and its loop");
        if (!site_heeded(f, c)) {
            if (!s->parallel && shared && !(parts & PARTS_LOOP) && c->pragma->origin == origin &&
                (parts & (PART_PARALLEL | PART_SERIAL)))
                s->parallel = c;
            continue;
        }
        bool acc = c->pragma->origin == ORIGIN_ACC;
        if (site_is_ordered(c))
            continue; /* the region around it says where it may go */
        if (!(parts & PART_DATA) &&
            ((parts & PARTS_COMPUTE) || (acc && (parts & (PART_PARALLEL | PART_LOOP)))))
            look_at_region(f, s, c);
        else if ((parts & (PART_SIMD | PART_LOOP)) && !acc)
            refuse_site(s, c->pragma->begin, CODE_SIMD_REGION,
                        "the loop stands in an OpenMP 'simd' or 'loop' construct, whose "
                        "iterations may call nothing that starts other work");
        alone |= is_one_thread(c);
        s->crowd |= !alone && (parts & (PART_PARALLEL | PART_TEAMS | PART_TASKLOOP));
        const struct other_clause *d = construct_clause(c, "default");
        s->unlisted |= d && d->argument && strcmp(d->argument, "shared") != 0;
        if (nearest && shared && (parts & (PART_PARALLEL | PART_TEAMS)))
            s->parallel = parts & PART_PARALLEL ? c : NULL;
        nearest &= !(parts & (PART_PARALLEL | PART_TEAMS | PART_TARGET));
    }
}

bool site_lists(const struct facts *f, const struct site *s, const char *clause, const char *name)
{
    for (size_t i = s->first; i < s->first + s->count; i++)
        for (size_t k = 0; k < f->constructs[i].n_clauses; k++) {
            const struct other_clause *c = &f->constructs[i].clauses[k];
            if (c->argument && strcmp(c->name, clause) == 0 &&
                construct_mentions(c->argument, 0, strlen(c->argument), name))
                return true;
        }
    return false;
}

/* Does one thread surely run neighbouring iterations, one after the other, or all of them?  Then
 * they may have a place in common. */
static bool keeps_together(const struct construct *c)
{
    static const char *const chunks[] = {"schedule", "dist_schedule"};
    const struct other_clause *threads = construct_clause(c, "num_threads");
    for (size_t i = 0; i < sizeof chunks / sizeof *chunks; i++) {
        const struct other_clause *k = construct_clause(c, chunks[i]);
        size_t at = 0;
        if (!k || !k->argument || !construct_piece(k->argument, &at))
            continue;
        const char *chunk = construct_piece(k->argument, &at);
        if (chunk && strcmp(chunk, "1") != 0)
            return true;
    }
    return construct_clause(c, "ordered") || construct_clause(c, "safelen") ||
           construct_clause(c, "grainsize") || construct_clause(c, "num_tasks") ||
           (threads && threads->argument && strcmp(threads->argument, "1") == 0);
}

unsigned site_promised(const struct facts *f, const struct site *s)
{
    unsigned loops = 1;
    if (!s->heeded || !(s->parts & PARTS_LOOP) || (s->parts & PARTS_LOOP) == PART_SIMD ||
        (s->parallel && keeps_together(s->parallel)))
        return 0;
    for (size_t i = s->first; i < s->first + s->count; i++) {
        const struct construct *c = &f->constructs[i];
        const struct other_clause *k = construct_clause(c, "collapse");
        if (c->pragma->origin == ORIGIN_ACC || c->malformed || keeps_together(c))
            return 0;
        if (k && k->argument && k->argument[0] >= '1' && k->argument[0] <= '7' && !k->argument[1])
            loops = (unsigned)(k->argument[0] - '0');
    }
    return loops;
}

/* Does it share its iterations among the teams of an open region, of which there is one? */
static bool is_of_initial_thread(const struct site *s)
{
    return s->target && (s->target->parts & PART_TEAMS) && !s->parallel &&
           (s->parts & (PART_DISTRIBUTE | PART_LOOP));
}

struct site site_find(const struct facts *f, enum origin origin, size_t pragma, size_t begin,
                      size_t end)
{
    struct site s = {.begin = begin, .end = end, .first = f->n_constructs};
    size_t k = collect(f, origin, &s);
    size_t line = line_begin(f->src->text, pragma);
    if (line < s.begin)
        s.begin = line;
    look_around(f, origin, &s, k, begin);
    if (!s.heeded || !s.count)
        return s;
    const struct construct *c = &f->constructs[s.first];
    if (is_shared(&s) && c->pragma->origin == ORIGIN_ACC && !s.joint)
        refuse_site(&s, c->pragma->begin, CODE_OFFLOAD_REGION,
                    "an orphaned loop is a part of the compiler's own device code");
    if (!is_shared(&s) || c->pragma->origin == ORIGIN_ACC)
        return s;
    bool loop = s.parts & PART_LOOP;
    const struct other_clause *bind = construct_clause(c, "bind");
    bool bound = s.parallel || (bind && bind->argument && strcmp(bind->argument, "parallel") == 0);
    if ((loop && is_thread(c)) || is_of_initial_thread(&s))
        return s;
    if ((s.parts & PART_DISTRIBUTE) || (loop && !bound))
        refuse_site(&s, c->pragma->begin, CODE_WORKSHARING,
                    "the loop is shared among the teams of a construct around it");
    const struct construct *cancel = s.parallel ? construct_cancel(f, s.parallel) : NULL;
    if (cancel)
        refuse_site(&s, cancel->pragma->begin, CODE_WORKSHARING,
                    "a thread that leaves the team by 'cancel' would not come to the barriers "
                    "at which the others agree on the loop");
    s.team = true;
    return s;
}
