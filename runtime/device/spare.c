/* SPDX-License-Identifier: MIT */
/*
 * spare.c: host memory kept from call to call.
 *
 * Small blocks are the heap's.  Large ones are mappings, in huge pages where the system has them,
 * and a few of them are kept: at most a sixteenth of the machine's memory.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
#include "../ground/checked.h"
#include "spare.h"

#define LARGE ((size_t)1 << 20)
#define HUGE_PAGE ((size_t)2 << 20)
enum { HEAD = 64, BLOCKS = 8 };

/* In front of every block. */
struct head {
    void *start; /* of the mapping; NULL: the heap's */
    size_t size, mapped;
};
_Static_assert(sizeof(struct head) <= HEAD, "the head of a block");

static pthread_mutex_t spare_lock = PTHREAD_MUTEX_INITIALIZER;
static struct head *spare[BLOCKS];
static unsigned n_spare;
static size_t kept; /* bytes of them */

void tcr_spare_fork(bool before)
{
    if (before)
        pthread_mutex_lock(&spare_lock);
    else
        pthread_mutex_unlock(&spare_lock);
}

/* The smallest that is large enough and wastes at most as much again. */
static struct head *reuse(size_t size)
{
    struct head *h = NULL;
    unsigned best = BLOCKS;

    pthread_mutex_lock(&spare_lock);
    for (unsigned k = 0; k < n_spare; k++)
        if (spare[k]->size >= size && spare[k]->size / 2 <= size &&
            (best == BLOCKS || spare[k]->size < spare[best]->size))
            best = k;
    if (best < BLOCKS) {
        h = spare[best];
        kept -= h->size;
        spare[best] = spare[--n_spare];
    }
    pthread_mutex_unlock(&spare_lock);
    return h;
}

static struct head *map_block(size_t size)
{
    size_t bytes = size + HEAD + 2 * HUGE_PAGE;
    void *start = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    struct head *h;

    if (start == MAP_FAILED)
        return NULL;
    madvise(start, bytes, MADV_HUGEPAGE); /* if the system has them */
    h = (struct head *)(((uintptr_t)start + HUGE_PAGE) / HUGE_PAGE * HUGE_PAGE);
    *h = (struct head){start, size, bytes};
    return h;
}

void *tcr_spare_get(size_t size)
{
    struct head *h;

    if (size > TCR_MOST_BYTES)
        return NULL;
    if (size < LARGE) {
        h = aligned_alloc(HEAD, (HEAD + size + HEAD - 1) / HEAD * HEAD);
        if (h)
            *h = (struct head){NULL, size, 0};
    } else {
        h = reuse(size);
        if (!h)
            h = map_block(size);
    }
    return h ? (char *)h + HEAD : NULL;
}

static size_t most_kept(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);

    return pages > 0 && page > 0 ? (size_t)pages * (size_t)page / 16 : 0;
}

void tcr_spare_put(void *memory)
{
    struct head *h = memory ? (struct head *)((char *)memory - HEAD) : NULL;
    bool keep;

    if (!h)
        return;
    if (!h->start) {
        free(h);
        return;
    }
    pthread_mutex_lock(&spare_lock);
    keep = n_spare < BLOCKS && h->size <= most_kept() && kept <= most_kept() - h->size;
    if (keep) {
        spare[n_spare++] = h;
        kept += h->size;
    }
    pthread_mutex_unlock(&spare_lock);
    if (!keep)
        munmap(h->start, h->mapped);
}
