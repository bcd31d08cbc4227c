/* SPDX-License-Identifier: MIT */
/*
 * packed.cuh: the shared loops of several rows as one, of whose iterations each lane of a warp does
 * one.
 *
 * Rows whose iterations have loops of their own (the atoms of a cell, and their neighbours) leave
 * lanes of a team idle for long where their lengths are no multiples of its size.  So a warp takes
 * the iterations of up to 32 neighbouring rows one behind the other: each lane looks how long one
 * of the rows is, and finds the row of an iteration among the sums of these lengths.  All that
 * stands outside of the shared loop, it computes for each iteration.
 */
#pragma once
#include "team.cuh"

/* A thread with one iteration of the shared loop. */
struct tcr_packed : tcr_alone {
    enum { apart = 1, idle = 0 };
    long long at; /* its number */
    template <int U, int R, bool writes, class Early, class Wide, class First, class Then,
              class Body, class... F>
    TCR_DEVICE void loop(long long n, const bool &gone, const Wide &, const First &first,
                         const Then &then, const Body &body, F...) const
    {
        if (at < n && !gone) {
            Early e;
            first(at, e);
            then(at, e);
            body(at, e);
        }
    }
};

enum { TCR_PACKED_TRIPS = 128 /* of a row, at most: of more, few lanes of a team have none */ };

/* Neighbouring rows of a warp's turn: many leave fewer lanes without an iteration, and few end at
 * nearly the same time in all warps. */
enum { TCR_PACKED_TURNS = 8 };
TCR_DEVICE unsigned tcr_packed_group(long long n, long long warps)
{
    const long long rows = n / warps / TCR_PACKED_TURNS + 1;
    return rows < 32 ? (unsigned)rows : 32;
}

/* Up to 32 rows, from number `first` on. */
template <class Body> struct tcr_packed_rows {
    long long first, upto, all; /* of this lane's row and those before it, and of all: iterations */

    /* `taken`: of a row's trips, which of them are done here. */
    template <class Args, class Taken>
    TCR_DEVICE void look(const Args &A, unsigned rows, const Taken &taken)
    {
        tcr_probe T = {0, 0};
        upto = 0;
        if (tcr_lane() < rows) {
            Body::probe(A, first + tcr_lane(), T);
            upto = T.trips > 0 ? taken(first + tcr_lane(), T.trips) : 0;
        }
        tcr_converge();
        TCR_ROLL
        for (unsigned by = 1; by < 32; by *= 2) {
            const long long before = tcr_warp_from(upto, (tcr_lane() - by) & 31);
            upto += tcr_lane() < by ? 0 : before;
        }
        all = tcr_warp_from(upto, 31);
    }
    /* Of iteration `at`: the row; T gets its number there.  All lanes ask. */
    TCR_DEVICE long long row_of(long long at, tcr_packed &T) const
    {
        unsigned row = 0;
        long long before = 0;
        TCR_ROLL
        for (unsigned step = 16; step > 0; step /= 2) {
            const long long sum = tcr_warp_from(upto, (row + step - 1) & 31);
            before = sum <= at ? sum : before;
            row += sum <= at ? step : 0;
        }
        T.at = at - before;
        return first + row;
    }
    /* each(row, team) for all iterations. */
    template <class Each> TCR_DEVICE void run(const Each &each) const
    {
        tcr_packed T;
        TCR_ROLL
        for (long long from = 0; from < all; from += 32) {
            const long long row = row_of(from + tcr_lane(), T);
            if (from + tcr_lane() < all)
                each(row, T);
            tcr_converge();
        }
    }
};

/* All rows: each warp has some that follow each other. */
template <class Body, class Args, class Each>
TCR_DEVICE void tcr_each_packed(const Args &A, long long n, const Each &each)
{
    const long long warps = (long long)tcr_blocks() * (tcr_threads() / 32);
    const long long w = (long long)tcr_block() * (tcr_threads() / 32) + tcr_thread() / 32;
    const long long own = n / warps, more = n % warps;
    long long it = own * w + (w < more ? w : more);
    const long long end = it + own + (w < more);
    TCR_ROLL
    for (; it < end; it += 32) {
        tcr_packed_rows<Body> rows = {it, 0, 0};
        rows.look(A, end - it < 32 ? (unsigned)(end - it) : 32,
                  [](long long, long long trips) { return trips; });
        rows.run(each);
    }
}
