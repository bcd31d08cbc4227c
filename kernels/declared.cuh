/* SPDX-License-Identifier: MIT */
/*
 * declared.cuh: variables of any type T that are reduced by a function of the program's.
 *
 *     struct F { static T of(T a, T b); };
 *
 * What has no value yet, as before a lane's first iteration, needs no identity of the function:
 * it takes what it is combined with.  The order depends on nothing but the shape of the grid
 * (combine.cuh).  The result is T's bytes, 8 in a slot, and in one more slot whether there is one.
 */
#pragma once
#include "assign.cuh"
#include "combine.cuh"

template <class T> struct tcr_merged {
    enum { words = (sizeof(T) + 7) / 8 };
    T value;
    unsigned any;

    TCR_DEVICE tcr_merged &operator=(const T &x)
    {
        value = x;
        any = 1;
        return *this;
    }
};
template <class T> TCR_DEVICE tcr_merged<T> &tcr_copy_record(tcr_merged<T> &to, const T &from)
{
    tcr_copy_record(to.value, from);
    to.any = 1;
    return to;
}

/* The value as words, the last of which says whether there is one. */
template <class T> union tcr_value_words {
    T value;
    unsigned long long word[tcr_merged<T>::words];

    TCR_DEVICE tcr_value_words()
    {
        word[tcr_merged<T>::words - 1] = 0;
    }
};
template <class T> struct tcr_merged_words {
    enum { count = tcr_merged<T>::words + 1 };
    unsigned long long word[count];

    tcr_merged_words() = default;
    TCR_DEVICE explicit tcr_merged_words(const tcr_merged<T> &x)
    {
        tcr_value_words<T> all;
        tcr_copy_record(all.value, x.value);
        TCR_UNROLL
        for (int k = 0; k < count - 1; ++k)
            word[k] = all.word[k];
        word[count - 1] = x.any;
    }
    TCR_DEVICE tcr_merged<T> value() const
    {
        tcr_value_words<T> all;
        tcr_merged<T> x;
        TCR_UNROLL
        for (int k = 0; k < count - 1; ++k)
            all.word[k] = word[k];
        tcr_copy_record(x.value, all.value);
        x.any = (unsigned)word[count - 1];
        return x;
    }
};
template <class T> TCR_DEVICE tcr_merged<T> tcr_shfl_xor(const tcr_merged<T> &x, int mask)
{
    tcr_merged_words<T> w(x);
    TCR_UNROLL
    for (int k = 0; k < tcr_merged_words<T>::count; ++k)
        w.word[k] = tcr_shfl_xor(w.word[k], mask);
    return w.value();
}

template <class T, class F> struct tcr_op_declared {
    template <class V> TCR_DEVICE static V identity()
    {
        V none = V();
        none.any = 0;
        return none;
    }
    TCR_DEVICE static tcr_merged<T> of(const tcr_merged<T> &a, const tcr_merged<T> &b)
    {
        tcr_merged<T> x = a.any ? a : b;
        if (a.any && b.any)
            x = F::of(a.value, b.value);
        return x;
    }
};

template <class T, class F> struct tcr_tile_declared {
    typedef tcr_merged<T> wide;
    typedef tcr_op_declared<T, F> op;
    typedef tcr_merged_words<T> words;
    enum { per_mma = 0 };
    wide total;

    TCR_DEVICE void start()
    {
        total = op::template identity<wide>();
    }
    TCR_DEVICE void begin()
    {
    }
    template <int U> TCR_DEVICE void push(const wide *x)
    {
        TCR_UNROLL
        for (int u = 0; u < U; ++u)
            add(x[u]);
    }
    TCR_DEVICE void promote()
    {
    }
    TCR_DEVICE void settle()
    {
    }
    TCR_DEVICE void add(const wide &x)
    {
        total = op::of(total, x);
    }

    /* This block's part, in the partials from `slot` on. */
    TCR_DEVICE void leave(const tcr_grid &G, int slot)
    {
        const words w(tcr_combine_block_apart<op, wide>(total, op::template identity<wide>()));
        TCR_STEPS
        for (int k = 0; k < words::count && tcr_thread() == 0; ++k)
            *tcr_partial<unsigned long long>(G, slot + k, tcr_block()) = w.word[k];
    }
    TCR_DEVICE static void gather(const tcr_grid &G, int slot)
    {
        wide x = op::template identity<wide>();
        TCR_ROLL
        for (unsigned b = tcr_thread(); b < tcr_blocks(); b += tcr_threads()) {
            words w;
            TCR_STEPS
            for (int k = 0; k < words::count; ++k)
                w.word[k] = *tcr_partial<unsigned long long>(G, slot + k, b);
            x = op::of(x, w.value());
        }
        const words w(tcr_combine_block_apart<op, wide>(x, op::template identity<wide>()));
        TCR_STEPS
        for (int k = 0; k < words::count && tcr_thread() == 0; ++k)
            tcr_leave_number(G, slot + k, w.word[k]);
    }
};

/* `exact`: the tile leaves and gathers its part itself (combine.cuh). */
template <class T, class F> struct tcr_declared {
    typedef tcr_merged<T> value, number;
    enum { count = 1, slots = tcr_merged_words<T>::count, exact = 1 };
    typedef tcr_op_declared<T, F> op;
    typedef tcr_tile_declared<T, F> tile;
    typedef typename tile::wide wide;
};
