/* SPDX-License-Identifier: MIT */
/* grid.h: threads and blocks of a launch; tuning.c: what is best for large arrays. */
#ifndef TCR_GRID_H
#define TCR_GRID_H

#include <stdbool.h>
#include <stddef.h>
#include "../backend/backend.h"

#pragma GCC visibility push(hidden)

struct tcr_tuning {
    unsigned threads; /* of a block */
    unsigned waves;   /* times as many blocks as the device holds at once, at most */
};
/* Of a type's sums on this device. */
struct tcr_tuning tcr_tuning_of(enum tcr_type type);
/* For tcr-tune, before any other thread: this one, whatever the type. */
void tcr_tuning_force(const struct tcr_tuning *t);
/* In the user's configuration directory: `file` is "" or begins with a slash. */
bool tcr_tuning_path(char *path, size_t size, const char *file);
/* For large n. */
struct tcr_tuning tcr_grid_tuning(const struct tcr_region *region);
/* Of n iterations, if blocks have `most` threads at most, and so many of those are on a
 * multiprocessor at once. */
void tcr_grid_shape(struct tcr_launch *l, const struct tcr_region *region, unsigned most,
                    unsigned per_multiprocessor, long long n);
/* The same of n iterations by teams, with inner loops of so many trips (TCR_TRIPS_ASKED: the kernel
 * looks) in `bytes` of sections; may blocks wait for each other? */
void tcr_grid_teams(struct tcr_launch *l, const struct tcr_region *region, unsigned most,
                    unsigned per_multiprocessor, size_t bytes);

/* Has it prefix sums of an array that all blocks hold at once, of which each publishes one word? */
static inline bool tcr_grid_short(const struct tcr_region *region)
{
    return (region->flags & TCR_REGION_SCAN_LINE) && region->scan && region->block;
}
/* May one of so many words of 16 bytes have such a kernel?  The device is open. */
bool tcr_grid_has_short(long long words);
/* Words of 16 bytes that such an array may have if some wait in shared memory; 0: there is no room.
 * The device is open. */
long long tcr_grid_middle_words(void);
/* Has it rows of the C API's prefix sums that warps have whole? */
static inline bool tcr_grid_in_rows(const struct tcr_region *region)
{
    return (region->flags & TCR_REGION_SCAN_LINE) && !region->scan;
}
/* Its launch: a block for some pieces of the rows each. */
void tcr_grid_rows(struct tcr_launch *l, const struct tcr_region *region, unsigned most,
                   unsigned per_multiprocessor);
/* The same of n iterations with prefix sums. */
void tcr_grid_scan(struct tcr_launch *l, const struct tcr_region *region, unsigned most,
                   unsigned per_multiprocessor);

#pragma GCC visibility pop

#endif
