/* SPDX-License-Identifier: MIT */
/*
 * scan.cuh: prefix sums: loops with `reduce(inscan, ...)`.
 *
 * An iteration has two phases: the input phase gives one value of each variable, and the scan phase
 * reads the variables as they are then, the values of all iterations before (and, if the scan is
 * inclusive, its own) combined.  Both run once, in one pass over memory.
 *
 * A tile is what a block takes at a time.  Each warp runs the input phase of its iterations lane by
 * lane, so that neighbouring lanes read neighbouring elements, and puts the values into shared
 * memory, from where each lane takes a run of neighbours.  They are combined from lane to warp to
 * block, and the tile's sum, its aggregate, is published in a word of device memory.  What the scan
 * phase needs from that phase's variables stays in registers (`held`).
 *
 * Between tiles.  Blocks take tiles in turns: of B blocks, block b has the tiles b, b + B, b + 2 B
 * and so on, and all are there at once.  In front of tile t a block knows what all tiles up to t -
 * B come to, as it did that one itself, and combines with it the aggregates of the B - 1 tiles
 * between.  So there is no chain from tile to tile (of decoupled look-back, Merrill and Garland,
 * 2016, it is what is left where the window is the whole grid): an aggregate is waited for, and
 * nothing that hangs on another block's waiting.  And each prefix is one fixed tree over its terms,
 * given the grid: when other blocks come makes no difference to any bit.
 *
 * Accuracy.  A prefix of k values is a tree of at most k - 1 additions, so its error bound is at
 * most that of the sequential loop; sums of float and of 16-bit types are carried in double.
 *
 * Words.  Half of an aggregate's eight bytes and a tag are stored as one, so that no fence is
 * needed.  The tag is another one in each turn of each launch (tcr_grid.trips), so that nobody has
 * to clear anything.  A block publishes the aggregate of its next tile before it waits for those in
 * front of this one; so it is at most four turns ahead of those who read its words, which are a
 * ring of eight.
 */
#pragma once
#include "scan_carry.cuh"

/* ---- lanes, warps, a block ---- */

/* In: what this lane has.  Out: what the lanes before it have, and all together, of `lanes`
 * neighbours. */
template <int lanes = 32, class Carry> TCR_DEVICE void tcr_scan_warp(Carry &before, Carry &all)
{
    before = tcr_nothing<Carry>();
    TCR_UNROLL
    for (int mask = 1; mask < lanes; mask *= 2) {
        const Carry other = tcr_their_carry(all, tcr_of_other{mask});
        if (tcr_lane() & (unsigned)mask) {
            before = tcr_join(other, before);
            all = tcr_join(other, all);
        } else {
            all = tcr_join(all, other);
        }
    }
}

template <class Carry> TCR_DEVICE Carry *tcr_scan_scratch()
{
    TCR_SHARED unsigned long long room[32 * ((sizeof(Carry) + 7) / 8)];
    return (Carry *)room;
}

/* The same of the threads of a block. */
template <class Carry> TCR_DEVICE void tcr_scan_block(Carry &before, Carry &all)
{
    Carry *const warp = tcr_scan_scratch<Carry>();
    const unsigned own = tcr_thread() / 32, warps = tcr_threads() / 32;
    Carry ahead = tcr_nothing<Carry>();

    tcr_scan_warp(before, all);
    if (tcr_lane() == 0)
        warp[own] = all;
    tcr_sync_block();
    all = tcr_nothing<Carry>();
    for (unsigned w = 0; w < warps; ++w) {
        all = tcr_join(all, warp[w]);
        if (w + 1 == own)
            ahead = all;
    }
    before = tcr_join(ahead, before);
    tcr_sync_block(); /* the scratch may be used again */
}

/* What the threads of a block have, one after the other. */
template <class Carry> TCR_DEVICE Carry tcr_fold_block(Carry all)
{
    Carry *const warp = tcr_scan_scratch<Carry>();
    const unsigned warps = tcr_threads() / 32;
    Carry before;

    tcr_scan_warp(before, all);
    if (tcr_lane() == 0)
        warp[tcr_thread() / 32] = all;
    tcr_sync_block();
    all = warp[0];
    for (unsigned w = 1; w < warps; ++w)
        all = tcr_join(all, warp[w]);
    tcr_sync_block();
    return all;
}

/* ---- between blocks ---- */

template <class V, class... Rest>
TCR_DEVICE void tcr_list_words(unsigned long long *word, const tcr_carried_list<V, Rest...> &c)
{
    if constexpr (tcr_carry_facts<V>::factor) {
        word[0] = tcr_to_word(c.head.part);
        word[1] = tcr_to_word(c.head.power);
    } else {
        word[0] = tcr_to_word(c.head);
    }
    if constexpr (sizeof...(Rest) > 0)
        tcr_list_words(word + tcr_carry_facts<V>::words, c.tail);
}
template <class V, class... Rest>
TCR_DEVICE void tcr_words_list(tcr_carried_list<V, Rest...> &c, const unsigned long long *word)
{
    if constexpr (tcr_carry_facts<V>::factor)
        c.head = {tcr_of_word<double>(word[0]), tcr_of_word<long long>(word[1])};
    else
        c.head = tcr_of_word<tcr_carried<V>>(word[0]);
    if constexpr (sizeof...(Rest) > 0)
        tcr_words_list(c.tail, word + tcr_carry_facts<V>::words);
}

/* Words that others have to see: two for each of the carry's, with the tag in their upper halves.
 */
template <class Carry>
TCR_DEVICE void tcr_publish(unsigned long long *at, const Carry &c, unsigned tag)
{
    const unsigned long long above = (unsigned long long)tag << 32;
    unsigned long long word[Carry::words];
    tcr_list_words(word, c.x);
    word[Carry::words - 1] = c.reset;
    TCR_UNROLL
    for (int k = 0; k < Carry::parts; ++k) {
        const unsigned long long half[2] = {above | (unsigned)word[k], above | word[k] >> 32};
        tcr_store_words(at + 2 * k, half);
    }
}
template <int n>
TCR_DEVICE void tcr_ask(unsigned long long (&half)[n][2], const unsigned long long *at)
{
    TCR_UNROLL
    for (int k = 0; k < n; ++k)
        tcr_load_words(half[k], at + 2 * k);
}
/* Until all that has been asked for is there. */
template <class Carry>
TCR_DEVICE Carry tcr_await(unsigned long long (&half)[Carry::parts][2],
                           const unsigned long long *at, unsigned tag)
{
    unsigned long long word[Carry::words];
    TCR_UNROLL
    for (int k = 0; k < Carry::parts; ++k) {
        while (half[k][0] >> 32 != tag || half[k][1] >> 32 != tag)
            tcr_load_words(half[k], at + 2 * k);
        word[k] = (half[k][0] & 0xffffffffu) | half[k][1] << 32;
    }
    Carry c;
    tcr_words_list(c.x, word);
    c.reset = Carry::resets ? (unsigned)word[Carry::words - 1] : 0;
    return c;
}

/* The words of a launch (tcr_grid.rows), of which a thread asks for `early_` at a time. */
template <class Carry, int early_ = (Carry::parts <= 2 ? 2 : 1)> struct tcr_scan_words {
    unsigned long long *ring; /* of each turn's blocks */
    unsigned long long *kept; /* of each block, where one of them does all tiles */
    unsigned blocks, first;   /* the tag of turn 0 */
    TCR_DEVICE explicit tcr_scan_words(const tcr_grid &G)
        : ring((unsigned long long *)G.rows), kept(0), blocks(tcr_blocks()),
          first((unsigned)G.trips)
    {
        kept = ring + 2ull * TCR_SCAN_TURNS * Carry::words * blocks;
    }
    TCR_DEVICE unsigned long long *at(unsigned turn, unsigned block) const
    {
        return ring + 2ull * Carry::words * ((turn % TCR_SCAN_TURNS) * blocks + block);
    }
    /* Where tile i of the n between the block's last one and this one has its words, and their tag;
     * 0: there is none. */
    TCR_DEVICE unsigned long long *place(unsigned i, unsigned n, unsigned turn, unsigned block,
                                         unsigned &tag) const
    {
        const bool now = i >= n - block; /* of this turn */
        const unsigned t = now ? turn : turn - 1;
        tag = first + t;
        return i >= n || (!now && turn == 0) ? 0 : at(t, now ? i - (n - block) : block + 1 + i);
    }
    /* What these tiles come to: a thread has some of them, neighbours.  It asks for the words of
     * the first ones early. */
    enum { early = early_ };
    struct asked {
        unsigned long long half[early][Carry::parts][2];
    };
    TCR_DEVICE void ask(asked &a, unsigned turn, unsigned block,
                        unsigned threads = tcr_threads()) const
    {
        const unsigned n = blocks - 1, each = (n + threads - 1) / threads;
        TCR_UNROLL
        for (unsigned k = 0; k < early; ++k) {
            unsigned tag;
            const unsigned i = k < each ? tcr_thread() * each + k : n;
            const unsigned long long *from = place(i, n, turn, block, tag);
            if (from)
                tcr_ask(a.half[k], from);
        }
    }
    TCR_DEVICE Carry between(asked &a, unsigned turn, unsigned block) const
    {
        return tcr_fold_block(some(a, turn, block));
    }
    /* Those of this thread, if so many threads ask. */
    TCR_DEVICE Carry some(asked &a, unsigned turn, unsigned block,
                          unsigned threads = tcr_threads()) const
    {
        const unsigned n = blocks - 1, each = (n + threads - 1) / threads;
        Carry c = tcr_nothing<Carry>();
        unsigned tag;
        TCR_UNROLL
        for (unsigned k = 0; k < early; ++k) {
            const unsigned i = k < each ? tcr_thread() * each + k : n;
            const unsigned long long *from = place(i, n, turn, block, tag);
            if (from)
                c = tcr_join(c, tcr_await<Carry>(a.half[k], from, tag));
        }
        TCR_ROLL
        for (unsigned k = early; k < each; ++k) {
            const unsigned long long *from = place(tcr_thread() * each + k, n, turn, block, tag);
            if (from) {
                tcr_ask(a.half[0], from);
                c = tcr_join(c, tcr_await<Carry>(a.half[0], from, tag));
            }
        }
        return c;
    }
    /* The same where what comes to a number is of one variable V, of the last 32 tiles alone, each
     * warp by itself; false: in none of them it begins anew. */
    TCR_DEVICE void ask_near(asked &a, unsigned turn, unsigned block) const
    {
        const unsigned n = blocks - 1;
        unsigned tag;
        const unsigned long long *from = place(n - 32 + tcr_lane(), n, turn, block, tag);
        if (from)
            tcr_ask(a.half[0], from);
    }
    template <class V> TCR_DEVICE bool near(asked &a, unsigned turn, unsigned block, Carry &c) const
    {
        const unsigned n = blocks - 1;
        unsigned tag;
        const unsigned long long *from = place(n - 32 + tcr_lane(), n, turn, block, tag);
        c = tcr_nothing<Carry>();
        if (from)
            c = tcr_await<Carry>(a.half[0], from, tag);
        const unsigned begun = tcr_warp_ballot((c.reset & 1) != 0);
        if (begun == 0)
            return false;
        if (tcr_lane() < 31 - (unsigned)tcr_clz(begun))
            c = tcr_nothing<Carry>();
        TCR_UNROLL
        for (int mask = 1; mask < 32; mask *= 2)
            c.x.head = V::op::of(c.x.head, tcr_shfl_xor(c.x.head, mask));
        c.reset = 1;
        return true;
    }
    TCR_DEVICE void keep(unsigned block, const Carry &c) const
    {
        unsigned long long word[Carry::words];
        tcr_list_words(word, c.x);
        word[Carry::words - 1] = c.reset;
        for (int k = 0; k < Carry::words; ++k)
            *(volatile unsigned long long *)&kept[(unsigned long long)block * Carry::words + k] =
                word[k];
    }
    TCR_DEVICE Carry keeps(unsigned block) const
    {
        unsigned long long word[Carry::words];
        Carry c;
        for (int k = 0; k < Carry::words; ++k)
            word[k] = tcr_atomic_look(&kept[(unsigned long long)block * Carry::words + k]);
        tcr_words_list(c.x, word);
        c.reset = (unsigned)word[Carry::words - 1];
        return c;
    }
};

/* ---- a tile ---- */

/* The values of a block's iterations, in shared memory. */
template <int n, class... V> struct tcr_scan_room {
};
template <int n, class V, class... Rest> struct tcr_scan_room<n, V, Rest...> {
    typename V::value value[n];
    tcr_scan_room<n, Rest...> tail;
};
template <int n, class V, class... Rest>
TCR_DEVICE void tcr_put_values(tcr_scan_room<n, V, Rest...> &room, unsigned i,
                               const tcr_values<V, Rest...> &v)
{
    room.value[i] = v.head;
    if constexpr (sizeof...(Rest) > 0)
        tcr_put_values(room.tail, i, v.tail);
}
template <int n, class V, class... Rest>
TCR_DEVICE void tcr_take_values(tcr_values<V, Rest...> &v, const tcr_scan_room<n, V, Rest...> &room,
                                unsigned i)
{
    v.head = room.value[i];
    if constexpr (sizeof...(Rest) > 0)
        tcr_take_values(v.tail, room.tail, i);
}
template <int n, class Vars> struct tcr_scan_room_of;
template <int n, class... V> struct tcr_scan_room_of<n, tcr_vars<V...>> {
    typedef tcr_scan_room<n, V...> type;
};

/* What the tiles of a kernel have in shared memory, of which two are there at a time. */
template <class Body, int most> struct tcr_scan_memory {
    typedef typename tcr_scan_room_of<most, typename Body::vars>::type room_type;
    TCR_DEVICE static void *room(unsigned turn)
    {
        TCR_SHARED unsigned long long words[2][(sizeof(room_type) + 7) / 8];
        return words[turn & 1];
    }
    TCR_DEVICE static unsigned char *resets(unsigned turn)
    {
        TCR_SHARED unsigned char bits[2][Body::resets ? most : 1];
        return bits[turn & 1];
    }
};

template <class Body>
using tcr_scan_carry_of = tcr_scan_carry<typename Body::vars, Body::resets != 0>;

template <class Body, int U, int threads, class Memory> struct tcr_scan_tile {
    typedef typename Body::vars vars;
    typedef typename vars::value value;
    typedef tcr_scan_carry_of<Body> carry;
    typedef typename Body::held held;
    enum { most = U * threads };
    typedef typename tcr_scan_room_of<most, vars>::type room_type;

    held kept[U];
    carry before, all; /* what this thread has in front of it in the tile; what the tile comes to */
    unsigned n;        /* iterations; 0: there is no tile */
    unsigned turn;     /* two tiles of a block are in shared memory at a time */
    unsigned block;

    TCR_DEVICE room_type &room() const
    {
        return *(room_type *)Memory::room(turn);
    }
    TCR_DEVICE unsigned char *resets() const
    {
        return Memory::resets(turn);
    }
    TCR_DEVICE carry taken(unsigned i) const
    {
        value v;
        carry c;
        tcr_take_values(v, room(), i);
        tcr_set_list(c.x, v);
        c.reset = Body::resets ? resets()[i] : 0u;
        return c;
    }

    /* The input phase of the iterations from `first` on; what this thread's run of neighbours comes
     * to. */
    template <class Args> TCR_DEVICE carry input(const Args &A, long long first)
    {
        const unsigned base = tcr_thread() / 32 * (32 * U), lane = tcr_lane();
        TCR_UNROLL
        for (int u = 0; u < U; ++u) {
            const unsigned i = base + (unsigned)u * 32 + lane;
            value v;
            unsigned reset = 0;
            tcr_reset(v);
            if (i < n)
                Body::input(A, first + i, v, reset, kept[u]);
            tcr_put_values(room(), i, v);
            if (Body::resets)
                resets()[i] = (unsigned char)reset;
        }
        tcr_lanes_meet(0xffffffffu);
        carry c = taken(base + lane * U);
        TCR_UNROLL
        for (int u = 1; u < U; ++u)
            c = tcr_join(c, taken(base + lane * U + (unsigned)u));
        return c;
    }
    /* The scan phase, from what is in front of this thread's run. */
    template <class Args> TCR_DEVICE void scan(const Args &A, long long first, carry c)
    {
        const unsigned base = tcr_thread() / 32 * (32 * U), lane = tcr_lane();
        TCR_UNROLL
        for (int u = 0; u < U; ++u) {
            const unsigned i = base + lane * U + (unsigned)u;
            const carry ahead = c;
            value v;
            c = tcr_join(ahead, taken(i));
            tcr_get_list(v, Body::inclusive ? c.x : ahead.x);
            tcr_put_values(room(), i, v);
        }
        tcr_lanes_meet(0xffffffffu);
        TCR_UNROLL
        for (int u = 0; u < U; ++u) {
            const unsigned i = base + (unsigned)u * 32 + lane;
            value v;
            tcr_take_values(v, room(), i);
            if (i < n)
                Body::scan(A, first + i, v, kept[u]);
        }
    }
};

/* ---- the kernel ---- */

/* What a result is in its slot. */
template <class V> TCR_DEVICE unsigned long long tcr_scan_total(const tcr_carried<V> &x)
{
    if constexpr (tcr_is_truth<typename V::op>::yes)
        return x != 0;
    else if constexpr (tcr_carry_facts<V>::factor)
        return tcr_to_word(tcr_of_factor(x));
    else if constexpr (tcr_is_float<typename V::value>::yes)
        return tcr_to_word((double)x);
    else
        return (unsigned long long)(long long)(typename V::value)x;
}
template <int K, class V, class... Rest>
TCR_DEVICE void tcr_leave_totals(const tcr_grid &G, const tcr_carried_list<V, Rest...> &c)
{
    tcr_leave_number(G, K, tcr_scan_total<V>(c.head));
    if constexpr (sizeof...(Rest) > 0)
        tcr_leave_totals<K + 1>(G, c.tail);
}

/* By a thread of the block that has the last tile: what all comes to, for the end of the kernel. */
template <class Carry> TCR_DEVICE Carry &tcr_scan_end()
{
    return tcr_scan_scratch<Carry>()[31];
}
/* The end.  With a tag, the slot behind the results says that all is written.  The results are told
 * by the block that has left them, behind its own part of that: what is told before a fence has to
 * reach the host before the fence ends. */
template <class Carry> TCR_DEVICE void tcr_leave_scan(const tcr_grid &G, bool has_last, int slots)
{
    const bool all = tcr_all_written(G);
    if (!G.tag)
        tcr_sync_block();
    if (has_last && tcr_thread() == 0)
        tcr_leave_totals<0>(G, tcr_scan_end<Carry>().x);
    if (all)
        tcr_tell(G, slots, 0);
}

/* What blocks do with their tiles, one for each turn.  `Tiles` knows how a tile is begun, so that
 * all can see what it comes to, and ended, when what is in front of it is known; what the words of
 * other blocks are asked for; and which copies to begin for a tile two turns ahead. */
template <class Tiles> struct tcr_scan_turns {
    typedef typename Tiles::tile tile;
    typedef typename Tiles::carry carry;
    typedef typename Tiles::asked asked;

    /* A block's own: the next tile is begun before the last one is ended, so that what other blocks
     * know is there when it is needed. */
    TCR_DEVICE static void own(Tiles &s, unsigned turns, carry so_far)
    {
        const unsigned b = tcr_block();
        tile now, next;
        asked a;
        s.fetch(0, b);
        s.fetch(1, b);
        s.begin(now, 0, b);
        TCR_ROLL
        for (unsigned turn = 0; turn < turns; ++turn) {
            if (turn > 0) /* most of them are there */
                s.ask(a, now);
            s.fetch(turn + 2, b);
            s.begin(next, turn + 1, b);
            if (turn == 0)
                s.ask(a, now);
            if (s.G.together)
                tcr_await_blocks(&s.G.hall->arrived, tcr_blocks());
            s.end(now, a, so_far);
            now = next;
        }
    }
    /* What all blocks would do, by one of them, with the same trees. */
    TCR_DEVICE static void all(Tiles &s, unsigned turns, const carry &start)
    {
        tile now;
        asked a;
        TCR_ROLL
        for (unsigned turn = 0; turn < turns; ++turn) {
            TCR_ROLL
            for (unsigned b = 0; b < tcr_blocks(); ++b) {
                carry so_far = turn ? s.words.keeps(b) : start;
                s.alone(turn, b);
                s.begin(now, turn, b);
                tcr_sync_block();
                s.ask(a, now);
                s.end(now, a, so_far);
                if (tcr_thread() == 0)
                    s.words.keep(b, so_far);
                tcr_sync_block();
            }
        }
    }
    TCR_DEVICE static void go(Tiles &s, unsigned turns, const carry &start)
    {
        if (s.G.together || tcr_blocks() == 1)
            own(s, turns, start);
        else if (tcr_block() == 0)
            all(s, turns, start);
    }
};

/* The tiles of a loop. */
template <class Body, int U, int threads, class Args> struct tcr_scan_tiles {
    typedef tcr_scan_tile<Body, U, threads, tcr_scan_memory<Body, U * threads>> tile;
    typedef typename tile::carry carry;
    typedef tcr_scan_words<carry> all_words;
    typedef typename all_words::asked asked;
    const Args &A;
    const tcr_grid &G;
    const all_words words;

    TCR_DEVICE tcr_scan_tiles(const Args &a, const tcr_grid &g) : A(a), G(g), words(g)
    {
    }
    TCR_DEVICE long long first(unsigned turn, unsigned b) const
    {
        return ((long long)turn * tcr_blocks() + b) * ((long long)U * tcr_threads());
    }
    /* Nothing is copied ahead. */
    TCR_DEVICE void fetch(unsigned, unsigned) const
    {
    }
    TCR_DEVICE void alone(unsigned, unsigned) const
    {
    }
    /* The input phase of a tile, and what it comes to, for all to see. */
    TCR_DEVICE void begin(tile &t, unsigned turn, unsigned b) const
    {
        const long long from = first(turn, b), size = (long long)U * tcr_threads();
        t.turn = turn;
        t.block = b;
        t.n = from >= G.n ? 0u : (unsigned)(G.n - from < size ? G.n - from : size);
        if (t.n == 0)
            return;
        t.all = t.input(A, from);
        tcr_scan_block(t.before, t.all);
        if (tcr_thread() == 0)
            tcr_publish(words.at(turn, b), t.all, words.first + turn);
    }
    TCR_DEVICE void ask(asked &a, const tile &t) const
    {
        if (t.n != 0)
            words.ask(a, t.turn, t.block);
    }
    /* The rest of it; `so_far`: what the tiles up to the block's last one come to, and then this
     * one. */
    TCR_DEVICE void end(tile &t, asked &a, carry &so_far) const
    {
        const long long from = first(t.turn, t.block);
        if (t.n == 0)
            return;
        so_far = tcr_join(so_far, words.between(a, t.turn, t.block));
        t.scan(A, from, tcr_join(so_far, t.before));
        so_far = tcr_join(so_far, t.all);
        if (from + t.n == G.n && tcr_thread() == 0)
            tcr_scan_end<carry>() = so_far;
    }
};

template <class Body, int U, int threads, class Args>
TCR_DEVICE void tcr_scan(const Args &A, const tcr_grid &G, const tcr_scan_carry_of<Body> &start)
{
    typedef tcr_scan_tiles<Body, U, threads, Args> tiles;
    tiles s(A, G);
    const unsigned turns = (unsigned)((G.n - 1) / s.first(1, 0) + 1);
    tcr_scan_turns<tiles>::go(s, turns, start);
}
