/* SPDX-License-Identifier: MIT */
/* integer.h: what integer types share, around type.h. */
#define BITS ABSOLUTE
#define SAME_BITS(bits) (bits)
#include "type.h"
#undef T
#undef V
#undef KEEP
#undef SUM
#undef ABSOLUTE
#undef PRODUCT
#undef LEAST
#undef GREATEST
#undef DISTANCE
