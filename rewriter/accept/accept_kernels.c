/* SPDX-License-Identifier: MIT */
/*
 * accept_kernels.c: the loops of OpenACC's `kernels` regions on which no construct stands.
 *
 * There, compilers of OpenACC look for parallel loops by themselves.  So a `for` directly behind
 * `kernels` makes it `kernels loop`, and any other that stands in the region has a `loop` put in
 * front, which has a place and no text.  Of a nest the outermost loop that is taken over has all of
 * it; where that is refused, as a loop over time steps is, those in it are looked at.
 */
#include <stdlib.h>
#include <string.h>

#include "../front/ast.h"
#include "../text/arena.h"
#include "../text/text.h"
#include "accept.h"

struct kernels {
    const struct source *src;
    struct ast *ast;
    const struct construct *all, *region;
    size_t n;
    struct construct *loops; /* that are found */
    size_t n_loops;
};

static bool has_construct(const struct kernels *k, size_t begin)
{
    for (size_t i = 0; i < k->n; i++)
        if ((k->all[i].parts & PARTS_LOOP) && k->all[i].begin == begin)
            return true;
    return false;
}

static bool is_for(const struct kernels *k, size_t at)
{
    size_t n = text_token(k->src->text, k->src->size, &at);
    return n == 3 && memcmp(k->src->text + at, "for", n) == 0;
}

static void add_loop(struct kernels *k, size_t begin, size_t end)
{
    struct pragma *p = ir_alloc(sizeof *p);
    *p = (struct pragma){.origin = ORIGIN_ACC,
                         .begin = begin,
                         .end = begin,
                         .words = ir_strdup("loop"),
                         .namespace_word = k->region->pragma->namespace_word};
    struct construct c = construct_parse(p);
    c.implied = true;
    c.begin = begin;
    c.end = end;
    IR_PUSH(k->loops, k->n_loops, c);
}

static void visit_loop(size_t begin, size_t end, void *ctx)
{
    struct kernels *k = ctx;
    if (!has_construct(k, begin))
        add_loop(k, begin, end);
}

static int compare(const void *a, const void *b)
{
    const struct pragma *x = ((const struct construct *)a)->pragma,
                        *y = ((const struct construct *)b)->pragma;
    return x->begin < y->begin ? -1 : x->begin > y->begin;
}

struct construct *accept_kernels(const struct source *src, struct ast *ast, struct construct *all,
                                 size_t *n, unsigned accept)
{
    struct kernels k = {.src = src, .ast = ast, .all = all, .n = *n};
    for (size_t i = 0; i < *n && (accept & 1u << ORIGIN_ACC); i++) {
        struct construct *c = &all[i];
        if (c->pragma->origin != ORIGIN_ACC || (c->parts & ~(unsigned)PART_LOOP) != PART_KERNELS ||
            !c->end)
            continue;
        k.region = c;
        if (is_for(&k, c->begin) && !has_construct(&k, c->begin)) {
            c->parts |= PART_LOOP;
            c->implied = true;
        }
        ast_text_loops(ast, c->begin, c->end, visit_loop, &k);
    }
    if (!k.n_loops)
        return all;
    struct construct *with = ir_alloc((*n + k.n_loops) * sizeof *with);
    memcpy(with, all, *n * sizeof *with);
    memcpy(with + *n, k.loops, k.n_loops * sizeof *with);
    *n += k.n_loops;
    qsort(with, *n, sizeof *with, compare);
    return with;
}
