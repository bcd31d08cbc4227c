/* SPDX-License-Identifier: MIT */
/*
 * jump.c: gotos.  A goto may lead out of blocks, and to anywhere in a block
 * that it stands in: back, which is a loop, or forward.  What leads into a
 * block from outside of it is refused, so that a loop is entered through its
 * head and a branch through its condition.
 */
#include "../ir/region.h"

static void find_blocks(struct stmt *s, const struct stmt *block)
{
    if (!s)
        return;
    switch (s->kind) {
    case STMT_COMPOUND:
        for (size_t i = 0; i < s->n_list; i++)
            find_blocks(s->list[i], s);
        break;
    case STMT_LABEL:
        s->label->block = block;
        find_blocks(s->body, block);
        break;
    case STMT_CASE:
    case STMT_DEFAULT:
        find_blocks(s->body, block);
        break;
    default:
        find_blocks(s->body, s->body);
        find_blocks(s->other, s->other);
    }
}

static bool visit_goto(struct stmt *s, void *ctx)
{
    struct region *r = ctx;
    if (s->kind != STMT_GOTO)
        return true;
    const struct stmt *block = s->label->block;
    if (!block || s->begin < block->begin || s->end > block->end)
        return refuse(
            r, REFUSE_LOOP, s->begin, CODE_GOTO,
            "'goto %s' leads into a block that it does not stand in; put the label before the "
            "block, or a condition in it",
            s->label->name);
    s->label->back |= s->begin > s->label->begin;
    return true;
}

void jump_check(struct region *r, struct stmt *s)
{
    find_blocks(s, s);
    stmt_walk(s, visit_goto, r);
}
