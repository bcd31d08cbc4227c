/* SPDX-License-Identifier: MIT */
/*
 * accept.h: directives of OpenMP and OpenACC taken over as ours.
 *
 * What a construct asks for is written in the words of docs/directives.md and
 * parsed as such (directive.h); the table of what becomes what is in
 * docs/openmp-openacc.md.
 */
#ifndef TCR_ACCEPT_H
#define TCR_ACCEPT_H

#include "../source/construct.h"
#include "../source/diag.h"
#include "../source/directive.h"
#include "../source/site.h"

/* Has the unit anything that may be taken over?  `accept`: a set of origins. */
bool accept_any(const struct source *src, unsigned accept);

/* Construct k as a directive of ours; NULL with *why if it is left to the
 * compiler (why NULL: it is nothing for us).  Free with directive_free. */
struct directive *accept_construct(const struct facts *f, size_t k, unsigned accept,
                                   const char **why);

/* Construct k, if it is OpenMP's `scan`, which says where the body of a loop is parted; else NULL.
 */
struct directive *accept_scan(const struct facts *f, size_t k, unsigned accept);

/* A directive of that origin whose name is not known, or the word in front of it, or NULL: nobody
 * knows what data it would have moved. */
const struct pragma *accept_misnamed(const struct facts *f, enum origin origin);

/* The constructs of a unit whose statements are known, and, if OpenACC's are taken over, those that
 * its `kernels` regions stand for: in the order of the text, in the arena (accept_kernels.c). */
struct ast;
struct construct *accept_kernels(const struct source *src, struct ast *ast, struct construct *all,
                                 size_t *n, unsigned accept);

/* What accept_construct() does, for a data directive of OpenACC's (accept_data.c). */
bool accept_is_data(const struct construct *c, unsigned accept);
struct directive *accept_data(const struct facts *f, size_t k, const char **why);
/* The list of a clause for data, behind `readonly:`; NULL if it has another modifier, which says
 * what is on the device (`zero`) or that copies are made (`always`). */
const char *accept_acc_list(const char *argument);
/* Are what the clause deviceptr lists addresses of the host's to us: has the unit no function that
 * gives those of another library? */
bool accept_is_plain_pointers(const struct facts *f);

/* And of OpenMP's (accept_target.c).  `refused`: what accept_target_refused() says of the file, why
 * all of them are left to the compiler, or NULL. */
bool accept_is_target_data(const struct construct *c, unsigned accept);
const char *accept_target_refused(const struct facts *f, unsigned accept);
struct directive *accept_target_data(const struct facts *f, size_t k, const char *refused,
                                     const char **why);
/* Why such a region stays with the compiler, of one with c->kept. */
const char *accept_region_kept(const struct construct *c);
/* Why one that accept_target_left() has found is not taken over; NULL: its loop is refused. */
const char *accept_target_why(const struct facts *f, const struct construct *c);
/* A `target` construct that no region takes the place of, or NULL. */
struct region;
const struct construct *accept_target_left(const struct facts *f, struct region *const *regions,
                                           size_t n);

/* Which `target` regions are open, as construct.h has it (accept_region.c). */
void accept_regions(const struct facts *f, struct construct *all, unsigned accept);
/* What the open region k maps, as a data directive of ours around it; NULL: it stays for a loop of
 * it to copy what it uses. */
struct directive *accept_region_data(const struct facts *f, size_t k);
/* Does a loop that is taken over stand in the open region? */
bool accept_region_taken(const struct construct *c, struct region *const *regions, size_t n);

/* A data directive that both being taken over leaves to the compiler: in one program their loops
 * would not mean the same copies. */
bool accept_is_left_data(const struct construct *c, unsigned accept);

/* Do OpenACC or OpenMP run on a device what the construct holds, or give it the device's addresses?
 */
bool accept_is_compute(const struct construct *c, unsigned accept);

/* Does a loop of a team have `nowait`, where its threads might wait for each other by means that
 * a barrier in front of the loop would bring to a standstill (accept_nowait.c)? */
bool accept_nowait(const struct facts *f, const struct site *s);

/* The directive that these words of ours make in the place of a construct; NULL if
 * they are none, with *why (which may be NULL).  Nothing is said about it. */
struct directive *accept_words(const struct facts *f, const struct construct *c, const char *words,
                               const char **why);

/* Gives the directive the names and expressions in the clauses of constructs [first, first + count)
 * to be checked (accept_check.c). */
void accept_check(const struct facts *f, struct directive *d, size_t first, size_t count);

#endif
