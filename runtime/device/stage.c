/* SPDX-License-Identifier: MIT */
/*
 * stage.c: large copies through pinned memory.
 *
 * A lane has a few pinned buffers, used in turn.  To the device: the crew fills one while
 * the device copies from the one before it; an event tells when a buffer may be filled again.
 * From the device: the device is some buffers ahead of the crew.
 */
#include <stdint.h>
#include "../../include/tcr.h"
#include "crew.h"
#include "device.h"
#include "pool.h"
#include "stage.h"

/* The bytes of one turn: small copies need several turns, too, for the two sides to overlap. */
static size_t chunk_of(size_t all)
{
    size_t chunk = (all / TCR_STAGES + TCR_CREW_SLICE - 1) / TCR_CREW_SLICE * TCR_CREW_SLICE;

    if (chunk < TCR_STAGE_BYTES / 4)
        return TCR_STAGE_BYTES / 4;
    return chunk < TCR_STAGE_BYTES ? chunk : TCR_STAGE_BYTES;
}

static int open_stage(struct tcr_stage *s)
{
    void *device;
    int error = tcr_backend->event_create(&s->event);

    if (error) { /* a driver that has no events: as if there were no memory */
        s->event = NULL;
        return error == TCR_E_NO_DRIVER ? TCR_E_NO_MEMORY : error;
    }
    error = tcr_pinned_alloc(&s->host, &device, TCR_STAGE_BYTES);
    if (error) {
        tcr_backend->event_destroy(s->event);
        s->event = s->host = NULL;
    }
    return error;
}

/* The buffer whose turn it is, with nothing on its way.  TCR_STAGE_AGAIN: there is no memory for
 * more buffers, and the turn has gone back to the first. */
#define TCR_STAGE_AGAIN 1
static int next_stage(struct tcr_lane *lane, struct tcr_stage **next)
{
    struct tcr_stage *s = &lane->stage[lane->turn];
    int error = s->host ? 0 : open_stage(s);

    if (error == TCR_E_NO_MEMORY && lane->turn > 0) {
        lane->lacking = TCR_STAGES - lane->turn;
        lane->turn = 0;
        return TCR_STAGE_AGAIN;
    }
    if (!error && s->busy)
        error = tcr_backend->event_wait(s->event);
    if (error)
        return error;
    s->busy = false;
    lane->turn = (lane->turn + 1) % (TCR_STAGES - lane->lacking);
    *next = s;
    return 0;
}

/* ---- a chunk, by the crew ---- */

struct chunk {
    const struct tcr_part *part;
    size_t from, size; /* of the part */
    struct tcr_stage *stage;
};

static bool move_slice(void *of, size_t from, size_t to)
{
    const struct chunk *c = of;

    return c->part->move(c->part->of, (char *)c->stage->host + from, c->from + from, c->from + to);
}

static int mark_busy(struct tcr_lane *lane, struct tcr_stage *s)
{
    int error = tcr_backend->event_record(s->event, lane->stream);

    s->busy = !error;
    return error;
}

int tcr_stage_to(struct tcr_lane *lane, const struct tcr_part *part)
{
    size_t most = chunk_of(part->size), at = 0;
    int error = 0;

    while (at < part->size && error >= 0) {
        struct chunk c = {part, at, part->size - at < most ? part->size - at : most, NULL};

        error = next_stage(lane, &c.stage);
        if (error)
            continue;
        if (!tcr_crew_run(c.size, move_slice, &c))
            return TCR_E_INVALID;
        error = tcr_backend->copy_to(part->device + at, c.stage->host, c.size, lane->stream);
        if (!error)
            error = mark_busy(lane, c.stage);
        at += c.size;
    }
    return error;
}

/* ---- from the device ---- */

struct queue {
    const struct tcr_part *part, *end;
    size_t at, most;                  /* the next chunk begins there; bytes of one */
    struct chunk waiting[TCR_STAGES]; /* on their way, the oldest first */
    unsigned n;
};

static size_t bytes_of(const struct tcr_part *part, size_t n)
{
    size_t all = 0;

    for (size_t k = 0; k < n; k++)
        all += part[k].size;
    return all;
}

/* A buffer in which a chunk waits must be emptied first. */
static bool is_waiting(const struct queue *q, const struct tcr_stage *s)
{
    for (unsigned k = 0; k < q->n; k++)
        if (q->waiting[k].stage == s)
            return true;
    return false;
}

static int send_for(struct queue *q, struct tcr_lane *lane)
{
    size_t rest = q->part->size - q->at;
    struct chunk c = {q->part, q->at, rest < q->most ? rest : q->most, NULL};
    int error = next_stage(lane, &c.stage);

    if (!error)
        error =
            tcr_backend->copy_from(c.stage->host, q->part->device + q->at, c.size, lane->stream);
    if (!error)
        error = mark_busy(lane, c.stage);
    if (error)
        return error;
    q->waiting[q->n++] = c;
    q->at += c.size;
    if (q->at == q->part->size) {
        q->part++;
        q->at = 0;
    }
    return 0;
}

static int take_in(struct queue *q)
{
    struct chunk c = q->waiting[0];
    int error = tcr_backend->event_wait(c.stage->event);

    if (error)
        return error;
    c.stage->busy = false;
    for (unsigned k = 1; k < q->n; k++)
        q->waiting[k - 1] = q->waiting[k];
    q->n--;
    return tcr_crew_run(c.size, move_slice, &c) ? 0 : TCR_E_INVALID;
}

int tcr_stage_from(struct tcr_lane *lane, const struct tcr_part *part, size_t n)
{
    struct queue q = {.part = part, .end = part + n, .most = chunk_of(bytes_of(part, n))};
    int error = 0;

    while (error >= 0) {
        while (q.part < q.end && q.part->size == 0)
            q.part++;
        if (q.part < q.end && !is_waiting(&q, &lane->stage[lane->turn]))
            error = send_for(&q, lane);
        else if (q.n > 0)
            error = take_in(&q);
        else
            break;
    }
    return error;
}
