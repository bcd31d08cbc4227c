/* SPDX-License-Identifier: MIT */
/*
 * atomic.cuh: objects that several iterations update, each update in one piece.
 *
 *     tcr_atomic_update<tcr_do_add, tcr_assign_before, false>(&h[k], 1)    its value before
 *
 * With `fenced`, what the thread does with memory before and after stays before and
 * after.  An object of 1 or 2 bytes is updated with the word of 4 bytes that it is in,
 * which lies in the same allocation.  No object may be in a thread's own memory.
 */
#pragma once
#include "assign.cuh"

template <unsigned size> struct tcr_atomic_word {
    typedef unsigned type;
};
template <> struct tcr_atomic_word<8> {
    typedef unsigned long long type;
};

/* An object of type T as the number that its bits are. */
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

/* What was there; if that is `old`, `now` is. */
template <class T> TCR_DEVICE T tcr_atomic_exchange_if(T *at, T old, T now)
{
    static_assert(sizeof(T) <= 8, "no device has wider ones");
    typedef typename tcr_atomic_word<sizeof(T)>::type word;
    if constexpr (sizeof(T) >= 4) {
        return tcr_atomic_of<T>(
            tcr_atomic_swap_if((word *)at, tcr_atomic_bits(old), tcr_atomic_bits(now)));
    } else {
        const unsigned by = (unsigned)((unsigned long long)at & 3) * 8;
        const unsigned mask = (sizeof(T) == 1 ? 0xffu : 0xffffu) << by;
        unsigned *const whole = (unsigned *)((unsigned long long)at & ~3ull);
        unsigned seen = tcr_atomic_look(whole);
        for (;;) {
            if ((seen & mask) >> by != tcr_atomic_bits(old))
                return tcr_atomic_of<T>((seen & mask) >> by);
            const unsigned got =
                tcr_atomic_swap_if(whole, seen, (seen & ~mask) | tcr_atomic_bits(now) << by);
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

/* Has the device an instruction for it, of the same result?  Integers are computed modulo
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

template <class Do, class T, class V> TCR_DEVICE T tcr_atomic_by_exchange(T *at, V by)
{
    T was = tcr_atomic_look(at);
    for (;;) {
        const T got = tcr_atomic_exchange_if(at, was, Do::of(was, by));
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
    return value == tcr_assign_before ? was : Do::of(was, by);
}

/* What was there; if that is `old`, bit by bit, `now` is. */
template <bool fenced, class T> TCR_DEVICE T tcr_atomic_set_if(T *at, T old, T now)
{
    tcr_atomic_fence<fenced>();
    const T was = tcr_atomic_exchange_if(at, old, now);
    tcr_atomic_fence<fenced>();
    return was;
}
/* The same, and whether it was `old`. */
template <bool fenced, class T> TCR_DEVICE bool tcr_atomic_set_if_is(T *at, T old, T now)
{
    return tcr_atomic_bits(tcr_atomic_set_if<fenced>(at, old, now)) == tcr_atomic_bits(old);
}
/* The same; `old` becomes what was there. */
template <bool fenced, class T> TCR_DEVICE bool tcr_atomic_set_or_tell(T *at, T &old, T now)
{
    const T expected = old;
    old = tcr_atomic_set_if<fenced>(at, expected, now);
    return tcr_atomic_bits(old) == tcr_atomic_bits(expected);
}

template <bool fenced, class T> TCR_DEVICE T tcr_atomic_load(const T *at)
{
    tcr_atomic_fence<fenced>();
    const T value = tcr_atomic_look(at);
    tcr_atomic_fence<fenced>();
    return value;
}
