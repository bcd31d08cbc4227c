/* SPDX-License-Identifier: MIT */
/* types.h: spec/types.def as a table. */
#ifndef TCR_TYPES_H
#define TCR_TYPES_H

#include <stdbool.h>
#include "../include/tcr_region.h"

enum tcr_type_class { TCR_CLASS_BOOL, TCR_CLASS_SIGNED, TCR_CLASS_UNSIGNED, TCR_CLASS_FLOATING };

/* The columns of spec/types.def. */
struct tcr_type_facts {
    const char *name, *host, *device;
    enum tcr_type_class class;
    unsigned size; /* bytes */
    int digits, least, most;
    char letter;
};

enum {
#define TYPE(type, ...) TCR_LINE_OF_##type,
#include "../spec/types.def"
#undef TYPE
    TCR_TYPES
};
#define TYPE(type, ...)                                                                            \
    _Static_assert((int)(type) == (int)TCR_LINE_OF_##type, "spec/types.def: the order of " #type);
#include "../spec/types.def"
#undef TYPE
_Static_assert((int)TCR_TYPES == (int)TCR_F64 + 1, "spec/types.def: a line for each type");

/* Of enum tcr_type. */
static inline const struct tcr_type_facts *tcr_type_facts(unsigned type)
{
    static const struct tcr_type_facts table[TCR_TYPES] = {
#define TYPE(type, name, class, size, element, host, device, letter, digits, least, most)          \
    [type] = {#name, host, device, TCR_CLASS_##class, size, digits, least, most, letter},
#include "../spec/types.def"
#undef TYPE
    };

    return &table[type];
}

static inline unsigned tcr_type_size(unsigned type)
{
    return tcr_type_facts(type)->size;
}

static inline const char *tcr_type_name(unsigned type)
{
    return tcr_type_facts(type)->name;
}

static inline bool tcr_type_is(unsigned type, enum tcr_type_class class)
{
    return tcr_type_facts(type)->class == class;
}

static inline bool tcr_type_is_floating(unsigned type)
{
    return tcr_type_is(type, TCR_CLASS_FLOATING);
}

#endif
