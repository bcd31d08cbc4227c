/* SPDX-License-Identifier: MIT */
/*
 * rows.cuh: which team does which iterations of a region's loop, and its kernels.
 *
 * The size of a team comes from the length of the inner loop, which the launch knows or the kernel
 * looks at.  Where rows differ in length, warps (or blocks) take them in the order in which they
 * are ready, and rows that are far longer than most are left for later: to a warp, a block, some
 * blocks or all of them.  Which of these does a row depends on the row's length alone, and never on
 * time.
 */
#pragma once
#include "few.cuh"
#include "packed.cuh"
#include "reduce.cuh"
#include "spans.cuh"

/* ---- the size of a team ---- */

/* Lengths of inner loops: the mean; do rows follow each other, as most of those looked at do? */
struct tcr_lengths {
    long long mean;
    bool follow;
};

/* Of as many iterations as a warp has lanes, spread over all: the same in each of the blocks. */
template <class Body, class Args> TCR_DEVICE tcr_lengths tcr_probe_trips(const Args &A, long long n)
{
    const long long samples = n < 32 ? n : 32;
    double sum = 0;
    int follow = 0;
    if (tcr_lane() < samples) {
        const long long it = (long long)((double)n / (double)samples * tcr_lane());
        tcr_probe T = {0, 0}, next = {0, 0};
        Body::probe(A, it, T);
        sum = T.trips > 0 ? (double)T.trips : 0;
        if constexpr (Body::flat) {
            if (it + 1 < n)
                Body::probe(A, it + 1, next);
            follow = it + 1 == n || T.first + T.trips == next.first;
        }
    }
    tcr_converge();
    for (int mask = 1; mask < 32; mask *= 2) {
        sum += tcr_shfl_xor(sum, mask);
        follow += tcr_shfl_xor(follow, mask);
    }
    return {(long long)(sum / (double)samples), 2 * follow > samples};
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
    if (size == 32 && trips >= TCR_BLOCK_TRIPS * (long long)tcr_threads())
        return tcr_threads();
    return size == 32 && n * 64 <= threads && tcr_threads() * 2 <= trips ? tcr_threads() : size;
}

struct tcr_team_shape {
    unsigned size, blocks; /* threads, up to 32 or all of a block; and blocks */
    bool alone;            /* one thread, in the order of the program */
    tcr_lengths trips;     /* of the inner loop */
    bool packed;           /* iterations of several rows for each warp (packed.cuh) */
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

/* Iterations of a lane, and times the mean length, from which on a row is long; turns of a warp,
 * where warps take turns. */
enum { TCR_LONG = 16, TCR_LONG_MEANS = 4, TCR_TURNS = 8 };

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
TCR_DEVICE void tcr_share_rows(const tcr_grid &G, long long limit)
{
    tcr_row_share &s = tcr_this_share();
    const unsigned long long b = tcr_block(), of = tcr_blocks(), n = (unsigned long long)G.n;
    if (tcr_thread() == 0) {
        s.noted = (long long *)((char *)G.rows + 16ull * TCR_HALL_SETS * of);
        s.limit = limit;
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

/* Where a warp is among the rows; in shared memory, too, and each look goes there. */
struct tcr_warp_rows {
    long long at, end;             /* group of rows, and rows */
    unsigned left, next, together; /* groups of its turn that are left; the next one; of each */
    unsigned rows, lanes;          /* rows of a group; lanes of a row */
    int c;
    bool looks, takes;
};
TCR_DEVICE volatile tcr_warp_rows &tcr_this_warp()
{
    TCR_SHARED tcr_warp_rows rows[TCR_MOST_THREADS / 32];
    return rows[tcr_thread() / 32];
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
        tcr_probe P = {0, 0};
        Body::probe(A, it, P);
        return class_of_trips(P.trips);
    }
    TCR_DEVICE int class_of_trips(long long trips) const
    {
        const long long threads = tcr_threads();
        if (trips <= tcr_this_share().limit)
            return all;
        if (team.size < 32 && trips <= 32 * TCR_LONG)
            return warp;
        if (team.size < threads && (trips <= threads * TCR_LONG || !G.together))
            return block;
        return !G.together ? all : trips <= threads * (16 * TCR_LONG) ? some : every;
    }
    TCR_DEVICE static void note(int c, long long it, unsigned rank)
    {
        const tcr_row_share &s = tcr_this_share();
        const unsigned to = rank == 0 ? tcr_atomic_add(&s.count[c], 1u) : s.most;
        if (to < s.most)
            s.noted[(unsigned long long)c * s.most + to] = it;
    }
    /* Rows to look through for a class; if there are more than could be noted, all of them. */
    TCR_DEVICE static long long rows_of(int c, bool &looks)
    {
        const tcr_row_share &s = tcr_this_share();
        const unsigned found = c == all ? s.most + 1 : tcr_atomic_look(&s.count[c]);
        looks = found > s.most;
        return looks ? s.n : found;
    }
    template <class Team> TCR_DEVICE void row(int c, bool looks, long long i, Team &T) const
    {
        const tcr_row_share &s = tcr_this_share();
        long long it = s.first + i;
        if (looks) {
            const int is = class_of(it);
            if (c == all && is != all)
                note(is, it, T.rank);
            if (is != c)
                return;
        } else {
            it = tcr_atomic_look(&s.noted[(unsigned long long)c * s.most + i]);
        }
        each(it, T);
    }
    /* The rows of a class, for a team of all threads of blocks, of so many such teams.  All rows
     * are for blocks one by one: those that are ready take the next ones, if they know of each
     * other. */
    template <class Team> TCR_DEVICE void rows(int c, Team &T, unsigned team, unsigned teams) const
    {
        TCR_SHARED unsigned turn;
        const bool takes = c == all && G.together;
        bool looks;
        const long long end = rows_of(c, looks);
        TCR_ROLL
        for (long long i = team; i < end;) {
            unsigned next = 0;
            if (takes && tcr_thread() == 0)
                next = tcr_atomic_add(&G.hall->turns, 1u);
            row(c, looks, i, T);
            if (!takes) {
                i += teams;
                continue;
            }
            if (tcr_thread() == 0)
                turn = next;
            tcr_sync_block();
            i = (long long)teams + turn;
            tcr_sync_block();
        }
    }
    /* The same by warps, with so many lanes a row. */
    TCR_DEVICE void rows_by_warps(int c, unsigned lanes) const
    {
        const tcr_row_share &s = tcr_this_share();
        volatile tcr_warp_rows &w = tcr_this_warp();
        bool looks;
        const long long end = rows_of(c, looks);
        const unsigned warps = s.blocks * (tcr_threads() / 32);
        const unsigned rows = c == all && team.packed ? tcr_packed_group(end, warps) : 32 / lanes;
        const bool takes = c == all && G.together;
        const unsigned together = takes ? 1 + (unsigned)(end / rows / warps / TCR_TURNS) : 1;
        tcr_converge();
        if (tcr_lane() == 0) {
            w.end = end;
            w.at = ((long long)s.at * (tcr_threads() / 32) + tcr_thread() / 32) * together;
            w.together = w.left = together;
            w.lanes = lanes;
            w.rows = rows;
            w.c = c;
            w.looks = looks;
            w.takes = takes;
        }
        tcr_lanes_meet(0xffffffffu);
        TCR_ROLL
        while (w.at * w.rows < w.end)
            turn(w);
    }
    /* A group of rows, and what the warp does next. */
    TCR_DEVICE void turn(volatile tcr_warp_rows &w) const
    {
        const unsigned warps = tcr_this_share().blocks * (tcr_threads() / 32);
        unsigned next = 0;
        if (w.takes && w.left == w.together && tcr_lane() == 0)
            next = tcr_atomic_add(&G.hall->turns, 1u);
        rows_of_warp(w.c, w.looks, w.lanes, w.at * w.rows, w.rows, w.end);
        tcr_lanes_meet(0xffffffffu);
        if (tcr_lane() == 0) {
            if (w.left == w.together)
                w.next = next;
            if (w.left > 1) {
                w.at = w.at + 1;
                w.left = w.left - 1;
            } else {
                w.at = w.takes ? ((long long)warps + w.next) * w.together : w.at + warps;
                w.left = w.together;
            }
        }
        tcr_lanes_meet(0xffffffffu);
    }
    /* Rows from number i on, packed; those that are long are noted. */
    TCR_DEVICE void packed_rows(long long i, unsigned rows, long long end) const
    {
        const tcr_row_share &s = tcr_this_share();
        tcr_packed_rows<Body> some = {s.first + i, 0, 0};
        some.look(A, i + rows < end ? rows : (unsigned)(end - i),
                  [&](long long it, long long trips) {
                      const int is = class_of_trips(trips);
                      if (is == all)
                          return trips;
                      note(is, it, 0);
                      return 0ll;
                  });
        some.run(each);
    }
    /* So many rows from number i on, with so many lanes each. */
    TCR_DEVICE void rows_of_warp(int c, bool looks, unsigned lanes, long long i, unsigned rows,
                                 long long end) const
    {
        if constexpr (Body::packed) {
            if (c == all && team.packed) {
                packed_rows(i, rows, end);
                return;
            }
        }
        tcr_team<false, false> T = {tcr_lane() & (lanes - 1), lanes, false};
        TCR_ROLL
        for (unsigned k = tcr_lane() / lanes; k < rows; k += 32 / lanes)
            if (i + k < end)
                row(c, looks, i + k, T);
        tcr_converge();
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
    /* So long that the last rows, if each had a warp, would leave most warps idle. */
    TCR_DEVICE static bool are_long(long long trips)
    {
        return trips >= 4ll * tcr_threads();
    }
    template <class Spans> TCR_DEVICE void all_spans(const Spans &spans, unsigned at) const
    {
        spans.do_span(at);
        if (G.together)
            tcr_await_blocks(&G.hall->arrived, tcr_blocks());
        else
            tcr_sync_block();
        spans.put_together(at);
    }
    /* Of the spans' parts: of blocks that wait for each other, in the hall. */
    TCR_DEVICE unsigned char *span_states() const
    {
        TCR_SHARED unsigned char own[TCR_FLAT_THREADS / 32];
        if (G.together)
            return (unsigned char *)G.hall->group;
        if (tcr_thread() < sizeof own)
            own[tcr_thread()] = TCR_PART_AWAITED;
        tcr_sync_block();
        return own;
    }
    /* By spans, if there is room for their terms, and rows follow each other.  A multiprocessor's
     * warps have spans from all over the rows: those of some part may take longer than others. */
    TCR_DEVICE bool by_spans() const
    {
        if (!G.shared_copies || !team.trips.follow)
            return false;
        tcr_share_rows(G, 0);
        const tcr_row_share &s = tcr_this_share();
        const unsigned at = tcr_thread() / 32 * s.blocks + s.at;
        const unsigned warps = tcr_threads() / 32 * s.blocks;
        unsigned long long *const parts = (unsigned long long *)s.noted;
        unsigned char *const states = span_states();
        tcr_spans<false, Body, Args> spans = {A, s.first, s.n, parts, states, warps, 0, 0, 0};
        if (s.n < 1 || spans.spans > s.most || spans.spans > sizeof G.hall->group ||
            !spans.know()) {
            tcr_sync_block();
            return false;
        }
        if (spans.are_short()) {
            tcr_spans<true, Body, Args> short_ones = {A,     s.first, s.n, parts, states,
                                                      warps, 0,       0,   0};
            short_ones.know();
            all_spans(short_ones, at);
        } else {
            all_spans(spans, at);
        }
        return true;
    }
    TCR_DEVICE void run() const
    {
        if constexpr (Body::flat) {
            if (by_spans())
                return;
        }
        const tcr_row_share &s = tcr_this_share();
        const long long lanes = team.size * (long long)TCR_LONG;
        const long long long_row = team.trips.mean * TCR_LONG_MEANS;
        tcr_share_rows(G, lanes < long_row ? long_row : lanes);
        const bool by_blocks = team.size > 32 || (G.together && are_long(team.trips.mean));
        TCR_ROLL
        for (int c = by_blocks ? (int)block : (int)all; c < block; ++c) {
            rows_by_warps(c, c == all ? team.size : 32);
            if (c == all)
                meet();
        }
        TCR_ROLL
        for (int c = by_blocks ? (int)every + 1 : (int)every; c >= block; --c) {
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
    tcr_lengths trips = {G.trips, false};
    if constexpr (Body::probes) {
        if (G.trips == TCR_TRIPS_ASKED)
            trips = tcr_probe_trips<Body>(A, G.n);
    }
    const unsigned size = tcr_team_size<Body>(trips.mean, G.n);
    if (Body::ordered)
        return {size > TCR_ORDERED_LANES ? (unsigned)TCR_ORDERED_LANES : size, 1, size == 1, trips,
                false};
    const bool packed =
        Body::packed && G.trips == TCR_TRIPS_ASKED && size <= 32 && trips.mean <= TCR_PACKED_TRIPS;
    return {size, Body::columns || Body::prefixes ? 1 : tcr_blocks_a_row(G, size, trips.mean),
            size == 1 && !packed && !(Body::vectors && trips.mean > TCR_FEW_TRIPS), trips, packed};
}

/* All iterations, by teams of more than one thread. */
template <class Body, class Args, class Each>
TCR_DEVICE void tcr_each_team(const tcr_team_shape &team, const Args &A, const tcr_grid &G,
                              const Each &each)
{
    if constexpr (Body::packed) {
        if (team.packed) {
            tcr_each_packed<Body>(A, G.n, each);
            return;
        }
    }
    if constexpr (Body::columns)
        tcr_each_column(team.size, G.n, each);
    else if (team.size <= 32)
        tcr_each_row(team.size, G.n, each);
    else
        tcr_each_row_of_blocks(G, team.blocks, each);
}

/* The body by one thread. */
template <class Body, class Team = tcr_alone> struct tcr_by_one {
    template <class Args> TCR_DEVICE static void run(const Args &A, long long it)
    {
        Team T;
        Body::run(A, it, T);
    }
    template <class Args, class Value>
    TCR_DEVICE static void run(const Args &A, long long it, Value &v)
    {
        Team T;
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
    if constexpr (Body::few) {
        if (tcr_map_if_few<Body>(A, G))
            return;
    }
    const tcr_team_shape team = tcr_team_of<Body>(A, G);
    const tcr_map_one<Body, Args> each = {A};
    if constexpr (Body::probes && !Body::columns && !Body::ordered && !Body::prefixes) {
        const unsigned threads = tcr_threads();
        if (G.trips == TCR_TRIPS_ASKED && threads > 32) {
            tcr_fair_rows<Body, Args, tcr_map_one<Body, Args>>{A, G, each, team}.run();
            return;
        }
    }
    if constexpr (Body::keeps) {
        if (team.alone && G.trips != 0) {
            tcr_map<tcr_by_one<Body, tcr_single>>(A, G);
            return;
        }
    }
    if (team.alone)
        tcr_map<tcr_by_one<Body>>(A, G);
    else
        tcr_each_team<Body>(team, A, G, each);
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
    if constexpr (Body::keeps) {
        if (team.alone && G.trips != 0) {
            tcr_reduce<1, Vars, tcr_by_one<Body, tcr_single>>(A, G);
            return;
        }
    }
    if (team.alone) {
        tcr_reduce<1, Vars, tcr_by_one<Body>>(A, G);
        return;
    }
    typename Vars::tiles tiles;
    tcr_start(tiles);
    tcr_settle(tiles);
    tcr_each_team<Body>(team, A, G, tcr_reduce_one<Vars, Body, Args>{A, tiles, G.plain});
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
/* Where rows may be cut into spans (spans.cuh): without room in registers, what does not fit there
 * goes through the caches in each group of rows. */
#define TCR_KERNEL_MAP_TEAMS_FLAT(name, args, body)                                                \
    TCR_KERNEL_MAP_TEAMS_AS(TCR_KERNEL_ENTRY_OF(TCR_FLAT_THREADS, 4), name, args, body)
#define TCR_KERNEL_TEAMS_ASKED(name, args, vars, body)                                             \
    TCR_KERNEL_TEAMS_AS(TCR_KERNEL_ENTRY, name, args, vars, body)
