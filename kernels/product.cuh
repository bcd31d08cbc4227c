/* SPDX-License-Identifier: MIT */
/*
 * product.cuh: products of matrices in tiles: C = beta C + alpha A B, of matrices with any strides.
 *
 * A block makes a tile of C.  It goes along the sum in slabs of 16: while it multiplies one from
 * shared memory, the next one is copied there (cp.async), element by element, so that strides and
 * edges need no form of their own; beyond an edge zeros are copied.  Lanes copy along that side of
 * a matrix on which its elements are next to each other.
 *
 * double on tensor cores: each of 8 warps has a part of M/2 by N/4, of m16n8k16 (DMMA), which adds
 * as IEEE fused multiply-adds do, in ascending order of the sum.  float, and double where there are
 * none: each thread has M/16 by N/16 elements, and adds the same way.  So the error is that of a
 * loop with fma(), whatever the tile.  Infinities and NaN come out as in that loop: the zeros of an
 * edge meet only zeros of the other matrix's edge, or make elements that are not stored.
 */
#pragma once
#include "nest.cuh"
#include "ptr.cuh"

template <class T> struct tcr_product_args {
    TCR_PRODUCT_ARGS(tcr_ptr<const T>, tcr_ptr<T>)
};
static_assert(sizeof(tcr_product_args<double>) == TCR_PRODUCT_ARGS_BYTES, "the runtime's");

enum : int { tcr_product_k = 16 }; /* of a slab */

/* A slab of A or B: Rows (or columns) of C's side, 16 of the sum's.  In shared memory the elements
 * of a row follow each other (Along), else those of a step of the sum. */
template <class T, int Rows, bool Along> struct tcr_slab {
    enum : int {
        K = tcr_product_k,
        each = Rows * K / TCR_PRODUCT_THREADS, /* elements that a thread copies: */
        group = Rows / 64,                     /* groups of so many, each evenly spaced */
        pitch = Along ? K + 4 : Rows + 4,
        size = Along ? Rows * pitch : K * pitch
    };
    tcr_ptr<const T> from;                /* the thread's first element */
    long long in_group, groups, sum_step; /* from one to the next, elements */
    int to, to_in_group, to_groups;       /* where it goes, and the same there */
    int sum, sum_in_group, sum_groups;    /* the first one's place in the sum, and the same */
    unsigned there;                       /* a bit for each: its row is one of the matrix */

    TCR_DEVICE tcr_slab(tcr_ptr<const T> matrix, long long first, long long all, long long row_step,
                        long long sum_by)
        : from(matrix), sum_step(sum_by), there(0)
    {
        const int t = (int)tcr_thread();
        const bool by_sum = sum_by == 1 || sum_by == -1;
        int row, row_in_group = 0, row_groups = 0;
        sum_in_group = sum_groups = 0;
        if (by_sum) { /* lanes go along the sum */
            row = t / K;
            sum = t % K;
            row_in_group = TCR_PRODUCT_THREADS / K;
            row_groups = group * row_in_group;
        } else if (Along) { /* a warp: 8 rows by 4, of which no two are in one bank */
            row = t / 32 * 8 + t % 8;
            sum = t % 32 / 8;
            row_in_group = 64;
            sum_groups = 4;
        } else {
            row = t % Rows;
            sum = t / Rows;
            sum_in_group = TCR_PRODUCT_THREADS / Rows;
            sum_groups = group * sum_in_group;
        }
        from = from + ((first + row) * row_step + sum * sum_by);
        in_group = row_in_group * row_step + sum_in_group * sum_by;
        groups = row_groups * row_step + sum_groups * sum_by;
        to = Along ? row * pitch + sum : sum * pitch + row;
        to_in_group = row_in_group * (Along ? pitch : 1) + sum_in_group * (Along ? 1 : pitch);
        to_groups = row_groups * (Along ? pitch : 1) + sum_groups * (Along ? 1 : pitch);
        TCR_UNROLL
        for (int u = 0; u < each; ++u)
            if (row + u % group * row_in_group + u / group * row_groups < all - first)
                there |= 1u << u;
    }
    /* Begin to copy the slab; `left` of the sum are there, this slab's included. */
    TCR_DEVICE void copy(T *room, long long left) const
    {
        unsigned mask = there;
        if (left < K) {
            TCR_UNROLL
            for (int u = 0; u < each; ++u)
                if (sum + u % group * sum_in_group + u / group * sum_groups >= left)
                    mask &= ~(1u << u);
        }
        T *at = room + to;
        tcr_ptr<const T> x = from;
        TCR_UNROLL
        for (int u = 0; u < each; u += group) {
            T *put = at;
            tcr_ptr<const T> get = x;
            TCR_UNROLL
            for (int v = 0; v < group; ++v) {
                const bool is = (mask >> (u + v) & 1) != 0;
                tcr_copy_async<sizeof(T)>(put, tcr_bytes_at(get), is);
                put += to_in_group;
                get = get + in_group;
            }
            at += to_groups;
            x = x + groups;
        }
    }
    TCR_DEVICE void next()
    {
        from = from + K * sum_step;
    }
};

/* ---- what a warp or thread does with a slab ----
 *
 * multiply() calls copy() once, half of the warps at its beginning and half in its middle, so that
 * some always multiply. */

/* A result at its place. */
template <class T>
TCR_DEVICE void tcr_product_store(const tcr_product_args<T> &A, tcr_ptr<T> c, long long row,
                                  long long column, T value)
{
    if (row >= A.m || column >= A.n)
        return;
    const long long at = row * A.c_m + column * A.c_n;
    T x = (T)A.alpha * value;
    if (!(A.flags & TCR_PRODUCT_SETS))
        x += (T)A.beta * TCR_LOAD(c[at]);
    TCR_STORE(c[at]) = x;
}

template <class T, int M, int N> struct tcr_product_threads {
    enum : bool { along = false };
    enum : int { rows = M / 16, columns = N / 16, half_m = M / 8, half_n = N / 4 };
    T sums[rows][columns];
    int row, column; /* of the thread's first element; a half of its others is next to it */

    TCR_DEVICE tcr_product_threads()
    {
        const int warp = (int)tcr_thread() / 32, lane = (int)tcr_thread() % 32;
        row = warp / 2 * (M / 4) + lane / 8 * (rows / 2);
        column = warp % 2 * (N / 2) + lane % 8 * (columns / 2);
        TCR_UNROLL
        for (int i = 0; i < rows; ++i) {
            TCR_UNROLL
            for (int j = 0; j < columns; ++j)
                sums[i][j] = 0;
        }
    }
    TCR_DEVICE int row_of(int i) const
    {
        return row + i % (rows / 2) + i / (rows / 2) * half_m;
    }
    TCR_DEVICE int column_of(int j) const
    {
        return column + j % (columns / 2) + j / (columns / 2) * half_n;
    }
    template <class Copy> TCR_DEVICE void multiply(const T *a, const T *b, Copy copy)
    {
        const int when = (int)tcr_thread() / 128 * (tcr_product_k / 2);
        TCR_UNROLL
        for (int k = 0; k < tcr_product_k; ++k) {
            if (k % (tcr_product_k / 2) == 0 && k == when)
                copy();
            T x[rows], y[columns];
            TCR_UNROLL
            for (int i = 0; i < rows; ++i)
                x[i] = a[k * tcr_slab<T, M, along>::pitch + row_of(i)];
            TCR_UNROLL
            for (int j = 0; j < columns; ++j)
                y[j] = b[k * tcr_slab<T, N, along>::pitch + column_of(j)];
            TCR_UNROLL
            for (int i = 0; i < rows; ++i) {
                TCR_UNROLL
                for (int j = 0; j < columns; ++j)
                    sums[i][j] = tcr_product_fma(x[i], y[j], sums[i][j]);
            }
        }
    }
    TCR_DEVICE void store(const tcr_product_args<T> &A, tcr_ptr<T> c, long long m,
                          long long n) const
    {
        TCR_UNROLL
        for (int i = 0; i < rows; ++i) {
            TCR_UNROLL
            for (int j = 0; j < columns; ++j)
                tcr_product_store(A, c, m + row_of(i), n + column_of(j), sums[i][j]);
        }
    }
};

#if TCR_ARCH >= 80
template <int M, int N> struct tcr_product_cores {
    enum : bool { along = true };
    enum : int { rows = M / 2 / 16, columns = N / 4 / 8, pitch = tcr_slab<double, M, true>::pitch };
    double sums[rows][columns][4];
    int row, column, group, part;

    TCR_DEVICE tcr_product_cores()
    {
        const int warp = (int)tcr_thread() / 32, lane = (int)tcr_thread() % 32;
        row = warp / 4 * (M / 2);
        column = warp % 4 * (N / 4);
        group = lane / 4;
        part = lane % 4;
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
    template <class Copy> TCR_DEVICE void multiply(const double *a, const double *b, Copy copy)
    {
        const int when = (int)tcr_thread() / 128 * (rows / 2);
        double y[columns][4];
        TCR_UNROLL
        for (int j = 0; j < columns; ++j) {
            TCR_UNROLL
            for (int u = 0; u < 4; ++u)
                y[j][u] = b[(column + 8 * j + group) * pitch + part + 4 * u];
        }
        TCR_UNROLL
        for (int i = 0; i < rows; ++i) {
            if (i % (rows / 2) == 0 && i == when)
                copy();
            double x[8];
            TCR_UNROLL
            for (int u = 0; u < 8; ++u)
                x[u] = a[(row + 16 * i + group + u % 2 * 8) * pitch + part + u / 2 * 4];
            TCR_UNROLL
            for (int j = 0; j < columns; ++j)
                step(sums[i][j], x, y[j]);
        }
    }
    /* m16n8k16; before sm_90 of m8n8k4 ones, in the same order. */
    TCR_DEVICE static void step(double d[4], const double x[8], const double y[4])
    {
#if TCR_ARCH >= 90
        tcr_mma_f64_k16(d, x, y);
#else
        TCR_UNROLL
        for (int u = 0; u < 8; ++u)
            tcr_mma_f64(d + u % 2 * 2, x[u], y[u / 2]);
#endif
    }
    TCR_DEVICE void store(const tcr_product_args<double> &A, tcr_ptr<double> c, long long m,
                          long long n) const
    {
        TCR_UNROLL
        for (int i = 0; i < rows; ++i) {
            TCR_UNROLL
            for (int j = 0; j < columns; ++j) {
                TCR_UNROLL
                for (int u = 0; u < 4; ++u)
                    tcr_product_store(A, c, m + row + 16 * i + group + u / 2 * 8,
                                      n + column + 8 * j + 2 * part + u % 2, sums[i][j][u]);
            }
        }
    }
};
#endif

template <class T, int M, int N> struct tcr_product_worker {
    typedef tcr_product_threads<T, M, N> type;
};
#if TCR_ARCH >= 80
template <int M, int N> struct tcr_product_worker<double, M, N> {
    typedef tcr_product_cores<M, N> type;
};
#endif

/* ---- tiles ---- */

/* Which product, and C's first row and column of a tile. */
struct tcr_tile_at {
    long long batch, m, n;
};

/* The block's tiles, of M by N, in such an order that those that are made at one time have few rows
 * and columns. */
template <int M, int N, class T, class Make>
TCR_DEVICE void tcr_each_tile(const tcr_product_args<T> &A, Make make)
{
    enum : long long { together = 8 };
    const long long down = (A.m + M - 1) / M, across = (A.n + N - 1) / N, each = down * across;
    TCR_ROLL
    for (long long tile = tcr_block(); tile < each * A.batch; tile += tcr_blocks()) {
        long long batch = tile, band = tcr_divide(batch, each);
        const long long in = tcr_divide(band, together * across), left = down - band * together;
        long long column = in;
        const long long row = tcr_divide(column, left < together ? left : (long long)together);
        make(tcr_tile_at{batch, (band * together + row) * M, column * N});
    }
}

template <class T, int M, int N>
TCR_DEVICE void tcr_product_tile(const tcr_product_args<T> &A, long long batch, long long m,
                                 long long n)
{
    typedef typename tcr_product_worker<T, M, N>::type worker;
    typedef tcr_slab<T, M, worker::along> slab_a;
    typedef tcr_slab<T, N, worker::along> slab_b;
    static_assert((slab_a::size + slab_b::size) * sizeof(T) <= TCR_PRODUCT_STAGE(M, N, sizeof(T)),
                  "a slab of each, twice");
    T *const room = (T *)tcr_shared_room();
    slab_a a(A.a + batch * A.a_batch, m, A.m, A.a_m, A.a_k);
    slab_b b(A.b + batch * A.b_batch, n, A.n, A.b_n, A.b_k);
    worker w;
    a.copy(room, A.k);
    b.copy(room + 2 * slab_a::size, A.k);
    tcr_copies_begun();
    for (long long k = 0, at = 0; k < A.k; k += tcr_product_k, at ^= 1) {
        tcr_copies_wait();
        tcr_sync_block();
        w.multiply(room + at * slab_a::size, room + 2 * slab_a::size + at * slab_b::size, [&] {
            if (k + tcr_product_k >= A.k)
                return;
            a.next();
            b.next();
            a.copy(room + (at ^ 1) * slab_a::size, A.k - k - tcr_product_k);
            b.copy(room + 2 * slab_a::size + (at ^ 1) * slab_b::size, A.k - k - tcr_product_k);
            tcr_copies_begun();
        });
    }
    tcr_converge();
    w.store(A, A.c + batch * A.c_batch, m, n);
    tcr_sync_block(); /* before the next tile is copied */
}

template <class T, int M, int N> TCR_DEVICE void tcr_product_tiles(const tcr_product_args<T> &A)
{
    tcr_each_tile<M, N>(
        A, [&](const tcr_tile_at &at) { tcr_product_tile<T, M, N>(A, at.batch, at.m, at.n); });
}

template <class T> TCR_DEVICE void tcr_product_of(const tcr_product_args<T> &A)
{
    if (A.flags & TCR_PRODUCT_SMALL)
        tcr_product_tiles<T, TCR_PRODUCT_SMALL_TILE, TCR_PRODUCT_SMALL_TILE>(A);
    else if (A.flags & TCR_PRODUCT_MIDDLE)
        tcr_product_tiles<T, TCR_PRODUCT_TILE, TCR_PRODUCT_SMALL_TILE>(A);
    else
        tcr_product_tiles<T, TCR_PRODUCT_TILE, TCR_PRODUCT_TILE>(A);
}

#define TCR_KERNEL_PRODUCT(name, type)                                                             \
    TCR_KERNEL_ENTRY_OF(TCR_PRODUCT_THREADS, 1)                                                    \
    name(const tcr_product_args<type> A, const tcr_grid)                                           \
    {                                                                                              \
        tcr_product_of(A);                                                                         \
    }                                                                                              \
    TCR_KERNEL_EXPORT(name, tcr_product_args<type>)
