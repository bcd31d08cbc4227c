/* SPDX-License-Identifier: MIT */
/* test_moves.c: what one iteration adds to a variable, on its ways through the graph. */
#include "../../rewriter/analyse/moves.h"
#include "suites.h"
#include "trees.h"

static struct decl *x, *y, *t;

static void start(void)
{
    x = tree_int("x");
    y = tree_int("y");
    t = tree_int("t");
}

struct sum {
    struct moves moves; /* the first member */
    long long constant, variables, loops;
};

static bool add(struct moves *m, struct expr *by, bool minus)
{
    struct sum *s = (struct sum *)m;
    long long k = 1;
    if (by && !expr_const(by, &k)) {
        s->variables++;
        return by->kind == EXPR_VAR && by->decl == y;
    }
    s->constant += minus ? -k : k;
    return true;
}

static bool loop(struct moves *m, struct stmt *s)
{
    ((struct sum *)m)->loops++;
    return s->kind == STMT_FOR;
}

static struct expr *set(struct decl *d, struct expr *value)
{
    return tree_set(tree_var(d), value);
}

static struct expr *plus(struct expr *a, long long k)
{
    return tree_binary(OP_ADD, a, tree_number(k));
}

/* By how much does an iteration of `while (y)` with this body move x? */
static bool moves(struct stmt *body, struct sum *s)
{
    *s = (struct sum){.moves = {.d = x, .add = add, .loop = loop}};
    struct stmt *whole = tree_while(tree_var(y), body);
    return moves_loop(
        &s->moves, ssa_of(cfg_build(TREE_BLOCK(whole, tree_do(tree_var(x))), NULL, NULL)), whole);
}

static void check_moves(struct stmt *body, long long constant)
{
    struct sum s;
    ck_assert(moves(body, &s));
    ck_assert_int_eq(s.constant, constant);
}

static void check_not(struct stmt *body)
{
    struct sum s;
    ck_assert(!moves(body, &s));
}

START_TEST(steps)
{
    check_moves(tree_do(tree_step(x)), 1);
    check_moves(TREE_BLOCK(tree_do(set(x, plus(tree_var(x), 4))), tree_do(tree_step(x))), 5);
    check_moves(tree_do(set(x, tree_binary(OP_SUB, tree_var(x), tree_number(3)))), -3);
    check_moves(tree_do(set(x, tree_binary(OP_ADD, tree_number(7), tree_var(x)))), 7);
    check_not(tree_do(set(x, tree_binary(OP_SUB, tree_number(7), tree_var(x)))));
    check_not(tree_do(set(x, tree_binary(OP_MUL, tree_var(x), tree_number(2)))));
    check_not(tree_do(set(x, tree_number(2))));
    struct sum s;
    ck_assert(moves(tree_do(set(x, tree_binary(OP_ADD, tree_var(x), tree_var(y)))), &s));
    ck_assert_int_eq(s.variables, 1);
    check_not(tree_do(set(x, tree_binary(OP_ADD, tree_var(x), tree_var(t)))));
}
END_TEST

START_TEST(temporaries)
{
    struct stmt *there = tree_declare(t, plus(tree_var(x), 2));
    check_moves(TREE_BLOCK(there, tree_do(set(x, plus(tree_var(t), 3)))), 5);
    check_moves(tree_do(set(x, plus(set(t, plus(tree_var(x), 1)), 1))), 2);
    check_moves(TREE_BLOCK(tree_do(set(t, tree_step(x))), tree_do(set(x, tree_var(t)))), 1);
    /* of the iteration before */
    check_not(TREE_BLOCK(tree_do(set(x, tree_var(t))), tree_do(set(t, plus(tree_var(x), 1)))));
}
END_TEST

START_TEST(branches)
{
    struct stmt *one = tree_do(tree_step(x)), *two = tree_do(set(x, plus(tree_var(x), 2)));
    struct stmt *other = tree_do(set(x, plus(tree_var(x), 1)));
    struct stmt *twice = TREE_BLOCK(tree_do(tree_step(x)), tree_do(tree_step(x)));
    check_moves(tree_if(tree_var(t), two, tree_do(set(x, plus(tree_var(x), 2)))), 2);
    check_moves(TREE_BLOCK(tree_if(tree_var(t), tree_do(set(t, tree_number(0))), NULL), one), 1);
    check_not(tree_if(tree_var(t), one, NULL));
    check_not(tree_if(tree_var(t), one, two));
    check_not(tree_if(tree_var(t), two, twice)); /* the same, but nobody compares sums */
    check_not(tree_if(tree_var(t), one, other));
}
END_TEST

START_TEST(loops_within)
{
    struct sum s;
    struct stmt *body = tree_for(t, tree_number(0), tree_var(y), tree_do(tree_step(x)));
    ck_assert(moves(TREE_BLOCK(body, tree_do(tree_step(x))), &s));
    ck_assert(s.loops == 1 && s.constant == 1);
    check_not(tree_while(tree_var(t), tree_do(tree_step(x))));
    check_not(tree_until(tree_do(tree_step(x)), tree_var(t)));
}
END_TEST

START_TEST(whole_graphs)
{
    struct sum s = {.moves = {.d = x, .add = add, .loop = loop}};
    struct stmt *tree = TREE_BLOCK(tree_do(tree_step(x)), tree_do(tree_step(x)));
    ck_assert(moves_graph(&s.moves, ssa_of(cfg_build(tree, NULL, NULL))));
    ck_assert_int_eq(s.constant, 2);
    tree = TREE_BLOCK(tree_if(tree_var(y), tree_jump(STMT_CONTINUE), NULL), tree);
    ck_assert(!moves_graph(&s.moves, ssa_of(cfg_build(tree, NULL, NULL))));
    tree = TREE_BLOCK(tree_do(tree_call(tree_address(tree_var(x)))), tree_do(tree_step(x)));
    ck_assert(!moves_graph(&s.moves, ssa_of(cfg_build(tree, NULL, NULL))));
}
END_TEST

Suite *moves_suite(void)
{
    Suite *s = suite_create("moves");
    TCase *c = tcase_create("moves");
    tcase_add_checked_fixture(c, start, ir_free_all);
    tcase_add_test(c, steps);
    tcase_add_test(c, temporaries);
    tcase_add_test(c, branches);
    tcase_add_test(c, loops_within);
    tcase_add_test(c, whole_graphs);
    suite_add_tcase(s, c);
    return s;
}
