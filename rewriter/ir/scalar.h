/* SPDX-License-Identifier: MIT */
/* scalar.h: what spec/types.def says of the scalar types. */
#ifndef TCR_SCALAR_H
#define TCR_SCALAR_H

#include "../../include/tcr_region.h"

enum scalar_class { SCALAR_BOOL, SCALAR_SIGNED, SCALAR_UNSIGNED, SCALAR_FLOATING };

struct scalar {
    enum scalar_class class;
    unsigned size;             /* bytes */
    const char *host, *device; /* what C and the device text call it */
    char letter;               /* numbers of it in the text for tcr_compare_start */
};

const struct scalar *scalar_of(enum tcr_type s);
/* The integer type of a class and of so many bytes, 1, 2, 4 or 8. */
enum tcr_type scalar_integer(enum scalar_class class, long long size);

#endif
