/* SPDX-License-Identifier: MIT */
/*
 * thread_data.h: has the program variables of its threads' own?
 *
 * Those of a thread of a team are lost if the team gets smaller and larger again, where the OpenMP
 * runtime lets the thread end.  The linker puts them and the runtime's into one block; so each of
 * the runtime's is announced here, and what is left are the program's.
 */
#ifndef TCR_THREAD_DATA_H
#define TCR_THREAD_DATA_H

#include <stdbool.h>
#include <stddef.h>

struct tcr_thread_data {
    const volatile void *(*here)(void); /* the calling thread's */
    size_t size;
};

/* The linker keeps what nothing refers to (--gc-sections), where the compiler can say so. */
#if defined __has_attribute
#if __has_attribute(retain)
#define TCR_RETAIN retain,
#endif
#endif
#ifndef TCR_RETAIN
#define TCR_RETAIN
#endif

/* Once for each _Thread_local variable of the runtime, which has file scope. */
#define TCR_THREAD_DATA(variable)                                                                  \
    static const volatile void *variable##_here(void)                                              \
    {                                                                                              \
        return &(variable);                                                                        \
    }                                                                                              \
    static struct tcr_thread_data variable##_data                                                  \
        __attribute__((TCR_RETAIN used, section("tcr_thread_data"))) = {variable##_here,           \
                                                                        sizeof(variable)}

#pragma GCC visibility push(hidden)

/* False if all objects of the process are known to have none, but for those of libraries that see
 * to the end of threads. */
bool tcr_program_has_thread_data(void);

#pragma GCC visibility pop

#endif
