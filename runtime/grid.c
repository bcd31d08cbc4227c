/* SPDX-License-Identifier: MIT */
/* grid.c: threads and blocks of a launch.  They depend on the region, the number of
 * iterations and the device only, so that the order of summation is the same in
 * every run. */
#include "runtime.h"

/* Of a warp's iterations at a time (kernels/reduce.cuh), so many bytes of every array
 * are read: 64 by each lane. */
#define TILE_BYTES 2048
#define HEAVY 60.0         /* operations from which a lane takes one iteration at a time */
#define TILES_A_WARP 8     /* before there are more blocks than the device holds at once */
#define ONE_BLOCK 16       /* tiles: 1 us less than several blocks with results to combine */
#define SMALL_THREADS 128u /* of a block where there are few tiles: combining is short */

struct tcr_tuning tcr_grid_tuning(const struct tcr_region *region)
{
    struct tcr_tuning t = {256, 1};

    if (region->block) {
        t.threads = region->block >= 1024 ? 1024 : (region->block + 31) / 32 * 32;
        return t;
    }
    return region->n_vars && region->ops_per_iteration <= HEAVY
               ? tcr_tuning_of((enum tcr_type)region->vars[0].type)
               : t;
}

/* Iterations that a warp takes at a time. */
static long long tile_size(const struct tcr_region *region)
{
    long long bytes = 0, size;

    for (unsigned k = 0; k < region->n_bases; k++)
        bytes += region->bases[k].elem_size;
    if (region->n_vars == 0 || region->ops_per_iteration > HEAVY || bytes == 0 ||
        tcr_properties.many_blocks)
        return 32;
    size = TILE_BYTES / bytes / 32 * 32;
    return size < 32 ? 32 : size;
}

void tcr_grid_shape(struct tcr_launch *l, const struct tcr_region *region, unsigned most,
                    unsigned per_multiprocessor, long long n)
{
    const struct tcr_tuning t = tcr_grid_tuning(region);
    const unsigned waves = region->shapes || region->n_vars > 2 ? 1 : t.waves;
    unsigned long long size = (unsigned long long)tile_size(region);
    unsigned long long tiles = ((unsigned long long)n + size - 1) / size, blocks, room, more;

    if (!region->block && size > 32 && tiles <= ONE_BLOCK &&
        most >= 32 * ONE_BLOCK) { /* nothing to combine */
        l->threads = tiles < 4 ? 128 : 32 * (unsigned)tiles;
        l->blocks = 1;
        return;
    }
    l->threads = most;
    while (!region->block && l->threads > (size > 32 ? SMALL_THREADS : 32) &&
           tiles / (l->threads / 32) < tcr_properties.multiprocessors)
        l->threads /= 2;
    blocks = (tiles + l->threads / 32 - 1) / (l->threads / 32);
    room = (unsigned long long)tcr_properties.multiprocessors * per_multiprocessor *
           (most / l->threads);
    more = blocks / TILES_A_WARP; /* each leaves results to be combined */
    if (more > room * waves)
        more = room * waves;
    if (more > room)
        room = more;
    l->blocks = (unsigned)(blocks < room ? blocks : room);
}
