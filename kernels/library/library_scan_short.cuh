/* SPDX-License-Identifier: MIT */
/*
 * library_scan_short.cuh: prefix sums of an array that all blocks hold at once.
 *
 * Each block has one tile, in the registers of its threads, and waits once for what those before
 * it come to: nobody waits for a block with a higher number.  A warp's part of the tile is some
 * rows of 32 words of 16 bytes, in each of which a lane has one: neighbouring lanes read and write
 * neighbouring words.  The blocks' sums are read by as many warps as it takes, 32 each, which leave
 * what these come to in shared memory.
 *
 * A block with few words has its sums early, and all of its threads' loads are on their way
 * together: so a thread has no more words than it takes (tcr_grid.shared_copies).  Of few words,
 * what is in front of each in its warp is known before the block waits; of many, there is no room
 * for that, and the lanes are added up once more.  Where that does not do, some words wait in
 * shared memory.
 *
 * Words are those of x at multiples of 16 bytes.  Of the array's first and last one some elements
 * may not be there; and where the results have another place in a word, they are written one by
 * one.
 */
#pragma once
#include "library_scan_segments.cuh"

/* `middle`: of more words, in a kernel of its own; `loop`: of a loop, which wants to know what all
 * comes to. */
template <class T, class Op, bool middle, bool loop = false> struct tcr_short_scan {
    typedef typename tcr_scan_args_of<T, loop>::type args;
    typedef tcr_line<T, Op, 16 / sizeof(T)> line; /* of one word */
    typedef typename line::number number;
    typedef tcr_scan_carry<tcr_vars<typename line::var>, false> carry;
    enum : unsigned {
        warps = TCR_SCAN_SHORT_THREADS / 32,
        a_word = line::a_word,
        places = TCR_SCAN_TURNS /* there is one turn alone */
    };
    union word {
        tcr_vector all;
        T element[a_word];
    };

    const args &A;
    const tcr_grid &G;
    const tcr_scan_words<carry> words;
    const unsigned skew; /* elements in front of x that a word of 16 bytes has */
    const long long to;  /* all elements, counted with these */
    const bool dense;    /* the results have the same place in such a word */

    TCR_DEVICE tcr_short_scan(const args &a, const tcr_grid &g)
        : A(a), G(g), words(g), skew(tcr_line_skew<T>(tcr_bytes_at(a.x))), to(g.n + skew),
          dense(skew == tcr_line_skew<T>(tcr_bytes_at(a.result)))
    {
    }
    TCR_DEVICE number start() const
    {
        return tcr_scan_start_of<line, loop>(A);
    }
    /* What each warp comes to, and then what those before it in the block do. */
    TCR_DEVICE static number *fronts()
    {
        TCR_SHARED unsigned long long room[warps * sizeof(number) / 8 + 1];
        return (number *)room;
    }
    /* What 32 blocks come to. */
    TCR_DEVICE static number *seen()
    {
        TCR_SHARED unsigned long long room[TCR_SCAN_SHORT_BLOCKS / 32 * ((sizeof(number) + 7) / 8)];
        return (number *)room;
    }
    TCR_DEVICE static number sum(const word &w)
    {
        number all = line::value(w.element[0]);
        TCR_UNROLL
        for (unsigned v = 1; v < a_word; ++v)
            all = Op::of(all, line::value(w.element[v]));
        return all;
    }
    /* Have the words in registers from here on, and nothing that follows from them. */
    TCR_DEVICE static void settle(word &w)
    {
        TCR_UNROLL
        for (int k = 0; k < 4; ++k)
            tcr_settle_word(w.all.w[k]);
    }
    /* What the lanes before this one have; all: what the lanes have together. */
    TCR_DEVICE static number before(number own, number &all)
    {
        tcr_line_lanes<Op>(own, 0);
        all = tcr_warp_from(own, 31);
        own = tcr_warp_up(own, 1);
        return tcr_lane() == 0 ? line::nothing() : own;
    }

    /* ---- words ---- */

    TCR_DEVICE bool is_whole(long long i) const
    {
        return i * a_word >= skew && (i + 1) * a_word <= to;
    }
    /* Are n words from number i on, each 32nd, all there? */
    template <unsigned n> TCR_DEVICE bool are_whole(long long i) const
    {
        return i * a_word >= skew && is_whole(i + (n - 1) * 32);
    }
    TCR_DEVICE const char *place(const char *from, long long i) const
    {
        return from - skew * sizeof(T) + i * 16;
    }
    /* This thread's words in shared memory, where there are more. */
    TCR_DEVICE static tcr_vector &room(unsigned k)
    {
        return ((tcr_vector *)tcr_shared_room())[k * TCR_SCAN_SHORT_THREADS + tcr_thread()];
    }
    /* Of a word of which something is missing, or whose results have another place in one: element
     * by element.  Each thread has room for its own. */
    TCR_DEVICE static word &apart()
    {
        if constexpr (middle) {
            return *(word *)&room(0);
        } else {
            TCR_SHARED tcr_vector own[TCR_SCAN_SHORT_THREADS];
            return *(word *)&own[tcr_thread()];
        }
    }
    TCR_DEVICE bool has(long long element) const
    {
        return element >= skew && element < to;
    }
    TCR_DEVICE void load_apart(word &w, long long i) const
    {
        TCR_ROLL
        for (unsigned v = 0; v < a_word; ++v) {
            const long long at = i * a_word + v;
            apart().element[v] = has(at) ? (T)TCR_LOAD(A.x[at - skew]) : line::no_element();
        }
        tcr_load_shared(w.all, &apart().all);
    }
    TCR_DEVICE void store_apart(const word &w, long long i) const
    {
        tcr_store_shared(apart().all.w, w.all);
        TCR_ROLL
        for (unsigned v = 0; v < a_word; ++v)
            if (has(i * a_word + v))
                TCR_STORE(A.result[i * a_word + v - skew]) = apart().element[v];
    }
    /* Those from number i on, each 32nd: all on their way together. */
    template <unsigned n> TCR_DEVICE void load(word (&w)[n], long long i) const
    {
        if (are_whole<n>(i)) {
            TCR_UNROLL
            for (unsigned k = 0; k < n; ++k)
                tcr_load_now(w[k].all, place(tcr_bytes_at(A.x), i + k * 32));
            return;
        }
        TCR_UNROLL
        for (unsigned k = 0; k < n; ++k)
            load_apart(w[k], i + k * 32);
    }
    TCR_DEVICE void store(const word &w, long long i) const
    {
        if (dense && is_whole(i))
            tcr_store_vector((char *)place(tcr_bytes_at(A.result), i), w.all);
        else
            store_apart(w, i);
    }
    /* A word's prefixes in its place. */
    TCR_DEVICE void scan(word &w, number front) const
    {
        const bool own = A.inclusive();
        TCR_UNROLL
        for (unsigned v = 0; v < a_word; ++v) {
            const number with = Op::of(front, line::value(w.element[v]));
            w.element[v] = line::result(own ? with : front);
            front = with;
        }
    }

    /* ---- blocks ---- */

    /* What the block's warps before that number come to. */
    TCR_DEVICE static number of_warps(unsigned warp)
    {
        number x[warps];
        TCR_UNROLL
        for (unsigned k = 0; k < warps; ++k)
            x[k] = k < warp ? fronts()[k] : line::nothing();
        TCR_UNROLL
        for (unsigned by = 1; by < warps; by *= 2) {
            TCR_UNROLL
            for (unsigned k = 0; k + by < warps; k += 2 * by)
                x[k] = Op::of(x[k], x[k + by]);
        }
        return x[0];
    }
    /* What the block comes to, for all to see: by the lanes of a warp, each in another place, of
     * which a block looks at one. */
    TCR_DEVICE void publish(unsigned block) const
    {
        carry c = tcr_nothing<carry>();
        c.x.head = of_warps(warps);
        if (tcr_lane() < places)
            tcr_publish(words.at(tcr_lane(), block), c, words.first);
    }
    /* What those of 32 blocks that are before this one come to. */
    TCR_DEVICE number look(unsigned block, unsigned group) const
    {
        const unsigned i = group * 32 + tcr_lane();
        unsigned long long half[carry::parts][2];
        carry c = tcr_nothing<carry>();
        if (i < block) {
            const unsigned long long *const at = words.at(block % places, i);
            tcr_ask(half, at);
            c = tcr_await<carry>(half, at, words.first);
        }
        return tcr_combine_warp<Op>(c.x.head);
    }
    /* What all blocks before this one come to. */
    TCR_DEVICE number blocks_before(unsigned block) const
    {
        const unsigned groups = (block + 31) / 32;
        TCR_ROLL
        for (unsigned group = tcr_thread() / 32; group < groups; group += warps) {
            const number all = look(block, group);
            if (tcr_lane() == 0)
                seen()[group] = all;
        }
        tcr_sync_block();
        number all = start();
        TCR_ROLL
        for (unsigned group = 0; group < groups; ++group)
            all = Op::of(all, seen()[group]);
        return all;
    }
    /* What is in front of this warp; `own`: what it comes to. */
    TCR_DEVICE number front(unsigned block, number own) const
    {
        const unsigned warp = tcr_thread() / 32;
        if (tcr_lane() == 31)
            fronts()[warp] = own;
        tcr_sync_block();
        if (tcr_blocks() == 1)
            return Op::of(start(), of_warps(warp));
        if (warp == warps - 1) /* the first ones look at other blocks */
            publish(block);
        const number ahead = of_warps(warp);
        return Op::of(blocks_before(block), ahead);
    }
    /* What all elements up to this warp's come to: the last warp's is the loop's result. */
    TCR_DEVICE static void leave(unsigned block, const number &all)
    {
        if constexpr (loop) {
            if (block == tcr_blocks() - 1 && tcr_thread() == TCR_SCAN_SHORT_THREADS - 32)
                tcr_scan_end<carry>().x.head = all;
        }
    }
    template <unsigned n> TCR_DEVICE long long first(unsigned block) const
    {
        return ((long long)block * warps + tcr_thread() / 32) * (32 * n) + tcr_lane();
    }
    /* A block's tile of few words a thread. */
    template <unsigned n> TCR_DEVICE void few(unsigned block) const
    {
        const long long i = first<n>(block);
        word w[n];
        number ahead[n], all, own = line::nothing();
        load(w, i);
        TCR_UNROLL
        for (unsigned k = 0; k < n; ++k) {
            ahead[k] = before(sum(w[k]), all);
            ahead[k] = Op::of(own, ahead[k]);
            own = Op::of(own, all);
            settle(w[k]);
        }
        all = own;
        own = front(block, own);
        leave(block, Op::of(own, all));
        TCR_UNROLL
        for (unsigned k = 0; k < n; ++k) {
            scan(w[k], Op::of(own, ahead[k]));
            store(w[k], i + k * 32);
        }
    }
    /* The words from number i on, each 32nd, to shared memory, behind the first one there. */
    template <unsigned n> TCR_DEVICE void fetch(long long i) const
    {
        const bool whole = are_whole<n>(i);
        word w;
        TCR_UNROLL
        for (unsigned k = 0; k < n; ++k) {
            if (whole) {
                tcr_copy_vector(&room(1 + k), place(tcr_bytes_at(A.x), i + k * 32));
                continue;
            }
            load_apart(w, i + k * 32);
            tcr_store_shared(room(1 + k).w, w.all);
        }
        tcr_copies_begun();
    }
    /* A word's results, from what is in front of its row on, which then has the row, too. */
    TCR_DEVICE void finish(word &w, long long i, number &own) const
    {
        number all;
        const number ahead = before(sum(w), all);
        settle(w);
        scan(w, Op::of(own, ahead));
        store(w, i);
        own = Op::of(own, all);
    }
    /* The same of many, and of more, which wait in shared memory. */
    template <unsigned n, unsigned more> TCR_DEVICE void many(unsigned block) const
    {
        const long long i = first<n + more>(block);
        word w[n], x;
        number own = line::nothing();
        if (more)
            fetch<more>(i + n * 32);
        load(w, i);
        TCR_UNROLL
        for (unsigned k = 0; k < n; ++k) {
            own = Op::of(own, sum(w[k]));
            settle(w[k]);
        }
        if (more)
            tcr_copies_wait_but<0>();
        TCR_UNROLL
        for (unsigned k = 0; k < more; ++k) {
            tcr_load_shared(x.all, &room(1 + k));
            own = Op::of(own, sum(x));
        }
        own = front(block, tcr_combine_warp<Op>(own));
        TCR_UNROLL
        for (unsigned k = 0; k < n; ++k)
            finish(w[k], i + k * 32, own);
        TCR_UNROLL
        for (unsigned k = 0; k < more; ++k) {
            tcr_load_shared(x.all, &room(1 + k));
            finish(x, i + (n + k) * 32, own);
        }
        leave(block, own);
    }
    TCR_DEVICE void tile(unsigned block) const
    {
        if constexpr (middle)
            many<TCR_SCAN_SHORT_WORDS, TCR_SCAN_SHORT_MORE>(block);
        else if (G.shared_copies == 1)
            few<1>(block);
        else if (G.shared_copies == 2)
            few<2>(block);
        else if (G.shared_copies == 4)
            few<4>(block);
        else
            many<TCR_SCAN_SHORT_WORDS, 0>(block);
    }
    TCR_DEVICE void run() const
    {
        const bool alone = !G.together && tcr_blocks() > 1; /* one block has the tiles of all */
        const unsigned from = tcr_block(), to = !alone ? from + 1 : from == 0 ? tcr_blocks() : 0;
        TCR_ROLL
        for (unsigned block = from; block < to; ++block) {
            if (block > from)
                tcr_sync_block();
            tile(block);
        }
        if constexpr (loop)
            tcr_leave_scan<carry>(G, tcr_block() == (G.together ? tcr_blocks() - 1 : 0), 1);
        else
            tcr_rows_done(G);
    }
};

#define TCR_KERNEL_SCAN_SHORT(name, T, op, middle)                                                 \
    TCR_KERNEL_ENTRY_OF(TCR_SCAN_SHORT_THREADS, (tcr_scan_blocks<T, op>::line))                    \
    name(const tcr_library_scan_args<T> A, const tcr_grid G)                                       \
    {                                                                                              \
        tcr_short_scan<T, op, middle>(A, G).run();                                                 \
    }                                                                                              \
    TCR_KERNEL_EXPORT(name, tcr_library_scan_args<T>)
