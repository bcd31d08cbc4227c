/* SPDX-License-Identifier: MIT */
/*
 * serial_openmp.c: what clang makes of the pragmas in front of host loops, for one thread.
 *
 * LLVM's OpenMP runtime often comes as a shared library alone, so that a static program has none;
 * whether a unit is going to be a part of one, nobody knows while it is compiled.  These are those
 * functions of that runtime's interface (openmp.llvm.org, "LLVM/OpenMP Runtimes") which the loops
 * of tcr-rewrite call; a program with OpenMP of its own is not linked with them.
 */
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_SHARED = 64 };

typedef void work(int32_t *thread, int32_t *bound, ...);

int32_t __kmpc_global_thread_num(void *where);
void __kmpc_fork_call(void *where, int32_t count, work *f, ...);
void __kmpc_serialized_parallel(void *where, int32_t thread);
void __kmpc_end_serialized_parallel(void *where, int32_t thread);
void __kmpc_for_static_fini(void *where, int32_t thread);
void __kmpc_barrier(void *where, int32_t thread);
int32_t __kmpc_reduce(void *where, int32_t thread, int32_t n, size_t size, void *data,
                      void (*add)(void *, void *), void *lock);
int32_t __kmpc_reduce_nowait(void *where, int32_t thread, int32_t n, size_t size, void *data,
                             void (*add)(void *, void *), void *lock);
void __kmpc_end_reduce(void *where, int32_t thread, void *lock);
void __kmpc_end_reduce_nowait(void *where, int32_t thread, void *lock);
void __kmpc_critical(void *where, int32_t thread, void *lock);
void __kmpc_end_critical(void *where, int32_t thread, void *lock);

int32_t __kmpc_global_thread_num(void *where)
{
    (void)where;
    return 0;
}

#define FOUR(k) p[k], p[(k) + 1], p[(k) + 2], p[(k) + 3]
#define SIXTEEN(k) FOUR(k), FOUR((k) + 4), FOUR((k) + 8), FOUR((k) + 12)

/* The function gets more pointers than it has: what the caller removes, it does not look at. */
void __kmpc_fork_call(void *where, int32_t count, work *f, ...)
{
    void *p[MOST_SHARED] = {0};
    int32_t thread = 0, bound = 0;
    va_list ap;

    (void)where;
    if (count > MOST_SHARED) {
        fprintf(stderr,
                "tcr: a loop shares %d variables, more than %d: a static program of clang "
                "needs libomp.a for it\n",
                (int)count, MOST_SHARED);
        abort();
    }
    va_start(ap, f);
    for (int32_t k = 0; k < count; k++)
        p[k] = va_arg(ap, void *);
    va_end(ap);
    if (count <= 16)
        f(&thread, &bound, SIXTEEN(0));
    else
        f(&thread, &bound, SIXTEEN(0), SIXTEEN(16), SIXTEEN(32), SIXTEEN(48));
}

void __kmpc_serialized_parallel(void *where, int32_t thread)
{
    (void)where, (void)thread;
}

void __kmpc_end_serialized_parallel(void *where, int32_t thread)
{
    (void)where, (void)thread;
}

/* All iterations, as the bounds have them already, are the only thread's, the last one too. */
#define STATIC_INIT(name, T, S)                                                                    \
    void name(void *where, int32_t thread, int32_t schedule, int32_t *last, T *lower, T *upper,    \
              S *stride, S step, S chunk);                                                         \
    void name(void *where, int32_t thread, int32_t schedule, int32_t *last, T *lower, T *upper,    \
              S *stride, S step, S chunk)                                                          \
    {                                                                                              \
        (void)where, (void)thread, (void)schedule, (void)step, (void)chunk;                        \
        *last = 1;                                                                                 \
        *stride = (S)(*upper - *lower + 1);                                                        \
    }
STATIC_INIT(__kmpc_for_static_init_4, int32_t, int32_t)
STATIC_INIT(__kmpc_for_static_init_4u, uint32_t, int32_t)
STATIC_INIT(__kmpc_for_static_init_8, int64_t, int64_t)
STATIC_INIT(__kmpc_for_static_init_8u, uint64_t, int64_t)

void __kmpc_for_static_fini(void *where, int32_t thread)
{
    (void)where, (void)thread;
}

void __kmpc_barrier(void *where, int32_t thread)
{
    (void)where, (void)thread;
}

/* 1: this thread's values are the result. */
int32_t __kmpc_reduce(void *where, int32_t thread, int32_t n, size_t size, void *data,
                      void (*add)(void *, void *), void *lock)
{
    (void)where, (void)thread, (void)n, (void)size, (void)data, (void)add, (void)lock;
    return 1;
}

int32_t __kmpc_reduce_nowait(void *where, int32_t thread, int32_t n, size_t size, void *data,
                             void (*add)(void *, void *), void *lock)
{
    return __kmpc_reduce(where, thread, n, size, data, add, lock);
}

void __kmpc_end_reduce(void *where, int32_t thread, void *lock)
{
    (void)where, (void)thread, (void)lock;
}

void __kmpc_end_reduce_nowait(void *where, int32_t thread, void *lock)
{
    (void)where, (void)thread, (void)lock;
}

/* What these loops guard, no other thread has. */
void __kmpc_critical(void *where, int32_t thread, void *lock)
{
    (void)where, (void)thread, (void)lock;
}

void __kmpc_end_critical(void *where, int32_t thread, void *lock)
{
    (void)where, (void)thread, (void)lock;
}
