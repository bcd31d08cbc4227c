/* SPDX-License-Identifier: MIT */
/*
 * heap_wrap.c: what the program's calls of malloc and its kin become.
 *
 * tcr-cc links with --wrap=malloc and so on: the calls in the program's own
 * objects and archives come here, and __real_malloc is the malloc that they
 * would have had, whoever brings it.  Compiled once for each function, as
 * TCR_WRAP_malloc and so on: a static program must not get a function of the C
 * library that it did not ask for, beside one of its own.
 */
#include "../map/heap.h"

/* The names are the linker's.  They are not hidden: a shared library whose call of malloc has
 * no version (of a sanitizer, or of another allocator) counts as a reference to them. */
#if defined(__clang__)
#pragma clang diagnostic ignored "-Wreserved-identifier"
#endif

#if defined(TCR_WRAP_malloc)

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_malloc(size_t size)
{
    void *block = __real_malloc(size);

    tcr_heap_add(block, size);
    return block;
}

#elif defined(TCR_WRAP_calloc)

void *__real_calloc(size_t n, size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_calloc(size_t n, size_t size)
{
    void *block = __real_calloc(n, size);

    tcr_heap_add(block, n * size);
    return block;
}

#elif defined(TCR_WRAP_realloc)

void *__real_realloc(void *block, size_t size);
void *__wrap_realloc(void *block, size_t size);
void *__wrap_realloc(void *block, size_t size)
{
    size_t before;
    void *moved;

    if (size > PTRDIFF_MAX) /* no heap has it: the block stays, and what is present with it */
        return __real_realloc(block, size);
    /* before the call: another thread may get the old place at once */
    before = tcr_heap_move(block);
    moved = __real_realloc(block, size);
    tcr_heap_add(moved ? moved : block, moved ? size : size ? before : 0);
    return moved;
}

#elif defined(TCR_WRAP_reallocarray)

void *__real_reallocarray(void *block, size_t n, size_t size);
void *__wrap_reallocarray(void *block, size_t n, size_t size);
void *__wrap_reallocarray(void *block, size_t n, size_t size)
{
    size_t all, before;
    void *moved;

    /* as for realloc: no heap has so much */
    if (__builtin_mul_overflow(n, size, &all) || all > PTRDIFF_MAX)
        return __real_reallocarray(block, n, size);
    before = tcr_heap_move(block);
    moved = __real_reallocarray(block, n, size);
    tcr_heap_add(moved ? moved : block, moved ? all : all ? before : 0);
    return moved;
}

#elif defined(TCR_WRAP_free)

void __real_free(void *block);
void __wrap_free(void *block);
void __wrap_free(void *block)
{
    if (!block) /* often, of what a call has not needed */
        return;
    tcr_heap_free(block);
    __real_free(block);
}

#elif defined(TCR_WRAP_posix_memalign)

int __real_posix_memalign(void **block, size_t alignment, size_t size);
int __wrap_posix_memalign(void **block, size_t alignment, size_t size);
int __wrap_posix_memalign(void **block, size_t alignment, size_t size)
{
    int error = __real_posix_memalign(block, alignment, size);

    if (error == 0)
        tcr_heap_add(*block, size);
    return error;
}

#elif defined(TCR_WRAP_aligned_alloc)

void *__real_aligned_alloc(size_t alignment, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    void *block = __real_aligned_alloc(alignment, size);

    tcr_heap_add(block, size);
    return block;
}

#elif defined(TCR_WRAP_memalign)

void *__real_memalign(size_t alignment, size_t size);
void *__wrap_memalign(size_t alignment, size_t size);
void *__wrap_memalign(size_t alignment, size_t size)
{
    void *block = __real_memalign(alignment, size);

    tcr_heap_add(block, size);
    return block;
}

#else
#error "one of the functions has to be named"
#endif
