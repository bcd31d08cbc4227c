/* SPDX-License-Identifier: MIT */
/*
 * choose.c: which mirrors a call's uses shall have.
 *
 * A mirror begins as large as what is used of an object, or as the object, if that is not much
 * larger; uses that meet in a page share one.  What other calls have begun with is left alone:
 * the call waits.
 */
#include <stdlib.h>
#include "guests.h"
#include "mirror_private.h"

/* An object is taken whole that is so many times larger than what is used. */
#define MOST_TIMES 4
#define WHOLE ((size_t)1 << 20) /* or smaller than that */
/* At both ends of a block, what the heap writes into it when somebody frees it who is not seen: of
 * a block with a mapping of its own, nothing. */
enum { HEAD = 32, TAIL = 16 };

static uintptr_t first_page(const struct tcr_mirror_use *u)
{
    return u->alone ? u->lo : tcr_page_up(u->lo + HEAD);
}

static uintptr_t last_page(const struct tcr_mirror_use *u)
{
    return u->alone ? u->hi : tcr_page_down(u->hi - TAIL);
}

static bool has_room(const struct tcr_mirror_use *u)
{
    return u->lo < u->hi && u->hi - u->lo > tcr_mirror_least() + HEAD + TAIL &&
           last_page(u) >= first_page(u) + tcr_mirror_least();
}

static bool same_object(const struct tcr_mirror_use *u, const struct tcr_mirror_use *v)
{
    return u->lo == v->lo && u->hi == v->hi;
}

/* Whole pages, or the object's ends; the whole object if that is not much more. */
static void widen(struct tcr_mirror_use *u)
{
    const size_t size = u->want_hi - u->want_lo, all = u->hi - u->lo;

    if (all <= WHOLE || all / MOST_TIMES <= size) {
        u->want_lo = u->lo;
        u->want_hi = u->hi;
        return;
    }
    if (size < tcr_mirror_least())
        u->want_hi =
            u->hi - u->want_lo > tcr_mirror_least() ? u->want_lo + tcr_mirror_least() : u->hi;
    u->want_lo = u->want_lo < first_page(u) ? u->lo : tcr_page_down(u->want_lo);
    u->want_hi = u->want_hi > last_page(u) ? u->hi : tcr_page_up(u->want_hi);
    if (u->want_hi == u->hi && u->want_lo > last_page(u) - tcr_mirror_least())
        u->want_lo = last_page(u) - tcr_mirror_least();
    if (u->want_lo == u->lo && u->want_hi < first_page(u) + tcr_mirror_least())
        u->want_hi = first_page(u) + tcr_mirror_least();
}

static bool join(struct tcr_mirror_use *u, uintptr_t lo, uintptr_t hi)
{
    if (lo >= u->want_lo && hi <= u->want_hi)
        return false;
    u->want_lo = lo < u->want_lo ? lo : u->want_lo;
    u->want_hi = hi > u->want_hi ? hi : u->want_hi;
    widen(u);
    return true;
}

/* With the other uses of the call and the mirrors that it meets. */
static bool join_neighbours(struct tcr_mirror_call *call, struct tcr_mirror_use *u)
{
    bool joined = false;

    for (size_t k = 0; k < call->n; k++) {
        const struct tcr_mirror_use *v = &call->use[k];

        if (v->want_hi && same_object(u, v) && v->want_lo < u->want_hi && u->want_lo < v->want_hi)
            joined = join(u, v->want_lo, v->want_hi) || joined;
    }
    for (size_t k = tcr_mirror_at(u->want_lo); k < tcr_mirror_number(); k++) {
        const struct tcr_mirror *m = tcr_mirror_get(k);

        if (m->lo >= u->want_hi)
            break;
        if (u->lo <= m->lo && m->hi <= u->hi) /* else it is of an object that is gone */
            joined = join(u, m->lo, m->hi) || joined;
    }
    return joined;
}

/* Does the call itself copy some of that? */
static bool copied_here(const struct tcr_mirror_call *call, uintptr_t lo, uintptr_t hi)
{
    for (size_t k = 0; k < call->n; k++)
        if (!call->use[k].want_hi && call->use[k].host < hi &&
            lo < call->use[k].host + call->use[k].size)
            return true;
    return false;
}

static bool must_not(const struct tcr_mirror_call *call, const struct tcr_mirror_use *u)
{
    return tcr_bars_in(u->want_lo, u->want_hi) || copied_here(call, u->want_lo, u->want_hi) ||
           tcr_guests_in(tcr_page_down(u->host), tcr_page_up(u->host + u->size));
}

static void want(struct tcr_mirror_use *u)
{
    const uintptr_t end = u->host + u->size;

    u->mirror = NULL;
    u->want_lo = u->want_hi = 0;
    if (!has_room(u) || u->host >= u->hi || end <= u->lo || !tcr_mirror_is_on())
        return;
    u->want_lo = u->host > u->lo ? u->host : u->lo;
    u->want_hi = end < u->hi ? end : u->hi;
    widen(u);
    if (!tcr_pages_reserve(u->want_lo, u->want_hi))
        u->want_lo = u->want_hi = 0;
}

/* A variable is as large as all that is used of it and meets. */
static void extend(struct tcr_mirror_call *call, struct tcr_mirror_use *u)
{
    const struct tcr_mirror *m;
    bool more = u->loose && u->lo < u->hi;

    while (more) {
        const uintptr_t lo = u->lo, hi = u->hi;

        for (size_t k = tcr_mirror_at(u->lo);
             k < tcr_mirror_number() && (m = tcr_mirror_get(k))->lo < u->hi; k++) {
            u->lo = m->lo < u->lo ? m->lo : u->lo;
            u->hi = m->hi > u->hi ? m->hi : u->hi;
        }
        for (size_t k = 0; k < call->n; k++) {
            const struct tcr_mirror_use *v = &call->use[k];

            if (v->lo < u->hi && u->lo < v->hi) {
                u->lo = v->lo < u->lo ? v->lo : u->lo;
                u->hi = v->hi > u->hi ? v->hi : u->hi;
            }
        }
        more = u->lo < lo || u->hi > hi;
    }
}

static struct tcr_mirror *holder(const struct tcr_mirror_use *u)
{
    struct tcr_mirror *m = tcr_mirror_in(u->want_lo, u->want_hi);

    return m && m->lo <= u->want_lo && u->want_hi <= m->hi ? m : NULL;
}

/* Is nobody else in the way of what this use will do? */
static bool is_free(const struct tcr_mirror_use *u)
{
    const struct tcr_mirror *m = u->want_hi ? holder(u) : NULL;

    if (!u->want_hi)
        return tcr_mirror_idle(u->host, u->host + u->size);
    if (!m)
        return tcr_mirror_idle(u->want_lo, u->want_hi);
    return !m->writer && !m->wanted && (u->from >= u->to || m->users == 0);
}

bool tcr_mirror_choose(struct tcr_mirror_call *call)
{
    bool changed = true;

    for (size_t k = 0; k < call->n; k++)
        extend(call, &call->use[k]);
    for (size_t k = 0; k < call->n; k++)
        want(&call->use[k]);
    while (changed) {
        changed = false;
        for (size_t k = 0; k < call->n; k++)
            if (call->use[k].want_hi)
                changed = join_neighbours(call, &call->use[k]) || changed;
        for (size_t k = 0; k < call->n; k++)
            if (call->use[k].want_hi && must_not(call, &call->use[k])) {
                call->use[k].want_lo = call->use[k].want_hi = 0;
                changed = true;
            }
    }
    for (size_t k = 0; k < call->n; k++)
        if (!is_free(&call->use[k]))
            return false;
    return true;
}

/* ---- make them ---- */

static struct tcr_mirror *make(const struct tcr_mirror_use *u)
{
    struct tcr_mirror *m = tcr_pages_split() < TCR_PAGES_TOO_MANY ? calloc(1, sizeof *m) : NULL;

    if (!m)
        return NULL;
    m->lo = u->want_lo;
    m->hi = u->want_hi;
    m->first = m->lo < first_page(u) ? first_page(u) : m->lo;
    m->last = m->hi > last_page(u) ? last_page(u) : m->hi;
    if (!tcr_pages_reserve(m->first, m->last) || !tcr_mirror_insert(m)) {
        free(m);
        return NULL;
    }
    tcr_pages_set(m->first, m->last, TCR_PAGE_HOST);
    return m;
}

/* A library may have freed the block, and the addresses be another's by now: then a page that was
 * protected is not. */
static bool is_stale(const struct tcr_mirror *m)
{
    return m->device &&
           ((tcr_pages_state(m->first) != TCR_PAGE_HOST && tcr_force_writable(m->first)) ||
            (tcr_pages_state(m->last - 1) != TCR_PAGE_HOST &&
             tcr_force_writable(m->last - tcr_page_size)));
}

/* Are arrays of such calls used again, as a rule? */
static bool used_again(const struct tcr_habit *habit)
{
    return habit && 2 * habit->met > habit->made;
}

static void note_use(const struct tcr_mirror_call *call, struct tcr_mirror *m)
{
    if (!m->habit || m->turn == call->turn)
        return;
    m->habit->met++;
    m->habit = NULL;
}

/* A new one: the next call has it, or this one. */
static struct tcr_mirror *begin_with(const struct tcr_mirror_call *call,
                                     const struct tcr_mirror_use *u)
{
    const bool now = tcr_config.mirror != TCR_MIRROR_AUTO || call->eager || used_again(call->habit);
    struct tcr_mirror *m = make(u);

    if (m && call->habit) {
        m->habit = call->habit;
        m->turn = call->turn;
        call->habit->made++;
    }
    return now ? m : NULL;
}

static void take_up(const struct tcr_mirror_call *call, struct tcr_mirror_use *u)
{
    struct tcr_mirror *m = holder(u);

    if (m && m->users == 0 && is_stale(m)) {
        tcr_stretch_drop(m, true);
        m = NULL;
        if (u->alone) /* nobody knows what is there now; the next call asks */
            return;
    }
    if (m && m->users == 0 && (m->first < first_page(u) || m->last > last_page(u))) {
        tcr_stretch_drop(m, false); /* the object is a smaller one now */
        m = NULL;
    }
    if (m && tcr_worth_rests(m))
        return;
    if (m) {
        note_use(call, m);
        u->mirror = m;
        m->users++;
        return;
    }
    tcr_stretch_drop_all(u->want_lo, u->want_hi, false);
    u->mirror = m = begin_with(call, u);
    if (m)
        m->users++;
}

/* A mirror without memory is only a note. */
static void drop_copied(uintptr_t lo, uintptr_t hi)
{
    for (size_t k = tcr_mirror_at(lo); k < tcr_mirror_number() && tcr_mirror_get(k)->lo < hi;)
        if (tcr_mirror_get(k)->device)
            tcr_stretch_drop(tcr_mirror_get(k), false);
        else
            k++;
}

/* What one use has not got, no other of the call may have. */
static void leave_shared(struct tcr_mirror_call *call, const struct tcr_mirror_use *u)
{
    for (size_t k = 0; k < call->n; k++) {
        struct tcr_mirror_use *v = &call->use[k];

        if (v->mirror && v->mirror->lo < u->want_hi && u->want_lo < v->mirror->hi) {
            v->mirror->users--;
            v->mirror = NULL;
        }
    }
}

/* Two uses may want the same, and the first has made it. */
void tcr_mirror_take_up(struct tcr_mirror_call *call)
{
    for (size_t k = 0; k < call->n; k++)
        if (call->use[k].want_hi)
            take_up(call, &call->use[k]);
    for (size_t k = 0; k < call->n; k++)
        if (call->use[k].want_hi && !call->use[k].mirror)
            leave_shared(call, &call->use[k]);
    for (size_t k = 0; k < call->n; k++) {
        const struct tcr_mirror_use *u = &call->use[k];

        if (!u->mirror)
            drop_copied(u->host, u->host + u->size);
        else if (u->from < u->to)
            u->mirror->writer = call;
    }
}
