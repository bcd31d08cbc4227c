/* SPDX-License-Identifier: MIT */
/*
 * emit.h: the two texts of a region.
 */
#ifndef TCR_EMIT_H
#define TCR_EMIT_H

#include "../ir/region.h"
#include "../text/text.h"

/* C declaration of the argument block's fields, one a line, in order: shared
 * by host and device, which differ in how they spell a type. */
typedef void emit_field(struct buf *out, const struct type *type, bool pointer, const char *name,
                        const void *ctx);
void emit_fields(const struct region *r, struct buf *out, emit_field *emit, const void *ctx);

/* emit_check.c: those of the sections that the device checks.  Are there any?
 * The names of the first of a base's two, and of the region's. */
void emit_check_fields(const struct region *r, struct buf *out, emit_field *emit, const void *ctx);
bool emit_checks(const struct region *r);
const char *emit_range_field(size_t base);
const char *emit_astray_field(void);

/* emit_vars.c: the reductions in the order of the runtime's tables, one more
 * than r->n_reductions at most; and the position of one in it. */
enum { EMIT_STRAY = -1 }; /* the variable that tells of updates outside of sections */
size_t emit_var_order(const struct region *r, int **order);
size_t emit_var_position(const struct region *r, int reduction);
/* The first so many are one variable on the device. */
size_t emit_group(const struct region *r);
/* Is it of several numbers, which the runtime combines?  How many; 0: the call says. */
bool emit_is_several(const struct reduction *red);
bool emit_has_several(const struct region *r); /* some variable is */
long long emit_numbers(const struct reduction *red);
/* The type of each. */
enum tcr_type emit_number_type(const struct reduction *red);
/* Is there a section of which every thread has a copy? */
bool emit_has_copies(const struct region *r);
/* The argument block's fields for them. */
void emit_section_fields(const struct region *r, struct buf *out, emit_field *emit,
                         const void *ctx);

/* Bytes of the argument block. */
size_t emit_args_size(const struct region *r);

/* Device text: argument block, called functions, body, kernel.  Refuses. */
void emit_device(struct region *r, struct buf *out);

/* Host text.  `before` goes in front of the loop statement, `after` behind it;
 * both stay empty when the loop stays as it is.  openmp: the host loop gets an
 * OpenMP pragma where that is legal. */
void emit_host(struct region *r, struct buf *before, struct buf *after, bool openmp);
/* Text ahead of the unit: the runtime contract. */
void emit_host_prelude(struct region **regions, size_t n, struct buf *out);
/* The region's descriptors, at the end of the unit. */
void emit_host_descriptors(struct region *const *regions, size_t n, const char *file,
                           const char *device_flags, bool has_images, struct buf *out);

/* What its kernel is called, tcr_FILE_LINE_ID: FILE without its directory, ID the region's. */
const char *emit_kernel_name(const struct region *r);

/* Is there any host text of the region? */
bool emit_has_host(const struct region *r);

/* May the host loop stand under an OpenMP pragma of ours? */
bool emit_openmp_legal(const struct region *r);

/* The host has the loop in its own order, too: what writes memory, for few iterations and where
 * any order will not do. */
bool emit_has_order(const struct region *r);

/* The runtime is to say whether the iterations may be run in any order. */
bool emit_asks_order(const struct region *r);

/* Does the host's loop update a variable tcr_redK of ours in the place of this
 * one?  An OpenMP reduction list takes no members; and where the initial value
 * is not combined as the list would combine it. */
bool emit_uses_temp(const struct region *r, const struct reduction *red);
/* What any number is beyond, of a minimum or maximum. */
const char *emit_start_of(const struct reduction *red);

/* A string literal of C. */
void emit_c_string(struct buf *out, const char *s);

#endif
