/* SPDX-License-Identifier: MIT */
/*
 * product_parts.cuh: large products with a precision, in two launches (a kernel each, the first one
 * with few registers and so with many threads).
 *
 * The first one rounds A and B once, to the parts h and R of product_level.cuh, and leaves them in
 * a workspace with the sum's terms next to each other, zeros behind the last one, whatever the
 * matrices' strides are (spec/contract.h has the layout).
 *
 * In the second one a block makes a tile of C, 128 by 128, and goes along the sum in slabs of 128
 * bytes of each row: 64 terms, of TF32 32.  Some slabs are on their way into shared memory
 * (cp.async) while one is multiplied.  There its rows follow each other, and a row's groups of 16
 * bytes are exchanged (group ^ row % 8), so that neither copies nor ldmatrix meet in a bank.  A
 * warp has 64 rows by 32 columns: with more, registers are too short for chains that do not wait
 * for each other.
 *
 * Sums: a slab's products are one chain of the tensor cores, those of the rests first, and then
 * added to a float; after 2048 terms that is added to C.  What is not finite is added up once more,
 * as in product_level.cuh.
 */
#pragma once
#include "product_format.cuh"

#if TCR_ARCH >= 80

/* ---- the parts ---- */

/* A side of the workspace: the parts of A's rows, or of B's columns. */
template <class Level> struct tcr_parts {
    enum : int { bytes = 4 / Level::of_word };
    long long rows, pitch, plane; /* of each product; bytes from one row, and part, to the next */
    char *at;

    TCR_DEVICE tcr_parts(const tcr_product_args<float> &A, char *workspace, bool b)
        : rows(b ? A.n : A.m), pitch(TCR_PARTS_PITCH(A.k, (long long)bytes)),
          plane(A.batch * rows * pitch),
          at(workspace + TCR_PARTS_HEAD + (b ? Level::a_planes * A.batch * A.m * pitch : 0))
    {
    }
};

/* 64 rows of 64 terms of one side.  Lanes go along that side of the matrix on which elements are
 * next to each other, and then along the terms. */
template <class Level, int Planes>
TCR_DEVICE void tcr_parts_split_tile(const tcr_parts<Level> &to, tcr_ptr<const float> from,
                                     long long row_step, long long sum_step, long long batch,
                                     long long row, long long term, long long terms, unsigned *head)
{
    enum : int {
        side = TCR_SPLIT_SIDE,
        each = side * side / TCR_PRODUCT_THREADS,
        words = side / Level::of_word,              /* of a row */
        between = TCR_PRODUCT_THREADS / (words / 4) /* rows that are written at a time */
    };
    bool wild = false;
    float(*const room)[side + 1] = (float(*)[side + 1]) tcr_shared_room();
    const int t = (int)tcr_thread(), word = t % (words / 4) * 4;
    const bool along = sum_step == 1 || row_step != 1;
    char *const at = to.at + (batch * to.rows + row) * to.pitch +
                     (term * to.bytes + word * (long long)sizeof(unsigned));
    TCR_UNROLL
    for (int u = 0; u < each; ++u) {
        const int slow = t / side + u * (TCR_PRODUCT_THREADS / side), fast = t % side;
        const int i = along ? slow : fast, k = along ? fast : slow;
        const bool there = row + i < to.rows && term + k < terms;
        const float x = there ? (float)from[(row + i) * row_step + (term + k) * sum_step] : 0.0f;
        room[i][k] = x;
        wild |= !(x < Level::tame() && x > -Level::tame());
    }
    if (wild)
        TCR_STORE(*head) = 1u;
    tcr_sync_block();
    TCR_UNROLL
    for (int i = t / (words / 4); i < side; i += between) {
        tcr_vector h, r;
        if (row + i >= to.rows || term * to.bytes + word * (int)sizeof(unsigned) >= to.pitch)
            continue;
        TCR_UNROLL
        for (int u = 0; u < 4; ++u) {
            float rest[Level::of_word], none[Level::of_word];
            h.w[u] = Level::round(&room[i][(word + u) * Level::of_word], rest);
            if (Planes > 1)
                r.w[u] = Level::round(rest, none);
        }
        tcr_store_vector(at + i * to.pitch, h);
        if (Planes > 1)
            tcr_store_vector(at + (to.plane + i * to.pitch), r);
    }
    tcr_sync_block(); /* before the next one's elements come */
}

template <class Level>
TCR_DEVICE void tcr_parts_split(const tcr_product_args<float> &A, char *workspace)
{
    enum : long long { side = TCR_SPLIT_SIDE };
    const tcr_parts<Level> a(A, workspace, false), b(A, workspace, true);
    const long long along = (A.k + side - 1) / side;
    const long long of_a = (A.m + side - 1) / side * along, of_b = (A.n + side - 1) / side * along;
    TCR_ROLL
    for (long long tile = tcr_block(); tile < (of_a + of_b) * A.batch; tile += tcr_blocks()) {
        const long long batch = tile / (of_a + of_b), in = tile % (of_a + of_b);
        const long long of = in < of_a ? in : in - of_a;
        const long long row = of / along * side, term = of % along * side;
        if (in < of_a)
            tcr_parts_split_tile<Level, Level::a_planes>(a, A.a + batch * A.a_batch, A.a_m, A.a_k,
                                                         batch, row, term, A.k,
                                                         (unsigned *)workspace);
        else
            tcr_parts_split_tile<Level, Level::b_planes>(b, A.b + batch * A.b_batch, A.b_n, A.b_k,
                                                         batch, row, term, A.k,
                                                         (unsigned *)workspace);
    }
}

/* ---- behind the library ---- */

/* The sum once more, by the plain way, in the runs of product_level.cuh: half as long as those of
 * the tiles below. */
TCR_DEVICE void tcr_parts_again(const tcr_product_args<float> &A, long long batch, long long row,
                                long long column)
{
    TCR_ROLL
    for (long long from = 0; from < A.k; from += TCR_LEVEL_RUN) {
        const long long to = A.k - from < TCR_LEVEL_RUN ? A.k : from + TCR_LEVEL_RUN;
        tcr_level_put(A, batch, row, column, from,
                      tcr_level_plain(A, batch, row, column, from, to));
    }
}

TCR_DEVICE void tcr_parts_end(const tcr_product_args<float> &A, const char *head, const float *sums)
{
    const bool by_rows = A.c_n == 1;
    const long long inner = by_rows ? A.n : A.m, each = A.m * A.n;
    if (!sums && *(const unsigned *)head == 0)
        return;
    TCR_ROLL
    for (long long e = (long long)tcr_block() * TCR_PRODUCT_THREADS + tcr_thread();
         e < each * A.batch; e += (long long)tcr_blocks() * TCR_PRODUCT_THREADS) {
        const long long batch = e / each, in = e % each;
        const long long row = by_rows ? in / inner : in % inner;
        const long long column = by_rows ? in % inner : in / inner;
        const tcr_ptr<float> c = A.c + batch * A.c_batch;
        const float x = sums ? sums[e] : (float)c[row * A.c_m + column * A.c_n];
        if (x - x != 0)
            tcr_parts_again(A, batch, row, column);
        else if (sums)
            tcr_level_put(A, batch, row, column, 0, x);
    }
}

/* ---- a slab in shared memory ---- */

enum : int { tcr_parts_group = 16, tcr_parts_groups = TCR_PARTS_SLAB / tcr_parts_group };

/* A group of a row, which is `in_8` modulo 8. */
TCR_DEVICE char *tcr_parts_at(char *rows, int row, int in_8, int group)
{
    static_assert((int)tcr_parts_groups == 8, "as many as the rows that they are exchanged by");
    return rows + row * TCR_PARTS_SLAB + (group ^ in_8) * (int)tcr_parts_group;
}

/* What brings the tile's rows there: a thread has one group of every 32nd row. */
template <int Rows, int Planes> struct tcr_parts_copier {
    enum : int {
        between = TCR_PRODUCT_THREADS / tcr_parts_groups,
        each = Rows / between,
        size = Rows * TCR_PARTS_SLAB /* of a part */
    };
    const char *from;
    long long plane;
    int pitch, rows; /* rows: that are there, from the thread's first one on */

    template <class Level>
    TCR_DEVICE tcr_parts_copier(const tcr_parts<Level> &side, long long batch, long long first)
        : plane(side.plane), pitch((int)side.pitch)
    {
        const int t = (int)tcr_thread(), row = t / tcr_parts_groups;
        const long long left = side.rows - first - row;
        from = side.at + (batch * side.rows + first + row) * pitch +
               t % tcr_parts_groups * (int)tcr_parts_group;
        rows = left < Rows ? (int)left : Rows;
    }
    /* Begin to copy the next slab. */
    TCR_DEVICE void copy(char *room)
    {
        const int t = (int)tcr_thread();
        const int row = t / tcr_parts_groups;
        char *const to = tcr_parts_at(room, row, row % 8, t % tcr_parts_groups);
        TCR_UNROLL
        for (int p = 0; p < Planes; ++p) {
            TCR_UNROLL
            for (int u = 0; u < each; ++u) {
                tcr_copy_async<16>(to + (p * size + u * between * TCR_PARTS_SLAB),
                                   from + p * plane + (long long)(u * between) * pitch,
                                   u * between < rows);
            }
        }
        from += TCR_PARTS_SLAB;
    }
};

/* ---- what a warp has of the tile ---- */

template <class Level> struct tcr_parts_worker {
    enum : int {
        all = TCR_PARTS_TILE,
        warp_rows = 64,
        warp_columns = 32,
        rows = warp_rows / 16,
        columns = warp_columns / 8,
        steps = TCR_PARTS_SLAB / 32,
        size = all * TCR_PARTS_SLAB, /* of a part */
        b_at = size * Level::a_planes
    };
    static_assert(TCR_PARTS_STAGE(Level::products) == (unsigned)(b_at + size * Level::b_planes),
                  "a slab of each");
    float sums[rows][columns][4];
    int row, column;

    TCR_DEVICE tcr_parts_worker()
    {
        const int warp = (int)tcr_thread() / 32, across = all / warp_columns;
        row = warp / across * warp_rows;
        column = warp % across * warp_columns;
    }
    TCR_DEVICE void begin()
    {
        TCR_UNROLL
        for (int e = 0; e < rows * columns * 4; ++e)
            sums[e / 4 / columns][e / 4 % columns][e % 4] = 0;
    }
    /* `first` is a multiple of 8.  The words of 16 rows as the instruction wants them; those of two
     * times 8 columns. */
    TCR_DEVICE static void get_a(unsigned x[4], char *rows_at, int first, int step)
    {
        tcr_load_matrices(x, [&](int lane) {
            return tcr_parts_at(rows_at, first + lane % 16, lane % 8, 2 * step + lane / 16);
        });
    }
    TCR_DEVICE static void get_b(unsigned y[2][2], char *rows_at, int first, int step)
    {
        unsigned x[4];
        tcr_load_matrices(x, [&](int lane) {
            return tcr_parts_at(rows_at, first + lane / 16 * 8 + lane % 8, lane % 8,
                                2 * step + lane / 8 % 2);
        });
        TCR_UNROLL
        for (int u = 0; u < 4; ++u)
            y[u / 2][u % 2] = x[u];
    }
    TCR_DEVICE void multiply(char *slab)
    {
        unsigned y[Level::b_planes][steps][columns][2];
        TCR_UNROLL
        for (int p = 0; p < Level::b_planes; ++p) {
            TCR_UNROLL
            for (int e = 0; e < steps * columns; e += 2)
                get_b(&y[p][e / columns][e % columns], slab + (b_at + p * size),
                      column + e % columns * 8, e / columns);
        }
        TCR_UNROLL
        for (int i = 0; i < rows; ++i) {
            unsigned x[Level::a_planes][steps][4];
            float chain[columns][4];
            TCR_UNROLL
            for (int e = 0; e < Level::a_planes * steps; ++e)
                get_a(x[e / steps][e % steps], slab + e / steps * size, row + 16 * i, e % steps);
            TCR_UNROLL
            for (int e = 0; e < columns * 4; ++e)
                chain[e / 4][e % 4] = 0;
            TCR_UNROLL
            for (int e = 0; Level::products > 1 && e < steps * columns; ++e)
                Level::multiply(chain[e % columns], x[Level::a_planes - 1][e / columns],
                                y[0][e / columns][e % columns]);
            TCR_UNROLL
            for (int e = 0; Level::products > 2 && e < steps * columns; ++e)
                Level::multiply(chain[e % columns], x[0][e / columns],
                                y[Level::b_planes - 1][e / columns][e % columns]);
            TCR_UNROLL
            for (int e = 0; e < steps * columns; ++e)
                Level::multiply(chain[e % columns], x[0][e / columns],
                                y[0][e / columns][e % columns]);
            TCR_UNROLL
            for (int e = 0; e < columns * 4; ++e)
                sums[i][e / 4][e % 4] += chain[e / 4][e % 4];
        }
    }
};

/* A warp's sums into C; what is not finite by the plain way.  Apart, so that the loop over the
 * slabs has the registers, and with loops, since so much code as all elements have would have to
 * come from memory each time. */
template <class Level>
TCR_APART void tcr_parts_store(const tcr_product_args<float> &args, const tcr_level_at &tile,
                               const tcr_parts_worker<Level> &w, long long from, long long to)
{
    enum : int { rows = tcr_parts_worker<Level>::rows, columns = tcr_parts_worker<Level>::columns };
    const tcr_product_args<float> A = args; /* which no store changes */
    const tcr_level_at at = tile;
    const int lane = (int)tcr_lane(), row = w.row + lane / 4, column = w.column + 2 * (lane % 4);
    TCR_ROLL
    for (int j = 0; j < rows * columns; j += 2) { /* of these, two at a time */
        const long long m = at.m + row + 16 * (j / columns), n = at.n + column + 8 * (j % columns);
        const float *const sums = &w.sums[j / columns][j % columns][0];
        float old[8]; /* all of them first: no store hinders the next one's load */
        TCR_UNROLL
        for (int e = 0; e < 8; ++e) {
            const long long r = m + e % 4 / 2 * 8, c = n + e / 4 * 8 + e % 2;
            old[e] = r < A.m && c < A.n ? tcr_level_old(A, at.batch, r, c, from) : 0.0f;
        }
        TCR_UNROLL
        for (int e = 0; e < 8; ++e) {
            const long long r = m + e % 4 / 2 * 8, c = n + e / 4 * 8 + e % 2;
            float x = sums[e];
            if (r >= A.m || c >= A.n)
                continue;
            if (x - x != 0)
                x = tcr_level_plain(A, at.batch, r, c, from, to);
            tcr_level_add(A, at.batch, r, c, old[e], x);
        }
    }
}

/* ---- tiles ---- */

/* Wait for the oldest of so many slabs that are on their way, less one. */
TCR_DEVICE void tcr_parts_wait(int stages)
{
    if (stages == 2)
        tcr_copies_wait_but<0>();
    else if (stages == 3)
        tcr_copies_wait_but<1>();
    else
        tcr_copies_wait_but<2>();
}

template <class Level>
TCR_DEVICE void tcr_parts_tile(const tcr_product_args<float> &A, char *workspace,
                               const tcr_level_at &at)
{
    typedef tcr_parts_worker<Level> worker;
    enum : int {
        terms = TCR_PARTS_SLAB / 4 * Level::of_word,
        of_run = TCR_PARTS_RUN / terms,
        size = TCR_PARTS_STAGE(Level::products)
    };
    const tcr_parts<Level> side_a(A, workspace, false), side_b(A, workspace, true);
    tcr_parts_copier<worker::all, Level::a_planes> a(side_a, at.batch, at.m);
    tcr_parts_copier<worker::all, Level::b_planes> b(side_b, at.batch, at.n);
    char *const room = (char *)tcr_shared_room();
    const int end = (int)A.stages * size, ahead = (int)A.stages - 1;
    const int slabs = (int)((A.k + terms - 1) / terms);
    int now = 0, next = 0;
    const auto copy = [&](bool there) {
        if (there) {
            a.copy(room + next);
            b.copy(room + next + worker::b_at);
            next = next + size == end ? 0 : next + size;
        }
        tcr_copies_begun();
    };
    worker w;

    TCR_ROLL
    for (int s = 0; s < ahead; ++s)
        copy(s < slabs);
    TCR_ROLL
    for (int from = 0; from < slabs; from += of_run) {
        const int to = slabs - from < of_run ? slabs : from + of_run;
        w.begin();
        TCR_ROLL
        for (int s = from; s < to; ++s) {
            tcr_parts_wait((int)A.stages);
            tcr_sync_block();
            copy(s + ahead < slabs);
            w.multiply(room + now);
            now = now + size == end ? 0 : now + size;
        }
        tcr_converge();
        const tcr_parts_worker<Level> sums = w;
        tcr_parts_store(A, at, sums, (long long)from * terms,
                        to < slabs ? (long long)to * terms : A.k);
        tcr_converge();
    }
    tcr_sync_block(); /* before the next tile's slabs come */
}

/* In the order of product.cuh. */
template <class Level>
TCR_DEVICE void tcr_parts_tiles(const tcr_product_args<float> &A, char *workspace)
{
    enum : long long { together = 8, side = TCR_PARTS_TILE };
    const long long down = (A.m + side - 1) / side, across = (A.n + side - 1) / side;
    const long long each = down * across;
    TCR_ROLL
    for (long long tile = tcr_block(); tile < each * A.batch; tile += tcr_blocks()) {
        const long long in = tile % each, band = in / (together * across);
        const long long left = down - band * together, rows = left < together ? left : together;
        const long long rest = in - band * together * across;
        tcr_parts_tile<Level>(
            A, workspace,
            {tile / each, (band * together + rest % rows) * side, rest / rows * side});
    }
}

#endif
