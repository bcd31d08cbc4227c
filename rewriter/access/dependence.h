/* SPDX-License-Identifier: MIT */
/*
 * dependence.h: may the iterations of a loop run in any order?
 *
 * They may if none touches a byte that another one writes.  dependence_find() answers that for
 * each loop of a region's nest (nest.h), from the accesses, once these are known:
 *
 *     dependence_pair    two accesses of one base: is the distance of their places, a sum of loop
 *                        variables with coefficients that only the host knows, ever so small that
 *                        they overlap, where one iteration comes after the other?
 *     dependence_hull    many accesses of one base, whose places differ by numbers alone, as one
 *     dependence_apart   two bases, or a base and what the host reads before the loop
 *     dependence_lag     two accesses of one base: how many iterations lie between them?
 *     dependence_scalar  variables that an inner loop sets, and arrays that it has for itself
 *
 * For the region's levels, what cannot be told is left to the runtime (runtime/map/order.c), which
 * has numbers in the place of symbols; for an inner loop it means that it stays as it is.  What the
 * runtime asks of all that a call writes (is it apart from what the host reads before the loop?
 * does no subscript wrap around?) holds for inner loops, too, wherever the device runs them.
 *
 * What is taken for granted of C programs:
 *  - Arithmetic with signed integers does not overflow, but with -fwrapv (struct region,
 *    signed_wraps).  That with unsigned ones of 32 bits may, and is checked at run time (struct
 *    index_check): nothing is proved then.  A product of 64 bits may (wide_wraps): then only
 *    strides of 64 KiB and less, which a loop would need days to wrap around, and accesses that are
 *    made in every iteration of all loops around them.
 *  - A subscript of a declared variable does not leave that variable; it may leave a row or a
 *    member of it.
 *  - Two variables are two objects, but where an attribute or an assembler name says otherwise.
 *  - What is accessed by a pointer declared `restrict`, and is written, is accessed by no other
 *    such pointer, and not by a variable's name.
 *  - No loop of ours makes 2^48 iterations.
 */
#ifndef TCR_DEPENDENCE_H
#define TCR_DEPENDENCE_H

#include "../analyse/fold.h"
#include "../ir/region.h"

/* Fills `order` and `why` of each loop of the nest.  All accesses, bases and fixed objects of the
 * region are known. */
void dependence_find(struct region *r);

/* May the iterations of all levels run in any order, whatever a call brings? */
bool dependence_proved(const struct region *r);

/* Or does the runtime know that of each call, from its addresses and numbers? */
bool dependence_asked(const struct region *r);

/* How many of the region's levels may be shared: those whose iterations the program promises to be
 * independent, and those below, as long as calls may find them so. */
size_t dependence_levels(const struct region *r);

/* What speaks against any order of that loop: "writes base 0 at line 7, reads base 1 at line 8"
 * (arena).  NULL: nothing does. */
const char *dependence_why(const struct region *r, const struct nest_loop *n);

/* ---- its parts ---- */

enum meeting { MEET_NEVER, MEET_MAYBE, MEET_SURELY, MEET_ALWAYS /* in all iterations */ };

/* May an iteration of loop `at` of the nest touch with x what another one touches with w, the loops
 * around it being in one iteration?  Both are accesses of one base. */
enum meeting dependence_pair(const struct region *r, size_t at, const struct access *w,
                             const struct access *x);
/* The same, as far as they surely do; else MEET_MAYBE.  It costs a small part of that. */
enum meeting dependence_surely(const struct region *r, size_t at, const struct access *w,
                               const struct access *x);

/* The region's accesses in families; NULL: they are few. */
struct families *dependence_families(const struct region *r);
/* No access of w's family meets one of x's: never, or not surely so.  Not yet asked of the two
 * families, it costs one of the pairs that may still be looked at. */
bool dependence_families_apart(struct families *all, const struct region *r, size_t at,
                               const struct access *w, const struct access *x, bool surely,
                               unsigned *pairs);

/* Does an iteration of that loop touch with x what one a known number of turns before or behind it
 * touches with w, the other loops being in one iteration? */
bool dependence_lags(const struct region *r, size_t at, const struct access *w,
                     const struct access *x);

/* What an lvalue or a pointer surely leads to. */
struct target {
    const struct decl *object;  /* into this variable; NULL: not known */
    const struct decl *limited; /* by this pointer, which is `restrict` */
};
struct target dependence_base(const struct base *b);
struct target dependence_place(const struct symbol *place);
/* One of them is written. */
bool dependence_apart(struct region *r, struct target a, struct target b);

/* What an inner loop leaves to its next iteration in variables and local arrays; false: nothing,
 * but in variables that it folds, if it `folds` any. */
bool dependence_scalar(struct region *r, struct nest_loop *n, const struct folds *folds,
                       struct conflict *why);

#endif
