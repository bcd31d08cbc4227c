/* SPDX-License-Identifier: MIT */
/* c_op.c: see c_op.h. */
#include "c_op.h"

#include <stddef.h>
#include <string.h>

static const struct {
    const char *token;
    enum c_op_kind kind;
    enum c_op plain, converse, negation;
    const char *update;
} ops[] = {
    [OP_NONE] = {.token = ""},
#define C_OPERATOR(name, token, kind, plain, converse, negation, update)                           \
    [OP_##name] = {token, C_OP_##kind, OP_##plain, OP_##converse, OP_##negation, update},
#include "../../spec/c_operators.def"
#undef C_OPERATOR
};

const char *c_op_token(enum c_op op)
{
    return ops[op].token;
}

bool c_op_is(enum c_op op, enum c_op_kind kind)
{
    return op && ops[op].kind == kind;
}

enum c_op c_op_find(const char *token)
{
    for (enum c_op op = OP_NONE + 1; op < sizeof ops / sizeof *ops; op++)
        if (ops[op].kind != C_OP_UNARY && ops[op].kind != C_OP_STEP &&
            strcmp(ops[op].token, token) == 0)
            return op;
    return OP_NONE;
}

enum c_op c_op_plain(enum c_op op)
{
    return ops[op].plain;
}

enum c_op c_op_assignment(enum c_op plain)
{
    for (enum c_op op = OP_ASSIGN; plain && op < sizeof ops / sizeof *ops; op++)
        if (ops[op].kind == C_OP_ASSIGN && ops[op].plain == plain)
            return op;
    return OP_NONE;
}

enum c_op c_op_converse(enum c_op op)
{
    return ops[op].converse;
}

bool c_op_commutes(enum c_op op)
{
    return op && ops[op].converse == op;
}

enum c_op c_op_negation(enum c_op op)
{
    return ops[op].negation;
}

bool c_op_compares(enum c_op op)
{
    return ops[op].negation != OP_NONE;
}

bool c_op_is_less(enum c_op op)
{
    return op == OP_LT || op == OP_LE;
}

bool c_op_is_greater(enum c_op op)
{
    return op == OP_GT || op == OP_GE;
}

bool c_op_admits_equal(enum c_op op)
{
    return op == OP_LE || op == OP_GE;
}

const char *c_op_update(enum c_op op)
{
    return ops[op].update;
}
