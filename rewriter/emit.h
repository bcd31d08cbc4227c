/*
 * emit.h: the two texts of a region.
 */
#ifndef TCR_EMIT_H
#define TCR_EMIT_H

#include "region.h"
#include "text.h"

/* C declaration of the argument block's fields, one a line, in order: shared
 * by host and device, which differ in how they spell a type. */
typedef void emit_field(struct buf *out, const struct type *type, bool pointer, const char *name,
                        const void *ctx);
void emit_fields(const struct region *r, struct buf *out, emit_field *emit, const void *ctx);

/* Device text: argument block, called functions, body, kernel.  Refuses. */
void emit_device(struct region *r, struct buf *out);

/* Host text.  `before` goes in front of the loop statement, `after` behind it;
 * `marker` precedes every generated line when not NULL, so that the compiler
 * sees it at the directive's place and, as system header text, does not warn. */
void emit_host(struct region *r, struct buf *before, struct buf *after, bool openmp);
/* Text ahead of the unit: the runtime contract. */
void emit_host_prelude(struct region **regions, size_t n, struct buf *out);
/* The region's descriptors, at the end of the unit. */
void emit_host_descriptors(struct region *const *regions, size_t n, const char *file,
                           const char *device_flags, bool has_images, struct buf *out);

/* How the host's C spells a scalar type. */
const char *emit_host_scalar(const struct type *t);

#endif
