/* SPDX-License-Identifier: MIT */
/*
 * model.c: see model.h.
 *
 * Rounds of trials.  When the device is open, every region whose calls could be faster there may
 * be tried a few times, whatever is known of it; the next round comes when the host has spent twice
 * as long.  All regions are tried in the same round, since one's data may stay on the device for
 * the next.  A trial is made when all trials together, this one as expected, have lost no more than
 * a small part of what the host has spent: so wrong constants cost that part, and are found out.
 *
 * Source: Qilin's models of each kernel by measured calls (Luk et al., MICRO 2009); doubling and
 * the start of the device are the ski rental problem (Karlin et al., Algorithmica 1988).
 */
#include "model.h"

#include <stdatomic.h>

struct tcr_exploration tcr_exploration;

/* Trials of a kind of calls in one round.  The first one may load the kernel. */
enum { TRIES = 3 };

/* ---- numbers that threads share ---- */

static double get(const _Atomic double *x)
{
    return atomic_load_explicit(x, memory_order_relaxed);
}

static void set(_Atomic double *x, double value)
{
    atomic_store_explicit(x, value, memory_order_relaxed);
}

static void add(_Atomic double *x, double more)
{
    set(x, get(x) + more);
}

/* Towards what has just been measured; slowly upwards, where a single call may have been
 * disturbed, but twofold at the most for each. */
static void learn(_Atomic double *factor, _Atomic unsigned *n, double now)
{
    double was = get(factor);
    unsigned count = atomic_load_explicit(n, memory_order_relaxed);

    if (count == 0)
        was = now;
    else if (now < was)
        was += (now - was) / 2;
    else
        was += ((now < 4 * was ? now : 4 * was) - was) / 4;
    set(factor, was);
    if (count < 1000000)
        atomic_store_explicit(n, count + 1, memory_order_relaxed);
}

/* ---- kinds of calls ---- */

/* 0: none; else a class of numbers within a factor of two. */
static unsigned class_of(double x)
{
    return !(x >= 1)     ? 0
           : x >= 0x1p62 ? TCR_CLASSES - 1
                         : 64 - (unsigned)__builtin_clzll((unsigned long long)x);
}

/* Where the device's times of this kind are; when all places are taken, of the nearest kind. */
static struct tcr_kind *kind_of(struct tcr_model *m, const struct tcr_question *q)
{
    unsigned key = class_of(q->iterations) << 8 | class_of(q->move) << 1 | 1;
    struct tcr_kind *best = &m->kind[0];

    for (struct tcr_kind *k = m->kind; k < m->kind + TCR_KINDS; k++) {
        unsigned none = 0;

        if (atomic_compare_exchange_strong(&k->key, &none, key) || none == key)
            return k;
        if (none >> 8 == key >> 8)
            best = k;
    }
    return best;
}

/* The host's factor for so many iterations: as measured, or by the nearest class that was. */
static double host_factor(struct tcr_model *m, double iterations, bool *measured)
{
    unsigned at = class_of(iterations);

    *measured = atomic_load_explicit(&m->host_n[at], memory_order_relaxed) > 0;
    for (unsigned far = 0; far < TCR_CLASSES; far++) {
        if (at + far < TCR_CLASSES && m->host_n[at + far])
            return get(&m->host[at + far]);
        if (far <= at && m->host_n[at - far])
            return get(&m->host[at - far]);
    }
    return 1;
}

/* ---- trials ---- */

/* The round that the process is in. */
static unsigned current_round(struct tcr_exploration *x)
{
    double due = get(&x->due), spent = get(&x->spent);

    if (spent >= due && atomic_compare_exchange_strong(&x->due, &due, 2 * spent))
        atomic_fetch_add(&x->round, 1);
    return atomic_load_explicit(&x->round, memory_order_relaxed);
}

/* May the device have a call that the host is expected to do faster? */
static bool try_device(struct tcr_kind *k, struct tcr_exploration *x, const struct tcr_question *q,
                       const struct tcr_answer *a)
{
    const double loss = a->device - a->host, spent = get(&x->spent);
    const unsigned tries = a->device_measured ? 1 : TRIES;
    unsigned round;

    if (q->best > (1 - TCR_HYSTERESIS) * a->host ||
        get(&x->wasted) + loss > TCR_TRIAL_SHARE * spent ||
        (a->device_measured && loss > TCR_AGAIN_SHARE * spent))
        return false;
    round = current_round(x);
    if (k->round != round) {
        k->round = round;
        k->tries = 0;
    }
    return k->tries < tries && atomic_fetch_add(&k->tries, 1) < tries;
}

/* And the host one of the device's?  Of what it has long done there, and where the host is not
 * known to be far slower; again when it has done twice as much. */
static bool try_host(struct tcr_kind *k, const struct tcr_question *q, const struct tcr_answer *a,
                     double device)
{
    const double spent = get(&k->spent), loss = a->host - device;
    const double share = a->host_measured ? TCR_AGAIN_SHARE : TCR_FIRST_SHARE;

    if (q->best_host > (1 - TCR_HYSTERESIS) * device || spent < get(&k->due) ||
        loss > share * spent || (a->host_measured && a->host > 3 * device))
        return false;
    set(&k->due, 2 * spent);
    return true;
}

/* ---- data that stays ---- */

/* How many calls will a copy serve that stays on the device?  As many again as there have been,
 * unless those on the device have had to copy anew. */
static double calls_served(const struct tcr_model *m)
{
    enum { ENOUGH = 3, MOST = 64 };
    const double asked = m->asked < MOST ? m->asked : MOST, moved = m->moved, stayed = m->stayed;
    const double served = moved < ENOUGH ? asked : stayed / moved;

    return served > 1 ? served : 1;
}

/* What a call is expected to take on the device, its share of such copies in it. */
static double shared_device(const struct tcr_model *m, const struct tcr_question *q,
                            const struct tcr_answer *a)
{
    const double served = calls_served(m), later = a->device - (q->device - q->later);

    return q->once <= 0 || q->later > q->device || later < 0
               ? a->device
               : (a->device + (served - 1) * later) / served;
}

static void count_copies(struct tcr_model *m, const struct tcr_question *q)
{
    if (q->once > q->bytes / 8)
        atomic_fetch_add(&m->moved, 1);
    else
        atomic_fetch_add(&m->stayed, 1);
}

/* ---- asking ---- */

void tcr_model_ask(struct tcr_model *m, struct tcr_exploration *x, const struct tcr_question *q,
                   struct tcr_answer *a)
{
    struct tcr_kind *k = kind_of(m, q);
    unsigned side = atomic_load_explicit(&k->side, memory_order_relaxed), now;
    double bar, device;

    atomic_fetch_add_explicit(&m->asked, 1, memory_order_relaxed);
    a->host = q->host * host_factor(m, q->iterations, &a->host_measured);
    a->device_measured = atomic_load_explicit(&k->n, memory_order_relaxed) > 0;
    a->device = q->device * (a->device_measured ? get(&k->device) : 1) + q->start;
    a->trial = a->begin = false;
    bar = side == TCR_SIDE_NONE     ? a->host
          : side == TCR_SIDE_DEVICE ? a->host * (1 + TCR_HYSTERESIS)
                                    : a->host * (1 - TCR_HYSTERESIS);
    device = q->start > 0 ? a->device : shared_device(m, q, a);
    a->on_device = device < bar;
    if (q->start > 0) {
        a->begin = !a->on_device && get(&x->regret) > q->start && q->best < a->host;
        return;
    }
    if (a->host_measured && a->device_measured) {
        now = a->on_device ? TCR_SIDE_DEVICE : TCR_SIDE_HOST;
        atomic_store_explicit(&k->side, now, memory_order_relaxed);
    }
    a->trial = a->on_device ? try_host(k, q, a, device) : try_device(k, x, q, a);
    if (a->trial)
        a->on_device = !a->on_device;
}

/* ---- learning ---- */

void tcr_model_host(struct tcr_model *m, struct tcr_exploration *x, const struct tcr_question *q,
                    double seconds, double calls)
{
    unsigned at = class_of(q->iterations);

    if (q->host > 0)
        learn(&m->host[at], &m->host_n[at], seconds / q->host);
    if (q->best < (1 - TCR_HYSTERESIS) * seconds) {
        add(&x->spent, calls * seconds);
        add(&x->regret, calls * (seconds - q->best));
    }
}

void tcr_model_device(struct tcr_model *m, struct tcr_exploration *x, const struct tcr_question *q,
                      const struct tcr_answer *a, double seconds, bool first)
{
    struct tcr_kind *k = kind_of(m, q);

    seconds += atomic_exchange(&m->back, 0);
    count_copies(m, q);
    if ((a->trial || !a->device_measured) && seconds > a->host)
        add(&x->wasted, seconds - a->host);
    if (first)
        return;
    add(&k->spent, seconds);
    if (q->device > 0)
        learn(&k->device, &k->n, seconds / q->device);
}

void tcr_model_failed(struct tcr_exploration *x, const struct tcr_answer *a, double seconds)
{
    if (a->trial)
        add(&x->wasted, seconds);
}
