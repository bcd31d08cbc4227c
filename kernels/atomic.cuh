/* SPDX-License-Identifier: MIT */
/*
 * atomic.cuh: atomic updates of objects that several iterations share.
 *
 *     tcr_atomic_update<tcr_do_add, tcr_assign_before, false>(&h[k], 1)    its value before
 *
 * If `fenced`, the thread's other accesses to memory keep their place before or after the
 * operation.  An object of 1 or 2 bytes is updated together with the word of 4 bytes that holds
 * it, all of which lies in the same allocation.  No object may be in a thread's own memory.
 */
#pragma once
#include "assign.cuh"

template <unsigned size> struct tcr_atomic_word {
    typedef unsigned type;
};
template <> struct tcr_atomic_word<8> {
    typedef unsigned long long type;
};

/* The bits of an object of type T as an unsigned number, and back. */
template <class T> TCR_DEVICE typename tcr_atomic_word<sizeof(T)>::type tcr_atomic_bits(T x)
{
    union {
        typename tcr_atomic_word<sizeof(T)>::type word;
        T value;
    } u;
    u.word = 0;
    u.value = x;
    return u.word;
}
template <class T> TCR_DEVICE T tcr_atomic_of(typename tcr_atomic_word<sizeof(T)>::type word)
{
    union {
        typename tcr_atomic_word<sizeof(T)>::type word;
        T value;
    } u;
    u.word = word;
    return u.value;
}

/* Compare and swap, by bits: returns the value before, and stores `now` if that was `old`. */
template <class T> TCR_DEVICE T tcr_atomic_compare_swap_bits(T *at, T old, T now)
{
    static_assert(sizeof(T) <= 8, "no device has wider ones");
    typedef typename tcr_atomic_word<sizeof(T)>::type word;
    if constexpr (sizeof(T) >= 4) {
        return tcr_atomic_of<T>(
            tcr_atomic_compare_swap((word *)at, tcr_atomic_bits(old), tcr_atomic_bits(now)));
    } else {
        const unsigned by = (unsigned)((unsigned long long)at & 3) * 8;
        const unsigned mask = (sizeof(T) == 1 ? 0xffu : 0xffffu) << by;
        unsigned *const whole = (unsigned *)((unsigned long long)at & ~3ull);
        unsigned seen = tcr_atomic_look(whole);
        for (;;) {
            if ((seen & mask) >> by != tcr_atomic_bits(old))
                return tcr_atomic_of<T>((seen & mask) >> by);
            const unsigned got =
                tcr_atomic_compare_swap(whole, seen, (seen & ~mask) | tcr_atomic_bits(now) << by);
            if (got == seen)
                return old;
            seen = got;
        }
    }
}

/* Integers other than bool, which C converts otherwise. */
template <class T> struct tcr_atomic_integer {
    enum { yes = (T)0.5 == (T)0 };
};

/* Has the device an instruction for the update, with the same result?  Integers are computed modulo
 * their range; of a sum of floating numbers both must have the same type. */
template <class Do, class T, class V> TCR_DEVICE constexpr bool tcr_atomic_native()
{
    if (sizeof(T) < 4 || Do::kind == TCR_DO_OTHER)
        return false;
    if (tcr_atomic_integer<T>::yes)
        return tcr_atomic_integer<V>::yes;
    return (Do::kind == TCR_DO_ADD || Do::kind == TCR_DO_SUB) &&
           (tcr_atomic_integer<V>::yes || sizeof(V) == sizeof(T));
}

template <class Do, class T> TCR_DEVICE T tcr_atomic_by_instruction(T *at, T by)
{
    if constexpr (tcr_atomic_integer<T>::yes) {
        typedef typename tcr_atomic_word<sizeof(T)>::type word;
        word *const p = (word *)at;
        const word x = (word)by;
        return Do::kind == TCR_DO_ADD   ? (T)tcr_atomic_add(p, x)
               : Do::kind == TCR_DO_SUB ? (T)tcr_atomic_add(p, (word)0 - x)
               : Do::kind == TCR_DO_AND ? (T)tcr_atomic_and(p, x)
               : Do::kind == TCR_DO_OR  ? (T)tcr_atomic_or(p, x)
                                        : (T)tcr_atomic_xor(p, x);
    } else {
        return tcr_atomic_add(at, Do::kind == TCR_DO_SUB ? -by : by);
    }
}

/* x op= y.  Sums and products of integers wrap around, as atomic ones do in C, whatever the
 * compiler concludes from signed ones that do not: the lower bits are those of unsigned words. */
template <class Do, class T, class V> TCR_DEVICE T tcr_atomic_result(T x, V y)
{
    typedef unsigned long long word;
    constexpr bool has_bits = tcr_atomic_integer<V>::yes || (V)0.5 == (V)1; /* or is bool */
    if constexpr (Do::wraps && tcr_atomic_integer<T>::yes && has_bits)
        return (T)Do::of((word)x, (word)y);
    else
        return Do::of(x, y);
}

template <class Do, class T, class V> TCR_DEVICE T tcr_atomic_by_exchange(T *at, V by)
{
    T was = tcr_atomic_look(at);
    for (;;) {
        const T got = tcr_atomic_compare_swap_bits(at, was, tcr_atomic_result<Do>(was, by));
        if (tcr_atomic_bits(got) == tcr_atomic_bits(was))
            return was;
        was = got;
    }
}

template <bool fenced> TCR_DEVICE void tcr_atomic_fence()
{
    if (fenced)
        tcr_fence();
}

/* *at op= by */
template <class Do, tcr_assign_value value, bool fenced, class T, class V>
TCR_DEVICE T tcr_atomic_update(T *at, V by)
{
    T was;
    tcr_atomic_fence<fenced>();
    if constexpr (tcr_atomic_native<Do, T, V>())
        was = tcr_atomic_by_instruction<Do>(at, (T)by);
    else
        was = tcr_atomic_by_exchange<Do>(at, by);
    tcr_atomic_fence<fenced>();
    return value == tcr_assign_before ? was : tcr_atomic_result<Do>(was, by);
}

/* Returns the value before, and stores `now` if that was `old`, bit by bit. */
template <bool fenced, class T> TCR_DEVICE T tcr_atomic_val_compare_swap(T *at, T old, T now)
{
    tcr_atomic_fence<fenced>();
    const T was = tcr_atomic_compare_swap_bits(at, old, now);
    tcr_atomic_fence<fenced>();
    return was;
}
/* The same; returns whether the value was `old`. */
template <bool fenced, class T> TCR_DEVICE bool tcr_atomic_bool_compare_swap(T *at, T old, T now)
{
    const T was = tcr_atomic_val_compare_swap<fenced>(at, old, now);
    return tcr_atomic_bits(was) == tcr_atomic_bits(old);
}
/* The same; `old` becomes the value before. */
template <bool fenced, class T> TCR_DEVICE bool tcr_atomic_compare_exchange(T *at, T &old, T now)
{
    const T expected = old;
    old = tcr_atomic_val_compare_swap<fenced>(at, expected, now);
    return tcr_atomic_bits(old) == tcr_atomic_bits(expected);
}

template <bool fenced, class T> TCR_DEVICE T tcr_atomic_load(const T *at)
{
    tcr_atomic_fence<fenced>();
    const T value = tcr_atomic_look(at);
    tcr_atomic_fence<fenced>();
    return value;
}
