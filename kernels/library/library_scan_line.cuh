/* SPDX-License-Identifier: MIT */
/*
 * library_scan_line.cuh: prefix sums of one line of elements by all blocks: an array, or parts of
 * one, which begin the sums anew: segments between offsets, and rows that are few and long.
 *
 * Blocks take tiles of the line in turns, and know what is in front of a tile as scan.cuh tells.  A
 * warp has a part of its block's tile (library_scan_tile.cuh): while a tile is summed, the one
 * after it is on its way to shared memory; the one before it is there still, waits for what other
 * blocks' tiles come to, and is then gone through once more.  Blocks are few and large, as each
 * asks for a word or two of each other one in every turn.
 *
 * Where sums begin anew, nothing counts that is before.  So of parts a block looks at the 32 tiles
 * before its own first, and at those of all blocks only if no part begins in these.  That alone
 * would let blocks run away from each other, further than the ring of words has turns: in every
 * third turn all wait for all.
 *
 * Where segments begin is marked, a bit for each element of a tile, before its elements are
 * awaited: the threads look at the offsets around the place where these would be if all segments
 * had one length, a turn ahead, and go on from the first offset in the tile, for which a warp
 * looks, only if some of the tile's are not among them.
 */
#pragma once
#include "library_scan_rows.cuh"

#ifdef TCR_SIM
#define TCR_SCAN_LINE_ARCH 90
#else
#define TCR_SCAN_LINE_ARCH TCR_ARCH
#endif

template <class T>
TCR_DEVICE long long tcr_scan_offset(const tcr_library_scan_args<T> &A, long long k)
{
    return A.flags & TCR_SEGMENTS_WIDE ? (long long)tcr_cast<const long long>(A.offsets)[k]
                                       : (long long)tcr_cast<const int>(A.offsets)[k];
}

/* The first of n + 1 offsets that is not below e, or n + 1: a warp looks at 32 of them at a time,
 * at first where it would be if all segments had one length. */
template <class T>
TCR_DEVICE long long tcr_scan_find(const tcr_library_scan_args<T> &A, long long e)
{
    long long low = 0, high = A.n + 1, step = 1;
    long long from =
        (long long)((double)e * ((double)A.n / (double)(A.extent > 0 ? A.extent : 1))) - 15;
    from = from + 32 > high ? high - 32 : from;
    from = from < 0 ? 0 : from;
    TCR_ROLL
    while (low < high) {
        const long long at = from + tcr_lane() * step;
        const unsigned below =
            (unsigned)tcr_popc(tcr_warp_ballot(at < high && tcr_scan_offset(A, at) < e));
        const long long next = from + below * step;
        high = below < 32 && next < high ? next : high;
        low = below > 0 ? next - step + 1 : low;
        from = low;
        step = (high - low + 31) / 32;
    }
    return low;
}

/* Elements of segments `from` to `to`; anything where offsets are wrong. */
template <class T>
TCR_DEVICE unsigned long long tcr_segment_length(const tcr_library_scan_args<T> &A, long long from,
                                                 long long to)
{
    return (unsigned long long)tcr_scan_offset(A, to) - tcr_scan_offset(A, from);
}

/* Numbers are shared out among the threads of so many blocks: one thread's first, and how far its
 * next one is. */
TCR_DEVICE long long tcr_first_share()
{
    return (long long)tcr_block() * tcr_threads() + tcr_thread();
}
TCR_DEVICE long long tcr_share_step(unsigned blocks)
{
    return (long long)blocks * tcr_threads();
}

/* Offsets from number `first` on, each `step`-th: what this thread sees.  It looks at the
 * neighbours of those alone that are not where they would be if all segments had one length: of two
 * neighbours that are there none is wrong, if the first and the last offset are not. */
template <class T>
TCR_DEVICE unsigned tcr_offsets_seen(const tcr_library_scan_args<T> &A, long long first,
                                     long long step)
{
    const long long begin = tcr_scan_offset(A, 0), end = tcr_scan_offset(A, A.n);
    const unsigned long long all = tcr_segment_length(A, 0, A.n), length = all / A.n;
    const bool even = length > 0 && length * A.n == all;
    unsigned seen = (even ? 0u : (unsigned)TCR_OFFSETS_UNEVEN) |
                    (begin < 0 || end < begin || end > A.extent ? (unsigned)TCR_OFFSETS_WRONG : 0u);
    enum { SOME = 4 }; /* at a time, that they are on their way together */
    TCR_ROLL
    for (long long k = first; k <= A.n; k += SOME * step) {
        long long at[SOME], x[SOME], before[SOME], behind[SOME];
        bool apart = false;
        TCR_UNROLL
        for (int i = 0; i < SOME; ++i) {
            at[i] = k + i * step < A.n ? k + i * step : A.n;
            x[i] = tcr_scan_offset(A, at[i]);
        }
        TCR_UNROLL
        for (int i = 0; i < SOME; ++i)
            apart |= (unsigned long long)x[i] != begin + at[i] * length;
        if (!apart)
            continue;
        TCR_UNROLL
        for (int i = 0; i < SOME; ++i) {
            before[i] = tcr_scan_offset(A, at[i] > 0 ? at[i] - 1 : 0);
            behind[i] = tcr_scan_offset(A, at[i] < A.n ? at[i] + 1 : A.n);
        }
        seen |= (unsigned)TCR_OFFSETS_UNEVEN;
        TCR_UNROLL
        for (int i = 0; i < SOME; ++i)
            if (before[i] > x[i] || x[i] > behind[i] || x[i] < 0 || x[i] > A.extent)
                seen |= (unsigned)TCR_OFFSETS_WRONG;
    }
    return seen;
}

/* The end of a kernel whose last tile's block has left so many results: with a tag, all is written,
 * and they are the host's now. */
TCR_DEVICE void tcr_leave_scanned(const tcr_grid &G, int slots)
{
    if (!tcr_all_written(G))
        return;
    TCR_ROLL
    for (int k = 0; k < slots; ++k)
        tcr_tell(G, k, tcr_atomic_look(&((const tcr_slot *)G.partial)[k].u));
}

/* A line whose elements come in words, or one by one, for tcr_scan_turns. */
template <class Scan, bool dense> struct tcr_line_tiles {
    typedef typename Scan::tile tile;
    typedef typename Scan::carry carry;
    typedef typename Scan::asked asked;
    Scan &of;
    const tcr_grid &G;
    const tcr_scan_words<carry> &words;

    TCR_DEVICE explicit tcr_line_tiles(Scan &s) : of(s), G(s.G), words(s.words)
    {
    }
    TCR_DEVICE void fetch(unsigned turn, unsigned block) const
    {
        of.template fetch<dense>(turn, block);
    }
    TCR_DEVICE void alone(unsigned turn, unsigned block) const
    {
        of.template alone<dense>(turn, block);
    }
    TCR_DEVICE void begin(tile &t, unsigned turn, unsigned block) const
    {
        of.template begin<dense>(t, turn, block);
    }
    TCR_DEVICE void ask(asked &a, const tile &t) const
    {
        of.ask(a, t);
    }
    TCR_DEVICE void end(const tile &t, asked &a, carry &so_far) const
    {
        of.template end<dense>(t, a, so_far);
    }
};

/* `loop`: of a loop, which wants to know what all comes to, and has no parts. */
template <class T, class Op, bool parts, bool loop = false> struct tcr_line_scan {
    typedef typename tcr_scan_args_of<T, loop>::type args;
    typedef tcr_line<T, Op, TCR_SCAN_LINE_EACH(sizeof(T))> line;
    typedef tcr_line_tile<line> room;
    typedef typename line::number number;
    typedef tcr_scan_carry<tcr_vars<typename line::var>, parts> carry;
    typedef typename tcr_scan_words<carry>::asked asked;
    enum : unsigned {
        threads = TCR_SCAN_LINE_THREADS,
        each = line::each,
        size = line::size, /* of a warp's part */
        in_block = threads * each,
        window = 2 * threads, /* offsets that are looked at */
        /* without copies that go on by themselves there is none under way */
        stages = TCR_SCAN_LINE_STAGES(TCR_SCAN_LINE_ARCH)
    };

    struct tile {
        carry before, all; /* this thread's run has in front of it; the block's tile comes to */
        unsigned bits;     /* of this thread's run, the elements that begin a part */
        unsigned turn, block;
        bool there;
    };

    const args &A;
    const tcr_grid &G;
    const tcr_scan_words<carry> words;
    const tcr_rows_shape shape; /* segments: one row without an end */
    const double per;           /* offsets for each element, about */
    long long x[2], seen_of;    /* those that are looked at, and for which tile */
    const bool rows;
    bool dense;
    bool wrong;         /* offsets that this block has looked at are */
    unsigned skew;      /* elements in front of x that a word of 16 bytes has */
    long long from, to; /* elements of any part, counted with these */

    TCR_DEVICE tcr_line_scan(const args &a, const tcr_grid &g)
        : A(a), G(g), words(g), shape(parts && a.flags & TCR_SEGMENTS_ROWS ? a.length : 1ll << 62),
          per((double)A.n / (double)(A.extent > 0 ? A.extent : 1)), x(), seen_of(-1),
          rows(!parts || a.flags & TCR_SEGMENTS_ROWS), dense(false), wrong(false), skew(0), from(0),
          to(g.n)
    {
        const unsigned x = tcr_line_skew<T>(tcr_bytes_at(A.x));
        dense = x == tcr_line_skew<T>(tcr_bytes_at(A.result)) &&
                (!parts || !rows || (A.ld == A.length && A.result_ld == A.length));
        skew = dense ? x : 0;
        if (!rows) {
            const long long end = tcr_scan_offset(A, A.n);
            from = tcr_scan_offset(A, 0);
            from = from < 0 ? 0 : from;
            to = end < A.extent ? end : A.extent;
        }
        from += skew;
        to += skew;
    }
    TCR_DEVICE static room stage(unsigned turn)
    {
        return {(tcr_vector *)tcr_shared_room() +
                (turn % stages * (threads / 32) + tcr_thread() / 32) * (32 * line::words)};
    }
    /* The warps' sums in a turn: of the tile's runs, and of other blocks' tiles. */
    enum { RUNS, TILES };
    TCR_DEVICE static carry *warps(unsigned turn, int of)
    {
        TCR_SHARED unsigned long long all[2][2][threads / 32 * ((sizeof(carry) + 7) / 8)];
        return (carry *)all[of][turn & 1];
    }
    enum : unsigned { mark_words = (in_block + 31) / 32 + 1 };
    TCR_DEVICE static unsigned *marks(unsigned turn)
    {
        TCR_SHARED unsigned bits[2][mark_words];
        return bits[turn & 1];
    }
    /* Are the tile's offsets not before, not behind those that are looked at? */
    TCR_DEVICE static bool *seen()
    {
        TCR_SHARED bool ends[2];
        return ends;
    }
    TCR_DEVICE static long long least(long long a, long long b)
    {
        return a < b ? a : b;
    }
    TCR_DEVICE long long number_of(unsigned turn, unsigned block) const
    {
        return (long long)turn * tcr_blocks() + block;
    }
    /* This warp's part of a tile. */
    TCR_DEVICE tcr_rows_tile place(unsigned turn, unsigned block) const
    {
        const long long at = number_of(turn, block) * in_block + tcr_thread() / 32 * size;
        return {0, at - skew, at, 0, to, at < from ? (unsigned)least(from - at, size) : 0u};
    }
    /* The same with row and column. */
    TCR_DEVICE tcr_rows_tile place_in_rows(unsigned turn, unsigned block) const
    {
        tcr_rows_tile t = place(turn, block);
        if (parts && rows && t.column >= A.length) {
            t.row = t.column / A.length;
            t.column -= t.row * A.length;
        }
        return t;
    }
    template <bool dense> TCR_DEVICE void copy(unsigned turn, unsigned block) const
    {
        const tcr_rows_tile t = place(turn, block);
        if (dense && t.at < t.end)
            stage(turn).fetch(A.x, t.at - skew, t.part(size));
    }
    /* Begin to copy a tile. */
    template <bool dense> TCR_DEVICE void fetch(unsigned turn, unsigned block) const
    {
        if (stages > 2)
            copy<dense>(turn, block);
        tcr_copies_begun();
    }
    TCR_DEVICE static void clear_marks(unsigned turn)
    {
        TCR_ROLL
        for (unsigned i = tcr_thread(); i < mark_words; i += threads)
            marks(turn)[i] = 0;
    }
    TCR_DEVICE static void set_mark(unsigned turn, long long i)
    {
        if (i >= 0 && i < in_block)
            tcr_atomic_or(&marks(turn)[i / 32], 1u << (i & 31));
    }
    /* The offsets from number `from` on, of which each thread has two; false: some of the tile's
     * may be missing. */
    TCR_DEVICE bool mark_window(unsigned turn, long long first, long long from,
                                const long long (&x)[2]) const
    {
        set_mark(turn, x[0] - first);
        set_mark(turn, x[1] - first);
        if (tcr_thread() == 0)
            seen()[0] = from == 0 || x[0] <= first;
        if (tcr_thread() == threads - 1)
            seen()[1] = from + window > A.n || x[1] >= first + in_block;
        tcr_sync_block();
        return seen()[0] && seen()[1];
    }
    /* The first of the offsets that are looked at for tile n. */
    TCR_DEVICE long long window_of(long long n) const
    {
        const double middle = (double)(n * in_block - skew) * per + (in_block * per - window) / 2;
        return middle > 0 ? (long long)middle : 0;
    }
    TCR_DEVICE void look(long long n)
    {
        const long long from = window_of(n) + tcr_thread();
        seen_of = n;
        TCR_UNROLL
        for (int k = 0; k < 2; ++k)
            x[k] = tcr_scan_offset(A, least(from + k * threads, A.n));
    }
    /* Where segments begin in a tile. */
    TCR_DEVICE void mark(unsigned turn, unsigned block)
    {
        const long long n = number_of(turn, block), first = n * in_block - skew;
        if (seen_of != n)
            look(n);
        clear_marks(turn + 1);
        const bool all = mark_window(turn, first, window_of(n), x);
        look(n + tcr_blocks()); /* on their way while this tile is summed */
        if (all)
            return;
        TCR_ROLL
        for (long long k = tcr_scan_find(A, first) + tcr_thread(); k <= A.n; k += threads) {
            const long long at = tcr_scan_offset(A, k);
            if (at >= first + in_block)
                break;
            set_mark(turn, at - first);
        }
        tcr_sync_block();
    }
    TCR_DEVICE unsigned begins(unsigned turn, unsigned block)
    {
        if (!parts)
            return 0;
        if (rows)
            return shape.begins(place_in_rows(turn, block), tcr_lane() * each, each);
        mark(turn, block);
        const unsigned run = tcr_thread() * each, *const at = &marks(turn)[run / 32];
        return tcr_funnel(at[0], at[1], run & 31) & ((1u << each) - 1);
    }
    /* What the block's threads have, one after the other; `before`: what those before this one do.
     */
    TCR_DEVICE static carry sum(carry *warp, carry own, carry &before)
    {
        const unsigned begun = parts ? tcr_warp_ballot((own.reset & 1) != 0) : 0;
        const bool bad = parts && tcr_lanes_any((own.reset & TCR_SCAN_WRONG) != 0, 0xffffffffu);
        tcr_line_lanes<Op>(own.x.head, begun);
        before.x.head = tcr_warp_up(own.x.head, 1);
        before.reset = (begun & ((1u << tcr_lane()) - 1)) != 0;
        if (tcr_lane() == 0)
            before.x.head = line::nothing();
        if (tcr_lane() == 31) {
            own.reset = (unsigned)(begun != 0) | (bad ? (unsigned)TCR_SCAN_WRONG : 0u);
            warp[tcr_thread() / 32] = own;
        }
        tcr_sync_block();
        carry all = tcr_nothing<carry>(), ahead = all;
        for (unsigned w = 0; w < threads / 32; ++w) {
            if (w == tcr_thread() / 32)
                ahead = all;
            all = tcr_join(all, warp[w]);
        }
        before = tcr_join(ahead, before);
        return all;
    }
    /* What a tile comes to, for all to see. */
    template <bool dense> TCR_DEVICE void begin(tile &t, unsigned turn, unsigned block)
    {
        T x[each];
        t.turn = turn;
        t.block = block;
        t.there = number_of(turn, block) * in_block < skew + G.n;
        t.bits = t.there ? begins(turn, block) : 0;
        if (stages == 2)
            copy<dense>(turn, block);
        tcr_copies_wait_but<1>();
        if (!t.there)
            return;
        if (!dense)
            tcr_rows_gather(stage(turn), A, shape, place_in_rows(turn, block));
        tcr_lanes_meet(0xffffffffu);
        stage(turn).take(x);
        number all = t.bits & 1 ? line::start() : line::nothing();
        TCR_UNROLL
        for (unsigned u = 0; u < each; ++u)
            all = Op::of(u > 0 && t.bits >> u & 1 ? line::start() : all, line::value(x[u]));
        /* a warp behind the last element has what an earlier tile has left */
        if (loop && place(turn, block).at >= to)
            all = line::nothing();
        carry run;
        run.x.head = all;
        run.reset = (unsigned)(t.bits != 0) | (wrong ? (unsigned)TCR_SCAN_WRONG : 0u);
        t.all = sum(warps(turn, RUNS), run, t.before);
        if (tcr_thread() == 0)
            tcr_publish(words.at(turn, block), t.all, words.first + turn);
    }
    TCR_DEVICE bool is_last(const tile &t) const
    {
        return (number_of(t.turn, t.block) + 1) * in_block >= skew + G.n;
    }
    /* The last tile's block has to know of everybody's wrong offsets. */
    TCR_DEVICE bool asks_near(const tile &t) const
    {
        return parts && t.turn % TCR_SCAN_MEETING != 0 && !is_last(t);
    }
    TCR_DEVICE void ask(asked &a, const tile &t) const
    {
        if (!t.there)
            return;
        if (asks_near(t))
            words.ask_near(a, t.turn, t.block);
        else
            words.ask(a, t.turn, t.block);
    }
    TCR_DEVICE carry between(asked &a, const tile &t) const
    {
        carry c, before;
        if (asks_near(t)) {
            if (words.template near<typename line::var>(a, t.turn, t.block, c))
                return c;
            words.ask(a, t.turn, t.block);
        }
        return sum(warps(t.turn, TILES), words.some(a, t.turn, t.block), before);
    }
    TCR_DEVICE void leave(unsigned long long wrong) const
    {
        (G.tag ? (tcr_slot *)G.partial : G.result)->u = wrong;
    }
    /* Its results.  `so_far`: what the tiles up to the block's last one come to, and then this one.
     */
    template <bool dense> TCR_DEVICE void end(const tile &t, asked &a, carry &so_far) const
    {
        if (!t.there)
            return;
        const room r = stage(t.turn);
        const bool own = A.inclusive();
        T x[each];
        so_far = tcr_join(so_far, between(a, t));
        number front = tcr_join(so_far, t.before).x.head;
        so_far = tcr_join(so_far, t.all);
        r.take(x);
        TCR_UNROLL
        for (unsigned u = 0; u < each; ++u) {
            front = t.bits >> u & 1 ? line::start() : front;
            const number with = Op::of(front, line::value(x[u]));
            x[u] = line::result(own ? with : front);
            front = with;
        }
        r.put(x);
        tcr_lanes_meet(0xffffffffu);
        const tcr_rows_tile at = place(t.turn, t.block);
        if (!dense)
            tcr_rows_scatter(r, A, shape, place_in_rows(t.turn, t.block));
        else if (at.at < at.end)
            r.leave(A.result, at.at - skew, at.part(size));
        tcr_lanes_meet(0xffffffffu); /* the stage is used again */
        if (!is_last(t) || tcr_thread() != 0)
            return;
        if constexpr (loop)
            tcr_scan_end<carry>() = so_far;
        else
            leave((so_far.reset & TCR_SCAN_WRONG) != 0);
    }
    /* One block does the tiles of all: nothing is on its way. */
    template <bool dense> TCR_DEVICE void alone(unsigned turn, unsigned block) const
    {
        fetch<dense>(turn, block);
        tcr_copies_begun();
        if (parts && !rows && block > 0) { /* those of the turn are of the block before */
            clear_marks(turn);
            tcr_sync_block();
        }
    }
    template <bool dense> TCR_DEVICE void go(unsigned turns, const carry &start)
    {
        typedef tcr_line_tiles<tcr_line_scan, dense> tiles;
        tiles s(*this);
        tcr_scan_turns<tiles>::go(s, turns, start);
    }
    /* Are there wrong ones among this block's share of the offsets?  Blocks without a tile, which
     * could tell nobody, have none; where one block does the work of all, it has all. */
    TCR_DEVICE bool sees_wrong(long long turn) const
    {
        const long long tiles = (skew + G.n - 1) / in_block + 1, blocks = turn / in_block;
        const unsigned share = G.together ? (unsigned)least(tiles, blocks) : 1;
        return tcr_block() < share &&
               (tcr_offsets_seen(A, tcr_first_share(), tcr_share_step(share)) & TCR_OFFSETS_WRONG);
    }
    TCR_DEVICE void run()
    {
        const long long turn = (long long)in_block * tcr_blocks();
        const unsigned turns = (unsigned)((skew + G.n - 1) / turn + 1);
        carry start = tcr_nothing<carry>();
        start.x.head = tcr_scan_start_of<line, loop>(A);
        if (parts && !rows) {
            wrong = sees_wrong(turn);
            clear_marks(0);
            tcr_sync_block();
        }
        if constexpr (loop) /* of which others have no such kernel */
            go<true>(turns, start);
        else if (dense)
            go<true>(turns, start);
        else
            go<false>(turns, start);
        if constexpr (loop)
            tcr_leave_scan<carry>(
                G, tcr_block() == (G.together ? (skew + G.n - 1) / in_block % tcr_blocks() : 0), 1);
        else if (rows)
            tcr_leave_written(G);
        else
            tcr_leave_scanned(G, 1);
    }
};

#define TCR_KERNEL_SCAN_LINE(name, T, op, parts)                                                   \
    TCR_KERNEL_ENTRY_OF(TCR_SCAN_LINE_THREADS, (tcr_scan_blocks<T, op>::line))                     \
    name(const tcr_library_scan_args<T> A, const tcr_grid G)                                       \
    {                                                                                              \
        tcr_line_scan<T, op, parts>(A, G).run();                                                   \
    }                                                                                              \
    TCR_KERNEL_EXPORT(name, tcr_library_scan_args<T>)
