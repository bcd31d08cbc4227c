/* SPDX-License-Identifier: MIT */
/*
 * sim_memory.c: device memory of the simulated device.
 *
 * One range of addresses is reserved at the start.  Each allocation has its
 * own pages in it, with an inaccessible page on both sides, lies at their end
 * as far as the alignment allows, and is inaccessible itself but for copies
 * and while a kernel runs.  Addresses are used again as late as possible.
 * A bit for each byte says whether it has ever been written.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "../../include/tcr.h"
#include "sim.h"

enum {
    ALIGNMENT = 256,
    POISON = 0x7ff5,      /* in a row: NaN as double (signalling), float, binary16, bfloat16 */
    POISON_MAX = 64 << 20 /* bytes; more would make large allocations slow and real */
};

struct allocation {
    char *at; /* what alloc() returned */
    size_t size;
    char *pages;
    size_t n_pages;         /* bytes of pages */
    unsigned char *written; /* a bit for each byte; NULL: all are */
};

static struct {
    char *base, *end, *next; /* the range; where to look for room first */
    size_t page, capacity, used;
    bool check;
    struct allocation *list; /* by address */
    size_t n, room, last;    /* last: index of the allocation last found */
} memory;

int tcr_sim_memory_init(size_t capacity, bool check)
{
    size_t range = 2 * capacity + ((size_t)1 << 30); /* room for guards and for late reuse */

    memory.base = mmap(NULL, range, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory.base == MAP_FAILED) {
        memory.base = NULL;
        return TCR_E_NO_MEMORY;
    }
    memory.end = memory.base + range;
    memory.next = memory.base;
    memory.page = (size_t)sysconf(_SC_PAGESIZE);
    memory.capacity = capacity;
    memory.check = check;
    return 0;
}

bool tcr_sim_memory_owns(const void *address)
{
    return (uintptr_t)address >= (uintptr_t)memory.base &&
           (uintptr_t)address < (uintptr_t)memory.end;
}

/* Index of the first allocation that ends after the address. */
static size_t find(uintptr_t address)
{
    size_t low = 0, high = memory.n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct allocation *a = &memory.list[middle];
        if ((uintptr_t)a->at + a->size <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The live allocation that holds all of the bytes, or NULL. */
static struct allocation *holder(uintptr_t address, size_t size)
{
    for (int again = 0; again < 2; ++again) {
        if (memory.last < memory.n) {
            struct allocation *a = &memory.list[memory.last];
            uintptr_t offset = address - (uintptr_t)a->at;
            if (offset < a->size && size <= a->size - offset)
                return a;
        }
        memory.last = find(address);
    }
    return NULL;
}

/* Room for `bytes` of pages and a guard page before and after, from `from` on;
 * *index is where it goes in the list. */
static char *gap(char *from, size_t bytes, size_t *index)
{
    char *start = from;
    for (*index = find((uintptr_t)from); *index < memory.n; ++*index) {
        const struct allocation *a = &memory.list[*index];
        if (a->pages > start && (size_t)(a->pages - start) >= bytes + 2 * memory.page)
            return start + memory.page;
        if (a->pages + a->n_pages > start)
            start = a->pages + a->n_pages;
    }
    return (size_t)(memory.end - start) >= bytes + 2 * memory.page ? start + memory.page : NULL;
}

static void poison(char *at, size_t size)
{
    const unsigned short pattern = POISON;
    size_t done = sizeof pattern;

    if (size > POISON_MAX)
        size = POISON_MAX;
    for (size_t i = 0; i < size && i < done; ++i)
        at[i] = ((const char *)&pattern)[i];
    for (; done < size; done *= 2)
        memcpy(at + done, at, done < size - done ? done : size - done);
}

static bool grow_list(void)
{
    if (memory.n < memory.room)
        return true;
    size_t room = memory.room ? 2 * memory.room : 64;
    struct allocation *list = realloc(memory.list, room * sizeof *list);
    if (!list)
        return false;
    memory.list = list;
    memory.room = room;
    return true;
}

void *tcr_sim_memory_alloc(size_t size)
{
    if (size > memory.capacity - memory.used || !grow_list())
        return NULL;

    size_t bytes = (size + memory.page - 1) / memory.page * memory.page, index;
    char *pages = gap(memory.next, bytes, &index);
    if (!pages)
        pages = gap(memory.base, bytes, &index);
    if (!pages || mprotect(pages, bytes, PROT_READ | PROT_WRITE) != 0)
        return NULL;

    struct allocation a = {.size = size, .pages = pages, .n_pages = bytes};
    a.at = pages + bytes - (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (memory.check && !(a.written = calloc(size / 8 + 1, 1))) {
        mprotect(pages, bytes, PROT_NONE);
        return NULL;
    }
    poison(pages, bytes);
    mprotect(pages, bytes, PROT_NONE);
    memmove(&memory.list[index + 1], &memory.list[index],
            (memory.n - index) * sizeof memory.list[0]);
    memory.list[index] = a;
    ++memory.n;
    memory.used += size;
    memory.next = pages + bytes;
    return a.at;
}

bool tcr_sim_memory_free(void *device)
{
    size_t index = find((uintptr_t)device);
    if (index == memory.n || memory.list[index].at != device)
        return false;
    struct allocation *a = &memory.list[index];
    /* Fresh, inaccessible pages: what was there is gone. */
    mmap(a->pages, a->n_pages, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED,
         -1, 0);
    free(a->written);
    memory.used -= a->size;
    --memory.n;
    memmove(a, a + 1, (memory.n - index) * sizeof *a);
    return true;
}

static void mark_written(struct allocation *a, size_t offset, size_t size)
{
    if (!a->written)
        return;
    if (size == a->size) {
        free(a->written);
        a->written = NULL;
        return;
    }
    size_t end = offset + size;
    for (; offset < end && offset % 8; ++offset)
        a->written[offset / 8] |= (unsigned char)(1u << offset % 8);
    memset(a->written + offset / 8, 0xff, (end - offset) / 8);
    for (offset += (end - offset) / 8 * 8; offset < end; ++offset)
        a->written[offset / 8] |= (unsigned char)(1u << offset % 8);
}

/* How many of the bytes have been written? */
static size_t count_written(const struct allocation *a, size_t offset, size_t size)
{
    size_t n = 0;

    if (!a->written)
        return size;
    for (size_t i = offset; i < offset + size; ++i)
        n += a->written[i / 8] >> i % 8 & 1;
    return n;
}

/* What was never written stays so in a copy. */
static void copy_marks(struct allocation *to, size_t at, const struct allocation *from,
                       size_t offset, size_t size)
{
    if (!from->written) {
        mark_written(to, at, size);
        return;
    }
    for (size_t i = 0; i < size; ++i)
        if (from->written[(offset + i) / 8] >> (offset + i) % 8 & 1)
            mark_written(to, at + i, 1);
}

/* Open the pages of the bytes for a copy; NULL: not inside one allocation. */
static struct allocation *open_pages(const void *device, size_t size)
{
    struct allocation *a = holder((uintptr_t)device, size);
    if (a && mprotect(a->pages, a->n_pages, PROT_READ | PROT_WRITE) != 0)
        return NULL;
    return a;
}

static void close_pages(struct allocation *a)
{
    mprotect(a->pages, a->n_pages, PROT_NONE);
}

bool tcr_sim_memory_write(void *device, const void *host, size_t size)
{
    struct allocation *a = open_pages(device, size);
    if (!a)
        return false;
    memcpy(device, host, size);
    close_pages(a);
    mark_written(a, (size_t)((char *)device - a->at), size);
    return true;
}

bool tcr_sim_memory_read(void *host, const void *device, size_t size)
{
    struct allocation *a = open_pages(device, size);
    if (!a)
        return false;
    memcpy(host, device, size);
    close_pages(a);
    return true;
}

bool tcr_sim_memory_fill(void *device, int byte, size_t size)
{
    struct allocation *a = open_pages(device, size);
    if (!a)
        return false;
    memset(device, byte, size);
    close_pages(a);
    mark_written(a, (size_t)((char *)device - a->at), size);
    return true;
}

bool tcr_sim_memory_copy(void *to, const void *from, size_t size)
{
    struct allocation *source = open_pages((void *)(uintptr_t)from, size);
    struct allocation *target = open_pages(to, size);
    if (source && target)
        memcpy(to, from, size);
    if (source)
        close_pages(source);
    if (target)
        close_pages(target);
    if (source && target)
        copy_marks(target, (size_t)((char *)to - target->at), source,
                   (size_t)((const char *)from - source->at), size);
    return source && target;
}

void tcr_sim_memory_show(void)
{
    for (size_t i = 0; i < memory.n; ++i)
        mprotect(memory.list[i].pages, memory.list[i].n_pages, PROT_READ | PROT_WRITE);
}

void tcr_sim_memory_hide(void)
{
    for (size_t i = 0; i < memory.n; ++i)
        close_pages(&memory.list[i]);
}

const char *tcr_sim_memory_describe(uintptr_t address)
{
    static char text[160];

    if (!tcr_sim_memory_owns((const void *)address))
        return address < memory.page ? "a null pointer" : "not device memory";
    size_t next = find(address);
    if (next > 0) {
        const struct allocation *a = &memory.list[next - 1];
        uintptr_t beyond = address - ((uintptr_t)a->at + a->size);
        if (beyond < memory.page) {
            snprintf(text, sizeof text, "%zu bytes beyond the end of an allocation of %zu bytes",
                     (size_t)beyond, a->size);
            return text;
        }
    }
    if (next < memory.n && (uintptr_t)memory.list[next].at > address &&
        (uintptr_t)memory.list[next].at - address <= memory.page) {
        snprintf(text, sizeof text, "%zu bytes before an allocation of %zu bytes",
                 (size_t)((uintptr_t)memory.list[next].at - address), memory.list[next].size);
        return text;
    }
    return "device memory that is not allocated";
}

const char *tcr_sim_memory_access(uintptr_t address, size_t size, enum tcr_sim_access kind)
{
    struct allocation *a = holder(address, size);
    if (!a) {
        /* A struct at the edge of a section: some of it will do. */
        size_t next = find(address);
        if (kind == TCR_SIM_TOUCH && next < memory.n &&
            (uintptr_t)memory.list[next].at < address + size)
            return NULL;
        /* Name the first byte that is outside. */
        if (next < memory.n && (uintptr_t)memory.list[next].at <= address)
            address = (uintptr_t)memory.list[next].at + memory.list[next].size;
        return tcr_sim_memory_describe(address);
    }
    size_t offset = (size_t)(address - (uintptr_t)a->at);
    if (kind == TCR_SIM_WRITE)
        mark_written(a, offset, size);
    else if (kind == TCR_SIM_READ && count_written(a, offset, size) < size)
        return "bytes that were never written";
    else if (kind == TCR_SIM_COPY && count_written(a, offset, size) == 0)
        return "bytes that were never written";
    return NULL;
}
