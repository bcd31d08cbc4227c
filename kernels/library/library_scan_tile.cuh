/* SPDX-License-Identifier: MIT */
/*
 * library_scan_tile.cuh: a warp's tile of elements for the prefix sums of tcr_scan.h.
 *
 * A tile is 32 runs of neighbours, one for each lane, in words of 16 bytes.  They are copied to
 * shared memory while earlier tiles are worked on, word by word, so that neighbouring lanes read
 * neighbouring words of device memory; a lane takes its run from there, and results go back the
 * same way.  Word i of a tile is at tcr_line_word(): of eight lanes whose words are taken together,
 * no two meet in a bank, whether they take their runs or the words as they are in memory.
 *
 * Where the elements lie apart, or x and the results have other places in a word of 16 bytes, they
 * are moved one by one instead.
 */
#pragma once
#include "library_scan_values.cuh"

/* What a tile of a type and an operation is, where each lane has so many elements. */
template <class T, class Op, unsigned each_> struct tcr_line {
    typedef T element;
    typedef tcr_var<T, Op, typename tcr_sum_tile<T>::type> var;
    typedef tcr_carried<var> number; /* in which elements are combined */
    enum : unsigned {
        a_word = 16 / sizeof(T),
        each = each_,
        words = each / a_word,
        size = 32 * each
    };
    static_assert(words * a_word == each && (words & 1 || (words & (words - 1)) == 0),
                  "whole words");

    TCR_DEVICE static T no_element()
    {
        return Op::template identity<T>();
    }
    TCR_DEVICE static number nothing()
    {
        return tcr_to_carried<var>(Op::template identity<T>());
    }
    TCR_DEVICE static number start()
    {
        return tcr_to_carried<var>(tcr_library_scan_start<T, Op>());
    }
    TCR_DEVICE static number value(T x)
    {
        return tcr_to_carried<var>(tcr_library_scan_value<T, Op>(x));
    }
    TCR_DEVICE static T result(const number &x)
    {
        return tcr_of_carried<var>(x);
    }
};

template <unsigned n> struct alignas(16) tcr_line_words {
    tcr_vector word[n];
};
template <unsigned words> TCR_DEVICE unsigned tcr_line_word(unsigned i)
{
    return words & 1 ? i : i ^ (i >> 3 & (words - 1));
}

/* Elements between a multiple of 16 bytes and p. */
template <class T> TCR_DEVICE unsigned tcr_line_skew(const char *p)
{
    return (unsigned)((unsigned long long)p & 15) / (unsigned)sizeof(T);
}

/* Elements between a multiple of 128 bytes and p, where tiles begin at such multiples: a warp's
 * words are then whole lines of the caches. */
template <class T> TCR_DEVICE unsigned tcr_line_ahead(const char *p)
{
    return (unsigned)((unsigned long long)p & 127) / (unsigned)sizeof(T);
}

/* Which of a tile's elements are there: those from `from` up to `to`. */
struct tcr_line_part {
    unsigned from, to;
    TCR_DEVICE bool has(unsigned i) const
    {
        return i >= from && i < to;
    }
};

template <class Line> struct tcr_line_tile {
    typedef Line line;
    typedef typename line::element T;
    enum : unsigned { a_word = line::a_word, words = line::words, each = line::each };
    union word {
        tcr_vector all;
        T element[a_word];
    };
    tcr_vector *room; /* of the warp */

    TCR_DEVICE static bool is_whole(tcr_line_part p)
    {
        return p.from == 0 && p.to == line::size;
    }
    TCR_DEVICE static bool has_word(tcr_line_part p, unsigned i)
    {
        return i * a_word >= p.from && (i + 1) * a_word <= p.to;
    }
    TCR_DEVICE T &element(unsigned i) const
    {
        return ((T *)&room[tcr_line_word<words>(i / a_word)])[i % a_word];
    }
    /* Begin to copy the tile whose first element is x[at], at a multiple of 16 bytes. */
    TCR_DEVICE void fetch(const tcr_ptr<const T> &x, long long at, tcr_line_part p) const
    {
        const char *from = tcr_bytes_at(x) + (at + tcr_lane() * a_word) * (long long)sizeof(T);
        if (is_whole(p)) {
            TCR_UNROLL
            for (unsigned k = 0; k < words; ++k)
                tcr_copy_vector(&room[tcr_line_word<words>(k * 32 + tcr_lane())], from + k * 512);
            return;
        }
        TCR_ROLL
        for (unsigned i = tcr_lane(); i < 32 * words; i += 32) {
            if (has_word(p, i)) {
                tcr_copy_vector(&room[tcr_line_word<words>(i)], from + (i / 32) * 512);
                continue;
            }
            for (unsigned v = i * a_word; v < (i + 1) * a_word; ++v)
                element(v) = p.has(v) ? (T)TCR_LOAD(x[at + v]) : line::no_element();
        }
    }
    /* The tile's results. */
    TCR_DEVICE void leave(const tcr_ptr<T> &y, long long at, tcr_line_part p) const
    {
        char *to = (char *)tcr_bytes_at(y) + (at + tcr_lane() * a_word) * (long long)sizeof(T);
        tcr_vector w;
        if (is_whole(p)) {
            TCR_UNROLL
            for (unsigned k = 0; k < words; ++k) {
                tcr_load_shared(w, &room[tcr_line_word<words>(k * 32 + tcr_lane())]);
                tcr_store_vector(to + k * 512, w);
            }
            return;
        }
        TCR_ROLL
        for (unsigned i = tcr_lane(); i < 32 * words; i += 32) {
            if (has_word(p, i)) {
                tcr_load_shared(w, &room[tcr_line_word<words>(i)]);
                tcr_store_vector(to + (i / 32) * 512, w);
                continue;
            }
            for (unsigned v = i * a_word; v < (i + 1) * a_word; ++v)
                if (p.has(v))
                    TCR_STORE(y[at + v]) = element(v);
        }
    }
    /* Word k of this lane's run. */
    TCR_DEVICE word word_of(unsigned k) const
    {
        word w;
        tcr_load_shared(w.all, &room[tcr_line_word<words>(tcr_lane() * words + k)]);
        return w;
    }
    TCR_DEVICE void set_word(unsigned k, const word &w) const
    {
        tcr_store_shared(room[tcr_line_word<words>(tcr_lane() * words + k)].w, w.all);
    }
    /* This lane's run. */
    TCR_DEVICE void take(T (&x)[each]) const
    {
        TCR_UNROLL
        for (unsigned k = 0; k < words; ++k) {
            const word w = word_of(k);
            TCR_UNROLL
            for (unsigned v = 0; v < a_word; ++v)
                x[k * a_word + v] = w.element[v];
        }
    }
    TCR_DEVICE void put(const T (&x)[each]) const
    {
        TCR_UNROLL
        for (unsigned k = 0; k < words; ++k) {
            word w;
            TCR_UNROLL
            for (unsigned v = 0; v < a_word; ++v)
                w.element[v] = x[k * a_word + v];
            set_word(k, w);
        }
    }
};

/* What the lanes of a warp have, in their order, where those of `begins`, a bit each, begin anew in
 * their runs: in, what a lane's run comes to since; out, what all lanes up to it do. */
template <class Op, class Number> TCR_DEVICE void tcr_line_lanes(Number &x, unsigned begins)
{
    const unsigned lane = tcr_lane(), own = begins & 0xffffffffu >> (31 - lane);
    const unsigned first = own ? 31 - (unsigned)tcr_clz(own) : 0;
    TCR_UNROLL
    for (unsigned by = 1; by < 32; by *= 2) {
        const Number other = tcr_warp_up(x, by);
        if (lane >= first + by)
            x = Op::of(other, x);
    }
}
