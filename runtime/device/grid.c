/* SPDX-License-Identifier: MIT */
/* grid.c: threads and blocks of a launch.  They depend on the region, the number of
 * iterations and the device only, so that the order of summation is the same in
 * every run. */
#include <limits.h>
#include <stdint.h>
#include <string.h>
#include "../../spec/contract.h"
#include "../backend/backend.h"
#include "device.h"
#include "grid.h"

/* Of a warp's iterations at a time, so many bytes of every array are read. */
#define TILE_BYTES (TCR_WARP * TCR_LANE_BYTES)
#define TILES_A_WARP 8     /* before there are more blocks than the device holds at once */
#define ONE_BLOCK 16       /* tiles: 1 us less than several blocks with results to combine */
#define FEW_TEAMS 64       /* to a multiprocessor: then a block may be one */
#define SMALL_THREADS 128u /* of a block where there are few tiles: combining is short */
#define WORTH_MEETING ((size_t)4 << 20) /* bytes, which take as long as it does */
#define SMALL_BYTES (16ll << 20)        /* of prefix sums whose blocks have one tile each */
#define ONE_BLOCK_WORDS 4ull            /* of a thread, where one block has all prefix sums */
#define PIECE_TILES 4                   /* of rows, at most */
#define TRIPS_OF_THREAD 4               /* before there are more of them in a team */
#define TRIPS_OF_BLOCKS (16 * TCR_MOST_THREADS) /* 8 of each thread of two */
#define TEAM_WAVES 4   /* blocks for each that the device holds: iterations take unequal times */
#define PACKED_WAVES 6 /* the same where a warp has several iterations at once */

struct tcr_tuning tcr_grid_tuning(const struct tcr_region *region)
{
    struct tcr_tuning t = {256, 1};

    if (region->scan)
        return (struct tcr_tuning){region->block                          ? region->block
                                   : region->flags & TCR_REGION_SCAN_LINE ? TCR_SCAN_LINE_THREADS
                                                                          : TCR_SCAN_THREADS,
                                   1};
    if (region->flags & (TCR_REGION_AHEAD | TCR_REGION_FLAT)) {
        if (region->flags & TCR_REGION_FLAT)
            t.threads = TCR_FLAT_THREADS;
        if (region->block && region->block < t.threads)
            t.threads = (region->block + TCR_WARP - 1) / TCR_WARP * TCR_WARP;
        return t;
    }
    if (region->block) {
        t.threads = region->block >= TCR_MOST_THREADS
                        ? TCR_MOST_THREADS
                        : (region->block + TCR_WARP - 1) / TCR_WARP * TCR_WARP;
        return t;
    }
    /* they come last; a large block has the most threads for its copies of sections */
    if (region->shapes && region->shapes[region->n_vars - 1].flags & TCR_SHAPE_UPDATES)
        return (struct tcr_tuning){TCR_MOST_THREADS, 1};
    return region->n_vars && region->ops_per_iteration <= TCR_HEAVY_OPERATIONS
               ? tcr_tuning_of((enum tcr_type)region->vars[0].type)
               : t;
}

/* Iterations that a warp takes at a time. */
static long long tile_size(const struct tcr_region *region)
{
    long long bytes = 0, size;

    for (unsigned k = 0; k < region->n_bases; k++)
        bytes += region->bases[k].elem_size;
    if (region->n_vars == 0 || region->ops_per_iteration > TCR_HEAVY_OPERATIONS || bytes == 0 ||
        tcr_properties.many_blocks)
        return TCR_WARP;
    size = TILE_BYTES / bytes / TCR_WARP * TCR_WARP;
    return size < TCR_WARP ? TCR_WARP : size;
}

void tcr_grid_shape(struct tcr_launch *l, const struct tcr_region *region, unsigned most,
                    unsigned per_multiprocessor, long long n)
{
    const struct tcr_tuning t = tcr_grid_tuning(region);
    const unsigned waves = region->shapes || region->n_vars > 2 ? 1 : t.waves;
    unsigned long long size = (unsigned long long)tile_size(region);
    unsigned long long tiles = ((unsigned long long)n + size - 1) / size, blocks, room, more;

    if (!region->block && size > TCR_WARP && tiles <= ONE_BLOCK &&
        most >= TCR_WARP * ONE_BLOCK) { /* nothing to combine */
        l->threads = tiles < 4 ? 128 : TCR_WARP * (unsigned)tiles;
        l->blocks = 1;
        return;
    }
    l->threads = most;
    while (!region->block && l->threads > (size > TCR_WARP ? SMALL_THREADS : TCR_WARP) &&
           tiles / (l->threads / TCR_WARP) < tcr_properties.multiprocessors)
        l->threads /= 2;
    blocks = (tiles + l->threads / TCR_WARP - 1) / (l->threads / TCR_WARP);
    room = (unsigned long long)tcr_properties.multiprocessors * per_multiprocessor *
           (most / l->threads);
    more = blocks / TILES_A_WARP; /* each leaves results to be combined */
    if (more > room * waves)
        more = room * waves;
    if (more > room)
        room = more;
    l->blocks = (unsigned)(blocks < room ? blocks : room);
}

/* As many threads as can have something to do, if a team has `most` at most. */
static unsigned long long team_threads(long long n, long long trips, long long most)
{
    const long long size = trips < 0 || trips > most ? most : trips;
    long long threads;

    return __builtin_mul_overflow(n, size < 1 ? 1 : size, &threads) ? LLONG_MAX / 2
                                                                    : (unsigned long long)threads;
}

/* Do blocks gain by waiting for each other?  Some rows may be far longer than others; or there are
 * too few for as many blocks, and each is long. */
static bool gain_together(long long n, long long trips, size_t bytes, unsigned long long room)
{
    if (trips == TCR_TRIPS_ASKED)
        return bytes >= WORTH_MEETING || (tcr_properties.many_blocks && n % 2); /* try both */
    return (unsigned long long)n <= room / 2 && trips >= TRIPS_OF_BLOCKS;
}

/* Where numbers are reduced, which rows a block does must not depend on time; but blocks may begin
 * when others have ended.  Of so many rows, none is several blocks'. */
static bool goes_in_waves(const struct tcr_region *region, long long n, long long trips,
                          unsigned long long room)
{
    return region->n_vars && !region->shapes && trips == TCR_TRIPS_ASKED &&
           (unsigned long long)n > room;
}

/* Room for the terms of each warp, if so many blocks of a multiprocessor have it. */
static void give_terms(struct tcr_launch *l, unsigned blocks)
{
    const unsigned own = TCR_MOST_THREADS * 8 + 1024; /* of a kernel, and the driver's */
    const unsigned bytes = l->threads / TCR_WARP * TCR_SPAN_BYTES;

    if (bytes > TCR_SHARED_ROOM || blocks * (bytes + own) > tcr_properties.shared)
        return;
    l->grid.shared_copies = 1;
    l->shared = bytes;
}

/* Rows that small blocks have whole, too: while some of them wait for all of their threads, others
 * read.  Where each large block has one row, and few have none, nobody waits for a second one. */
static bool are_of_blocks(const struct tcr_region *region, unsigned most, long long n,
                          long long trips)
{
    const long long room = tcr_properties.multiprocessors;

    return (region->flags & TCR_REGION_BY_ROWS) && trips >= (long long)most * TCR_BLOCK_TRIPS &&
           (n > room || n <= room / 2);
}

void tcr_grid_teams(struct tcr_launch *l, const struct tcr_region *region, unsigned most,
                    unsigned per_multiprocessor, size_t bytes)
{
    const long long n = l->grid.n, trips = l->grid.trips;
    unsigned long long room = tcr_properties.multiprocessors, blocks;
    bool in_waves;

    l->threads = most;
    if (!region->block && most == tcr_grid_tuning(region).threads && trips > 0 &&
        (unsigned long long)n <= room * FEW_TEAMS && !are_of_blocks(region, most, n, trips)) {
        l->threads = TCR_MOST_THREADS;
        while (l->threads > SMALL_THREADS && l->threads * TRIPS_OF_THREAD > trips)
            l->threads /= 2;
    }
    room = room * per_multiprocessor * most / l->threads;
    room = room < 1 ? 1 : room;
    in_waves = goes_in_waves(region, n, trips, room);
    l->grid.together = !in_waves && gain_together(n, trips, bytes, room);
    room *= !in_waves ? 1 : region->flags & TCR_REGION_PACKED ? PACKED_WAVES : TEAM_WAVES;
    blocks = team_threads(n, trips, l->grid.together ? LLONG_MAX : TCR_MOST_THREADS);
    blocks = blocks / l->threads + (blocks % l->threads != 0);
    l->blocks = (unsigned)(blocks < room ? blocks : room);
    if (region->flags & TCR_REGION_FLAT && trips == TCR_TRIPS_ASKED)
        give_terms(l, (unsigned)(room / tcr_properties.multiprocessors));
}

/* Blocks of a multiprocessor, as far as its shared memory goes. */
static unsigned long long with_shared(unsigned long long blocks, unsigned shared)
{
    const unsigned own = 4096; /* of a kernel, and the driver's */
    const unsigned most = (tcr_properties.shared + TCR_SHARED_REST) / (shared + own);

    return blocks < most ? blocks : most;
}

/* Where an array begins in a word of 16 bytes, in elements; its address is in the arguments. */
static unsigned skew_of(const struct tcr_launch *l, const struct tcr_base *base)
{
    uintptr_t at;

    memcpy(&at, (const char *)l->args + base->arg_offset, sizeof at);
    return (unsigned)(at % 16 / base->elem_size);
}

/* Two blocks on each of these are as many as the kernel knows. */
static unsigned scan_multiprocessors(void)
{
    const unsigned most = TCR_SCAN_SHORT_BLOCKS / 2;

    return tcr_properties.multiprocessors < most ? tcr_properties.multiprocessors : most;
}

/* All blocks, a tile each, must have room on the device at once: each multiprocessor has room for
 * two.  x may begin within a word. */
bool tcr_grid_has_short(long long words)
{
    const long long tile = (long long)TCR_SCAN_SHORT_THREADS * TCR_SCAN_SHORT_WORDS;

    return words <= SMALL_BYTES / 16 &&
           (words + tile) / tile <= 2 * (long long)tcr_properties.multiprocessors;
}

/* With two blocks on each multiprocessor. */
long long tcr_grid_middle_words(void)
{
    return with_shared(2, TCR_SCAN_MIDDLE_SHARED) == 2
               ? 2ll * scan_multiprocessors() * TCR_SCAN_SHORT_THREADS *
                     (TCR_SCAN_SHORT_WORDS + TCR_SCAN_SHORT_MORE)
               : 0;
}

/* One tile a block (kernels/library/library_scan_short.cuh), of as few words a thread as all blocks
 * have room for at once.  A second block of a multiprocessor takes longer than a second word, and
 * several blocks, which wait for each other, than three words more.  Where there is no room for
 * all, blocks wait for some that have started before them. */
static void scan_short(struct tcr_launch *l, const struct tcr_region *region,
                       unsigned per_multiprocessor)
{
    const unsigned a_word = 16 / region->bases[0].elem_size;
    const unsigned long long n = (unsigned long long)l->grid.n + skew_of(l, region->bases);
    const unsigned long long words = (n + a_word - 1) / a_word;
    unsigned long long room = scan_multiprocessors(), tile = region->block;
    unsigned each = 1;

    if (words <= tile * ONE_BLOCK_WORDS)
        room = per_multiprocessor = 1;
    per_multiprocessor = per_multiprocessor < 2 ? 1 : 2;
    while (each < TCR_SCAN_SHORT_WORDS &&
           words > tile * (each == 1 ? room : room * per_multiprocessor)) {
        each *= 2;
        tile *= 2;
    }
    if (region->scan > TCR_SCAN_SHORT_WORDS * a_word) {
        each = TCR_SCAN_SHORT_WORDS + TCR_SCAN_SHORT_MORE;
        tile = (unsigned long long)region->block * each;
        l->shared = TCR_SCAN_MIDDLE_SHARED;
    }
    l->threads = region->block;
    l->blocks = (unsigned)((words + tile - 1) / tile);
    l->grid.shared_copies = each;
    l->grid.together = l->blocks == 1 ? 0 : TCR_TOGETHER_BEFORE;
}

/* Blocks that a loop's n iterations take where each has one tile, in which each thread has so many.
 */
static unsigned long long blocks_once(long long n, unsigned each)
{
    return ((unsigned long long)n - 1) / (TCR_SCAN_ONCE_THREADS * each) + 1;
}

/* One tile a block, of a loop (kernels/scan_short.cuh); false: there are too many iterations.  A
 * second block of a multiprocessor takes longer than further iterations of a thread, and several
 * blocks, which wait for each other, longer than some. */
static bool scan_once(struct tcr_launch *l, const struct tcr_region *region, unsigned most)
{
    unsigned long long room = 2ull * tcr_properties.multiprocessors;
    unsigned each = region->scan < TCR_SCAN_SOME ? region->scan : TCR_SCAN_SOME;

    if (room > TCR_SCAN_ONCE_BLOCKS)
        room = TCR_SCAN_ONCE_BLOCKS;
    if (region->block || most != TCR_SCAN_THREADS || blocks_once(l->grid.n, each) > room)
        return false;
    if (each > TCR_SCAN_FEW && blocks_once(l->grid.n, TCR_SCAN_FEW) <= room / 2 &&
        (blocks_once(l->grid.n, each) > 1 || blocks_once(l->grid.n, TCR_SCAN_FEW) == 1))
        each = TCR_SCAN_FEW;
    l->threads = TCR_SCAN_ONCE_THREADS;
    l->blocks = (unsigned)blocks_once(l->grid.n, each);
    l->grid.shared_copies = each;
    l->grid.together = l->blocks == 1 ? 0 : TCR_TOGETHER_BEFORE;
    return true;
}

/* A piece begins with a word. */
static long long whole_words(long long rows, unsigned a_word)
{
    return rows < a_word ? rows : rows / a_word * a_word;
}

/* As many rows as fill some tiles well, but few, as what lies close together is read faster. */
static long long filling(long long length, unsigned tile, unsigned a_word)
{
    long long rows = 0;

    for (unsigned tiles = 2; tiles <= PIECE_TILES; tiles++) {
        rows = whole_words((long long)tiles * tile / length, a_word);
        if (rows * length >= (long long)tiles * tile / 16 * 15)
            break;
    }
    return rows;
}

/* So many rows of n are a warp's piece: as many as fill some tiles, or fewer, that all of the
 * device's warps have one, but no fewer than fill a tile. */
static long long piece_of(long long n, long long length, unsigned tile, unsigned a_word,
                          long long warps)
{
    const long long most = filling(length, tile, a_word), least = tile / length;
    long long piece = (n - 1) / warps + 1;

    piece = (piece + a_word - 1) / a_word * a_word;
    piece = piece < least ? least : piece > most ? most : piece;
    piece = whole_words(piece, a_word);
    return piece < 1 ? 1 : piece;
}

void tcr_grid_rows(struct tcr_launch *l, const struct tcr_region *region, unsigned most,
                   unsigned per_multiprocessor)
{
    const struct tcr_scan_args *a = l->args;
    const unsigned size = region->bases[0].elem_size, warps = most / TCR_WARP;
    const long long room = (long long)tcr_properties.multiprocessors * per_multiprocessor;
    const long long piece = piece_of(a->n, a->length, TCR_WARP * TCR_SCAN_ROWS_EACH(size),
                                     16 / size, room > 0 ? room * warps : warps);
    const long long pieces = (a->n - 1) / piece + 1;
    const long long blocks =
        pieces < room * warps ? (pieces < room ? pieces : room) : (pieces - 1) / warps + 1;

    l->threads = most;
    l->blocks = (unsigned)(blocks < 1 ? 1 : blocks < INT_MAX ? blocks : INT_MAX);
    l->in_turns = l->blocks > room;
    l->grid.shared_copies = piece;
}

void tcr_grid_scan(struct tcr_launch *l, const struct tcr_region *region, unsigned most,
                   unsigned per_multiprocessor)
{
    const bool line = region->flags & TCR_REGION_SCAN_LINE;
    const unsigned long long size = (unsigned long long)region->scan * most;
    /* a line's kernel may count elements in that are in front of the first one, in its 16 bytes */
    const unsigned long long skew = line ? 16 / region->bases[0].elem_size - 1 : 0;
    const unsigned long long tiles = ((unsigned long long)l->grid.n + skew + size - 1) / size;
    unsigned long long room = per_multiprocessor;

    if (tcr_grid_short(region)) {
        scan_short(l, region, per_multiprocessor);
        return;
    }
    if (!line && scan_once(l, region, most))
        return;
    if (line) {
        l->shared = region->scan * region->bases[0].elem_size * most *
                    TCR_SCAN_LINE_STAGES(tcr_properties.arch);
        room = with_shared(room, l->shared);
    }
    room *= tcr_properties.multiprocessors;
    l->threads = most;
    l->blocks = (unsigned)(tiles < room ? tiles : room > 0 ? room : 1);
    /* in one turn, no block waits for one that comes later */
    l->grid.together = l->blocks == 1 ? 0 : tiles <= l->blocks ? TCR_TOGETHER_BEFORE : 1;
}
