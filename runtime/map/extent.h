/* SPDX-License-Identifier: MIT */
/* extent.h: objects whose size nobody has said; the kernel's check of accesses. */
#ifndef TCR_EXTENT_H
#define TCR_EXTENT_H

#include <stdbool.h>
#include <stdint.h>
#include "../device/stats.h"
#include "plan.h"

#pragma GCC visibility push(hidden)

enum tcr_extent {
    TCR_EXTENT_NONE,
    TCR_EXTENT_OBJECT, /* a present section, a block of the heap, a variable of the program's */
    TCR_EXTENT_AROUND  /* readable memory around the address, other objects perhaps among it */
};

/* The object that an address points into, or one past: [*lo, *hi). */
enum tcr_extent tcr_extent_find(uintptr_t address, uintptr_t *lo, uintptr_t *hi);
/* Is [lo, hi), as it was noted, in a block that the GNU C library's heap has given out?  `mapped`:
 * one with a mapping of its own, in which there is nothing else but the heap's words before it. */
bool tcr_extent_is_block(uintptr_t lo, uintptr_t hi, bool *mapped);
/* An address in the object that the loop reads.  The base may lie in another one: a[i] of
 * a = x - 1. */
uintptr_t tcr_used_address(const struct tcr_section *s);
/* The hulls of the bases that are read at unknown places, joined with what is known. */
int tcr_extent_plan(struct tcr_plan *p, struct tcr_why *why);
/* Nobody knows how large base k is. */
int tcr_extent_refuse(const struct tcr_plan *p, unsigned k, struct tcr_why *why);
/* Base k, of which that is so, gets no memory: an access that the kernel makes there is outside of
 * it.  0, or a refusal: an access that is not allowed would have changed data in place by then. */
void tcr_extent_lack(struct tcr_plan *p, unsigned k);
int tcr_extent_risk(const struct tcr_plan *p, struct tcr_why *why);
/* Enlarge [*lo, *hi) by the object at `address`; false: it is not known, or
 * they are too much for one copy. */
bool tcr_extent_join(uintptr_t address, uintptr_t *lo, uintptr_t *hi);
/* For the kernel's check: a range on the device for base k, its section, which
 * has its device address, and what the launch adds. */
void tcr_extent_range(const struct tcr_plan *p, unsigned k, tcr_device_address lo,
                      unsigned long long size);
void tcr_extent_section(const struct tcr_plan *p, unsigned k);
bool tcr_extent_checks(const struct tcr_region *region);
void tcr_extent_lane(const struct tcr_plan *p, struct tcr_lane *lane);
/* Around the clause that a message asks for: the directive that may have it, if the loop's own may
 * not. */
const char *tcr_extent_before(const struct tcr_plan *p);
const char *tcr_extent_behind(const struct tcr_plan *p);
/* After the kernel: was all that it read within the sections? */
int tcr_extent_check(struct tcr_plan *p, const struct tcr_lane *lane, struct tcr_why *why);
/* 0, or a refusal: iterations of the region have come to paths of the host too often for the device
 * to try again. */
int tcr_extent_promising(const struct tcr_stats *stats, struct tcr_why *why);
void tcr_extent_fork(bool before);

#pragma GCC visibility pop

#endif
