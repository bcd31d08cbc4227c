/* SPDX-License-Identifier: MIT */
/*
 * library_scan_rows.cuh: prefix sums of rows, of which no warp needs another one's.
 *
 * Warps take pieces: some neighbouring rows, as many as fill several tiles, or one row where that
 * is longer.  A warp goes along its piece tile by tile, and has what is in front of a tile from the
 * one before; the next tiles are on their way meanwhile.  Blocks end with their pieces, and start
 * in the order of these: so what all warps read and write at a time lies close together.  Where the
 * launch has fewer blocks (calls on a stream), warps take pieces in turns.  (Where there are few
 * rows, and long ones, tiles of all blocks go along all rows instead: library_scan.cuh.)
 *
 * Where rows lie without gaps and x and the results have the same place in a word of 16 bytes, the
 * elements before the first whole word are counted in: an element's number is that from there on.
 */
#pragma once
#include "library_scan_tile.cuh"

/* What a walk knows of an element: how many its row has from it on, and where it lies. */
struct tcr_rows_walk {
    unsigned left;
    long long at;
};

/* Where a tile is: its first element's row and column, and its number.  It may begin in front of
 * its piece, by `lead` elements: then `column` is below 0. */
struct tcr_rows_tile {
    long long row, column, at;
    long long first, end; /* the piece's first row, and the number of the element behind it */
    unsigned lead;

    TCR_DEVICE tcr_line_part part(unsigned size) const
    {
        return {lead, end - at >= size ? size : end > at ? (unsigned)(end - at) : 0u};
    }
};

/* Lengths as a tile of them sees them: a longer row ends in no tile that it begins in. */
enum : unsigned { TCR_ROWS_ENDLESS = 1u << 30 };

struct tcr_rows_shape {
    long long whole;
    unsigned length;

    TCR_DEVICE static unsigned clip(long long x)
    {
        return x < (long long)TCR_ROWS_ENDLESS ? (unsigned)x : (unsigned)TCR_ROWS_ENDLESS;
    }
    TCR_DEVICE explicit tcr_rows_shape(long long l) : whole(l), length(clip(l))
    {
    }
    /* By i elements on. */
    TCR_DEVICE void go(long long &row, long long &column, unsigned i) const
    {
        const unsigned first = clip(whole - column);
        if (i < first) {
            column += i;
            return;
        }
        const unsigned beyond = i - first, rows = beyond < length ? 0 : beyond / length;
        row += 1 + rows;
        column = beyond - rows * length;
    }
    TCR_DEVICE tcr_rows_walk walk(const tcr_rows_tile &t, unsigned i, long long ld) const
    {
        long long row = t.row, column = t.column;
        go(row, column, i);
        return {clip(whole - column), row * ld + column};
    }
    /* By 32 elements. */
    TCR_DEVICE void step(tcr_rows_walk &w, long long ld) const
    {
        const unsigned rows = 32 / length, on = 32 % length;
        const bool over = w.left <= on;
        w.left += (over ? length : 0u) - on;
        w.at += (long long)rows * ld + on + (over ? ld - whole : 0);
    }
    /* Which elements of a run of `each`, the first of which is number i of the tile, begin a row: a
     * bit each. */
    TCR_DEVICE unsigned begins(const tcr_rows_tile &t, unsigned i, unsigned each) const
    {
        long long row = 0, column = t.column;
        unsigned bits = 0;
        go(row, column, i);
        TCR_ROLL
        for (unsigned u = column <= 0 ? (unsigned)-column : clip(whole - column); u < each;
             u += length)
            bits |= 1u << u;
        return bits;
    }
};

/* A tile of elements that lie apart, one by one. */
template <class Line, class Args>
TCR_DEVICE void tcr_rows_gather(const tcr_line_tile<Line> &room, const Args &A,
                                const tcr_rows_shape &shape, const tcr_rows_tile &t)
{
    const tcr_line_part part = t.part(Line::size);
    tcr_rows_walk w = shape.walk(t, tcr_lane(), A.ld);
    typename Line::element x[Line::each];
    TCR_UNROLL
    for (unsigned u = 0; u < Line::each; ++u) {
        x[u] = Line::no_element();
        if (part.has(u * 32 + tcr_lane()))
            x[u] = TCR_LOAD(A.x[w.at]);
        shape.step(w, A.ld);
    }
    TCR_UNROLL
    for (unsigned u = 0; u < Line::each; ++u)
        room.element(u * 32 + tcr_lane()) = x[u];
}
template <class Line, class Args>
TCR_DEVICE void tcr_rows_scatter(const tcr_line_tile<Line> &room, const Args &A,
                                 const tcr_rows_shape &shape, const tcr_rows_tile &t)
{
    const tcr_line_part part = t.part(Line::size);
    tcr_rows_walk w = shape.walk(t, tcr_lane(), A.result_ld);
    TCR_UNROLL
    for (unsigned u = 0; u < Line::each; ++u) {
        if (part.has(u * 32 + tcr_lane()))
            TCR_STORE(A.result[w.at]) = room.element(u * 32 + tcr_lane());
        shape.step(w, A.result_ld);
    }
}

/* Warps take pieces in turns, which are some neighbouring rows or segments each: so many of n,
 * about `length` long, that a piece fills several tiles of `size` elements, and so few that each of
 * the warps has several pieces. */
TCR_DEVICE unsigned tcr_piece_of(long long n, long long length, unsigned size, unsigned warps)
{
    const long long tiles = 16, fit = tiles * size / length, enough = n / (4 * warps);
    return (unsigned)(enough < 1 || fit < 1 ? 1 : fit < enough ? fit : enough);
}
TCR_DEVICE unsigned tcr_all_warps()
{
    return tcr_blocks() * (tcr_threads() / 32);
}
/* The number of this warp's first piece; its next one is all warps further.  Neighbouring warps
 * have neighbouring pieces; if there are not enough for all blocks, each block has some. */
TCR_DEVICE long long tcr_first_piece(long long pieces)
{
    const unsigned warp = tcr_thread() / 32, warps = tcr_threads() / 32;
    return pieces + warps <= tcr_all_warps() ? (long long)warp * tcr_blocks() + tcr_block()
                                             : (long long)tcr_block() * warps + warp;
}
/* Pieces of so many rows or segments. */
TCR_DEVICE long long tcr_pieces_of(long long n, unsigned many)
{
    return (n + many - 1) / many;
}

/* Pieces of rows. */
template <class T, class Line> struct tcr_rows_pieces {
    const tcr_library_scan_args<T> &A;
    const tcr_rows_shape shape;
    unsigned skew; /* elements in front of x that a word of 16 bytes has */
    unsigned step; /* a tile begins at a multiple of so many */
    unsigned rows; /* of a piece */
    enum : unsigned { each = Line::each, size = Line::size };

    TCR_DEVICE tcr_rows_pieces(const tcr_library_scan_args<T> &a, const tcr_grid &G, bool dense)
        : A(a), shape(a.length), skew(0), step(dense ? Line::a_word : 1),
          rows(G.shared_copies ? (unsigned)G.shared_copies
                               : tcr_piece_of(a.n, a.length, size, tcr_all_warps()))
    {
        rows = rows < Line::a_word ? rows : rows / Line::a_word * Line::a_word;
        skew = dense ? tcr_line_skew<T>(tcr_bytes_at(A.x)) : 0;
    }
    TCR_DEVICE tcr_rows_tile piece(long long row) const
    {
        const long long many = A.n - row < rows ? A.n - row : rows;
        const long long from = row * A.length + skew, at = from / step * step;
        return {row, at - from, at, row, from + many * A.length, (unsigned)(from - at)};
    }
    /* The warp's first tile; false: there is none. */
    TCR_DEVICE bool begin(tcr_rows_tile &t) const
    {
        const long long row = tcr_first_piece(tcr_pieces_of(A.n, rows)) * rows;
        if (row >= A.n)
            return false;
        t = piece(row);
        return true;
    }
    TCR_DEVICE bool next(tcr_rows_tile &t) const
    {
        if (t.at + size < t.end) {
            shape.go(t.row, t.column, size);
            t.at += size;
            t.lead = 0;
            return true;
        }
        const long long row = t.first + (long long)tcr_all_warps() * rows;
        if (row >= A.n)
            return false;
        t = piece(row);
        return true;
    }
    TCR_DEVICE unsigned begins(const tcr_rows_tile &t) const
    {
        return shape.begins(t, tcr_lane() * each, each);
    }
};

/* Room for tiles of each warp, in shared memory of the kernel's own, or of the launch's choice. */
template <class Line, unsigned threads, unsigned stages_> struct tcr_own_stages {
    typedef Line line;
    enum : unsigned { stages = stages_ };
    TCR_DEVICE static tcr_line_tile<Line> stage(unsigned s)
    {
        TCR_SHARED tcr_line_words<threads * Line::words> words[stages];
        return {&words[s].word[tcr_thread() / 32 * (32 * Line::words)]};
    }
};

/* What each warp does with its pieces. */
template <class T, class Op, class Stages, class Pieces> struct tcr_pieces_scan {
    typedef typename Stages::line line;
    typedef tcr_line_tile<line> room;
    typedef typename line::number number;
    enum : unsigned { each = line::each, size = line::size, stages = Stages::stages };

    const tcr_library_scan_args<T> &A;
    Pieces &pieces;

    /* The prefixes of a tile in its place; `so_far`: what is in front of it, and then of the next
     * one.  Unless `within`, rows begin with runs only. */
    template <bool own, bool within>
    TCR_DEVICE void scan(const room &r, unsigned bits, number &so_far) const
    {
        number sum[each], all = bits & 1 ? line::start() : line::nothing();
        T x[each];
        r.take(x);
        TCR_UNROLL
        for (unsigned u = 0; u < each; ++u) {
            const number front = within && u > 0 && bits >> u & 1 ? line::start() : all;
            all = Op::of(front, line::value(x[u]));
            sum[u] = own ? all : front;
        }
        const unsigned begins = tcr_warp_ballot(bits != 0), ahead = (1u << tcr_lane()) - 1;
        tcr_line_lanes<Op>(all, begins);
        number before = tcr_warp_up(all, 1);
        if ((begins & ahead) == 0)
            before = tcr_lane() == 0 ? so_far : Op::of(so_far, before);
        all = tcr_warp_from(all, 31);
        so_far = begins ? all : Op::of(so_far, all);
        if (!within && bits)
            before = line::nothing();
        TCR_UNROLL
        for (unsigned u = 0; u < each; ++u)
            x[u] = line::result(within && bits & ((2u << u) - 1) ? sum[u] : Op::of(before, sum[u]));
        r.put(x);
    }
    template <bool own> TCR_DEVICE void scan(const room &r, unsigned bits, number &so_far) const
    {
        if (tcr_lanes_any(bits > 1, 0xffffffffu))
            scan<own, true>(r, bits, so_far);
        else
            scan<own, false>(r, bits, so_far);
    }
    TCR_DEVICE void work(unsigned s, unsigned bits, number &so_far) const
    {
        tcr_lanes_meet(0xffffffffu);
        if (A.inclusive())
            scan<true>(Stages::stage(s), bits, so_far);
        else
            scan<false>(Stages::stage(s), bits, so_far);
        tcr_lanes_meet(0xffffffffu);
    }
    /* A warp's pieces, where words can be copied: the next tiles are on their way. */
    TCR_DEVICE void dense()
    {
        number so_far = line::nothing();
        tcr_rows_tile t[stages]; /* this one, and those behind it */
        bool more[stages];
        unsigned s = 0;
        more[0] = pieces.begin(t[0]);
        TCR_UNROLL
        for (unsigned k = 0; k < stages - 1; ++k) {
            if (k > 0) {
                t[k] = t[k - 1];
                more[k] = more[k - 1] && pieces.next(t[k]);
            }
            if (more[k])
                Stages::stage(k).fetch(A.x, t[k].at - pieces.skew, t[k].part(size));
            tcr_copies_begun();
        }
        TCR_ROLL
        while (more[0]) {
            t[stages - 1] = t[stages - 2];
            more[stages - 1] = more[stages - 2] && pieces.next(t[stages - 1]);
            if (more[stages - 1])
                Stages::stage(s == 0 ? stages - 1 : s - 1)
                    .fetch(A.x, t[stages - 1].at - pieces.skew, t[stages - 1].part(size));
            tcr_copies_begun();
            const unsigned bits = pieces.begins(t[0]);
            tcr_copies_wait_but<(int)stages - 1>();
            work(s, bits, so_far);
            Stages::stage(s).leave(A.result, t[0].at - pieces.skew, t[0].part(size));
            tcr_lanes_meet(0xffffffffu); /* the stage is used again */
            TCR_UNROLL
            for (unsigned k = 0; k < stages - 1; ++k) {
                t[k] = t[k + 1];
                more[k] = more[k + 1];
            }
            s = s == stages - 1 ? 0 : s + 1;
        }
    }
    /* The same, element by element. */
    TCR_DEVICE void apart()
    {
        number so_far = line::nothing();
        tcr_rows_tile t;
        bool more = pieces.begin(t);
        TCR_ROLL
        while (more) {
            tcr_rows_gather(Stages::stage(0), A, pieces.shape, t);
            work(0, pieces.begins(t), so_far);
            tcr_rows_scatter(Stages::stage(0), A, pieces.shape, t);
            tcr_lanes_meet(0xffffffffu);
            more = pieces.next(t);
        }
    }
};

template <class T> TCR_DEVICE bool tcr_rows_dense(const tcr_library_scan_args<T> &A)
{
    return A.ld == A.length && A.result_ld == A.length &&
           tcr_line_skew<T>(tcr_bytes_at(A.x)) == tcr_line_skew<T>(tcr_bytes_at(A.result));
}

/* Rows without gaps, or with. */
template <class T, class Op, class Stages>
TCR_DEVICE void tcr_scan_rows(const tcr_library_scan_args<T> &A, const tcr_grid &G)
{
    const bool dense = tcr_rows_dense(A);
    typedef tcr_rows_pieces<T, typename Stages::line> pieces;
    pieces p(A, G, dense);
    tcr_pieces_scan<T, Op, Stages, pieces> s{A, p};
    if (dense)
        s.dense();
    else
        s.apart();
}

/* The end of a kernel that finds nothing wrong. */
TCR_DEVICE void tcr_rows_done(const tcr_grid &G)
{
    if (tcr_block() == 0 && tcr_thread() == 0 && !G.tag)
        G.result[0].u = 0;
    tcr_leave_written(G);
}

#define TCR_KERNEL_SCAN_ROWS(name, T, op)                                                          \
    TCR_KERNEL_ENTRY_OF(TCR_SCAN_THREADS, (tcr_scan_blocks<T, op>::rows))                          \
    name(const tcr_library_scan_args<T> A, const tcr_grid G)                                       \
    {                                                                                              \
        typedef tcr_line<T, op, TCR_SCAN_ROWS_EACH(sizeof(T))> line;                               \
        tcr_scan_rows<T, op, tcr_own_stages<line, TCR_SCAN_THREADS, 2>>(A, G);                     \
        tcr_rows_done(G);                                                                          \
    }                                                                                              \
    TCR_KERNEL_EXPORT(name, tcr_library_scan_args<T>)
