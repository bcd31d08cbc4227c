/* SPDX-License-Identifier: MIT */
/* table.h: the table of TCR_SUMMARY, and the same for programs. */
#ifndef TCR_TABLE_H
#define TCR_TABLE_H

#include <stdbool.h>
#include <stdio.h>
#include "../device/stats.h"

#pragma GCC visibility push(hidden)

/* The regions that have run, in this order; and why nothing of the run is kept (NULL: it is, or
 * need not be).  Under summary.c's lock. */
void tcr_table_print(FILE *out, struct tcr_stats *const *list, size_t n, const char *not_kept);
/* One object a line. */
void tcr_table_json(FILE *out, struct tcr_stats *const *list, size_t n);

/* Which of the listed loops of its line a region is, from 1, as a macro may have several there;
 * 0: it is the only one. */
unsigned tcr_table_nth(const struct tcr_stats *s, struct tcr_stats *const *list, size_t n);

/* A call's seconds on either side: as measured, else as estimated; negative: neither is known. */
double tcr_table_host(const struct tcr_stats *s, bool *measured);
double tcr_table_device(const struct tcr_stats *s, bool *measured);
/* "1.23 ms", "~1.23 ms" if it is an estimate, "-" if it is negative; "12.3 MB". */
enum { TCR_TABLE_CELL = 24 };
const char *tcr_table_time(char cell[TCR_TABLE_CELL], double seconds, bool measured);
const char *tcr_table_bytes(char cell[TCR_TABLE_CELL], unsigned long long bytes);

#pragma GCC visibility pop

#endif
