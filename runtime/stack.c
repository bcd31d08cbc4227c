/* SPDX-License-Identifier: MIT */
/*
 * stack.c: has the thread a stack on which a device's driver can run?
 *
 * What the runtime itself needs is little.  How much a driver needs nobody says; on an H200, a
 * launch on a stack of 16 KiB ended the program.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <unistd.h>
#include "runtime.h"

enum { LEAST = 256 << 10 };

static bool is_small(void)
{
    pthread_attr_t attributes;
    void *stack;
    size_t size = LEAST;

    if (gettid() == getpid()) /* it grows */
        return false;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0)
        return false;
    pthread_attr_getstack(&attributes, &stack, &size);
    pthread_attr_destroy(&attributes);
    return size < LEAST;
}

bool tcr_stack_is_small(void)
{
    static _Thread_local signed char known; /* 1: no, 2: yes */

    if (!known)
        known = is_small() ? 2 : 1;
    return known == 2;
}
