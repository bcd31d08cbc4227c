/* SPDX-License-Identifier: MIT */
/* operators.h: what libtcr needs of spec/operators.def. */
#ifndef TCR_BASE_OPERATORS_H
#define TCR_BASE_OPERATORS_H

#include <stdbool.h>
#include "../include/tcr_region.h"

enum tcr_op_class { TCR_OP_ARITHMETIC, TCR_OP_ORDER, TCR_OP_BITWISE, TCR_OP_LOGICAL };

enum {
#define OPERATOR(op, ...) TCR_LINE_OF_##op,
#include "../spec/operators.def"
#undef OPERATOR
    TCR_OPS
};
#define OPERATOR(op, ...)                                                                          \
    _Static_assert((int)(op) == (int)TCR_LINE_OF_##op, "spec/operators.def: the order of " #op);
#include "../spec/operators.def"
#undef OPERATOR
_Static_assert((int)TCR_OPS == (int)TCR_LOR + 1, "spec/operators.def: a line for each operator");

/* Of enum tcr_op. */
static inline bool tcr_op_is(unsigned op, enum tcr_op_class class)
{
    static const unsigned char classes[TCR_OPS] = {
#define OPERATOR(op, word, class, ...) [op] = TCR_OP_##class,
#include "../spec/operators.def"
#undef OPERATOR
    };

    return classes[op] == class;
}

#endif
