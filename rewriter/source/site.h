/* SPDX-License-Identifier: MIT */
/*
 * site.h: where a loop stands among the constructs of OpenMP and OpenACC.
 *
 * The constructs directly on a loop, `omp parallel` and `omp for` say, in two
 * lines or with nothing but braces between them, are one combined construct,
 * and what the device call takes the place of.  Of those around it matters who
 * meets the loop: one thread, or all threads of a team, which share it.
 */
#ifndef TCR_SITE_H
#define TCR_SITE_H

#include "construct.h"
#include "refusal_code.h"

struct site {
    size_t begin, end;   /* of the text that the device call takes the place of */
    size_t first, count; /* the constructs on the loop that belong to it */
    unsigned parts;      /* of them all */
    bool heeded;         /* the compiler heeds them */
    bool team;           /* all threads of a team meet the loop together */
    bool crowd;          /* several threads may run all of it at the same time */
    bool unlisted;       /* `default(none)` around: no variable may be used that is not listed */
    const struct construct *parallel; /* of the team, or around without a team; NULL: unseen */
    const struct construct *joint;    /* around, OpenACC's: goes if all loops in it are taken */
    const struct construct *target;   /* around, OpenMP's: open, as construct.h has it */
    enum refusal_code code;           /* CODE_NONE: the device call may stand here */
    const char *refusal;              /* in words; NULL: none */
    size_t refusal_at;
};

/* Does the compiler heed the pragma? */
bool site_heeded(const struct facts *f, const struct construct *c);

/* What keeps a heeded compute region of OpenACC's with the compiler, in words with the remedy, and
 * the place in the text.  `why` is NULL where nothing does: each statement of the region is a loop
 * with a construct, or the host may run it as it stands, and the region says nothing more once all
 * of these loops are taken over. */
struct site_kept {
    const char *why;
    size_t at;
};
struct site_kept site_kept(const struct facts *f, const struct construct *c);
/* Is it a loop of OpenACC's whose iterations keep their order, one after the other on the host,
 * while loops in it are taken over: has the program no construct on it, or `seq`? */
bool site_is_ordered(const struct construct *c);

/* Is the variable in such a list of the constructs on the loop? */
bool site_lists(const struct facts *f, const struct site *s, const char *clause, const char *name);

/* How many loops, from the outermost on, have iterations of which the constructs say that any
 * thread may run them at any time, so that none may touch what another one writes; 0: none. */
unsigned site_promised(const struct facts *f, const struct site *s);

/* For the loop text[begin..end) with a directive of `origin` at `pragma`. */
struct site site_find(const struct facts *f, enum origin origin, size_t pragma, size_t begin,
                      size_t end);

#endif
