/* SPDX-License-Identifier: MIT */
/*
 * test_ssa.c: static single assignment: what each use sees, on trees made by hand, and on random
 * ones against all paths; and the verifier, which must find what is broken on purpose.
 */
#include <stdlib.h>
#include <string.h>

#include "../../rewriter/ir/ssa.h"
#include "suites.h"
#include "trees.h"

static struct decl *x, *y;

static void start(void)
{
    x = tree_int("x");
    y = tree_int("y");
}

static struct ssa *of(struct stmt *root)
{
    return ssa_build(cfg_build(root, NULL, NULL));
}

static struct expr *set(struct decl *d, struct expr *value)
{
    return tree_set(tree_var(d), value);
}

START_TEST(branches_meet_in_a_phi)
{
    struct expr *yes = set(x, tree_number(1)), *no = set(x, tree_number(2)), *use = tree_var(x);
    struct expr *test = tree_var(y);
    struct ssa *s = of(TREE_BLOCK(tree_if(test, tree_do(yes), tree_do(no)), tree_do(use)));
    const struct ssa_value *v = ssa_at(s, use);
    ck_assert_int_eq(v->kind, SSA_PHI);
    ck_assert_ptr_eq(v->from[0], ssa_at(s, yes));
    ck_assert_ptr_eq(v->from[1], ssa_at(s, no));
    ck_assert_int_eq(ssa_at(s, test)->kind, SSA_ENTRY);
    ck_assert_uint_eq(s->n_values, 4);
    /* nobody reads it: no phi */
    s = of(TREE_BLOCK(tree_if(test, tree_do(yes), tree_do(no)), tree_do(set(x, test))));
    ck_assert_uint_eq(s->n_values, 4);
    for (size_t i = 0; i < s->n_values; i++)
        ck_assert_int_ne(s->values[i]->kind, SSA_PHI);
}
END_TEST

START_TEST(loops_have_phis_at_their_heads)
{
    struct expr *use = tree_var(x), *step = tree_step(x);
    struct stmt *loop = tree_while(tree_var(y), TREE_BLOCK(tree_do(use), tree_do(step)));
    struct ssa *s = of(TREE_BLOCK(tree_do(set(x, tree_number(0))), loop));
    const struct cfg_block *head = s->g->loops[0]->head;
    const struct ssa_value *phi = ssa_phi(s, head, x);
    ck_assert_ptr_eq(ssa_at(s, use), phi);
    ck_assert_ptr_eq(ssa_at(s, step->a), phi); /* what ++ reads */
    ck_assert_int_eq(phi->from[0]->kind, SSA_STORE);
    ck_assert_ptr_eq(phi->from[1], ssa_at(s, step));
    ck_assert_ptr_null(ssa_phi(s, head, y));
}
END_TEST

START_TEST(parts_keep_the_rest)
{
    struct decl *t = tree_array("t", 4);
    struct expr *use = tree_element(t, tree_var(x)),
                *part = tree_set(tree_element(t, tree_number(1)), tree_number(5));
    struct ssa *s = of(TREE_BLOCK(tree_declare(t, NULL), tree_do(part), tree_do(use)));
    const struct ssa_value *v = ssa_at(s, use);
    ck_assert_ptr_eq(v, ssa_at(s, part));
    ck_assert_int_eq(v->kind, SSA_PART);
    ck_assert_int_eq(v->old->kind, SSA_UNSET);
}
END_TEST

START_TEST(addressed_variables_are_not_followed)
{
    struct expr *use = tree_var(x), *other = tree_var(y);
    struct ssa *s =
        of(TREE_BLOCK(tree_do(tree_call(tree_address(tree_var(x)))), tree_do(use), tree_do(other)));
    ck_assert_ptr_null(ssa_at(s, use));
    ck_assert_ptr_nonnull(ssa_at(s, other));
}
END_TEST

/* ---- random trees, against all paths ---- */

/* The stores of the variable that a place may see, by walking back from it; and the entry. */
struct seen {
    const struct cfg_event *stores[400];
    size_t n;
    bool entry, *blocks;
};

static bool stores(const struct cfg_event *v, const struct decl *d)
{
    return v->kind == CFG_WRITE && v->e->a->kind == EXPR_VAR && v->e->a->decl == d;
}

static void look_back(struct seen *s, const struct cfg_block *b, size_t from, const struct decl *d)
{
    for (size_t i = from; i-- > 0;)
        if (stores(&b->events[i], d)) {
            for (size_t k = 0; k < s->n; k++)
                if (s->stores[k] == &b->events[i])
                    return;
            s->stores[s->n++] = &b->events[i];
            return;
        }
    s->entry |= b->number == 0;
    for (size_t i = 0; i < b->n_in; i++) {
        const struct cfg_block *up = b->in[i]->from;
        if (up->order == CFG_UNREACHED || s->blocks[up->number])
            continue;
        s->blocks[up->number] = true;
        look_back(s, up, up->n_events, d);
    }
}

/* The same through the phis. */
static void look_through(const struct ssa *s, struct seen *out, bool *done,
                         const struct ssa_value *v)
{
    if (done[v->number])
        return;
    done[v->number] = true;
    if (v->kind == SSA_ENTRY)
        out->entry = true;
    else if (v->kind == SSA_STORE)
        out->stores[out->n++] = v->event;
    for (size_t i = 0; v->kind == SSA_PHI && i < v->block->n_in; i++)
        if (v->from[i])
            look_through(s, out, done, v->from[i]);
}

static bool has(const struct seen *s, const struct cfg_event *v)
{
    for (size_t i = 0; i < s->n; i++)
        if (s->stores[i] == v)
            return true;
    return false;
}

static void check_read(const struct ssa *s, const struct cfg_block *b, size_t at)
{
    struct seen paths = {.blocks = calloc(s->g->n_blocks, sizeof(bool))}, phis = {0};
    const struct expr *e = b->events[at].e;
    const struct ssa_value *v = ssa_at(s, e);
    bool *done = calloc(s->n_values, sizeof *done);
    ck_assert_ptr_nonnull(v);
    look_back(&paths, b, at, e->decl);
    look_through(s, &phis, done, v);
    ck_assert_uint_eq(paths.n, phis.n);
    ck_assert_int_eq(paths.entry, phis.entry);
    for (size_t i = 0; i < paths.n; i++)
        ck_assert(has(&phis, paths.stores[i]));
    free(done);
    free(paths.blocks);
}

START_TEST(uses_see_what_paths_bring)
{
    size_t reads = 0, phis = 0;
    for (unsigned seed = 1; seed <= 300; seed++) {
        struct ssa *s = of(tree_random(seed, x, y));
        ck_assert_ptr_null(ssa_verify(s));
        for (size_t i = 0; i < s->g->n_order; i++)
            for (size_t k = 0; k < s->g->order[i]->n_events; k++)
                if (s->g->order[i]->events[k].kind == CFG_READ) {
                    check_read(s, s->g->order[i], k);
                    reads++;
                }
        for (size_t i = 0; i < s->n_values; i++)
            phis += s->values[i]->kind == SSA_PHI;
    }
    ck_assert(reads > 1000 && phis > 100);
}
END_TEST

START_TEST(large_trees)
{
    struct stmt *body = tree_block(0, NULL);
    for (long long i = 0; i < 5000; i++) {
        struct stmt *add = tree_if(tree_var(y), tree_do(tree_step(x)), NULL);
        IR_PUSH(body->list, body->n_list, tree_case(i, add));
        if (i % 3)
            IR_PUSH(body->list, body->n_list, tree_jump(STMT_BREAK));
    }
    struct ssa *s = of(TREE_BLOCK(tree_switch(tree_var(x), body), tree_do(tree_var(x))));
    ck_assert_uint_gt(s->n_values, 10000);
}
END_TEST

/* ---- the verifier ---- */

static struct expr *last;

static struct ssa *sound(void)
{
    last = tree_var(x);
    struct stmt *yes = tree_do(set(x, tree_number(1)));
    return of(
        TREE_BLOCK(tree_if(tree_var(y), yes, NULL), tree_do(last), tree_do(set(y, tree_var(x)))));
}

static void check_wrong(const struct ssa *s, const char *want)
{
    const char *wrong = ssa_verify(s);
    ck_assert_msg(wrong && strncmp(wrong, want, strlen(want)) == 0, "'%s', not '%s'",
                  wrong ? wrong : "nothing", want);
}

static struct ssa_value *phi(struct ssa *s)
{
    return s->values[ssa_at(s, last)->number];
}

START_TEST(verifier)
{
    struct ssa *s = sound();
    ck_assert_ptr_null(ssa_verify(s));
    ck_assert_int_eq(phi(s)->kind, SSA_PHI);
    phi(s)->from[0] = NULL;
    check_wrong(s, "a phi and the edges to its block differ");
    s = sound();
    phi(s)->from[0] = ssa_at(s, s->g->blocks[0]->events[0].e);
    check_wrong(s, "a phi is of several variables");
    s = sound();
    const struct ssa_value *entry = phi(s)->from[0], *store = phi(s)->from[1];
    ck_assert_int_eq(entry->kind, SSA_ENTRY);
    phi(s)->from[0] = store;
    check_wrong(s, "a phi's value is not there on every path");
    s = sound();
    phi(s)->number = 0;
    check_wrong(s, "a use is of a value that is gone");
    s = sound();
    struct ssa_value gone = *phi(s)->from[1];
    phi(s)->from[1] = &gone;
    check_wrong(s, "a phi has a value that is gone");
    s = sound();
    phi(s)->uses->block = s->g->blocks[0];
    check_wrong(s, "a use is not behind its definition");
    s = sound();
    phi(s)->uses->event = &s->g->blocks[0]->events[0];
    check_wrong(s, "a use is of another value");
}
END_TEST

Suite *ssa_suite(void)
{
    Suite *s = suite_create("ssa");
    TCase *t = tcase_create("ssa");
    tcase_add_checked_fixture(t, start, ir_free_all);
    tcase_add_test(t, branches_meet_in_a_phi);
    tcase_add_test(t, loops_have_phis_at_their_heads);
    tcase_add_test(t, parts_keep_the_rest);
    tcase_add_test(t, addressed_variables_are_not_followed);
    tcase_add_test(t, uses_see_what_paths_bring);
    tcase_add_test(t, large_trees);
    tcase_add_test(t, verifier);
    suite_add_tcase(s, t);
    return s;
}
