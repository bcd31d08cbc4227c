/* SPDX-License-Identifier: MIT */
/*
 * team.cuh: an iteration of a region's loop, done by several threads.
 *
 * All threads of a team run the body.  What it computes outside of inner loops, each computes for
 * itself, and all get the same; one of them does what other iterations, or the host, may see.  An
 * inner loop whose iterations may be done in any order is shared: lane r of a team of size T does
 * r, r + T, r + 2T, ...  Of the variables that such a loop folds (analyse/fold.h) every lane has a
 * copy, and after the loop all know what they come to.
 *
 *     rows      a team's lanes are neighbours: they read an inner loop's neighbouring elements
 *     columns   neighbouring lanes are of different teams, with neighbouring iterations of the
 *               region's loop: for bodies whose elements lie side by side along that loop
 *
 * The size depends on the iterations, the grid and the inner loop's length, never on time: the
 * order of every sum is the same in every run.  A team of one thread is that thread, in the order
 * of the program (tcr_alone).
 *
 * Source of lanes by rows: the vector form of Bell and Garland, "Implementing sparse matrix-vector
 * multiplication on throughput-oriented processors" (SC 2009).
 */
#pragma once
#include "reduce.cuh"
#include "runs.cuh"

/* ---- values among lanes ---- */

/* A shuffle moves 32 or 64 bits; of less, all that there are. */
template <class T> TCR_DEVICE T tcr_team_xor(T x, int mask, unsigned lanes)
{
    if constexpr (sizeof(T) == 4 || sizeof(T) == 8) {
        return tcr_lanes_xor(x, mask, lanes);
    } else {
        union {
            T value;
            int word;
        } bits;
        bits.word = 0;
        bits.value = x;
        bits.word = tcr_lanes_xor(bits.word, mask, lanes);
        return bits.value;
    }
}

/* A value as words. */
template <class T> union tcr_words {
    enum { n = (sizeof(T) + 3) / 4 };
    T value;
    unsigned word[n];
};

/* The value is there before anything that follows is done. */
template <class T> TCR_DEVICE void tcr_settle_words(T &x)
{
    tcr_words<T> bits;
    bits.value = x;
    TCR_UNROLL
    for (int i = 0; i < tcr_words<T>::n; ++i)
        tcr_settle_word(bits.word[i]);
    x = bits.value;
}

/* A value of at most 8 bytes as a word, and back. */
template <class T> union tcr_one_word {
    T value;
    unsigned long long word;
};
template <class T> TCR_DEVICE unsigned long long tcr_to_word(T x)
{
    tcr_one_word<T> bits;
    bits.word = 0;
    bits.value = x;
    return bits.word;
}
template <class T> TCR_DEVICE T tcr_of_word(unsigned long long word)
{
    tcr_one_word<T> bits;
    bits.word = word;
    return bits.value;
}

/* Trips of a loop from lo up to hi, by `step`. */
template <class C>
TCR_DEVICE long long tcr_trips(C lo, C hi, bool inclusive, unsigned long long step)
{
    typedef unsigned long long wide;
    if (!(inclusive ? lo <= hi : lo < hi))
        return 0;
    if constexpr (sizeof(C) == 4) {
        if (step <= 0xffffffff) /* a constant */
            return ((unsigned)hi - (unsigned)lo - !inclusive) / (unsigned)step + 1ll;
    }
    return (long long)(((wide)hi - (wide)lo - !inclusive) / step + 1);
}

/* ---- who does an iteration ---- */

/* One thread.  `apart`: no array of the call overlaps one that is written. */
struct tcr_alone {
    enum { probes = 0, reads = 1, announces = 0, apart = 0 };
    TCR_DEVICE bool leads() const
    {
        return true;
    }
    TCR_DEVICE void meet() const
    {
    }
    TCR_DEVICE void agree(bool &) const
    {
    }
    /* Sums that keep their order: `body` leaves the parts of an iteration's updates in Parts, and
     * `update` makes them. */
    template <int U, class Early, class Parts, class First, class Then, class Body, class Update,
              class... F>
    TCR_DEVICE void ordered(long long n, const bool &gone, const First &first, const Then &then,
                            const Body &body, const Update &update, F...) const
    {
        for (long long k = 0; k < n && !gone; ++k) {
            Early e;
            Parts p;
            p.has = 0;
            first(k, e);
            then(k, e);
            body(k, e, p);
            update(p);
        }
    }
    template <int U, int R, bool writes, class Early, class Wide, class First, class Then,
              class Body, class... F>
    TCR_DEVICE void loop(long long n, const bool &gone, const Wide &, const First &first,
                         const Then &then, const Body &body, F...) const
    {
        for (long long k = 0; k < n && !gone; ++k) {
            Early e;
            first(k, e);
            then(k, e);
            body(k, e);
        }
    }
    /* Prefix sums: what an iteration adds, nobody has to know before it. */
    template <int U, class Early, class First, class Then, class Adds, class Body, class... F>
    TCR_DEVICE void prefixes(long long n, const bool &gone, const First &first, const Then &then,
                             const Adds &, const Body &body, F...) const
    {
        loop<U, U, true, Early>(n, gone, 0, first, then, body);
    }
};

/* The same where they are. */
struct tcr_single : tcr_alone {
    enum { apart = 1 };
};

/* Nobody: how long is the first inner loop?  The body returns behind it. */
struct tcr_probe {
    enum { probes = 1, reads = 0, announces = 0, apart = 1 };
    long long trips, first; /* `first`: where it begins, if the body says so (tcr_flat_trips) */
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
              class Body, class... F>
    TCR_DEVICE void loop(long long n, const bool &, const Wide &, const First &, const Then &,
                         const Body &, F...)
    {
        trips = n;
    }
    template <int U, class Early, class Parts, class First, class Then, class Body, class Update,
              class... F>
    TCR_DEVICE void ordered(long long n, const bool &, const First &, const Then &, const Body &,
                            const Update &, F...)
    {
        trips = n;
    }
    template <int U, class Early, class First, class Then, class Adds, class Body, class... F>
    TCR_DEVICE void prefixes(long long n, const bool &, const First &, const Then &, const Adds &,
                             const Body &, F...)
    {
        trips = n;
    }
};

/* Trips of a loop from `first` on, by 1, of which another row's may be a part (spans.cuh). */
template <class Team> TCR_DEVICE long long tcr_flat_trips(Team &, long long, long long trips)
{
    return trips;
}
TCR_DEVICE long long tcr_flat_trips(tcr_probe &team, long long first, long long trips)
{
    team.first = first;
    return trips;
}

/* A word for each thread of the block. */
TCR_DEVICE unsigned long long *tcr_team_room()
{
    TCR_SHARED unsigned long long room[TCR_MOST_THREADS];
    return room;
}

/* Blocks that are one team; kept in shared memory, as registers are for the body. */
struct tcr_team_blocks {
    unsigned block, blocks;    /* this one, and how many */
    unsigned *arrived;         /* device: of them */
    unsigned long long *words; /* device: two for each of them, */
    unsigned turn;             /* which take turns */
};
TCR_DEVICE tcr_team_blocks &tcr_this_blocks()
{
    TCR_SHARED tcr_team_blocks blocks;
    return blocks;
}

/* All threads of them. */
TCR_APART void tcr_meet_blocks()
{
    const tcr_team_blocks &b = tcr_this_blocks();
    tcr_sync_block();
    if (tcr_thread() == 0)
        tcr_sync_blocks(b.arrived, b.blocks);
    tcr_sync_block();
}

/* What their values come to, in an order that does not depend on time. */
template <class Op, class T> TCR_APART T tcr_combine_blocks(Op op, T x)
{
    tcr_team_blocks &g = tcr_this_blocks();
    const unsigned t = tcr_thread(), threads = tcr_threads(), blocks = g.blocks;
    const unsigned turn = g.turn ^ 1;
    unsigned long long *const words = g.words + turn, *const room = tcr_team_room();

    if (t == 0)
        *(volatile unsigned long long *)&words[2 * g.block] = tcr_to_word(x);
    tcr_meet_blocks();
    if (t == 0)
        g.turn = turn;
    if (t < blocks)
        x = tcr_of_word<T>(tcr_atomic_look(&words[2 * t]));
    TCR_ROLL
    for (unsigned b = t + threads; b < blocks; b += threads)
        x = op(x, tcr_of_word<T>(tcr_atomic_look(&words[2 * b])));
    TCR_ROLL
    for (unsigned mask = 1; mask < 32; mask *= 2) {
        const T other = tcr_team_xor(x, (int)mask, 0xffffffffu);
        x = (t ^ mask) < blocks ? op(x, other) : x;
    }
    if (tcr_lane() == 0)
        room[t] = tcr_to_word(x);
    tcr_sync_block();
    x = tcr_of_word<T>(room[0]);
    TCR_ROLL
    for (unsigned first = 32; first < blocks && first < threads; first += 32)
        x = op(x, tcr_of_word<T>(room[first]));
    tcr_sync_block();
    return x;
}

/* A few lanes are for short loops. */
template <bool is_short> struct tcr_loop_number {
    typedef long long type;
};
template <> struct tcr_loop_number<true> {
    typedef int type;
};

/* A prefix sum of a shared loop: what is in front of the team's next iterations, and of each of U
 * of them, first what it adds and then what is in front of it. */
template <class Op, class T, int U> struct tcr_prefix {
    T &value, front, x[U];
    TCR_DEVICE explicit tcr_prefix(T &v) : value(v), front(v)
    {
    }
    TCR_DEVICE void begin()
    {
        front = value;
    }
    template <class Team> TCR_DEVICE void end(const Team &)
    {
        value = front;
    }
};
template <class F> TCR_DEVICE void tcr_clear_prefix(F &)
{
}
template <class F> TCR_DEVICE void tcr_note_prefix(F &, int)
{
}
template <class Team, class F> TCR_DEVICE void tcr_step_prefix(const Team &, F &)
{
}
template <class F> TCR_DEVICE void tcr_set_prefix(F &, int)
{
}
template <class Op, class T, int U> TCR_DEVICE void tcr_clear_prefix(tcr_prefix<Op, T, U> &p)
{
    p.value = Op::template identity<T>();
}
template <class Op, class T, int U> TCR_DEVICE void tcr_note_prefix(tcr_prefix<Op, T, U> &p, int u)
{
    p.x[u] = p.value;
}
template <class Team, class Op, class T, int U>
TCR_DEVICE void tcr_step_prefix(const Team &team, tcr_prefix<Op, T, U> &p)
{
    T ahead[U];
    team.template before<U>([](T a, T b) { return (T)Op::of(a, b); }, Op::template identity<T>(),
                            p.x, ahead);
    TCR_UNROLL
    for (int u = 0; u < U; ++u) {
        const T all = p.x[u];
        p.x[u] = (T)Op::of(p.front, ahead[u]);
        p.front = (T)Op::of(p.front, all);
    }
}
template <class Op, class T, int U> TCR_DEVICE void tcr_set_prefix(tcr_prefix<Op, T, U> &p, int u)
{
    p.value = p.x[u];
}

/* Several.  `whole`: of several warps; else of lanes of one.  `columns`: all threads of the block
 * come equally often.  By rows, a whole one is the block, or several (tcr_this_blocks).  What
 * follows from these members is not kept: registers are for the body. */
template <bool whole, bool columns> struct tcr_team {
    enum { probes = 0, reads = 1, announces = 0, apart = 1, short_loops = !whole && !columns };
    typedef typename tcr_loop_number<short_loops>::type number; /* of an iteration */
    unsigned rank, size;
    bool idle; /* by columns: it has no iteration, and only keeps the others company */

    TCR_DEVICE bool leads() const
    {
        return rank == 0 && !(columns && idle);
    }
    /* Warps of the block that it has lanes in. */
    TCR_DEVICE unsigned warps() const
    {
        return columns ? size : tcr_threads() / 32;
    }
    TCR_DEVICE bool of_blocks() const
    {
        return whole && !columns && size > tcr_threads();
    }
    /* Its lanes of the warp, a bit each. */
    TCR_DEVICE unsigned lanes() const
    {
        return columns               ? 1u << tcr_lane()
               : whole || size == 32 ? 0xffffffffu
                                     : ((1u << size) - 1) << (tcr_lane() - rank);
    }
    /* The team's threads in this block. */
    TCR_DEVICE void meet_here() const
    {
        if constexpr (columns)
            tcr_sync_some(1 + tcr_thread() / 32 / size, 32 * size);
        else if constexpr (whole)
            tcr_sync_block();
        else
            tcr_lanes_meet(lanes());
    }
    /* All see what all have written. */
    TCR_DEVICE void meet() const
    {
        if (of_blocks())
            tcr_meet_blocks();
        else
            meet_here();
    }
    template <class Op, class T> TCR_DEVICE T combine(const Op &op, T x) const
    {
        if constexpr (!columns) {
            const unsigned in_warp = whole ? 32 : size;
            TCR_ROLL
            for (unsigned mask = 1; mask < in_warp; mask *= 2)
                x = op(x, tcr_team_xor(x, (int)mask, lanes()));
        }
        if constexpr (whole) {
            /* the word of the team's first lane in each of its warps */
            unsigned long long *const room = tcr_team_room();
            const unsigned lane = columns ? tcr_lane() : 0, warps = this->warps();
            const unsigned warp = tcr_thread() / 32, first = columns ? warp & ~(warps - 1) : 0;
            if (columns || tcr_lane() == 0)
                room[warp * 32 + lane] = tcr_to_word(x);
            meet_here();
            x = tcr_of_word<T>(room[first * 32 + lane]);
            TCR_ROLL
            for (unsigned w = 1; w < warps; ++w)
                x = op(x, tcr_of_word<T>(room[(first + w) * 32 + lane]));
            meet_here();
        }
        if constexpr (whole && !columns) {
            if (of_blocks())
                x = tcr_combine_blocks(op, x);
        }
        return x;
    }
    /* Of U numbers of each lane: what the lanes before this one have together, in their order, and
     * into x, what all have; of the threads of one block. */
    template <int U, class Op, class T>
    TCR_DEVICE void before(const Op &op, T nothing, T (&x)[U], T (&ahead)[U]) const
    {
        static_assert(!columns, "neighbouring lanes are of one team");
        const unsigned in_warp = whole ? 32 : size, lane = whole ? tcr_lane() : rank;
        TCR_UNROLL
        for (int u = 0; u < U; ++u)
            ahead[u] = nothing;
        TCR_ROLL
        for (unsigned mask = 1; mask < in_warp; mask *= 2) {
            TCR_UNROLL
            for (int u = 0; u < U; ++u) {
                const T other = tcr_team_xor(x[u], (int)mask, lanes());
                ahead[u] = lane & mask ? op(other, ahead[u]) : ahead[u];
                x[u] = lane & mask ? op(other, x[u]) : op(x[u], other);
            }
        }
        if constexpr (whole)
            before_warps(op, nothing, x, ahead);
    }
    /* The same of a block's warps, each of which knows what its lanes have: all of them look at the
     * numbers of all. */
    template <int U, class Op, class T>
    TCR_DEVICE void before_warps(const Op &op, T nothing, T (&x)[U], T (&ahead)[U]) const
    {
        static_assert(U * 32 <= TCR_MOST_THREADS, "words of the room");
        unsigned long long *const room = tcr_team_room();
        const unsigned lane = tcr_lane(), warp = tcr_thread() / 32;
        TCR_UNROLL
        for (int u = 0; u < U; ++u)
            if (lane == 0)
                room[u * 32 + warp] = tcr_to_word(x[u]);
        meet_here();
        TCR_UNROLL
        for (int u = 0; u < U; ++u) {
            T of_warps = nothing;
            x[u] = lane < warps() ? tcr_of_word<T>(room[u * 32 + lane]) : nothing;
            TCR_UNROLL
            for (unsigned mask = 1; mask < 32; mask *= 2) {
                const T other = tcr_team_xor(x[u], (int)mask, 0xffffffffu);
                of_warps = lane & mask ? op(other, of_warps) : of_warps;
                x[u] = lane & mask ? op(other, x[u]) : op(x[u], other);
            }
            ahead[u] = op(tcr_of_word<T>(tcr_warp_from(tcr_to_word(of_warps), warp)), ahead[u]);
        }
        meet_here();
    }
    /* What some lane has seen, all have. */
    TCR_DEVICE void agree(bool &gone) const
    {
        if constexpr (whole)
            gone = combine([](int a, int b) { return a | b; }, (int)gone) != 0;
        else
            gone = tcr_lanes_any(gone, lanes());
    }
    /* `first` and `then` read, into Early, what the body needs of an iteration's memory: `then`
     * what `first` has found the places of; `wide` is `first` for several (runs.cuh).
     * U iterations are made at once, and in the end R of which some may be missing.  `writes`: the
     * body changes memory. */
    template <int U, int R, bool writes, class Early, class Wide, class First, class Then,
              class Body, class... F>
    TCR_DEVICE void loop(long long n, const bool &gone, const Wide &wide, const First &first,
                         const Then &then, const Body &body, F... folds) const
    {
        if (writes && columns && idle) /* else it computes what the last team does */
            n = 0;
        (folds.begin(), ...);
        if (!short_loops || n <= 0x3fffffff) {
            if constexpr (Wide::width > 1)
                in_vectors<(U > Wide::width ? U / Wide::width : 1), Early>((number)n, gone, wide,
                                                                           first, then, body);
            else
                in_batches<U, R, Early>((number)n, gone, first, then, body);
        } else {
            TCR_ROLL
            for (long long k = rank; k < n && !gone; k += size)
                several<1, false, Early>(k, n, first, then, body);
        }
        if (writes)
            meet();
        (folds.end(*this), ...);
    }
    template <int U, int R, class Early, class First, class Then, class Body>
    TCR_DEVICE void in_batches(number n, const bool &gone, const First &first, const Then &then,
                               const Body &body) const
    {
        const number step = (number)size;
        number k = (number)rank;
        if constexpr (U > R) {
            TCR_ROLL
            for (; k + (U - 1) * step < n && !gone; k += U * step)
                several<U, false, Early, R == 1>(k, n, first, then, body);
        }
        TCR_ROLL
        for (; k < n && !gone; k += R * step)
            several<R, true, Early>(k, n, first, then, body);
    }
    /* Iterations k, k + size, ..., as far as they are below n: their reads are in flight
     * together.  `ahead`: the body is long, and the compiler would put reads back into it. */
    template <int U, bool asks, class Early, bool ahead = false, class N, class First, class Then,
              class Body>
    TCR_DEVICE void several(N k, N n, const First &first, const Then &then, const Body &body) const
    {
        Early e[U];
        TCR_UNROLL
        for (int u = 0; u < U; ++u)
            if (!asks || u == 0 || k + u * (N)size < n)
                first(k + u * (N)size, e[u]);
        TCR_UNROLL
        for (int u = 0; u < U && ahead; ++u)
            tcr_settle_words(e[u]);
        TCR_UNROLL
        for (int u = 0; u < U; ++u)
            if (!asks || u == 0 || k + u * (N)size < n)
                then(k + u * (N)size, e[u]);
        TCR_UNROLL
        for (int u = 0; u < U; ++u)
            if (!asks || u == 0 || k + u * (N)size < n)
                body(k + u * (N)size, e[u]);
    }
    /* What lies in front of the chunks, these, C at once, and the rest: a lane's iterations in
     * their order.  The first reads of all three are in flight together. */
    template <int C, class Early, class Wide, class First, class Then, class Body>
    TCR_DEVICE void in_vectors(number n, const bool &gone, const Wide &wide, const First &first,
                               const Then &then, const Body &body) const
    {
        enum { W = Wide::width };
        const number step = (number)size, head = (number)wide.head, chunks = (number)wide.n;
        number k = (number)rank, c = (number)rank, t = head + chunks * W + (number)rank;
        Early before, e[C * W], behind;
        if (gone)
            return;
        if (k < head)
            first(k, before);
        if (c < chunks)
            read_chunks<C>(c, chunks, wide, e);
        if (t < n)
            first(t, behind);
        TCR_ROLL
        while (k < head && !gone) {
            then(k, before);
            body(k, before);
            k += step;
            if (k < head)
                first(k, before);
        }
        TCR_ROLL
        while (c < chunks && !gone) {
            do_chunks<C>(c, chunks, head, e, then, body);
            c += C * step;
            if (c < chunks)
                read_chunks<C>(c, chunks, wide, e);
        }
        TCR_ROLL
        while (t < n && !gone) {
            then(t, behind);
            body(t, behind);
            t += step;
            if (t < n)
                first(t, behind);
        }
    }
    /* Chunks c, c + size, ..., as far as there are any.  One question for all of them: no read
     * waits for another. */
    template <int C, class Wide, class Early>
    TCR_DEVICE void read_chunks(number c, number chunks, const Wide &wide, Early *e) const
    {
        if (wide.even())
            read_chunks<C>(true, c, chunks, wide, e);
        else
            read_chunks<C>(false, c, chunks, wide, e);
    }
    template <int C, class Wide, class Early>
    TCR_DEVICE void read_chunks(bool even, number c, number chunks, const Wide &wide,
                                Early *e) const
    {
        TCR_UNROLL
        for (int u = 0; u < C; ++u)
            if (u == 0 || c + u * (number)size < chunks)
                wide.read(even, wide.head + (c + u * (number)size) * Wide::width,
                          e + u * Wide::width);
    }
    template <int C, int CW, class Early, class Then, class Body>
    TCR_DEVICE void do_chunks(number c, number chunks, number head, Early (&e)[CW],
                              const Then &then, const Body &body) const
    {
        enum { W = CW / C };
        TCR_UNROLL
        for (int u = 0; u < CW; ++u)
            if (u < W || c + u / W * (number)size < chunks)
                then(head + (c + u / W * (number)size) * W + u % W, e[u]);
        TCR_UNROLL
        for (int u = 0; u < CW; ++u)
            if (u < W || c + u / W * (number)size < chunks)
                body(head + (c + u / W * (number)size) * W + u % W, e[u]);
    }
    /* What lane `from` of the team has, word by word. */
    template <class T> TCR_DEVICE T of_lane(const T &x, unsigned from) const
    {
        tcr_words<T> bits;
        bits.word[tcr_words<T>::n - 1] = 0;
        bits.value = x;
        if constexpr (whole) {
            unsigned *const at = (unsigned *)tcr_team_room();
            static_assert(tcr_words<T>::n <= 128, "two warps' words");
            for (int i = 0; i < tcr_words<T>::n && rank == from; ++i)
                at[i] = bits.word[i];
            meet_here();
            for (int i = 0; i < tcr_words<T>::n; ++i)
                bits.word[i] = at[i];
            meet_here();
        } else {
            TCR_UNROLL
            for (int i = 0; i < tcr_words<T>::n; ++i)
                bits.word[i] = tcr_lanes_from(bits.word[i], tcr_lane() - rank + from, lanes());
        }
        return bits.value;
    }
    /* tcr_alone's; each of the lanes makes all updates. */
    template <int U, class Early, class Parts, class First, class Then, class Body, class Update,
              class... F>
    TCR_DEVICE void ordered(long long n, const bool &gone, const First &first, const Then &then,
                            const Body &body, const Update &update, F... folds) const
    {
        static_assert(!columns, "neighbouring lanes are of one team");
        (folds.begin(), ...);
        TCR_ROLL
        for (long long k = 0; k < n; k += U * (long long)size)
            steps<U, Early, Parts>(k, n, gone, first, then, body, update);
        (folds.end(*this), ...);
    }
    /* Prefix sums.  `adds` is of an iteration what says what it adds, to variables that are nothing
     * before; `body` all of it, where they are what they are in front of it.  U steps of the team
     * at once, whose reads are in flight together. */
    template <int U, class Early, class First, class Then, class Adds, class Body, class... F>
    TCR_DEVICE void prefixes(long long n, const bool &gone, const First &first, const Then &then,
                             const Adds &adds, const Body &body, F... folds) const
    {
        (folds.begin(), ...);
        TCR_ROLL
        for (long long from = 0; from < n; from += U * (long long)size) {
            const long long k = from + rank, step = (long long)size;
            Early e[U];
            TCR_UNROLL
            for (int u = 0; u < U; ++u)
                if (k + u * step < n && !gone)
                    first(k + u * step, e[u]);
            TCR_UNROLL
            for (int u = 0; u < U; ++u)
                if (k + u * step < n && !gone)
                    then(k + u * step, e[u]);
            TCR_UNROLL
            for (int u = 0; u < U; ++u) {
                (tcr_clear_prefix(folds), ...);
                if (k + u * step < n && !gone)
                    adds(k + u * step, e[u]);
                (tcr_note_prefix(folds, u), ...);
            }
            (tcr_step_prefix(*this, folds), ...);
            TCR_UNROLL
            for (int u = 0; u < U; ++u)
                if (k + u * step < n && !gone) {
                    (tcr_set_prefix(folds, u), ...);
                    body(k + u * step, e[u]);
                }
        }
        meet();
        (folds.end(*this), ...);
    }
    /* U steps of the team, from iteration `from` on: those that have seen `gone` go with the
     * others. */
    template <int U, class Early, class Parts, class First, class Then, class Body, class Update>
    TCR_DEVICE void steps(long long from, long long n, const bool &gone, const First &first,
                          const Then &then, const Body &body, const Update &update) const
    {
        const long long k = from + rank;
        Early e[U];
        Parts p[U];
        TCR_UNROLL
        for (int u = 0; u < U; ++u)
            if (k + u * (long long)size < n && !gone)
                first(k + u * (long long)size, e[u]);
        TCR_UNROLL
        for (int u = 0; u < U; ++u)
            if (k + u * (long long)size < n && !gone)
                then(k + u * (long long)size, e[u]);
        TCR_UNROLL
        for (int u = 0; u < U; ++u) {
            p[u].has = 0;
            if (k + u * (long long)size < n && !gone)
                body(k + u * (long long)size, e[u], p[u]);
        }
        TCR_UNROLL
        for (int u = 0; u < U; ++u) {
            TCR_ROLL
            for (unsigned lane = 0; lane < size && from + u * (long long)size + lane < n; ++lane)
                update(of_lane(p[u], lane));
        }
    }
};

/* ---- what a loop folds ---- */

template <class Team> struct tcr_is_alone {
    enum : bool { value = false };
};
template <> struct tcr_is_alone<tcr_single> {
    enum { value = 1 };
};
template <> struct tcr_is_alone<tcr_alone> {
    enum : bool { value = true };
};

/* Every lane has the variable; in the loop it has its share of it. */
template <class Op, class T> struct tcr_fold {
    T &value, was;
    TCR_DEVICE explicit tcr_fold(T &x) : value(x), was(x)
    {
    }
    TCR_DEVICE void begin()
    {
        was = value;
        value = Op::template identity<T>();
    }
    template <class Team> TCR_DEVICE void end(const Team &team)
    {
        value = (T)Op::of(was, team.combine([](T a, T b) { return (T)Op::of(a, b); }, value));
    }
};

/* A sum or product of 16 bits: the lanes' shares are rounded once, in the end. */
template <class Op, class T> struct tcr_fold_half {
    T &value;
    float was;
    TCR_DEVICE explicit tcr_fold_half(T &x) : value(x), was((float)x)
    {
    }
    TCR_DEVICE void begin()
    {
        was = (float)value;
        value = Op::template identity<T>();
    }
    template <class Team> TCR_DEVICE void end(const Team &team)
    {
        value = (T)Op::of(
            was, team.combine([](float a, float b) { return Op::of(a, b); }, (float)value));
    }
};

/* A sum of complex numbers. */
template <class T> struct tcr_fold_complex {
    tcr_complex<T> &value;
    tcr_fold<tcr_op_add, T> re, im;
    TCR_DEVICE explicit tcr_fold_complex(tcr_complex<T> &x) : value(x), re(x.re), im(x.im)
    {
    }
    TCR_DEVICE void begin()
    {
        re.begin();
        im.begin();
    }
    template <class Team> TCR_DEVICE void end(const Team &team)
    {
        re.end(team);
        im.end(team);
    }
};

/* & | && ||: a copy starts with what the variable is, which may be a truth that no update gives. */
template <class Op, class T> struct tcr_fold_again {
    T &value;
    TCR_DEVICE explicit tcr_fold_again(T &x) : value(x)
    {
    }
    TCR_DEVICE void begin()
    {
    }
    template <class Team> TCR_DEVICE void end(const Team &team)
    {
        value = team.combine([](T a, T b) { return a == b ? a : (T)Op::of(a, b); }, value);
    }
};

/* Of two that are equal, one and the same in whichever order: of 0 and -0, -0. */
template <class T> TCR_DEVICE T tcr_of_equals(T a, T b)
{
    if constexpr (!tcr_is_float<T>::yes)
        return a;
    return tcr_of_word<T>(tcr_to_word(a) | tcr_to_word(b));
}

/* A minimum or maximum, which starts with what the variable is, and not with the greatest number:
 * a NaN stays where no lane has met a number that takes its place.  All lanes get the same zero,
 * which may decide where they go. */
template <class Op, class T> struct tcr_fold_order {
    T &value;
    TCR_DEVICE explicit tcr_fold_order(T &x) : value(x)
    {
    }
    TCR_DEVICE void begin()
    {
    }
    template <class Team> TCR_DEVICE void end(const Team &team)
    {
        value = team.combine(
            [](T a, T b) { return a != a   ? b
                                  : a == b ? tcr_of_equals(a, b)
                                           : (T)Op::of(a, b); },
            value);
    }
};

/* Compared by their bits: a NaN is itself, and 0 is not -0. */
template <class T> TCR_DEVICE bool tcr_is_same(T a, T b)
{
    return tcr_to_word(a) == tcr_to_word(b);
}

/* A variable that is set to one and the same value, or not at all. */
template <class T> struct tcr_fold_constant {
    T &value, was;
    TCR_DEVICE explicit tcr_fold_constant(T &x) : value(x), was(x)
    {
    }
    TCR_DEVICE void begin()
    {
        was = value;
    }
    template <class Team> TCR_DEVICE void end(const Team &team)
    {
        const T before = was;
        value = team.combine([before](T a, T b) { return tcr_is_same(a, before) ? b : a; }, value);
    }
};

/* The value that one lane of the team has, in all of them. */
template <class Team, class T> TCR_DEVICE void tcr_spread(const Team &team, bool mine, T &x)
{
    x = tcr_of_word<T>(
        team.combine([](unsigned long long a, unsigned long long b) { return a | b; },
                     mine ? tcr_to_word(x) : 0));
}

/* Variables that are set along with a minimum or maximum. */
template <class... A> struct tcr_along {
    template <class Team> TCR_DEVICE void spread(const Team &, bool)
    {
    }
};
template <class A, class... Rest> struct tcr_along<A, Rest...> {
    A &value;
    tcr_along<Rest...> rest;
    TCR_DEVICE explicit tcr_along(A &x, Rest &...more) : value(x), rest(more...)
    {
    }
    template <class Team> TCR_DEVICE void spread(const Team &team, bool mine)
    {
        tcr_spread(team, mine, value);
        rest.spread(team, mine);
    }
};

/* A minimum or maximum with them.  `took` is the last iteration in which this lane has set
 * them, -1 before; of several with the same value the first or the last counts. */
template <class Op, bool last, class T, class... A> struct tcr_fold_best {
    enum : long long { nobody = last ? -1 : 0x7fffffffffffffff };
    T &value;
    long long &took;
    tcr_along<A...> along;
    TCR_DEVICE explicit tcr_fold_best(long long &t, T &x, A &...more)
        : value(x), took(t), along(more...)
    {
    }
    TCR_DEVICE void begin()
    {
        took = -1;
    }
    template <class Team> TCR_DEVICE void end(const Team &team)
    {
        const T best = team.combine([](T a, T b) { return (T)Op::of(a, b); }, value);
        const long long mine = took >= 0 && value == best ? took : (long long)nobody;
        const long long at =
            team.combine([](long long a, long long b) { return (a < b) != last ? a : b; }, mine);
        /* nobody: all have what they had.  (By columns, teams wait for each other.) */
        const bool from = at == (long long)nobody ? team.rank == 0 : mine == at;
        tcr_spread(team, from, value);
        along.spread(team, from);
    }
};

/* A place that perhaps no iteration comes to, and only then is known to be there: a lane's share,
 * from the operator's identity on.  One thread alone goes on from what is there. */
template <class T> struct tcr_some {
    T value;
    bool has = false;
    template <class Team, class Read> TCR_DEVICE T &at(const Read &read)
    {
        if (!has) {
            has = true;
            if constexpr (tcr_is_alone<Team>::value)
                value = read();
        }
        return value;
    }
    /* What the place holds in the end. */
    template <class Team, class Op> TCR_DEVICE T with(T was) const
    {
        if constexpr (tcr_is_alone<Team>::value)
            return value;
        else
            return (T)Op::of(was, value);
    }
};

template <class Op, class T> struct tcr_fold_some {
    tcr_some<T> &some;
    TCR_DEVICE explicit tcr_fold_some(tcr_some<T> &x) : some(x)
    {
    }
    TCR_DEVICE void begin()
    {
        some.value = Op::template identity<T>();
    }
    template <class Team> TCR_DEVICE void end(const Team &team)
    {
        some.value = team.combine([](T a, T b) { return (T)Op::of(a, b); }, some.value);
        some.has = team.combine([](int a, int b) { return a | b; }, (int)some.has) != 0;
    }
};
