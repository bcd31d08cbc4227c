/* SPDX-License-Identifier: MIT */
/* test_symbol.c: symbols are one where they are equal, know when they may be computed, and print
 * with the brackets that C wants; integers made of them fold where that is sure. */
#include <limits.h>

#include "../../rewriter/ir/hostint.h"
#include "../../rewriter/ir/symbol.h"
#include "suites.h"

static struct symbols table;
static struct type long_type = {.kind = TYPE_SCALAR, .scalar = TCR_I64, .size = 8};
static struct decl n_decl = {.name = "n", .type = &long_type};
static struct decl other_decl = {.name = "count"};

static void start(void)
{
    table = (struct symbols){0};
}

static const struct symbol *name(const char *text)
{
    return symbol_name(&table, text, NULL);
}

static struct hostint number(const char *text)
{
    return hostint_of(name(text));
}

static void check_c(const struct symbol *s, const char *want)
{
    ck_assert_str_eq(symbol_whole(s), want);
}

START_TEST(equal_is_one)
{
    start();
    const struct symbol *a = symbol_binary(OP_ADD, symbol_long(name("n")), symbol_int(&table, 1));
    const struct symbol *b = symbol_binary(OP_ADD, symbol_long(name("n")), symbol_int(&table, 1));
    ck_assert_ptr_eq(a, b);
    ck_assert_ptr_ne(a, symbol_binary(OP_SUB, a->a, a->b));
    ck_assert_ptr_ne(a, symbol_binary(OP_ADD, a->b, a->a));
    ck_assert_ptr_ne(name("n"), symbol_quote(&table, "n"));
    ck_assert_ptr_ne(symbol_cast("int", name("n")), symbol_cast("unsigned int", name("n")));
    ck_assert_ptr_ne(symbol_int(&table, 1), symbol_int(&table, -1));
    const struct symbol *many[1000]; /* the table grows */
    for (int i = 0; i < 1000; i++)
        many[i] = symbol_binary(OP_MUL, symbol_own(&table, "tcr_n0"), symbol_int(&table, i));
    for (int i = 0; i < 1000; i++)
        ck_assert_ptr_eq(many[i], symbol_binary(OP_MUL, many[0]->a, symbol_int(&table, i)));
    ck_assert_ptr_eq(a, b->in->all[a->id]);
}
END_TEST

START_TEST(constants_fold)
{
    start();
    struct hostint n = number("n"), one = hostint_const(1), zero = hostint_const(0);
    ck_assert(hostint_is(hostint_add(hostint_const(2), hostint_const(3)), 5));
    ck_assert(hostint_is(hostint_mul(n, zero), 0));
    ck_assert(hostint_same(hostint_mul(n, one), n));
    ck_assert(hostint_same(hostint_add(zero, n), n));
    ck_assert(hostint_is(hostint_sub(n, number("n")), 0));
    ck_assert(hostint_same(hostint_min(n, n), n));
    ck_assert(hostint_is(hostint_max(hostint_const(-4), zero), 0));
    ck_assert(!hostint_same(hostint_add(n, one), hostint_sub(n, one)));
    ck_assert_str_eq(hostint_c(hostint_max(n, zero)), "tcr_max((long long)n, 0)");
}
END_TEST

/* What no long long holds is no constant: but its text is what compilers make of it. */
START_TEST(overflow_does_not_fold)
{
    start();
    struct hostint most = hostint_const(LLONG_MAX), one = hostint_const(1);
    struct hostint beyond = hostint_add(most, one);
    ck_assert_ptr_nonnull(beyond.symbol);
    ck_assert(!hostint_is(beyond, LLONG_MIN));
    ck_assert(!hostint_same(beyond, hostint_const(LLONG_MIN)));
    ck_assert_str_eq(hostint_c(beyond), "(-9223372036854775807LL - 1)");
    ck_assert(hostint_is(hostint_sub(beyond, beyond), 0));
    ck_assert(!hostint_is(hostint_sub(beyond, one), LLONG_MAX));
    ck_assert(!hostint_same(beyond, hostint_add(most, hostint_const(2))));
    ck_assert_ptr_nonnull(hostint_mul(most, most).symbol);
    ck_assert_ptr_nonnull(hostint_sub(hostint_const(LLONG_MIN), one).symbol);
    check_c(hostint_add(number("n"), beyond).symbol, "(long long)n + (-9223372036854775807LL - 1)");
}
END_TEST

START_TEST(precedence)
{
    start();
    struct hostint n = number("n"), m = number("m"), three = hostint_const(3);
    struct hostint sum = hostint_add(n, three);
    check_c(sum.symbol, "(long long)n + 3LL");
    check_c(hostint_mul(sum, m).symbol, "((long long)n + 3LL) * (long long)m");
    check_c(hostint_sub(m, sum).symbol, "(long long)m - ((long long)n + 3LL)");
    check_c(hostint_sub(sum, m).symbol, "(long long)n + 3LL - (long long)m");
    check_c(hostint_add(hostint_mul(n, m), three).symbol, "(long long)n * (long long)m + 3LL");
    check_c(hostint_op(&table, OP_DIV, n, hostint_mul(m, three)).symbol,
            "(long long)n / ((long long)m * 3LL)");
    check_c(hostint_op(&table, OP_SHR, sum, three).symbol, "((long long)n + 3LL) >> 3LL");
    check_c(symbol_cast("int", sum.symbol), "(int)((long long)n + 3LL)");
    check_c(symbol_long(symbol_quote(&table, "a, b")), "(long long)(a, b)");
    const struct symbol *less = hostint_compare(&table, OP_LT, sum, m);
    const struct symbol *both = symbol_both(less, hostint_compare(&table, OP_NE, m, n));
    check_c(both, "(long long)n + 3LL < (long long)m && (long long)m != (long long)n");
    check_c(hostint_add(hostint_choice(less, n, m), three).symbol,
            "((long long)n + 3LL < (long long)m ? (long long)n : (long long)m) + 3LL");
    check_c(hostint_mul(n, hostint_const(-1)).symbol, "(long long)n * -1LL");
}
END_TEST

START_TEST(places)
{
    start();
    const struct symbol *p = name("p"), *at = symbol_binary(OP_ADD, p, symbol_int(&table, 2));
    const struct symbol *next = symbol_load(symbol_member(symbol_deref(p), "next"));
    check_c(symbol_deref(p), "*p");
    check_c(symbol_deref(at), "p[2LL]");
    check_c(symbol_member(symbol_deref(p), "next"), "p->next");
    check_c(symbol_member(symbol_deref(at), "next"), "p[2LL].next");
    check_c(symbol_member(symbol_deref(next), "next"), "p->next->next");
    check_c(symbol_member(name("s"), "x"), "s.x");
    check_c(symbol_deref(symbol_deref(p)), "**p");
    check_c(symbol_deref(symbol_binary(OP_SUB, p, symbol_int(&table, 2))), "*(p - 2LL)");
    check_c(symbol_member(symbol_deref(symbol_cast("struct s *", p)), "x"), "((struct s *)p)->x");
    check_c(symbol_member(symbol_deref(symbol_address(name("s"))), "x"), "(&s)->x");
    check_c(symbol_sizeof(symbol_deref(p)), "sizeof(*p)");
    check_c(symbol_address(symbol_deref(at)), "&p[2LL]");
}
END_TEST

START_TEST(conditions)
{
    start();
    const struct symbol *p = name("p");
    const struct symbol *n = symbol_load(symbol_member(symbol_deref(p), "n"));
    ck_assert_ptr_null(p->when);
    check_c(symbol_deref(p)->when, "p != 0");
    check_c(n->when, "p != 0 && tcr_readable(&p->n, sizeof(p->n))");
    ck_assert_ptr_eq(symbol_long(n)->when, n->when);
    check_c(symbol_guarded(n), "p != 0 && tcr_readable(&p->n, sizeof(p->n)) ? p->n : 0");
    ck_assert_ptr_null(symbol_guarded(n)->when);
    ck_assert_ptr_null(symbol_sure(n)->when);
    check_c(symbol_sure(n), "p->n");
    ck_assert_ptr_eq(symbol_guarded(p), p);
    ck_assert_ptr_eq(symbol_sure(p), p);
    ck_assert_ptr_eq(symbol_load(symbol_member(name("s"), "n")), symbol_member(name("s"), "n"));
    /* each condition once, from left to right */
    ck_assert_ptr_eq(symbol_both(n->when, n->when), n->when);
    ck_assert_ptr_eq(symbol_both(n->when, n->when->a), n->when);
    ck_assert_ptr_eq(symbol_both(NULL, n->when), n->when);
    check_c(symbol_deref(n)->when, "p != 0 && tcr_readable(&p->n, sizeof(p->n)) && p->n != 0");
    ck_assert_ptr_eq(symbol_binary(OP_ADD, symbol_long(n), symbol_long(n))->when, n->when);
    /* a condition of conditions is asked from left to right, too */
    ck_assert_ptr_null(symbol_deref(n)->when->when);
    /* divisors */
    struct hostint x = number("x"), y = number("y");
    check_c(hostint_op(&table, OP_DIV, x, y).symbol->when, "(long long)y != 0");
    ck_assert_ptr_null(hostint_op(&table, OP_REM, x, hostint_const(3)).symbol->when);
    ck_assert_ptr_null(symbol_guarded(hostint_op(&table, OP_DIV, x, y).symbol)->when);
}
END_TEST

/* A number is named where that is safe: not what must be asked first. */
START_TEST(long_numbers_are_named)
{
    start();
    struct hostint sum = number("a_rather_long_name");
    for (int i = 0; i < 40; i++)
        sum = hostint_min(hostint_mul(sum, sum), hostint_const(i));
    ck_assert_uint_lt(strlen(hostint_c(sum)), 200);
    ck_assert_uint_gt(table.n_numbers, 10);
    for (size_t i = 0; i < table.n_numbers; i++)
        ck_assert_uint_lt(strlen(table.numbers[i]), 400);
    size_t before = table.n_numbers;
    ck_assert_str_eq(hostint_c(sum), hostint_c(sum));
    ck_assert_uint_eq(table.n_numbers, before);
    ck_assert_str_eq(symbol_shown(sum.symbol), "...");

    start();
    struct hostint y = number("a_divisor_whose_name_alone_fills_more_than_half_of_the_line");
    struct hostint q =
        hostint_op(&table, OP_DIV, number("the_number_that_is_divided_by_it_is_as_long"), y);
    ck_assert_uint_gt(strlen(hostint_c(q)), 120);
    ck_assert_uint_eq(table.n_numbers, 0);
    ck_assert_str_eq(hostint_c(hostint_of(symbol_guarded(q.symbol))), "tcr_h[0]");
}
END_TEST

START_TEST(provenance)
{
    start();
    const struct symbol *other = symbol_name(&table, "tcr_x0_count", &other_decl);
    const struct symbol *n = symbol_name(&table, "n", &n_decl);
    ck_assert_ptr_eq(symbol_origin(other), &other_decl);
    const struct symbol *inner = symbol_load(symbol_member(symbol_deref(other), "p"));
    ck_assert_ptr_eq(symbol_origin(symbol_member(symbol_deref(inner), "q")), &other_decl);
    ck_assert_ptr_eq(symbol_origin(symbol_binary(OP_ADD, n, other)), &n_decl);
    ck_assert_ptr_eq(symbol_origin(symbol_address(n)), &n_decl);
    ck_assert_ptr_null(symbol_origin(symbol_cast("struct s *", other)));
    ck_assert_ptr_null(symbol_origin(symbol_quote(&table, "n")));
    /* the user's words */
    check_c(other, "tcr_x0_count");
    ck_assert_str_eq(symbol_shown(other), "count");
    ck_assert_str_eq(symbol_shown(symbol_member(symbol_deref(inner), "q")), "count->p->q");
    ck_assert_str_eq(symbol_shown(symbol_deref(other)), "(*count)");
    ck_assert_str_eq(symbol_shown(symbol_address(n)), "(&n)");
    const struct symbol *at = symbol_binary(OP_ADD, n, symbol_long(symbol_guarded(inner)));
    ck_assert_str_eq(symbol_shown(symbol_deref(at)), "n[count->p]");
    ck_assert_str_eq(symbol_shown(symbol_int(&table, 7)), "7");
}
END_TEST

Suite *symbol_suite(void)
{
    Suite *s = suite_create("symbol");
    TCase *c = tcase_create("symbol");
    tcase_add_test(c, equal_is_one);
    tcase_add_test(c, constants_fold);
    tcase_add_test(c, overflow_does_not_fold);
    tcase_add_test(c, precedence);
    tcase_add_test(c, places);
    tcase_add_test(c, conditions);
    tcase_add_test(c, long_numbers_are_named);
    tcase_add_test(c, provenance);
    suite_add_tcase(s, c);
    return s;
}
