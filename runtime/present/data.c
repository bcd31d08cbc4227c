/* SPDX-License-Identifier: MIT */
/*
 * data.c: data directives, and what happens to memory that is freed while it is
 * present.
 *
 * The meaning is that of OpenACC 3.3, section 2.6: an entry has a structured and
 * a dynamic reference counter; data comes in when the first reference is made,
 * and goes out and is freed with the last.  An entry for which the device has no
 * memory is kept by the host: it has its counters, and nothing is copied.
 */
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../../base/keep_errno.h"
#include "../device/device.h"
#include "../ground/checked.h"
#include "../ground/inside.h"
#include "../ground/not_cancelled.h"
#include "../ground/trace.h"
#include "../ground/why.h"
#include "copied.h"
#include "interrupted.h"
#include "present.h"
#include "present_action.h"
#include "present_table.h"

/* One item of a directive that is being carried out. */
struct item {
    const struct tcr_data *data;
    const struct tcr_data_item *item;
    struct tcr_data_part *part;
    uintptr_t host;
    size_t size;
};

static const char *const kinds[] = {"data", "enter data", "exit data", "update"};
static const char *const verbs[] = {"copyin", "copy",   "copyout", "create", "present", "deviceptr",
                                    "attach", "delete", "detach",  "self",   "device"};

/* ---- messages ---- */

static _Noreturn void stop(const struct item *x, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* OpenACC's run-time errors end the program. */
static _Noreturn void stop(const struct item *x, const char *fmt, ...)
{
    char line[512];
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(line, sizeof line, fmt, ap);
    va_end(ap);
    fprintf(stderr, "tcr: %s:%u: %s %s(%s): %s\n", x->data->file, x->data->line,
            kinds[x->data->kind], verbs[x->item->verb], x->item->name, line);
    abort();
}

static _Noreturn void stop_partial(const struct item *x, const struct tcr_present *e)
{
    bool begins = x->data->kind == TCR_DATA_REGION || x->data->kind == TCR_DATA_ENTER;

    stop(x,
         "only a part of its %zu bytes at %p is on the device: there are %zu bytes at %p, from %s; "
         "name a section that holds both in the first directive, or %s",
         x->size, (void *)x->host, e->size, (void *)e->host, e->origin,
         begins ? "end that one before" : "no more than is there in this one");
}

static _Noreturn void stop_absent(const struct item *x)
{
    stop(x,
         "its %zu bytes at %p are not on the device; bring them there before, with 'data' or "
         "'enter data'",
         x->size, (void *)x->host);
}

static _Noreturn void stop_lost(const struct item *x, const struct tcr_present *e)
{
    stop(x, "its data, newer on the device (from %s), cannot be copied back: %s", e->origin,
         tcr_strerror(tcr_device_state()));
}

static void note(const struct item *x, const char *what)
{
    tcr_trace(2, "%s:%u: %s %s(%s): %s, %zu bytes", x->data->file, x->data->line,
              kinds[x->data->kind], verbs[x->item->verb], x->item->name, what, x->size);
}

/* ---- sections ---- */

static size_t times(const struct item *x, size_t a, long long b)
{
    size_t product;

    if (b < 0 || !tcr_bytes((unsigned long long)b, a, &product))
        stop(x, "the section is too large");
    return product;
}

static _Noreturn void stop_outside(const struct item *x)
{
    stop(x, "the section leaves the address space");
}

static void check_levels(const struct item *x)
{
    for (unsigned k = 0; k < x->part->n_levels; k++) {
        const struct tcr_data_level *l = &x->part->level[k];

        if (l->length < 0)
            stop(x, "the section's length is negative: %lld", l->length);
        if (l->extent >= 0 && (l->lo < 0 || l->lo > l->extent || l->length > l->extent - l->lo))
            stop(x, "the section, %lld elements from %lld on, leaves the array, which has %lld",
                 l->length, l->lo, l->extent);
    }
}

/* Bytes from one element of dimension `level` to the next. */
static size_t stride(const struct item *x, unsigned level)
{
    size_t bytes = (size_t)x->part->element;

    for (unsigned k = x->part->n_levels; --k > level;)
        bytes = times(x, bytes, x->part->level[k].extent);
    return bytes;
}

/* Are the ranges from `level` on one stretch of memory?  All but the first that
 * has more than one element must be whole dimensions. */
static bool is_contiguous(const struct tcr_data_part *p, unsigned level)
{
    while (level < p->n_levels && p->level[level].length == 1)
        level++;
    for (unsigned k = level + 1; k < p->n_levels; k++)
        if (p->level[k].lo != 0 || p->level[k].length != p->level[k].extent)
            return false;
    return true;
}

static uintptr_t moved(const struct item *x, uintptr_t at, unsigned level, long long by)
{
    long long bytes;
    uintptr_t to;

    if (__builtin_mul_overflow((long long)stride(x, level), by, &bytes) ||
        !tcr_moved(at, bytes, &to))
        stop_outside(x);
    return to;
}

/* A contiguous section from `level` on, in the object at `at`. */
static void place(struct item *x, uintptr_t at, unsigned level)
{
    const struct tcr_data_part *p = x->part;

    x->host = at;
    x->size = (size_t)p->element;
    for (unsigned k = p->n_levels; k-- > level;) {
        x->host = moved(x, x->host, k, p->level[k].lo);
        x->size = times(x, x->size, p->level[k].length);
    }
    if (!tcr_is_memory(x->host, x->size))
        stop_outside(x);
}

/* A pointer without a section: all of what is present there.  False: nothing. */
static bool place_present(struct item *x)
{
    struct tcr_present *e;
    char *device;

    x->size = 1;
    if (tcr_present_find((const void *)x->host, 1, &e, &device) != 1)
        return false;
    x->host = e->host;
    x->size = e->size;
    return true;
}

static bool is_nothing(const struct tcr_data_part *p)
{
    for (unsigned k = 0; k < p->n_levels; k++)
        if (p->level[k].length == 0)
            return true;
    return !p->address;
}

/* Where the item is; false: there is nothing to do. */
static bool locate(struct item *x)
{
    const struct tcr_data_part *p = x->part;

    x->host = (uintptr_t)p->address;
    check_levels(x);
    if (is_nothing(p) || x->item->verb == TCR_DATA_DEVICEPTR)
        return false;
    if (p->element == 0)
        return place_present(x) || x->data->kind != TCR_DATA_EXIT;
    if (!is_contiguous(p, 0))
        stop(x, "the section is not contiguous: after the first dimension with more than one "
                "element, write all dimensions in full");
    place(x, x->host, 0);
    return true;
}

/* ---- references ---- */

static bool comes_in(unsigned verb)
{
    return verb == TCR_DATA_COPYIN || verb == TCR_DATA_COPY;
}

static bool goes_out(unsigned verb)
{
    return verb == TCR_DATA_COPYOUT || verb == TCR_DATA_COPY;
}

/* A directive has a line, a function's call (acc_calls.c) has its name alone. */
static void set_origin(struct tcr_present *e, const struct item *x)
{
    const char *slash = strrchr(x->data->file, '/'), *file = slash ? slash + 1 : x->data->file;

    if (x->data->line)
        snprintf(e->origin, sizeof e->origin, "'%.40s' of %.60s:%u", x->item->name, file,
                 x->data->line);
    else
        snprintf(e->origin, sizeof e->origin, "a call of %.60s()", file);
}

/* Where the device has no room, or fails, the host keeps the data. */
static struct tcr_present *make(const struct item *x)
{
    struct tcr_action action = {.why.wanted = true};
    const void *host = (const void *)x->host;
    bool filled = comes_in(x->item->verb);
    struct tcr_present *e = NULL;
    int error = tcr_action_prepare(&action);

    if (!error) {
        error = tcr_present_make(&action, host, x->size, filled, &e);
        tcr_action_finish(&action, !error);
    }
    if (!error) {
        note(x, filled ? "copied to the device" : "created");
    } else {
        tcr_trace(1, "%s:%u: %s %s(%s): stays on the host: %s", x->data->file, x->data->line,
                  kinds[x->data->kind], verbs[x->item->verb], x->item->name,
                  action.why.text[0] ? action.why.text : tcr_strerror(error));
        if (tcr_present_make_hosts(host, x->size, &e))
            stop(x, "out of host memory");
    }
    set_origin(e, x);
    return e;
}

static void take_reference(struct item *x)
{
    struct tcr_present *e;
    char *device;
    int state = tcr_present_find((const void *)x->host, x->size, &e, &device);

    if (x->part->element == 0 && state != 1)
        stop(x,
             "how much memory '%s' points to is not known, and nothing there is on the device; "
             "write a section, '%s[0:n]'",
             x->item->name, x->item->name);
    if (state < 0)
        stop_partial(x, e);
    if (state == 0 && x->item->verb == TCR_DATA_PRESENT)
        stop_absent(x);
    if (state == 0 && tcr_device_state() != 0)
        return; /* lost: all new data is the host's alone */
    if (state == 0)
        e = make(x);
    else
        note(x, "present already");
    if (x->data->kind == TCR_DATA_ENTER) {
        e->refs++;
    } else {
        e->structured++;
        tcr_present_hold(e);
        x->part->entry = e;
    }
}

/* Copy between host and device; the device has not been lost. */
static void copy(const struct item *x, struct tcr_present *e, bool to_device)
{
    struct tcr_action action = {.why.wanted = true};
    int error = tcr_action_prepare(&action);

    if (!error) {
        error = tcr_action_update(&action, e, x->host, x->size, to_device);
        tcr_action_finish(&action, !error);
    }
    if (error)
        stop(x, "%s", action.why.text[0] ? action.why.text : tcr_strerror(error));
    note(x, to_device ? "copied to the device" : "copied to the host");
}

static void copy_out(const struct item *x, struct tcr_present *e)
{
    if (!e->device || e->behind)
        return;
    if (tcr_device_state() == 0)
        copy(x, e, false);
    else if (e->diverged)
        stop_lost(x, e);
}

/* Take an entry without references out of the table, or give back the hold of a
 * data region, or both; device memory is given back by a bound thread. */
static void release(struct tcr_present *e, bool retire, bool held)
{
    bool bound = e->device && tcr_device_state() == 0 && tcr_device_bind() == 0;

    if (retire)
        tcr_present_retire(e);
    if (held)
        tcr_present_unpin(e);
    if (bound)
        tcr_device_unbind();
}

static void drop_dynamic(struct item *x);

/* OpenMP's release of an object of which only members are there: of each of them. */
static void drop_parts(const struct item *x)
{
    uintptr_t end = x->host + x->size;
    struct item part = *x;
    struct tcr_present *e;
    char *device;

    while (part.host < end &&
           tcr_present_find((const void *)part.host, end - part.host, &e, &device) != 0) {
        uintptr_t behind = e->host + e->size;

        if (e->host < x->host || behind > end)
            stop_partial(x, e);
        part.host = e->host;
        part.size = e->size;
        drop_dynamic(&part);
        part.host = behind;
    }
}

/* Does it end all references, and not only one? */
static bool finalizes(const struct item *x)
{
    return x->data->flags & TCR_DATA_FINALIZE ||
           (x->data->flags & TCR_DATA_FINALIZE_DELETED && x->item->verb == TCR_DATA_DELETE);
}

static void drop_dynamic(struct item *x)
{
    struct tcr_present *e;
    char *device;
    int state = tcr_present_find((const void *)x->host, x->size, &e, &device);

    if (state < 0 && x->item->verb == TCR_DATA_DELETE && x->data->flags & TCR_DATA_OPENMP) {
        drop_parts(x);
        return;
    }
    if (state < 0)
        stop_partial(x, e);
    if (state == 0 || e->refs == 0)
        return;
    e->refs = finalizes(x) ? 0 : e->refs - 1;
    if (e->refs > 0 || e->structured > 0)
        return;
    if (goes_out(x->item->verb))
        copy_out(x, e);
    release(e, true, false);
    note(x, "released");
}

static void drop_structured(struct item *x)
{
    struct tcr_present *e = x->part->entry;
    bool last = --e->structured == 0 && e->refs == 0 && !e->removed;

    x->part->entry = NULL;
    if (last && goes_out(x->item->verb))
        copy_out(x, e);
    release(e, last, true);
    if (last)
        note(x, "released");
}

/* ---- update ---- */

static void update_stretch(struct item *x)
{
    bool to_device = x->item->verb == TCR_DATA_TO_DEVICE;
    struct tcr_present *e;
    char *device;
    int state = tcr_present_find((const void *)x->host, x->size, &e, &device);

    if (state < 0)
        stop_partial(x, e);
    if (state == 0 && !(x->data->flags & TCR_DATA_IF_PRESENT) && tcr_device_state() == 0)
        stop_absent(x);
    if (state == 0 || !device || (e->behind && !to_device))
        return;
    if (tcr_device_state() == 0)
        copy(x, e, to_device);
    else if (!to_device && e->diverged)
        stop_lost(x, e);
}

/* Stretch by stretch: of an update, unlike all else, the section need not be
 * contiguous. */
static void update(struct item *x, uintptr_t at, unsigned level)
{
    const struct tcr_data_level *l = &x->part->level[level];

    if (is_contiguous(x->part, level)) {
        place(x, at, level);
        update_stretch(x);
        return;
    }
    at = moved(x, at, level, l->lo);
    for (long long i = 0; i < l->length; i++)
        update(x, moved(x, at, level, i), level + 1);
}

static void update_item(struct item *x)
{
    x->host = (uintptr_t)x->part->address;
    check_levels(x);
    if (is_nothing(x->part))
        return;
    if (x->part->element > 0) {
        update(x, x->host, 0);
    } else if (place_present(x) || !(x->data->flags & TCR_DATA_IF_PRESENT)) {
        update_stretch(x);
    }
}

/* ---- directives ---- */

static void carry_out_inside(const struct tcr_data *data, struct tcr_data_part *parts,
                             void (*act)(struct item *x))
{
    TCR_NOT_CANCELLED;
    struct tcr_why why = {.wanted = false};

    if (tcr_present_unheeded()) {
        tcr_device_setup();
        tcr_trace(1,
                  "%s:%u: %s: nothing stays on the device, for the directives of %s are not heeded",
                  data->file, data->line, kinds[data->kind], tcr_present_unheeded());
        return;
    }
    tcr_device_open(&why);
    if (tcr_device_state() == TCR_E_NO_DEVICE)
        return;
    tcr_present_lock(true);
    tcr_copied_by(data->file, data->line);
    for (unsigned k = 0; k < data->n_items; k++) {
        struct item x = {.data = data, .item = &data->items[k], .part = &parts[k]};

        act(&x);
    }
    tcr_copied_by(NULL, 0);
    tcr_present_lock(false);
}

static void carry_out(const struct tcr_data *data, struct tcr_data_part *parts,
                      void (*act)(struct item *x))
{
    if (!tcr_come_in()) {
        if (tcr_mode == TCR_MODE_HOST) /* nothing to do, then as always */
            return;
        tcr_interrupted_stop(data->file, data->line, kinds[data->kind]);
    }
    carry_out_inside(data, parts, act);
    tcr_go_out();
}

static void enter_item(struct item *x)
{
    if (x->item->verb != TCR_DATA_ATTACH && locate(x))
        take_reference(x);
}

static void exit_item(struct item *x)
{
    if (x->data->kind == TCR_DATA_EXIT) {
        if (x->item->verb != TCR_DATA_DETACH && locate(x))
            drop_dynamic(x);
    } else if (x->part->entry && locate(x)) {
        drop_structured(x);
    }
}

static _Atomic bool openmp;

bool tcr_present_openmp(void)
{
    return atomic_load_explicit(&openmp, memory_order_relaxed);
}

void tcr_data_enter(const struct tcr_data *data, struct tcr_data_part *parts)
{
    TCR_KEEP_ERRNO;

    if (data->flags & TCR_DATA_OPENMP)
        atomic_store_explicit(&openmp, true, memory_order_relaxed);
    carry_out(data, parts, enter_item);
}

void tcr_data_exit(const struct tcr_data *data, struct tcr_data_part *parts)
{
    TCR_KEEP_ERRNO;

    carry_out(data, parts, exit_item);
}

void tcr_data_update(const struct tcr_data *data, struct tcr_data_part *parts)
{
    TCR_KEEP_ERRNO;

    carry_out(data, parts, update_item);
}

/* ---- freed memory ---- */

/* It may only be moved, and what is newer on the device wanted there. */
static void save(struct tcr_present *e)
{
    struct tcr_action action = {.why.wanted = false};

    if (!e->device || !e->diverged || tcr_device_state() != 0 || tcr_action_prepare(&action))
        return;
    tcr_action_finish(&action, tcr_action_update(&action, e, e->host, e->size, false) == 0);
}

void tcr_present_freed(uintptr_t host, size_t size)
{
    struct tcr_present *e;

    if (!tcr_present_any() || !host || size == 0 || !tcr_come_in())
        return;
    if (!tcr_present_next(host, size)) { /* and nobody's copy is waited for */
        tcr_go_out();
        return;
    }
    tcr_present_lock(true);
    while ((e = tcr_present_next(host, size)) != NULL) {
        fprintf(stderr,
                "tcr: warning: a block of %zu bytes at %p is freed or moved while %zu bytes at %p "
                "are on the device, from %s; they are released there, too: write 'exit data "
                "delete(...)' or tcr_delete() before\n",
                size, (void *)host, e->size, (void *)e->host, e->origin);
        save(e);
        release(e, true, false);
    }
    tcr_present_lock(false);
    tcr_go_out();
}
