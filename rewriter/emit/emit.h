/* SPDX-License-Identifier: MIT */
/*
 * emit.h: the two texts of a region, and what describes it to the runtime.  Emission prints a plan:
 * it decides nothing, and cannot fail.
 */
#ifndef TCR_EMIT_H
#define TCR_EMIT_H

#include "../plan/plan.h"
#include "../source/declared.h"
#include "../text/text.h"

/* Device text: argument block, called functions, body, kernel. */
void emit_device(const struct plan *p, struct buf *out);

/* Host text.  `before` goes in front of the loop statement, `after` behind it;
 * both stay empty when the loop stays as it is. */
void emit_host(const struct plan *p, struct buf *before, struct buf *after);
/* emit_found.c: what goes in front of the statement that sets minimum `i` and what it takes along,
 * and opens a block around that. */
const char *emit_found_taken(const struct plan *p, size_t i);
/* Text ahead of the unit: what the regions' descriptors are called. */
void emit_host_prelude(struct plan *const *plans, size_t n, struct buf *out);
/* emit_declared.c: the function, behind that directive, which combines its argument with the bytes
 * that a device has reduced. */
const char *emit_declared_merge(const struct declared *d);
/* The regions' descriptors, at the end of the unit. */
void emit_host_descriptors(struct plan *const *plans, size_t n, const char *file,
                           const char *device_flags, bool has_images, struct buf *out);

/* emit_refused.c: the loops that stay the program's own, for the page of TCR_ADVISE. */
void emit_refused(struct plan *const *plans, size_t n, struct buf *out);

/* emit_data.c, of a directive for data: in front of it, and behind the statement of `data`. */
void emit_data(const struct plan *p, struct buf *before, struct buf *after);
/* The static table, and its declaration ahead of the unit. */
void emit_data_declaration(const struct plan *p, struct buf *out);
void emit_data_descriptor(const struct plan *p, struct buf *out);

/* A string literal of C. */
void emit_c_string(struct buf *out, const char *s);

#endif
