/* SPDX-License-Identifier: MIT */
/* pool.c: device memory and lanes kept from call to call.  Allocating on a
 * device costs as much as a small region. */
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include "../backend/backend.h"
#include "../ground/checked.h"
#include "device.h"
#include "pool.h"

#define POOL_BLOCKS 32
#define POOL_ALIGN ((size_t)256)

struct block {
    void *device;
    size_t size;
};

static pthread_mutex_t pool_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t trim_lock = PTHREAD_MUTEX_INITIALIZER; /* taken before pool_lock */
static _Atomic unsigned long trims;                           /* that gave something back */
static struct block block[POOL_BLOCKS];                       /* oldest first */
static unsigned n_blocks;
static size_t kept; /* bytes */
static struct tcr_lane *lanes;
bool (*_Atomic tcr_pool_more)(void);

void tcr_pool_fork(bool before)
{
    if (before) {
        pthread_mutex_lock(&trim_lock);
        pthread_mutex_lock(&pool_lock);
    } else {
        pthread_mutex_unlock(&pool_lock);
        pthread_mutex_unlock(&trim_lock);
    }
}

static struct block take_block(unsigned k)
{
    struct block b = block[k];

    n_blocks--;
    for (; k < n_blocks; k++)
        block[k] = block[k + 1];
    kept -= b.size;
    return b;
}

/* The smallest kept block that holds `size` and wastes at most as much. */
static bool reuse_block(void **device, size_t *size)
{
    unsigned best = POOL_BLOCKS;
    bool found;

    pthread_mutex_lock(&pool_lock);
    for (unsigned k = 0; k < n_blocks; k++)
        if (block[k].size >= *size && block[k].size / 2 <= *size &&
            (best == POOL_BLOCKS || block[k].size < block[best].size))
            best = k;
    found = best < POOL_BLOCKS;
    if (found) {
        struct block b = take_block(best);

        *device = b.device;
        *size = b.size;
    }
    pthread_mutex_unlock(&pool_lock);
    return found;
}

/* After an allocation that began at `before` trims has found no memory: is
 * there hope now?  Another thread's trim counts, too. */
static bool made_room(unsigned long before)
{
    bool (*more)(void) = tcr_pool_more;

    tcr_pool_trim();
    if (trims != before)
        return true;
    if (!more || !more())
        return false;
    tcr_pool_trim();
    return true;
}

int tcr_device_alloc(void **device, size_t size)
{
    unsigned long before;
    int error;

    do {
        before = trims;
        error = tcr_backend->alloc(device, size);
    } while (error == TCR_E_NO_MEMORY && made_room(before));
    return error;
}

int tcr_pinned_alloc(void **host, void **device, size_t size)
{
    unsigned long before;
    int error;

    do {
        before = trims;
        error = tcr_backend->host_alloc(host, device, size);
    } while (error == TCR_E_NO_MEMORY && made_room(before));
    return error;
}

int tcr_pool_alloc(void **device, size_t *size)
{
    if (*size > TCR_MOST_BYTES)
        return TCR_E_NO_MEMORY;
    if (!(tcr_backend->flags & TCR_BACKEND_EXACT)) {
        *size = (*size + POOL_ALIGN - 1) / POOL_ALIGN * POOL_ALIGN;
        if (reuse_block(device, size))
            return 0;
    }
    return tcr_device_alloc(device, *size);
}

void tcr_pool_free(void *device, size_t size)
{
    struct block old[POOL_BLOCKS];
    unsigned n_old = 0;

    if (!device)
        return;
    if ((tcr_backend->flags & TCR_BACKEND_EXACT) || size > tcr_properties.memory / 4) {
        tcr_backend->free(device);
        return;
    }
    pthread_mutex_lock(&pool_lock);
    while (n_blocks == POOL_BLOCKS || (n_blocks && kept + size > tcr_properties.memory / 4))
        old[n_old++] = take_block(0);
    block[n_blocks++] = (struct block){device, size};
    kept += size;
    pthread_mutex_unlock(&pool_lock);
    while (n_old > 0)
        tcr_backend->free(old[--n_old].device);
}

static void lane_free(struct tcr_lane *l)
{
    if (l->scratch)
        tcr_backend->free(l->scratch);
    if (l->words)
        tcr_backend->free(l->words);
    if (l->result)
        tcr_backend->host_free(l->result);
    for (unsigned k = 0; k < TCR_STAGES; k++)
        if (l->stage[k].host) {
            tcr_backend->host_free(l->stage[k].host);
            tcr_backend->event_destroy(l->stage[k].event);
        }
    if (l->replay)
        tcr_backend->forget(l->replay);
    if (l->stream)
        tcr_backend->stream_destroy(l->stream);
    free(l);
}

void tcr_pool_trim(void)
{
    struct block old[POOL_BLOCKS];
    unsigned n_old;
    struct tcr_lane *idle;
    bool something;

    pthread_mutex_lock(&trim_lock);
    pthread_mutex_lock(&pool_lock);
    for (n_old = 0; n_blocks > 0; n_old++)
        old[n_old] = take_block(0);
    idle = lanes;
    lanes = NULL;
    pthread_mutex_unlock(&pool_lock);
    something = n_old > 0 || idle;
    while (n_old > 0)
        tcr_backend->free(old[--n_old].device);
    while (idle) {
        struct tcr_lane *next = idle->next;

        lane_free(idle);
        idle = next;
    }
    if (something)
        trims++;
    pthread_mutex_unlock(&trim_lock);
}

int tcr_lane_get(struct tcr_lane **lane)
{
    struct tcr_lane *l;
    int error;

    pthread_mutex_lock(&pool_lock);
    l = lanes;
    if (l)
        lanes = l->next;
    pthread_mutex_unlock(&pool_lock);
    if (!l) {
        l = calloc(1, sizeof *l);
        if (!l)
            return TCR_E_NO_MEMORY;
        error = tcr_backend->stream_create(&l->stream);
        if (error) {
            free(l);
            return error;
        }
    }
    *lane = l;
    return 0;
}

void tcr_lane_put(struct tcr_lane *l, bool good)
{
    if (!good) {
        /* queued work may still use the buffers; its outcome no longer matters */
        tcr_backend->sync(l->stream);
        lane_free(l);
        return;
    }
    pthread_mutex_lock(&pool_lock);
    l->next = lanes;
    lanes = l;
    pthread_mutex_unlock(&pool_lock);
}

static int reserve_results(struct tcr_lane *l, size_t n)
{
    size_t bytes;
    void *host;
    int error;

    if (l->n_result >= n)
        return 0;
    if (n < 16)
        n = 16;
    if (!tcr_bytes(n, sizeof *l->result, &bytes))
        return TCR_E_NO_MEMORY;
    if (l->result)
        tcr_backend->host_free(l->result);
    l->result = NULL;
    l->n_result = 0;
    error = tcr_pinned_alloc(&host, &l->result_device, bytes);
    if (error)
        return error;
    l->result = host;
    l->n_result = n;
    return 0;
}

int tcr_lane_reserve(struct tcr_lane *l, size_t n_result, size_t partials)
{
    size_t size = TCR_LANE_HEAD;
    int error = tcr_add_bytes(&size, partials) ? reserve_results(l, n_result) : TCR_E_NO_MEMORY;

    if (error || l->scratch_size >= size)
        return error;
    if (l->scratch)
        tcr_backend->free(l->scratch);
    l->scratch = NULL;
    l->scratch_size = 0;
    if (size < 131072)
        size = 131072;
    error = tcr_device_alloc(&l->scratch, size);
    if (error) {
        l->scratch = NULL;
        return error;
    }
    /* the ticket: kernels leave it at 0 from now on, and the zeros behind it */
    error = tcr_backend->fill(l->scratch, 0, TCR_LANE_HEAD, l->stream);
    if (!error)
        l->scratch_size = size;
    return error;
}

/* Room for them, zeros at first. */
static int reserve_words(struct tcr_lane *l, size_t bytes, bool used_up)
{
    const size_t size = bytes > l->words_size ? bytes : l->words_size;
    int error = 0;

    if (l->words_size >= bytes && !used_up)
        return 0;
    if (l->words_size < bytes) {
        if (l->words)
            tcr_backend->free(l->words);
        l->words = NULL;
        l->words_size = 0;
        error = tcr_device_alloc(&l->words, bytes);
    }
    if (!error)
        error = tcr_backend->fill(l->words, 0, size, l->stream);
    l->words_size = error ? 0 : size;
    l->tags = 0;
    l->last[0].alike = l->last[1].alike = NULL;
    return error;
}

static bool is_as(const struct tcr_words *w, const struct tcr_words *last)
{
    return w->alike && w->alike == last->alike && w->bytes == last->bytes && w->n == last->n &&
           w->tags == last->tags;
}

/* The tags of the launch before the last one are found nowhere any more if both had these words.
 * Then the driver gets the same launch again, if nothing else has changed. */
int tcr_lane_words(struct tcr_lane *l, struct tcr_words *w)
{
    const int error = reserve_words(l, w->bytes, w->tags > UINT_MAX - 1 - l->tags);

    if (error)
        return error;
    w->way = w->alike && !l->last[0].way;
    if (is_as(w, &l->last[0]) && is_as(w, &l->last[1])) {
        w->first = l->last[1].first;
    } else {
        w->first = l->tags + 1;
        l->tags += w->tags;
    }
    l->last[1] = l->last[0];
    l->last[0] = *w;
    return 0;
}
