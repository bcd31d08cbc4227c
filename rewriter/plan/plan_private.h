/* SPDX-License-Identifier: MIT */
/* plan_private.h: the parts of plan.c, in the order in which it calls them. */
#ifndef TCR_PLAN_PRIVATE_H
#define TCR_PLAN_PRIVATE_H

#include "plan.h"

/* plan_loops.c: the levels and the loops below them. */
void plan_loops(struct plan *p);
/* As many levels as collapse() asks for, of those that make one space of iterations, with nothing
 * between them. */
size_t plan_collapsed(const struct region *r);
/* May the variable wrap around past the bound? */
bool plan_may_wrap(const struct loop *l);
/* plan_teams.c: the inner loops that several threads share; needs the variables. */
void plan_teams(struct plan *p);
/* plan_probe.c: what the length of the first shared loop that an iteration comes to depends on. The
 * blocks look at it when they start, and must see the same, though others may be done by then. */
struct plan_front {
    const struct plan *p;
    struct plan_set { /* variables that are set in front of the loop, and from what */
        const struct decl *var;
        struct expr *from;
        bool counts; /* the length depends on it */
    } * sets;
    size_t n_sets;
    bool moving; /* something of it may change while the kernel runs, */
    bool given;  /* unless a call's arrays do not overlap */
};
/* An expression in front of it that sets the variable; NULL: that counts anyway. */
void plan_front_value(struct plan_front *f, const struct decl *var, struct expr *e);
void plan_front_statement(struct plan_front *f, struct expr *e);
/* A loop that may be the first. */
void plan_front_loop(struct plan_front *f, const struct loop *l);
/* Finds out whether any of it may change. */
void plan_front_reads(struct plan_front *f);
/* plan_flat.c: may a warp do the shared loop, the only one, of several iterations as one? */
bool plan_flat(const struct plan *p, const struct plan_loop *at);
/* The same of a thread, where the loop is short (kernels/few.cuh); nothing is written before it. */
bool plan_few(const struct plan *p, const struct plan_loop *at);
/* plan_packed.c: may each lane of a warp do an iteration of such a loop, of several rows? */
bool plan_packed(const struct plan *p, const struct plan_loop *at);
/* plan_columns.c: are neighbouring iterations of the region's loop next to each other in memory,
 * and those of the inner loops not? */
bool plan_by_columns(const struct plan *p);
/* plan_early.c: reads that the lanes of a shared loop make ahead. */
void plan_early(struct plan_loop *at);
/* All that statement `s` of the body surely reads, at places that follow from the loop's number. */
void plan_early_reads(struct plan_loop *at, struct stmt *s);
/* Does it follow from the loop's number, and from what no iteration changes? */
bool plan_early_place(const struct plan_loop *at, struct expr *e);
/* plan_prefix.c: can the threads of a team share a loop with prefix sums?  What has been read ahead
 * in it. */
bool plan_prefix(const struct plan *p, struct plan_loop *at);
void plan_prefix_reads(const struct plan *p, struct plan_loop *at);
/* plan_ahead.c: the same of the levels' iterations, if that pays. */
void plan_ahead(struct plan *p);
/* Where the tail of a team's body begins, and where its look at an iteration ends. */
void plan_tail(struct plan *p);
/* plan_runs.c: which of these step through memory evenly; needs the mapping. */
void plan_runs(const struct plan *p, struct plan_loop *at);
/* Which of them each iteration of the levels has for itself, while they share others: those keep
 * the lines of the cache.  Of a loop that is the only one that is shared. */
void plan_passing(const struct plan *p, struct plan_loop *at);
/* The array and the subscript of a[i], or of a + i; false: it is neither. */
bool plan_element(struct expr *e, struct expr **array, struct expr **index);
/* The integer's difference from one iteration to the next; false: it may be any. */
bool plan_steps(const struct region *r, const struct plan_loop *at, struct expr *index,
                long long *by);
/* plan_product.c: is the nest a product of matrices? */
void plan_product(struct plan *p);
/* Is all that the region does, besides what it reduces, what its statements say? */
bool plan_is_plain(const struct plan *p);
/* The access that the lvalue makes, of the region's; -1: it is not known which. */
long plan_access(const struct region *r, const struct expr *lvalue, bool write);
/* The range of a loop that counts plainly; -1. */
int plan_plain_range(const struct region *r, const struct stmt *s);
/* plan_precision.c: what the directive allows to it, or the region is refused. */
void plan_precision(struct plan *p);
/* plan_vars.c: what is reduced, and the runtime's order of it. */
void plan_vars(struct plan *p);
/* plan_floats.c: does each iteration add at most one number to it, one that float has? */
bool plan_adds_floats(const struct region *r, const struct reduction *red);
/* plan_streams.c: which of the loop's reads are streams. */
void plan_streams(struct plan *p);
/* plan_tiles.c: values that a lane of the kernel sums at once. */
long long plan_at_once(const struct plan *p);
/* plan_calls.c: which functions are compiled once and called. */
void plan_calls(struct plan *p);
/* plan_spans.c: neighbours that the device checks once. */
void plan_spans(struct plan *p);
/* A loop that counts by 1 from one small constant to another; false: it is none. */
struct plan_counter {
    const struct stmt *loop;
    const struct decl *var;
    bool declared; /* in its header */
    long long lo, hi;
};
bool plan_counts(struct stmt *t, struct plan_counter *c);
/* plan_keep.c: elements of arrays that loops keep in registers; needs what threads share. */
void plan_keeps(struct plan *p);
/* plan_args.c: the argument block. */
void plan_args(struct plan *p);
/* plan_sections.c: what the device gets of which array. */
void plan_sections(struct plan *p);
/* device_check.c: refuses what device text cannot say; needs the argument block. */
void device_check(const struct plan *p);
/* plan_host.c: may the host's threads have the loop?  Then, what runs it when. */
bool plan_is_legal(const struct plan *p);
void plan_host(struct plan *p);
/* plan_scan.c: prefix sums: what is kept between the phases (which may be refused); then, how many
 * iterations a thread has. */
void plan_scan_held(struct plan *p);
void plan_scan(struct plan *p);
/* plan_scan_plain.c: is the loop nothing but the prefix sums of an array? */
void plan_scan_plain(struct plan *p);

#endif
