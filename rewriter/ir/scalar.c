/* SPDX-License-Identifier: MIT */
/* scalar.c: see scalar.h. */
#include "scalar.h"

#include <stddef.h>

static const struct scalar scalars[] = {
#define TYPE(type, name, class, size, element, host, device, letter, digits, least, most)          \
    [type] = {SCALAR_##class, size, host, device, letter},
#include "../../spec/types.def"
#undef TYPE
};

const struct scalar *scalar_of(enum tcr_type s)
{
    return &scalars[s];
}

enum tcr_type scalar_integer(enum scalar_class class, long long size)
{
    size_t found = class == SCALAR_UNSIGNED ? TCR_U64 : TCR_I64;
    for (size_t s = 0; s < sizeof scalars / sizeof *scalars; s++)
        if (scalars[s].class == class && scalars[s].size == size)
            found = s;
    return (enum tcr_type)found;
}
