/* SPDX-License-Identifier: MIT */
/* test_tables.c: what the tables of spec/ say: of operators and types, against C; of clauses. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../../rewriter/source/c_op.h"
#include "../../rewriter/source/operators.h"
#include "../../rewriter/ir/scalar.h"
#include "../../rewriter/source/directive_private.h"
#include "suites.h"

static const enum c_op all[] = {
#define C_OPERATOR(name, token, kind, plain, converse, negation, update) OP_##name,
#include "../../spec/c_operators.def"
#undef C_OPERATOR
};
enum { N_OPS = sizeof all / sizeof *all };

/* a OP b, if the operator is one on two values. */
static bool compute(enum c_op op, int a, int b, int *value)
{
    switch (op) {
    case OP_ADD:
        return *value = a + b, true;
    case OP_SUB:
        return *value = a - b, true;
    case OP_MUL:
        return *value = a * b, true;
    case OP_DIV:
        return *value = a / b, true;
    case OP_REM:
        return *value = a % b, true;
    case OP_SHL:
        return *value = a << b, true;
    case OP_SHR:
        return *value = a >> b, true;
    case OP_AND:
        return *value = a & b, true;
    case OP_OR:
        return *value = a | b, true;
    case OP_XOR:
        return *value = a ^ b, true;
    case OP_LT:
        return *value = a < b, true;
    case OP_LE:
        return *value = a <= b, true;
    case OP_GT:
        return *value = a > b, true;
    case OP_GE:
        return *value = a >= b, true;
    case OP_EQ:
        return *value = a == b, true;
    case OP_NE:
        return *value = a != b, true;
    case OP_LAND:
        return *value = a && b, true;
    case OP_LOR:
        return *value = a || b, true;
    default:
        return false;
    }
}

START_TEST(converse_and_negation_hold)
{
    int computed = 0, value = 0, other = 0;
    for (int i = 0; i < N_OPS; i++) {
        enum c_op op = all[i];
        for (int a = 1; a <= 6; a++)
            for (int b = 1; b <= 6 && compute(op, a, b, &value); b++) {
                computed++;
                if (c_op_converse(op)) {
                    ck_assert(compute(c_op_converse(op), b, a, &other));
                    ck_assert_msg(value == other, "%d %s %d", a, c_op_token(op), b);
                }
                if (c_op_negation(op)) {
                    ck_assert(compute(c_op_negation(op), a, b, &other));
                    ck_assert_msg(value == !other, "%d %s %d", a, c_op_token(op), b);
                }
            }
    }
    ck_assert_int_eq(computed, 18 * 36);
}
END_TEST

START_TEST(classes_hold)
{
    int value = 0, commutes = 0;
    for (int i = 0; i < N_OPS; i++) {
        enum c_op op = all[i];
        bool equal = compute(op, 3, 3, &value) && value;
        commutes += c_op_commutes(op);
        ck_assert_int_eq(c_op_compares(op), c_op_is(op, C_OP_ORDER) || c_op_is(op, C_OP_EQUALITY));
        if (c_op_is(op, C_OP_ORDER)) {
            ck_assert_int_eq(c_op_admits_equal(op), equal);
            ck_assert_int_eq(c_op_is_less(op), compute(op, 1, 2, &value) && value);
            ck_assert_int_eq(c_op_is_greater(op), compute(op, 2, 1, &value) && value);
        } else {
            ck_assert(!c_op_admits_equal(op) && !c_op_is_less(op) && !c_op_is_greater(op));
        }
    }
    ck_assert_int_eq(commutes, 7); /* + * & | ^ == != */
}
END_TEST

START_TEST(assignments_name_what_they_compute)
{
    for (int i = 0; i < N_OPS; i++) {
        enum c_op op = all[i], plain = c_op_plain(op);
        const char *token = c_op_token(op);
        size_t n = strlen(token);
        if (c_op_is(op, C_OP_ASSIGN) && plain) {
            ck_assert_uint_eq(strlen(c_op_token(plain)), n - 1);
            ck_assert(strncmp(c_op_token(plain), token, n - 1) == 0);
            ck_assert(token[n - 1] == '=');
            ck_assert_int_eq(c_op_assignment(plain), op);
        }
        if (c_op_is(op, C_OP_STEP))
            ck_assert(*c_op_token(plain) == *token);
        bool changes = c_op_is(op, C_OP_ASSIGN) || c_op_is(op, C_OP_STEP);
        ck_assert_int_eq(c_op_update(op) != NULL, changes && op != OP_COMPARE_SWAP);
    }
    ck_assert_int_eq(c_op_assignment(OP_LT), OP_NONE);
    ck_assert_int_eq(c_op_assignment(OP_NONE), OP_NONE);
}
END_TEST

START_TEST(tokens_are_found)
{
    for (int i = 0; i < N_OPS; i++) {
        bool two = !c_op_is(all[i], C_OP_UNARY) && !c_op_is(all[i], C_OP_STEP);
        ck_assert_int_eq(c_op_find(c_op_token(all[i])) == all[i], two);
    }
    ck_assert_int_eq(c_op_find("-"), OP_SUB);
    ck_assert_int_eq(c_op_find("<=>"), OP_NONE);
    ck_assert_int_eq(c_op_find(""), OP_NONE);
    ck_assert_str_eq(c_op_token(OP_NONE), "");
}
END_TEST

/* On operands 0 and 1, which the minimum and the maximum are && and || of. */
static int of_truths(enum tcr_op op, int a, int b)
{
    int value = op == TCR_MIN ? a && b : a || b;
    if (operator_of(op)->binary)
        ck_assert(compute(operator_of(op)->binary, a, b, &value));
    return value != 0;
}

START_TEST(reductions_of_truths)
{
    for (int k = TCR_ADD; k <= TCR_LOR; k++) {
        const struct operator* op = operator_of((enum tcr_op)k);
        for (int i = 0; i < 4; i++) {
            ck_assert_msg(of_truths((enum tcr_op)k, i / 2, i % 2) ==
                              of_truths(op->of_bool, i / 2, i % 2),
                          "%s", op->name);
            if (op->class != OPERATOR_LOGICAL)
                continue;
            int identity = atoi(op->identity), absorbing = atoi(op->absorbing);
            ck_assert_int_eq(of_truths((enum tcr_op)k, identity, i % 2), i % 2);
            ck_assert_int_eq(of_truths((enum tcr_op)k, absorbing, i % 2), absorbing);
        }
        if (op->binary)
            ck_assert_str_eq(op->name, c_op_token(op->binary));
        ck_assert_int_eq(operator_find(op->name, strlen(op->name)), k);
        ck_assert_int_eq(op->binary ? operator_of_binary(op->binary) : k, k);
    }
    ck_assert_str_eq(operator_words(), "+ - * min max & | ^ && ||");
    ck_assert_str_eq(operator_meant("plus"), "+");
    ck_assert_str_eq(operator_meant("-="), "-");
    ck_assert_ptr_null(operator_meant("plu"));
    ck_assert_ptr_null(operator_meant("plus add"));
    ck_assert_ptr_null(operator_meant(""));
}
END_TEST

START_TEST(types_have_the_size_and_class_of_c)
{
    int n = 0;
#define TYPE(type, name, class_, size_, element, host, device, letter, digits, least, most)        \
    ck_assert_int_eq(type, n++);                                                                   \
    ck_assert_uint_eq(scalar_of(type)->size, sizeof(element));                                     \
    if (scalar_of(type)->class == SCALAR_SIGNED || scalar_of(type)->class == SCALAR_UNSIGNED)      \
        ck_assert_int_eq(                                                                          \
            scalar_integer((element)-1 < (element)1 ? SCALAR_SIGNED : SCALAR_UNSIGNED,             \
                           sizeof(element)),                                                       \
            type);
#include "../../spec/types.def"
#undef TYPE
    ck_assert_int_eq(n, TCR_F64 + 1);
}
END_TEST

START_TEST(clauses_are_told_apart)
{
    for (size_t i = 0; i < directive_n_clauses; i++) {
        const struct clause *c = &directive_clauses[i];
        ck_assert_msg(c->on != 0, "%s", c->name);
        ck_assert(directive_has_word(c->name, strlen(c->name)));
        for (size_t k = 0; k < i; k++)
            ck_assert_msg(strcmp(c->name, directive_clauses[k].name) != 0 ||
                              !(c->on & directive_clauses[k].on),
                          "%s", c->name);
        bool data = c->id == CLAUSE_NAMES_DATA;
        ck_assert(data == (c->parse == clause_data));
        ck_assert_msg(!data || !(c->on & ON_LOOPS) == (c->map == TCR_MAP_AUTO), "%s", c->name);
        ck_assert(data || c->map == TCR_MAP_AUTO);
    }
    ck_assert(directive_has_word("enter", 5) && !directive_has_word("enter data", 10));
    ck_assert(!directive_has_word("pcopy", 5) && !directive_has_word("", 0));
}
END_TEST

START_TEST(words_of_openacc)
{
    struct data_word w;
    ck_assert(directive_data_word("present_or_copyout", &w));
    ck_assert_str_eq(w.name, "copyout");
    ck_assert_int_eq(w.map, TCR_MAP_COPYOUT);
    ck_assert(directive_data_word("host", &w));
    ck_assert_str_eq(w.name, "self");
    ck_assert_int_eq(w.verb, TCR_DATA_TO_HOST);
    ck_assert(!directive_data_word("to", &w) && !directive_data_word("wait", &w));
    ck_assert_str_eq(directive_map_word(TCR_MAP_PRESENT), "present");
    ck_assert_str_eq(directive_map_word(TCR_MAP_AUTO), "");
}
END_TEST

Suite *tables_suite(void)
{
    Suite *s = suite_create("tables");
    TCase *t = tcase_create("operators, types, clauses");
    tcase_add_test(t, converse_and_negation_hold);
    tcase_add_test(t, classes_hold);
    tcase_add_test(t, assignments_name_what_they_compute);
    tcase_add_test(t, tokens_are_found);
    tcase_add_test(t, reductions_of_truths);
    tcase_add_test(t, types_have_the_size_and_class_of_c);
    tcase_add_test(t, clauses_are_told_apart);
    tcase_add_test(t, words_of_openacc);
    suite_add_tcase(s, t);
    return s;
}
