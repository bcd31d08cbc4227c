/* SPDX-License-Identifier: MIT */
/* operators.c: see operators.h. */
#include "operators.h"

#include <ctype.h>
#include <string.h>

#include "../text/arena.h"
#include "../text/text.h"

static const struct operator operators[] = {
#define OPERATOR(op, word, class, binary, relation, function, device, of_bool, identity,           \
                 absorbing, meant)                                                                 \
    [op] = {word,          OPERATOR_##class, OP_##binary, relation,  function,                     \
            "tcr_" device, of_bool,          identity,    absorbing, meant},
#include "../../spec/operators.def"
#undef OPERATOR
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
    for (size_t k = 0; k < N_OPERATORS; k++)
        if (text_among(operators[k].meant, word, strlen(word)))
            return operators[k].name;
    return strcmp(word, "-=") == 0 ? "-" : NULL;
}

const char *const *operator_names(size_t *n)
{
    const char **names = ir_alloc(N_OPERATORS * sizeof *names);
    *n = 0;
    for (size_t k = 0; k < N_OPERATORS; k++)
        if (isalpha((unsigned char)*operators[k].name))
            names[(*n)++] = operators[k].name;
    return names;
}

const char *operator_words(void)
{
    const char *words = operators[0].name;
    for (size_t k = 1; k < N_OPERATORS; k++)
        words = ir_printf("%s%s %s", words, k - 1 == TCR_ADD ? " -" : "", operators[k].name);
    return words;
}
