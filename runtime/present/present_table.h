/* SPDX-License-Identifier: MIT */
/* present_table.h: sections that are on the device, by address. */
#ifndef TCR_PRESENT_TABLE_H
#define TCR_PRESENT_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

struct tcr_present {
    uintptr_t host;
    size_t size;
    char
        *device; /* of the first byte; NULL: no memory was left for it, and the host has the data */
    void *alloc; /* of the pool, */
    size_t alloc_size;
    unsigned refs;         /* OpenACC's dynamic reference counter */
    unsigned structured;   /* its structured one: data regions */
    unsigned pins;         /* loops that are using it, and data regions */
    char origin[128];      /* who made it present, for messages */
    _Atomic bool diverged; /* the device's copy may be newer */
    _Atomic bool exposed;  /* its address was given out: who knows when it is written */
    _Atomic bool behind;   /* the host's copy is newer */
    bool removed;          /* out of the table; freed at the last unpin */
};

/* Sections sorted by address, which never overlap. */
struct tcr_table {
    struct tcr_present **entry;
    size_t n, room;
};

/* Index of the first entry that ends beyond `host`; t->n: none. */
size_t tcr_table_at(const struct tcr_table *t, uintptr_t host);
/* 1 with *found when [host, host + size) is inside one entry, 0 when no byte
 * of it is present, else TCR_E_PARTIAL with *found the first entry met. */
int tcr_table_find(const struct tcr_table *t, uintptr_t host, size_t size,
                   struct tcr_present **found);
/* The entry must not overlap another.  0 or TCR_E_NO_MEMORY. */
int tcr_table_insert(struct tcr_table *t, struct tcr_present *entry);
void tcr_table_remove(struct tcr_table *t, const struct tcr_present *entry);

#pragma GCC visibility pop

#endif
