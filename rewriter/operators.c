/* SPDX-License-Identifier: MIT */
/* operators.c: see operators.h. */
#include "operators.h"

#include <string.h>

static const struct operator operators[] = {
    [TCR_ADD] = {"+", OPERATOR_ARITHMETIC, OP_ADD, .device = "tcr_sum", .of_bool = TCR_LOR},
    [TCR_MUL] = {"*", OPERATOR_ARITHMETIC, OP_MUL, .device = "tcr_prod", .of_bool = TCR_LAND},
    [TCR_MIN] = {"min", OPERATOR_ORDER, OP_NONE, "<", "fmin", "tcr_min", .of_bool = TCR_MIN,
                 .identity = "__builtin_inf()"},
    [TCR_MAX] = {"max", OPERATOR_ORDER, OP_NONE, ">", "fmax", "tcr_max", .of_bool = TCR_MAX,
                 .identity = "-__builtin_inf()"},
    [TCR_AND] = {"&", OPERATOR_BITWISE, OP_AND, .device = "tcr_and", .of_bool = TCR_LAND},
    [TCR_OR] = {"|", OPERATOR_BITWISE, OP_OR, .device = "tcr_or", .of_bool = TCR_LOR},
    [TCR_XOR] = {"^", OPERATOR_BITWISE, OP_XOR, .device = "tcr_xor", .of_bool = TCR_XOR},
    [TCR_LAND] = {"&&", OPERATOR_LOGICAL, OP_LAND, .device = "tcr_land", .of_bool = TCR_LAND,
                  .identity = "1", .absorbing = "0"},
    [TCR_LOR] = {"||", OPERATOR_LOGICAL, OP_LOR, .device = "tcr_lor", .of_bool = TCR_LOR,
                 .identity = "0", .absorbing = "1"},
};
#define N_OPERATORS (sizeof operators / sizeof *operators)

const struct operator* operator_of(enum tcr_op op)
{
    return &operators[op];
}

bool operator_is(enum tcr_op op, enum operator_class class)
{
    return operators[op].class == class;
}

int operator_find(const char *word, size_t len)
{
    if (len == 1 && *word == '-')
        return TCR_ADD;
    for (size_t k = 0; k < N_OPERATORS; k++)
        if (strlen(operators[k].name) == len && memcmp(operators[k].name, word, len) == 0)
            return (int)k;
    return -1;
}

int operator_of_binary(enum c_op binary)
{
    if (binary == OP_SUB)
        return TCR_ADD;
    for (size_t k = 0; binary && k < N_OPERATORS; k++)
        if (operators[k].binary == binary)
            return (int)k;
    return -1;
}

enum c_op operator_of_bits(enum tcr_op op)
{
    return op == TCR_LAND ? OP_AND : op == TCR_LOR ? OP_OR : OP_NONE;
}

int operator_of_function(const char *name)
{
    for (size_t k = 0; k < N_OPERATORS; k++) {
        const char *f = operators[k].function;
        size_t n = f ? strlen(f) : 0;
        if (f && strncmp(name, f, n) == 0 && (!name[n] || strcmp(name + n, "f") == 0))
            return (int)k;
    }
    return -1;
}

const char *operator_meant(const char *word)
{
    static const char *const others[][2] = {
        {"sum", "+"},    {"add", "+"}, {"plus", "+"},  {"++", "+"},        {"+=", "+"},
        {"-=", "-"},     {"*=", "*"},  {"mul", "*"},   {"prod", "*"},      {"times", "*"},
        {"and", "&&"},   {"or", "||"}, {"xor", "^"},   {"minimum", "min"}, {"maximum", "max"},
        {"band", "&"},   {"bor", "|"}, {"land", "&&"}, {"lor", "||"},      {"fmax", "max"},
        {"fmin", "min"},
    };
    for (size_t k = 0; k < sizeof others / sizeof *others; k++)
        if (strcmp(word, others[k][0]) == 0)
            return others[k][1];
    return NULL;
}
