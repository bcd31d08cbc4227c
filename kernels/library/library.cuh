/* SPDX-License-Identifier: MIT */
/*
 * library.cuh: the kernels behind tcr_reduce.h, for one element type.
 *
 * A unit of the library is one line, TCR_LIBRARY(T) or TCR_LIBRARY_STRIDED(T).  It has a
 * kernel for each operation, as regions have them (reduce.cuh).  On a stream they end
 * otherwise (lines.cuh), and make the result out of the slots (library_finish.cuh), which
 * else the host does.
 */
#pragma once
/* Not ld.global.nc, which is for memory that nobody writes while the kernel runs: on a stream, a
 * kernel is resident before its predecessor has ended, and may read what that one stores. */
#ifndef TCR_LOAD_BY
#define TCR_LOAD_BY "ld.global"
#endif
#define TCR_ENDS_UNROLLED /* for combine.cuh */
#include "first.cuh"
#include "library_finish.cuh"
#include "lines.cuh"
#include "total.cuh"

/* ---- the operations: variables, and what an element does to them ---- */

template <class T, bool is_float = tcr_element_facts<T>::is_float> struct tcr_wide_sum {
    typedef tcr_total<T> type;
};
template <class T> struct tcr_wide_sum<T, true> {
    typedef tcr_sum<T> type;
};

template <class T> struct tcr_library_sum {
    typedef T element;
    typedef tcr_vars<typename tcr_wide_sum<T>::type> vars;
    template <class A, class Value>
    TCR_DEVICE static void run(const A &, long long, T x, T, Value &v)
    {
        tcr_get<0>(v) = x;
    }
};

template <class T, bool is_float = tcr_element_facts<T>::is_float> struct tcr_absolute {
    typedef typename tcr_unsigned<T>::type type;
    TCR_DEVICE static type of(T x)
    {
        return tcr_magnitude(x);
    }
};
template <class T> struct tcr_absolute<T, true> {
    typedef T type;
    TCR_DEVICE static T of(T x)
    {
        if constexpr (sizeof(T) == 8)
            return x < 0 ? -x : x;
        else if constexpr (sizeof(T) == 4)
            return tcr_bits_float(tcr_float_bits(x) & 0x7fffffffu);
        else
            x.bits &= 0x7fffu;
        return x;
    }
};
template <class T> struct tcr_library_asum {
    typedef T element;
    typedef tcr_absolute<T> absolute;
    typedef tcr_vars<typename tcr_wide_sum<typename absolute::type>::type> vars;
    template <class A, class Value>
    TCR_DEVICE static void run(const A &, long long, T x, T, Value &v)
    {
        tcr_get<0>(v) = absolute::of(x);
    }
};

/* The type in which a product of two elements is exact, or modulo 2^64. */
template <class T> struct tcr_product {
    typedef double type;
};
#define TCR_PRODUCT(T, P)                                                                          \
    template <> struct tcr_product<T> {                                                            \
        typedef P type;                                                                            \
    };
TCR_PRODUCT(signed char, short)
TCR_PRODUCT(unsigned char, unsigned short)
TCR_PRODUCT(short, int)
TCR_PRODUCT(unsigned short, unsigned)
TCR_PRODUCT(int, long long)
TCR_PRODUCT(unsigned, unsigned long long)
TCR_PRODUCT(long long, unsigned long long)
TCR_PRODUCT(unsigned long long, unsigned long long)
TCR_PRODUCT(tcr_half, float)
#undef TCR_PRODUCT

template <class T> struct tcr_library_dot {
    typedef T element;
    typedef typename tcr_product<T>::type product;
    typedef tcr_vars<typename tcr_wide_sum<product>::type> vars;
    template <class A, class Value>
    TCR_DEVICE static void run(const A &, long long, T x, T y, Value &v)
    {
        if constexpr (sizeof(T) == 2 && tcr_element_facts<T>::is_float)
            tcr_get<0>(v) = (product)(float)x * (product)(float)y;
        else
            tcr_get<0>(v) = (product)((product)x * (product)y);
    }
};

/* Sums of squares, and of distances from a number amid the data, are well conditioned:
 * they do without the errors of their additions. */
typedef tcr_var<double, tcr_op_add, tcr_cores_sum<double>> tcr_library_plain_sum;

/* The sum of squares; the integers' is exact where it cannot overflow. */
template <class T, int exact> struct tcr_library_squares {
    typedef T element;
    typedef tcr_vars<tcr_library_plain_sum> vars;
    template <class A, class Value>
    TCR_DEVICE static void run(const A &, long long, T x, T, Value &v)
    {
        double y;
        if constexpr (sizeof(T) == 2 && tcr_element_facts<T>::is_float)
            y = (double)(float)x;
        else
            y = (double)x;
        tcr_get<0>(v) = y * y;
    }
};
template <class T> struct tcr_library_squares<T, 1> {
    typedef T element;
    typedef tcr_library_dot<T> dot;
    typedef typename dot::vars vars;
    template <class A, class Value>
    TCR_DEVICE static void run(const A &a, long long i, T x, T, Value &v)
    {
        dot::run(a, i, x, x, v);
    }
};
template <class T>
struct tcr_library_nrm2
    : tcr_library_squares<T, (sizeof(T) == 1 || (sizeof(T) == 2 && tcr_element_facts<T>::is_float &&
                                                 sizeof(typename tcr_product<T>::type) == 4)
                                  ? 1
                                  : 0)> {
};
/* Squares of small, middling and large numbers apart. */
template <> struct tcr_library_nrm2<double> {
    typedef double element;
    typedef tcr_vars<tcr_library_plain_sum, tcr_library_plain_sum, tcr_library_plain_sum> vars;
    template <class A, class Value>
    TCR_DEVICE static void run(const A &, long long, double x, double, Value &v)
    {
        const double y = x < 0 ? -x : x;
        const bool small = y < TCR_NRM2_BELOW;
        const bool large = y > TCR_NRM2_ABOVE;
        const double scaled = y * (small ? TCR_NRM2_UP : large ? TCR_NRM2_DOWN : 1.0);
        const double square = scaled * scaled;
        tcr_get<TCR_NRM2_SMALL>(v) = small ? square : 0;
        tcr_get<TCR_NRM2_MIDDLE>(v) = small || large ? 0 : square;
        tcr_get<TCR_NRM2_LARGE>(v) = large ? square : 0;
    }
};

template <class T> struct tcr_library_amax {
    typedef T element;
    typedef tcr_vars<tcr_max<typename tcr_element_facts<T>::magnitude>> vars;
    template <class A>
    TCR_DEVICE static void run(const A &, long long, T x, T, typename vars::value &v)
    {
        tcr_get<0>(v) = tcr_magnitude(x);
    }
};

/* Minimum and maximum: 0.0 for -0.0, and no NaN. */
template <class T, class Var> struct tcr_library_extreme {
    typedef T element;
    typedef tcr_vars<Var> vars;
    template <class A>
    TCR_DEVICE static void run(const A &, long long, T x, T, typename vars::value &v)
    {
        T &best = tcr_get<0>(v);
        if constexpr (!tcr_element_facts<T>::is_float) {
            best = x;
        } else if constexpr (sizeof(T) == 8) {
            best = x == x ? x + 0.0 : best;
        } else {
            const float f = (float)x;
            best = f == f ? T(f + 0.0f) : best;
        }
    }
};
template <class T> struct tcr_library_minimum : tcr_library_extreme<T, tcr_min<T>> {
};
template <class T> struct tcr_library_maximum : tcr_library_extreme<T, tcr_max<T>> {
};

template <class T, bool down> struct tcr_library_place {
    typedef T element;
    typedef tcr_key_type<sizeof(typename tcr_element_facts<T>::magnitude)> key;
    typedef tcr_vars<tcr_first<typename key::type>> vars;
    template <class A>
    TCR_DEVICE static void run(const A &, long long it, T x, T, typename vars::value &v)
    {
        const typename tcr_element_facts<T>::magnitude k = tcr_key<down>(x);
        tcr_get<0>(v) = tcr_candidate<typename key::type>(k, it);
    }
};
template <class T> struct tcr_library_argmin : tcr_library_place<T, false> {
};
template <class T> struct tcr_library_argmax : tcr_library_place<T, true> {
};

/* ---- mean and variance ---- */

/* What all iterations have alike, as a variable: a lane takes it once a push. */
template <class T> struct tcr_tile_alike : tcr_max<T>::tile {
    template <int U> TCR_DEVICE void push(const T *x)
    {
        this->add(x[0]);
    }
};
template <class T> using tcr_alike = tcr_var<T, tcr_op_max, tcr_tile_alike<T>>;

/* x - k with one rounding. */
template <class S> TCR_DEVICE double tcr_distance(S x, S k)
{
    return (double)((long long)(x >> 32) - (long long)(k >> 32)) * 4294967296.0 +
           (double)((long long)(x & 0xffffffff) - (long long)(k & 0xffffffff));
}
TCR_DEVICE double tcr_distance(double x, double k)
{
    return x - k;
}

template <class T> struct tcr_library_meanvar {
    typedef T element;
    typedef typename tcr_shift_type<T, tcr_element_facts<T>::is_float>::type shift;
    typedef tcr_vars<tcr_library_plain_sum, tcr_library_plain_sum, tcr_alike<shift>> vars;
    struct args {
        typedef tcr_library_meanvar operation;
        tcr_library_args<T> a;
        shift k;
        TCR_DEVICE args(const tcr_library_args<T> &all) : a(all)
        {
        }
    };
    TCR_DEVICE static shift of(T x)
    {
        if constexpr (tcr_element_facts<T>::is_float && sizeof(T) == 2)
            return (shift)(float)x;
        else
            return (shift)x;
    }
    /* The mean of eight elements: within sqrt(n / 8) standard deviations of the mean.  Of
     * equal numbers it is that number. */
    TCR_DEVICE static shift near(const tcr_library_args<T> &a)
    {
        const shift first = tcr_element_facts<T>::is_float ? of(a.x[a.x_first]) : 0;
        shift k = first;
        for (int j = 0; j < 8; ++j) {
            const long long i = a.n / 8 * j;
            k += of(a.x[a.x_first + i * a.x_step]) / 8 - first / 8;
        }
        if constexpr (tcr_element_facts<T>::is_float)
            k = k - k == 0 ? k : 0; /* finite? */
        return k;
    }
    template <class A, class Value>
    TCR_DEVICE static void run(const A &a, long long, T x, T, Value &v)
    {
        const double d = tcr_distance(of(x), a.k);
        tcr_get<TCR_MEANVAR_SUM>(v) = d;
        tcr_get<TCR_MEANVAR_SQUARES>(v) = d * d;
        tcr_get<TCR_MEANVAR_SHIFT>(v) = a.k;
    }
};

/* ---- kernels ---- */

template <class T>
TCR_DEVICE const tcr_library_args<T> &tcr_plain_args(const tcr_library_args<T> &a)
{
    return a;
}
template <class T> TCR_DEVICE tcr_library_args<T> &tcr_plain_args(tcr_library_args<T> &a)
{
    return a;
}
template <class A> TCR_DEVICE auto &tcr_plain_args(A &a)
{
    return a.a;
}

/* What is read of the arrays before the rest. */
template <class T> TCR_DEVICE void tcr_read_first(tcr_library_args<T> &)
{
}
template <class A> TCR_DEVICE void tcr_read_first(A &a)
{
    a.k = A::operation::near(a.a);
}

/* Bodies: of arrays whose elements follow each other, and of others, which are not worth
 * much code. */
template <class T, bool two> struct tcr_library_streams {
    typedef tcr_streams<T> type;
};
template <class T> struct tcr_library_streams<T, true> {
    typedef tcr_streams<T, T> type;
};
template <class Op, bool two> struct tcr_library_dense {
    typedef typename Op::element T;
    typedef typename tcr_library_streams<T, two>::type streams;
    template <class A> TCR_DEVICE static auto stream(tcr_index<0>, const A &a, long long it)
    {
        return tcr_plain_args(a).x + it;
    }
    template <class A> TCR_DEVICE static auto stream(tcr_index<1>, const A &a, long long it)
    {
        return tcr_plain_args(a).y + it;
    }
    template <class A, class Reads>
    TCR_DEVICE static void run(const A &a, long long it, typename Op::vars::value &v,
                               const Reads &R)
    {
        const tcr_library_args<T> &p = tcr_plain_args(a);
        const T x = R.template at<0>(p.x[it]);
        if constexpr (two)
            Op::run(a, it, x, R.template at<1>(p.y[it]), v);
        else
            Op::run(a, it, x, x, v);
    }
    template <class A>
    using share = typename tcr_share_of_streams<typename Op::vars, tcr_library_dense, A>::type;
};
template <class Op, bool two> struct tcr_library_strided {
    typedef typename Op::element T;
    template <class A>
    TCR_DEVICE static void run(const A &a, long long it, typename Op::vars::value &v)
    {
        const tcr_library_args<T> &p = tcr_plain_args(a);
        const T x = p.x[p.x_first + it * p.x_step];
        if constexpr (two)
            Op::run(a, it, x, p.y[p.y_first + it * p.y_step], v);
        else
            Op::run(a, it, x, x, v);
    }
    template <class A>
    using share = tcr_share_by_lanes<4, typename Op::vars, tcr_library_strided, A>;
};

/* Ready: the arrays do not depend on the launches before, which are waited for at the end
 * only.  Else all that comes of the arguments is made out before the wait: the first reads of
 * them after it take 0.4 us on sm_90. */
template <int operation, class Op, class Body, bool ready, class Args, class T>
TCR_DEVICE void tcr_library_run(Args a, const tcr_library_args<T> &A, const tcr_grid &G)
{
    typedef typename Op::vars vars;

    tcr_let_follow();
    tcr_know(tcr_plain_args(a).x);
    typename Body::template share<Args> share(a, G);
    share.know();
    if constexpr (!ready)
        tcr_follow();
    tcr_read_first(a);

    typename vars::tiles tiles;
    share.take(tiles);
    if constexpr (vars::exact) {
        tcr_finish<vars, tcr_copies<>>(G, tiles);
    } else {
        const bool on_stream = A.flags & TCR_LIBRARY_ON_STREAM;
        const bool left = tcr_finish_share(G, tiles, share, tcr_end{on_stream, ready});
        if (tcr_library_unfinished<T>(operation) && on_stream && left && tcr_thread() == 0)
            tcr_library_finish<operation, T>(A.result, A.n, G.result);
    }
}

/* View: what the body gets of the arguments.  (One kernel that waits at either place, as its
 * arguments say, takes 0.2 us longer.) */
#define TCR_LIBRARY_ENTRY(name, T, operation, op, body, two, view, ready)                          \
    TCR_KERNEL_ENTRY name(const tcr_library_args<T> A, const tcr_grid G)                           \
    {                                                                                              \
        tcr_library_run<operation, op<T>, body<op<T>, two>, ready>(view(A), A, G);                 \
    }                                                                                              \
    TCR_KERNEL_EXPORT(name, tcr_library_args<T>)
#define TCR_LIBRARY_KERNEL(name, T, operation, op, body, two, view)                                \
    TCR_LIBRARY_ENTRY(name, T, operation, op, body, two, view, false)
#if TCR_ARCH >= 90 /* launches overlap */
#define TCR_LIBRARY_KERNEL_OR_READY(name, T, operation, op, body, two, view)                       \
    TCR_LIBRARY_ENTRY(name, T, operation, op, body, two, view, false)                              \
    TCR_LIBRARY_ENTRY(name##_ready, T, operation, op, body, two, view, true)
#else
#define TCR_LIBRARY_KERNEL_OR_READY TCR_LIBRARY_KERNEL
#endif

/* clang-format off */
#define TCR_LIBRARY_KERNELS(T, kernel, body)                                                       \
    kernel(library_sum, T, TCR_LIBRARY_SUM, tcr_library_sum, body, false, )                        \
    kernel(library_asum, T, TCR_LIBRARY_ASUM, tcr_library_asum, body, false, )                     \
    kernel(library_nrm2, T, TCR_LIBRARY_NRM2, tcr_library_nrm2, body, false, )                     \
    kernel(library_amax, T, TCR_LIBRARY_AMAX, tcr_library_amax, body, false, )                     \
    kernel(library_minimum, T, TCR_LIBRARY_MINIMUM, tcr_library_minimum, body, false, )            \
    kernel(library_maximum, T, TCR_LIBRARY_MAXIMUM, tcr_library_maximum, body, false, )            \
    kernel(library_argmin, T, TCR_LIBRARY_ARGMIN, tcr_library_argmin, body, false, )               \
    kernel(library_argmax, T, TCR_LIBRARY_ARGMAX, tcr_library_argmax, body, false, )               \
    kernel(library_meanvar, T, TCR_LIBRARY_MEANVAR, tcr_library_meanvar, body, false,              \
           tcr_library_meanvar<T>::args)                                                           \
    kernel(library_dot, T, TCR_LIBRARY_DOT, tcr_library_dot, body, true, )
/* clang-format on */

/* What a unit is. */
#define TCR_LIBRARY(T) TCR_LIBRARY_KERNELS(T, TCR_LIBRARY_KERNEL_OR_READY, tcr_library_dense)
#define TCR_LIBRARY_STRIDED(T) TCR_LIBRARY_KERNELS(T, TCR_LIBRARY_KERNEL, tcr_library_strided)
