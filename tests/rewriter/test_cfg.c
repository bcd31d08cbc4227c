/* SPDX-License-Identifier: MIT */
/*
 * test_cfg.c: control-flow graphs: their edges, orders, dominators and loops, on trees made by
 * hand and on random ones, and the verifier, which must find what is broken in them on purpose.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* open_memstream */
#endif
#include <stdlib.h>
#include <string.h>

#include "../../rewriter/ir/cfg.h"
#include "suites.h"
#include "trees.h"

static struct decl *x, *y, *p;

static void start(void)
{
    x = tree_int("x");
    y = tree_int("y");
    p = tree_pointer("p");
}

static void finish(void)
{
    ir_free_all();
}

static struct expr *var(struct decl *d)
{
    return tree_var(d);
}

static struct stmt *set(struct decl *d, long long k)
{
    return tree_do(tree_set(tree_var(d), tree_number(k)));
}

static struct cfg *graph(struct stmt *root)
{
    return cfg_build(root, NULL, NULL);
}

static void check_text(const struct cfg *g, const char *want)
{
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    cfg_print(g, out);
    fclose(out);
    ck_assert_str_eq(text, want);
    free(text);
}

/* ---- edges ---- */

START_TEST(nothing)
{
    struct cfg *g = graph(TREE_BLOCK(tree_jump(STMT_NULL)));
    check_text(g, "  0: -> out\n");
    ck_assert_uint_eq(g->n_order, 2);
    ck_assert_uint_eq(g->exits[CFG_RETURNS]->order, CFG_UNREACHED);
}
END_TEST

START_TEST(short_circuits_are_edges)
{
    struct expr *both = tree_binary(OP_LAND, var(x), tree_not(tree_binary(OP_LOR, var(y), var(x))));
    check_text(graph(tree_if(both, set(x, 1), set(y, 2))),
               "  0: read x; test x -> if true 1, if false 4\n"
               "  1: read y; test y -> if true 4, if false 2\n"
               "  2: read x; test x -> if true 4, if false 3\n"
               "  3: write x -> 5\n"
               "  4: write y -> 5\n"
               "  5: -> out\n");
    check_text(graph(tree_do(tree_set(var(x), tree_binary(OP_LOR, var(y), tree_call(var(x)))))),
               "  0: read y; test y -> if true 2, if false 1\n"
               "  1: read x; call f() -> 2\n"
               "  2: write x -> out\n");
    check_text(graph(tree_do(tree_set(var(x), tree_choice(var(y), var(x), tree_number(3))))),
               "  0: read y; test y -> if true 1, if false 2\n"
               "  1: read x -> 3\n"
               "  2: -> 3\n"
               "  3: write x -> out\n");
}
END_TEST

/* As outlines have them: x = ({ if (y) return; x; }). */
START_TEST(statements_in_expressions)
{
    struct stmt *inner = tree_if(var(y), tree_jump(STMT_RETURN), NULL);
    struct expr *e = expr_new(EXPR_STATEMENTS, var(x)->type, 0, 0);
    e->body = inner;
    e->a = var(x);
    struct stmt *s = tree_do(tree_set(var(x), e));
    IR_PUSH(s->list, s->n_list, inner);
    check_text(graph(s), "  0: read y; test y -> if true 1, if false 3\n"
                         "  1: -> return\n"
                         "  3: read x; write x -> out\n");
}
END_TEST

START_TEST(constants_decide)
{
    check_text(graph(tree_while(tree_number(1), tree_if(var(x), tree_jump(STMT_BREAK), NULL))),
               "  0: -> 1\n"
               "  1 (loop): -> 2\n"
               "  2: read x; test x -> if true 3, if false 5\n"
               "  3: -> break 6\n"
               "  5: -> again 1\n"
               "  6: -> out\n");
    struct cfg *once = graph(tree_until(set(x, 1), tree_number(0)));
    ck_assert_uint_eq(once->n_loops, 0);
}
END_TEST

START_TEST(switch_falls_through)
{
    struct stmt *body =
        TREE_BLOCK(set(y, 0), tree_case(1, set(x, 1)), tree_case(2, tree_case(3, set(x, 2))),
                   tree_jump(STMT_BREAK), tree_case(4, tree_jump(STMT_RETURN)));
    check_text(graph(tree_switch(var(x), body)),
               "  0: read x; test x -> case 1 2, case 2 3, case 3 4, case 4 6, no case 8\n"
               "  1 (not reached): write y -> 2\n"
               "  2: write x -> 3\n"
               "  3: -> 4\n"
               "  4: write x -> break 8\n"
               "  6: -> return\n"
               "  8: -> out\n");
}
END_TEST

/* A label of the switch around stands in the loop: it has two entries. */
START_TEST(case_in_a_loop)
{
    struct stmt *loop = tree_until(TREE_BLOCK(set(x, 0), tree_case(1, set(x, 1))), tree_step(y));
    struct cfg *g = graph(tree_switch(var(x), tree_case(0, loop)));
    ck_assert(g->irreducible);
    ck_assert_uint_eq(g->n_loops, 0);
    ck_assert(!graph(tree_switch(var(x), loop))->irreducible); /* now it is one */
}
END_TEST

START_TEST(pointers_say_who_uses_them)
{
    struct expr *through = tree_element(p, var(x)), *given = tree_address(var(y));
    struct expr *call = tree_call(given);
    struct cfg *g = graph(TREE_BLOCK(tree_do(tree_set(through, call)), tree_do(var(p))));
    const struct cfg_event *v = g->blocks[0]->events;
    ck_assert_uint_eq(g->blocks[0]->n_events, 6);
    ck_assert(v[0].kind == CFG_ADDRESS && v[0].e == given && v[0].by == call);
    ck_assert(v[1].kind == CFG_CALL && v[1].e == call);
    ck_assert(v[2].kind == CFG_READ && v[2].e->decl == p && v[2].by == through);
    ck_assert(v[3].kind == CFG_READ && v[3].e->decl == x && !v[3].by);
    ck_assert(v[4].kind == CFG_WRITE && v[4].e->a == through);
    ck_assert(v[5].kind == CFG_READ && v[5].e->decl == p && !v[5].by);
}
END_TEST

static enum cfg_return answer(void *ctx, const struct expr *call)
{
    (void)call;
    return *(const enum cfg_return *)ctx;
}

START_TEST(calls_that_do_not_return)
{
    enum cfg_return how = CFG_RETURNS_PERHAPS;
    struct stmt *s = TREE_BLOCK(tree_do(tree_call(NULL)), set(x, 1));
    check_text(cfg_build(s, answer, &how), "  0: call f() -> stop end, 1\n"
                                           "  1: write x -> out\n");
    how = CFG_RETURNS_NEVER;
    check_text(cfg_build(s, answer, &how), "  0: call f() -> stop end\n"
                                           "  1 (not reached): write x -> out\n");
}
END_TEST

/* ---- what jumps leave ---- */

START_TEST(jumps_know_their_targets)
{
    struct label *l = tree_label("l");
    struct stmt *next = tree_jump(STMT_CONTINUE), *out = tree_jump(STMT_BREAK);
    struct stmt *choice = tree_switch(var(x), tree_case(1, TREE_BLOCK(next, out)));
    struct stmt *there = tree_labelled(l, set(x, 1)), *to = tree_goto(l);
    struct stmt *loop = tree_while(var(y), TREE_BLOCK(choice, to));
    struct stmt *root = TREE_BLOCK(loop, there);
    stmt_number(root);
    ck_assert_ptr_eq(next->target, loop);
    ck_assert_ptr_eq(out->target, choice);
    ck_assert_ptr_eq(to->target, there);
    ck_assert_ptr_eq(there->target, root);
    ck_assert(!l->back && stmt_within(to, loop) && !stmt_within(there, loop));
    stmt_number(loop); /* now the label is outside of the tree */
    ck_assert_ptr_null(to->target);
    check_text(graph(tree_while(var(y), tree_goto(l))),
               "  0: -> 1\n"
               "  1: read y; test y -> if true 2, if false 4\n"
               "  2: -> goto leave\n"
               "  4: -> out\n");
}
END_TEST

/* ---- loops ---- */

START_TEST(loops_nest)
{
    struct stmt *inner =
        tree_while(var(y), TREE_BLOCK(tree_if(var(x), tree_jump(STMT_CONTINUE), NULL)));
    struct stmt *outer = tree_for(x, tree_number(0), var(y), TREE_BLOCK(inner, set(y, 1)));
    struct label *l = tree_label("l");
    struct stmt *again = tree_if(var(x), tree_goto(l), NULL);
    struct cfg *g = graph(TREE_BLOCK(tree_labelled(l, outer), again));
    ck_assert_uint_eq(g->n_loops, 3);
    ck_assert_ptr_eq(g->loops[0]->stmt, inner);
    ck_assert_ptr_eq(g->loops[1]->stmt, outer);
    ck_assert_ptr_null(g->loops[2]->stmt);
    ck_assert_ptr_eq(g->loops[0]->outer, g->loops[1]);
    ck_assert_ptr_eq(g->loops[1]->outer, g->loops[2]);
    ck_assert_ptr_null(g->loops[2]->outer);
    ck_assert(cfg_in_loop(g->loops[2], g->loops[0]->head));
    ck_assert(!cfg_in_loop(g->loops[0], g->loops[1]->head));
}
END_TEST

/* ---- random trees ---- */

/* What is reached from the entry if nothing passes through `without`? */
static void reach(const struct cfg *g, const struct cfg_block *b, const struct cfg_block *without,
                  bool *seen)
{
    if (b == without || seen[b->number])
        return;
    seen[b->number] = true;
    for (size_t i = 0; i < b->n_out; i++)
        reach(g, b->out[i]->to, without, seen);
}

START_TEST(dominators_are_what_no_path_avoids)
{
    bool irreducible = false, nested = false;
    for (unsigned seed = 1; seed <= 300; seed++) {
        struct cfg *g = graph(tree_random(seed, x, y));
        ck_assert_ptr_null(cfg_verify(g));
        irreducible |= g->irreducible;
        for (size_t i = 0; i < g->n_loops; i++)
            nested |= g->loops[i]->outer != NULL;
        bool *all = calloc(g->n_blocks, sizeof *all), *rest = calloc(g->n_blocks, sizeof *rest);
        reach(g, g->blocks[0], NULL, all);
        for (size_t i = 0; i < g->n_blocks; i++) {
            const struct cfg_block *a = g->blocks[i];
            ck_assert_int_eq(all[i], a->order != CFG_UNREACHED);
            memset(rest, 0, g->n_blocks * sizeof *rest);
            reach(g, g->blocks[0], a, rest);
            for (size_t k = 0; k < g->n_blocks && all[i]; k++)
                if (all[k])
                    ck_assert_int_eq(cfg_dominates(a, g->blocks[k]), !rest[k]);
        }
        free(all);
        free(rest);
    }
    ck_assert(irreducible && nested); /* there were such trees */
}
END_TEST

/* Nothing here may take more than time and memory in proportion. */
START_TEST(large_trees)
{
    enum { CASES = 5000, LINES = 20000 };
    struct stmt *body = tree_block(0, NULL), *lines = tree_block(0, NULL);
    for (long long i = 0; i < CASES; i++) {
        IR_PUSH(body->list, body->n_list, tree_case(i, set(x, i)));
        if (i % 3)
            IR_PUSH(body->list, body->n_list, tree_jump(STMT_BREAK));
    }
    for (size_t i = 0; i < LINES; i++)
        IR_PUSH(lines->list, lines->n_list, tree_if(var(x), tree_jump(STMT_BREAK), NULL));
    struct cfg *g = graph(tree_switch(var(x), body));
    ck_assert_uint_eq(g->blocks[0]->n_out, CASES + 1);
    g = graph(tree_while(var(y), lines));
    ck_assert_uint_eq(g->n_loops, 1);
}
END_TEST

/* ---- the verifier ---- */

static struct cfg *sound(void)
{
    struct stmt *body =
        TREE_BLOCK(tree_if(var(y), tree_jump(STMT_BREAK), set(x, 1)), tree_do(tree_call(var(x))));
    return graph(TREE_BLOCK(tree_while(var(x), body), tree_declare(y, tree_number(1))));
}

static void check_wrong(const struct cfg *g, const char *want)
{
    const char *wrong = cfg_verify(g);
    ck_assert_msg(wrong && strncmp(wrong, want, strlen(want)) == 0, "'%s', not '%s'",
                  wrong ? wrong : "nothing", want);
}

/* The condition of the loop. */
static struct cfg_block *head(struct cfg *g)
{
    return g->loops[0]->head;
}

START_TEST(verifier_finds_edges)
{
    struct cfg *g = sound();
    ck_assert_ptr_null(cfg_verify(g));
    head(g)->out[0]->from = g->blocks[0];
    check_wrong(g, "an edge starts elsewhere");
    g = sound();
    head(g)->out[0]->to->n_in--;
    check_wrong(g, "an edge does not arrive");
    g = sound();
    head(g)->n_in--;
    check_wrong(g, "an edge does not arrive");
    g = sound();
    head(g)->n_out--;
    check_wrong(g, "an edge comes from nowhere");
    g = sound();
    head(g)->test = NULL;
    check_wrong(g, "a test and its edges differ");
    g = sound();
    struct cfg_event none = {.kind = CFG_READ};
    IR_PUSH(g->exits[CFG_FALLS]->events, g->exits[CFG_FALLS]->n_events, none);
    check_wrong(g, "an exit leads on");
}
END_TEST

START_TEST(verifier_finds_orders)
{
    struct cfg *g = sound();
    g->order[1] = g->order[2];
    check_wrong(g, "the order and a block's place in it differ");
    g = sound();
    g->exits[CFG_RETURNS]->order = g->n_order;
    check_wrong(g, "reached and marked as not");
    g = sound();
    struct cfg_block *last = g->order[g->n_order - 1], *first = g->order[1];
    g->order[1] = last;
    g->order[g->n_order - 1] = first;
    last->order = 1;
    first->order = g->n_order - 1;
    check_wrong(g, "a block comes before all that lead to it");
    g = sound();
    g->blocks[2]->number = 1;
    check_wrong(g, "a block has another number");
    g = sound();
    head(g)->idom = NULL;
    check_wrong(g, "only the entry has no dominator");
    g = sound();
    struct cfg_block *exit = g->places[1].exit; /* of the loop: by its condition, and by break */
    ck_assert_uint_eq(exit->n_in, 2);
    exit->idom = exit->in[1]->from;
    check_wrong(g, "a path passes by a dominator");
    g = sound();
    head(g)->out[0]->to->idom = g->blocks[0];
    check_wrong(g, "what leads there alone is not the dominator");
}
END_TEST

START_TEST(verifier_finds_loops)
{
    struct cfg *g = sound();
    g->exits[CFG_FALLS]->loop = g->loops[0];
    ck_assert_ptr_null(cfg_verify(g)); /* the head dominates what is behind the loop, too */
    g->blocks[0]->loop = g->loops[0];
    check_wrong(g, "a loop has another entry");
    g = sound();
    for (size_t i = 0; i < g->n_blocks; i++)
        g->blocks[i]->loop = NULL;
    check_wrong(g, "a loop does not lead back");
}
END_TEST

START_TEST(verifier_finds_statements)
{
    struct cfg *g = sound();
    g->places[2].stmt = NULL;
    check_wrong(g, "a statement has no place");
    g = sound();
    g->places[2].first = g->n_blocks;
    check_wrong(g, "a statement ends before it begins");
    static const enum cfg_event_kind kinds[] = {CFG_WRITE, CFG_CALL, CFG_DECLARE};
    static const char *const says[] = {"stores are missing", "calls are missing",
                                       "variables are missing"};
    for (int i = 0; i < 3; i++) {
        g = sound();
        for (size_t b = 0; b < g->n_blocks; b++)
            for (size_t k = 0; k < g->blocks[b]->n_events; k++)
                if (g->blocks[b]->events[k].kind == kinds[i])
                    g->blocks[b]->events[k].kind = CFG_READ;
        check_wrong(g, says[i]);
    }
    g = sound();
    for (size_t b = 0; b < g->n_blocks; b++)
        for (size_t k = 0; k < g->blocks[b]->n_out; k++)
            if (g->blocks[b]->out[k]->kind == CFG_JUMP)
                g->blocks[b]->out[k]->kind = CFG_NEXT;
    check_wrong(g, "jumps are missing");
}
END_TEST

Suite *cfg_suite(void)
{
    Suite *s = suite_create("cfg");
    TCase *t = tcase_create("cfg");
    tcase_add_checked_fixture(t, start, finish);
    tcase_add_test(t, nothing);
    tcase_add_test(t, short_circuits_are_edges);
    tcase_add_test(t, statements_in_expressions);
    tcase_add_test(t, constants_decide);
    tcase_add_test(t, switch_falls_through);
    tcase_add_test(t, case_in_a_loop);
    tcase_add_test(t, pointers_say_who_uses_them);
    tcase_add_test(t, calls_that_do_not_return);
    tcase_add_test(t, jumps_know_their_targets);
    tcase_add_test(t, loops_nest);
    tcase_add_test(t, dominators_are_what_no_path_avoids);
    tcase_add_test(t, large_trees);
    tcase_add_test(t, verifier_finds_edges);
    tcase_add_test(t, verifier_finds_orders);
    tcase_add_test(t, verifier_finds_loops);
    tcase_add_test(t, verifier_finds_statements);
    suite_add_tcase(s, t);
    return s;
}
