/* SPDX-License-Identifier: MIT */
/* pages.c: see pages.h. */
#define _GNU_SOURCE
#include <stdatomic.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>
#include "pages.h"

#define LEAVES ((uintptr_t)1 << 16)
#define LEAF_PAGES ((uintptr_t)1 << 20)
#define BLOCK_PAGES ((uintptr_t)256)
#define LEAF_BLOCKS (LEAF_PAGES / BLOCK_PAGES)

typedef _Atomic unsigned char cell;

/* Each call looks at all pages of its arrays, which may be very many: so each block of pages has a
 * cell, too, of the state that all of them have. */
struct leaf {
    cell page[LEAF_PAGES];
    cell block[LEAF_BLOCKS]; /* the state, or MIXED */
};
enum { MIXED = 0xff };

size_t tcr_page_size = 4096;
static unsigned shift = 12;
static struct leaf *_Atomic leaves[LEAVES];

/* The system keeps a mapping for each stretch that is protected in the same way, and a process may
 * have so many: of those a part is ours. */
enum { USUAL_MAPPINGS = 65530, OUR_SHARE = 4 };
static size_t most_borders = USUAL_MAPPINGS / OUR_SHARE;
static size_t borders; /* between pages that are protected in another way; under the lock */

static void ask_for_most(void)
{
    FILE *file = fopen("/proc/sys/vm/max_map_count", "re");
    unsigned long most;

    if (file && fscanf(file, "%lu", &most) == 1)
        most_borders = most / OUR_SHARE;
    if (file)
        fclose(file);
}

void tcr_pages_start(void)
{
    tcr_page_size = (size_t)sysconf(_SC_PAGESIZE);
    for (shift = 12; (size_t)1 << shift < tcr_page_size; shift++)
        ;
    ask_for_most();
}

enum tcr_pages_split tcr_pages_split(void)
{
    return borders < most_borders       ? TCR_PAGES_FEW
           : borders < 2 * most_borders ? TCR_PAGES_MANY
                                        : TCR_PAGES_TOO_MANY;
}

static struct leaf *leaf_of(uintptr_t page)
{
    uintptr_t k = page / LEAF_PAGES;

    return k < LEAVES ? atomic_load_explicit(&leaves[k], memory_order_acquire) : NULL;
}

bool tcr_pages_reserve(uintptr_t lo, uintptr_t hi)
{
    for (uintptr_t k = (lo >> shift) / LEAF_PAGES; k <= ((hi - 1) >> shift) / LEAF_PAGES; k++) {
        void *leaf;

        if (k >= LEAVES)
            return false;
        if (atomic_load(&leaves[k]))
            continue;
        leaf = mmap(NULL, sizeof(struct leaf), PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (leaf == MAP_FAILED)
            return false;
        atomic_store(&leaves[k], leaf);
    }
    return true;
}

static enum tcr_page state_of(uintptr_t page)
{
    const struct leaf *leaf = leaf_of(page);

    return leaf ? (enum tcr_page)atomic_load(&leaf->page[page % LEAF_PAGES]) : TCR_PAGE_NONE;
}

enum tcr_page tcr_pages_state(uintptr_t at)
{
    return state_of(at >> shift);
}

static bool differ(enum tcr_page a, enum tcr_page b)
{
    return (a < TCR_PAGE_SAME ? TCR_PAGE_HOST : a) != (b < TCR_PAGE_SAME ? TCR_PAGE_HOST : b);
}

/* Borders from the page before to the page behind. */
static size_t borders_in(uintptr_t lo, uintptr_t hi)
{
    enum tcr_page before = tcr_pages_state(lo - 1), state;
    size_t n = 0;

    for (uintptr_t at = lo; at < hi; at = tcr_pages_run(at, hi)) {
        state = tcr_pages_state(at);
        n += differ(before, state);
        before = state;
    }
    return n + differ(before, tcr_pages_state(hi));
}

static uintptr_t block_end(uintptr_t page)
{
    return (page | (BLOCK_PAGES - 1)) + 1;
}

/* Whoever reads without the lock must not find what the block had before, and a page that has
 * changed, one after the other: while some have changed, the block is mixed. */
static void set_in_block(uintptr_t page, uintptr_t end, enum tcr_page state)
{
    struct leaf *leaf = leaf_of(page);
    const uintptr_t first = page & ~(BLOCK_PAGES - 1);
    cell *block = &leaf->block[page % LEAF_PAGES / BLOCK_PAGES];
    bool all = true;

    atomic_store(block, MIXED);
    for (uintptr_t k = page; k < end; k++)
        atomic_store_explicit(&leaf->page[k % LEAF_PAGES], (unsigned char)state,
                              memory_order_release);
    for (uintptr_t k = first; k < first + BLOCK_PAGES && all; k++)
        all = (k >= page && k < end) || state_of(k) == state;
    if (all)
        atomic_store(block, (unsigned char)state);
}

void tcr_pages_set(uintptr_t lo, uintptr_t hi, enum tcr_page state)
{
    if (lo >= hi)
        return;
    borders -= borders_in(lo, hi);
    borders += differ(tcr_pages_state(lo - 1), state) + differ(state, tcr_pages_state(hi));
    for (uintptr_t page = lo >> shift, end; page < hi >> shift; page = end) {
        end = block_end(page) < hi >> shift ? block_end(page) : hi >> shift;
        set_in_block(page, end, state);
    }
    atomic_thread_fence(memory_order_seq_cst);
}

/* ---- runs ---- */

enum { EIGHT = 8 };
typedef uint64_t __attribute__((may_alias)) eight_cells;

/* Where pages from `page` on, which has the state, may have another one. */
static uintptr_t next_page(uintptr_t page, enum tcr_page state)
{
    const struct leaf *leaf = leaf_of(page);
    const eight_cells *eight;

    if (!leaf)
        return (page | (LEAF_PAGES - 1)) + 1;
    if (atomic_load(&leaf->block[page % LEAF_PAGES / BLOCK_PAGES]) == state)
        return block_end(page);
    if (page % EIGHT != 0)
        return page + 1;
    eight = (const void *)&leaf->page[page % LEAF_PAGES];
    return __atomic_load_n(eight, __ATOMIC_SEQ_CST) == (uint64_t)state * 0x0101010101010101u
               ? page + EIGHT
               : page + 1;
}

/* The end of the run that begins with the page of `lo`, which has the state. */
static uintptr_t run_of(uintptr_t lo, uintptr_t hi, enum tcr_page state)
{
    const uintptr_t end = ((hi - 1) >> shift) + 1;
    uintptr_t page = lo >> shift;

    do
        page = next_page(page, state);
    while (page < end && state_of(page) == state);
    return page < end ? page << shift : hi;
}

uintptr_t tcr_pages_run(uintptr_t lo, uintptr_t hi)
{
    return run_of(lo, hi, tcr_pages_state(lo));
}

uintptr_t tcr_pages_run_back(uintptr_t lo, uintptr_t hi)
{
    uintptr_t page = (hi - 1) >> shift;
    const enum tcr_page state = state_of(page);

    while (page << shift > lo && state_of(page - 1) == state)
        page--;
    return page << shift > lo ? page << shift : lo;
}

/* Asked without the lock: so the run is that of the state which has been looked at, for a page may
 * have another one by then. */
bool tcr_pages_open(uintptr_t lo, uintptr_t hi, bool write)
{
    const enum tcr_page most = write ? TCR_PAGE_HOST : TCR_PAGE_SAME;

    for (uintptr_t at = lo; at < hi;) {
        const enum tcr_page state = tcr_pages_state(at);

        if (state > most)
            return false;
        at = run_of(at, hi, state);
    }
    return true;
}
