/* code.c: loads a unit's device code at the first region of it that runs on
 * the device, and finds the regions' kernels. */
#include <stdio.h>
#include <stdlib.h>
#include "runtime.h"

/* What unit->state points to.  Only what cannot change (no fitting image) is
 * remembered as an error; other failures may pass and are tried again. */
struct code {
    void *module;
    int error;
    char cause[200]; /* of the error, as the device told it */
    struct code *next;
};

static pthread_mutex_t code_lock = PTHREAD_MUTEX_INITIALIZER;
static struct code *all_code; /* kept, for the module stays loaded, when a unit's library goes */

int (*tcr_code_compile)(void **module, const struct tcr_unit *unit);

void tcr_code_fork(bool before)
{
    if (before)
        pthread_mutex_lock(&code_lock);
    else
        pthread_mutex_unlock(&code_lock);
}

static int load_unit(struct tcr_unit *unit, void **module, struct tcr_why *why)
{
    struct code *code = unit->state;
    int error;

    if (!code) {
        code = calloc(1, sizeof *code);
        if (!code)
            return tcr_refuse(why, TCR_E_NO_MEMORY, "out of host memory");
        code->next = all_code;
        unit->state = all_code = code;
    }
    if (!code->module && !code->error) {
        error = tcr_backend->module_load(&code->module, unit);
        if (error == TCR_E_NO_IMAGE && tcr_code_compile)
            error = tcr_code_compile(&code->module, unit);
        if (error)
            code->module = NULL;
        if (error && error != TCR_E_NO_IMAGE)
            return tcr_refuse_device(why, error, "loading the device code");
        if (error)
            snprintf(code->cause, sizeof code->cause, "%s", tcr_backend->error_name());
        else
            tcr_trace(2, "%s: device code loaded", unit->file);
        code->error = error;
    }
    if (code->error)
        return tcr_refuse(why, code->error, "%s: %s", tcr_strerror(code->error), code->cause);
    *module = code->module;
    return 0;
}

/* How many blocks of `threads` threads does a multiprocessor hold?  If not one
 * (their registers, say), the blocks get smaller. */
static int find_threads(const struct tcr_region *region, struct tcr_stats *stats, void *function,
                        unsigned threads, struct tcr_why *why)
{
    unsigned wanted = threads;
    int error = tcr_backend->occupancy(&stats->per_multiprocessor, function, threads);

    while (!error && stats->per_multiprocessor == 0 && threads > 32) {
        threads = threads / 2 / 32 * 32;
        error = tcr_backend->occupancy(&stats->per_multiprocessor, function, threads);
    }
    if (error)
        return tcr_refuse_device(why, error, "asking for the kernel's occupancy");
    if (threads < wanted)
        tcr_trace(1, "%s:%u: blocks of %u threads: the device cannot hold one of %u of this kernel",
                  region->file, region->line, threads, wanted);
    if (stats->per_multiprocessor == 0)
        stats->per_multiprocessor = 1;
    stats->threads = threads;
    return 0;
}

/* Under the lock. */
static int find_kernel(struct tcr_region *region, struct tcr_stats *stats, unsigned threads,
                       struct tcr_why *why)
{
    void *module = NULL, *function = NULL;
    int error = load_unit(region->unit, &module, why);

    if (error)
        return error;
    error = tcr_backend->function(&function, module, region->kernel);
    if (error)
        return tcr_refuse_device(why, error, "finding the kernel");
    error = find_threads(region, stats, function, threads, why);
    if (error)
        return error;
    atomic_store_explicit(&stats->function, function, memory_order_release);
    return 0;
}

int tcr_code_kernel(struct tcr_region *region, struct tcr_stats *stats, unsigned threads,
                    struct tcr_why *why)
{
    int error = 0;

    if (atomic_load_explicit(&stats->function, memory_order_acquire))
        return 0;
    pthread_mutex_lock(&code_lock);
    if (!stats->function)
        error = find_kernel(region, stats, threads, why);
    pthread_mutex_unlock(&code_lock);
    return error;
}
