/* SPDX-License-Identifier: MIT */
/*
 * segments_rows.cuh: many short rows of whole granules, as segments (segments.cuh) of which nothing
 * needs to be asked.
 *
 * Warps take groups of rows in turn, each row by a team of lanes; a lane has one to
 * TCR_SEGMENTS_FLYING granules of a row, and so many in all on their way.
 */
#pragma once
#include "segments_warp.cuh"

enum : unsigned {
    TCR_SEGMENTS_FLYING = 8,                 /* granules of a lane */
    TCR_EVEN_MOST = 32 * TCR_SEGMENTS_FLYING /* of a row */
};

template <class Op> struct tcr_even_rows {
    typedef typename Op::element T;
    typedef typename Op::narrow narrow;
    enum : unsigned { per_granule = 16 / sizeof(T) };
    /* Groups of rows for a warp: from `group` on, each step-th one before `end`.  A row has n
     * granules. */
    struct share {
        const char *x;
        tcr_ptr<unsigned long long> result;
        long long bytes; /* from row to row */
        long long group, end, step;
        unsigned n, team;
    };

    TCR_DEVICE static bool are(const tcr_segments<Op> &S, long long warps)
    {
        return S.whole_rows(warps) && S.skew == 0 && S.A.ld % per_granule == 0 && S.A.length > 0 &&
               S.A.length % per_granule == 0 &&
               S.A.length <= (long long)(TCR_EVEN_MOST * per_granule);
    }
    /* A group; of each row, a lane has `each` granules. */
    template <unsigned each> TCR_DEVICE static void rows(const share &e, long long group)
    {
        enum : unsigned { many = TCR_SEGMENTS_FLYING / each };
        const unsigned teams = 32 / e.team, rank = tcr_lane() & (e.team - 1);
        const long long row = group * (many * teams) + tcr_lane() / e.team;
        const char *const at = e.x + row * e.bytes + rank * 16;
        tcr_vector v[many][each];
        narrow p[many];
        TCR_UNROLL
        for (unsigned r = 0; r < many; ++r) {
            TCR_UNROLL
            for (unsigned i = 0; i < each; ++i)
                if (rank + i * e.team < e.n)
                    tcr_load(v[r][i], at + r * (teams * e.bytes) + i * e.team * 16);
        }
        TCR_UNROLL
        for (unsigned r = 0; r < many; ++r) {
            p[r] = Op::template none<narrow>();
            TCR_UNROLL
            for (unsigned i = 0; i < each; ++i)
                if (rank + i * e.team < e.n)
                    tcr_segments<Op>::take_whole(p[r], v[r][i], (rank + i * e.team) * per_granule);
        }
        tcr_converge();
        TCR_ROLL
        for (unsigned mask = 1; mask < e.team; mask *= 2) {
            TCR_UNROLL
            for (unsigned r = 0; r < many; ++r)
                p[r] = Op::join(p[r], Op::from_lane(p[r], (int)mask));
        }
        TCR_UNROLL
        for (unsigned r = 0; r < many; ++r)
            if (rank == 0)
                TCR_STORE(e.result[row + r * teams]) = Op::bits(Op::widen(p[r], 0), false);
    }
    /* Apart: the rest of the kernel has registers of its own. */
    template <unsigned each> TCR_APART void groups(const share of)
    {
        const share e = of;
        TCR_ROLL
        for (long long g = e.group; g < e.end; g += e.step)
            rows<each>(e, g);
    }
    TCR_DEVICE static void run(tcr_segments<Op> &S, long long warp, long long warps)
    {
        const unsigned n = (unsigned)(S.A.length / per_granule);
        const unsigned each = n <= 32 ? 1 : n <= 64 ? 2 : n <= 128 ? 4 : 8;
        const long long many = TCR_SEGMENTS_FLYING / each * (32 / S.team), all = S.A.n / many;
        const share e = {S.granules, S.A.result, S.A.ld * (long long)sizeof(T), warp, all, warps,
                         n,          S.team};
        const unsigned some = TCR_SEGMENTS_AT_ONCE * (32 / S.team);
        bool any = false;

        if (each == 1)
            groups<1>(e);
        else if (each == 2)
            groups<2>(e);
        else if (each == 4)
            groups<4>(e);
        else
            groups<8>(e);
        TCR_ROLL
        for (long long s = all * many + warp * some; s < S.A.n; s += warps * some)
            S.several(s, S.A.n, any); /* no row is apart */
    }
};
