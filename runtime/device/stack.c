/* SPDX-License-Identifier: MIT */
/*
 * stack.c: has the thread a stack on which a device's driver can run?
 *
 * What the runtime itself needs is little.  How much a driver needs nobody says; on an H200, a
 * launch on a stack of 16 KiB ended the program.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdint.h>
#include "../ground/thread_data.h"
#include "device.h"

enum { LEAST = 256 << 10, MOST_MAIN = 64 << 20 /* mappings are further from it */ };
extern void *
    __libc_stack_end; /* of the loader; asking the kernel would be a call that filters may forbid */

static bool is_small(void)
{
    const uintptr_t end = (uintptr_t)__libc_stack_end;
    pthread_attr_t attributes;
    void *stack;
    size_t size = LEAST;

    if (end - (uintptr_t)&size < MOST_MAIN) /* the main thread's, which grows */
        return false;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0)
        return false;
    pthread_attr_getstack(&attributes, &stack, &size);
    pthread_attr_destroy(&attributes);
    return size < LEAST;
}

static _Thread_local signed char known; /* of this thread; 1: not small, 2: small */
TCR_THREAD_DATA(known);

bool tcr_stack_is_small(void)
{
    if (!known)
        known = is_small() ? 2 : 1;
    return known == 2;
}
