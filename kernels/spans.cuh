/* SPDX-License-Identifier: MIT */
/*
 * spans.cuh: rows that follow each other in memory, cut into spans of equal cost for the warps.
 *
 * The rows of a sparse matrix lie behind each other: the iterations of row i end where those of row
 * i + 1 begin.  Where an iteration of the shared loop depends on nothing but its own number, it is
 * the same in whichever row it is done.  So all rows are one sequence of iterations, with a mark at
 * the end of each row, and each span has as many of both: no warp is the last one because its rows
 * are long.  A warp goes through its span in tiles.  It leaves a tile's terms in shared memory,
 * then each lane adds up terms that lie side by side, and what goes on from lane to lane is handed
 * on by shuffles; so a row costs the same, however long the others of its tile are.  Where rows
 * have only a few iterations on average, a lane has several rows of a tile, and adds up each by
 * itself.
 *
 * A row that is cut by the ends of spans is put together from their parts, in an order that depends
 * on the rows alone, by the warp in whose span it begins.  That warp waits, when it has done its
 * own span, for these parts and for no others.
 *
 * Nothing is asked of the rows' places: where a span begins is found by a search whose answers rise
 * from span to span, whatever the places are.  So each row begins in one span, and the spans behind
 * it that begin in the same row have its rest.  Where rows do not follow each other, a tile is of
 * one row.
 *
 * Sources: the merge path of Merrill and Garland, "Merge-based parallel sparse matrix-vector
 * multiplication" (SC 2016); the segmented sums of Blelloch, Heroux and Zagha, "Segmented
 * operations for sparse matrix computation on vector multiprocessors" (CMU-CS-93-173).
 */
#pragma once
#include "team.cuh"

enum {
    TCR_SPAN_EACH = TCR_SPAN_TERMS / 32, /* terms of a tile that a lane adds up */
    TCR_SPAN_AT_ONCE = 16,               /* terms of a lane whose reads are in flight together, */
    TCR_SHORT_AT_ONCE = 8,               /* and where rows are short, or some may be missing */
    TCR_LONG_MOST = 1 << 30,             /* of one row at a time */
    TCR_SPAN_ROW = 4,                    /* what a row costs, in iterations */
    TCR_SPAN_EVEN = 32,                  /* iterations whose reads fill lines of the cache */
    TCR_SPAN_CUT = 256,                  /* so many iterations of rows are cut to be even */
    TCR_SPAN_PARTS = 8,                  /* of a row that a lane reads together */
    TCR_SHORT_ROWS = 4,                  /* of a lane in one tile, if rows are short: */
    TCR_SHORT_MEAN = 4,                  /* so long on average at most, */
    TCR_SHORT_MOST = 16,                 /* and each of the tile's; */
    TCR_SHORT_ROW = 1                    /* what such a row costs */
};

/* ---- a tile ---- */

/* A warp's room: terms, and a byte for each. */
struct tcr_span_room {
    unsigned long long terms[TCR_SPAN_TERMS + 32], marks[TCR_SPAN_TERMS / 8];
};
static_assert(sizeof(tcr_span_room) == TCR_SPAN_BYTES, "the launch has as much");
TCR_DEVICE tcr_span_room &tcr_this_room()
{
    return ((tcr_span_room *)tcr_shared_room())[tcr_thread() / 32];
}
/* A term's place, such that lanes with neighbouring terms each are in banks of their own. */
TCR_DEVICE unsigned long long &tcr_span_term(int k)
{
    return tcr_this_room().terms[(unsigned)k + (unsigned)k / TCR_SPAN_EACH];
}

/* What tiles have in common: lanes that leave the terms, and add them up.  Body returns behind the
 * loop. */
struct tcr_terms {
    enum { probes = 1, reads = 1, announces = 0, apart = 1 };
    static constexpr unsigned lanes = ~0u;

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
    TCR_DEVICE void clear_marks() const
    {
        TCR_UNROLL
        for (int j = 0; j < TCR_SPAN_EACH / 8; ++j)
            tcr_this_room().marks[TCR_SPAN_EACH / 8 * tcr_lane() + j] = 0;
        tcr_lanes_meet(lanes);
    }
    /* A row begins with this term. */
    TCR_DEVICE void mark(int from, int to) const
    {
        if (from >= 0 && from < to)
            ((unsigned char *)tcr_this_room().marks)[from] = 1;
    }
    /* Of the n iterations from `skip` on. */
    template <int U, class Op, class Early, class First, class Then, class Body, class T>
    TCR_DEVICE void leave(long long skip, int n, const First &first, const Then &then,
                          const Body &body, T &value) const
    {
        int t = (int)tcr_lane();
        TCR_ROLL
        for (; t - (int)tcr_lane() + 32 * U <= n; t += 32 * U)
            leave_some<U, false, Op, Early>(skip, t, n, first, then, body, value);
        TCR_ROLL
        for (; t - (int)tcr_lane() < n; t += 32 * TCR_SHORT_AT_ONCE)
            leave_some<TCR_SHORT_AT_ONCE, true, Op, Early>(skip, t, n, first, then, body, value);
        tcr_lanes_meet(lanes);
    }
    /* Of iterations t, t + 32, ...; `ends`: with the last one in the place of those that are not
     * there: it is done again, and leaves the same.  So no read depends on a question.  The lanes
     * meet between the two waves of reads: else the compiler makes those of the first one that the
     * second does not need one after the other, each in the register of the one before. */
    template <int U, bool ends, class Op, class Early, class First, class Then, class Body, class T>
    TCR_DEVICE void leave_some(long long skip, int t, int end, const First &first, const Then &then,
                               const Body &body, T &value) const
    {
        const long long k = skip + t, last = skip + end - 1;
        Early e[U];
        TCR_UNROLL
        for (int u = 0; u < U; ++u)
            first(!ends || k + 32 * u < last ? k + 32 * u : last, e[u]);
        tcr_lanes_meet(lanes);
        TCR_UNROLL
        for (int u = 0; u < U; ++u)
            then(!ends || k + 32 * u < last ? k + 32 * u : last, e[u]);
        TCR_UNROLL
        for (int u = 0; u < U; ++u) {
            value = Op::template identity<T>();
            body(!ends || k + 32 * u < last ? k + 32 * u : last, e[u]);
            if (ends)
                tcr_span_term(t + 32 * u < end ? t + 32 * u : end - 1) = tcr_to_word(value);
            else
                (&tcr_span_term(t))[u * (32 + 32 / TCR_SPAN_EACH)] = tcr_to_word(value);
        }
    }
    /* Each lane adds up its neighbours, up to each of them, from where a row begins; then what the
     * lanes before have of the row that goes on behind its last one, which is returned.  (Behind
     * the tile's last term there is anything, and nobody looks what it comes to.) */
    template <class Op, class T> TCR_DEVICE T add_up() const
    {
        const int lane = (int)tcr_lane();
        unsigned long long *const x = tcr_this_room().terms + (TCR_SPAN_EACH + 1) * lane;
        unsigned long long mark[TCR_SPAN_EACH / 8];
        bool any = false;
        TCR_UNROLL
        for (int j = 0; j < TCR_SPAN_EACH / 8; ++j) {
            mark[j] = tcr_this_room().marks[TCR_SPAN_EACH / 8 * lane + j];
            any |= mark[j] != 0;
        }
        T sum = tcr_of_word<T>(x[0]);
        TCR_UNROLL
        for (int j = 1; j < TCR_SPAN_EACH; ++j) {
            const T next = tcr_of_word<T>(x[j]);
            sum = mark[j / 8] >> 8 * (j % 8) & 1 ? next : (T)Op::of(sum, next);
            x[j] = tcr_to_word(sum);
        }
        const unsigned heads = tcr_warp_ballot(any) & (0xffffffffu >> (31 - lane));
        const int head = heads ? 31 - tcr_clz(heads) : 0;
        TCR_UNROLL
        for (int by = 1; by < 32; by *= 2) {
            const T other = tcr_warp_from(sum, (unsigned)(lane - by) & 31);
            if (lane >= head + by)
                sum = (T)Op::of(other, sum);
        }
        tcr_lanes_meet(lanes);
        return sum;
    }
    /* A row is what its last term comes to, with what the lanes before have of it. */
    template <class Op, class T> TCR_DEVICE T of_row(T sum, int from, int to) const
    {
        const int last = to - 1, at = last < 0 ? 0 : last / TCR_SPAN_EACH;
        const T carry = tcr_warp_from(sum, (unsigned)(at - 1) & 31);
        if (last < 0 || from > last)
            return Op::template identity<T>();
        const T own = tcr_of_word<T>(tcr_span_term(last));
        return at > 0 && from < at * TCR_SPAN_EACH ? (T)Op::of(carry, own) : own;
    }
};

/* A warp as it does a tile. */
struct tcr_span_tile : tcr_terms {
    long long skip;          /* iterations of the first row that are done */
    int here;                /* those of the tile, of its rows one after the other */
    int from, to;            /* of them, those of this lane's row; -1: it begins before them */
    unsigned long long word; /* what that comes to */

    template <int U, int R, bool writes, class Early, class Wide, class First, class Then,
              class Body, class Op, class T>
    TCR_DEVICE void loop(long long, const bool &gone, const Wide &, const First &first,
                         const Then &then, const Body &body, tcr_fold<Op, T> fold)
    {
        clear_marks();
        mark(from, to);
        leave<TCR_SPAN_AT_ONCE, Op, Early>(skip, gone ? 0 : here, first, then, body, fold.value);
        word = tcr_to_word(of_row<Op>(add_up<Op, T>(), from, to));
        tcr_lanes_meet(lanes);
    }
};
TCR_DEVICE long long tcr_flat_trips(tcr_span_tile &team, long long, long long)
{
    return team.skip + team.here;
}

/* Whole tiles of one row: each lane adds up its terms as it comes to them, and none is left. */
struct tcr_long_tile : tcr_terms {
    long long skip;          /* iterations of the row that are done */
    int here;                /* those of the tiles */
    unsigned long long word; /* what these come to */

    template <int U, int R, bool writes, class Early, class Wide, class First, class Then,
              class Body, class Op, class T>
    TCR_DEVICE void loop(long long, const bool &gone, const Wide &, const First &first,
                         const Then &then, const Body &body, tcr_fold<Op, T> fold)
    {
        const int end = gone ? 0 : here; /* to all lanes alike */
        fold.value = Op::template identity<T>();
        TCR_ROLL
        for (int t = 0; t < end; t += TCR_SPAN_TERMS)
            add<Early>(skip + t + tcr_lane(), first, then, body);
        tcr_converge();
        T x = fold.value;
        TCR_UNROLL
        for (int mask = 1; mask < 32; mask *= 2)
            x = (T)Op::of(x, tcr_team_xor(x, mask, lanes));
        word = tcr_to_word(x);
    }
    /* A lane's iterations of one tile. */
    template <class Early, class First, class Then, class Body>
    TCR_DEVICE void add(long long k, const First &first, const Then &then, const Body &body) const
    {
        Early e[TCR_SPAN_EACH];
        TCR_UNROLL
        for (int u = 0; u < TCR_SPAN_EACH; ++u)
            first(k + 32 * u, e[u]);
        tcr_lanes_meet(lanes);
        TCR_UNROLL
        for (int u = 0; u < TCR_SPAN_EACH; ++u)
            then(k + 32 * u, e[u]);
        TCR_UNROLL
        for (int u = 0; u < TCR_SPAN_EACH; ++u)
            body(k + 32 * u, e[u]);
    }
};
TCR_DEVICE long long tcr_flat_trips(tcr_long_tile &team, long long, long long)
{
    return team.skip + team.here;
}

/* The same of short rows, of which each lane adds up some, one term after the other. */
struct tcr_short_tile : tcr_terms {
    int here;                                     /* iterations of the tile */
    bool are_long;                                /* some of the rows */
    int from[TCR_SHORT_ROWS], to[TCR_SHORT_ROWS]; /* of them, those of this lane's rows */
    unsigned long long word[TCR_SHORT_ROWS];      /* what these come to */

    template <int U, int R, bool writes, class Early, class Wide, class First, class Then,
              class Body, class Op, class T>
    TCR_DEVICE void loop(long long, const bool &gone, const Wide &, const First &first,
                         const Then &then, const Body &body, tcr_fold<Op, T> fold)
    {
        const int n = gone ? 0 : here;
        if (are_long) {
            clear_marks();
            TCR_UNROLL
            for (int i = 0; i < TCR_SHORT_ROWS; ++i)
                mark(from[i], to[i]);
        }
        leave<TCR_SHORT_AT_ONCE, Op, Early>(0, n, first, then, body, fold.value);
        if (are_long) {
            const T sum = add_up<Op, T>();
            TCR_UNROLL
            for (int i = 0; i < TCR_SHORT_ROWS; ++i)
                word[i] = tcr_to_word(of_row<Op>(sum, from[i], to[i]));
        } else {
            one_by_one<Op, T>(n > 0);
        }
        tcr_lanes_meet(lanes);
    }
    template <class Op, class T> TCR_DEVICE void one_by_one(bool any)
    {
        T sum[TCR_SHORT_ROWS];
        TCR_UNROLL
        for (int i = 0; i < TCR_SHORT_ROWS; ++i)
            sum[i] = Op::template identity<T>();
        TCR_ROLL
        for (int k = 0; any; ++k) {
            any = false;
            TCR_UNROLL
            for (int i = 0; i < TCR_SHORT_ROWS; ++i)
                if (from[i] + k < to[i]) {
                    sum[i] = (T)Op::of(sum[i], tcr_of_word<T>(tcr_span_term(from[i] + k)));
                    any = true;
                }
        }
        TCR_UNROLL
        for (int i = 0; i < TCR_SHORT_ROWS; ++i)
            word[i] = tcr_to_word(sum[i]);
    }
};
TCR_DEVICE long long tcr_flat_trips(tcr_short_tile &team, long long, long long)
{
    return team.here;
}

/* The thread of a row whose loop has been done. */
struct tcr_given : tcr_alone {
    enum { probes = 0, reads = 0, announces = 0, apart = 1 };
    unsigned long long word; /* what it has come to */

    template <int U, int R, bool writes, class Early, class Wide, class First, class Then,
              class Body, class Op, class T>
    TCR_DEVICE void loop(long long, const bool &, const Wide &, const First &, const Then &,
                         const Body &, tcr_fold<Op, T> fold) const
    {
        fold.value = (T)Op::of(fold.value, tcr_of_word<T>(word));
    }
};

/* Learns what two words of the body's loop come to, or none. */
struct tcr_word_sum {
    enum { probes = 1, reads = 0, announces = 0, apart = 1 };
    unsigned long long a, b;
    bool none;
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
    TCR_DEVICE void loop(long long, const bool &, const Wide &, const First &, const Then &,
                         const Body &, tcr_fold<Op, T>)
    {
        a = tcr_to_word(none ? Op::template identity<T>()
                             : (T)Op::of(tcr_of_word<T>(a), tcr_of_word<T>(b)));
    }
};

/* ---- spans ---- */

/* Of what a span leaves for others, its part of the row that begins before it: is it there?  Does
 * the next span have a part, too? */
enum : unsigned char { TCR_PART_AWAITED, TCR_PART_LAST, TCR_PART_GOES_ON };

/* Where a warp is in its span; in shared memory, as registers are for the body. */
struct tcr_span_place {
    long long row, skip;     /* and so many of its iterations that are done */
    long long end, limit;    /* the last row, if it is cut, and where; else the one behind, and 0 */
    unsigned long long word; /* what the row comes to so far, if `has_word` */
    bool goes_on, has_word;  /* the row began in a span before */
    bool begins;             /* the last row begins in this one, and is cut */
};
TCR_DEVICE volatile tcr_span_place &tcr_this_span()
{
    TCR_SHARED tcr_span_place places[TCR_FLAT_THREADS / 32];
    return places[tcr_thread() / 32];
}

/* Rows `first` to `first` + n - 1, in a span for each warp.  `short_rows`: they are so on average;
 * a type of its own, as the registers are for one of the two ways. */
template <bool short_rows, class Body, class Args> struct tcr_spans {
    enum { row_cost = short_rows ? TCR_SHORT_ROW : TCR_SPAN_ROW };
    const Args &A;
    long long first, n;
    unsigned long long *parts; /* device: for each span what its part comes to, */
    unsigned char *states;     /* and its state, TCR_PART_AWAITED before a launch and after */
    unsigned spans;
    long long base, size; /* where row `first` begins; what a span costs, */
    long long all;        /* and all of them */

    TCR_DEVICE tcr_probe row(long long r) const
    {
        tcr_probe P = {0, 0};
        Body::probe(A, first + r, P);
        return P;
    }
    /* What the rows before this one cost, if they all follow each other. */
    TCR_DEVICE long long before(const tcr_probe &P, long long r) const
    {
        return P.first - base + row_cost * r;
    }
    TCR_DEVICE bool are_short() const
    {
        return all <= (row_cost + TCR_SHORT_MEAN) * n;
    }
    /* False: they do not. */
    TCR_DEVICE bool know()
    {
        const tcr_probe end = row(n - 1);
        base = row(0).first;
        all = before(end, n) + end.trips;
        size = (all + spans - 1) / spans;
        return all >= row_cost * n;
    }
    /* Where spans s and s + 1 begin, by half a warp each: of 16 rows, the first one that is beyond
     * ends the stretch in which the next 16 are.  In `skip`, iterations of the row that come
     * before. */
    TCR_DEVICE long long begin_of(unsigned s, long long &skip) const
    {
        const unsigned lane = tcr_lane() & 15, half = tcr_lane() & 16;
        const long long place = (s + half / 16) * size;
        long long lo = 0, hi = n;
        TCR_ROLL
        for (long long wide = n; wide > 1;) {
            wide = (wide + 15) / 16;
            const long long r = lo + wide * (lane + 1);
            const bool beyond = r >= hi || before(row(r), r) > place;
            tcr_converge();
            const unsigned found = tcr_warp_ballot(beyond) >> half & 0xffff;
            lo += wide * (tcr_ffs((int)found) - 1);
            hi = lo + wide < hi ? lo + wide : hi;
        }
        const tcr_probe P = row(lo);
        skip = place - before(P, lo);
        if (skip >= P.trips || place >= all || place <= 0) {
            skip = 0;
            return place >= all ? n : place <= 0 ? 0 : lo + 1;
        }
        const long long odd = uneven(P.first + skip);
        skip = skip > odd ? skip - odd : 0;
        return lo;
    }
    TCR_DEVICE void find(unsigned s) const
    {
        volatile tcr_span_place &P = tcr_this_span();
        long long skip;
        const long long begin = begin_of(s, skip);
        const long long end = tcr_warp_from(begin, 16), limit = tcr_warp_from(skip, 16);
        if (tcr_lane() == 0) {
            P.row = begin;
            P.skip = skip;
            P.end = end;
            P.limit = limit;
            P.goes_on = skip > 0;
            P.has_word = false;
            P.begins = limit > 0 && !(skip > 0 && begin == end);
        }
        tcr_lanes_meet(~0u);
    }
    TCR_DEVICE unsigned long long sum(unsigned long long a, unsigned long long b) const
    {
        tcr_word_sum S = {a, b, false};
        Body::run(A, first, S);
        return S.a;
    }
    TCR_DEVICE unsigned long long nothing() const
    {
        tcr_word_sum S = {0, 0, true};
        Body::run(A, first, S);
        return S.a;
    }
    TCR_DEVICE void leave(unsigned s, unsigned long long word, unsigned char state) const
    {
        parts[s] = word;
        tcr_fence();
        *(volatile unsigned char *)&states[s] = state;
    }
    TCR_DEVICE void finish(long long r, unsigned long long word) const
    {
        tcr_given W;
        W.word = word;
        Body::run(A, first + r, W);
    }
    TCR_DEVICE void do_span(unsigned s) const
    {
        volatile tcr_span_place &P = tcr_this_span();
        find(s);
        TCR_ROLL
        while (P.row < P.end || P.skip < P.limit) {
            if constexpr (short_rows) {
                if (short_tile(P))
                    continue;
            }
            tile(P, s);
        }
        if (tcr_lane() == 0 && P.goes_on) /* perhaps the span has no iteration */
            leave(s, P.has_word ? P.word : nothing(),
                  P.limit > 0 ? TCR_PART_GOES_ON : TCR_PART_LAST);
    }
    /* Some of the next rows, whole ones; false: they are not so short. */
    TCR_DEVICE bool short_tile(volatile tcr_span_place &P) const
    {
        const unsigned lane = tcr_lane();
        const long long r = P.row, end = P.end;
        if (P.skip > 0 || r >= end)
            return false;
        tcr_short_tile T;
        T.here = 0;
        T.are_long = false;
        long long start = 0, last = 0;
        tcr_probe R[TCR_SHORT_ROWS];
        TCR_UNROLL
        for (int i = 0; i < TCR_SHORT_ROWS; ++i) {
            const long long it = r + 32 * i + lane;
            R[i] = row(it < end ? it : end - 1);
        }
        tcr_converge();
        unsigned ready = 0;
        TCR_UNROLL
        for (int i = 0; i < TCR_SHORT_ROWS; ++i) {
            const long long before = tcr_warp_from(R[i].first + R[i].trips, (lane - 1) & 31);
            if (i == 0)
                start = tcr_warp_from(R[0].first, 0);
            const long long from = R[i].first - start, to = from + R[i].trips;
            const bool is = r + 32 * i + lane < end &&
                            R[i].first == (lane > 0 ? before
                                           : i > 0  ? last
                                                    : start) &&
                            to <= TCR_SPAN_TERMS;
            const unsigned open = ~tcr_warp_ballot(is && ready == 32u * i);
            const unsigned now = open ? (unsigned)tcr_ffs((int)open) - 1 : 32;
            T.from[i] = lane < now ? (int)from : 0;
            T.to[i] = lane < now ? (int)to : 0;
            const int here = (int)tcr_warp_from(to, (now - 1) & 31);
            T.here = now > 0 ? here : T.here;
            T.are_long = T.are_long || tcr_warp_ballot(T.to[i] - T.from[i] > TCR_SHORT_MOST);
            last = tcr_warp_from(R[i].first + R[i].trips, 31);
            ready += now;
        }
        if (ready < 32 && r + ready < end)
            return false;
        Body::run(A, first + r, T);
        tcr_converge();
        TCR_UNROLL
        for (int i = 0; i < TCR_SHORT_ROWS; ++i)
            if (32 * i + lane < ready)
                finish(r + 32 * i + lane, T.word[i]);
        tcr_lanes_meet(~0u);
        if (lane == 0) {
            P.row = r + ready;
            P.has_word = false;
        }
        tcr_lanes_meet(~0u);
        return true;
    }
    /* So many iterations in front of number k there is a multiple of TCR_SPAN_EVEN.  A warp that
     * reads from there on needs no line of the cache twice: the cache's looks are what the time
     * goes by where most iterations lead elsewhere. */
    TCR_DEVICE static int uneven(long long k)
    {
        return (int)(k & (TCR_SPAN_EVEN - 1));
    }
    /* So many iterations of row r, the next one, which fill tiles. */
    TCR_DEVICE void whole_tiles(volatile tcr_span_place &P, long long r, int here) const
    {
        tcr_long_tile T;
        T.skip = P.skip;
        T.here = here;
        Body::run(A, first + r, T);
        tcr_converge();
        if (tcr_lane() == 0) {
            P.word = P.has_word ? sum(P.word, T.word) : T.word;
            P.skip = T.skip + T.here;
            P.has_word = true;
        }
        tcr_lanes_meet(~0u);
    }
    /* Of so many iterations of whole rows, those of a tile that begins so far behind an even place.
     * The next one begins at such a place. */
    TCR_DEVICE static int of_tile(long long whole, int odd, bool more)
    {
        if (whole > TCR_SPAN_TERMS - odd)
            return TCR_SPAN_TERMS - odd;
        return (int)whole - (more && whole >= TCR_SPAN_CUT ? uneven(odd + whole) : 0);
    }
    /* As many of the next rows as follow each other, and as their iterations are in a tile. */
    TCR_DEVICE void tile(volatile tcr_span_place &P, unsigned s) const
    {
        const unsigned lane = tcr_lane();
        const long long r = P.row, it = r + lane;
        const bool is_cut = P.limit > 0 && it == P.end, is = it < P.end || is_cut;
        tcr_probe R = {0, 0};
        if (is)
            R = row(it);
        tcr_converge();
        const long long last = tcr_warp_from(R.first + R.trips, (lane - 1) & 31);
        const unsigned apart = ~tcr_warp_ballot(is && (lane == 0 || last == R.first));
        const unsigned rows = apart ? (unsigned)tcr_ffs((int)apart) - 1 : 32;
        const long long start = tcr_warp_from(R.first, 0) + P.skip;
        const int odd = uneven(start);
        long long from = R.first - start;
        long long to = from + (is_cut ? P.limit : R.trips);
        if constexpr (!short_rows) {
            const long long left = tcr_warp_from(to, 0);
            const int here = (int)(left < TCR_LONG_MOST ? left : TCR_LONG_MOST) & -TCR_SPAN_TERMS;
            if (odd == 0 && here > 0) {
                whole_tiles(P, r, here);
                from -= here;
                to -= here;
            }
        }
        tcr_span_tile T;
        T.here = of_tile(tcr_warp_from(to, rows - 1), odd, rows == 32);
        T.skip = P.skip;
        const bool mine = lane < rows && from <= T.here;
        T.from = mine ? from < 0 ? -1 : (int)from : T.here;
        T.to = mine && to < T.here ? (int)to : T.here;
        T.word = 0;
        const bool done = mine && to <= T.here && !is_cut;
        const unsigned open = ~tcr_warp_ballot(done);
        const unsigned ready = open ? (unsigned)tcr_ffs((int)open) - 1 : 32;
        Body::run(A, first + r, T);
        tcr_converge();
        if (lane == 0 && P.has_word)
            T.word = sum(P.word, T.word);
        if (lane == 0 && done && P.goes_on)
            leave(s, T.word, TCR_PART_LAST);
        else if (done)
            finish(it, T.word);
        tcr_lanes_meet(~0u);
        if (lane == (ready & 31)) { /* the row that goes on, if there is one */
            P.row = r + ready;
            P.skip = ready == rows ? 0 : T.from < 0 ? T.skip + T.here : T.here - T.from;
            P.has_word = ready < rows;
            P.word = T.word;
            P.goes_on = P.goes_on && ready == 0;
        }
        tcr_lanes_meet(~0u);
    }
    /* The row that begins in span s and is cut: most are so once, and some are all spans'. */
    TCR_DEVICE void put_together(unsigned s) const
    {
        volatile tcr_span_place &P = tcr_this_span();
        if (!P.begins)
            return;
        const long long r = P.end;
        unsigned long long word = tcr_lane() == 0 && P.has_word ? P.word : nothing();
        unsigned k = s + 1;
        bool more = add_parts<1>(k, word);
        TCR_ROLL
        for (k += 32; more && k < spans; k += 32 * TCR_SPAN_PARTS)
            more = add_parts<TCR_SPAN_PARTS>(k, word);
        TCR_ROLL
        for (int mask = 1; mask < 32; mask *= 2)
            word = sum(word, tcr_lanes_xor(word, mask, ~0u));
        if (tcr_lane() == 0)
            finish(r, word);
        tcr_converge();
    }
    /* Of 32 spans, how many, from the first on, are parts of one row; `waits`: nobody knows yet. */
    TCR_DEVICE static unsigned known(unsigned char state, bool &waits, bool &ends)
    {
        const unsigned open = ~tcr_warp_ballot(state != TCR_PART_AWAITED);
        const unsigned last = tcr_warp_ballot(state == TCR_PART_LAST);
        const unsigned ready = open ? (unsigned)tcr_ffs((int)open) - 1 : 32;
        const unsigned n = last ? (unsigned)tcr_ffs((int)last) : 33;
        ends = n <= ready;
        waits = !ends && ready < 32;
        return ends ? n : ready;
    }
    /* The parts that 32 * U spans from k on have of the row, when they are there; true: all have
     * one. */
    template <int U> TCR_DEVICE bool add_parts(unsigned k, unsigned long long &word) const
    {
        const unsigned lane = tcr_lane();
        unsigned n[U];
        bool waits, ends;
        do {
            unsigned char state[U];
            TCR_UNROLL
            for (int u = 0; u < U; ++u)
                state[u] = k + 32 * u + lane < spans
                               ? *(const volatile unsigned char *)&states[k + 32 * u + lane]
                               : TCR_PART_LAST;
            tcr_converge();
            waits = ends = false;
            TCR_UNROLL
            for (int u = 0; u < U; ++u)
                n[u] = waits || ends ? 0 : known(state[u], waits, ends);
        } while (waits);
        tcr_fence();
        unsigned long long part[U];
        TCR_UNROLL
        for (int u = 0; u < U; ++u)
            part[u] = lane < n[u] ? tcr_atomic_look(&parts[k + 32 * u + lane]) : 0;
        TCR_UNROLL
        for (int u = 0; u < U; ++u)
            if (lane < n[u]) {
                word = sum(word, part[u]);
                states[k + 32 * u + lane] = TCR_PART_AWAITED;
            }
        tcr_converge();
        return !ends;
    }
};
