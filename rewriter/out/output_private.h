/* SPDX-License-Identifier: MIT */
/*
 * output_private.h: what output.c (the edits, applied) and output_left.c share.
 */
#ifndef TCR_OUTPUT_PRIVATE_H
#define TCR_OUTPUT_PRIVATE_H

#include "output.h"

struct edit {
    size_t begin, end; /* replaced bytes */
    int rank;          /* order among edits at one place */
    const char *text;  /* replacement */
    bool generated;    /* lines of our own; otherwise an in-line replacement */
    size_t position;   /* generated: the place it speaks for */
};

struct edits {
    const struct source *src;
    const struct output_options *opt;
    struct edit *list;
    size_t n;
};

/* Edits at one place are applied in the order in which they were added. */
void output_edit(struct edits *e, struct edit edit);
/* Lines of our own in front of a place, which speak for `position`; the text is copied. */
void output_lines(struct edits *e, size_t at, size_t position, const char *text);
size_t output_line_begin(const char *text, size_t at);

/* Nothing is left of [begin, end) but its newlines. */
void output_blank(struct edits *e, size_t begin, size_t end);
/* output_pragmas.c: is the line a pragma of OpenMP's that the compiler heeds? */
bool output_heeds_omp(const struct edits *e, const char *line);
/* Of the pragmas, what the compiler is to have stays. */
void output_pragmas(struct edits *e, struct plan *const *plans, size_t n);

/* A call before what OpenACC runs on a device and the host runs here: what it uses may
 * be on the device.  `open`: the beginnings, to be added before all regions, else the
 * ends, after them. */
void output_left(struct edits *e, struct plan *const *plans, size_t n, bool open);

/* output_teams.c: in regions of OpenMP's whose threads may come to loops of ours, each has a
 * variable in which it counts them.  `open`: their beginnings, to be added before those of regions,
 * else the ends, after them. */
void output_teams(struct edits *e, struct plan *const *plans, size_t n, bool open);
/* output_region.c: open target regions of which a loop is taken over: blocks around these loops, to
 * be added before all regions, and the ends and the beginnings, before and after those of data. */
enum region_edit { REGION_LOOPS, REGION_ENDS, REGION_BEGINNINGS };
void output_regions(struct edits *e, struct plan *const *plans, size_t n, enum region_edit what);
bool output_region_taken(const struct construct *c, struct plan *const *plans, size_t n);

#endif
