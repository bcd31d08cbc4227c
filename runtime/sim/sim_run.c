/* SPDX-License-Identifier: MIT */
/*
 * sim_run.c: runs a kernel, thread by thread.
 *
 * Every thread of a block is a fiber that runs until it needs the others: at a
 * warp's collective (shuffle, mma) or at the block's barrier.  A warp runs until
 * all of its lanes stand at the same collective, which is then computed for
 * all, or all at the barrier, or all have finished.  Anything else could never
 * go on, and is an error at once.  Blocks run one after another.
 */
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../../include/tcr.h"
#include "../../spec/contract.h"
#include "../ground/subnormals.h"
#include "sim.h"

enum state { READY, AT_SHUFFLE, AT_MMA, AT_BARRIER, FINISHED };

struct thread {
    struct tcr_sim_fiber fiber;
    enum state state;
    /* The collective that it waits at. */
    unsigned detail; /* shuffle: mask and size; mma: instruction */
    void *d;         /* shuffle: the value, in and out */
    const void *a, *b;
};

static struct {
    struct thread threads[TCR_MOST_THREADS]; /* with stacks, once created, for good */
    unsigned created;
    const struct tcr_sim_job *job;
    struct thread *current;
    struct tcr_sim_fiber *current_fiber; /* NULL while the scheduler runs */
    struct tcr_sim_place place;
    uint64_t random;
    bool failed;
    char *message;
} run;

/* Called on a fiber; the launch ends. */
static void fail(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));
static void fail(const char *format, ...)
{
    int n = snprintf(run.message, TCR_SIM_MESSAGE, "block %u, thread %u: ", run.place.block,
                     run.place.thread);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(run.message + n, (size_t)(TCR_SIM_MESSAGE - n), format, arguments);
    va_end(arguments);
    run.failed = true;
    for (;;)
        tcr_sim_fiber_leave(run.current_fiber, true);
}

static void landing(int signal, uintptr_t address)
{
    const struct tcr_sim_fiber *fiber = run.current_fiber;

    tcr_sim_fiber_abandon(run.current_fiber);
    if (signal == SIGFPE)
        fail("division by zero, or an integer result out of range");
    if (signal != SIGSEGV && signal != SIGBUS)
        fail("signal %d", signal);
    if ((uintptr_t)fiber->stack - address <= 4096)
        fail("stack overflow (a thread has %zu bytes)", fiber->size);
    fail("access to address %#lx: %s", (unsigned long)address, tcr_sim_memory_describe(address));
}

static void thread_main(void)
{
    tcr_sim_fiber_started(run.current_fiber);
    run.job->kernel(run.job->args, run.job->grid);
    run.current->state = FINISHED;
    for (;;)
        tcr_sim_fiber_leave(run.current_fiber, true);
}

/* Wait for the others. */
static void wait_at(enum state state, unsigned detail, void *d, const void *a, const void *b)
{
    struct thread *t = run.current;
    t->state = state;
    t->detail = detail;
    t->d = d;
    t->a = a;
    t->b = b;
    tcr_sim_fiber_leave(&t->fiber, false);
}

static void sync_block(void)
{
    wait_at(AT_BARRIER, 0, NULL, NULL, NULL);
}

static void shfl_xor(void *value, unsigned size, int mask)
{
    wait_at(AT_SHUFFLE, (unsigned)mask << 8 | size, value, NULL, NULL);
}

static void mma(unsigned instruction, void *d, const void *a, const void *b)
{
    wait_at(AT_MMA, instruction, d, a, b);
}

/* Memory of the thread's own, or the module's: local variables, shared memory, constants. */
static bool is_own(uintptr_t address, size_t size)
{
    const struct tcr_sim_fiber *f = &run.current->fiber;
    const struct tcr_sim_module *m = run.job->module;
    if (address - (uintptr_t)f->stack < f->size)
        return size <= (uintptr_t)f->stack + f->size - address;
    return m && address >= m->begin && address < m->end && size <= m->end - address;
}

static void access_memory(const volatile void *pointer, unsigned long size, unsigned kind)
{
    static const char *const verbs[] = {"read of", "write to", "use of", "use of a struct of",
                                        "read of a struct of"};
    uintptr_t address = (uintptr_t)pointer;
    const char *wrong = tcr_sim_memory_access(address, size, (enum tcr_sim_access)kind);

    if (wrong && !is_own(address, size))
        fail("%s %lu bytes at %#lx: %s", verbs[kind], size, (unsigned long)address, wrong);
}

const struct tcr_sim_table tcr_sim_device_table = {
    .place = &run.place,
    .sync_block = sync_block,
    .shfl_xor = shfl_xor,
    .mma = mma,
    .access = access_memory,
};

/* xorshift64 */
static unsigned random_below(unsigned n)
{
    run.random ^= run.random << 13;
    run.random ^= run.random >> 7;
    run.random ^= run.random << 17;
    return (unsigned)((run.random >> 32) % n);
}

/* 0 .. n-1, shuffled if the job has a seed. */
static void fill_order(unsigned *order, unsigned n)
{
    for (unsigned i = 0; i < n; ++i)
        order[i] = i;
    for (unsigned i = n; run.job->seed && i > 1; --i) {
        unsigned j = random_below(i), swapped = order[i - 1];
        order[i - 1] = order[j];
        order[j] = swapped;
    }
}

static void resume(unsigned thread)
{
    run.place.thread = thread;
    run.current = &run.threads[thread];
    run.current_fiber = &run.current->fiber;
    tcr_sim_fiber_enter(run.current_fiber);
    run.current_fiber = NULL;
}

static const char *where(const struct thread *t, char text[64])
{
    switch (t->state) {
    case AT_SHUFFLE:
        snprintf(text, 64, "a %u-bit shuffle with mask %u", (t->detail & 0xff) * 8, t->detail >> 8);
        return text;
    case AT_MMA:
        return tcr_sim_mma_name((enum tcr_sim_mma)t->detail);
    case AT_BARRIER:
        return "the block's barrier";
    default:
        return "its end";
    }
}

/* Do all lanes stand at the same place? */
static bool check_converged(unsigned first)
{
    const struct thread *warp = &run.threads[first];
    for (unsigned lane = 1; lane < TCR_WARP; ++lane) {
        char one[64], other[64];
        if (warp[lane].state == warp[0].state &&
            (warp[0].state >= AT_BARRIER || warp[lane].detail == warp[0].detail))
            continue;
        snprintf(run.message, TCR_SIM_MESSAGE,
                 "block %u: divergence: thread %u is at %s, thread %u of the same warp at %s",
                 run.place.block, first, where(&warp[0], one), first + lane,
                 where(&warp[lane], other));
        return false;
    }
    return true;
}

static void shuffle(struct thread *warp)
{
    unsigned size = warp->detail & 0xff, mask = warp->detail >> 8;
    unsigned char values[TCR_WARP][8];
    for (unsigned lane = 0; lane < TCR_WARP; ++lane)
        memcpy(values[lane], warp[lane].d, size);
    for (unsigned lane = 0; lane < TCR_WARP; ++lane)
        if ((lane ^ mask) < TCR_WARP)
            memcpy(warp[lane].d, values[lane ^ mask], size);
}

static bool multiply(struct thread *warp)
{
    void *d[TCR_WARP];
    const void *a[TCR_WARP], *b[TCR_WARP];
    for (unsigned lane = 0; lane < TCR_WARP; ++lane) {
        d[lane] = warp[lane].d;
        a[lane] = warp[lane].a;
        b[lane] = warp[lane].b;
    }
    if (tcr_sim_mma((enum tcr_sim_mma)warp->detail, run.job->arch, d, a, b))
        return true;
    snprintf(run.message, TCR_SIM_MESSAGE, "sm_%u has no %s", run.job->arch,
             tcr_sim_mma_name((enum tcr_sim_mma)warp->detail));
    return false;
}

/* Run a warp until all of its lanes are at the barrier or have finished. */
static bool run_warp(unsigned first)
{
    struct thread *warp = &run.threads[first];
    unsigned order[TCR_WARP];

    for (;;) {
        fill_order(order, TCR_WARP);
        for (unsigned i = 0; i < TCR_WARP; ++i) {
            if (warp[order[i]].state == READY)
                resume(first + order[i]);
            if (run.failed)
                return false;
        }
        if (!check_converged(first))
            return false;
        if (warp->state == AT_BARRIER || warp->state == FINISHED)
            return true;
        if (warp->state == AT_SHUFFLE)
            shuffle(warp);
        else if (!multiply(warp))
            return false;
        for (unsigned lane = 0; lane < TCR_WARP; ++lane)
            warp[lane].state = READY;
    }
}

static bool run_block(void)
{
    const unsigned threads = run.job->threads;
    unsigned order[TCR_MOST_THREADS / TCR_WARP];

    for (unsigned i = 0; i < threads; ++i) {
        tcr_sim_fiber_prepare(&run.threads[i].fiber, thread_main);
        run.threads[i].state = READY;
    }
    for (;;) {
        fill_order(order, threads / TCR_WARP);
        for (unsigned w = 0; w < threads / TCR_WARP; ++w)
            if (!run_warp(order[w] * TCR_WARP))
                return false;
        for (unsigned i = 0; i < threads; i += TCR_WARP)
            if (run.threads[i].state != run.threads[0].state) {
                char one[64], other[64];
                snprintf(run.message, TCR_SIM_MESSAGE,
                         "block %u: deadlock: thread %u is at %s, thread %u at %s", run.place.block,
                         0u, where(&run.threads[0], one), i, where(&run.threads[i], other));
                return false;
            }
        if (run.threads[0].state == FINISHED)
            return true;
        for (unsigned i = 0; i < threads; ++i)
            run.threads[i].state = READY;
    }
}

static bool run_blocks(const unsigned *order)
{
    for (unsigned i = 0; i < run.job->blocks; ++i) {
        run.place.block = order ? order[i] : i;
        if (!run_block())
            return false;
    }
    return true;
}

static bool create_threads(unsigned n)
{
    for (; run.created < n; ++run.created)
        if (tcr_sim_fiber_create(&run.threads[run.created].fiber) != 0)
            return false;
    return true;
}

bool tcr_sim_run(const struct tcr_sim_job *job, char message[TCR_SIM_MESSAGE])
{
    unsigned *order = NULL;

    if (job->blocks == 0 || job->threads == 0 || job->threads > TCR_MOST_THREADS ||
        job->threads % TCR_WARP) {
        snprintf(message, TCR_SIM_MESSAGE, "a grid of %u blocks of %u threads", job->blocks,
                 job->threads);
        return false;
    }
    if (!create_threads(job->threads) ||
        (job->seed && !(order = malloc(job->blocks * sizeof *order)))) {
        snprintf(message, TCR_SIM_MESSAGE, "no memory for the threads of a block");
        return false;
    }
    run.job = job;
    run.message = message;
    run.failed = false;
    run.random = job->seed;
    run.place = (struct tcr_sim_place){.threads = job->threads, .blocks = job->blocks};
    if (order)
        fill_order(order, job->blocks);

    tcr_sim_memory_show();
    tcr_sim_fault_arm(&run.current_fiber, landing);
    uint64_t mode = tcr_subnormals_keep(); /* a device has no such mode */
    bool ok = run_blocks(order);
    tcr_subnormals_restore(mode);
    tcr_sim_fault_disarm();
    tcr_sim_memory_hide();
    for (unsigned i = 0; !ok && i < job->threads; ++i)
        tcr_sim_fiber_abandon(&run.threads[i].fiber);
    free(order);
    return ok;
}
