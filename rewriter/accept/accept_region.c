/* SPDX-License-Identifier: MIT */
/*
 * accept_region.c: OpenMP's `target` regions around statements, of which several may be loops.
 *
 * Such a region is taken as what it says of data, loops that are taken over one by one, and the
 * statements between them, which are the host's (output_region.c).  That is its meaning where the
 * host runs all of it, so there must be nothing in it that means another thing there.  This file
 * looks at the text; whether a loop of the region is taken over is known when the unit's regions
 * are built.
 */
#include <string.h>

#include "../front/ast.h"
#include "../text/arena.h"
#include "../text/text.h"
#include "accept.h"

static const char left[] = "the loop stands in an OpenMP target region, which the compiler turns "
                           "into device code of its own, for ";

/* Those that a region may have, and those of the teams and threads that run all of it. */
static const char *const clauses[] = {"map", "private", "firstprivate", "thread_limit"};
static const char *const of_threads[] = {"num_threads", "proc_bind", "shared", "default",
                                         "reduction"};

static void keep(struct construct *c, size_t at, const char *why)
{
    if (c->kept)
        return;
    c->kept = ir_printf("%s%s", left, why);
    c->kept_at = at;
}

const char *accept_region_kept(const struct construct *c)
{
    const size_t n = strlen(left);
    return strncmp(c->kept, left, n) == 0 ? c->kept + n : c->kept;
}

static bool is_number(const struct other_clause *c, const char *number)
{
    return c->argument && strcmp(c->argument, number) == 0;
}

static bool may_have(const struct construct *c, const struct other_clause *clause)
{
    if (strcmp(clause->name, "device") == 0)
        return is_number(clause, "0");
    if (strcmp(clause->name, "num_teams") == 0)
        return is_number(clause, "1");
    if (strcmp(clause->name, "defaultmap") == 0)
        return clause->argument && strncmp(clause->argument, "none", 4) != 0;
    return TEXT_ONE_OF(clauses, clause->name) ||
           ((c->parts & (PART_TEAMS | PART_PARALLEL)) && TEXT_ONE_OF(of_threads, clause->name));
}

/* An array that the region has a copy of would have to be made with its values. */
static bool copies_array(const struct facts *f, const struct construct *c)
{
    size_t n;
    const struct decl *names = ast_text_names(f->ast, c->begin, c->end, &n);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < c->n_clauses; k++) {
            const struct other_clause *in = &c->clauses[k];
            if (names[i].type->kind == TYPE_ARRAY && strcmp(in->name, "firstprivate") == 0 &&
                in->argument &&
                construct_mentions(in->argument, 0, strlen(in->argument), names[i].name))
                return true;
        }
    return false;
}

static void look_at_clauses(const struct facts *f, struct construct *c)
{
    for (size_t i = 0; i < c->n_clauses; i++)
        if (!may_have(c, &c->clauses[i]))
            keep(c, c->pragma->begin, ir_printf("it has the clause '%s'", c->clauses[i].name));
    if (copies_array(f, c))
        keep(c, c->pragma->begin, "it has an array in 'firstprivate'");
}

/* Around is what gcc does not let `teams` stand in, once it is no part of `target`. */
static void look_around(const struct facts *f, struct construct *c)
{
    for (size_t i = 0; (c->parts & PART_TEAMS) && i < f->n_constructs; i++) {
        const struct construct *o = &f->constructs[i];
        if (o != c && o->pragma->origin == ORIGIN_OMP && o->end && o->begin <= c->pragma->begin &&
            o->end >= c->end)
            keep(c, o->pragma->begin, "its teams would stand in another construct");
    }
}

static bool is_named(const struct construct *c, const char *name)
{
    return strcmp(c->name, name) == 0;
}

/* What an inner construct has to do with the region, in words; NULL: nothing. */
static const char *needs_target(const struct construct *c, const struct construct *in)
{
    static const char *const together[] = {"sections", "section", "task", "taskgroup"};
    const struct construct *nearest = c;
    if (in->parts & (PART_TARGET | PART_TEAMS))
        return "another construct of a device stands in it";
    if (TEXT_ONE_OF(together, in->name) || is_named(in, "cancel"))
        return ir_printf("'%s' stands in it", in->name);
    for (const struct construct *o = c + 1; o < in; o++)
        if (o->end >= in->end && o->begin <= in->pragma->begin && o->pragma->origin == ORIGIN_OMP)
            nearest = o;
    if ((in->parts & PART_LOOP) && !(in->parts & PART_PARALLEL) && nearest->parts == PART_TARGET &&
        !construct_clause(in, "bind"))
        return "a 'loop' stands in it that no construct says who shares";
    return NULL;
}

static void look_inside(const struct facts *f, struct construct *c)
{
    for (const struct construct *in = c + 1; in < f->constructs + f->n_constructs; in++) {
        const char *why = NULL;
        if (in->pragma->begin >= c->end)
            return;
        if (in->pragma->origin == ORIGIN_OMP)
            why = needs_target(c, in);
        if (why)
            keep(c, in->pragma->begin, why);
    }
}

/* Around statements, with its teams or threads or for itself? */
static bool is_region(const struct facts *f, const struct construct *c)
{
    return c->pragma->origin == ORIGIN_OMP && c->end && !c->malformed &&
           f->src->text[c->begin] == '{' && (c->parts & PART_TARGET) &&
           (c->parts == PART_TARGET || c->parts == (PART_TARGET | PART_TEAMS) ||
            c->parts == (PART_TARGET | PART_PARALLEL));
}

void accept_regions(const struct facts *f, struct construct *all, unsigned accept)
{
    for (size_t i = 0; i < f->n_constructs; i++) {
        struct construct *c = &all[i];
        if (!(accept & 1u << ORIGIN_OMP) || !site_heeded(f, c) || !is_region(f, c))
            continue;
        look_at_clauses(f, c);
        look_around(f, c);
        look_inside(f, c);
        c->open = !c->kept;
    }
}
