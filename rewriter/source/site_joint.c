/* SPDX-License-Identifier: MIT */
/*
 * site_joint.c: may a compute region of OpenACC's go as a whole?
 *
 * A compiler that heeds the region makes device code of all that is in it.  So the region goes with
 * every statement of it, or it stays.  `kernels` may have statements besides loops that are taken
 * over: they run once, in the program's order, on variables that are the program's, and so does the
 * host.  In the other regions, each gang has scalars of its own.  This file looks at the text;
 * whether all the loops are taken over is known when the unit's regions are built (unit_build.c).
 */
#include "site.h"

#include <string.h>

#include "../text/arena.h"

#define LEFT                                                                                       \
    "the loop stands in an OpenACC compute region, which the compiler turns into device code of "  \
    "its own"

/* The first clause that asks for more than data and a way to run; NULL: there is none. */
static const char *forbidding_clause(const struct construct *c)
{
    static const char *const forbidding[] = {"private", "firstprivate", "reduction",  "if",
                                             "self",    "deviceptr",    "device_type"};
    for (size_t i = 0; i < sizeof forbidding / sizeof *forbidding; i++)
        if (construct_clause(c, forbidding[i]))
            return forbidding[i];
    return NULL;
}

/* Where the loop that begins there ends, if a construct stands on it; else 0. */
static size_t end_of_loop(const struct facts *f, size_t begin)
{
    for (size_t i = 0; i < f->n_constructs; i++)
        if (f->constructs[i].parts == PART_LOOP && f->constructs[i].begin == begin)
            return f->constructs[i].end;
    return 0;
}

/* The first statement of the block that is no such loop; 0: all of them are. */
static size_t first_other(const struct facts *f, const struct construct *c)
{
    const char *text = f->src->text;
    for (size_t at = c->begin + 1, end; at < c->end - 1;) {
        if (text[at] == '#' && text[at - 1] == '\n')
            at += strcspn(text + at, "\n");
        else if (strchr("{} \t\r\n\f\v", text[at]))
            at++;
        else if ((end = end_of_loop(f, at)) > at)
            at = end;
        else
            return at;
    }
    return 0;
}

bool site_is_ordered(const struct construct *c)
{
    return c->pragma->origin == ORIGIN_ACC && c->parts == PART_LOOP &&
           (c->implied || construct_clause(c, "seq"));
}

struct site_kept site_kept(const struct facts *f, const struct construct *c)
{
    const size_t at = c->pragma->begin;
    const char *clause = forbidding_clause(c);
    bool region = c->parts == PART_KERNELS || c->parts == PART_PARALLEL || c->parts == PART_SERIAL;
    if (!region || c->malformed || f->src->text[c->begin] != '{')
        return (struct site_kept){LEFT "; compile without -fopenacc", at};
    if (clause)
        return (struct site_kept){
            ir_printf(LEFT ", for it has the clause '%s'; put a combined construct on each loop, "
                           "or compile without -fopenacc",
                      clause),
            at};
    /* whose scalars are the program's, and whose other statements run once and in order */
    size_t other = c->parts == PART_KERNELS ? 0 : first_other(f, c);
    if (other)
        return (struct site_kept){
            ir_printf(LEFT ", for the statement in line %u is no loop with a construct; move "
                           "that out of the region, split the region, or compile without -fopenacc",
                      source_position(f->src, other).line),
            other};
    return (struct site_kept){NULL, at};
}
