/* SPDX-License-Identifier: MIT */
/*
 * learnt.h: what is kept of a run for the next one (TCR_LEARN): how long the calls of each loop
 * have taken, in parts of the estimate, and whether the device has paid.
 *
 * As a text, whose numbers are hexadecimal, since a program may have any locale:
 *
 *     tcr-learnt 4
 *     card NAME
 *     device GAIN HOPE SIDE ALL
 *     runs HOST BESIDE AWAITED
 *     region HASH
 *     host CLASS FACTOR
 *     kind KEY FACTOR
 *
 * A factor, a gain or seconds are the bits of a double.  The text is data, and what is not exactly
 * of this form is no such text.
 */
#ifndef TCR_LEARNT_H
#define TCR_LEARNT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "../device/stats.h"

#pragma GCC visibility push(hidden)

enum { TCR_LEARNT_CARD = 96, TCR_LEARNT_REGIONS = 4096, TCR_LEARNT_MOST = 1 << 20 /* bytes */ };

/* Runs on the host alone, and those with a device from their first loops on: which go on beside its
 * start, or wait for it. */
enum tcr_run { TCR_RUN_HOST, TCR_RUN_BESIDE, TCR_RUN_AWAITED, TCR_RUNS, TCR_RUN_OTHER = TCR_RUNS };

/* A region's factors; a class or a kind that was not measured has none. */
struct tcr_learnt_region {
    uint64_t hash;
    unsigned n_host, n_kinds;
    struct {
        unsigned key; /* a class of iterations, or a kind's key */
        double factor;
    } host[TCR_CLASSES], kind[TCR_KINDS];
};

struct tcr_learnt {
    char card[TCR_LEARNT_CARD]; /* the device's name; empty: it was never open */
    double gain;                /* s: what a device saves that is started with the first loop, */
    double hope;                /* and at the most */
    double all;                 /* s, on the host: of the loops that it may be better at */
    unsigned side;              /* enum tcr_side, of those whose data stays */
    double took[TCR_RUNS];      /* s: the least that whole runs have taken; 0: there was none */
    size_t n;
    struct tcr_learnt_region *region; /* of malloc */
};

/* By which a region is known again in the same program. */
uint64_t tcr_learnt_hash(const char *file, unsigned line, unsigned block, const char *kernel);
/* Of a model; false: nothing was measured. */
bool tcr_learnt_of(struct tcr_learnt_region *r, uint64_t hash, const struct tcr_model *m);
/* Into a model, what is not known there yet; with `device`, of both sides. */
void tcr_learnt_into(struct tcr_model *m, const struct tcr_learnt_region *r, bool device);
/* NULL: there is none. */
const struct tcr_learnt_region *tcr_learnt_find(const struct tcr_learnt *l, uint64_t hash);

/* Which kind of run is the next one?  Of those that there were, that which has taken least; one is
 * made of a kind that is missing, where it may be better, and does not lose much. */
enum tcr_run tcr_learnt_next(const struct tcr_learnt *l);
/* A run has taken so long, whose loops take `all` on the host, as those of `before` did or not. */
void tcr_learnt_took(struct tcr_learnt *l, const struct tcr_learnt *before, double all,
                     enum tcr_run run, double seconds);

/* The text, the caller's to free; NULL: out of memory, or too long. */
char *tcr_learnt_print(const struct tcr_learnt *l, size_t *size);
/* False: it is no such text, or memory is out; then there is nothing to be freed. */
bool tcr_learnt_parse(struct tcr_learnt *l, const char *text, size_t size);

#pragma GCC visibility pop

#endif
