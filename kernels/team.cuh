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

/* One thread. */
struct tcr_alone {
    enum { probes = 0 };
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
};

/* Nobody: how long is the first inner loop?  The body returns behind it. */
struct tcr_probe {
    enum { probes = 1 };
    long long trips;
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
};

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

/* Several.  `whole`: of several warps; else of lanes of one.  `columns`: all threads of the block
 * come equally often.  By rows, a whole one is the block, or several (tcr_this_blocks).  What
 * follows from these members is not kept: registers are for the body. */
template <bool whole, bool columns> struct tcr_team {
    enum { probes = 0, short_loops = !whole && !columns };
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

/* ---- the kernel ---- */

/* The mean length of inner loops, of as many iterations as a warp has lanes, spread over all: the
 * same in each of the blocks. */
template <class Body, class Args> TCR_DEVICE long long tcr_probe_trips(const Args &A, long long n)
{
    const long long samples = n < 32 ? n : 32;
    double sum = 0;
    if (tcr_lane() < samples) {
        tcr_probe T = {0};
        Body::probe(A, (long long)((double)n / (double)samples * tcr_lane()), T);
        sum = T.trips > 0 ? (double)T.trips : 0;
    }
    tcr_converge();
    for (int mask = 1; mask < 32; mask *= 2)
        sum += tcr_shfl_xor(sum, mask);
    return (long long)(sum / (double)samples);
}

/* A block has so many barriers, but for that of all its threads.  More would leave room for fewer
 * blocks on a multiprocessor, which has 64. */
enum { TCR_TEAM_BARRIERS = 7 };

enum { TCR_FEW_TRIPS = 8 /* are best done by a thread */ };

/* Threads of a team; by columns, warps that have a thread of each of 32 teams. */
template <class Body> TCR_DEVICE unsigned tcr_team_size(long long trips, long long n)
{
    const long long threads = (long long)tcr_blocks() * tcr_threads();
    unsigned size = 1;
    if (Body::columns) {
        const unsigned all = tcr_threads() / 32, most = all & (0u - all); /* whole teams only */
        while (size * 2 <= most && n * size * 2 <= threads && size * 8 <= trips)
            size *= 2;
        while (size > 1 && all / size > TCR_TEAM_BARRIERS && size * 2 <= most)
            size *= 2;
        return size;
    }
    while (size < 32 && size * Body::batch < trips && trips > TCR_FEW_TRIPS)
        size *= 2;
    while (size < 32 && n * size * 2 <= threads && size * 2 <= trips)
        size *= 2;
    return size == 32 && n * 64 <= threads && tcr_threads() * 2 <= trips ? tcr_threads() : size;
}

struct tcr_team_shape {
    unsigned size, blocks; /* threads, up to 32 or all of a block; and blocks */
    bool alone;            /* one thread, in the order of the program */
    long long mean;        /* trips of the inner loop */
};

/* A team of all threads of so many blocks: of each set of groups, there is one choice in a
 * launch. */
TCR_DEVICE tcr_team<true, false> tcr_join_blocks(const tcr_grid &G, unsigned blocks, unsigned set)
{
    const unsigned group = tcr_block() / blocks, first = group * blocks;
    tcr_team_blocks &b = tcr_this_blocks();
    if (blocks == 1)
        return {tcr_thread(), tcr_threads(), false};
    tcr_sync_block();
    if (tcr_thread() == 0) {
        b.block = tcr_block() - first;
        b.blocks = blocks;
        b.arrived = &G.hall->group[set][group];
        b.words =
            (unsigned long long *)G.rows + 2 * ((unsigned long long)set * tcr_blocks() + first);
        b.turn = 0;
    }
    tcr_sync_block();
    return {(tcr_block() - first) * tcr_threads() + tcr_thread(), blocks * tcr_threads(), false};
}

/* The last thing of a kernel whose blocks have met: the hall as it was. */
TCR_DEVICE void tcr_leave_hall(tcr_hall *hall)
{
    TCR_SHARED bool last;
    tcr_sync_block();
    if (tcr_thread() == 0)
        last = tcr_atomic_ticket(&hall->left) == tcr_blocks() - 1;
    tcr_sync_block();
    if (!last)
        return;
    unsigned *const words = (unsigned *)hall;
    for (unsigned i = tcr_thread(); i < sizeof *hall / sizeof *words; i += tcr_threads())
        words[i] = 0;
}

/* Iterations by rows, one team of a warp's lanes after the other: `each` gets the number and the
 * team. */
template <class Each> TCR_DEVICE void tcr_each_row(unsigned size, long long n, const Each &each)
{
    const long long all = (long long)tcr_blocks() * (tcr_threads() / size);
    long long it = (long long)tcr_block() * (tcr_threads() / size) + tcr_thread() / size;
    tcr_team<false, false> T = {tcr_thread() & (size - 1), size, false};
    TCR_ROLL
    for (; it < n; it += all)
        each(it, T);
}

/* ---- rows of several blocks ---- */

/* Iterations of a lane, and times the mean length, from which on a row is long. */
enum { TCR_LONG = 16, TCR_LONG_MEANS = 4 };

/* How many blocks, if that pays, are a team of a few long rows; else 1. */
TCR_DEVICE unsigned tcr_blocks_a_row(const tcr_grid &G, unsigned size, long long trips)
{
    const long long share = tcr_blocks() / G.n, most = trips / (tcr_threads() * 8ll);
    const unsigned blocks = (unsigned)(share < most ? share : most);
    return !G.together || size != tcr_threads() || blocks < 2 ||
                   tcr_blocks() / blocks > TCR_HALL_GROUPS
               ? 1
               : blocks;
}

/* By teams of all threads of so many blocks. */
template <class Each>
TCR_DEVICE void tcr_each_row_of_blocks(const tcr_grid &G, unsigned blocks, const Each &each)
{
    const unsigned groups = tcr_blocks() / blocks, group = tcr_block() / blocks;
    tcr_team<true, false> T = tcr_join_blocks(G, blocks, 0);
    TCR_ROLL
    for (long long it = group; it < G.n && group < groups; it += groups)
        each(it, T);
    if (blocks > 1)
        tcr_leave_hall(G.hall);
}

/* How blocks share rows whose lengths the kernel finds; in shared memory, as registers are for the
 * body. */
struct tcr_row_share {
    unsigned at, blocks;           /* this block, of how many that share */
    long long first, n;            /* rows */
    long long limit;               /* of a row's trips, if it is not long */
    unsigned *count, most;         /* of each class, and how many of one are noted */
    long long *noted;              /* device */
    unsigned own[TCR_ROW_CLASSES]; /* what `count` is, if this block is alone */
};
TCR_DEVICE tcr_row_share &tcr_this_share()
{
    TCR_SHARED tcr_row_share share;
    return share;
}
TCR_DEVICE void tcr_share_rows(const tcr_grid &G, unsigned size, long long mean)
{
    tcr_row_share &s = tcr_this_share();
    const unsigned long long b = tcr_block(), of = tcr_blocks(), n = (unsigned long long)G.n;
    if (tcr_thread() == 0) {
        s.noted = (long long *)((char *)G.rows + 16ull * TCR_HALL_SETS * of);
        s.limit = (long long)size * TCR_LONG;
        if (s.limit < mean * TCR_LONG_MEANS)
            s.limit = mean * TCR_LONG_MEANS;
        s.at = G.together ? tcr_block() : 0;
        s.blocks = G.together ? tcr_blocks() : 1;
        s.first = G.together ? 0 : (long long)(n / of * b + (b < n % of ? b : n % of));
        s.n = G.together ? G.n : (long long)(n / of + (b < n % of));
        s.count = G.together ? G.hall->rows : s.own;
        s.most = G.together ? (unsigned)TCR_ROWS_KEPT : TCR_ROWS_KEPT / (unsigned)of;
        s.noted += G.together ? 0 : TCR_ROW_CLASSES * (unsigned long long)s.most * b;
    }
    if (tcr_thread() < TCR_ROW_CLASSES)
        s.own[tcr_thread()] = 0;
    tcr_sync_block();
}

/* What is long for a team of rows it leaves for later: to a warp, a block, some blocks or all of
 * them, by its length alone.  (Not where the region reduces: its sums would be added in another
 * order in each run.)  Blocks that cannot wait for others keep to rows of their own. */
template <class Body, class Args, class Each> struct tcr_fair_rows {
    enum { all = -1, warp, block, some, every };
    const Args &A;
    const tcr_grid &G;
    const Each &each;
    const tcr_team_shape &team;

    /* `all`: it is not long. */
    TCR_DEVICE int class_of(long long it) const
    {
        const long long threads = tcr_threads();
        tcr_probe P = {0};
        Body::probe(A, it, P);
        if (P.trips <= tcr_this_share().limit)
            return all;
        if (team.size < 32 && P.trips <= 32 * TCR_LONG)
            return warp;
        if (team.size < threads && (P.trips <= threads * TCR_LONG || !G.together))
            return block;
        return !G.together ? all : P.trips <= threads * (16 * TCR_LONG) ? some : every;
    }
    TCR_DEVICE static void note(int c, long long it, unsigned rank)
    {
        const tcr_row_share &s = tcr_this_share();
        const unsigned to = rank == 0 ? tcr_atomic_add(&s.count[c], 1u) : s.most;
        if (to < s.most)
            s.noted[(unsigned long long)c * s.most + to] = it;
    }
    /* The rows of a class, for team `team` of `teams`; if there are more than could be noted, they
     * are looked for. */
    template <class Team> TCR_DEVICE void rows(int c, Team &T, unsigned team, unsigned teams) const
    {
        const tcr_row_share &s = tcr_this_share();
        const unsigned found = c == all ? s.most + 1 : tcr_atomic_look(&s.count[c]);
        const bool looks = found > s.most;
        const long long end = looks ? s.n : found;
        TCR_ROLL
        for (long long i = team; i < end; i += teams) {
            long long it = s.first + i;
            if (looks) {
                const int is = class_of(it);
                if (c == all && is != all)
                    note(is, it, T.rank);
                if (is != c)
                    continue;
            } else {
                it = tcr_atomic_look(&s.noted[(unsigned long long)c * s.most + i]);
            }
            each(it, T);
        }
    }
    /* All rows have been looked at. */
    TCR_DEVICE void meet() const
    {
        tcr_sync_block();
        if (G.together && tcr_thread() == 0)
            tcr_sync_blocks(&G.hall->arrived, tcr_blocks());
        tcr_sync_block();
    }
    /* Blocks of a team for rows of the class. */
    TCR_DEVICE static unsigned blocks_a_row(int c)
    {
        const tcr_row_share &s = tcr_this_share();
        const unsigned found = tcr_atomic_look(&s.count[c]), most = c == some ? 16 : s.blocks;
        const unsigned share = found == 0 || found > s.blocks ? 1 : s.blocks / found;
        const unsigned b = share < most ? share : most;
        return c < some || s.blocks / b > TCR_HALL_GROUPS ? 1 : b;
    }
    TCR_DEVICE void run() const
    {
        const tcr_row_share &s = tcr_this_share();
        tcr_share_rows(G, team.size, team.mean);
        TCR_ROLL
        for (int c = team.size <= 32 ? (int)all : (int)block; c < block; ++c) {
            const unsigned lanes = c == all ? team.size : 32, here = tcr_threads() / lanes;
            tcr_team<false, false> T = {tcr_thread() & (lanes - 1), lanes, false};
            rows(c, T, s.at * here + tcr_thread() / lanes, s.blocks * here);
            if (c == all)
                meet();
        }
        TCR_ROLL
        for (int c = team.size <= 32 ? (int)every : (int)every + 1; c >= block; --c) {
            const bool first_pass = c > every;
            const unsigned b = first_pass ? 1 : blocks_a_row(c);
            tcr_team<true, false> T = tcr_join_blocks(G, b, c == every);
            if (s.at / b < s.blocks / b)
                rows(first_pass ? (int)all : c, T, s.at / b, s.blocks / b);
            if (first_pass)
                meet();
        }
        if (G.together)
            tcr_leave_hall(G.hall);
    }
};

/* The same by columns: a team's threads are in `size` warps, each of which has a thread of 32
 * teams. */
template <class Each> TCR_DEVICE void tcr_each_column(unsigned size, long long n, const Each &each)
{
    const unsigned warp = tcr_thread() / 32, groups = tcr_threads() / 32 / size;
    const long long all = (long long)tcr_blocks() * groups * 32;
    long long base = ((long long)tcr_block() * groups + warp / size) * 32;
    tcr_team<true, true> T = {warp & (size - 1), size, false};
    TCR_ROLL
    for (; base < n; base += all) {
        const long long it = base + tcr_lane();
        T.idle = it >= n;
        each(T.idle ? n - 1 : it, T);
    }
}

/* What keeps its order, each lane adds up for all of the team. */
enum { TCR_ORDERED_LANES = 8 };

template <class Body, class Args>
TCR_DEVICE tcr_team_shape tcr_team_of(const Args &A, const tcr_grid &G)
{
    long long trips = G.trips;
    if constexpr (Body::probes) {
        if (trips == TCR_TRIPS_ASKED)
            trips = tcr_probe_trips<Body>(A, G.n);
    }
    const unsigned size = tcr_team_size<Body>(trips, G.n);
    if (Body::ordered)
        return {size > TCR_ORDERED_LANES ? (unsigned)TCR_ORDERED_LANES : size, 1, size == 1, trips};
    return {size, Body::columns ? 1 : tcr_blocks_a_row(G, size, trips),
            size == 1 && !(Body::vectors && trips > TCR_FEW_TRIPS), trips};
}

/* All iterations, by teams of more than one thread. */
template <class Body, class Each>
TCR_DEVICE void tcr_each_team(const tcr_team_shape &team, const tcr_grid &G, const Each &each)
{
    if constexpr (Body::columns)
        tcr_each_column(team.size, G.n, each);
    else if (team.size <= 32)
        tcr_each_row(team.size, G.n, each);
    else
        tcr_each_row_of_blocks(G, team.blocks, each);
}

/* The body by one thread. */
template <class Body> struct tcr_by_one {
    template <class Args> TCR_DEVICE static void run(const Args &A, long long it)
    {
        tcr_alone T;
        Body::run(A, it, T);
    }
    template <class Args, class Value>
    TCR_DEVICE static void run(const Args &A, long long it, Value &v)
    {
        tcr_alone T;
        Body::run(A, it, v, T);
    }
};

template <class Body, class Args> struct tcr_map_one {
    const Args &A;
    template <class Team> TCR_DEVICE void operator()(long long it, Team &T) const
    {
        Body::run(A, it, T);
    }
};

template <class Body, class Args> TCR_DEVICE void tcr_map_teams(const Args &A, const tcr_grid &G)
{
    const tcr_team_shape team = tcr_team_of<Body>(A, G);
    const tcr_map_one<Body, Args> each = {A};
    if constexpr (Body::probes && !Body::columns && !Body::ordered) {
        const unsigned threads = tcr_threads();
        if (G.trips == TCR_TRIPS_ASKED && threads > 32) {
            tcr_fair_rows<Body, Args, tcr_map_one<Body, Args>>{A, G, each, team}.run();
            return;
        }
    }
    if (team.alone)
        tcr_map<tcr_by_one<Body>>(A, G);
    else
        tcr_each_team<Body>(team, G, each);
}

/* Each lane adds up what it has done of the inner loops, and its team's first one the rest. */
template <class Vars, class Body, class Args> struct tcr_reduce_one {
    const Args &A;
    typename Vars::tiles &tiles;
    unsigned plain;
    template <class Team> TCR_DEVICE void operator()(long long it, Team &T) const
    {
        typename Vars::value v;
        tcr_reset(v);
        Body::run(A, it, v, T);
        if (!T.idle)
            tcr_add(tiles, v, plain);
    }
};

template <class Vars, class Body, class Args>
TCR_DEVICE void tcr_reduce_teams(const Args &A, const tcr_grid &G)
{
    const tcr_team_shape team = tcr_team_of<Body>(A, G);
    if (team.alone) {
        tcr_reduce<1, Vars, tcr_by_one<Body>>(A, G);
        return;
    }
    typename Vars::tiles tiles;
    tcr_start(tiles);
    tcr_settle(tiles);
    tcr_each_team<Body>(team, G, tcr_reduce_one<Vars, Body, Args>{A, tiles, G.plain});
    tcr_sync_block();
    tcr_finish<Vars, tcr_copies<>>(G, tiles);
}

#define TCR_KERNEL_MAP_TEAMS_AS(entry, name, args, body)                                           \
    entry name(const args A, const tcr_grid G)                                                     \
    {                                                                                              \
        tcr_map_teams<body>(A, G);                                                                 \
        tcr_leave_written(G);                                                                      \
    }                                                                                              \
    TCR_KERNEL_EXPORT(name, args)
#define TCR_KERNEL_TEAMS_AS(entry, name, args, vars, body)                                         \
    entry name(const args A, const tcr_grid G)                                                     \
    {                                                                                              \
        tcr_reduce_teams<vars, body>(A, G);                                                        \
    }                                                                                              \
    TCR_KERNEL_EXPORT(name, args)
#define TCR_KERNEL_MAP_TEAMS(name, args, body)                                                     \
    TCR_KERNEL_MAP_TEAMS_AS(TCR_KERNEL_ENTRY_OF(TCR_MOST_THREADS, 1), name, args, body)
#define TCR_KERNEL_TEAMS(name, args, vars, body)                                                   \
    TCR_KERNEL_TEAMS_AS(TCR_KERNEL_ENTRY_OF(TCR_MOST_THREADS, 1), name, args, vars, body)
/* The kernel looks how long loops are: with more loops in it than others, it wants what ptxas
 * finds. */
#define TCR_KERNEL_MAP_TEAMS_ASKED(name, args, body)                                               \
    TCR_KERNEL_MAP_TEAMS_AS(TCR_KERNEL_ENTRY, name, args, body)
#define TCR_KERNEL_TEAMS_ASKED(name, args, vars, body)                                             \
    TCR_KERNEL_TEAMS_AS(TCR_KERNEL_ENTRY, name, args, vars, body)
