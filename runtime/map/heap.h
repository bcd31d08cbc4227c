/* SPDX-License-Identifier: MIT */
/*
 * heap.h: notes of the program's own blocks, made by the functions of
 * runtime/wrap/ that stand before malloc and its kin.  Thread-safe; no function
 * of the heap is called.
 */
#ifndef TCR_HEAP_H
#define TCR_HEAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

/* Smaller blocks are not noted: there are many of them, and to copy what is
 * around one costs little. */
#define TCR_HEAP_LEAST 1024

/* A block is there now (NULL: there is none). */
void tcr_heap_add(const void *start, size_t size);
/* It will not be there any longer; its size, 0 if it had not been noted. */
size_t tcr_heap_remove(const void *start);
/* The same before the program frees it: tells if it is present on the device. */
size_t tcr_heap_free(const void *start);
/* The same before it may move. */
size_t tcr_heap_move(const void *start);
/* The block that holds an address, or ends there: [*lo, *hi). */
bool tcr_heap_find(uintptr_t address, uintptr_t *lo, uintptr_t *hi);

#pragma GCC visibility pop

#endif
