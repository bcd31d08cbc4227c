/* SPDX-License-Identifier: MIT */
/*
 * few.cuh: rows of a few elements, each of which a thread does by itself, several of them at a
 * time.
 *
 * One row's loads are all that a thread has on their way, if it does one row after the other: of
 * rows of one element, too few for the memory.  So the body runs up to the end of its loop for some
 * rows, whose lengths are known to the compiler there, and then for each of them from behind the
 * loop on. The terms are added in the order of the program.
 */
#pragma once
#include "team.cuh"

enum {
    TCR_FEW_MOST = 4 /* elements of a row */,
    TCR_FEW_ROWS = 4 /* at a time; of one element, 8 */
};

template <class T> TCR_DEVICE void tcr_set_word(T &x, unsigned long long word)
{
    x = tcr_of_word<T>(word);
}

/* A thread up to the end of the loop, which has N iterations. */
template <int N> struct tcr_few : tcr_alone {
    enum { probes = 1, reads = 1, announces = 0, apart = 1 };
    unsigned long long word; /* what the variable is there */

    TCR_DEVICE bool leads() const
    {
        return false;
    }
    template <int U, int R, bool writes, class Early, class Wide, class First, class Then,
              class Body, class F>
    TCR_DEVICE void loop(long long, const bool &gone, const Wide &, const First &first,
                         const Then &then, const Body &body, F fold)
    {
        Early e[N];
        TCR_UNROLL
        for (int u = 0; u < N && !gone; ++u)
            first(u, e[u]);
        TCR_UNROLL
        for (int u = 0; u < N && !gone; ++u)
            then(u, e[u]);
        TCR_UNROLL
        for (int u = 0; u < N && !gone; ++u)
            body(u, e[u]);
        word = tcr_to_word(fold.value);
    }
};

/* The same thread, from behind the loop on. */
struct tcr_behind : tcr_alone {
    enum { probes = 0, reads = 0, announces = 0, apart = 1 };
    unsigned long long word;

    template <int U, int R, bool writes, class Early, class Wide, class First, class Then,
              class Body, class F>
    TCR_DEVICE void loop(long long, const bool &, const Wide &, const First &, const Then &,
                         const Body &, F fold) const
    {
        tcr_set_word(fold.value, word);
    }
};

/* Row `it`, and others that are so far apart. */
template <class Body, int N, int Rows> struct tcr_few_rows {
    template <class Args>
    TCR_DEVICE static bool have_as_many(const Args &A, long long it, long long step)
    {
        bool same = true;
        TCR_UNROLL
        for (int r = 0; r < Rows; ++r) {
            tcr_probe P = {0, 0};
            Body::probe(A, it + r * step, P);
            same = same && P.trips == N;
        }
        return same;
    }
    template <class Args> TCR_DEVICE static void run(const Args &A, long long it, long long step)
    {
        tcr_few<N> few[Rows];
        TCR_UNROLL
        for (int r = 0; r < Rows; ++r)
            Body::run(A, it + r * step, few[r]);
        TCR_UNROLL
        for (int r = 0; r < Rows; ++r) {
            tcr_behind T;
            T.word = few[r].word;
            Body::run(A, it + r * step, T);
        }
    }
};

template <class Body, int N, class Args>
TCR_DEVICE void tcr_map_few(const Args &A, const tcr_grid &G)
{
    enum { rows = N == 1 ? 2 * TCR_FEW_ROWS : TCR_FEW_ROWS };
    typedef tcr_few_rows<Body, N, rows> some;
    const long long step = (long long)tcr_blocks() * tcr_threads();
    long long it = (long long)tcr_block() * tcr_threads() + tcr_thread();
    TCR_ROLL
    for (; it + (rows - 1) * step < G.n && some::have_as_many(A, it, step); it += rows * step)
        some::run(A, it, step);
    TCR_ROLL
    for (; it < G.n; it += step) {
        tcr_alone T;
        Body::run(A, it, T);
    }
}

/* False: rows have more elements. */
template <class Body, class Args> TCR_DEVICE bool tcr_map_if_few(const Args &A, const tcr_grid &G)
{
    switch (G.trips) {
    case 1:
        tcr_map_few<Body, 1>(A, G);
        return true;
    case 2:
        tcr_map_few<Body, 2>(A, G);
        return true;
    case 3:
        tcr_map_few<Body, 3>(A, G);
        return true;
    case TCR_FEW_MOST:
        tcr_map_few<Body, TCR_FEW_MOST>(A, G);
        return true;
    }
    return false;
}
