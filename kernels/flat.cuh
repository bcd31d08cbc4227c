/* SPDX-License-Identifier: MIT */
/*
 * flat.cuh: rows that follow each other in memory, summed by a warp as if they were one loop.
 *
 * The rows of a sparse matrix lie behind each other: the iterations of row i end where those of row
 * i + 1 begin.  Where an iteration of the shared loop depends on nothing but its own number, it is
 * the same in whichever row it is done.  So a warp takes a group of rows, does all their iterations
 * one beside the other, and leaves their terms in shared memory; then some lanes of each row add
 * that row's terms up, and do what stands behind the loop.  No lane is idle because its row is
 * short, and the reads of all rows are in flight together.
 *
 * Whether rows lie so is seen in their bounds; of those that do not, each is a loop of its own.  A
 * row's terms are added in an order that depends on the rows of its group and their lengths alone.
 *
 * Sources: the streams of Greathouse and Daga, "Efficient sparse matrix-vector multiplication on
 * GPUs using the CSR storage format" (SC 2014).
 */
#pragma once
#include "team.cuh"

/* The place of a term in its warp's room: lanes that add up rows of a power of two of terms are in
 * banks of their own. */
TCR_DEVICE unsigned tcr_term_at(unsigned k)
{
    return k + k / TCR_TERMS_A_GAP;
}

/* A warp as it does all iterations of rows that follow each other; Body returns behind the loop. */
struct tcr_flat {
    enum { probes = 1, reads = 1, announces = 1 };
    unsigned size;                         /* lanes of a row */
    int all;                               /* iterations of all the rows; */
    int from, to;                          /* of them, those of this lane's row */
    unsigned long long word;               /* what its row comes to, in all of its lanes */
    static constexpr unsigned lanes = ~0u; /* the whole warp */

    TCR_DEVICE bool leads() const
    {
        return false;
    }
    TCR_DEVICE void meet() const
    {
    }
    TCR_DEVICE void agree(bool &) const
    {
    }
    template <int U, int R, bool writes, class Early, class Wide, class First, class Then,
              class Body, class Op, class T>
    TCR_DEVICE void loop(long long, const bool &gone, const Wide &, const First &first,
                         const Then &then, const Body &body, tcr_fold<Op, T> fold)
    {
        enum { at_once = 4, terms = TCR_TERMS };
        unsigned long long *const room =
            (unsigned long long *)tcr_shared_room() + tcr_thread() / 32 * (unsigned)TCR_TERMS_WORDS;
        T sum = Op::template identity<T>();
        const int n = gone ? 0 : all;
        TCR_ROLL
        for (int k = 0; k < n; k += terms) {
            const int end = n - k < terms ? n : k + terms;
            TCR_ROLL
            for (int t = k + (int)tcr_lane(); t < end; t += 32 * at_once)
                leave_terms<at_once, Op, Early>(room, k, t, end, first, then, body, fold.value);
            tcr_lanes_meet(lanes);
            sum = add_terms<Op>(room, sum, from - k, to - k, end - k);
            tcr_lanes_meet(lanes);
        }
        TCR_ROLL
        for (unsigned mask = 1; mask < size; mask *= 2)
            sum = (T)Op::of(sum, tcr_team_xor(sum, (int)mask, lanes));
        word = tcr_to_word(sum);
    }
    /* Of iterations t, t + 32, ..., with the last one below `end` in the place of those that are
     * not there: it is done again, and leaves the same.  So no read depends on a question. */
    template <int U, class Op, class Early, class First, class Then, class Body, class T>
    TCR_DEVICE void leave_terms(unsigned long long *room, int k, int t, int end, const First &first,
                                const Then &then, const Body &body, T &value) const
    {
        Early e[U];
        TCR_UNROLL
        for (int u = 0; u < U; ++u)
            first(before(t + 32 * u, end), e[u]);
        TCR_UNROLL
        for (int u = 0; u < U; ++u)
            then(before(t + 32 * u, end), e[u]);
        TCR_UNROLL
        for (int u = 0; u < U; ++u) {
            value = Op::template identity<T>();
            body(before(t + 32 * u, end), e[u]);
            room[tcr_term_at((unsigned)(before(t + 32 * u, end) - k))] = tcr_to_word(value);
        }
    }
    TCR_DEVICE static int before(int t, int end)
    {
        return t < end ? t : end - 1;
    }
    /* Those of `here` terms that are this row's, from `lo` up to `hi`.  A row that has all of them
     * is added up by all lanes. */
    template <class Op, class T>
    TCR_DEVICE T add_terms(const unsigned long long *room, T sum, int lo, int hi, int here) const
    {
        const unsigned rank = tcr_lane() & (size - 1);
        const bool has_all = size < 32 && lo <= 0 && hi >= here;
        if (!tcr_lanes_any(has_all, lanes))
            return added<Op>(room, sum, (lo > 0 ? lo : 0) + (int)rank, hi < here ? hi : here,
                             (int)size);
        T part = added<Op>(room, Op::template identity<T>(), (int)tcr_lane(), here, 32);
        TCR_ROLL
        for (int mask = 1; mask < 32; mask *= 2)
            part = (T)Op::of(part, tcr_team_xor(part, mask, lanes));
        return has_all && rank == 0 ? (T)Op::of(sum, part) : sum;
    }
    template <class Op, class T>
    TCR_DEVICE T added(const unsigned long long *room, T sum, int t, int end, int step) const
    {
        enum { together = 4 };
        TCR_ROLL
        for (; t < end; t += together * step) {
            T x[together];
            TCR_UNROLL
            for (int u = 0; u < together; ++u)
                x[u] = u == 0 || t + u * step < end
                           ? tcr_of_word<T>(room[tcr_term_at((unsigned)(t + u * step))])
                           : Op::template identity<T>();
            TCR_UNROLL
            for (int u = 0; u < together; ++u)
                sum = (T)Op::of(sum, x[u]);
        }
        return sum;
    }
};
TCR_DEVICE long long tcr_flat_trips(tcr_flat &team, long long, long long)
{
    return team.all;
}

/* The lanes of a row whose loop has been done. */
struct tcr_given : tcr_team<false, false> {
    enum { probes = 0, reads = 0, announces = 0 };
    unsigned long long word; /* what it has come to */

    template <int U, int R, bool writes, class Early, class Wide, class First, class Then,
              class Body, class Op, class T>
    TCR_DEVICE void loop(long long, const bool &, const Wide &, const First &, const Then &,
                         const Body &, tcr_fold<Op, T> fold) const
    {
        fold.value = (T)Op::of(fold.value, tcr_of_word<T>(word));
    }
};

/* A group of rows from `first` on, `size` lanes for each.  If it is not done, the rows do not
 * follow each other, or some are longer than `limit`. */
enum tcr_flatness { TCR_FLAT_DONE, TCR_FLAT_APART, TCR_FLAT_LONG };
template <class Body, class Args> struct tcr_flat_group {
    TCR_DEVICE static tcr_flatness run(const Args &A, unsigned size, long long first, long long end,
                                       long long limit)
    {
        tcr_flat T;
        T.size = size;
        const tcr_flatness how = place(A, T, first, end, limit);
        if (how != TCR_FLAT_DONE)
            return how;
        Body::run(A, first, T);
        tcr_converge();
        const long long it = first + tcr_lane() / size;
        if (it < end) {
            tcr_given W;
            W.rank = tcr_lane() & (size - 1);
            W.size = size;
            W.idle = false;
            W.word = T.word;
            Body::run(A, it, W);
        }
        tcr_converge();
        return TCR_FLAT_DONE;
    }
    /* Where this lane's row is among the iterations of the group. */
    TCR_DEVICE static tcr_flatness place(const Args &A, tcr_flat &T, long long first, long long end,
                                         long long limit)
    {
        const unsigned lane = tcr_lane();
        const long long it = first + lane / T.size;
        tcr_probe P = {0, 0};
        if (it < end)
            Body::probe(A, it, P);
        tcr_converge();
        const long long before = tcr_warp_from(P.first + P.trips, lane - T.size);
        if (tcr_lanes_any(P.trips > limit, T.lanes))
            return TCR_FLAT_LONG;
        if (tcr_lanes_any(it < end && lane >= T.size && before != P.first, T.lanes))
            return TCR_FLAT_APART;
        const long long start = tcr_warp_from(P.first, 0);
        T.from = it < end ? (int)(P.first - start) : 0;
        T.to = T.from + (int)P.trips;
        T.all = T.to;
        TCR_ROLL
        for (int mask = 1; mask < 32; mask *= 2) {
            const int other = tcr_lanes_xor(T.all, mask, T.lanes);
            T.all = other > T.all ? other : T.all;
        }
        return TCR_FLAT_DONE;
    }
};
