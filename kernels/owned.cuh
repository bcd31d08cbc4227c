/* SPDX-License-Identifier: MIT */
/*
 * owned.cuh: do two iterations meet in an element?  For sections that the loop writes
 * at places that nobody could compute beforehand.
 *
 * Each element has a mark: who has touched it.
 *
 *     0            nobody
 *     1            several iterations have read it
 *     2            iterations have updated it atomically, and nothing else
 *     4 (it+1) + 2 iteration it has read it
 *     4 (it+1) + 3 iteration it has written it
 *
 * Marks stay until the kernel ends, so that in whatever order two iterations come to an
 * element that one of them writes, the second one sees it.  Then the results are
 * forgotten, as when a section is left (within.cuh).
 *
 * Source: the shadow arrays of run-time parallelisation (Rauchwerger and Padua, The
 * LRPD Test, 1995).
 */
#pragma once
#include "within.cuh"

/* Where and who: of one section, in one iteration. */
struct tcr_owners {
    unsigned long long lo, room; /* the section, bytes */
    unsigned long long begun;    /* of its first element, so many bytes lie before it */
    unsigned long long *mark;    /* one for each `element` bytes of it */
    unsigned element, base;      /* base: TCR_ASTRAY_BASE and its number */
    unsigned long long it;
};
static_assert(sizeof(unsigned long long) == TCR_MARK_BYTES, "a mark");

TCR_DEVICE tcr_owners tcr_owners_of(long long lo, long long room, long long begun, long long mark,
                                    unsigned element, unsigned base, long long it)
{
    return tcr_owners{(unsigned long long)lo,
                      (unsigned long long)room,
                      (unsigned long long)begun,
                      (unsigned long long *)mark,
                      element,
                      base,
                      (unsigned long long)it};
}

/* The iteration touches the element of this mark; false: it must not. */
TCR_DEVICE bool tcr_claim(unsigned long long *mark, unsigned long long it, bool writes)
{
    const unsigned long long mine = 4 * (it + 1) + 2, want = mine + writes;
    unsigned long long now = *(volatile unsigned long long *)mark;
    for (;;) {
        unsigned long long next = want;
        if (now == want || now == mine + 1 || (now == 1 && !writes))
            return true;
        if (now != 0 && now != mine) {
            if (writes || now == 2 || (now & 3) == 3)
                return false;
            next = 1;
        }
        const unsigned long long was = tcr_atomic_compare_swap(mark, now, next);
        if (was == now)
            return true;
        now = was;
    }
}

/* The same for an atomic update, which other iterations may do, too.  If this iteration has
 * touched the element in another way, the update counts as a write. */
TCR_DEVICE bool tcr_claim_jointly(unsigned long long *mark, unsigned long long it)
{
    const unsigned long long now = *(volatile unsigned long long *)mark;
    if (now == 2)
        return true;
    if (now == 4 * (it + 1) + 2 || now == 4 * (it + 1) + 3)
        return tcr_claim(mark, it, true);
    if (now != 0)
        return false;
    const unsigned long long was = tcr_atomic_compare_swap(mark, 0ull, 2ull);
    return was == 0 || was == 2;
}

/* How an iteration touches an element: 0: it reads; 1: it writes; tcr_jointly: it updates the
 * element atomically. */
enum { tcr_jointly = 2 };

/* The iteration has touched the element so before, or as many have as may. */
TCR_DEVICE bool tcr_is_claimed(const unsigned long long *mark, unsigned long long it, unsigned how)
{
    const unsigned long long now = *(const volatile unsigned long long *)mark, wrote = 4 * it + 7;
    return how == tcr_jointly ? now == 2
                              : now == wrote || (how == 0 && (now == 1 || now == wrote - 1));
}

/* The marks of an object.  Apart, and called where an object is touched for the first time: lanes
 * that have gone round in this loop meet again where it returns, which they would not do before
 * the end of the iteration if the loop stood in it. */
TCR_APART bool tcr_claim_all(unsigned long long *mark, unsigned long long n, unsigned long long it,
                             unsigned how)
{
    bool may = true;
    for (unsigned long long k = 0; k < n; ++k)
        may = (how == tcr_jointly ? tcr_claim_jointly(&mark[k], it)
                                  : tcr_claim(&mark[k], it, how == 1)) &&
              may;
    return may;
}

/* p, if its object is within the section; else memory that nobody needs, for what
 * is read zeros.  Whether the iteration may touch it, the host will hear. */
template <class T, class Gone>
TCR_DEVICE tcr_ptr<T> tcr_owned_at(tcr_ptr<T> p, unsigned long long at, const tcr_owners &o,
                                   unsigned how, long long astray, long long spare, Gone &gone)
{
    const unsigned long long from = at - o.lo;
    if (o.room < sizeof(T) || from > o.room - sizeof(T)) {
        tcr_lose(gone, astray, o.base);
        return tcr_ptr<T>((T *)spare);
    }
    const unsigned long long first = (from + o.begun) / o.element;
    const unsigned long long last = (from + o.begun + sizeof(T) - 1) / o.element;
    if ((first != last || !tcr_is_claimed(&o.mark[first], o.it, how)) &&
        !tcr_claim_all(&o.mark[first], last - first + 1, o.it, how))
        tcr_lose(gone, astray, TCR_ASTRAY_MET | o.base);
    return p;
}

template <class T, class Gone>
TCR_DEVICE tcr_ptr<T> tcr_owned(T *p, const tcr_owners &o, unsigned how, long long astray,
                                long long spare, Gone &gone)
{
    return tcr_owned_at<T>(p, (unsigned long long)p, o, how, astray, spare, gone);
}
#ifdef TCR_SIM
template <class T, class Gone>
TCR_DEVICE tcr_ptr<T> tcr_owned(tcr_ptr<T> p, const tcr_owners &o, unsigned how, long long astray,
                                long long spare, Gone &gone)
{
    return tcr_owned_at<T>(p, (unsigned long long)p.at, o, how, astray, spare, gone);
}
#endif
