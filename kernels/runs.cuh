/* SPDX-License-Identifier: MIT */
/*
 * runs.cuh: reads of a shared loop (team.cuh) that step through memory evenly, from iteration to
 * iteration.
 *
 * One look at both ends says whether a run is in its section: every iteration makes the read, so
 * what lies between its ends is read too.  A lane reads neighbours for several iterations at once,
 * 16 bytes each.  The narrowest run is at a multiple of 16 there: the iterations in front of that,
 * and what is left in the end, are done one by one.  Where another one is not, all are read by
 * elements, in the same chunks: to read it at the multiples around, and shift, waits for one chunk
 * before the next is read.
 */
#pragma once
#include "stream.cuh"
#include "within.cuh"

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

template <class Team, class Place, class Gone>
TCR_DEVICE auto tcr_start_run(long long n, const Place &place, const tcr_run_range &range,
                              Gone &gone)
{
    typedef unsigned long long wide;
    const auto p = tcr_start_run<Team>(n, place);
    if constexpr (Team::reads) {
        if (n > 0) {
            const wide size = tcr_element_bytes(p), room = (wide)range.room;
            const wide step = (wide)(range.by < 0 ? -range.by : range.by) * size;
            const wide far = (wide)(n - 1) * step; /* from the first to the last */
            const wide low = (wide)tcr_bytes_at(p) - (wide)range.lo - (range.by < 0 ? far : 0);
            if ((wide)n > room || far > room || far + size > room || low > room - size - far) {
                tcr_lose(gone, range.astray, range.base);
            } else if constexpr (Team::announces) {
                const char *const from = tcr_bytes_at(p) - (range.by < 0 ? far : 0);
                TCR_ROLL
                for (wide at = 128 * tcr_lane(); at < far + size; at += 128 * 32)
                    tcr_soon(from + at);
            }
        }
    }
    return p;
}

/* A loop whose lanes take one iteration at a time. */
struct tcr_narrow {
    enum { width = 1 };
};

/* Lanes take chunks of W iterations: `read` reads what W of them need, and is told whether
 * every run is at a multiple of 16 bytes where they begin. */
template <int W, bool lone, class Read> struct tcr_wide {
    enum { width = W };
    long long head, n; /* iterations in front of the first chunk; chunks */
    bool all_even;
    Read read;

    TCR_DEVICE bool even() const
    {
        return lone || all_even;
    }
};

/* `first` is the narrowest run. */
template <int W, class Read, class P, class... More>
TCR_DEVICE tcr_wide<W, sizeof...(More) == 0, Read> tcr_wide_of(long long n, const Read &read,
                                                               const P &first, const More &...more)
{
    const unsigned at = (unsigned)(unsigned long long)tcr_bytes_at(first) % 16;
    const unsigned head = (16 - at) % 16 / tcr_element_bytes(first);
    const long long chunks = n > head ? (long long)((unsigned long long)(n - head) / W) : 0;
    const unsigned beyond =
        (0u | ... |
         ((unsigned)(unsigned long long)tcr_bytes_at(more) + head * tcr_element_bytes(more)));
    return {chunks ? head : 0, chunks, beyond % 16 == 0, read};
}

/* The run's elements p[0] ... p[W - 1], as `member` of so many iterations.  `passes`: no other team
 * reads them, and others read the rest again. */
template <int W, bool passes = false, class Early, class T, class P>
TCR_DEVICE void tcr_read_wide(bool even, Early *e, T Early::*member, const P &p)
{
#ifndef TCR_SIM /* what lies around is not looked at there */
    if (even) {
        enum { n = W * (int)sizeof(T) / 16 };
        static_assert(n > 0, "whole vectors");
        tcr_vector v[n];
        TCR_UNROLL
        for (int i = 0; i < n; ++i)
            if constexpr (passes)
                tcr_load_passing(v[i], tcr_bytes_at(p) + 16 * i);
            else
                tcr_load_now(v[i], tcr_bytes_at(p) + 16 * i);
        TCR_UNROLL
        for (int w = 0; w < W; ++w)
            e[w].*member = tcr_vector_element<T>(v, w);
        return;
    }
#endif
    TCR_UNROLL
    for (int w = 0; w < W; ++w)
        e[w].*member = TCR_LOAD(p[w]);
}
