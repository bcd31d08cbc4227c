/* SPDX-License-Identifier: MIT */
/* c_op.h: C's operators in expressions (ir.h): spec/c_operators.def. */
#ifndef TCR_C_OP_H
#define TCR_C_OP_H

#include <stdbool.h>

enum c_op {
    OP_NONE,
#define C_OPERATOR(name, token, kind, plain, converse, negation, update) OP_##name,
#include "../../spec/c_operators.def"
#undef C_OPERATOR
};

enum c_op_kind {
    C_OP_UNARY,
    C_OP_ARITHMETIC, /* + - * / % */
    C_OP_SHIFT,
    C_OP_BITWISE,  /* & | ^ */
    C_OP_ORDER,    /* < <= > >= */
    C_OP_EQUALITY, /* == != */
    C_OP_LOGICAL,  /* && || */
    C_OP_COMMA,
    C_OP_ASSIGN, /* = += ... */
    C_OP_STEP    /* ++ -- */
};

/* C text; "" of OP_NONE. */
const char *c_op_token(enum c_op op);
/* Is it one of that kind?  OP_NONE is of none. */
bool c_op_is(enum c_op op, enum c_op_kind kind);
/* The operator with two operands, assignments included, that has this token; OP_NONE. */
enum c_op c_op_find(const char *token);

/* What x += e, x++ and x + e compute: OP_ADD; OP_NONE where it is no operation, as of `=`. */
enum c_op c_op_plain(enum c_op op);
/* The assignment that computes `plain`: OP_ASSIGN_ADD of OP_ADD; OP_NONE. */
enum c_op c_op_assignment(enum c_op plain);
/* b CONVERSE a for a OP b, the operator itself if it commutes; OP_NONE. */
enum c_op c_op_converse(enum c_op op);
bool c_op_commutes(enum c_op op);
/* Of < <= > >= == !=: what holds where it does not; OP_NONE of others. */
enum c_op c_op_negation(enum c_op op);
bool c_op_compares(enum c_op op);     /* < <= > >= == != */
bool c_op_is_less(enum c_op op);      /* < <= */
bool c_op_is_greater(enum c_op op);   /* > >= */
bool c_op_admits_equal(enum c_op op); /* <= >= */
/* Of an assignment or a step: the function tcr_do_... of the device; NULL. */
const char *c_op_update(enum c_op op);

#endif
