/* SPDX-License-Identifier: MIT */
/*
 * product_level.cuh: products of matrices of float on tensor cores, with the precision that was
 * asked for: C = beta C + alpha A B, of matrices with any strides (docs/numerics.md has the
 * bounds).
 *
 * A level is a format, TF32, BF16 or F16, and a number of products.  With one, the elements are
 * rounded to the format, A = h(A) + R_A.  With two, R_A h(B) is added, where R_A is rounded, too;
 * with three, h(A) R_B besides.  (S. Markidis, S. W. D. Chien, E. Laure, I. B. Peng, J. S. Vetter,
 * "NVIDIA Tensor Core Programmability, Performance & Precision", IPDPSW 2018, has it for F16.)
 *
 * The tiles of C are small here, 64 by 64 (TCR_PRODUCT_SMALL_TILE), as large products are made by
 * product_parts.cuh, in larger tiles.  They come here only where the runtime cannot have
 * them in parts (runtime/call/product_run.c), for want of memory above all.  Little products, of at
 * most 16 by 16, have a warp each.
 *
 * A block makes a tile, and goes along the sum in slabs of 16 words: 16 elements of TF32, or 32 of
 * the others, two in a word.  While it multiplies a slab, the next one is on its way into
 * registers, from where it is rounded and put into shared memory: the parts h and R each have a
 * plane of their own, in which the rows' words k follow each other.  Planes are 8 words wider than
 * the tile, so that lanes which have 8 rows and 4 words find 32 different banks.
 *
 * Sums.  Tensor cores truncate, so their chains are short: what they have of a slab is added to a
 * float, and after each 1024 terms that is added to C.  The rests' products come first, while the
 * chain is small.
 *
 * An infinity or NaN in A or B, and what a format cannot hold, make these sums infinite or NaN:
 * then the element's 1024 terms are added up once more, by fused multiply-adds of float.
 */
#pragma once
#include "product_parts.cuh"

#if TCR_ARCH >= 80

/* A slab of A or B on its way.  A thread has groups of 4 neighbours along the sum, of which a warp
 * has those of 8 rows by 4; or, where the neighbours in memory are rows, groups of 4 rows, for as
 * many steps of the sum as are in a word. */
template <class Level, int Rows, int Planes> struct tcr_level_slab {
    enum : int {
        of_word = Level::of_word,
        all = Rows * Level::k / TCR_PRODUCT_THREADS, /* elements of a thread */
        groups = all / 4,
        pitch = Rows + 8,
        plane = pitch * Level::words,
        parts = Level::k / 16,     /* of a row, for warps */
        rows_between = 64 / parts, /* from one group along the sum to the next */
        words = 4 / of_word,       /* of a group along the sum */
        /* along the rows: from one group to the next in the sum */
        between = TCR_PRODUCT_THREADS / (Rows / 4) * (int)of_word
    };
    tcr_ptr<const float> at;   /* the thread's first element of the slab */
    long long step, low, high; /* in a group; from one group to the next, and to the one after */
    long long rows, slab_step;
    bool along, together; /* together: groups are at multiples of 16 */
    int row, sum;         /* the first element's place in the slab */
    float x[all];

    TCR_DEVICE tcr_level_slab(tcr_ptr<const float> matrix, long long first, long long size,
                              long long row_step, long long sum_step)
        : along(sum_step == 1 || row_step != 1)
    {
        const int t = (int)tcr_thread();
        row = along ? t / 32 / parts * 8 + t % 8 : t % (Rows / 4) * 4;
        sum = along ? (t / 32 % parts * 4 + t / 8 % 4) * 4 : t / (Rows / 4) * of_word;
        low = along ? rows_between * row_step : sum_step;
        high = along ? of_word * low : between * sum_step;
        at = matrix + ((first + row) * row_step + sum * sum_step);
        step = along ? sum_step : row_step;
        rows = size - first;
        slab_step = Level::k * sum_step;
        together = step == 1 && (along ? row_step : sum_step) % 4 == 0 &&
                   (unsigned long long)tcr_bytes_at(matrix) % 16 == 0;
    }
    TCR_DEVICE int row_of(int g) const
    {
        return row + (along ? g * rows_between : 0);
    }
    TCR_DEVICE int sum_of(int g) const
    {
        return sum + (along ? 0 : g / of_word * between + g % of_word);
    }
    /* The next slab, of which so many steps of the sum are there. */
    TCR_DEVICE void load(long long left)
    {
        tcr_ptr<const float> from = at;
        at = at + slab_step;
        tcr_know(from); /* the groups' addresses are made anew each time: registers are short */
        if (together && rows >= Rows && left >= Level::k) {
            TCR_UNROLL
            for (int g = 0; g < groups; ++g) {
                tcr_vector v;
                tcr_load_again(v, tcr_bytes_at(from + (g / of_word * high + g % of_word * low)));
                TCR_UNROLL
                for (int u = 0; u < 4; ++u)
                    x[4 * g + u] = tcr_bits_float(v.w[u]);
            }
            return;
        }
        TCR_UNROLL
        for (int g = 0; g < groups; ++g) {
            tcr_ptr<const float> element = from + (g / of_word * high + g % of_word * low);
            TCR_UNROLL
            for (int u = 0; u < 4; ++u) {
                const bool there =
                    row_of(g) + (along ? 0 : u) < rows && sum_of(g) + (along ? u : 0) < left;
                x[4 * g + u] = there ? (float)*element : 0.0f;
                element = element + step;
            }
        }
    }
    TCR_DEVICE void put(unsigned *room) const
    {
        if (along)
            put_along(room + (sum / of_word * pitch + row));
        else
            put_rows(room + (sum / of_word * pitch + row));
    }
    /* A group's words, each lane's from another one on, so that all banks are busy. */
    TCR_DEVICE static void put_group(unsigned *to, const unsigned word[4])
    {
        const int quad = (int)tcr_thread() / 8 % 4;
        if constexpr ((int)words == 4) {
            unsigned w[4], v[4];
            TCR_UNROLL
            for (int u = 0; u < 4; ++u)
                w[u] = quad & 1 ? word[(u + 1) % 4] : word[u];
            TCR_UNROLL
            for (int u = 0; u < 4; ++u)
                v[u] = quad & 2 ? w[(u + 2) % 4] : w[u];
            TCR_UNROLL
            for (int u = 0; u < 4; ++u)
                to[((u + quad) & 3) * pitch] = v[u];
        } else {
            const int first = quad / 2;
            to[first * pitch] = first ? word[1] : word[0];
            to[(first ^ 1) * pitch] = first ? word[0] : word[1];
        }
    }
    TCR_DEVICE void put_along(unsigned *to) const
    {
        TCR_UNROLL
        for (int g = 0; g < groups; ++g) {
            unsigned word[4], rest_word[4];
            TCR_UNROLL
            for (int u = 0; u < words; ++u) {
                float rest[of_word], none[of_word];
                word[u] = Level::round(&x[4 * g + of_word * u], rest);
                if (Planes > 1)
                    rest_word[u] = Level::round(rest, none);
            }
            put_group(to + g * rows_between, word);
            if (Planes > 1)
                put_group(to + (plane + g * rows_between), rest_word);
        }
    }
    TCR_DEVICE void put_rows(unsigned *to) const
    {
        TCR_UNROLL
        for (int g = 0; g < groups; g += of_word) {
            tcr_vector word, rest_word;
            TCR_UNROLL
            for (int u = 0; u < 4; ++u) {
                const float of[2] = {x[4 * g + u], x[4 * (g + of_word - 1) + u]};
                float rest[2], none[2];
                word.w[u] = Level::round(of, rest);
                if (Planes > 1)
                    rest_word.w[u] = Level::round(rest, none);
            }
            tcr_store_shared(to + g / of_word * (between / of_word) * pitch, word);
            if (Planes > 1)
                tcr_store_shared(to + (plane + g / of_word * (between / of_word) * pitch),
                                 rest_word);
        }
    }
};

/* What a warp has of the tile: M/2 by N/4. */
template <class Level, int M, int N> struct tcr_level_worker {
    enum : int {
        rows = M / 2 / 16,
        columns = N / 4 / 8,
        steps = Level::words / 8,
        pitch_a = M + 8,
        pitch_b = N + 8,
        together = 2 /* rows' chains, so that there is always one that does not wait */
    };
    float sums[rows][columns][4];
    int row, column, group, part;

    TCR_DEVICE tcr_level_worker()
    {
        const int warp = (int)tcr_thread() / 32, lane = (int)tcr_thread() % 32;
        group = lane / 4;
        part = lane % 4;
        row = warp / 4 * (M / 2);
        column = warp % 4 * (N / 4);
        begin();
    }
    TCR_DEVICE void begin()
    {
        TCR_UNROLL
        for (int i = 0; i < rows; ++i) {
            TCR_UNROLL
            for (int j = 0; j < columns; ++j) {
                TCR_UNROLL
                for (int u = 0; u < 4; ++u)
                    sums[i][j][u] = 0;
            }
        }
    }
    TCR_DEVICE static void get_a(unsigned x[4], const unsigned *a, int step, int i)
    {
        TCR_UNROLL
        for (int u = 0; u < 4; ++u)
            x[u] = a[(8 * step + u / 2 * 4) * pitch_a + 16 * i + u % 2 * 8];
    }
    TCR_DEVICE static void get_b(unsigned y[2], const unsigned *b, int step, int j)
    {
        TCR_UNROLL
        for (int u = 0; u < 2; ++u)
            y[u] = b[(8 * step + u * 4) * pitch_b + 8 * j];
    }
    TCR_DEVICE void multiply(const unsigned *a, const unsigned *b)
    {
        unsigned y[steps][columns][2], y_rest[steps][columns][2];
        a += part * pitch_a + row + group;
        b += part * pitch_b + column + group;
        TCR_UNROLL
        for (int step = 0; step < steps; ++step) {
            TCR_UNROLL
            for (int j = 0; j < columns; ++j) {
                get_b(y[step][j], b, step, j);
                if (Level::products > 2)
                    get_b(y_rest[step][j], b + pitch_b * Level::words, step, j);
            }
        }
        TCR_UNROLL
        for (int i = 0; i < rows; i += together) {
            float chain[together][columns][4];
            TCR_UNROLL
            for (int e = 0; e < together * columns * 4; ++e)
                chain[e / 4 / columns][e / 4 % columns][e % 4] = 0;
            TCR_UNROLL
            for (int step = 0; step < steps; ++step) {
                unsigned x[together][4], x_rest[together][4];
                TCR_UNROLL
                for (int v = 0; v < together; ++v) {
                    get_a(x[v], a, step, i + v);
                    if (Level::products > 1)
                        get_a(x_rest[v], a + pitch_a * Level::words, step, i + v);
                }
                TCR_UNROLL
                for (int e = 0; Level::products > 1 && e < together * columns; ++e)
                    Level::multiply(chain[e / columns][e % columns], x_rest[e / columns],
                                    y[step][e % columns]);
                TCR_UNROLL
                for (int e = 0; Level::products > 2 && e < together * columns; ++e)
                    Level::multiply(chain[e / columns][e % columns], x[e / columns],
                                    y_rest[step][e % columns]);
                TCR_UNROLL
                for (int e = 0; e < together * columns; ++e)
                    Level::multiply(chain[e / columns][e % columns], x[e / columns],
                                    y[step][e % columns]);
            }
            TCR_UNROLL
            for (int e = 0; e < together * columns * 4; ++e)
                sums[i + e / 4 / columns][e / 4 % columns][e % 4] +=
                    chain[e / 4 / columns][e / 4 % columns][e % 4];
        }
    }
};

/* What the threads have of the tile, and then, by the plain way, what is not finite. */
template <class Level, int M, int N>
TCR_DEVICE void tcr_level_store(const tcr_product_args<float> &A, const tcr_tile_at &at,
                                const tcr_level_worker<Level, M, N> &w, long long from,
                                long long to)
{
    typedef tcr_level_worker<Level, M, N> worker;
    const long long m = at.m + w.row + w.group, n = at.n + w.column + 2 * w.part;
    unsigned long long left = 0;
    TCR_UNROLL
    for (int i = 0; i < worker::rows; ++i) {
        TCR_UNROLL
        for (int j = 0; j < worker::columns; ++j) {
            TCR_UNROLL
            for (int u = 0; u < 4; ++u) {
                const long long row = m + 16 * i + u / 2 * 8, column = n + 8 * j + u % 2;
                const float x = w.sums[i][j][u];
                if (row >= A.m || column >= A.n)
                    continue;
                if (x - x != 0)
                    left |= 1ull << ((i * worker::columns + j) * 4 + u);
                else
                    tcr_level_put(A, at.batch, row, column, from, x);
            }
        }
    }
    TCR_ROLL
    while (left != 0) {
        const int e = 63 - tcr_clzll(left), i = e / 4 / worker::columns,
                  j = e / 4 % worker::columns;
        const long long row = m + 16 * i + e % 4 / 2 * 8, column = n + 8 * j + e % 2;
        left &= ~(1ull << e);
        tcr_level_put(A, at.batch, row, column, from,
                      tcr_level_plain(A, at.batch, row, column, from, to));
    }
}

template <class Level, int M, int N>
TCR_DEVICE void tcr_level_tile(const tcr_product_args<float> &A, const tcr_tile_at &at)
{
    typedef tcr_level_slab<Level, M, Level::a_planes> slab_a;
    typedef tcr_level_slab<Level, N, Level::b_planes> slab_b;
    enum : int {
        size_a = slab_a::plane * Level::a_planes,
        size_b = slab_b::plane * Level::b_planes,
        size = size_a + size_b
    };
    static_assert(2 * size * sizeof(unsigned) ==
                      TCR_LEVEL_SHARED(M, Level::a_planes + Level::b_planes),
                  "two slabs of each");
    unsigned *const room = (unsigned *)tcr_shared_room();
    slab_a a(A.a + at.batch * A.a_batch, at.m, A.m, A.a_m, A.a_k);
    slab_b b(A.b + at.batch * A.b_batch, at.n, A.n, A.b_n, A.b_k);
    tcr_level_worker<Level, M, N> w;
    const long long slabs = (A.k + Level::k - 1) / Level::k;
    long long begun = 0; /* of the sum: the run's first term */

    a.load(A.k);
    b.load(A.k);
    a.put(room);
    b.put(room + size_a);
    tcr_sync_block();
    TCR_ROLL
    for (long long s = 0; s < slabs; ++s) {
        const unsigned *now = room + (s & 1) * size;
        unsigned *const next = room + (~s & 1) * size;
        const long long from = (s + 1) * Level::k;
        if (from < A.k) {
            a.load(A.k - from);
            b.load(A.k - from);
        }
        w.multiply(now, now + size_a);
        if (from < A.k) {
            a.put(next);
            b.put(next + size_a);
        }
        if (s % Level::slabs_of_run == Level::slabs_of_run - 1 && from < A.k) {
            tcr_level_store(A, at, w, begun, from);
            begun = from;
            w.begin();
        }
        tcr_sync_block();
    }
    tcr_level_store(A, at, w, begun, A.k);
}

/* ---- little products ----
 *
 * Of up to 16 by 16, sums of 16: a warp has one, and its lanes take their elements out of memory as
 * the instruction wants them. */
template <class Level> struct tcr_level_little {
    enum : int { steps = 16 / (8 * Level::of_word) };
    const tcr_product_args<float> &A;
    int group, part;

    TCR_DEVICE explicit tcr_level_little(const tcr_product_args<float> &args)
        : A(args), group((int)tcr_lane() / 4), part((int)tcr_lane() % 4)
    {
    }
    /* Element (row, sum), and those of the sum that are in its word. */
    TCR_DEVICE void get(float x[2], tcr_ptr<const float> m, long long row_step, long long sum_step,
                        int row, int word, long long rows) const
    {
        TCR_UNROLL
        for (int u = 0; u < Level::of_word; ++u) {
            const int sum = word * Level::of_word + u;
            x[u] = row < rows && sum < A.k ? (float)m[row * row_step + sum * sum_step] : 0.0f;
        }
    }
    TCR_DEVICE void run(long long batch) const
    {
        const tcr_ptr<const float> a = A.a + batch * A.a_batch, b = A.b + batch * A.b_batch;
        float x[steps][4][2], y[2][steps][2][2], rest[2], none[2], d[2][4];
        TCR_UNROLL
        for (int s = 0; s < steps; ++s) {
            TCR_UNROLL
            for (int u = 0; u < 4; ++u)
                get(x[s][u], a, A.a_m, A.a_k, group + u % 2 * 8, 8 * s + part + u / 2 * 4, A.m);
            TCR_UNROLL
            for (int u = 0; u < 4; ++u)
                get(y[u / 2][s][u % 2], b, A.b_n, A.b_k, u / 2 * 8 + group,
                    8 * s + part + u % 2 * 4, A.n);
        }
        TCR_UNROLL
        for (int j = 0; j < 2; ++j) {
            TCR_UNROLL
            for (int u = 0; u < 4; ++u)
                d[j][u] = 0;
            TCR_UNROLL
            for (int s = 0; s < steps; ++s) {
                unsigned ha[4], ra[4], hb[2], rb[2];
                TCR_UNROLL
                for (int u = 0; u < 4; ++u) {
                    ha[u] = Level::round(x[s][u], rest);
                    ra[u] = Level::round(rest, none);
                }
                TCR_UNROLL
                for (int u = 0; u < 2; ++u) {
                    hb[u] = Level::round(y[j][s][u], rest);
                    rb[u] = Level::round(rest, none);
                }
                if (Level::products > 1)
                    Level::multiply(d[j], ra, hb);
                if (Level::products > 2)
                    Level::multiply(d[j], ha, rb);
                Level::multiply(d[j], ha, hb);
            }
        }
        tcr_converge();
        TCR_UNROLL
        for (int e = 0; e < 8; ++e)
            store(d[e / 4][e % 4], batch, group + e % 4 / 2 * 8, e / 4 * 8 + 2 * part + e % 2);
        tcr_converge();
    }
    TCR_DEVICE void store(float x, long long batch, int row, int column) const
    {
        if (row >= A.m || column >= A.n)
            return;
        if (x - x != 0)
            x = tcr_level_plain(A, batch, row, column, 0, A.k);
        tcr_level_put(A, batch, row, column, 0, x);
    }
};

template <class Level> TCR_DEVICE void tcr_level_littles(const tcr_product_args<float> &A)
{
    const tcr_level_little<Level> little(A);
    const long long warps = (long long)tcr_blocks() * (TCR_PRODUCT_THREADS / 32);
    TCR_ROLL
    for (long long b = (long long)tcr_block() * (TCR_PRODUCT_THREADS / 32) + tcr_thread() / 32;
         b < A.batch; b += warps)
        little.run(b);
}

template <class Level>
TCR_DEVICE void tcr_level_product(const tcr_product_args<float> &A, const tcr_grid &grid)
{
    enum : int { side = TCR_PRODUCT_SMALL_TILE };
    if (A.flags & TCR_PRODUCT_LITTLE)
        tcr_level_littles<Level>(A);
    else if (A.flags & TCR_PRODUCT_PARTS)
        tcr_parts_tiles<Level>(A, (char *)grid.partial);
    else
        tcr_each_tile<side, side>(
            A, [&](const tcr_tile_at &at) { tcr_level_tile<Level, side, side>(A, at); });
}

/* What is done around a product of parts. */
template <class Level>
TCR_DEVICE void tcr_level_around(const tcr_product_args<float> &A, const tcr_grid &grid)
{
    if (A.flags & TCR_PRODUCT_ENDS)
        tcr_parts_end(A, (const char *)grid.partial, (const float *)grid.copies);
    else
        tcr_parts_split<Level>(A, (char *)grid.partial);
}

#define TCR_KERNEL_PRODUCT_LEVEL(name, format, products)                                           \
    TCR_KERNEL_ENTRY_OF(TCR_PRODUCT_THREADS, 1)                                                    \
    name(const tcr_product_args<float> A, const tcr_grid grid)                                     \
    {                                                                                              \
        tcr_level_product<tcr_level<format, products>>(A, grid);                                   \
    }                                                                                              \
    TCR_KERNEL_EXPORT(name, tcr_product_args<float>)                                               \
    TCR_KERNEL_ENTRY_OF(TCR_PRODUCT_THREADS, 4)                                                    \
    name##_split(const tcr_product_args<float> A, const tcr_grid grid)                             \
    {                                                                                              \
        tcr_level_around<tcr_level<format, products>>(A, grid);                                    \
    }                                                                                              \
    TCR_KERNEL_EXPORT(name##_split, tcr_product_args<float>)
#else /* no such tensor cores: the runtime has the product in full */
#define TCR_KERNEL_PRODUCT_LEVEL(name, format, products)
#endif
