/* SPDX-License-Identifier: MIT */
/*
 * cuda_pinned.c: mappings for host memory that the device reads and writes.
 *
 * The driver's own allocation goes by small pages.  To let the driver have a mapping of ours in
 * huge pages takes a fraction of that time.  The child of a fork gets none of it: a page that both
 * had would be another one for the host than for the device.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdint.h>
#include <sys/mman.h>
#include "backend_cuda.h"
#include "cuda_parts.h"

#define HUGE_PAGE ((size_t)2 << 20)
enum { MOST = 64 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* held for moments, around no call */
static struct {
    void *host, *start; /* NULL: free */
    size_t bytes;
} mapping[MOST];

static bool note(void *host, void *start, size_t bytes)
{
    bool noted = false;

    pthread_mutex_lock(&lock);
    for (unsigned k = 0; k < MOST && !noted; k++)
        if (!mapping[k].start) {
            mapping[k].host = host;
            mapping[k].start = start;
            mapping[k].bytes = bytes;
            noted = true;
        }
    pthread_mutex_unlock(&lock);
    return noted;
}

void *tcr_cuda_map(size_t size)
{
    const size_t bytes = size + HUGE_PAGE;
    void *start, *host;

    if (size < HUGE_PAGE || bytes < size)
        return NULL;
    start = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED)
        return NULL;
    host = (void *)(((uintptr_t)start + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE);
    if (madvise(start, bytes, MADV_HUGEPAGE) != 0 || madvise(start, bytes, MADV_DONTFORK) != 0 ||
        !note(host, start, bytes)) {
        munmap(start, bytes);
        return NULL;
    }
    return host;
}

bool tcr_cuda_is_mapped(const void *host)
{
    bool found = false;

    pthread_mutex_lock(&lock);
    for (unsigned k = 0; k < MOST; k++)
        found = found || (mapping[k].start && mapping[k].host == host);
    pthread_mutex_unlock(&lock);
    return found;
}

void tcr_cuda_unmap(void *host)
{
    void *start = NULL;
    size_t bytes = 0;

    pthread_mutex_lock(&lock);
    for (unsigned k = 0; k < MOST && !start; k++)
        if (mapping[k].start && mapping[k].host == host) {
            start = mapping[k].start;
            bytes = mapping[k].bytes;
            mapping[k].start = NULL;
        }
    pthread_mutex_unlock(&lock);
    if (start)
        munmap(start, bytes);
}

void tcr_cuda_pinned_fork(bool before)
{
    if (before)
        pthread_mutex_lock(&lock);
    else
        pthread_mutex_unlock(&lock);
}
