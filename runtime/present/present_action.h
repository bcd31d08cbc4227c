/* SPDX-License-Identifier: MIT */
/*
 * present_action.h: the process's present table, to those who change it.
 *
 * present.c has the table and its locks, residency.c the calls of tcr.h, data.c
 * the data directives.  From the begin of an action to its end the device is
 * bound, and nobody else changes the table.
 */
#ifndef TCR_PRESENT_ACTION_H
#define TCR_PRESENT_ACTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "../device/pool.h"
#include "../ground/why.h"
#include "present.h"
#include "present_table.h"

#pragma GCC visibility push(hidden)

struct tcr_action {
    struct tcr_lane *lane;
    struct tcr_why why;
};

/* Nobody else changes the table between the two. */
void tcr_present_lock(bool lock);

/* Under tcr_present_lock: bind the open device, take a lane; and give both back. */
int tcr_action_prepare(struct tcr_action *action);
void tcr_action_finish(struct tcr_action *action, bool good);

/* Make the device ready for an action on a section; a size of 0 becomes 1.
 * 1: it is, and tcr_action_end must follow; 0: no device, nothing to do; negative:
 * the section was on a device that is gone, or the device failed. */
int tcr_action_begin(struct tcr_action *action, const void *host, size_t *size);
/* Returns `error`, after the trace has had it. */
int tcr_action_end(struct tcr_action *action, const char *what, const void *host, size_t size,
                   int error);
/* All are done when they return. */
int tcr_action_copy_to(struct tcr_action *action, void *device, const void *host, size_t size);
int tcr_action_copy_from(struct tcr_action *action, void *host, const void *device, size_t size);
/* The same between a part of an entry and its host memory; nothing is brought
 * from the device that is older there. */
int tcr_action_update(struct tcr_action *action, struct tcr_present *e, uintptr_t host, size_t size,
                      bool to_device);

/* The host's and the device's bytes [host, host + size) of an entry have just been
 * made the same. */
void tcr_present_settle(struct tcr_present *e, uintptr_t host, size_t size);
/* Something may be newer on the device, from now on. */
void tcr_present_set_newer(void);

/* tcr_table_find in the process's table, and the device address of the
 * section's start. */
int tcr_present_find(const void *host, size_t size, struct tcr_present **e, char **device);
/* The first entry that has a byte of [host, host + size), or NULL. */
struct tcr_present *tcr_present_next(uintptr_t host, size_t size);
/* A new section without references, in the table, with device memory, and
 * `filled` from the host; within an action.  0 or an error. */
int tcr_present_make(struct tcr_action *action, const void *host, size_t size, bool filled,
                     struct tcr_present **made);
/* The same, but the host keeps the data: there is no device memory for it. */
int tcr_present_make_hosts(const void *host, size_t size, struct tcr_present **made);
/* Keep an entry until tcr_present_unpin, though it be retired. */
void tcr_present_hold(struct tcr_present *e);
/* Under the lock: take an entry that nobody refers to any more out of the
 * table, and free it when no region uses it. */
void tcr_present_retire(struct tcr_present *e);
/* An entry that is in no table, with its device memory. */
void tcr_present_free(struct tcr_present *e);
/* Not within an action: drop a reference of a section whose device is gone;
 * its addresses may soon be other data's. */
void tcr_present_drop_lost(const void *host, size_t size);
/* The device's address of a host address, for somebody who may write there;
 * NULL: not present. */
void *tcr_present_expose(const void *host);
/* The host's address of a device address, or NULL. */
void *tcr_present_host(const void *device);

#pragma GCC visibility pop

#endif
