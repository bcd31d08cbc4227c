/* SPDX-License-Identifier: MIT */
/* device_shape.h: which form lvalues, structures and arguments have in device text: what is checked
 * before a plan is made, and what emission then prints. */
#ifndef TCR_DEVICE_SHAPE_H
#define TCR_DEVICE_SHAPE_H

#include "../ir/region.h"

/* The array lvalue behind a pointer, or NULL. */
struct expr *shape_decayed(const struct expr *e);
/* Does a chain of subscripts end in a flat pointer (true) or in a real array
 * of the device text: a local or a member (false)? */
bool shape_is_flat(const struct expr *pointer);
/* Is this lvalue, or what a pointer points to, in the device's own memory? */
bool shape_is_local(const struct expr *lvalue);
bool shape_points_local(const struct expr *pointer);

/* Has the record such a member on the device?  Others are padding. */
bool shape_has_member(const struct field *f);
/* Is it an array without a size, of what the device has, at the end of a structure? */
bool shape_is_open(const struct record *rec, const struct field *f);
size_t shape_align(const struct field *f);
long long shape_round_up(long long at, size_t align);
/* Are the device's members those of the user, without padding between, so
 * that { ... } means the same? */
bool shape_in_order(const struct record *rec);
/* An initialiser of a structure with bit-fields, or of a union: can its members be set one by one,
 * each by the value in its place? */
bool shape_sets_members(const struct expr *e);

/* The compound literal in f(&(struct v){x, y}), or NULL. */
struct expr *shape_temporary(struct expr *arg);
bool shape_is_null(const struct expr *e);
/* Is the value a scalar of the argument block?  (On another pointer, `capture`
 * is the length of a row.) */
bool shape_is_captured(const struct expr *e);
/* Is it a field of the argument block, which the host has filled: such a scalar, or a pointer that
 * all iterations start from?  The device reads no memory for it, whatever the program's text does
 * (p->n, p->x). */
bool shape_is_argument(const struct region *r, const struct expr *e);
/* Is the place computed from what is of no use once the program has ended in the same
 * expression, `whole`? */
bool shape_may_be_nowhere(struct region *r, const struct expr *e, const struct expr *whole);

#endif
