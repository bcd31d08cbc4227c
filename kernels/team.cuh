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

/* Trips of a loop from lo up to hi, by `step`. */
template <class C>
TCR_DEVICE long long tcr_trips(C lo, C hi, bool inclusive, unsigned long long step)
{
    typedef unsigned long long wide;
    if (!(inclusive ? lo <= hi : lo < hi))
        return 0;
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
    template <int U, int R, bool writes, class Early, class First, class Then, class Body,
              class... F>
    TCR_DEVICE void loop(long long n, const bool &gone, const First &first, const Then &then,
                         const Body &body, F...) const
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
    template <int U, int R, bool writes, class Early, class First, class Then, class Body,
              class... F>
    TCR_DEVICE void loop(long long n, const bool &, const First &, const Then &, const Body &, F...)
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

/* Several.  `whole`: of whole warps, more than one of them; else of lanes of one.  `columns`: all
 * threads of the block come equally often. */
template <bool whole, bool columns> struct tcr_team {
    enum { probes = 0 };
    unsigned rank, size;
    unsigned lanes;   /* of the warp, a bit each: the team's */
    unsigned in_warp; /* how many these are */
    unsigned warps;   /* that it has lanes in */
    unsigned barrier; /* of these warps */
    bool idle;        /* by columns: it has no iteration, and only keeps the others company */
    unsigned long long *room; /* shared: a word for each thread of the block */

    TCR_DEVICE bool leads() const
    {
        return rank == 0 && !(columns && idle);
    }
    /* All see what all have written. */
    TCR_DEVICE void meet() const
    {
        if constexpr (whole)
            tcr_sync_some(barrier, 32 * warps);
        else
            tcr_lanes_meet(lanes);
    }
    template <class Op, class T> TCR_DEVICE T combine(const Op &op, T x) const
    {
        if constexpr (!columns) {
            TCR_ROLL
            for (unsigned mask = 1; mask < in_warp; mask *= 2)
                x = op(x, tcr_team_xor(x, (int)mask, lanes));
        }
        if constexpr (whole) {
            /* the word of the team's first lane in each of its warps */
            const unsigned lane = columns ? tcr_lane() : 0;
            const unsigned warp = tcr_thread() / 32, first = warp & ~(warps - 1);
            if (columns || tcr_lane() == 0)
                *(T *)&room[warp * 32 + lane] = x;
            meet();
            x = *(T *)&room[first * 32 + lane];
            TCR_ROLL
            for (unsigned w = 1; w < warps; ++w)
                x = op(x, *(T *)&room[(first + w) * 32 + lane]);
            meet();
        }
        return x;
    }
    /* What some lane has seen, all have. */
    TCR_DEVICE void agree(bool &gone) const
    {
        if constexpr (whole)
            gone = combine([](int a, int b) { return a | b; }, (int)gone) != 0;
        else
            gone = tcr_lanes_any(gone, lanes);
    }
    /* `first` and `then` read, into Early, what the body needs of an iteration's memory: `then`
     * what `first` has found the places of.  U iterations are made at once,
     * and in the end R of which some may be missing.  `writes`: the body changes memory. */
    template <int U, int R, bool writes, class Early, class First, class Then, class Body,
              class... F>
    TCR_DEVICE void loop(long long n, const bool &gone, const First &first, const Then &then,
                         const Body &body, F... folds) const
    {
        const long long step = size;
        long long k = rank;
        if (writes && columns && idle) /* else it computes what the last team does */
            n = 0;
        (folds.begin(), ...);
        if constexpr (U > R) {
            TCR_ROLL
            for (; k + (U - 1) * step < n && !gone; k += U * step)
                several<U, false, Early>(k, n, first, then, body);
        }
        TCR_ROLL
        for (; k < n && !gone; k += R * step)
            several<R, true, Early>(k, n, first, then, body);
        if (writes)
            meet();
        (folds.end(*this), ...);
    }
    /* What lane `from` of the team has, word by word. */
    template <class T> TCR_DEVICE T of_lane(const T &x, unsigned from) const
    {
        tcr_words<T> bits;
        bits.word[tcr_words<T>::n - 1] = 0;
        bits.value = x;
        if constexpr (whole) {
            unsigned *const at = (unsigned *)&room[(tcr_thread() / 32 & ~(warps - 1)) * 32];
            static_assert(tcr_words<T>::n <= 128, "two warps' words");
            for (int i = 0; i < tcr_words<T>::n && rank == from; ++i)
                at[i] = bits.word[i];
            meet();
            for (int i = 0; i < tcr_words<T>::n; ++i)
                bits.word[i] = at[i];
            meet();
        } else {
            TCR_UNROLL
            for (int i = 0; i < tcr_words<T>::n; ++i)
                bits.word[i] = tcr_lanes_from(bits.word[i], tcr_lane() - rank + from, lanes);
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
    /* Iterations k, k + size, ..., as far as they are below n: their reads are in flight
     * together. */
    template <int U, bool asks, class Early, class First, class Then, class Body>
    TCR_DEVICE void several(long long k, long long n, const First &first, const Then &then,
                            const Body &body) const
    {
        Early e[U];
        TCR_UNROLL
        for (int u = 0; u < U; ++u)
            if (!asks || u == 0 || k + u * (long long)size < n)
                first(k + u * (long long)size, e[u]);
        TCR_UNROLL
        for (int u = 0; u < U; ++u)
            if (!asks || u == 0 || k + u * (long long)size < n)
                then(k + u * (long long)size, e[u]);
        TCR_UNROLL
        for (int u = 0; u < U; ++u)
            if (!asks || u == 0 || k + u * (long long)size < n)
                body(k + u * (long long)size, e[u]);
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
    union {
        T value;
        unsigned long long word;
    } x, y;
    x.word = y.word = 0;
    x.value = a;
    y.value = b;
    x.word |= y.word;
    return x.value;
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
    union {
        T value;
        unsigned long long word;
    } x, y;
    x.word = y.word = 0;
    x.value = a;
    y.value = b;
    return x.word == y.word;
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
    union {
        T value;
        unsigned long long word;
    } bits;
    bits.word = 0;
    bits.value = x;
    bits.word = team.combine([](unsigned long long a, unsigned long long b) { return a | b; },
                             mine ? bits.word : 0);
    x = bits.value;
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

/* Threads of a team; by columns, warps that have a thread of each of 32 teams. */
template <class Body> TCR_DEVICE unsigned tcr_team_size(long long trips, long long n)
{
    const long long threads = (long long)tcr_blocks() * tcr_threads();
    const unsigned all = Body::columns ? tcr_threads() / 32 : tcr_threads();
    const unsigned most = all & (0u - all);        /* whole teams only */
    const unsigned alone = Body::columns ? 1 : 32; /* who need no barrier */
    const unsigned worth = Body::columns ? 8 : 2;  /* trips of a lane, at least */
    unsigned size = 1;
    while (!Body::columns && size < 32 && size * Body::batch < trips && trips > 8)
        size *= 2;
    while (size * 2 <= most && n * size * 2 <= threads && size * worth <= trips)
        size *= 2;
    while (size > alone && all / size > TCR_TEAM_BARRIERS && size * 2 <= most)
        size *= 2;
    return size;
}

/* A word for each thread of the block. */
TCR_DEVICE unsigned long long *tcr_team_room()
{
    TCR_SHARED unsigned long long room[TCR_MOST_THREADS];
    return room;
}

/* Iterations by rows, one team after the other: `each` gets the number and the team. */
template <bool whole, class Each>
TCR_DEVICE void tcr_each_row(unsigned size, long long n, unsigned long long *room, const Each &each)
{
    const long long all = (long long)tcr_blocks() * (tcr_threads() / size);
    long long it = (long long)tcr_block() * (tcr_threads() / size) + tcr_thread() / size;
    tcr_team<whole, false> T;

    T.size = size;
    T.room = room;
    T.idle = false;
    T.in_warp = whole ? 32 : size;
    T.warps = whole ? size / 32 : 1;
    T.barrier = 1 + tcr_thread() / size;
    T.rank = tcr_thread() & (size - 1);
    T.lanes = size < 32 ? ((1u << size) - 1) << (tcr_lane() - T.rank) : 0xffffffffu;
    TCR_ROLL
    for (; it < n; it += all)
        each(it, T);
}

/* By rows, of lengths that the kernel finds: what is long for a team is left to the whole block,
 * for afterwards.  (Not where the region reduces: its sums would be added in another order in each
 * run.) */
enum { TCR_LONG_ROWS = 128, TCR_LONG = 64 /* iterations of a lane */ };

/* An iteration, unless its inner loop is long: then it is noted, as long as there is room. */
template <class Body, class Args, class Each> struct tcr_unless_long {
    const Args &A;
    const Each &each;
    long long *late;
    unsigned *count;
    template <class Team> TCR_DEVICE void operator()(long long it, Team &T) const
    {
        tcr_probe P = {0};
        Body::probe(A, it, P);
        if (P.trips > (long long)T.size * TCR_LONG) {
            unsigned at = T.rank == 0 ? tcr_atomic_add(count, 1u) : 0;
            at = T.combine([](unsigned a, unsigned b) { return a | b; }, at);
            if (at < TCR_LONG_ROWS) {
                if (T.rank == 0)
                    late[at] = it;
                return;
            }
        }
        each(it, T);
    }
};

/* The same by columns: a team's threads are in `size` warps, each of which has a thread of 32
 * teams. */
template <class Each>
TCR_DEVICE void tcr_each_column(unsigned size, long long n, unsigned long long *room,
                                const Each &each)
{
    const unsigned warp = tcr_thread() / 32, groups = tcr_threads() / 32 / size;
    const long long all = (long long)tcr_blocks() * groups * 32;
    long long base = ((long long)tcr_block() * groups + warp / size) * 32;
    tcr_team<true, true> T;

    T.size = size;
    T.room = room;
    T.in_warp = 1;
    T.warps = size;
    T.barrier = 1 + warp / size;
    T.rank = warp & (size - 1);
    T.lanes = 1u << tcr_lane();
    TCR_ROLL
    for (; base < n; base += all) {
        const long long it = base + tcr_lane();
        T.idle = it >= n;
        each(T.idle ? n - 1 : it, T);
    }
}

template <class Body, class Each>
TCR_DEVICE void tcr_each_team(unsigned size, long long n, const Each &each)
{
    unsigned long long *const room = tcr_team_room();
    if constexpr (Body::columns) {
        tcr_each_column(size, n, room, each);
    } else {
        if (size <= 32)
            tcr_each_row<false>(size, n, room, each);
        else
            tcr_each_row<true>(size, n, room, each);
    }
}

/* Those with long ones are left to the whole block, for afterwards. */
template <class Body, class Args, class Each>
TCR_DEVICE void tcr_each_row_fair(unsigned size, long long n, unsigned long long *room,
                                  const Args &A, const Each &each)
{
    TCR_SHARED long long late[TCR_LONG_ROWS];
    TCR_SHARED unsigned count;
    if (tcr_thread() == 0)
        count = 0;
    tcr_sync_block();
    tcr_each_row<false>(size, n, room, tcr_unless_long<Body, Args, Each>{A, each, late, &count});
    tcr_sync_block();
    tcr_team<true, false> T;
    T.size = tcr_threads();
    T.room = room;
    T.idle = false;
    T.in_warp = 32;
    T.warps = T.size / 32;
    T.barrier = 1;
    T.rank = tcr_thread();
    T.lanes = 0xffffffffu;
    const unsigned most = count < TCR_LONG_ROWS ? count : (unsigned)TCR_LONG_ROWS;
    TCR_ROLL
    for (unsigned i = 0; i < most; ++i)
        each(late[i], T);
}

/* What keeps its order, each lane adds up for all of the team. */
enum { TCR_ORDERED_LANES = 8 };

template <class Body, class Args> TCR_DEVICE unsigned tcr_team_of(const Args &A, const tcr_grid &G)
{
    long long trips = G.trips;
    if constexpr (Body::probes) {
        if (trips == TCR_TRIPS_ASKED)
            trips = tcr_probe_trips<Body>(A, G.n);
    }
    const unsigned size = tcr_team_size<Body>(trips, G.n);
    return Body::ordered && size > TCR_ORDERED_LANES ? (unsigned)TCR_ORDERED_LANES : size;
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
    const unsigned size = tcr_team_of<Body>(A, G), threads = tcr_threads();
    if constexpr (Body::probes && !Body::columns && !Body::ordered) {
        if (G.trips == TCR_TRIPS_ASKED && size <= 32 && threads > 32 &&
            (threads & (threads - 1)) == 0) {
            tcr_each_row_fair<Body>(size, G.n, tcr_team_room(), A, tcr_map_one<Body, Args>{A});
            return;
        }
    }
    if (size == 1)
        tcr_map<tcr_by_one<Body>>(A, G);
    else
        tcr_each_team<Body>(size, G.n, tcr_map_one<Body, Args>{A});
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
    const unsigned size = tcr_team_of<Body>(A, G);
    if (size == 1) {
        tcr_reduce<1, Vars, tcr_by_one<Body>>(A, G);
        return;
    }
    typename Vars::tiles tiles;
    tcr_start(tiles);
    tcr_settle(tiles);
    tcr_each_team<Body>(size, G.n, tcr_reduce_one<Vars, Body, Args>{A, tiles, G.plain});
    tcr_sync_block();
    tcr_finish<Vars, tcr_copies<>>(G, tiles);
}

#define TCR_KERNEL_MAP_TEAMS(name, args, body)                                                     \
    TCR_KERNEL_ENTRY name(const args A, const tcr_grid G)                                          \
    {                                                                                              \
        tcr_map_teams<body>(A, G);                                                                 \
    }                                                                                              \
    TCR_KERNEL_EXPORT(name, args)
#define TCR_KERNEL_TEAMS(name, args, vars, body)                                                   \
    TCR_KERNEL_ENTRY name(const args A, const tcr_grid G)                                          \
    {                                                                                              \
        tcr_reduce_teams<vars, body>(A, G);                                                        \
    }                                                                                              \
    TCR_KERNEL_EXPORT(name, args)
