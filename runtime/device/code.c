/* SPDX-License-Identifier: MIT */
/* code.c: loads a unit's device code at the first region of it that runs on
 * the device, and finds the regions' kernels. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../../spec/contract.h"
#include "../ground/loading.h"
#include "../ground/trace.h"
#include "../ground/why.h"
#include "code.h"
#include "device.h"
#include "stats.h"

/* By which a unit is known again: nothing of its library is looked at when that has gone. */
struct key {
    uint64_t hash[2];
    size_t size; /* of the device text */
    unsigned n_images;
};

/* What unit->state points to: one for all units with the same code, as where a library is
 * opened again.  Only what cannot change (no fitting image) is remembered as an error; other
 * failures may pass and are tried again. */
struct code {
    struct key key;
    void *module;
    int error;
    char cause[200]; /* of the error, as the device told it */
    struct code *next;
};

static pthread_mutex_t code_lock = PTHREAD_MUTEX_INITIALIZER;  /* held while code is loaded */
static pthread_mutex_t known_lock = PTHREAD_MUTEX_INITIALIZER; /* of the list; inside the other */
static struct code *all_code; /* kept, for the modules stay loaded, when units' libraries go */

int (*tcr_code_compile)(void **module, const struct tcr_unit *unit);

void tcr_code_fork(bool before)
{
    if (before) {
        pthread_mutex_lock(&code_lock);
        pthread_mutex_lock(&known_lock);
    } else {
        pthread_mutex_unlock(&known_lock);
        pthread_mutex_unlock(&code_lock);
    }
}

/* Two hashes of a text, eight bytes at a time. */
static void add_text(struct key *k, const char *text, size_t size)
{
    for (size_t part; size > 0; text += part, size -= part) {
        uint64_t word = 0;

        part = size < sizeof word ? size : sizeof word;
        memcpy(&word, text, part);
        k->hash[0] = (k->hash[0] ^ word) * 0x9e3779b97f4a7c15u;
        k->hash[0] ^= k->hash[0] >> 29;
        k->hash[1] = (k->hash[1] + word) * 0xc2b2ae3d27d4eb4fu;
        k->hash[1] ^= k->hash[1] >> 31;
    }
}

static struct key key_of(const struct tcr_unit *unit)
{
    const char *text = unit->device_text ? unit->device_text : "";
    const char *flags = unit->device_flags ? unit->device_flags : "";
    struct key k = {.size = strlen(text), .n_images = unit->n_images};

    add_text(&k, text, k.size);
    add_text(&k, flags, strlen(flags));
    add_text(&k, unit->file, strlen(unit->file));
    for (unsigned i = 0; i < unit->n_images && unit->images; i++) {
        const struct tcr_image *image = &unit->images[i];
        const uint64_t head[3] = {image->kind, image->arch, image->size};

        add_text(&k, (const char *)head, sizeof head);
    }
    return k;
}

static bool is_same(const struct key *a, const struct key *b)
{
    return a->hash[0] == b->hash[0] && a->hash[1] == b->hash[1] && a->size == b->size &&
           a->n_images == b->n_images;
}

/* Under the list's lock. */
static struct code *find_code(struct tcr_unit *unit)
{
    struct code *code = unit->state;
    struct key key;

    if (code)
        return code;
    key = key_of(unit);
    /* images without a text could be anything */
    code = key.size > 0 || key.n_images == 0 ? all_code : NULL;
    while (code && !is_same(&code->key, &key))
        code = code->next;
    if (!code) {
        code = calloc(1, sizeof *code);
        if (!code)
            return NULL;
        code->key = key;
        code->next = all_code;
        all_code = code;
    }
    unit->state = code;
    return code;
}

/* NULL: out of memory. */
static struct code *code_of(struct tcr_unit *unit)
{
    struct code *code;

    pthread_mutex_lock(&known_lock);
    code = find_code(unit);
    pthread_mutex_unlock(&known_lock);
    return code;
}

const void *tcr_code_identity(struct tcr_unit *unit)
{
    /* of another version, nothing else is known */
    return unit && unit->abi == TCR_ABI_VERSION ? code_of(unit) : NULL;
}

static int load_unit(struct tcr_unit *unit, void **module, struct tcr_why *why)
{
    struct code *code = code_of(unit);
    int error;

    if (!code)
        return tcr_refuse(why, TCR_E_NO_MEMORY, "out of host memory");
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

    while (!error && stats->per_multiprocessor == 0 && threads > TCR_WARP) {
        threads = threads / 2 / TCR_WARP * TCR_WARP;
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
    if (!tcr_loading_lock(&code_lock))
        return tcr_refuse(why, TCR_E_BUSY, "%s", tcr_loading_reason);
    if (!stats->function)
        error = find_kernel(region, stats, threads, why);
    tcr_loading_unlock(&code_lock);
    return error;
}

/* A kernel of that name, beside the region's own.  Under the lock. */
static int find_named(const struct tcr_region *region, void **kernel, const char *name,
                      struct tcr_why *why)
{
    void *module = NULL;
    int error = load_unit(region->unit, &module, why);

    return error ? error : tcr_backend->function(kernel, module, name);
}

int tcr_code_product(const struct tcr_region *region, struct tcr_stats *stats,
                     enum tcr_product_code which, void **kernel, struct tcr_why *why)
{
    const struct tcr_product *const product = region->product;
    void *_Atomic *const known = &stats->product[which];
    char name[512];
    int error = 0;

    *kernel = atomic_load_explicit(known, memory_order_acquire);
    if (*kernel)
        return 0;
    if (snprintf(name, sizeof name, "%s%s",
                 which == TCR_CODE_FULL ? product->kernel : product->fast,
                 which == TCR_CODE_SPLIT ? "_split" : "") >= (int)sizeof name)
        return tcr_refuse(why, TCR_E_NO_IMAGE, "the product's kernel has too long a name");
    if (!tcr_loading_lock(&code_lock))
        return tcr_refuse(why, TCR_E_BUSY, "%s", tcr_loading_reason);
    error = find_named(region, kernel, name, why);
    if (error && !why->error)
        tcr_refuse_device(why, error, "finding the product's kernel");
    if (!error)
        atomic_store_explicit(known, *kernel, memory_order_release);
    tcr_loading_unlock(&code_lock);
    return error;
}

static int find_plain(const struct tcr_region *region, struct tcr_plain_code *code,
                      enum tcr_plain_which which)
{
    struct tcr_why none = {.wanted = false};
    char name[512];
    void *kernel;
    int error;

    if (snprintf(name, sizeof name, "%s%s", region->plain_scan->kernel,
                 which == TCR_CODE_SHORT ? "_short" : "_long") >= (int)sizeof name)
        return TCR_E_NO_IMAGE;
    error = find_named(region, &kernel, name, &none);
    if (!error)
        error = tcr_backend->occupancy(&code->per_multiprocessor, kernel,
                                       which == TCR_CODE_SHORT ? TCR_SCAN_SHORT_THREADS
                                                               : TCR_SCAN_LINE_THREADS);
    if (!error && code->per_multiprocessor == 0)
        error = TCR_E_LAUNCH;
    if (!error)
        atomic_store_explicit(&code->function, kernel, memory_order_release);
    return error;
}

int tcr_code_plain(const struct tcr_region *region, struct tcr_stats *stats,
                   enum tcr_plain_which which)
{
    struct tcr_plain_code *const code = &stats->plain[which];
    int error = 0;

    if (atomic_load_explicit(&code->function, memory_order_acquire))
        return 0;
    if (!tcr_loading_lock(&code_lock))
        return TCR_E_BUSY;
    if (!code->function)
        error = find_plain(region, code, which);
    tcr_loading_unlock(&code_lock);
    return error;
}
