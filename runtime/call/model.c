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

#include "../ground/trace.h"

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
    struct tcr_kind *place = tcr_kind_place(m, key), *best = &m->kind[0];

    for (struct tcr_kind *k = m->kind; !place && k < m->kind + TCR_KINDS; k++)
        if (k->key >> 8 == key >> 8)
            best = k;
    return place ? place : best;
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
static bool try_host(struct tcr_kind *k, const struct tcr_question *q, const struct tcr_answer *a)
{
    const double spent = get(&k->spent), loss = a->host - a->device;
    const double share = a->host_measured ? TCR_AGAIN_SHARE : TCR_FIRST_SHARE;

    if (q->best_host > (1 - TCR_HYSTERESIS) * a->device || spent < get(&k->due) ||
        loss > share * spent || (a->host_measured && a->host > 3 * a->device))
        return false;
    set(&k->due, 2 * spent);
    return true;
}

/* ---- data that stays ---- */

/* Loops whose arrays may stay on the device (TCR_MIRROR) are best on one side all together: each
 * one alone would have to fetch its data from the other side.  So their times are added up, and the
 * process changes sides when that pays: to the device when loops on the host have lost more against
 * it than the copies may cost, the time of its start included; back when calls there, with what the
 * host waits for to have results back, have taken too much longer than on the host; and then the
 * host has them until it has lost twenty times that, and at least twice as much as after the last
 * such attempt. */
#define TCR_FILL_LEAST 0.5  /* s: in which new mirrors may be filled for nothing, */
#define TCR_MOVE_LEAST 0.25 /* s: that the host has lost before */
#define TCR_LOSS_LEAST 0.1  /* s: that the device may lose, and */
#define TCR_LOSS_SHARE 0.15 /* of the host's time */
#define TCR_LOSS_REST 20

static void change_side(struct tcr_exploration *x, unsigned side, double rest)
{
    set(&x->rest, rest);
    set(&x->host_took, 0);
    set(&x->host_could, 0);
    set(&x->device_took, 0);
    set(&x->device_could, 0);
    atomic_store_explicit(&x->side, side, memory_order_relaxed);
}

static bool is_on_device(const struct tcr_exploration *x)
{
    return atomic_load_explicit(&x->side, memory_order_relaxed) == TCR_SIDE_DEVICE;
}

bool tcr_model_together(const struct tcr_exploration *x)
{
    return is_on_device(x) ||
           get(&x->host_took) - 1.5 * get(&x->host_could) >= TCR_MOVE_LEAST + get(&x->rest);
}

/* Have loops there, and the host's waits for what they have left there, taken too long?  Then the
 * host has all of them again. */
static bool is_lost(struct tcr_exploration *x, const struct tcr_question *q)
{
    const double took = get(&x->device_took) + (q->waited - get(&x->waited)),
                 lost = took - get(&x->device_could);
    unsigned side = TCR_SIDE_DEVICE;
    double rest;

    if (lost <= TCR_LOSS_LEAST + TCR_LOSS_SHARE * get(&x->together))
        return false;
    if (!atomic_compare_exchange_strong(&x->side, &side, TCR_SIDE_HOST))
        return true; /* another thread has found it out */
    tcr_trace(1,
              "loops whose data stays go back to the host: the device took %.3g s for %.3g s of "
              "the host's",
              took, get(&x->device_could));
    rest = TCR_LOSS_REST * lost;
    rest = rest > 2 * get(&x->rested) ? rest : 2 * get(&x->rested);
    set(&x->rested, rest);
    change_side(x, TCR_SIDE_HOST, rest);
    return true;
}

static bool together_on_device(struct tcr_exploration *x, const struct tcr_question *q)
{
    if (is_on_device(x))
        return !is_lost(x, q);
    if (!tcr_model_together(x))
        return false;
    tcr_trace(1,
              "loops whose data stays go to the device: the host took %.3g s, the device would "
              "%.3g s",
              get(&x->host_took), get(&x->host_could));
    set(&x->together, get(&x->together) + get(&x->host_took));
    set(&x->waited, q->waited);
    change_side(x, TCR_SIDE_DEVICE, 0);
    return true;
}

/* Is the device the faster even with all copies? */
static bool is_by_far(const struct tcr_answer *a)
{
    return 2 * a->device < a->host;
}

/* Has the device been far slower with such calls? */
static bool is_for_host(const struct tcr_kind *k, const struct tcr_question *q,
                        const struct tcr_answer *a)
{
    const double later = q->later * get(&k->device), far = 1e-3;

    return a->device_measured && a->host_measured && later > 3 * a->host && later > far;
}

/* Of the seconds in which new mirrors were filled, those that do not count: they are paid once, but
 * a program may have new arrays for each call. */
static double paid_once(struct tcr_exploration *x, double once)
{
    add(&x->filled, once);
    return get(&x->filled) <= TCR_FILL_LEAST + get(&x->together) + get(&x->device_could) ? once : 0;
}

static void together_took(struct tcr_exploration *x, const struct tcr_answer *a, double seconds)
{
    add(&x->device_took, seconds > 0 ? seconds : 0);
    add(&x->device_could, a->host);
}

/* ---- asking ---- */

/* What a start beside the loops costs: what they lose meanwhile, and what it may cost in vain. */
static double price(const struct tcr_question *q)
{
    return TCR_BESIDE_SHARE * q->start + TCR_VAIN_SECONDS;
}

/* May the device's start be worth while for this call alone?  Then it is not waited for, but if the
 * next call is as long, it is there. */
static bool is_long(const struct tcr_question *q, const struct tcr_answer *a)
{
    const double host = a->host_measured ? a->host : TCR_SURE * a->host;

    return host - TCR_BEST_TIMES * q->best > price(q);
}

/* Is this the call with which an earlier run would have started the device? */
static bool is_expected(const struct tcr_exploration *x, const struct tcr_question *q,
                        const struct tcr_answer *a, unsigned expected)
{
    return atomic_load_explicit(&x->expected, memory_order_relaxed) == expected &&
           q->best < a->host && a->host_measured && get(&x->spent) + a->host > TCR_EXPECTED_LEAST;
}

/* Is it time to start the device beside the loops? */
static bool is_time(struct tcr_exploration *x, const struct tcr_question *q,
                    const struct tcr_answer *a)
{
    const unsigned expected = atomic_load_explicit(&x->expected, memory_order_relaxed);

    if (q->best >= a->host || (expected == TCR_EXPECTED_LOSS && get(&x->spent) < get(&x->patience)))
        return false;
    return is_expected(x, q, a, TCR_EXPECTED_GAIN) || get(&x->regret) > price(q) || is_long(q, a);
}

void tcr_model_ask(struct tcr_model *m, struct tcr_exploration *x, const struct tcr_question *q,
                   struct tcr_answer *a)
{
    struct tcr_kind *k = kind_of(m, q);
    unsigned side = atomic_load_explicit(&k->side, memory_order_relaxed), now;
    double bar;

    a->host = q->host * host_factor(m, q->iterations, &a->host_measured);
    a->device_measured = atomic_load_explicit(&k->n, memory_order_relaxed) > 0;
    a->device = q->device * (a->device_measured ? get(&k->device) : 1) + q->start;
    a->trial = a->begin = false;
    bar = side == TCR_SIDE_NONE     ? a->host
          : side == TCR_SIDE_DEVICE ? a->host * (1 + TCR_HYSTERESIS)
                                    : a->host * (1 - TCR_HYSTERESIS);
    a->on_device = a->device < bar;
    if (q->start > 0) {
        /* nothing has been measured: the first guess must be sure of it; and a host's call that
         * takes not much longer lets the next ones have the device without a wait */
        a->on_device = a->device < (a->host_measured ? TCR_WAIT : TCR_SURE) * bar ||
                       is_expected(x, q, a, TCR_EXPECTED_WAIT);
        a->begin = !a->on_device && is_time(x, q, a);
        return;
    }
    if (q->stays) {
        const bool together = together_on_device(x, q);

        a->on_device = is_by_far(a) || (together && !is_for_host(k, q, a));
        return;
    }
    if (a->host_measured && a->device_measured) {
        now = a->on_device ? TCR_SIDE_DEVICE : TCR_SIDE_HOST;
        atomic_store_explicit(&k->side, now, memory_order_relaxed);
    }
    a->trial = a->on_device ? try_host(k, q, a) : !q->soon && try_device(k, x, q, a);
    if (a->trial)
        a->on_device = !a->on_device;
}

/* ---- learning ---- */

void tcr_model_host(struct tcr_model *m, struct tcr_exploration *x, const struct tcr_question *q,
                    double seconds, double calls)
{
    unsigned at = class_of(q->iterations);
    const bool is_first = atomic_load_explicit(&m->host_n[at], memory_order_relaxed) == 0;

    if (q->host > 0)
        learn(&m->host[at], &m->host_n[at], seconds / q->host);
    /* one that was disturbed says little of those that it stands for */
    if (calls > 1 && seconds > q->host * get(&m->host[at]))
        seconds = q->host * get(&m->host[at]);
    if (q->best < (1 - TCR_HYSTERESIS) * seconds) {
        add(&x->spent, calls * seconds);
        add(&x->all, calls * seconds);
        add(&x->guess_there, calls * q->later);
        add(&x->guess_best, calls * q->best);
        if (is_first)
            add(&x->guess_once, q->device - q->later);
        if (TCR_BEST_TIMES * q->best < seconds)
            add(&x->regret, calls * (seconds - TCR_BEST_TIMES * q->best));
    }
    if (q->stays) {
        add(&x->host_took, calls * seconds);
        add(&x->host_could, calls * q->later);
    }
}

void tcr_model_device(struct tcr_model *m, struct tcr_exploration *x, const struct tcr_question *q,
                      const struct tcr_answer *a, double seconds, double once, bool first)
{
    struct tcr_kind *k = kind_of(m, q);
    const double here = a->host_measured ? a->host : TCR_SURE * a->host;
    const double back = atomic_exchange(&m->back, 0);

    /* what a first call brings there serves the ones that follow; what the host waits for to have
     * results back, the questions say (is_lost) */
    if (q->stays && !first &&
        atomic_load_explicit(&x->side, memory_order_relaxed) == TCR_SIDE_DEVICE)
        together_took(x, a, seconds - q->within - (a->device_measured ? paid_once(x, once) : once));
    seconds += back;
    add(&x->all, here);
    add(&x->once, first ? seconds : once);
    if (!first) {
        add(&x->known_here, here);
        add(&x->known_there, seconds - once);
    }
    if ((a->trial || !a->device_measured) && seconds > a->host)
        add(&x->wasted, seconds - a->host);
    if (first)
        return;
    add(&k->spent, seconds);
    if (q->device > 0)
        learn(&k->device, &k->n, seconds / q->device);
}

/* Of the loops' time on the host, what is left when the device is open; they go on meanwhile. */
static double left_behind(double all, double start)
{
    const double beside = (1 - TCR_BESIDE_SHARE) * start;

    return all > beside ? all - beside : 0;
}

/* Has the device done enough of them?  Else nothing is known. */
static bool is_known(const struct tcr_exploration *x)
{
    const double here = get(&x->known_here), least = 0.05; /* of all */

    return here > 0 && here >= least * get(&x->all);
}

double tcr_model_gain(const struct tcr_exploration *x, double start, double end)
{
    const double all = get(&x->all);
    double factor, once = get(&x->once);

    if (all <= 0)
        return 0;
    if (!is_known(x)) {
        factor = TCR_GUESS_TIMES * get(&x->guess_there) / all;
        once = TCR_GUESS_TIMES * get(&x->guess_once);
    } else {
        factor = get(&x->known_there) / get(&x->known_here);
    }
    return all - start - left_behind(all, start) * factor - once - end;
}

double tcr_model_hope(const struct tcr_exploration *x, double start, double end)
{
    const double all = get(&x->all);
    double factor;

    if (all <= 0)
        return 0;
    factor = is_known(x) ? get(&x->known_there) / get(&x->known_here) : get(&x->guess_best) / all;
    return all - start - left_behind(all, start) * factor - end;
}

void tcr_model_failed(struct tcr_exploration *x, const struct tcr_answer *a, double seconds)
{
    if (a->trial)
        add(&x->wasted, seconds);
}
