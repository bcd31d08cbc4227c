/* SPDX-License-Identifier: MIT */
/*
 * back.c: what a loop has written, back into the host's memory.
 *
 * Small stretches come over first, into buffers.  Large ones go through pinned memory
 * (stage.c), and into the host's memory while others are still on their way; should one of these
 * not come, what has been stored is undone, with the copy that was sent.  Then what a
 * host loop would write anew in any case, and at last the small ones are stored.
 */
#include <stdlib.h>
#include <string.h>
#include "../device/device.h"
#include "../device/stage.h"
#include "../device/transfer.h"
#include "../ground/why.h"
#include "back.h"
#include "plan.h"
#include "rows.h"
#include "runs.h"

/* ---- the list ---- */

struct tcr_back *tcr_back_add(struct tcr_backs *list, const void *device, size_t size)
{
    if (list->n == list->room) {
        size_t room = list->room ? 2 * list->room : 8;
        struct tcr_back *more = realloc(list->back, room * sizeof *more);

        if (!more)
            return NULL;
        list->back = more;
        list->room = room;
    }
    memset(&list->back[list->n], 0, sizeof *list->back);
    list->back[list->n].part = (struct tcr_part){(char *)(uintptr_t)device, size, NULL, NULL};
    return &list->back[list->n++];
}

void tcr_back_free(struct tcr_backs *list)
{
    for (size_t k = 0; k < list->n; k++) {
        free(list->back[k].offset);
        free(list->back[k].changed);
        free(list->back[k].buffer);
    }
    free(list->back);
}

/* ---- into the host's memory ---- */

static bool store_all(void *of, char *stage, size_t from, size_t to)
{
    const struct tcr_back *b = of;

    tcr_copy_past((char *)b->host + from, stage, to - from);
    return true;
}

/* What a clause asks for: it may be where nothing can be written. */
static bool store_asked(void *of, char *stage, size_t from, size_t to)
{
    const struct tcr_back *b = of;

    return tcr_poke(b->host + from, stage, to - from);
}

static bool store_changed(void *of, char *stage, size_t from, size_t to)
{
    tcr_changed_store(of, stage, from, to);
    return true;
}

/* From `source`, whose byte 0 is byte `begin` of the part. */
struct run_copy {
    char *to;
    const char *source;
    long long begin;
};

static void copy_run(void *of, long long from, long long to)
{
    const struct run_copy *c = of;
    const char *source = c->source + (from - c->begin);

    if (to - from == 8) /* by a single store */
        memcpy(c->to + (from - c->begin), source, 8);
    else if (to - from == 4)
        memcpy(c->to + (from - c->begin), source, 4);
    else
        memcpy(c->to + (from - c->begin), source, (size_t)(to - from));
}

static void copy_runs(const struct tcr_back *b, const char *source, size_t from, size_t to)
{
    struct run_copy c = {(char *)b->host + from, source, b->first + (long long)from};

    for (unsigned k = 0; k < b->n_runs; k++)
        tcr_runs_walk(&b->runs[k], c.begin, b->first + (long long)to, copy_run, &c);
}

static bool store_runs(void *of, char *stage, size_t from, size_t to)
{
    copy_runs(of, stage, from, to);
    return true;
}

/* What may have been stored of a part that came through pinned memory. */
static void undo(struct tcr_back *b)
{
    if (b->changed)
        tcr_changed_undo(b);
    else if (b->sent && b->runs)
        copy_runs(b, b->sent, 0, b->part.size);
    else if (b->sent)
        memcpy((char *)b->host, b->sent, b->part.size);
}

/* ---- over ---- */

static bool is_small(const struct tcr_back *b)
{
    return b->part.size < TCR_STAGED_LEAST;
}

/* Small, dense, and a host loop would write all of it: needs no buffer. */
static bool is_direct(const struct tcr_back *b)
{
    return is_small(b) && b->anew && b->part.move == store_all;
}

static int fetch_buffer(struct tcr_back *b, struct tcr_lane *lane, struct tcr_why *why)
{
    int error;

    b->buffer = malloc(b->part.size);
    if (!b->buffer)
        return tcr_refuse(why, TCR_E_NO_MEMORY, "out of host memory");
    error = tcr_backend->copy_from(b->buffer, b->part.device, b->part.size, lane->stream);
    return error ? tcr_refuse_device(why, error, "copying from the device") : 0;
}

/* Into buffers: the small ones, or all. */
static int fetch_buffers(struct tcr_backs *list, bool all, struct tcr_lane *lane,
                         struct tcr_why *why)
{
    bool some = false;
    int error = 0;

    for (size_t k = 0; k < list->n && !error; k++) {
        struct tcr_back *b = &list->back[k];

        if (!b->buffer && (all || is_small(b)) && !is_direct(b)) {
            some = true;
            error = fetch_buffer(b, lane, why);
        }
    }
    if (error || !some)
        return error;
    error = tcr_backend->sync(lane->stream);
    return error ? tcr_refuse_device(why, error, "copying from the device") : 0;
}

static int not_written(const struct tcr_backs *list, struct tcr_why *why)
{
    const char *name = "";

    for (size_t k = 0; k < list->n; k++)
        if (list->back[k].part.move == store_asked)
            name = list->back[k].name;
    return tcr_refuse(why, TCR_E_INVALID, "'%s' cannot be written to", name);
}

static int fetch_staged(struct tcr_backs *list, struct tcr_lane *lane, struct tcr_why *why)
{
    struct tcr_part *part = malloc((list->n ? list->n : 1) * sizeof *part);
    size_t n = 0;
    int error = 0;

    if (!part)
        return tcr_refuse(why, TCR_E_NO_MEMORY, "out of host memory");
    for (size_t k = 0; k < list->n; k++) {
        list->back[k].part.of = &list->back[k];
        if (!is_small(&list->back[k]))
            part[n++] = list->back[k].part;
    }
    if (n > 0)
        error = tcr_stage_from(lane, part, n);
    free(part);
    if (error == TCR_E_NO_MEMORY) /* no pinned memory: nothing has come over */
        return fetch_buffers(list, true, lane, why);
    if (error == TCR_E_INVALID)
        return not_written(list, why);
    return error ? tcr_refuse_device(why, error, "copying from the device") : 0;
}

static int fetch_direct(struct tcr_backs *list, struct tcr_lane *lane, struct tcr_why *why)
{
    bool some = false;
    int error = 0;

    for (size_t k = 0; k < list->n && !error; k++) {
        const struct tcr_back *b = &list->back[k];

        if (!is_direct(b) || b->buffer)
            continue;
        some = true;
        error = tcr_backend->copy_from((void *)b->host, b->part.device, b->part.size, lane->stream);
    }
    if (!error && some)
        error = tcr_backend->sync(lane->stream);
    return error ? tcr_refuse_device(why, error, "copying from the device") : 0;
}

int tcr_back_fetch(struct tcr_backs *list, struct tcr_lane *lane, struct tcr_why *why)
{
    int error = fetch_buffers(list, false, lane, why);
    bool begun = !error;

    if (!error)
        error = fetch_staged(list, lane, why);
    if (!error)
        error = fetch_direct(list, lane, why);
    for (size_t k = 0; k < list->n && !error; k++) {
        struct tcr_back *b = &list->back[k];

        if (b->buffer && !b->part.move(b, b->buffer, 0, b->part.size))
            error = not_written(list, why);
    }
    if (error) /* a copy may be on its way into a buffer */
        tcr_backend->sync(lane->stream);
    for (size_t k = 0; k < list->n && error && begun; k++)
        if (!is_small(&list->back[k]))
            undo(&list->back[k]);
    return error;
}

/* ---- of a plan ---- */

int tcr_back_changed(struct tcr_backs *list, const void *device, char *sent,
                     const struct tcr_piece *piece, size_t n, struct tcr_why *why)
{
    size_t *offset = tcr_piece_offsets(piece, n);
    struct tcr_back *b = offset ? tcr_back_add(list, device, offset[n]) : NULL;

    if (!b) {
        free(offset);
        return tcr_refuse(why, TCR_E_NO_MEMORY, "out of host memory");
    }
    b->part.move = store_changed;
    b->sent = sent;
    b->offset = offset;
    b->piece = piece;
    b->n_pieces = n;
    b->changed = calloc(offset[n] / 512 + 1, 1);
    return b->changed ? 0 : tcr_refuse(why, TCR_E_NO_MEMORY, "out of host memory");
}

/* Section k, which is written in `part`. */
static int add_written(struct tcr_backs *list, const struct tcr_plan *p, unsigned k,
                       const struct tcr_hull *part, struct tcr_why *why)
{
    struct tcr_section *s = &p->section[k];
    const void *device = (const void *)(s->device + (uintptr_t)part->lo);
    char *sent = s->sent ? (char *)s->sent + (part->lo - s->hull.lo) : NULL;
    struct tcr_back *b;

    if (!s->dense && s->n_runs == 0) {
        s->part = (struct tcr_piece){s->base + (uintptr_t)part->lo, (size_t)(part->hi - part->lo)};
        return tcr_back_changed(list, device, sent, &s->part, 1, why);
    }
    b = tcr_back_add(list, device, (size_t)(part->hi - part->lo));
    if (!b)
        return tcr_refuse(why, TCR_E_NO_MEMORY, "out of host memory");
    b->part.move = s->n_runs ? store_runs : store_all;
    b->runs = s->n_runs ? s->runs : NULL;
    b->n_runs = s->n_runs;
    b->first = part->lo;
    b->host = s->base + (uintptr_t)part->lo;
    b->sent = sent;
    b->anew = !s->reads;
    return 0;
}

/* How section k comes back, if at all. */
static int add_section(struct tcr_backs *list, const struct tcr_plan *p, unsigned k,
                       struct tcr_why *why)
{
    const struct tcr_section *s = &p->section[k];
    unsigned map = p->region->bases[k].map;
    struct tcr_hull part = s->written;
    struct tcr_back *b;

    if (s->how != TCR_HOW_COPY)
        return 0;
    /* a clause may end before what is written under a condition */
    tcr_hull_clip(&part, s->hull.lo, s->hull.hi);
    if (part.lo < part.hi)
        return add_written(list, p, k, &part, why);
    if (tcr_writes(p, k) || (map != TCR_MAP_COPY && map != TCR_MAP_COPYOUT))
        return 0;
    b = tcr_back_add(list, (const void *)(s->device + (uintptr_t)s->hull.lo), s->size);
    if (!b)
        return tcr_refuse(why, TCR_E_NO_MEMORY, "out of host memory");
    b->part.move = store_asked;
    b->host = s->host;
    b->name = p->region->bases[k].name;
    return 0;
}

int tcr_plan_copy_back(struct tcr_plan *p, struct tcr_lane *lane, struct tcr_why *why)
{
    struct tcr_backs list = {NULL, 0, 0};
    int error = 0;

    for (unsigned k = 0; k < p->region->n_bases && !error; k++) {
        error = add_section(&list, p, k, why);
        if (!error)
            error = tcr_rows_back(p, k, &list, why);
    }
    for (size_t k = 0; k < list.n && !error; k++)
        p->bytes_from += list.back[k].part.size;
    if (!error && list.n > 0)
        error = tcr_back_fetch(&list, lane, why);
    tcr_back_free(&list);
    return error ? error : tcr_mirrored_back(p, lane, why);
}
