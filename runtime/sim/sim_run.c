/* SPDX-License-Identifier: MIT */
/*
 * sim_run.c: runs a kernel, thread by thread.
 *
 * Every thread of a block is a fiber that runs until it needs others: at a collective of a
 * warp or of some of its lanes (shuffle, mma), or at a barrier of the block or of some of its
 * warps.  A collective is computed when all of its lanes stand at it, and a barrier opens when
 * all of its threads do.  Where nothing of that happens any more, and not all have finished,
 * the block could never go on: an error.  Blocks run one after another, unless the launch says
 * that they may wait for each other: then each runs until it needs the others.
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

#define WHOLE_WARP 0xffffffffu
enum { BARRIERS = 16 };
enum state { READY, AT_SHUFFLE, AT_MMA, AT_BARRIER, AT_BLOCKS, FINISHED };

struct thread {
    struct tcr_sim_fiber fiber;
    enum state state;
    /* The collective that it waits at. */
    unsigned detail;   /* shuffle: mask and size; mma: instruction; barrier: its number; */
    unsigned with;     /* how many threads or blocks it has; else the warp's lanes, a bit each */
    void *d;           /* shuffle: the value, in and out */
    const void *a, *b; /* barrier of blocks: what tells it from others */
};

/* A block among others that have begun, too. */
struct block {
    unsigned number;
    bool finished;
    char *shared; /* its shared memory, while others run; NULL: it has not run yet */
};

static struct {
    struct thread *created; /* with stacks, for good */
    unsigned n_created;
    struct thread *threads; /* of these, the block's */
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
static void wait_at(enum state state, unsigned detail, unsigned with, void *d, const void *a,
                    const void *b)
{
    struct thread *t = run.current;
    t->state = state;
    t->detail = detail;
    t->with = with;
    t->d = d;
    t->a = a;
    t->b = b;
    tcr_sim_fiber_leave(&t->fiber, false);
}

static void sync_block(void)
{
    wait_at(AT_BARRIER, 0, run.place.threads, NULL, NULL, NULL);
}

static void sync_some(unsigned id, unsigned threads)
{
    if (id >= BARRIERS || threads == 0 || threads > run.place.threads || threads % TCR_WARP)
        fail("barrier %u of %u threads", id, threads);
    wait_at(AT_BARRIER, id, threads, NULL, NULL, NULL);
}

static void sync_blocks(const void *which, unsigned blocks)
{
    if (!run.job->together || blocks > run.place.blocks)
        fail("a barrier of %u blocks, in a launch%s", blocks,
             run.job->together ? "" : " whose blocks cannot wait for each other");
    wait_at(AT_BLOCKS, 0, blocks, NULL, which, NULL);
}

static void lanes_xor(void *value, unsigned size, int mask, unsigned lanes)
{
    const unsigned lane = run.place.thread % TCR_WARP;
    if (!(lanes >> lane & 1) || !(lanes >> (lane ^ (unsigned)mask) & 1))
        fail("a shuffle with mask %d among the lanes %#x", mask, lanes);
    wait_at(AT_SHUFFLE, (unsigned)mask << 8 | size, lanes, value, NULL, NULL);
}

static void shfl_xor(void *value, unsigned size, int mask)
{
    lanes_xor(value, size, mask, WHOLE_WARP);
}

static void mma(unsigned instruction, void *d, const void *a, const void *b)
{
    wait_at(AT_MMA, instruction, WHOLE_WARP, d, a, b);
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
    .sync_some = sync_some,
    .sync_blocks = sync_blocks,
    .shfl_xor = shfl_xor,
    .lanes_xor = lanes_xor,
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
    case AT_BLOCKS:
        return "a barrier of blocks";
    default:
        return "its end";
    }
}

/* Of `size` bytes, which the compiler knows where this is called. */
static inline void exchange(struct thread *warp, unsigned lanes, unsigned mask, unsigned size)
{
    unsigned char values[TCR_WARP][8];
    for (unsigned lane = 0; lane < TCR_WARP; ++lane)
        if (lanes >> lane & 1)
            memcpy(values[lane], warp[lane].d, size);
    for (unsigned lane = 0; lane < TCR_WARP; ++lane)
        if (lanes >> lane & 1)
            memcpy(warp[lane].d, values[lane ^ mask], size);
}

static void shuffle(struct thread *warp, unsigned lanes)
{
    unsigned first = (unsigned)__builtin_ctz(lanes);
    unsigned size = warp[first].detail & 0xff, mask = warp[first].detail >> 8;

    if (size == 4)
        exchange(warp, lanes, mask, 4);
    else if (size == 8)
        exchange(warp, lanes, mask, 8);
    else
        exchange(warp, lanes, mask, size);
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

/* Do all lanes of this one's collective stand at it? */
static bool all_there(const struct thread *warp, unsigned lane)
{
    for (unsigned other = 0; other < TCR_WARP; ++other)
        if (warp[lane].with >> other & 1 &&
            (warp[other].state != warp[lane].state || warp[other].detail != warp[lane].detail ||
             warp[other].with != warp[lane].with))
            return false;
    return true;
}

/* Compute the collectives that can be; is there one? */
static bool run_collectives(struct thread *warp, bool *any)
{
    *any = false;
    for (unsigned lane = 0; lane < TCR_WARP; ++lane) {
        const unsigned lanes = warp[lane].with;
        if ((warp[lane].state != AT_SHUFFLE && warp[lane].state != AT_MMA) ||
            !all_there(warp, lane))
            continue;
        if (warp[lane].state == AT_SHUFFLE)
            shuffle(warp, lanes);
        else if (!multiply(warp))
            return false;
        for (unsigned other = 0; other < TCR_WARP; ++other)
            if (lanes >> other & 1)
                warp[other].state = READY;
        *any = true;
        if (lanes == WHOLE_WARP)
            return true;
    }
    return true;
}

/* Run a warp as far as it comes without the others. */
static bool run_warp(unsigned first)
{
    struct thread *warp = &run.threads[first];
    unsigned order[TCR_WARP];
    bool any;

    fill_order(order, TCR_WARP);
    for (;;) {
        for (unsigned i = 0; i < TCR_WARP; ++i) {
            if (warp[order[i]].state == READY)
                resume(first + order[i]);
            if (run.failed)
                return false;
        }
        if (!run_collectives(warp, &any))
            return false;
        if (!any)
            return true;
        if (run.job->seed)
            fill_order(order, TCR_WARP); /* each time another one */
    }
}

/* Open the barriers that all of their threads have reached; is there one? */
static bool open_barriers(void)
{
    unsigned waiting[BARRIERS] = {0};
    bool any = false;

    for (unsigned i = 0; i < run.job->threads; ++i)
        if (run.threads[i].state == AT_BARRIER)
            ++waiting[run.threads[i].detail];
    for (unsigned i = 0; i < run.job->threads; ++i) {
        struct thread *t = &run.threads[i];
        if (t->state != AT_BARRIER || waiting[t->detail] != t->with)
            continue;
        t->state = READY;
        any = true;
    }
    return any;
}

/* What a thread last waited for is past when it has ended. */
static bool is_together(const struct thread *a, const struct thread *b)
{
    return a->state == b->state &&
           (a->state == FINISHED || (a->detail == b->detail && a->with == b->with));
}

/* Nobody can go on. */
static void explain(void)
{
    char one[64], other[64];
    for (unsigned i = 0; i < run.job->threads; ++i) {
        const unsigned first = i / TCR_WARP * TCR_WARP;
        const struct thread *a = &run.threads[first], *b = &run.threads[i];
        if (is_together(a, b))
            continue;
        snprintf(run.message, TCR_SIM_MESSAGE,
                 "block %u: divergence: thread %u is at %s, thread %u of the same warp at %s",
                 run.place.block, first, where(a, one), i, where(b, other));
        return;
    }
    for (unsigned i = 0; i < run.job->threads; i += TCR_WARP)
        if (run.threads[i].state != run.threads[0].state) {
            snprintf(run.message, TCR_SIM_MESSAGE,
                     "block %u: deadlock: thread %u is at %s, thread %u at %s", run.place.block, 0u,
                     where(&run.threads[0], one), i, where(&run.threads[i], other));
            return;
        }
    snprintf(run.message, TCR_SIM_MESSAGE, "block %u: deadlock: all threads are at %s",
             run.place.block, where(&run.threads[0], one));
}

static bool all_finished(void)
{
    for (unsigned i = 0; i < run.job->threads; ++i)
        if (run.threads[i].state != FINISHED)
            return false;
    return true;
}

static void prepare_block(void)
{
    for (unsigned i = 0; i < run.job->threads; ++i) {
        tcr_sim_fiber_prepare(&run.threads[i].fiber, thread_main);
        run.threads[i].state = READY;
    }
}

/* As far as the block comes without others. */
static bool advance_block(void)
{
    const unsigned warps = run.job->threads / TCR_WARP;
    unsigned order[TCR_MOST_THREADS / TCR_WARP];

    do {
        fill_order(order, warps);
        for (unsigned w = 0; w < warps; ++w)
            if (!run_warp(order[w] * TCR_WARP))
                return false;
    } while (open_barriers());
    return true;
}

static bool run_block(void)
{
    prepare_block();
    if (!advance_block())
        return false;
    if (all_finished())
        return true;
    explain();
    return false;
}

static bool run_blocks(const unsigned *order)
{
    for (unsigned i = 0; i < run.job->blocks; ++i) {
        run.place.block = order[i];
        if (!run_block())
            return false;
    }
    return true;
}

/* ---- blocks that wait for each other ---- */

static void choose_block(const struct block *b)
{
    run.place.block = b->number;
    run.threads = run.created + (size_t)b->number * run.job->threads;
}

/* The module has one copy of what is each block's. */
static bool take_turn(struct block *b)
{
    const struct tcr_sim_module *m = run.job->module;
    const size_t size = m ? m->data_end - m->data : 0;
    bool ok;

    choose_block(b);
    if (b->shared)
        memcpy((void *)m->data, b->shared, size);
    ok = advance_block();
    b->finished = ok && all_finished();
    if (!ok || b->finished || size == 0)
        return ok;
    if (!b->shared && !(b->shared = malloc(size))) {
        snprintf(run.message, TCR_SIM_MESSAGE, "no memory for a block's shared memory");
        return false;
    }
    memcpy(b->shared, (const void *)m->data, size);
    return true;
}

/* Open the barriers that all of their blocks have reached, one thread of each. */
static bool open_meetings(void)
{
    const unsigned n = run.job->blocks * run.job->threads;
    bool any = false;

    for (unsigned i = 0; i < n; ++i) {
        struct thread *t = &run.created[i];
        unsigned there = 0;

        for (unsigned k = i; k < n && t->state == AT_BLOCKS; ++k)
            there += run.created[k].state == AT_BLOCKS && run.created[k].a == t->a;
        if (there == 0 || there != t->with)
            continue;
        any = true;
        for (unsigned k = n; k-- > i;)
            if (run.created[k].state == AT_BLOCKS && run.created[k].a == t->a)
                run.created[k].state = READY;
    }
    return any;
}

static bool take_turns(struct block *blocks, const unsigned *order)
{
    const unsigned n = run.job->blocks;

    for (unsigned i = 0; i < n; ++i) {
        blocks[i].number = i;
        choose_block(&blocks[i]);
        prepare_block();
    }
    do {
        for (unsigned i = 0; i < n; ++i)
            if (!blocks[order[i]].finished && !take_turn(&blocks[order[i]]))
                return false;
    } while (open_meetings());
    for (unsigned i = 0; i < n; ++i)
        if (!blocks[i].finished) {
            choose_block(&blocks[i]);
            explain();
            return false;
        }
    return true;
}

static bool run_together(const unsigned *order)
{
    struct block *blocks = calloc(run.job->blocks, sizeof *blocks);
    bool ok;

    if (!blocks) {
        snprintf(run.message, TCR_SIM_MESSAGE, "no memory for the blocks");
        return false;
    }
    ok = take_turns(blocks, order);
    for (unsigned i = 0; i < run.job->blocks; ++i)
        free(blocks[i].shared);
    free(blocks);
    return ok;
}

static bool create_threads(unsigned n)
{
    struct thread *more = n > run.n_created ? realloc(run.created, n * sizeof *more) : run.created;

    if (!more)
        return false;
    run.created = more;
    for (; run.n_created < n; ++run.n_created) {
        memset(&more[run.n_created], 0, sizeof *more);
        if (tcr_sim_fiber_create(&more[run.n_created].fiber) != 0)
            return false;
    }
    run.threads = run.created;
    return true;
}

bool tcr_sim_run(const struct tcr_sim_job *job, char message[TCR_SIM_MESSAGE])
{
    const unsigned at_once = job->together ? job->blocks : 1;
    unsigned *order;

    if (job->blocks == 0 || job->threads == 0 || job->threads > TCR_MOST_THREADS ||
        job->threads % TCR_WARP) {
        snprintf(message, TCR_SIM_MESSAGE, "a grid of %u blocks of %u threads", job->blocks,
                 job->threads);
        return false;
    }
    order = malloc(job->blocks * sizeof *order);
    if (!order || !create_threads(at_once * job->threads)) {
        free(order);
        snprintf(message, TCR_SIM_MESSAGE, "no memory for the threads of %u block%s", at_once,
                 at_once == 1 ? "" : "s");
        return false;
    }
    run.job = job;
    run.message = message;
    run.failed = false;
    run.random = job->seed;
    run.place = (struct tcr_sim_place){.threads = job->threads, .blocks = job->blocks};
    fill_order(order, job->blocks);

    tcr_sim_memory_show();
    tcr_sim_fault_arm(&run.current_fiber, landing);
    uint64_t mode = tcr_subnormals_keep(); /* a device has no such mode */
    bool ok = job->together ? run_together(order) : run_blocks(order);
    tcr_subnormals_restore(mode);
    tcr_sim_fault_disarm();
    tcr_sim_memory_hide();
    for (unsigned i = 0; !ok && i < at_once * job->threads; ++i)
        tcr_sim_fiber_abandon(&run.created[i].fiber);
    free(order);
    return ok;
}
