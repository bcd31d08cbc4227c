/* SPDX-License-Identifier: MIT */
/* hostint.h: integers known only on the host, as text, folded where constant;
 * and affine sums of loop variables with such coefficients. */
#ifndef TCR_HOSTINT_H
#define TCR_HOSTINT_H

#include "region.h"

/* From here on, text that grows long is kept once, in the region's table, and
 * named tcr_h[i]; NULL: no more. */
void hostint_keep_in(struct region *r);
struct hostint hostint_const(long long k);
/* The same for other text, if it is an expression of type long long. */
const char *hostint_kept(const char *text);
struct hostint hostint_text(const char *text); /* text: of type long long, parenthesised */
struct hostint hostint_add(struct hostint a, struct hostint b);
struct hostint hostint_sub(struct hostint a, struct hostint b);
struct hostint hostint_mul(struct hostint a, struct hostint b);
struct hostint hostint_op(const char *op, struct hostint a, struct hostint b);
bool hostint_is(struct hostint a, long long k);
bool hostint_same(struct hostint a, struct hostint b); /* surely the same number */
/* The smaller or the larger (a call of the runtime's function). */
struct hostint hostint_min(struct hostint a, struct hostint b);
struct hostint hostint_max(struct hostint a, struct hostint b);
const char *hostint_c(struct hostint a); /* C text of type long long */

struct affine affine_const(struct hostint k);
struct affine affine_var(unsigned var);
struct affine affine_add(const struct affine *a, const struct affine *b);
struct affine affine_sub(const struct affine *a, const struct affine *b);
struct affine affine_scale(const struct affine *a, struct hostint k);
bool affine_same(const struct affine *a, const struct affine *b);
bool affine_invariant(const struct affine *a); /* no loop variable */

#endif
