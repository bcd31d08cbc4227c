/* SPDX-License-Identifier: MIT */
/*
 * matrix.cuh: a matrix, row after row, times a vector: y = alpha A x + beta y, or with A transposed
 * (tcr_matrix.h).
 *
 * Of A itself, rows are segments (segments.cuh) whose elements are multiplied; of rows that are
 * long enough, a warp takes four at a time, which need the same of the vector, or a block does.  Of
 * its transpose,
 * lanes have columns side by side, a granule each, and warps take rows in turn: tiles of columns,
 * each cut into units of rows, make one line that is cut into equal parts for the blocks.  What
 * several blocks have of a tile's sums, the last one of them adds up in the blocks' order.
 *
 * Products of float are added up in chains that are no longer than a row's, and these in double.
 */
#pragma once
#include "segments.cuh"

template <class T> struct tcr_matrix_args {
    TCR_MATRIX_ARGS(tcr_ptr<const T>, tcr_ptr<T>)
};
static_assert(sizeof(tcr_matrix_args<double>) == TCR_MATRIX_ARGS_BYTES, "the runtime's");

template <class T>
TCR_DEVICE void tcr_matrix_store(const tcr_matrix_args<T> &A, long long k, double value)
{
    const long long at = A.result_first + k * A.result_step;
    double y = A.alpha * value;
    if (A.beta != 0)
        y += A.beta * (double)TCR_LOAD(A.result[at]);
    TCR_STORE(A.result[at]) = (T)y;
}

/* Do all rows begin at multiples of 16? */
template <class T> TCR_DEVICE bool tcr_rows_aligned(const tcr_matrix_args<T> &A)
{
    return (unsigned long long)tcr_bytes_at(A.x) % 16 == 0 && A.ld * sizeof(T) % 16 == 0;
}

/* ---- rows ---- */

/* Of `rows` rows from `row` on, what a warp's lanes have together: each, as one of `threads`, has
 * the granules thread, thread + threads, ..., and of what is behind the last one an element.  What
 * the rows need of the vector is read once for all; the reads of `at_once` granules of each row are
 * in flight together. */
template <int at_once, int threads, class T, int rows>
TCR_DEVICE void tcr_add_rows(const tcr_matrix_args<T> &A, long long row, unsigned thread,
                             double (&all)[rows])
{
    enum : int { per_granule = 16 / sizeof(T) };
    const long long n = A.length / per_granule, step = A.ld * (long long)sizeof(T);
    const char *const from = tcr_bytes_at(A.x) + row * step, *const vector = tcr_bytes_at(A.vector);
    const long long last = n * per_granule + thread;
    TCR_UNROLL
    for (int r = 0; r < rows; ++r)
        all[r] = last < A.length ? (double)(A.x[(row + r) * A.ld + last] * A.vector[last]) : 0;
    TCR_ROLL
    for (long long k = thread; k < n; k += threads * at_once) {
        tcr_vector v[at_once][rows], x[at_once];
        TCR_UNROLL
        for (int u = 0; u < at_once; ++u) {
            const long long at = (k + threads * u) * 16;
            if (at >= n * 16)
                continue;
            TCR_UNROLL
            for (int r = 0; r < rows; ++r)
                tcr_load(v[u][r], from + r * step + at);
            tcr_load_again(x[u], vector + at);
        }
        TCR_UNROLL
        for (int u = 0; u < at_once; ++u) {
            if (k + threads * u >= n)
                continue;
            TCR_UNROLL
            for (int r = 0; r < rows; ++r) {
                T sum = 0;
                TCR_UNROLL
                for (int i = 0; i < (int)per_granule; ++i)
                    sum += tcr_vector_element<T>(&v[u][r], i) * tcr_vector_element<T>(&x[u], i);
                all[r] += sum;
            }
        }
    }
    tcr_converge();
    TCR_ROLL
    for (int mask = 1; mask < 32; mask *= 2) {
        TCR_UNROLL
        for (int r = 0; r < rows; ++r)
            all[r] += tcr_shfl_xor(all[r], mask);
    }
}

template <class T> struct tcr_segment_product : tcr_segment_sum<T> {
    typedef tcr_matrix_args<T> args;
    typedef tcr_part<double, unsigned> narrow;
    enum : bool { multiplies = true };

    /* A granule whose first element is in place `at` of `length` ones, from `place` of the row on.
     */
    TCR_DEVICE static void take(narrow &p, const args &A, const tcr_vector &v, long long place,
                                int at, unsigned length)
    {
        enum { n = 16 / sizeof(T) };
        const bool whole = at >= 0 && at + n <= (int)length;
        T sum = 0;
        if (whole && A.vector_step == 1 && tcr_rows_aligned(A) &&
            (unsigned long long)tcr_bytes_at(A.vector) % 16 == 0) {
            tcr_vector x;
            tcr_load_again(x, tcr_bytes_at(A.vector + (place + at)));
            TCR_UNROLL
            for (int u = 0; u < n; ++u)
                sum += tcr_vector_element<T>(&v, u) * tcr_vector_element<T>(&x, u);
        } else {
            TCR_UNROLL
            for (int u = 0; u < n; ++u)
                if ((unsigned)(at + u) < length)
                    sum += tcr_vector_element<T>(&v, u) *
                           A.vector[A.vector_first + (place + at + u) * A.vector_step];
        }
        p.value += sum;
    }
    /* Are rows and vector read by whole granules, and rows long enough for all lanes? */
    TCR_DEVICE static bool by_rows(const args &A)
    {
        return A.vector_step == 1 && tcr_rows_aligned(A) &&
               (unsigned long long)tcr_bytes_at(A.vector) % 16 == 0 &&
               A.length * sizeof(T) >= 16 * 64;
    }
    enum : int { rows = 4, at_once = 2 };
    /* Rows from `row` on by a warp. */
    TCR_DEVICE static void take_rows(const args &A, long long row)
    {
        double all[rows];
        tcr_add_rows<at_once, 32>(A, row, tcr_lane(), all);
        if (tcr_lane() == 0) {
            TCR_UNROLL
            for (int r = 0; r < rows; ++r)
                store(A, row + r, all[r]);
        }
    }
    TCR_DEVICE static void store(const args &A, long long row, double value)
    {
        tcr_matrix_store(A, row, value);
    }
};

/* ---- long rows by whole blocks ----
 *
 * Rows too few for each warp to have whole ones, but as many as blocks or more: each block has the
 * same number of them, four at a time, and only what is left is cut between warps. */
template <class T> struct tcr_long_rows {
    enum : int {
        warps = TCR_SEGMENTS_THREADS / 32,
        flying = 8,                                    /* granules of a thread */
        least = 16 * TCR_SEGMENTS_THREADS * flying / 2 /* bytes of a row */
    };
    const tcr_matrix_args<T> &A;
    TCR_DEVICE explicit tcr_long_rows(const tcr_matrix_args<T> &a) : A(a)
    {
    }
    /* Rows of each block; they are numbered block by block. */
    TCR_DEVICE long long each() const
    {
        const long long blocks = tcr_blocks();
        return tcr_segment_product<T>::by_rows(A) && A.length * (long long)sizeof(T) >= least &&
                       tcr_threads() == TCR_SEGMENTS_THREADS &&
                       A.n / TCR_SEGMENTS_ROWS_A_WARP < blocks * warps
                   ? A.n / blocks
                   : 0;
    }
    /* So many rows.  Apart: the rest of the kernel has registers of its own. */
    template <int rows> TCR_APART void take(const tcr_matrix_args<T> &args, long long row)
    {
        enum : int { at_once = rows > 1 ? flying / rows : 4 }; /* of a row */
        const tcr_matrix_args<T> A = args;                     /* which no store changes */
        TCR_SHARED double room[rows][warps];
        double all[rows];
        tcr_add_rows<at_once, TCR_SEGMENTS_THREADS>(A, row, tcr_thread(), all);
        tcr_sync_block(); /* the room is free */
        TCR_UNROLL
        for (int r = 0; r < rows; ++r)
            if (tcr_lane() == 0)
                room[r][tcr_thread() / 32] = all[r];
        tcr_sync_block();
        if (tcr_thread() < rows) {
            double sum = 0;
            TCR_ROLL
            for (int w = 0; w < warps; ++w)
                sum += room[tcr_thread()][w];
            tcr_matrix_store(A, row + tcr_thread(), sum);
        }
    }
    TCR_DEVICE void run(long long rows) const
    {
        long long row = tcr_block() * rows;
        const long long end = row + rows;
        TCR_ROLL
        for (; row + 4 <= end; row += 4)
            take<4>(A, row);
        if (row + 2 <= end) {
            take<2>(A, row);
            row += 2;
        }
        if (row < end)
            take<1>(A, row);
    }
};

/* A x. */
template <class T> TCR_DEVICE void tcr_matrix_rows(const tcr_matrix_args<T> &A, const tcr_grid &G)
{
    const tcr_long_rows<T> whole(A);
    const long long each = whole.each(), done = each * tcr_blocks();
    tcr_matrix_args<T> rest = A;
    if (each > 0) {
        whole.run(each);
        rest.x = A.x + done * A.ld;
        rest.n -= done;
        rest.extent -= done * A.ld;
        rest.result_first += done * A.result_step;
        if (rest.n == 0) {
            if (tcr_block() == 0 && tcr_thread() == 0)
                G.result[0].u = 0;
            return;
        }
    }
    tcr_run_segments<tcr_segment_product<T>>(rest, G);
}

/* ---- columns ---- */

template <class T> struct tcr_columns {
    enum : int {
        per_lane = 16 / sizeof(T),
        most = 32 * per_lane, /* columns of a tile */
        at_once = 8,          /* rows of a lane in flight */
        rows_a_unit = 64
    };
    static_assert(2 * most * sizeof(T) == TCR_MATRIX_SLOTS * sizeof(tcr_slot), "two tiles");
    const tcr_matrix_args<T> &A;
    int lanes;             /* that have a row's columns; the warp has several rows, if not all */
    int columns;           /* of a tile */
    long long tiles, unit; /* unit: rows */
    long long units, share;

    TCR_DEVICE explicit tcr_columns(const tcr_matrix_args<T> &a) : A(a), lanes(1)
    {
        while (lanes < 32 && lanes * per_lane < A.length)
            lanes *= 2;
        columns = lanes * per_lane;
        tiles = (A.length + columns - 1) / columns;
        unit = tiles < TCR_TICKETS ? (long long)rows_a_unit * (32 / lanes) : A.n;
        units = A.n <= unit ? 1 : (A.n + unit - 1) / unit;
        share = (tiles * units + tcr_blocks() - 1) / tcr_blocks();
    }
    /* Which of the tile's columns is element u of the lane's? */
    TCR_DEVICE int column(int lane, int u, bool aligned) const
    {
        return aligned ? lane * per_lane + u : lane + lanes * u;
    }
    /* A lane's elements of a row, from element `at` on; 0 beyond the row's end. */
    template <bool aligned> TCR_DEVICE void load(tcr_vector &v, long long row, long long tile) const
    {
        const int lane = (int)tcr_lane() & (lanes - 1);
        const long long first = tile * columns + column(lane, 0, aligned);
        if (aligned && first + per_lane <= A.length) {
            tcr_load(v, tcr_bytes_at(A.x + (row * A.ld + first)));
            return;
        }
        union {
            tcr_vector v;
            T of[per_lane];
        } bits;
        TCR_UNROLL
        for (int u = 0; u < per_lane; ++u) {
            const long long c = tile * columns + column(lane, u, aligned);
            bits.of[u] = c < A.length ? (T)A.x[row * A.ld + c] : (T)0;
        }
        v = bits.v;
    }
    /* Rows from, up to, of a tile: this lane's sums. */
    template <bool aligned>
    TCR_DEVICE void add(double *sum, long long tile, long long from, long long to) const
    {
        const int rows = 32 / lanes * (int)(tcr_threads() / 32);
        long long row = from + tcr_thread() / (unsigned)lanes;
        TCR_ROLL
        for (; row < to; row += at_once * rows) {
            tcr_vector v[at_once];
            T x[at_once], part[per_lane];
            TCR_UNROLL
            for (int r = 0; r < at_once; ++r)
                if (row + r * rows < to) {
                    load<aligned>(v[r], row + r * rows, tile);
                    x[r] = A.vector[A.vector_first + (row + r * rows) * A.vector_step];
                }
            TCR_UNROLL
            for (int u = 0; u < per_lane; ++u)
                part[u] = 0;
            TCR_UNROLL
            for (int r = 0; r < at_once; ++r)
                if (row + r * rows < to) {
                    TCR_UNROLL
                    for (int u = 0; u < per_lane; ++u)
                        part[u] += tcr_vector_element<T>(&v[r], u) * x[r];
                }
            TCR_UNROLL
            for (int u = 0; u < per_lane; ++u)
                sum[u] += (double)part[u];
        }
    }
    /* The block's sum of a column, in the thread of its number. */
    TCR_DEVICE double sum(long long tile, long long from, long long to) const
    {
        TCR_SHARED double room[TCR_SEGMENTS_THREADS / 32 * most];
        const bool aligned = tcr_rows_aligned(A);
        const int warp = (int)tcr_thread() / 32, warps = (int)tcr_threads() / 32;
        double part[per_lane], all = 0;
        TCR_UNROLL
        for (int u = 0; u < per_lane; ++u)
            part[u] = 0;
        if (aligned)
            add<true>(part, tile, from, to);
        else
            add<false>(part, tile, from, to);
        tcr_converge();
        TCR_ROLL
        for (int mask = lanes; mask < 32; mask *= 2) {
            TCR_UNROLL
            for (int u = 0; u < per_lane; ++u)
                part[u] += tcr_shfl_xor(part[u], mask);
        }
        tcr_sync_block(); /* the room is free */
        if ((int)tcr_lane() < lanes) {
            TCR_UNROLL
            for (int u = 0; u < per_lane; ++u)
                room[warp * most + column((int)tcr_lane(), u, aligned)] = part[u];
        }
        tcr_sync_block();
        if ((int)tcr_thread() < columns) {
            TCR_ROLL
            for (int w = 0; w < warps; ++w)
                all += room[w * most + (int)tcr_thread()];
        }
        return all;
    }
    /* Where block b leaves its sums of a tile: its first one, or its last. */
    TCR_DEVICE volatile T *left(const tcr_grid &G, long long b, long long tile) const
    {
        const int last = b * share / units != tile;
        return (volatile T *)((tcr_slot *)G.partial + b * TCR_MATRIX_SLOTS) + last * most;
    }
    TCR_DEVICE void store(long long tile, double all) const
    {
        const long long c = tile * columns + tcr_thread();
        if ((int)tcr_thread() < columns && c < A.length)
            tcr_matrix_store(A, c, all);
    }
    /* A tile that several blocks have a part of: the last of them adds up. */
    TCR_DEVICE void join(const tcr_grid &G, long long tile, double mine, long long first,
                         long long last) const
    {
        TCR_SHARED unsigned number;
        unsigned *const ticket = G.ticket + tile;
        double all = 0;
        if ((int)tcr_thread() < columns)
            left(G, tcr_block(), tile)[tcr_thread()] = (T)mine;
        tcr_fence();
        tcr_sync_block();
        if (tcr_thread() == 0)
            number = tcr_atomic_ticket(ticket);
        tcr_sync_block();
        if (number != (unsigned)(last - first))
            return;
        TCR_ROLL
        for (long long b = first; b <= last && (int)tcr_thread() < columns; b += at_once) {
            T part[at_once];
            TCR_UNROLL
            for (int k = 0; k < at_once; ++k)
                part[k] = b + k <= last ? (T)left(G, b + k, tile)[tcr_thread()] : (T)0;
            TCR_UNROLL
            for (int k = 0; k < at_once; ++k) {
                if (b + k <= last) /* as the next call on a stream wants to find it */
                    left(G, b + k, tile)[tcr_thread()] = 0;
                all += (double)part[k];
            }
        }
        store(tile, all);
        if (tcr_thread() == 0)
            *ticket = 0;
    }
    TCR_DEVICE void run(const tcr_grid &G) const
    {
        const long long all = tiles * units;
        long long at = tcr_block() * share;
        const long long end = at + share < all ? at + share : all;
        TCR_ROLL
        while (at < end) {
            const long long tile = at / units,
                            next = (tile + 1) * units < end ? (tile + 1) * units : end;
            const long long from = at % units * unit, to = (next - tile * units) * unit;
            const long long first = tile * units / share, last = ((tile + 1) * units - 1) / share;
            const double mine = sum(tile, from, to < A.n ? to : A.n);
            if (first == last)
                store(tile, mine);
            else
                join(G, tile, mine, first, last);
            at = next;
        }
        if (tcr_block() == 0 && tcr_thread() == 0)
            G.result[0].u = 0;
    }
};

/* ---- the kernels ---- */

/* What a unit is. */
#define TCR_MATRIX(T)                                                                              \
    TCR_KERNEL_ENTRY_OF(TCR_SEGMENTS_THREADS, 2)                                                   \
    library_gemv(const tcr_matrix_args<T> A, const tcr_grid G)                                     \
    {                                                                                              \
        tcr_matrix_rows(A, G);                                                                     \
    }                                                                                              \
    TCR_KERNEL_EXPORT(library_gemv, tcr_matrix_args<T>)                                            \
    TCR_KERNEL_ENTRY_OF(TCR_SEGMENTS_THREADS, 2)                                                   \
    library_gemv_transposed(const tcr_matrix_args<T> A, const tcr_grid G)                          \
    {                                                                                              \
        tcr_columns<T>(A).run(G);                                                                  \
    }                                                                                              \
    TCR_KERNEL_EXPORT(library_gemv_transposed, tcr_matrix_args<T>)
