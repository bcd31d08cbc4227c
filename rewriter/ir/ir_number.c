/* SPDX-License-Identifier: MIT */
/* ir_number.c: the numbers of a tree's statements, and where its jumps lead. */
#include "ir.h"

bool stmt_is_loop(const struct stmt *s)
{
    return s->kind == STMT_FOR || s->kind == STMT_WHILE || s->kind == STMT_DO;
}

bool stmt_within(const struct stmt *s, const struct stmt *whole)
{
    return s->number >= whole->number && s->number <= whole->last;
}

/* What stands around a statement. */
struct around {
    struct stmt *breaks, *continues, *labels, *block;
};

static struct stmt *target_of(const struct stmt *s, const struct around *in)
{
    switch (s->kind) {
    case STMT_BREAK:
        return in->breaks;
    case STMT_CONTINUE:
        return in->continues;
    case STMT_CASE:
    case STMT_DEFAULT:
        return in->labels;
    case STMT_LABEL:
        return in->block;
    default:
        return NULL;
    }
}

static size_t number(struct stmt *s, size_t n, struct around in)
{
    if (!s)
        return n;
    bool labelled = s->kind == STMT_CASE || s->kind == STMT_DEFAULT || s->kind == STMT_LABEL;
    s->number = n++;
    s->target = target_of(s, &in);
    if (s->kind == STMT_LABEL)
        s->label->at = s;
    if (stmt_is_loop(s))
        in.breaks = in.continues = s;
    if (s->kind == STMT_SWITCH)
        in.breaks = in.labels = s;
    n = number(s->init, n, in);
    in.block = s->kind == STMT_COMPOUND ? s : in.block;
    for (size_t i = 0; i < s->n_list; i++)
        n = number(s->list[i], n, in);
    in.block = labelled ? in.block : s->body;
    n = number(s->body, n, in);
    in.block = s->other;
    n = number(s->other, n, in);
    s->last = n - 1;
    return n;
}

/* Labels may be those of another copy of the tree. */
static bool visit_forget(struct stmt *s, void *ctx)
{
    (void)ctx;
    if (s->kind == STMT_GOTO)
        s->label->at = NULL;
    return true;
}

static bool visit_goto(struct stmt *s, void *ctx)
{
    (void)ctx;
    if (s->kind == STMT_GOTO)
        s->target = s->label->at;
    if (s->kind == STMT_GOTO && s->target)
        s->label->back |= s->number > s->target->number;
    return true;
}

size_t stmt_number(struct stmt *root)
{
    stmt_walk(root, visit_forget, NULL);
    size_t n = number(root, 0, (struct around){.block = root});
    stmt_walk(root, visit_goto, NULL);
    return n;
}
