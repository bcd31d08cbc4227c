/* SPDX-License-Identifier: MIT */
/*
 * operators.h: the reduction operators (spec/operators.def): how directives, C and
 * the device text write them, and what is peculiar to each.
 */
#ifndef TCR_OPERATORS_H
#define TCR_OPERATORS_H

#include <stdbool.h>
#include <stddef.h>
#include "../../include/tcr_region.h"
#include "c_op.h"

enum operator_class { OPERATOR_ARITHMETIC, OPERATOR_ORDER, OPERATOR_BITWISE, OPERATOR_LOGICAL };

struct operator
{
    const char *name; /* in directives, messages and OpenMP's reduction clause */
    enum operator_class class;
    enum c_op binary;      /* of the update x = x OP e; OP_NONE for min and max */
    const char *relation;  /* min, max: what stands in this relation to x takes its place */
    const char *function;  /* min, max: the mathematical function (of float: with an f) */
    const char *device;    /* class template of the device text */
    enum tcr_op of_bool;   /* the same on _Bool operands of value 0 and 1 */
    const char *identity;  /* min, max (floating), && and ||: C text; else NULL */
    const char *absorbing; /* && and ||: the value that x keeps once it has it; else NULL */
    const char *meant;     /* words that people know for it from elsewhere */
};

const struct operator* operator_of(enum tcr_op op);
bool operator_is(enum tcr_op op, enum operator_class class);

/* The operator with this spelling (`-` is TCR_ADD), -1: none. */
int operator_find(const char *word, size_t len);
/* The operator of the update x = x OP e, - being TCR_ADD, too; -1: none. */
int operator_of_binary(enum c_op binary);
/* Of && and ||: what does the same to operands 0 and 1; else OP_NONE. */
enum c_op operator_of_bits(enum tcr_op op);
/* min or max, if that is what the mathematical function computes; else -1. */
int operator_of_function(const char *name);
/* All that operator_find takes, for messages. */
const char *operator_words(void);
/* Those of them that are names: min, max. */
const char *const *operator_names(size_t *n);
/* The spelling of ours for one that people know from elsewhere ("sum", "+="); NULL. */
const char *operator_meant(const char *word);

#endif
