/*
 * present.c: the present table and the residency calls of tcr.h.
 *
 * Two locks.  `residency` is held over a whole call of the API, copies
 * included, so that nobody finds a section that is still being filled.
 * `table_lock` is held for the time of a look-up only, so that regions never
 * wait for somebody's copy.
 */
#include <stdlib.h>
#include <string.h>
#include "runtime.h"

static pthread_mutex_t residency = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t table_lock = PTHREAD_MUTEX_INITIALIZER;
static struct tcr_table table;
static _Atomic bool newer; /* a device address has been given out */

void tcr_present_fork(bool before)
{
    if (before) {
        pthread_mutex_lock(&residency);
        pthread_mutex_lock(&table_lock);
    } else {
        pthread_mutex_unlock(&table_lock);
        pthread_mutex_unlock(&residency);
    }
}

/* ---- the table itself ---- */

/* Index of the first entry that ends beyond `host`. */
static size_t lower_bound(const struct tcr_table *t, uintptr_t host)
{
    size_t lo = 0, hi = t->n;

    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;

        if (t->entry[mid]->host + t->entry[mid]->size <= host)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

int tcr_table_find(const struct tcr_table *t, uintptr_t host, size_t size,
                   struct tcr_present **found)
{
    size_t k = lower_bound(t, host);
    struct tcr_present *e;

    if (k == t->n || t->entry[k]->host >= host + size)
        return 0;
    e = t->entry[k];
    *found = e;
    return e->host <= host && host + size <= e->host + e->size ? 1 : TCR_E_PARTIAL;
}

int tcr_table_insert(struct tcr_table *t, struct tcr_present *entry)
{
    size_t k;

    if (t->n == t->room) {
        size_t room = t->room ? 2 * t->room : 16;
        struct tcr_present **more = realloc(t->entry, room * sizeof(*more));

        if (!more)
            return TCR_E_NO_MEMORY;
        t->entry = more;
        t->room = room;
    }
    k = lower_bound(t, entry->host);
    memmove(t->entry + k + 1, t->entry + k, (t->n - k) * sizeof(struct tcr_present *));
    t->entry[k] = entry;
    t->n++;
    return 0;
}

void tcr_table_remove(struct tcr_table *t, const struct tcr_present *entry)
{
    size_t k = lower_bound(t, entry->host);

    t->n--;
    memmove(t->entry + k, t->entry + k + 1, (t->n - k) * sizeof(struct tcr_present *));
}

/* ---- the regions' side ---- */

int tcr_present_pin(uintptr_t host, size_t size, struct tcr_present **found)
{
    int state;

    pthread_mutex_lock(&table_lock);
    state = tcr_table_find(&table, host, size, found);
    if (state == 1)
        (*found)->pins++;
    pthread_mutex_unlock(&table_lock);
    return state;
}

static void entry_free(struct tcr_present *e)
{
    if (tcr_device_state() == 0)
        tcr_pool_free(e->alloc, e->alloc_size);
    free(e);
}

void tcr_present_unpin(struct tcr_present *e)
{
    bool last;

    pthread_mutex_lock(&table_lock);
    last = --e->pins == 0 && e->removed;
    pthread_mutex_unlock(&table_lock);
    if (last)
        entry_free(e);
}

bool tcr_present_newer(void)
{
    return newer;
}

/* ---- the API's side ---- */

struct op {
    struct tcr_lane *lane;
    struct tcr_why why;
};

/* Make the device ready for one residency call on a section.  1: it is, and
 * op_end must follow; 0: no device, nothing to do; negative: the section was
 * on a device that is gone. */
static int op_begin(struct op *op, const void *host, size_t *size)
{
    struct tcr_present *e;
    int error, state;

    memset(op, 0, sizeof *op);
    op->why.wanted = true;
    if (!host)
        return 0;
    if (*size == 0)
        *size = 1;
    if (*size > UINTPTR_MAX - (uintptr_t)host - TCR_PIECE_ALIGN)
        return TCR_E_INVALID;
    error = tcr_device_open(&op->why);
    pthread_mutex_lock(&residency);
    if (error) {
        pthread_mutex_lock(&table_lock);
        state = tcr_table_find(&table, (uintptr_t)host, *size, &e);
        pthread_mutex_unlock(&table_lock);
        pthread_mutex_unlock(&residency);
        return state ? error : 0;
    }
    error = tcr_backend->bind();
    if (!error) {
        error = tcr_lane_get(&op->lane);
        if (!error)
            return 1;
        tcr_refuse_device(&op->why, error, "preparing a copy");
        tcr_backend->unbind();
    }
    pthread_mutex_unlock(&residency);
    return error;
}

static int op_end(struct op *op, const char *what, const void *host, size_t size, int error)
{
    tcr_lane_put(op->lane, error == 0 || error == TCR_E_PARTIAL || error == TCR_E_NOT_PRESENT);
    tcr_backend->unbind();
    pthread_mutex_unlock(&residency);
    if (error)
        tcr_trace(1, "%s(%p, %zu): %s", what, host, size,
                  op->why.text[0] ? op->why.text : tcr_strerror(error));
    else
        tcr_trace(2, "%s(%p, %zu)", what, host, size);
    return error;
}

static int copy_to(struct op *op, void *device, const void *host, size_t size)
{
    int error = tcr_backend->copy_to(device, host, size, op->lane->stream);

    if (!error)
        error = tcr_backend->sync(op->lane->stream);
    return error ? tcr_refuse_device(&op->why, error, "copying to the device") : 0;
}

static int copy_from(struct op *op, void *host, const void *device, size_t size)
{
    int error = tcr_backend->copy_from(host, device, size, op->lane->stream);

    if (!error)
        error = tcr_backend->sync(op->lane->stream);
    return error ? tcr_refuse_device(&op->why, error, "copying from the device") : 0;
}

/* The state of a section in the table, and the device address of its start. */
static int look_up(const void *host, size_t size, struct tcr_present **e, char **device)
{
    int state;

    pthread_mutex_lock(&table_lock);
    state = tcr_table_find(&table, (uintptr_t)host, size, e);
    if (state == 1)
        *device = (*e)->device + ((uintptr_t)host - (*e)->host);
    pthread_mutex_unlock(&table_lock);
    return state;
}

/* A new entry with its device memory, in the table, `filled` from the host. */
static int enter(struct op *op, const void *host, size_t size, bool filled)
{
    struct tcr_present *e = calloc(1, sizeof *e);
    size_t pad = (uintptr_t)host % TCR_PIECE_ALIGN;
    int error;

    if (!e)
        return tcr_refuse(&op->why, TCR_E_NO_MEMORY, "out of host memory");
    e->alloc_size = size + pad;
    error = tcr_pool_alloc(&e->alloc, &e->alloc_size);
    if (error) {
        free(e);
        return tcr_refuse_device(&op->why, error, "allocating device memory");
    }
    /* the host's alignment, so that what is aligned there is aligned here */
    e->device = (char *)e->alloc + pad;
    e->host = (uintptr_t)host;
    e->size = size;
    e->refs = 1;
    error = filled ? copy_to(op, e->device, host, size) : 0;
    if (!error) {
        pthread_mutex_lock(&table_lock);
        error = tcr_table_insert(&table, e);
        pthread_mutex_unlock(&table_lock);
    }
    if (error)
        entry_free(e);
    return error;
}

static int make_present(const char *what, const void *host, size_t size, bool filled)
{
    struct tcr_present *e;
    struct op op;
    char *device;
    int error = op_begin(&op, host, &size);

    if (error <= 0)
        return error;
    error = look_up(host, size, &e, &device);
    if (error == 1) {
        e->refs++;
        error = 0;
    } else if (error == 0) {
        error = enter(&op, host, size, filled);
    }
    return op_end(&op, what, host, size, error);
}

int tcr_copyin(const void *host, size_t size)
{
    return make_present("tcr_copyin", host, size, true);
}

int tcr_create(const void *host, size_t size)
{
    return make_present("tcr_create", host, size, false);
}

/* Take an entry that nobody refers to any more out of the table. */
static void retire(struct tcr_present *e)
{
    bool unused;

    pthread_mutex_lock(&table_lock);
    tcr_table_remove(&table, e);
    e->removed = true;
    unused = e->pins == 0;
    pthread_mutex_unlock(&table_lock);
    if (unused)
        entry_free(e);
}

/* Drop a reference of a section whose device is gone: its addresses may soon be
 * other data's. */
static void drop_lost(const void *host, size_t size)
{
    int state = tcr_device_state();
    struct tcr_present *e;
    char *device;

    if (state != TCR_E_LOST && state != TCR_E_FORKED)
        return;
    pthread_mutex_lock(&residency);
    if (look_up(host, size, &e, &device) == 1 && --e->refs == 0)
        retire(e);
    pthread_mutex_unlock(&residency);
}

/* Drop a reference; `out`: where the data goes at the last one, or NULL. */
static int drop(const char *what, const void *host, void *out, size_t size)
{
    struct tcr_present *e;
    struct op op;
    char *device;
    int error = op_begin(&op, host, &size);

    if (error < 0)
        drop_lost(host, size);
    if (error <= 0)
        return error;
    error = look_up(host, size, &e, &device);
    if (error == 1) {
        error = 0;
        if (--e->refs == 0) {
            if (out)
                error = copy_from(&op, out, device, size);
            retire(e);
        }
    }
    return op_end(&op, what, host, size, error);
}

int tcr_copyout(void *host, size_t size)
{
    return drop("tcr_copyout", host, host, size);
}

int tcr_delete(const void *host, size_t size)
{
    return drop("tcr_delete", host, NULL, size);
}

static int update(const char *what, const void *host, void *out, size_t size)
{
    struct tcr_present *e;
    struct op op;
    char *device;
    int error = op_begin(&op, host, &size);

    if (error <= 0)
        return error;
    error = look_up(host, size, &e, &device);
    if (error == 0)
        error = TCR_E_NOT_PRESENT;
    else if (error == 1)
        error = out ? copy_from(&op, out, device, size) : copy_to(&op, device, host, size);
    return op_end(&op, what, host, size, error);
}

int tcr_update_device(const void *host, size_t size)
{
    return update("tcr_update_device", host, NULL, size);
}

int tcr_update_host(void *host, size_t size)
{
    return update("tcr_update_host", host, host, size);
}

/* Copy a part of an entry to the host, if it differs there (it may be in memory
 * that cannot be written, and other threads may be reading it). */
static int refresh(struct op *op, const struct tcr_present *e, uintptr_t lo, uintptr_t hi)
{
    void *buffer = malloc(hi - lo);
    int error;

    if (!buffer)
        return tcr_refuse(&op->why, TCR_E_NO_MEMORY, "out of host memory");
    error = copy_from(op, buffer, e->device + (lo - e->host), hi - lo);
    if (!error && memcmp((const void *)lo, buffer, hi - lo) != 0 && !tcr_poke(lo, buffer, hi - lo))
        error = tcr_refuse(&op->why, TCR_E_INVALID, "the host's memory cannot be written to");
    free(buffer);
    return error;
}

/* The first entry of [*lo, hi) that may be newer on the device; *lo and *end
 * become what they share.  Under `residency`, which keeps it. */
static const struct tcr_present *next_newer(uintptr_t *lo, uintptr_t hi, uintptr_t *end)
{
    for (size_t k = lower_bound(&table, *lo); *lo < hi && k < table.n; k++) {
        const struct tcr_present *e = table.entry[k];

        if (e->host >= hi)
            break;
        if (!e->diverged)
            continue;
        *lo = e->host > *lo ? e->host : *lo;
        *end = e->host + e->size < hi ? e->host + e->size : hi;
        return e;
    }
    return NULL;
}

/* The addresses [*lo, *hi) of which the host loop needs the newest data, if
 * some of it may be on the device. */
static bool needed(uintptr_t base, const struct tcr_hull *hull, uintptr_t *lo, uintptr_t *hi)
{
    struct tcr_present *e;
    uintptr_t from, end;
    bool any = hull->lo < hull->hi;

    *lo = base + (uintptr_t)hull->lo;
    *hi = base + (uintptr_t)hull->hi;
    pthread_mutex_lock(&residency);
    if (any && hull->soft) {
        any = tcr_table_find(&table, base, 1, &e) == 1;
        if (any && *lo < e->host)
            *lo = e->host;
        if (any && *hi > e->host + e->size)
            *hi = e->host + e->size;
    }
    from = *lo;
    any = any && next_newer(&from, *hi, &end);
    pthread_mutex_unlock(&residency);
    return any;
}

int tcr_present_to_host(uintptr_t base, const struct tcr_hull *hull, struct tcr_why *why)
{
    const struct tcr_present *e;
    struct op op;
    uintptr_t lo, hi, end;
    size_t size;
    int error;

    if (!needed(base, hull, &lo, &hi))
        return 0;
    size = hi - lo;
    error = op_begin(&op, (const void *)lo, &size);
    if (error < 0)
        return tcr_refuse(why, error, "%s", tcr_strerror(error));
    for (end = lo; error == 1 && (e = next_newer(&lo, hi, &end)) != NULL; lo = end)
        error = refresh(&op, e, lo, end) ? op.why.error : 1;
    if (error < 0)
        tcr_refuse(why, error, "%s", op.why.text);
    return op_end(&op, "copying back for the host loop", (const void *)(hi - size), size,
                  error < 0 ? error : 0);
}

/* Is host memory the device's memory?  Opens the device, to know. */
static bool host_only(void)
{
    struct tcr_why why = {.wanted = false};

    tcr_device_open(&why);
    return tcr_device_state() == TCR_E_NO_DEVICE;
}

int tcr_is_present(const void *host, size_t size)
{
    struct tcr_present *e;
    char *device;

    if (host_only() || !host)
        return 1;
    return look_up(host, size ? size : 1, &e, &device) == 1 && tcr_device_state() == 0;
}

void *tcr_deviceptr(const void *host)
{
    struct tcr_present *e;
    void *device = NULL;

    if (host_only())
        return (void *)(uintptr_t)host;
    pthread_mutex_lock(&table_lock);
    if (tcr_table_find(&table, (uintptr_t)host, 1, &e) == 1 && tcr_device_state() == 0) {
        e->diverged = true;
        newer = true;
        device = e->device + ((uintptr_t)host - e->host);
    }
    pthread_mutex_unlock(&table_lock);
    return device;
}

void *tcr_hostptr(const void *device)
{
    const char *d = device;
    void *host = NULL;

    if (host_only())
        return (void *)(uintptr_t)device;
    pthread_mutex_lock(&table_lock);
    for (size_t k = 0; k < table.n && !host; k++) {
        const struct tcr_present *e = table.entry[k];

        if ((uintptr_t)d >= (uintptr_t)e->device && (uintptr_t)d < (uintptr_t)e->device + e->size)
            host = (void *)(e->host + (uintptr_t)(d - e->device));
    }
    pthread_mutex_unlock(&table_lock);
    return host;
}
