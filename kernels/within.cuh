/* SPDX-License-Identifier: MIT */
/*
 * within.cuh: is what is accessed within its section?  For places that nobody
 * could compute beforehand.
 */
#pragma once
#include "ptr.cuh"

/* What has been met, where the host reads it; it can before the thread goes on, so that it is there
 * when the kernel says that it is done (tcr_tell). */
TCR_DEVICE void tcr_note_astray(long long astray, unsigned word)
{
    *(volatile unsigned *)astray = word;
    tcr_fence_host();
}

/* What an iteration has met: the host is told in the end, as a store by an unknown address would
 * keep the compiler from moving the reads of a loop out of it. */
struct tcr_lost {
    bool is = false;
    unsigned word = 0;
    const long long astray;
    TCR_DEVICE explicit tcr_lost(long long to) : astray(to)
    {
    }
    TCR_DEVICE ~tcr_lost()
    {
        if (word)
            tcr_note_astray(astray, word);
    }
    TCR_DEVICE operator bool() const
    {
        return is;
    }
};
TCR_DEVICE void tcr_lose(tcr_lost &gone, long long, unsigned word)
{
    gone.word = word;
    gone.is = true;
}
/* At once. */
TCR_DEVICE void tcr_lose(bool &gone, long long astray, unsigned word)
{
    tcr_note_astray(astray, word);
    gone = true;
}

/* Are so many bytes there within the `room` bytes from `lo` on? */
template <unsigned bytes>
TCR_DEVICE bool tcr_is_inside(unsigned long long at, unsigned long long lo, unsigned long long room)
{
    /* the two sides do not depend on the place: a loop computes them once */
    const bool none = room < bytes;
    const unsigned long long first = none ? ~0ull : lo, last = none ? 0 : room - bytes;
    return at - first <= last;
}

/* p, if the object there is within the `room` bytes from `lo` on.  Else *astray
 * becomes `base`, upon which the host forgets the results, `gone` true, which ends
 * loops that might go round in zeros for ever, and zeros are read. */
template <class T, unsigned n = 1, class Gone>
TCR_DEVICE tcr_ptr<T> tcr_inside(tcr_ptr<T> p, unsigned long long at, unsigned long long lo,
                                 unsigned long long room, unsigned base, long long astray,
                                 long long spare, Gone &gone)
{
    if (tcr_is_inside<n * sizeof(T)>(at, lo, room))
        return p;
    tcr_lose(gone, astray, base);
    return tcr_ptr<T>((T *)spare);
}

template <class T, class Gone>
TCR_DEVICE tcr_ptr<T> tcr_within(T *p, long long lo, long long room, unsigned base,
                                 long long astray, long long spare, Gone &gone)
{
    return tcr_inside<T>(p, (unsigned long long)p, (unsigned long long)lo, (unsigned long long)room,
                         base, astray, spare, gone);
}

/* The same of n objects one behind the other. */
template <unsigned n, class T, class Gone>
TCR_DEVICE tcr_ptr<T> tcr_within_all(T *p, long long lo, long long room, unsigned base,
                                     long long astray, long long spare, Gone &gone)
{
    static_assert(n * sizeof(T) <= TCR_SPARE_BYTES, "zeros for all of them");
    return tcr_inside<T, n>(p, (unsigned long long)p, (unsigned long long)lo,
                            (unsigned long long)room, base, astray, spare, gone);
}

template <class T> TCR_DEVICE unsigned long long tcr_place_of(T *p)
{
    return (unsigned long long)p;
}
#ifdef TCR_SIM
template <class T> TCR_DEVICE unsigned long long tcr_place_of(tcr_ptr<T> p)
{
    return (unsigned long long)p.at;
}
#endif

/* Pointers of a loop's iterations that move evenly: are so many bytes behind the first one and
 * behind the last one within the section?  If not, the host forgets the results, as above, and the
 * loop need not be done. */
template <unsigned bytes, class P, class Gone>
TCR_DEVICE bool tcr_run_within(P first, P last, long long lo, long long room, unsigned base,
                               long long astray, Gone &gone)
{
    const unsigned long long from = (unsigned long long)lo, size = (unsigned long long)room;
    const bool is = tcr_is_inside<bytes>(tcr_place_of(first), from, size) &&
                    tcr_is_inside<bytes>(tcr_place_of(last), from, size);
    if (!is)
        tcr_lose(gone, astray, base);
    return is;
}
/* So the compiler need not ask in an iteration of such a loop. */
template <unsigned bytes, class P>
TCR_DEVICE void tcr_know_within(P p, long long lo, long long room)
{
#ifndef TCR_SIM
    __builtin_assume(
        tcr_is_inside<bytes>(tcr_place_of(p), (unsigned long long)lo, (unsigned long long)room));
#endif
}

/* The program would end here: the host forgets the results, and its own loop does that. */
template <class Gone> TCR_DEVICE void tcr_end_program(long long astray, unsigned word, Gone &gone)
{
    tcr_lose(gone, astray, word);
}

/* false; if one of them is a NaN, the host forgets the results. */
template <class T, class Gone>
TCR_DEVICE bool tcr_unordered(T a, T b, long long astray, unsigned word, Gone &gone)
{
    if (a != a || b != b)
        tcr_end_program(astray, word, gone);
    return false;
}

/* p; or, as it has been computed from what is of no use, memory that nobody needs. */
template <class T, class Gone> TCR_DEVICE T *tcr_unless(const Gone &gone, T *p, long long litter)
{
    return gone ? (T *)litter : p;
}
#ifdef TCR_SIM
template <class T, class Gone>
TCR_DEVICE tcr_ptr<T> tcr_unless(const Gone &gone, tcr_ptr<T> p, long long litter)
{
    return gone ? tcr_ptr<T>((T *)litter) : p;
}
template <class T, class Gone>
TCR_DEVICE tcr_ptr<T> tcr_within(tcr_ptr<T> p, long long lo, long long room, unsigned base,
                                 long long astray, long long spare, Gone &gone)
{
    return tcr_inside<T>(p, (unsigned long long)p.at, (unsigned long long)lo,
                         (unsigned long long)room, base, astray, spare, gone);
}
template <unsigned n, class T, class Gone>
TCR_DEVICE tcr_ptr<T> tcr_within_all(tcr_ptr<T> p, long long lo, long long room, unsigned base,
                                     long long astray, long long spare, Gone &gone)
{
    return tcr_inside<T, n>(p, (unsigned long long)p.at, (unsigned long long)lo,
                            (unsigned long long)room, base, astray, spare, gone);
}
#endif
