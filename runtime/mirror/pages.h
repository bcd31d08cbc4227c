/* SPDX-License-Identifier: MIT */
/*
 * pages.h: which side has the newest bytes of each page of the process.
 *
 * Read without a lock, in signal handlers too; changed under the mirrors' lock.  A table by
 * address of leaves for 2^20 pages each, which are never given back.
 */
#ifndef TCR_MIRROR_PAGES_H
#define TCR_MIRROR_PAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

enum tcr_page {
    TCR_PAGE_NONE,  /* of no mirror */
    TCR_PAGE_HOST,  /* the host's bytes are the newest; not protected */
    TCR_PAGE_SAME,  /* both sides' are; protected from writing */
    TCR_PAGE_DEVICE /* the device's are; no access */
};

extern size_t tcr_page_size;
void tcr_pages_start(void);

static inline uintptr_t tcr_page_down(uintptr_t at)
{
    return at & ~(uintptr_t)(tcr_page_size - 1);
}

static inline uintptr_t tcr_page_up(uintptr_t at)
{
    return tcr_page_down(at + tcr_page_size - 1);
}

/* Memory for the states of [lo, hi); false: there is none, or the addresses are too high. */
bool tcr_pages_reserve(uintptr_t lo, uintptr_t hi);
enum tcr_page tcr_pages_state(uintptr_t at);
/* Reserved, whole pages. */
void tcr_pages_set(uintptr_t lo, uintptr_t hi, enum tcr_page state);
/* Into how many stretches are mappings cut?  Many: no further cuts; too many: no new mirrors. */
enum tcr_pages_split { TCR_PAGES_FEW, TCR_PAGES_MANY, TCR_PAGES_TOO_MANY };
enum tcr_pages_split tcr_pages_split(void);
/* The end of the run of pages from `lo` on, up to `hi`, that have the state of the first. */
uintptr_t tcr_pages_run(uintptr_t lo, uintptr_t hi);
/* The start of the run that ends with the page before `hi`, down to `lo`. */
uintptr_t tcr_pages_run_back(uintptr_t lo, uintptr_t hi);
/* May the host read (write) all of [lo, hi)? */
bool tcr_pages_open(uintptr_t lo, uintptr_t hi, bool write);

#pragma GCC visibility pop

#endif
