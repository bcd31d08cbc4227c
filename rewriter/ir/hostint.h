/* SPDX-License-Identifier: MIT */
/* hostint.h: integers known only on the host, folded where constant; and affine sums of loop
 * variables with such coefficients. */
#ifndef TCR_HOSTINT_H
#define TCR_HOSTINT_H

#include "region.h"

struct hostint hostint_const(long long k);
struct hostint hostint_of(const struct symbol *s); /* as a long long */
const struct symbol *hostint_symbol(struct symbols *t, struct hostint a);
struct hostint hostint_add(struct hostint a, struct hostint b);
struct hostint hostint_sub(struct hostint a, struct hostint b);
struct hostint hostint_mul(struct hostint a, struct hostint b);
/* Not folded: nothing is concluded from it. */
struct hostint hostint_op(struct symbols *t, enum c_op op, struct hostint a, struct hostint b);
bool hostint_is(struct hostint a, long long k);
bool hostint_same(struct hostint a, struct hostint b); /* surely the same number */
/* The smaller or the larger (a call of the runtime's function). */
struct hostint hostint_min(struct hostint a, struct hostint b);
struct hostint hostint_max(struct hostint a, struct hostint b);
struct hostint hostint_choice(const struct symbol *cond, struct hostint a, struct hostint b);
/* a op b, a comparison. */
const struct symbol *hostint_compare(struct symbols *t, enum c_op op, struct hostint a,
                                     struct hostint b);
const char *hostint_c(struct hostint a); /* C text of type long long (symbol_c) */

struct affine affine_const(struct hostint k);
struct affine affine_var(unsigned var);
struct affine affine_add(const struct affine *a, const struct affine *b);
struct affine affine_sub(const struct affine *a, const struct affine *b);
struct affine affine_scale(const struct affine *a, struct hostint k);
bool affine_same(const struct affine *a, const struct affine *b);
bool affine_invariant(const struct affine *a); /* no loop variable */

#endif
