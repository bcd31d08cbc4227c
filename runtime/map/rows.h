/* SPDX-License-Identifier: MIT */
/*
 * rows.h: the tree of what is reached through pointers in memory, shared by
 * rows.c (to the device) and rows_written.c (and back).
 */
#ifndef TCR_ROWS_H
#define TCR_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "../device/transfer.h"
#include "../ground/affine.h"
#include "back.h"
#include "plan.h"

#pragma GCC visibility push(hidden)

/* One base of the tree, with an instance for each pointer to it. */
struct level {
    unsigned base;
    struct tcr_hull hull; /* bytes from where the pointer points */
    size_t n, size;       /* instances; bytes of each (0: none is read) */
    uintptr_t *address;   /* the pointers: the host's, then the device's; 0: null */
    /* for the pointers in the parent: */
    long long first; /* offset of an instance's first one */
    size_t count;    /* in an instance */
    /* tables: */
    char *copy; /* n times pitch bytes */
    size_t pitch;
    /* rows: */
    struct tcr_present **pin; /* of each, or NULL; neighbours with the same one share it */
    struct tcr_piece *piece;  /* to be copied: one for each row that is, or one for all */
    size_t n_pieces, piece_bytes;
    bool one;     /* the one piece holds all rows */
    bool devices; /* rows are device memory */
    void *data;   /* on the device */
    size_t data_size;
    char *sent; /* of spare.h: the pieces of rows that the loop writes, before it */
};

struct tcr_rows {
    struct level *level; /* parents before children */
    unsigned n;
    bool looks;   /* only to look: the rows are not sought on the device */
    bool lenient; /* what cannot be read is left out */
};

/* The tree below `base`, whose own section is given; r has its flags only. */
int tcr_rows_find(struct tcr_plan *p, unsigned base, struct tcr_rows *r, struct tcr_why *why);
/* Rows that will be written: to the device from a copy that stays here. */
int tcr_rows_send(struct tcr_plan *p, struct level *l, struct tcr_lane *lane, struct tcr_why *why);

/* As for a plan's other bases, for one ROWS base, all its children and theirs. */
int tcr_rows_locate(struct tcr_plan *p, unsigned base, struct tcr_why *why);
int tcr_rows_map(struct tcr_plan *p, unsigned base, struct tcr_lane *lane, struct tcr_why *why);
/* What it holds; `rows` itself is the caller's to free. */
void tcr_rows_release(struct tcr_rows *rows);
/* Call visit() for every table and row that the loop may touch, with its address
 * and what is touched of it, until one returns an error.  TCR_ROWS_LENIENT: what cannot be
 * read is left out.  TCR_ROWS_BLOCKS: neighbours that follow each other in equal steps are visited
 * together, with what lies between them; and the plan keeps the tables that have been read. */
enum tcr_rows_look { TCR_ROWS_EACH, TCR_ROWS_BLOCKS, TCR_ROWS_LENIENT };
typedef int tcr_row_visit(void *ctx, unsigned base, uintptr_t address, const struct tcr_hull *hull);
int tcr_rows_visit(struct tcr_plan *p, unsigned base, enum tcr_rows_look look, tcr_row_visit *visit,
                   void *ctx, struct tcr_why *why);
/* What of them comes back: added to the list (back.h). */
int tcr_rows_back(const struct tcr_plan *p, unsigned base, struct tcr_backs *list,
                  struct tcr_why *why);
/* The same as tcr_present_to_host for each row. */
int tcr_rows_to_host(struct tcr_plan *p, unsigned base, struct tcr_why *why);

#pragma GCC visibility pop

#endif
