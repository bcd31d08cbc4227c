/* SPDX-License-Identifier: MIT */
/*
 * scan_carry.cuh: what prefix sums carry from iteration to iteration (scan.cuh): a number for each
 * variable, in the type in which it is combined, and which of the variables were given a value.
 */
#pragma once
#include "team.cuh"

/* In which type: sums of floating types in double; integers modulo 2^32 or 2^64. */
template <int size, bool is_signed> struct tcr_carried_integer {
    typedef unsigned type;
};
template <> struct tcr_carried_integer<4, true> {
    typedef int type;
};
template <> struct tcr_carried_integer<8, false> {
    typedef unsigned long long type;
};
template <> struct tcr_carried_integer<8, true> {
    typedef long long type;
};
template <class T, int is_float, bool order> struct tcr_carried_type {
    typedef
        typename tcr_carried_integer<sizeof(T) == 8 ? 8 : 4, order && ((T)-1 < (T)1)>::type type;
};
template <class T> struct tcr_carried_type<T, 1, false> {
    typedef double type;
};
template <class T> struct tcr_carried_type<T, 1, true> {
    typedef float type;
};
template <> struct tcr_carried_type<double, 1, true> {
    typedef double type;
};
template <class Op> struct tcr_is_order {
    enum { yes = 0 };
};
template <> struct tcr_is_order<tcr_op_min> {
    enum { yes = 1 };
};
template <> struct tcr_is_order<tcr_op_max> {
    enum { yes = 1 };
};

/* A factor of floating type: part * 2^power, with |part| in [1, 2), or 0, an infinity or a NaN. The
 * product of a tile's factors may be too large or too small for a number where that of all factors
 * from the first one on is not. */
struct tcr_factor {
    double part;
    long long power;
};
TCR_DEVICE tcr_factor tcr_factor_of(double x)
{
    tcr_factor f = {x, 0};
    if (x == 0 || x - x != 0)
        return f;
    if (x < 2.2250738585072014e-308 && x > -2.2250738585072014e-308) {
        f.part *= 18446744073709551616.0; /* 2^64 */
        f.power = -64;
    }
    const unsigned long long bits = tcr_to_word(f.part);
    f.power += (long long)(bits >> 52 & 2047) - 1023;
    f.part = tcr_of_word<double>((bits & 0x800fffffffffffffull) | 0x3ff0000000000000ull);
    return f;
}
TCR_DEVICE tcr_factor operator*(const tcr_factor &a, const tcr_factor &b)
{
    tcr_factor f = {a.part * b.part, a.power + b.power};
    if (f.part >= 2 || f.part <= -2) {
        f.part *= 0.5; /* an infinity stays one */
        f.power += 1;
    }
    return f;
}
TCR_DEVICE double tcr_two_to(long long power) /* of a number that is not subnormal */
{
    return tcr_of_word<double>((unsigned long long)(power + 1023) << 52);
}
TCR_DEVICE double tcr_of_factor(const tcr_factor &f)
{
    if (f.power > 1023)
        return f.part * tcr_two_to(1023) * 2;
    if (f.power >= -1022)
        return f.part * tcr_two_to(f.power);
    return f.power < -2000 ? f.part * 0 : f.part * tcr_two_to(-1022) * tcr_two_to(f.power + 1022);
}
TCR_DEVICE tcr_factor tcr_shfl_xor(const tcr_factor &f, int mask)
{
    return {tcr_shfl_xor(f.part, mask), tcr_shfl_xor(f.power, mask)};
}

TCR_DEVICE tcr_factor tcr_warp_up(const tcr_factor &f, unsigned by)
{
    return {tcr_warp_up(f.part, by), tcr_warp_up(f.power, by)};
}
TCR_DEVICE tcr_factor tcr_warp_from(const tcr_factor &f, unsigned from)
{
    return {tcr_warp_from(f.part, from), tcr_warp_from(f.power, from)};
}

template <class Op> struct tcr_is_product {
    enum { yes = 0 };
};
template <> struct tcr_is_product<tcr_op_mul> {
    enum { yes = 1 };
};
template <class T, class Op, bool factor> struct tcr_carried_as {
    typedef
        typename tcr_carried_type<T, tcr_is_float<T>::yes, tcr_is_order<Op>::yes != 0>::type type;
};
template <class T, class Op> struct tcr_carried_as<T, Op, true> {
    typedef tcr_factor type;
};
template <class V> struct tcr_carry_facts {
    typedef typename V::value value;
    enum {
        floating = tcr_is_float<value>::yes,
        half = floating && sizeof(value) < 4,
        factor = floating && tcr_is_product<typename V::op>::yes,
        words = factor ? 2 : 1
    };
    typedef typename tcr_carried_as<value, typename V::op, factor != 0>::type type;
};
template <class V> using tcr_carried = typename tcr_carry_facts<V>::type;

template <class V> TCR_DEVICE tcr_carried<V> tcr_to_carried(typename V::value x)
{
    if constexpr (tcr_carry_facts<V>::factor && tcr_carry_facts<V>::half)
        return tcr_factor_of((double)(float)x);
    else if constexpr (tcr_carry_facts<V>::factor)
        return tcr_factor_of((double)x);
    else if constexpr (tcr_carry_facts<V>::half)
        return (tcr_carried<V>)(float)x;
    else
        return (tcr_carried<V>)x;
}
template <class V> TCR_DEVICE typename V::value tcr_of_carried(const tcr_carried<V> &x)
{
    if constexpr (tcr_carry_facts<V>::factor && tcr_carry_facts<V>::half)
        return (typename V::value)(float)tcr_of_factor(x);
    else if constexpr (tcr_carry_facts<V>::factor)
        return (typename V::value)tcr_of_factor(x);
    else if constexpr (tcr_carry_facts<V>::half)
        return (typename V::value)(float)x;
    else
        return (typename V::value)x;
}

/* A variable of the input phase for the scan phase. */
template <class T> TCR_DEVICE void tcr_keep(T &to, const T &from)
{
    to = from;
}
template <class T, int n> TCR_DEVICE void tcr_keep(T (&to)[n], const T (&from)[n])
{
    for (int k = 0; k < n; ++k)
        tcr_keep(to[k], from[k]);
}

/* One number for each variable. */
template <class... V> struct tcr_carried_list {
};
template <class V, class... Rest> struct tcr_carried_list<V, Rest...> {
    tcr_carried<V> head;
    tcr_carried_list<Rest...> tail;
};

/* Some neighbouring iterations' values together.  Bit k of `reset`: in one of them variable k has
 * been given a value, and what was before does not count. */
template <class Vars, bool resets> struct tcr_scan_carry;
template <bool resets_, class... V> struct tcr_scan_carry<tcr_vars<V...>, resets_> {
    enum {
        resets = resets_,
        words = (1 + ... + (int)tcr_carry_facts<V>::words), /* the last one is `reset` */
        parts = words - !resets_                            /* those that others need */
    };
    tcr_carried_list<V...> x;
    unsigned reset;
};

template <class V, class... Rest> TCR_DEVICE void tcr_carry_nothing(tcr_carried_list<V, Rest...> &c)
{
    c.head = tcr_to_carried<V>(V::op::template identity<typename V::value>());
    if constexpr (sizeof...(Rest) > 0)
        tcr_carry_nothing(c.tail);
}
template <class Carry> TCR_DEVICE Carry tcr_nothing()
{
    Carry c;
    tcr_carry_nothing(c.x);
    c.reset = 0;
    return c;
}

template <int K, class V, class... Rest>
TCR_DEVICE void tcr_join_list(tcr_carried_list<V, Rest...> &a,
                              const tcr_carried_list<V, Rest...> &b, unsigned reset)
{
    a.head = reset >> K & 1 ? b.head : V::op::of(a.head, b.head);
    if constexpr (sizeof...(Rest) > 0)
        tcr_join_list<K + 1>(a.tail, b.tail, reset);
}
/* a, and behind it b. */
template <class Carry> TCR_DEVICE Carry tcr_join(Carry a, const Carry &b)
{
    tcr_join_list<0>(a.x, b.x, Carry::resets ? b.reset : 0u);
    if (Carry::resets)
        a.reset |= b.reset;
    return a;
}

/* What another lane has, whose numbers `theirs` gives. */
template <class Theirs, class V, class... Rest>
TCR_DEVICE tcr_carried_list<V, Rest...> tcr_their_list(const tcr_carried_list<V, Rest...> &c,
                                                       const Theirs &theirs)
{
    tcr_carried_list<V, Rest...> other;
    other.head = theirs(c.head);
    if constexpr (sizeof...(Rest) > 0)
        other.tail = tcr_their_list(c.tail, theirs);
    return other;
}
template <class Carry, class Theirs>
TCR_DEVICE Carry tcr_their_carry(const Carry &c, const Theirs &theirs)
{
    Carry other;
    other.x = tcr_their_list(c.x, theirs);
    other.reset = Carry::resets ? theirs(c.reset) : 0u;
    return other;
}
struct tcr_of_other {
    int mask;
    template <class T> TCR_DEVICE T operator()(const T &x) const
    {
        return tcr_shfl_xor(x, mask);
    }
};
struct tcr_of_lower {
    unsigned by;
    template <class T> TCR_DEVICE T operator()(const T &x) const
    {
        return tcr_warp_up(x, by);
    }
};
struct tcr_of_last {
    template <class T> TCR_DEVICE T operator()(const T &x) const
    {
        return tcr_warp_from(x, 31);
    }
};

template <class V, class... Rest>
TCR_DEVICE void tcr_set_list(tcr_carried_list<V, Rest...> &c, const tcr_values<V, Rest...> &v)
{
    c.head = tcr_to_carried<V>(v.head);
    if constexpr (sizeof...(Rest) > 0)
        tcr_set_list(c.tail, v.tail);
}
template <class V, class... Rest>
TCR_DEVICE void tcr_get_list(tcr_values<V, Rest...> &v, const tcr_carried_list<V, Rest...> &c)
{
    v.head = tcr_of_carried<V>(c.head);
    if constexpr (sizeof...(Rest) > 0)
        tcr_get_list(v.tail, c.tail);
}
