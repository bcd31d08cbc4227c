/* SPDX-License-Identifier: MIT */
/*
 * library_scan_segments.cuh: prefix sums of segments between offsets by warps that need no other.
 *
 * A launch of its own looks at all offsets, and tells the host what it has found
 * (runtime/library/scan.c).  Where all segments have one length they are rows.  Else, where no
 * piece, which is so many neighbouring segments, is much longer than others, warps take pieces in
 * turns as they do with rows; where segments begin in a tile is marked, a bit for each element, by
 * lanes that go along the offsets.  All others are parts of a line (library_scan_line.cuh).
 *
 * A tile begins at a multiple of 128 bytes: pieces may begin anywhere, and a warp's words would
 * else be parts of more of the caches' lines.
 */
#pragma once
#include "library_scan_line.cuh"

/* Pieces of segments, all of which lie in the array. */
template <class T, class Line, unsigned threads> struct tcr_segment_pieces {
    const tcr_library_scan_args<T> &A;
    const unsigned skew; /* elements in front of x in its 128 bytes */
    const unsigned many; /* segments of a piece */
    long long from, to;  /* elements of the piece after the one that has begun last */
    long long k, end; /* the offsets of this warp's tile that come next, and those of its piece */
    long long x;      /* this lane's of them */
    enum : unsigned {
        each = Line::each,
        size = Line::size,
        step = 128 / sizeof(T),
        words = (size + 31) / 32 + 1
    };
    static_assert(words <= 32, "a lane has one");

    TCR_DEVICE tcr_segment_pieces(const tcr_library_scan_args<T> &a, unsigned skew_, unsigned many_)
        : A(a), skew(skew_), many(many_), from(0), to(0), k(0), end(0), x(0)
    {
    }
    TCR_DEVICE long long offset(long long i) const
    {
        return tcr_scan_offset(A, i < A.n ? i : A.n);
    }
    TCR_DEVICE void bounds(long long first)
    {
        from = offset(first);
        to = offset(first + many);
    }
    /* The piece of segments from number `first` on, or the next one of this warp that has elements.
     * Its tiles have no column, but 0 for the first one. */
    TCR_DEVICE bool take(tcr_rows_tile &t, long long first)
    {
        const long long turn = (long long)tcr_all_warps() * many;
        TCR_ROLL
        while (first < A.n) {
            const long long begin = from + skew, at = begin / step * step;
            t = {first, 0, at, first, to + skew, (unsigned)(begin - at)};
            const bool some = from < to;
            first += turn;
            bounds(first);
            if (some)
                return true;
        }
        return false;
    }
    TCR_DEVICE bool begin(tcr_rows_tile &t)
    {
        const long long first = tcr_first_piece(tcr_pieces_of(A.n, many)) * many;
        bounds(first);
        return take(t, first);
    }
    TCR_DEVICE bool next(tcr_rows_tile &t)
    {
        if (t.at + size < t.end) {
            t.at += size;
            t.column = 1;
            t.lead = 0;
            return true;
        }
        return take(t, t.first + (long long)tcr_all_warps() * many);
    }
    TCR_DEVICE void look()
    {
        x = k + tcr_lane() < end ? tcr_scan_offset(A, k + tcr_lane()) : 1ll << 62;
    }
    TCR_DEVICE unsigned begins(const tcr_rows_tile &t)
    {
        TCR_SHARED unsigned bits[threads / 32][words];
        unsigned *const mark = bits[tcr_thread() / 32];
        const long long at = t.at - skew;
        if (t.column == 0) {
            k = t.first;
            end = k + many < A.n ? k + many : A.n;
            look();
        }
        tcr_lanes_meet(0xffffffffu); /* the marks before have been read */
        if (tcr_lane() < words)
            mark[tcr_lane()] = 0;
        tcr_lanes_meet(0xffffffffu);
        unsigned here = 32;
        TCR_ROLL
        while (here == 32) {
            const bool in = x < at + size;
            if (in)
                tcr_atomic_or(&mark[(unsigned)(x - at) / 32], 1u << ((unsigned)(x - at) & 31));
            here = (unsigned)tcr_popc(tcr_warp_ballot(in));
            k += here;
            look(); /* the next tile's are on their way */
        }
        tcr_lanes_meet(0xffffffffu);
        const unsigned run = tcr_lane() * each;
        return tcr_funnel(mark[run / 32], mark[run / 32 + 1], run & 31) & ((1u << each) - 1);
    }
};

/* The bits that the threads of a block have; with the block's barrier. */
TCR_DEVICE unsigned tcr_block_or(unsigned bits)
{
    TCR_SHARED unsigned all;
    tcr_sync_block();
    if (tcr_thread() == 0)
        all = 0;
    tcr_sync_block();
    if (bits)
        tcr_atomic_or(&all, bits);
    tcr_sync_block();
    return all;
}

/* Segments of a piece. */
template <class T>
TCR_DEVICE unsigned tcr_segments_of_piece(const tcr_library_scan_args<T> &A, unsigned size,
                                          unsigned warps)
{
    return tcr_piece_of(A.n, A.extent / A.n + 1, size, warps);
}

/* Of so many segments are pieces; `most`: elements of one. */
template <class T>
TCR_DEVICE unsigned tcr_pieces_seen(const tcr_library_scan_args<T> &A, unsigned many,
                                    long long most, long long first, long long step)
{
    bool is_long = false;
    TCR_ROLL
    for (long long p = first; p * many < A.n; p += step) {
        const long long end = (p + 1) * many < A.n ? (p + 1) * many : A.n;
        is_long |= tcr_segment_length(A, p * many, end) > (unsigned long long)most;
    }
    return is_long ? (unsigned)TCR_OFFSETS_LONG : 0u;
}

/* A look at all offsets. */
template <class T>
TCR_DEVICE void tcr_look_at_offsets(const tcr_library_scan_args<T> &A, const tcr_grid &G,
                                    unsigned size)
{
    const unsigned many = tcr_segments_of_piece(A, size, (unsigned)A.length);
    const long long most = A.extent / A.n * many * 4;
    const long long first = tcr_first_share(), step = tcr_share_step(tcr_blocks());
    unsigned seen = tcr_offsets_seen(A, first, step) | tcr_pieces_seen(A, many, most, first, step);
    seen = tcr_block_or(seen);
    if (tcr_thread() == 0)
        *tcr_partial<unsigned long long>(G, 0, tcr_block()) = seen;
    if (!tcr_is_last(G))
        return;
    seen = 0;
    for (unsigned b = tcr_thread(); b < tcr_blocks(); b += tcr_threads())
        seen |= (unsigned)*tcr_partial<unsigned long long>(G, 0, b);
    seen = tcr_block_or(seen);
    if (tcr_thread() == 0) {
        *G.ticket = 0;
        tcr_leave_number(G, 0, seen);
        tcr_leave_number(G, 1, (unsigned long long)tcr_scan_offset(A, 0));
        tcr_leave_number(G, 2, (unsigned long long)tcr_scan_offset(A, A.n));
    }
}

template <class T, class Op, class Stages, unsigned threads>
TCR_DEVICE void tcr_scan_segments(const tcr_library_scan_args<T> &A)
{
    typedef typename Stages::line line;
    typedef tcr_segment_pieces<T, line, threads> segments;
    segments p(A, tcr_line_ahead<T>(tcr_bytes_at(A.x)),
               tcr_segments_of_piece(A, line::size, tcr_all_warps()));
    tcr_pieces_scan<T, Op, Stages, segments> s{A, p};
    s.dense();
}

#define TCR_KERNEL_SCAN_LOOK(name, T)                                                              \
    TCR_KERNEL_ENTRY_OF(TCR_SCAN_THREADS, 4)                                                       \
    name(const tcr_library_scan_args<T> A, const tcr_grid G)                                       \
    {                                                                                              \
        tcr_look_at_offsets(A, G, 32 * TCR_SCAN_SEGMENTS_EACH(sizeof(T)));                         \
    }                                                                                              \
    TCR_KERNEL_EXPORT(name, tcr_library_scan_args<T>)
#define TCR_KERNEL_SCAN_SEGMENTS(name, T, op)                                                      \
    TCR_KERNEL_ENTRY_OF(TCR_SCAN_THREADS, (tcr_scan_blocks<T, op>::rows))                          \
    name(const tcr_library_scan_args<T> A, const tcr_grid G)                                       \
    {                                                                                              \
        typedef tcr_line<T, op, TCR_SCAN_SEGMENTS_EACH(sizeof(T))> line;                           \
        typedef tcr_own_stages<line, TCR_SCAN_THREADS, 2> stages;                                  \
        tcr_scan_segments<T, op, stages, TCR_SCAN_THREADS>(A);                                     \
        tcr_rows_done(G);                                                                          \
    }                                                                                              \
    TCR_KERNEL_EXPORT(name, tcr_library_scan_args<T>)
