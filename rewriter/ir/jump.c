/* SPDX-License-Identifier: MIT */
/*
 * jump.c: gotos.  A goto may lead out of blocks, and to anywhere in a block
 * that it stands in: back, which is a loop, or forward.  What leads into a
 * block from outside of it is refused, so that a loop is entered through its
 * head and a branch through its condition.
 */
#include "region.h"

static bool visit_goto(struct stmt *s, void *ctx)
{
    if (s->kind == STMT_GOTO && (!s->target || !stmt_within(s, s->target->target)))
        return refuse(
            ctx, REFUSE_LOOP, s->begin, CODE_GOTO,
            "'goto %s' leads into a block that it does not stand in; put the label before the "
            "block, or a condition in it",
            s->label->name);
    return true;
}

void jump_check(struct region *r, struct stmt *s)
{
    stmt_number(s);
    stmt_walk(s, visit_goto, r);
}
