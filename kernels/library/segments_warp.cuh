/* SPDX-License-Identifier: MIT */
/*
 * segments_warp.cuh: the reduction of segments (segments.cuh) by a warp.
 *
 * A warp reduces the segments that its piece of the path has as a whole, several at a time, each by
 * a team of lanes that is as large as the mean segment needs; long ones by all lanes together. What
 * it has of the segments at the piece's ends it leaves to the block.
 *
 * Elements are read 16 bytes at a time at multiples of 16 (granules); what does not belong to the
 * segment is left out afterwards.
 */
#pragma once
#include "combine.cuh"
#include "segments_ops.cuh"
#include "stream.cuh"

enum : unsigned {
    TCR_SEGMENTS_AT_ONCE = 4,      /* segments of a team, or granules of a lane, in flight */
    TCR_SEGMENTS_LONG = 64,        /* granules of a lane: more are for the whole warp */
    TCR_SEGMENTS_CHUNK = 1u << 20, /* elements of a warp between two widenings */
    TCR_SEGMENTS_ROWS_A_WARP = 16, /* at least, for rows to be left whole */
    TCR_ALL_LANES = 0xffffffffu
};

/* Some elements: granules from number `first` on, the first of which has `skip` elements before
 * them. */
struct tcr_span {
    long long first;
    unsigned skip, length;
};

/* Where the path is cut: before this element of x, of this segment. */
struct tcr_cut {
    long long segment, at;
};

/* What a warp or block has of a segment that it does not have as a whole. */
template <class Op> struct tcr_end_piece {
    long long segment; /* -1: there is none */
    typename Op::wide part;
    bool closed; /* the segment's end is there */
};

/* ---- elements ---- */

template <class Op> struct tcr_segments {
    typedef typename Op::element T;
    typedef typename Op::narrow narrow;
    typedef typename Op::wide wide;
    typedef typename Op::args args;
    typedef tcr_end_piece<Op> piece;
    enum : unsigned { per_granule = 16 / sizeof(T), at_once = TCR_SEGMENTS_AT_ONCE };

    const args &A;
    const char *granules;        /* the first one of x */
    long long whole_from, whole; /* those that lie in x as a whole: from, up to */
    unsigned skew;               /* elements of the first one that are not x's */
    unsigned team;               /* lanes; a power of two */
    bool bad;                    /* has this lane seen offsets that cannot be? */

    TCR_DEVICE explicit tcr_segments(const args &a) : A(a), bad(false)
    {
        const char *const x = tcr_bytes_at(a.x);
        const unsigned bytes = (unsigned)((unsigned long long)x % 16);
        granules = x - bytes;
        skew = bytes / sizeof(T);
        whole_from = skew != 0;
        whole = (a.extent + skew) / per_granule;
        team = size(rows() ? a.length : a.extent / (a.n < 1 ? 1 : a.n));
    }
    TCR_DEVICE static long long least(long long a, long long b)
    {
        return a < b ? a : b;
    }
    TCR_DEVICE bool rows() const
    {
        if constexpr (Op::multiplies)
            return true;
        else
            return A.flags & TCR_SEGMENTS_ROWS;
    }
    /* Lanes for segments of so many elements. */
    TCR_DEVICE unsigned size(long long mean) const
    {
        const bool aligned = rows() && skew == 0 && A.ld % per_granule == 0;
        const long long n = mean / per_granule + (!aligned || mean % per_granule != 0);
        unsigned lanes = 1;
        while (lanes < 32 && lanes < n)
            lanes *= 2;
        return lanes;
    }
    TCR_DEVICE long long offset(long long k) const
    {
        if constexpr (Op::multiplies)
            return k * A.ld;
        else if (A.flags & TCR_SEGMENTS_WIDE)
            return tcr_cast<const long long>(A.offsets)[k];
        else
            return A.offsets[k];
    }
    /* Segment s of x; false, and nothing, if the offsets say what cannot be. */
    TCR_DEVICE bool bounds(long long s, long long &from, long long &to)
    {
        if (rows()) {
            from = s * A.ld;
            to = from + A.length;
            return true;
        }
        from = offset(s);
        to = offset(s + 1);
        if (from < 0 || from > to || to > A.extent) {
            bad = true;
            from = to = 0;
            return false;
        }
        return true;
    }
    TCR_DEVICE tcr_span span(long long from, long long to) const
    {
        const unsigned long long at = (unsigned long long)from + skew;
        tcr_span s;
        s.first = (long long)(at / per_granule);
        s.skip = (unsigned)(at % per_granule);
        s.length = (unsigned)(to - from);
        return s;
    }
    TCR_DEVICE static unsigned count(const tcr_span &s)
    {
        return s.length ? (s.skip + s.length + per_granule - 1) / per_granule : 0;
    }
    /* A granule that is not x's as a whole: element `first` of x and those after it, one by one. */
    TCR_APART tcr_vector load_part(const tcr_ptr<const T> x, long long first, long long extent)
    {
        union {
            tcr_vector v;
            unsigned char of[16];
        } bits;
        TCR_UNROLL
        for (int i = 0; i < 4; ++i)
            bits.v.w[i] = 0;
        TCR_UNROLL
        for (unsigned u = 0; u < per_granule; ++u) {
            union {
                T x;
                unsigned char of[sizeof(T)];
            } e;
            if (first + u < 0 || first + u >= extent)
                continue;
            e.x = x[first + u];
            TCR_UNROLL
            for (unsigned i = 0; i < sizeof(T); ++i)
                bits.of[u * sizeof(T) + i] = e.of[i];
        }
        return bits.v;
    }
    template <bool inside> TCR_DEVICE void load(tcr_vector &v, long long granule) const
    {
        if (inside || (granule >= whole_from && granule < whole))
            tcr_load_partly(v, granules + granule * 16);
        else
            v = load_part(A.x, granule * per_granule - skew, A.extent);
    }
    /* A granule that is the segment's as a whole, from its element `at` on. */
    TCR_DEVICE static void take_whole(narrow &p, const tcr_vector &v, unsigned at)
    {
        TCR_UNROLL
        for (unsigned u = 0; u < per_granule; ++u)
            Op::take(p, tcr_vector_element<T>(&v, (int)u), at + u);
    }
    /* Of granule k of a span that begins at element `place` of its segment. */
    TCR_DEVICE void take(narrow &p, const tcr_vector &v, const tcr_span &s, unsigned k,
                         long long place) const
    {
        const int at = (int)(k * per_granule - s.skip);
        if constexpr (Op::multiplies) {
            Op::take(p, A, v, place, at, s.length);
        } else if (at >= 0 && at + per_granule <= s.length) {
            take_whole(p, v, (unsigned)at);
        } else {
            TCR_UNROLL
            for (int u = 0; u < (int)per_granule; ++u)
                if ((unsigned)(at + u) < s.length)
                    Op::take(p, tcr_vector_element<T>(&v, u), (unsigned)(at + u));
        }
    }
    /* Granules k, k + step, and so on.  Inside: all are x's as a whole. */
    template <bool inside>
    TCR_DEVICE void take_all(narrow &p, const tcr_span &s, unsigned k, unsigned step,
                             long long place) const
    {
        const unsigned n = count(s);
        tcr_vector v[at_once];
        TCR_ROLL
        for (; k < n; k += at_once * step) {
            TCR_UNROLL
            for (unsigned u = 0; u < at_once; ++u)
                if (k + u * step < n)
                    load<inside>(v[u], s.first + k + u * step);
            TCR_UNROLL
            for (unsigned u = 0; u < at_once; ++u)
                if (k + u * step < n)
                    take(p, v[u], s, k + u * step, place);
        }
    }

    /* ---- segments ---- */

    TCR_DEVICE static void combine(wide &p)
    {
        tcr_converge();
        TCR_STEPS
        for (int mask = 1; mask < 32; mask *= 2)
            p = Op::join(p, Op::from_lane(p, mask));
    }
    /* Elements from, up to, by all lanes of the warp; places are counted from `zero`. */
    TCR_DEVICE wide by_warp(long long from, long long to, long long zero) const
    {
        wide all = Op::template none<wide>();
        TCR_ROLL
        for (; from < to; from += TCR_SEGMENTS_CHUNK) {
            const tcr_span s = span(from, least(to, from + TCR_SEGMENTS_CHUNK));
            narrow p = Op::template none<narrow>();
            if (s.first >= whole_from && s.first + count(s) <= whole)
                take_all<true>(p, s, tcr_lane(), 32, from - zero);
            else
                take_all<false>(p, s, tcr_lane(), 32, from - zero);
            all = Op::join(all, Op::widen(p, from - zero));
        }
        combine(all);
        return all;
    }
    TCR_DEVICE void store(long long s, const wide &p, bool empty) const
    {
        if constexpr (Op::multiplies)
            Op::store(A, s, p.value);
        else
            TCR_STORE(A.result[s]) = Op::bits(p, empty);
    }
    /* Is it for the whole warp: what is long, and what is next to an end of x? */
    TCR_DEVICE bool is_apart(long long from, long long to) const
    {
        return to - from > (long long)(team * TCR_SEGMENTS_LONG * per_granule) ||
               (to > from &&
                (from < whole_from * per_granule - skew || to > whole * per_granule - skew));
    }
    /* at_once segments for each team, from `base` up to `end` at most. */
    TCR_DEVICE void several(long long base, long long end, bool &any)
    {
        const unsigned teams = 32 / team, rank = tcr_lane() & (team - 1);
        const long long mine = base + tcr_lane() / team;
        tcr_span s[at_once];
        tcr_vector v[at_once];
        narrow p[at_once];
        unsigned apart = 0; /* a bit each */
        bool more = false;
        TCR_UNROLL
        for (unsigned r = 0; r < at_once; ++r) {
            long long from = 0, to = 0;
            if (mine + r * teams < end)
                bounds(mine + r * teams, from, to);
            if (is_apart(from, to)) {
                apart |= 1u << r;
                to = from;
            }
            s[r] = span(from, to);
            more |= count(s[r]) > team;
        }
        TCR_UNROLL
        for (unsigned r = 0; r < at_once; ++r)
            if (rank < count(s[r]))
                load<true>(v[r], s[r].first + rank);
        TCR_UNROLL
        for (unsigned r = 0; r < at_once; ++r) {
            p[r] = Op::template none<narrow>();
            if (rank < count(s[r]))
                take(p[r], v[r], s[r], rank, 0);
        }
        TCR_ROLL
        for (unsigned q = 0; q < at_once && more; ++q) {
            tcr_span rest = s[0];
            narrow sum = Op::template none<narrow>();
            TCR_UNROLL
            for (unsigned r = 1; r < at_once; ++r)
                rest = q == r ? s[r] : rest;
            take_all<true>(sum, rest, rank + team, team, 0);
            TCR_UNROLL
            for (unsigned r = 0; r < at_once; ++r)
                p[r] = q == r ? Op::join(p[r], sum) : p[r];
        }
        any |= apart != 0;
        tcr_converge();
        TCR_ROLL
        for (unsigned mask = 1; mask < team; mask *= 2) {
            TCR_UNROLL
            for (unsigned r = 0; r < at_once; ++r)
                p[r] = Op::join(p[r], Op::from_lane(p[r], (int)mask));
        }
        TCR_UNROLL
        for (unsigned r = 0; r < at_once; ++r) {
            if (rank == 0 && mine + r * teams < end && !(apart >> r & 1))
                store(mine + r * teams, Op::widen(p[r], 0), s[r].length == 0);
        }
    }
    /* The first from s on that is apart, or `end`.  By all lanes. */
    TCR_DEVICE long long next_apart(long long s, long long end)
    {
        TCR_ROLL
        for (; s < end; s += 32) {
            long long from = 0, to = 0;
            if (s + tcr_lane() < end)
                bounds(s + tcr_lane(), from, to);
            int first = is_apart(from, to) ? (int)tcr_lane() : 32;
            TCR_ROLL
            for (int mask = 1; mask < 32; mask *= 2) {
                const int other = tcr_shfl_xor(first, mask);
                first = other < first ? other : first;
            }
            if (first < 32)
                return s + first;
        }
        return end;
    }
    /* One warp's piece of the path.  What it has in part goes to ends[0] and ends[1], where there
     * is no segment yet. */
    TCR_DEVICE void run(const tcr_cut &from, const tcr_cut &to, piece *ends)
    {
        long long s = from.segment, first = 0, last = 0;
        const bool head = s < A.n && bounds(s, first, last) && from.at > first;
        bool any = false;
        long long left = from.segment; /* what is before is done, but for the head */
        s += head;
        if constexpr (Op::multiplies) {
            if (Op::by_rows(A)) {
                TCR_ROLL
                for (; s + Op::rows <= to.segment; s += Op::rows)
                    Op::take_rows(A, s);
                left = s;
            }
        }
        TCR_ROLL
        for (; s < to.segment; s += at_once * (32 / team))
            several(s, to.segment, any);
        any = tcr_lanes_any(any, TCR_ALL_LANES);
        s = head ? from.segment : any ? next_apart(left, to.segment) : to.segment;
        TCR_ROLL
        while (s < A.n && s <= to.segment) {
            one(s, from, to, ends);
            s = s == to.segment ? s + 1
                : any           ? next_apart(s + 1 < left ? left : s + 1, to.segment)
                                : to.segment;
        }
    }
    /* Segment s, or the part of it that is in the piece, by the warp. */
    TCR_DEVICE void one(long long s, const tcr_cut &from, const tcr_cut &to, piece *ends)
    {
        long long zero, last;
        bounds(s, zero, last);
        const bool begins = s != from.segment || from.at <= zero, stops = s != to.segment;
        const long long first = begins ? zero : from.at;
        last = stops ? last : least(last, to.at);
        const wide part = by_warp(first, last, zero);
        if (tcr_lane() != 0)
            return;
        if (begins && stops) {
            store(s, part, false);
        } else if (!begins || first < last) {
            ends[begins].segment = s;
            ends[begins].part = part;
            ends[begins].closed = stops;
        }
    }

    /* ---- the cut ---- */

    /* The path's steps: elements and ends. */
    TCR_DEVICE long long path()
    {
        if (rows())
            return A.n * (A.length + 1);
        const long long from = offset(0), to = offset(A.n);
        return A.n + (from < 0 || to < from || to > A.extent ? 0 : to - from);
    }
    /* How many segments end in the first `steps` of it?  By all lanes of a warp: each looks at
     * one of 32 places, then at one of 32 between two of these, and so on. */
    TCR_DEVICE long long ends_in(long long steps) const
    {
        typedef unsigned long long word; /* the offsets may say anything */
        const word zero = (word)offset(0);
        long long low = 0, high = A.n;
        TCR_ROLL
        while (low < high) {
            const long long stride = (high - low + 31) / 32,
                            k = low + (tcr_lane() + 1) * stride - 1;
            int before = 0;
            if (k < high)
                before = (long long)((word)offset(k + 1) - zero + (word)k + 1) <= steps;
            TCR_ROLL
            for (int mask = 1; mask < 32; mask *= 2)
                before += tcr_shfl_xor(before, mask);
            low = least(high, low + before * stride);
            high = least(high, low + stride - 1);
        }
        return low;
    }
    /* The cut before piece k of so many. */
    TCR_DEVICE tcr_cut cut(long long k, long long pieces)
    {
        tcr_cut c;
        if (whole_rows(pieces)) {
            c.segment = A.n / pieces * k + least(k, A.n % pieces);
            c.at = c.segment * A.ld;
            return c;
        }
        const long long all = path(), share = (all + pieces - 1) / pieces;
        const long long step = share * k < all ? share * k : all;
        if (rows()) {
            c.segment = step / (A.length + 1);
            c.at = c.segment * A.ld + step % (A.length + 1);
        } else {
            c.segment = step == 0 ? 0 : step == all ? A.n : ends_in(step);
            c.at = (long long)((unsigned long long)offset(0) + (unsigned long long)step -
                               (unsigned long long)c.segment);
            c.at = c.at < 0 ? 0 : least(c.at, A.extent);
        }
        return c;
    }
    TCR_DEVICE bool whole_rows(long long pieces) const
    {
        return rows() && A.n / TCR_SEGMENTS_ROWS_A_WARP >= pieces;
    }
};
