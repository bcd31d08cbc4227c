/* SPDX-License-Identifier: MIT */
/*
 * product_parts.cuh: large products with a precision, in two launches (a kernel each, the first one
 * with few registers and so with many threads).
 *
 * The first one rounds A and B once, to the parts h and R of product_level.cuh, and leaves them in
 * a workspace with the sum's terms next to each other, zeros behind the last one, whatever the
 * matrices' strides are (spec/contract.h has the layout).
 *
 * In the second one a block makes a tile of C, of 128 rows by 256, 128 or 64 columns, and goes
 * along the sum in slabs of 128 bytes of each row: 64 terms, of TF32 32.  Some slabs are on their
 * way into shared memory (cp.async) while one is multiplied.  There its rows follow each other, and
 * a row's groups of 16 bytes are exchanged (group ^ row % 8), so that neither copies nor ldmatrix
 * meet in a bank.  From there a step's words come to registers while the step before is multiplied,
 * across the slabs' ends, too: a block waits once a slab, and has then a step to multiply.
 *
 * Wide tiles have the most products for what they read of the level-2 cache, whose rate is near the
 * one at which tensor cores want elements; others are for products with few tiles.
 *
 * Sums.  With one or two products, all terms of a run are one chain of the tensor cores, as long as
 * the bound allows for: nothing else is to be added.  Of two products, the run's rests come first,
 * in a pass of their own.  With three, chains have two steps' products, and are added to a float.
 * After a run, sums are added to C.  What is not finite is added up once more, as in
 * product_level.cuh.
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
        steps = TCR_PRODUCT_THREADS / side,         /* from one element of a thread to the next */
        words = side / Level::of_word,              /* of a row */
        between = TCR_PRODUCT_THREADS / (words / 4) /* rows that are written at a time */
    };
    bool wild = false;
    float(*const room)[side + 1] = (float(*)[side + 1]) tcr_shared_room();
    const int t = (int)tcr_thread(), word = t % (words / 4) * 4;
    const bool along = sum_step == 1 || row_step != 1;
    char *const at = to.at + (batch * to.rows + row) * to.pitch +
                     (term * to.bytes + word * (long long)sizeof(unsigned));
    const int slow = t / side, fast = t % side;
    const long long i = row + (along ? slow : fast), k = term + (along ? fast : slow);
    const long long all = along ? to.rows - i : terms - k; /* of what a thread goes along */
    const int left = (along ? k >= terms : i >= to.rows) ? 0 : (int)(all < side ? all : side);
    const long long step = (along ? row_step : sum_step) * (long long)steps;
    float *const put = along ? &room[slow][fast] : &room[fast][slow];
    tcr_ptr<const float> get = from + (i * row_step + k * sum_step);
    float x[each];
    TCR_UNROLL
    for (int u = 0; u < each; ++u) {
        x[u] = u * steps < left ? (float)*get : 0.0f;
        get = get + step;
    }
    TCR_UNROLL
    for (int u = 0; u < each; ++u) {
        put[u * steps * (along ? side + 1 : 1)] = x[u];
        wild |= !(x[u] < Level::tame() && x[u] > -Level::tame());
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

/* A tile, the warps across it, and what the kernel makes of its sum: runs, which are added to C,
 * and passes over the terms of a run. */
template <class Level, int Rows, int Columns, int Across, int Together = 1, int Chain = 2>
struct tcr_parts_form {
    enum : int {
        tile_rows = Rows,
        tile_columns = Columns,
        across = Across,
        warp_rows = Rows * Across / (TCR_PRODUCT_THREADS / 32),
        warp_columns = Columns / Across,
        rows = warp_rows / 16, /* of instructions */
        columns = warp_columns / 8,
        steps = TCR_PARTS_SLAB / 32,
        planes = Level::products > 2 ? 2 : 1, /* of a side in a slab */
        passes = Level::products > 2 ? 1 : Level::products,
        chain = Chain,                  /* of three products: steps, */
        together = Together,            /* and times 16 rows whose chains are made together */
        size_a = Rows * TCR_PARTS_SLAB, /* of a part */
        size_b = Columns * TCR_PARTS_SLAB,
        b_at = planes * size_a,
        size = planes * (size_a + size_b),
        terms = TCR_PARTS_SLAB / 4 * Level::of_word,
        slabs_of_run = TCR_PARTS_RUN(Level::format, Level::products) / terms
    };
    static_assert(size == TCR_PARTS_STAGE(Level::products, Rows, Columns), "the runtime's");
};

/* What brings the tile's rows there: a thread has one group of every 32nd row. */
template <int Rows, int Planes> struct tcr_parts_copier {
    enum : int {
        between = TCR_PRODUCT_THREADS / tcr_parts_groups,
        each = Rows / between,
        size = Rows * TCR_PARTS_SLAB /* of a part */
    };
    const char *first, *from; /* the thread's first group of all, and of the next slab */
    long long plane;
    int pitch, rows; /* rows: that are there, from the thread's first one on */

    template <class Level>
    TCR_DEVICE tcr_parts_copier(const tcr_parts<Level> &side, long long batch, long long row_0)
        : plane(side.plane), pitch((int)side.pitch)
    {
        const int t = (int)tcr_thread(), row = t / tcr_parts_groups;
        const long long left = side.rows - row_0 - row;
        first = side.at + (batch * side.rows + row_0 + row) * pitch +
                t % tcr_parts_groups * (int)tcr_parts_group;
        from = first;
        rows = left < Rows ? (int)left : Rows;
    }
    TCR_DEVICE void go_to(int slab, int part)
    {
        from = first + part * plane + (long long)slab * TCR_PARTS_SLAB;
    }
    /* Begin to copy the next slab. */
    TCR_DEVICE void copy(char *room)
    {
        const int t = (int)tcr_thread(), row = t / tcr_parts_groups;
        char *const to =
            room + row * TCR_PARTS_SLAB + (t % tcr_parts_groups ^ row % 8) * (int)tcr_parts_group;
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

/* The slabs of a tile, which come to shared memory some before they are multiplied. */
template <class Level, class Form> struct tcr_parts_feed {
    typedef tcr_parts_copier<Form::tile_rows, Form::planes> copier_a;
    typedef tcr_parts_copier<Form::tile_columns, Form::planes> copier_b;
    copier_a a;
    copier_b b;
    int slabs, begin, at,
        pass;              /* at: the slab of the sum that comes next, of the run from `begin` */
    int stages, next, now; /* offsets of stages */

    TCR_DEVICE tcr_parts_feed(const tcr_product_args<float> &A, char *workspace,
                              const tcr_tile_at &tile)
        : a(tcr_parts<Level>(A, workspace, false), tile.batch, tile.m),
          b(tcr_parts<Level>(A, workspace, true), tile.batch, tile.n),
          slabs((int)((A.k + Form::terms - 1) / Form::terms)), begin(0), at(0),
          pass(Form::passes - 1), stages((int)A.stages), next(0), now(0)
    {
        if (Form::passes > 1)
            a.go_to(0, pass);
        TCR_ROLL
        for (int s = 1; s < stages; ++s)
            copy();
        wait();
        tcr_sync_block();
    }
    TCR_DEVICE int end_of_run() const
    {
        return slabs - begin < Form::slabs_of_run ? slabs : begin + Form::slabs_of_run;
    }
    TCR_DEVICE void copy()
    {
        if (at < slabs) {
            a.copy((char *)tcr_shared_room() + next);
            b.copy((char *)tcr_shared_room() + (next + Form::b_at));
            next = next + Form::size == stages * Form::size ? 0 : next + Form::size;
            ++at;
            if (Form::passes > 1 && at == end_of_run())
                turn();
        }
        tcr_copies_begun();
    }
    /* The run's next pass, or the next run. */
    TCR_DEVICE void turn()
    {
        if (pass == 0) {
            begin = at;
            pass = Form::passes;
        } else {
            at = begin;
        }
        --pass;
        a.go_to(at, pass);
        b.go_to(at, 0);
    }
    /* Wait for the oldest slab that is on its way. */
    TCR_DEVICE void wait() const
    {
        if (stages == 2)
            tcr_copies_wait_but<0>();
        else
            tcr_copies_wait_but<1>();
    }
    TCR_DEVICE char *slab() const
    {
        return (char *)tcr_shared_room() + now;
    }
    /* The one before, whose room is free until the next copy. */
    TCR_DEVICE char *free_slab() const
    {
        return (char *)tcr_shared_room() +
               (now == 0 ? (stages - 1) * Form::size : now - Form::size);
    }
    /* Behind the last load from a slab: the next one is there, and the last one's room is free. */
    TCR_DEVICE void advance()
    {
        now = now + Form::size == stages * Form::size ? 0 : now + Form::size;
        wait();
        tcr_sync_block();
    }
};

/* ---- what a warp has of the tile ---- */

template <class Form> struct tcr_parts_place {
    int row, column;
    TCR_DEVICE tcr_parts_place()
    {
        const int warp = (int)tcr_thread() / 32;
        row = warp / Form::across * Form::warp_rows;
        column = warp % Form::across * Form::warp_columns;
    }
    /* The words of 16 rows as the instruction wants them; those of two times 8 columns. */
    TCR_DEVICE static void get_a(unsigned x[4], char *rows_at, int first, int step)
    {
        tcr_load_matrices(x, [&](int lane) {
            return rows_at + (first + lane % 16) * TCR_PARTS_SLAB +
                   ((lane / 16 ^ lane % 8) * (int)tcr_parts_group ^ 32 * step);
        });
    }
    TCR_DEVICE static void get_b(unsigned y[2][2], char *rows_at, int first, int step)
    {
        unsigned x[4];
        tcr_load_matrices(x, [&](int lane) {
            return rows_at + (first + lane / 16 * 8 + lane % 8) * TCR_PARTS_SLAB +
                   ((lane / 8 % 2 ^ lane % 8) * (int)tcr_parts_group ^ 32 * step);
        });
        TCR_UNROLL
        for (int u = 0; u < 4; ++u)
            y[u / 2][u % 2] = x[u];
    }
};

/* One chain of the tensor cores for all terms of a run.  The words of a step are on their way into
 * registers while those of the one before are multiplied. */
template <class Level, class Form> struct tcr_parts_chain : tcr_parts_place<Form> {
    enum : int { rows = Form::rows, columns = Form::columns, steps = Form::steps };
    float sums[rows][columns][4];
    unsigned x[2][rows][4], y[2][columns][2];

    TCR_DEVICE void begin()
    {
        TCR_UNROLL
        for (int e = 0; e < rows * columns * 4; ++e)
            sums[e / 4 / columns][e / 4 % columns][e % 4] = 0;
    }
    TCR_DEVICE void get(char *slab, int step)
    {
        TCR_UNROLL
        for (int i = 0; i < rows; ++i)
            this->get_a(x[step % 2][i], slab, this->row + 16 * i, step);
        TCR_UNROLL
        for (int j = 0; j < columns; j += 2)
            this->get_b(&y[step % 2][j], slab + Form::b_at, this->column + 8 * j, step);
    }
    TCR_DEVICE void multiply(tcr_parts_feed<Level, Form> &feed)
    {
        TCR_UNROLL
        for (int step = 0; step < steps; ++step) {
            if (step == steps - 1)
                feed.advance();
            get(feed.slab(), (step + 1) % steps);
            if (step == 0)
                feed.copy();
            TCR_UNROLL
            for (int e = 0; e < rows * columns; ++e) {
                const int i = e / columns, j = i % 2 ? columns - 1 - e % columns : e % columns;
                Level::multiply(sums[i][j], x[step % 2][i], y[step % 2][j]);
            }
        }
    }
};

/* Short chains, of few steps with all of their products, those of the rests first; they are added
 * to floats.  A unit is what such chains of some rows need; its words, too, are on their way while
 * the one before is multiplied. */
template <class Level, class Form> struct tcr_parts_chains : tcr_parts_place<Form> {
    enum : int {
        rows = Form::rows,
        columns = Form::columns,
        length = Form::chain,
        together = Form::together,
        of_rows = rows / together, /* units that have the same columns' words */
        units = Form::steps / length * of_rows,
        all = together * columns
    };
    static_assert(Form::steps / length % 2 == 0 && units % 2 == 0, "words have two places");
    float sums[rows][columns][4];
    unsigned x[2][2][length][together][4], y[2][2][length][columns][2];

    TCR_DEVICE void begin()
    {
        TCR_UNROLL
        for (int e = 0; e < rows * columns * 4; ++e)
            sums[e / 4 / columns][e / 4 % columns][e % 4] = 0;
    }
    TCR_DEVICE void get(char *slab, int unit)
    {
        const int first = unit / of_rows * length, row = this->row + unit % of_rows * together * 16;
        TCR_UNROLL
        for (int part = 0; part < 2; ++part) {
            TCR_UNROLL
            for (int e = 0; e < length * together; ++e)
                this->get_a(x[unit % 2][part][e / together][e % together],
                            slab + part * Form::size_a, row + e % together * 16,
                            first + e / together);
            TCR_UNROLL
            for (int e = 0; unit % of_rows == 0 && e < length * columns; e += 2)
                this->get_b(&y[unit / of_rows % 2][part][e / columns][e % columns],
                            slab + (Form::b_at + part * Form::size_b),
                            this->column + e % columns * 8, first + e / columns);
        }
    }
    /* The products of those parts of A and B. */
    TCR_DEVICE void add(float (&chain)[all][4], int unit, int of_a, int of_b) const
    {
        TCR_UNROLL
        for (int e = 0; e < length * all; ++e)
            Level::multiply(chain[e % all], x[unit % 2][of_a][e / all][e % all / columns],
                            y[unit / of_rows % 2][of_b][e / all][e % columns]);
    }
    TCR_DEVICE void multiply(tcr_parts_feed<Level, Form> &feed)
    {
        TCR_UNROLL
        for (int unit = 0; unit < units; ++unit) {
            float chain[all][4];
            if (unit == units - 1)
                feed.advance();
            get(feed.slab(), (unit + 1) % units);
            if (unit == 0)
                feed.copy();
            TCR_UNROLL
            for (int e = 0; e < all * 4; ++e)
                chain[e / 4][e % 4] = 0;
            add(chain, unit, 1, 0);
            add(chain, unit, 0, 1);
            add(chain, unit, 0, 0);
            TCR_UNROLL
            for (int e = 0; e < all * 4; ++e)
                sums[unit % of_rows * together + e / 4 / columns][e / 4 % columns][e % 4] +=
                    chain[e / 4][e % 4];
        }
    }
};

/* ---- sums into C ----
 *
 * A warp's sums go by shared memory, 16 rows at a time: the room is the slab's that the block has
 * multiplied last.  There rows follow each other, and their groups of 16 bytes are exchanged.  So
 * few instructions are left, each of which costs much with so few warps, and whole sectors are
 * written. */
template <int Columns> struct tcr_parts_stored {
    enum : int {
        rows = 16,
        columns = 8 * Columns,
        groups = columns / 4,           /* of a row */
        each = rows * columns / 4 / 32, /* of a lane */
        at_once = 4
    };
    const tcr_product_args<float> &A;
    float *room;
    long long batch, m, n, from, to;

    TCR_DEVICE tcr_parts_stored(const tcr_product_args<float> &args, const tcr_tile_at &at,
                                char *slab, long long begin, long long end)
        : A(args), room((float *)slab + (int)tcr_thread() / 32 * (rows * columns)), batch(at.batch),
          m(at.m), n(at.n), from(begin), to(end)
    {
    }
    TCR_DEVICE static int place(int row, int column)
    {
        return row * columns + (column ^ row % 4 * 8);
    }
    TCR_DEVICE void put(const float (&sums)[Columns][4]) const
    {
        const int row = (int)tcr_lane() / 4, column = 2 * ((int)tcr_lane() % 4);
        float *const first = room + place(row, column), *const second = first + 8 * columns;
        tcr_lanes_meet(~0u);
        TCR_UNROLL
        for (int j = 0; j < Columns; ++j) {
            const int by = (8 * j ^ row % 4 * 8) - row % 4 * 8;
            tcr_store_shared_two(first + by, sums[j][0], sums[j][1]);
            tcr_store_shared_two(second + by, sums[j][2], sums[j][3]);
        }
        tcr_lanes_meet(~0u);
    }
    /* Are there so many rows and columns, rows of C in one piece and at multiples of 16 bytes? */
    TCR_DEVICE bool whole() const
    {
        const tcr_ptr<float> c = A.c + batch * A.c_batch;
        return m + rows <= A.m && n + columns <= A.n && A.c_n == 1 && A.c_m % 4 == 0 &&
               (unsigned long long)tcr_bytes_at(c) % 16 == 0;
    }
    TCR_DEVICE void store(bool reads, float alpha, float beta) const
    {
        char *const first = (char *)tcr_bytes_at(A.c + (batch * A.c_batch + n +
                                                        (m + (int)tcr_lane() / groups) * A.c_m +
                                                        (int)tcr_lane() % groups * 4));
        const long long next = 32 / groups * A.c_m * (long long)sizeof(float);
        if (Columns > 4)
            store_apart(room, first, next, reads, alpha, beta);
        else
            store_here(room, first, next, reads, alpha, beta);
    }
    /* Of many columns it is long, and there four times else: more than is kept of instructions. */
    TCR_APART void store_apart(const float *room, char *to_c, long long next, bool reads,
                               float alpha, float beta)
    {
        store_here(room, to_c, next, reads, alpha, beta);
    }
    TCR_DEVICE static void store_here(const float *room, char *to_c, long long next, bool reads,
                                      float alpha, float beta)
    {
        const int lane = (int)tcr_lane(), group = lane % groups * 4;
        TCR_UNROLL
        for (int first = 0; first < each; first += at_once) {
            tcr_vector old[at_once], x[at_once];
            TCR_UNROLL
            for (int e = 0; e < at_once; ++e) {
                const int of = lane / groups + (first + e) * (32 / groups);
                if (reads)
                    tcr_load_now(old[e], to_c + e * next);
                tcr_load_shared(x[e], (const tcr_vector *)(room + place(of, group)));
            }
            TCR_UNROLL
            for (int e = 0; e < at_once; ++e) {
                TCR_UNROLL
                for (int u = 0; u < 4; ++u) {
                    float sum = alpha * tcr_bits_float(x[e].w[u]);
                    if (reads)
                        sum += beta * tcr_bits_float(old[e].w[u]);
                    x[e].w[u] = tcr_float_bits(sum);
                }
                tcr_store_vector(to_c, x[e]);
                to_c += next;
            }
        }
    }
};

/* The same of any sums and any C; what is not finite by the plain way. */
template <int Columns> TCR_APART void tcr_parts_store_some(const tcr_parts_stored<Columns> &w)
{
    enum : int { rows = 16, columns = 8 * Columns };
    TCR_ROLL
    for (int e = (int)tcr_lane(); e < rows * columns; e += 32) {
        const long long row = w.m + e / columns, column = w.n + e % columns;
        float x = w.room[w.place(e / columns, e % columns)];
        if (row >= w.A.m || column >= w.A.n)
            continue;
        if (x - x != 0)
            x = tcr_level_plain(w.A, w.batch, row, column, w.from, w.to);
        tcr_level_put(w.A, w.batch, row, column, w.from, x);
    }
}

template <int Rows, int Columns>
TCR_DEVICE void tcr_parts_store(const tcr_product_args<float> &A, const tcr_tile_at &at,
                                const float (&sums)[Rows][Columns][4], char *slab, long long from,
                                long long to)
{
    tcr_parts_stored<Columns> stored(A, at, slab, from, to);
    const bool reads = from > 0 || !(A.flags & TCR_PRODUCT_SETS);
    const float alpha = (float)A.alpha, beta = from > 0 ? 1.0f : (float)A.beta;
    TCR_UNROLL
    for (int i = 0; i < Rows; ++i) {
        float zero[4] = {0, 0, 0, 0}; /* or NaN */
        TCR_UNROLL
        for (int e = 0; e < Columns * 4; ++e)
            zero[e % 4] = tcr_product_fma(sums[i][e / 4][e % 4], 0.0f, zero[e % 4]);
        stored.put(sums[i]);
        if (stored.whole() && !tcr_lanes_any(zero[0] + zero[1] + zero[2] + zero[3] != 0, ~0u))
            stored.store(reads, alpha, beta);
        else
            tcr_parts_store_some<Columns>(stored);
        stored.m += 16;
    }
}

/* ---- tiles ---- */

template <bool Short, class Level, class Form> struct tcr_parts_worker {
    typedef tcr_parts_chain<Level, Form> type;
};
template <class Level, class Form> struct tcr_parts_worker<true, Level, Form> {
    typedef tcr_parts_chains<Level, Form> type;
};

template <class Level, class Form>
TCR_DEVICE void tcr_parts_tile(const tcr_product_args<float> &A, char *workspace,
                               const tcr_tile_at &at)
{
    typename tcr_parts_worker<(Level::products > 2), Level, Form>::type w;
    tcr_parts_feed<Level, Form> feed(A, workspace, at);

    w.get(feed.slab(), 0);
    TCR_ROLL
    for (int from = 0; from < feed.slabs; from += Form::slabs_of_run) {
        const int left = feed.slabs - from;
        const int all = left < Form::slabs_of_run ? left : (int)Form::slabs_of_run;
        w.begin();
        TCR_ROLL
        for (int s = 0; s < all * Form::passes; ++s)
            w.multiply(feed);
        tcr_parts_store(A, {at.batch, at.m + w.row, at.n + w.column}, w.sums, feed.free_slab(),
                        (long long)from * Form::terms,
                        all < left ? (long long)(from + all) * Form::terms : A.k);
        tcr_sync_block(); /* before slabs come there */
    }
}

template <class Level, class Form>
TCR_DEVICE void tcr_parts_tiles_of(const tcr_product_args<float> &A, char *workspace)
{
    tcr_each_tile<Form::tile_rows, Form::tile_columns>(
        A, [&](const tcr_tile_at &at) { tcr_parts_tile<Level, Form>(A, workspace, at); });
}
/* Apart, the form has registers of its own. */
template <class Level, class Form>
TCR_APART void tcr_parts_tiles_apart(const tcr_product_args<float> &A, char *workspace)
{
    tcr_parts_tiles_of<Level, Form>(A, workspace);
}

template <class Level>
TCR_DEVICE void tcr_parts_tiles(const tcr_product_args<float> &A, char *workspace)
{
    enum : int { side = TCR_PRODUCT_TILE, wide = 2 * side, narrow = TCR_PRODUCT_SMALL_TILE };
    if (Level::products < 3 && A.flags & TCR_PRODUCT_WIDE)
        tcr_parts_tiles_apart<Level, tcr_parts_form<Level, side, wide, 4>>(A, workspace);
    else if (A.flags & TCR_PRODUCT_MIDDLE)
        tcr_parts_tiles_of<Level, tcr_parts_form<Level, side, narrow, 2>>(A, workspace);
    else
        tcr_parts_tiles_of<Level, tcr_parts_form<Level, side, side, 4>>(A, workspace);
}

#endif
