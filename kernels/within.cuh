/* SPDX-License-Identifier: MIT */
/*
 * within.cuh: is what is accessed within its section?  For places that nobody
 * could compute beforehand.
 */
#pragma once
#include "ptr.cuh"

/* p, if the object there is within the `room` bytes from `lo` on.  Else *astray
 * becomes `base`, upon which the host forgets the results, `gone` true, which ends
 * loops that might go round in zeros for ever, and zeros are read. */
template <class T, unsigned n = 1>
TCR_DEVICE tcr_ptr<T> tcr_inside(tcr_ptr<T> p, unsigned long long at, unsigned long long lo,
                                 unsigned long long room, unsigned base, long long astray,
                                 long long spare, bool &gone)
{
    /* the two sides do not depend on the place: a loop computes them once */
    const bool none = room < n * sizeof(T);
    const unsigned long long first = none ? ~0ull : lo, last = none ? 0 : room - n * sizeof(T);
    if (at - first <= last)
        return p;
    *(volatile unsigned *)astray = base;
    gone = true;
    return tcr_ptr<T>((T *)spare);
}

template <class T>
TCR_DEVICE tcr_ptr<T> tcr_within(T *p, long long lo, long long room, unsigned base,
                                 long long astray, long long spare, bool &gone)
{
    return tcr_inside<T>(p, (unsigned long long)p, (unsigned long long)lo, (unsigned long long)room,
                         base, astray, spare, gone);
}

/* The same of n objects one behind the other. */
template <unsigned n, class T>
TCR_DEVICE tcr_ptr<T> tcr_within_all(T *p, long long lo, long long room, unsigned base,
                                     long long astray, long long spare, bool &gone)
{
    static_assert(n * sizeof(T) <= TCR_SPARE_BYTES, "zeros for all of them");
    return tcr_inside<T, n>(p, (unsigned long long)p, (unsigned long long)lo,
                            (unsigned long long)room, base, astray, spare, gone);
}

/* The program would end here: the host forgets the results, and its own loop does that. */
TCR_DEVICE void tcr_end_program(long long astray, unsigned word, bool &gone)
{
    *(volatile unsigned *)astray = word;
    gone = true;
}

/* false; if one of them is a NaN, the host forgets the results. */
template <class T>
TCR_DEVICE bool tcr_unordered(T a, T b, long long astray, unsigned word, bool &gone)
{
    if (a != a || b != b)
        tcr_end_program(astray, word, gone);
    return false;
}

/* p; or, as it has been computed from what is of no use, memory that nobody needs. */
template <class T> TCR_DEVICE T *tcr_unless(bool &gone, T *p, long long litter)
{
    return gone ? (T *)litter : p;
}
#ifdef TCR_SIM
template <class T> TCR_DEVICE tcr_ptr<T> tcr_unless(bool &gone, tcr_ptr<T> p, long long litter)
{
    return gone ? tcr_ptr<T>((T *)litter) : p;
}
template <class T>
TCR_DEVICE tcr_ptr<T> tcr_within(tcr_ptr<T> p, long long lo, long long room, unsigned base,
                                 long long astray, long long spare, bool &gone)
{
    return tcr_inside<T>(p, (unsigned long long)p.at, (unsigned long long)lo,
                         (unsigned long long)room, base, astray, spare, gone);
}
template <unsigned n, class T>
TCR_DEVICE tcr_ptr<T> tcr_within_all(tcr_ptr<T> p, long long lo, long long room, unsigned base,
                                     long long astray, long long spare, bool &gone)
{
    return tcr_inside<T, n>(p, (unsigned long long)p.at, (unsigned long long)lo,
                            (unsigned long long)room, base, astray, spare, gone);
}
#endif
