/* SPDX-License-Identifier: MIT */
/* present.h: what is present, to loops and to the heap (present.c, newer.c). */
#ifndef TCR_PRESENT_H
#define TCR_PRESENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "../ground/affine.h"
#include "../ground/why.h"
#include "present_table.h"

#pragma GCC visibility push(hidden)

/* Is there any entry, and this thread not itself about to change them? */
bool tcr_present_any(void);
/* Is there none, whoever asks? */
bool tcr_present_none(void);
/* A file of the program whose directives for data nobody heeds, so that nothing may be present; or
 * NULL. */
const char *tcr_present_unheeded(void);
/* Has a data directive of OpenMP's been carried out? */
bool tcr_present_openmp(void);
/* tcr_table_find in the process's table; an entry that holds the section is
 * pinned until tcr_present_unpin. */
int tcr_present_pin(uintptr_t host, size_t size, struct tcr_present **found);
void tcr_present_unpin(struct tcr_present *entry);

/* The program is about to give [host, host + size) back to the heap, or to have it
 * moved: what is present there is released, with a message.  To be called by
 * whoever sees the program's free() and realloc(); one load while nothing is
 * present. */
void tcr_present_freed(uintptr_t host, size_t size);

/* For a thread that may hold the table's lock itself, and must not wait for it: could a byte of
 * [lo, hi) be on the device, and `newer` there? */
bool tcr_present_perhaps(uintptr_t lo, uintptr_t hi, bool newer);

/* Bring a pinned entry that is behind up to date.  1 or an error. */
int tcr_present_catch_up(struct tcr_present *entry);
/* A kernel writes to a pinned entry, or is about to. */
void tcr_present_written(struct tcr_present *entry);
/* It has failed, and left a pinned entry neither old nor new: the host's copy counts. */
void tcr_present_half_written(struct tcr_present *entry);

/* 1: `host` is in a section [*lo, *hi) that is present; 0: [*lo, *hi), around
 * it, is made smaller until it meets none. */
int tcr_present_around(uintptr_t host, uintptr_t *lo, uintptr_t *hi);
/* Could anything that is, or was, present be newer on the device? */
bool tcr_present_newer(void);
/* Copy back what is newer on the device of [base + hull.lo, base + hull.hi).
 * A soft hull may reach into other arrays: of it, only the entry counts that
 * holds the base address.  Negative: there is some and it cannot be had. */
int tcr_present_to_host(uintptr_t base, const struct tcr_hull *hull, struct tcr_why *why);
/* A loop of which it is not known what it uses will run on the host, and perhaps
 * write: all that is newer on the device comes back, and what it `writes` goes
 * there before a kernel uses it.  Does not return if the data is lost. */
void tcr_present_host_loop(const char *file, unsigned line, bool writes);
/* The same, of a loop that writes some of [host, host + size). */
void tcr_present_host_writes(uintptr_t host, size_t size, const char *file, unsigned line);

/* Fork handler: its lock. */
void tcr_present_fork(bool before);

#pragma GCC visibility pop

#endif
