/* SPDX-License-Identifier: MIT */
/*
 * runs.cuh: reads of a shared loop (team.cuh) that step through memory evenly, from iteration to
 * iteration.
 *
 * One look at both ends says whether a run is in its section: every iteration makes the read, so
 * what lies between its ends is read too.  A lane reads neighbours for several iterations at once,
 * 16 bytes each.  The narrowest run is at a multiple of 16 there: the iterations in front of that,
 * and what is left in the end, are done one by one.  Another one that is not is read at the
 * multiples around, and shifted.
 */
#pragma once
#include "stream.cuh"

/* Elements from iteration to iteration; the section, in bytes, and what to say of a read that is
 * not in it. */
struct tcr_run_range {
    long long by, lo, room, astray;
    unsigned base;
};

/* Where a run of n reads begins: nowhere, if there are none. */
template <class Team, class Place> TCR_DEVICE auto tcr_start_run(long long n, const Place &place)
{
    decltype(place()) p{};
    if (n > 0)
        p = place();
    return p;
}

template <class Team, class Place>
TCR_DEVICE auto tcr_start_run(long long n, const Place &place, const tcr_run_range &range,
                              bool &gone)
{
    typedef unsigned long long wide;
    const auto p = tcr_start_run<Team>(n, place);
    if constexpr (!Team::probes) {
        if (n > 0) {
            const wide size = tcr_element_bytes(p), room = (wide)range.room;
            const wide step = (wide)(range.by < 0 ? -range.by : range.by) * size;
            const wide far = (wide)(n - 1) * step; /* from the first to the last */
            const wide low = (wide)tcr_bytes_at(p) - (wide)range.lo - (range.by < 0 ? far : 0);
            if ((wide)n > room || far > room || far + size > room || low > room - size - far) {
                *(volatile unsigned *)range.astray = range.base;
                gone = true;
            }
        }
    }
    return p;
}

/* A loop whose lanes take one iteration at a time. */
struct tcr_narrow {
    enum { width = 1 };
};

/* Lanes take chunks of W iterations: `read` reads what W of them need. */
template <int W, class Read> struct tcr_wide {
    enum { width = W };
    long long head, n; /* iterations in front of the first chunk; chunks */
    Read read;
};

template <int W, class P, class Read>
TCR_DEVICE tcr_wide<W, Read> tcr_wide_of(long long n, const P &first, const Read &read)
{
    const unsigned at = (unsigned)(unsigned long long)tcr_bytes_at(first) % 16;
    const unsigned head = (16 - at) % 16 / tcr_element_bytes(first);
    const long long chunks = n > head ? (long long)((unsigned long long)(n - head) / W) : 0;
    return {chunks ? head : 0, chunks, read};
}

/* The run's elements p[0] ... p[W - 1], as `member` of so many iterations. */
template <int W, bool aligned, class Early, class T, class P>
TCR_DEVICE void tcr_read_wide(Early *e, T Early::*member, const P &p)
{
#ifdef TCR_SIM
    for (int w = 0; w < W; ++w) /* what lies around is not looked at */
        e[w].*member = TCR_LOAD(p[w]);
#else
    enum { n = W * (int)sizeof(T) / 16 };
    static_assert(n > 0, "whole vectors");
    const char *const at = tcr_bytes_at(p);
    const unsigned beyond = aligned ? 0 : (unsigned)(unsigned long long)at % 16;
    tcr_vector v[n];
    if (aligned || beyond == 0) {
        TCR_UNROLL
        for (int i = 0; i < n; ++i)
            tcr_load_now(v[i], at + 16 * i);
    } else {
        unsigned w[4 * n + 4];
        TCR_UNROLL
        for (int i = 0; i <= n; ++i) {
            tcr_vector x;
            tcr_load_now(x, at - beyond + 16 * i);
            TCR_UNROLL
            for (int k = 0; k < 4; ++k)
                w[4 * i + k] = x.w[k];
        }
        tcr_shift_words<n>(v, w, beyond);
    }
    TCR_UNROLL
    for (int w = 0; w < W; ++w)
        e[w].*member = tcr_vector_element<T>(v, w);
#endif
}
