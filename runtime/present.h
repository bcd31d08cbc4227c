/*
 * present.h: the process's present table, to those who change it.
 *
 * present.c has the table and its locks, residency.c the calls of tcr.h.  From
 * the begin of an action to its end the device is bound, and nobody else
 * changes the table.
 */
#ifndef TCR_PRESENT_H
#define TCR_PRESENT_H

#include "runtime.h"

#pragma GCC visibility push(hidden)

struct tcr_action {
    struct tcr_lane *lane;
    struct tcr_why why;
};

/* Make the device ready for an action on a section; a size of 0 becomes 1.
 * 1: it is, and tcr_action_end must follow; 0: no device, nothing to do; negative:
 * the section was on a device that is gone, or the device failed. */
int tcr_action_begin(struct tcr_action *action, const void *host, size_t *size);
/* Returns `error`, after the trace has had it. */
int tcr_action_end(struct tcr_action *action, const char *what, const void *host, size_t size,
                   int error);
/* Both are done when they return. */
int tcr_action_copy_to(struct tcr_action *action, void *device, const void *host, size_t size);
int tcr_action_copy_from(struct tcr_action *action, void *host, const void *device, size_t size);

/* tcr_table_find in the process's table, and the device address of the
 * section's start. */
int tcr_present_find(const void *host, size_t size, struct tcr_present **e, char **device);
/* Within an action.  0 or TCR_E_NO_MEMORY. */
int tcr_present_add(struct tcr_present *e);
/* Within an action: take an entry that nobody refers to any more out of the
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
