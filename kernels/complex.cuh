/* SPDX-License-Identifier: MIT */
/*
 * complex.cuh: complex numbers as C has them.
 *
 * Products and quotients are those of Annex G: where the plain formulas give
 * NaN + i NaN although an operand is infinite, the infinity is found again, as
 * the host's compilers do.  A real operand stays real.
 */
#pragma once
#include "array.cuh"
#include "math.cuh"

template <class T> struct tcr_complex {
    T re, im;

    TCR_DEVICE explicit operator bool() const
    {
        return re != 0 || im != 0;
    }
};

template <class T> TCR_DEVICE T &tcr_number(tcr_complex<T> &z, int k)
{
    return k ? z.im : z.re;
}
template <class T, int N> TCR_DEVICE T &tcr_number(tcr_array<tcr_complex<T>, N> &z, int k)
{
    return tcr_number(z.e[k / 2], k % 2);
}

/* A parameter that takes what the others' T is, and takes no part in finding it. */
template <class T> struct tcr_same {
    typedef T type;
};
template <class T> using tcr_real_of = typename tcr_same<T>::type;

/* A cast to a complex type. */
template <class T, class U> TCR_DEVICE tcr_complex<T> tcr_to_complex(const tcr_complex<U> &z)
{
    return tcr_complex<T>{(T)z.re, (T)z.im};
}
template <class T, class U> TCR_DEVICE tcr_complex<T> tcr_to_complex(const U &x)
{
    return tcr_complex<T>{(T)x, (T)0};
}

template <class T> TCR_DEVICE tcr_complex<T> operator-(const tcr_complex<T> &a)
{
    return tcr_complex<T>{-a.re, -a.im};
}
/* The conjugate, as GNU C writes it. */
template <class T> TCR_DEVICE tcr_complex<T> operator~(const tcr_complex<T> &a)
{
    return tcr_complex<T>{a.re, -a.im};
}

/* GNU C counts by ones. */
template <class T> TCR_DEVICE tcr_complex<T> &operator++(tcr_complex<T> &z)
{
    z.re += 1;
    return z;
}
template <class T> TCR_DEVICE tcr_complex<T> operator++(tcr_complex<T> &z, int)
{
    const tcr_complex<T> old = z;
    z.re += 1;
    return old;
}
template <class T> TCR_DEVICE tcr_complex<T> &operator--(tcr_complex<T> &z)
{
    z.re -= 1;
    return z;
}
template <class T> TCR_DEVICE tcr_complex<T> operator--(tcr_complex<T> &z, int)
{
    const tcr_complex<T> old = z;
    z.re -= 1;
    return old;
}

template <class T>
TCR_DEVICE tcr_complex<T> operator+(const tcr_complex<T> &a, const tcr_complex<T> &b)
{
    return tcr_complex<T>{a.re + b.re, a.im + b.im};
}
template <class T> TCR_DEVICE tcr_complex<T> operator+(const tcr_complex<T> &a, tcr_real_of<T> b)
{
    return tcr_complex<T>{a.re + b, a.im};
}
template <class T> TCR_DEVICE tcr_complex<T> operator+(tcr_real_of<T> a, const tcr_complex<T> &b)
{
    return tcr_complex<T>{a + b.re, b.im};
}

template <class T>
TCR_DEVICE tcr_complex<T> operator-(const tcr_complex<T> &a, const tcr_complex<T> &b)
{
    return tcr_complex<T>{a.re - b.re, a.im - b.im};
}
template <class T> TCR_DEVICE tcr_complex<T> operator-(const tcr_complex<T> &a, tcr_real_of<T> b)
{
    return tcr_complex<T>{a.re - b, a.im};
}
template <class T> TCR_DEVICE tcr_complex<T> operator-(tcr_real_of<T> a, const tcr_complex<T> &b)
{
    return tcr_complex<T>{a - b.re, -b.im};
}

/* 1 for an infinity, else 0, with x's sign: a direction. */
template <class T> TCR_DEVICE T tcr_direction(T x)
{
    return (T)copysign(tcr_isinf((double)x) ? 1.0 : 0.0, (double)x);
}
/* A NaN beside an infinity counts as a zero. */
template <class T> TCR_DEVICE T tcr_no_nan(T x)
{
    return tcr_isnan((double)x) ? (T)copysign(0.0, (double)x) : x;
}
template <class T> TCR_DEVICE bool tcr_any_inf(const tcr_complex<T> &z)
{
    return tcr_isinf((double)z.re) || tcr_isinf((double)z.im);
}
template <class T> TCR_DEVICE tcr_complex<T> tcr_directions(const tcr_complex<T> &z)
{
    return tcr_complex<T>{tcr_direction(z.re), tcr_direction(z.im)};
}
template <class T> TCR_DEVICE tcr_complex<T> tcr_no_nans(const tcr_complex<T> &z)
{
    return tcr_complex<T>{tcr_no_nan(z.re), tcr_no_nan(z.im)};
}

/* The product was NaN + i NaN: is one of its parts infinite after all?  Apart, as the next
 * one: a copy of it at each product of a formula takes seconds to compile. */
template <class T>
TCR_APART tcr_complex<T> tcr_infinite_product(tcr_complex<T> a, tcr_complex<T> b, tcr_complex<T> p)
{
    const bool overflow = tcr_isinf((double)(a.re * b.re)) || tcr_isinf((double)(a.im * b.im)) ||
                          tcr_isinf((double)(a.re * b.im)) || tcr_isinf((double)(a.im * b.re));
    const bool first = tcr_any_inf(a), second = tcr_any_inf(b);
    if (!first && !second && !overflow)
        return p;
    if (first) {
        a = tcr_directions(a);
        b = tcr_no_nans(b);
    }
    if (second) {
        b = tcr_directions(b);
        a = tcr_no_nans(a);
    }
    if (!first && !second) {
        a = tcr_no_nans(a);
        b = tcr_no_nans(b);
    }
    const T inf = (T)tcr_inf();
    return tcr_complex<T>{inf * (a.re * b.re - a.im * b.im), inf * (a.re * b.im + a.im * b.re)};
}

template <class T>
TCR_DEVICE tcr_complex<T> operator*(const tcr_complex<T> &a, const tcr_complex<T> &b)
{
    const tcr_complex<T> p = {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
    if (tcr_isnan((double)p.re) && tcr_isnan((double)p.im))
        return tcr_infinite_product(a, b, p);
    return p;
}
template <class T> TCR_DEVICE tcr_complex<T> operator*(const tcr_complex<T> &a, tcr_real_of<T> b)
{
    return tcr_complex<T>{a.re * b, a.im * b};
}
template <class T> TCR_DEVICE tcr_complex<T> operator*(tcr_real_of<T> a, const tcr_complex<T> &b)
{
    return tcr_complex<T>{a * b.re, a * b.im};
}

/* The quotient was NaN + i NaN: by zero, of an infinity, or by one? */
template <class T>
TCR_APART tcr_complex<T> tcr_infinite_quotient(tcr_complex<T> a, tcr_complex<T> b, tcr_complex<T> q)
{
    const bool finite_a = tcr_isfinite((double)a.re) && tcr_isfinite((double)a.im);
    const bool finite_b = tcr_isfinite((double)b.re) && tcr_isfinite((double)b.im);
    const T inf = (T)tcr_inf();
    tcr_complex<T> d = b, n = a;
    T scale = inf;
    if (b.re == 0 && b.im == 0 && !(tcr_isnan((double)a.re) && tcr_isnan((double)a.im))) {
        const T signed_inf = (T)copysign(tcr_inf(), (double)b.re);
        return tcr_complex<T>{signed_inf * a.re, signed_inf * a.im};
    }
    if (tcr_any_inf(a) && finite_b) {
        n = tcr_directions(a);
    } else if (tcr_any_inf(b) && finite_a) {
        d = tcr_directions(b);
        scale = 0;
    } else {
        return q;
    }
    return tcr_complex<T>{scale * (n.re * d.re + n.im * d.im), scale * (n.im * d.re - n.re * d.im)};
}

/* By the larger part of b, so that its square neither overflows nor vanishes
 * (Smith, Algorithm 116, CACM 1962). */
template <class T>
TCR_DEVICE tcr_complex<T> operator/(const tcr_complex<T> &a, const tcr_complex<T> &b)
{
    tcr_complex<T> q;
    if (fabs(b.re) >= fabs(b.im)) {
        const T r = b.im / b.re, d = b.re + b.im * r;
        q = tcr_complex<T>{(a.re + a.im * r) / d, (a.im - a.re * r) / d};
    } else {
        const T r = b.re / b.im, d = b.re * r + b.im;
        q = tcr_complex<T>{(a.re * r + a.im) / d, (a.im * r - a.re) / d};
    }
    if (tcr_isnan((double)q.re) && tcr_isnan((double)q.im))
        return tcr_infinite_quotient(a, b, q);
    return q;
}
template <class T> TCR_DEVICE tcr_complex<T> operator/(const tcr_complex<T> &a, tcr_real_of<T> b)
{
    return tcr_complex<T>{a.re / b, a.im / b};
}
template <class T> TCR_DEVICE tcr_complex<T> operator/(tcr_real_of<T> a, const tcr_complex<T> &b)
{
    return tcr_complex<T>{a, (T)0} / b;
}

template <class T> TCR_DEVICE bool operator==(const tcr_complex<T> &a, const tcr_complex<T> &b)
{
    return a.re == b.re && a.im == b.im;
}
template <class T> TCR_DEVICE bool operator==(const tcr_complex<T> &a, tcr_real_of<T> b)
{
    return a.re == b && a.im == 0;
}
template <class T> TCR_DEVICE bool operator==(tcr_real_of<T> a, const tcr_complex<T> &b)
{
    return b == a;
}
template <class T> TCR_DEVICE bool operator!=(const tcr_complex<T> &a, const tcr_complex<T> &b)
{
    return !(a == b);
}
template <class T> TCR_DEVICE bool operator!=(const tcr_complex<T> &a, tcr_real_of<T> b)
{
    return !(a == b);
}
template <class T> TCR_DEVICE bool operator!=(tcr_real_of<T> a, const tcr_complex<T> &b)
{
    return !(b == a);
}

/* z op= e in the wider of both types, as C computes it; a real z takes the real part. */
#define TCR_COMPLEX_UPDATE(op)                                                                     \
    template <class T, class U>                                                                    \
    TCR_DEVICE tcr_complex<T> &operator op##=(tcr_complex<T> &z, const tcr_complex<U> &e)          \
    {                                                                                              \
        typedef decltype(T() + U()) W;                                                             \
        return z = tcr_to_complex<T>(tcr_to_complex<W>(z) op tcr_to_complex<W>(e));                \
    }                                                                                              \
    template <class T, class U> TCR_DEVICE tcr_complex<T> &operator op##=(tcr_complex<T> &z, U e)  \
    {                                                                                              \
        typedef decltype(T() + U()) W;                                                             \
        return z = tcr_to_complex<T>(tcr_to_complex<W>(z) op(W) e);                                \
    }                                                                                              \
    template <class T, class U> TCR_DEVICE T &operator op##=(T &x, const tcr_complex<U> &e)        \
    {                                                                                              \
        typedef decltype(T() + U()) W;                                                             \
        return x = (T)((W)x op tcr_to_complex<W>(e)).re;                                           \
    }
TCR_COMPLEX_UPDATE(+)
TCR_COMPLEX_UPDATE(-)
TCR_COMPLEX_UPDATE(*)
TCR_COMPLEX_UPDATE(/)
#undef TCR_COMPLEX_UPDATE

/* ---- complex.h: of double, and with an f of float ---- */

#define TCR_COMPLEX_MATH(T, f)                                                                     \
    TCR_DEVICE T tcr_creal##f(const tcr_complex<T> &z)                                             \
    {                                                                                              \
        return z.re;                                                                               \
    }                                                                                              \
    TCR_DEVICE T tcr_cimag##f(const tcr_complex<T> &z)                                             \
    {                                                                                              \
        return z.im;                                                                               \
    }                                                                                              \
    TCR_DEVICE T tcr_cabs##f(const tcr_complex<T> &z)                                              \
    {                                                                                              \
        return hypot##f(z.re, z.im);                                                               \
    }                                                                                              \
    TCR_DEVICE T tcr_carg##f(const tcr_complex<T> &z)                                              \
    {                                                                                              \
        return atan2##f(z.im, z.re);                                                               \
    }                                                                                              \
    TCR_DEVICE tcr_complex<T> tcr_conj##f(const tcr_complex<T> &z)                                 \
    {                                                                                              \
        return ~z;                                                                                 \
    }                                                                                              \
    TCR_DEVICE tcr_complex<T> tcr_cexp##f(const tcr_complex<T> &z)                                 \
    {                                                                                              \
        const T half = exp##f(z.re / 2); /* exp may be too large where the result is not */        \
        if (z.im == 0 || z.re == (T)-tcr_inf())                                                    \
            return tcr_complex<T>{exp##f(z.re), z.re == (T)-tcr_inf() ? (T)0 : z.im};              \
        if (tcr_isfinite((double)exp##f(z.re)))                                                    \
            return tcr_complex<T>{exp##f(z.re) * cos##f(z.im), exp##f(z.re) * sin##f(z.im)};       \
        return tcr_complex<T>{half * cos##f(z.im) * half, half * sin##f(z.im) * half};             \
    }                                                                                              \
    TCR_DEVICE tcr_complex<T> tcr_csqrt##f(const tcr_complex<T> &z)                                \
    {                                                                                              \
        if (z.re == 0 && z.im == 0)                                                                \
            return tcr_complex<T>{(T)0, z.im};                                                     \
        if (tcr_isinf((double)z.im))                                                               \
            return tcr_complex<T>{(T)tcr_inf(), z.im};                                             \
        /* of a quarter, twice: |z| may be too large */                                            \
        const T quarter = (T)0.25, more = fabs##f(z.re * quarter);                                 \
        const T r = 2 * sqrt##f((hypot##f(z.re * quarter, z.im * quarter) + more) / 2);            \
        const T other = fabs##f(z.im) / (2 * r);                                                   \
        if (z.re >= 0)                                                                             \
            return tcr_complex<T>{r, copysign##f(other, z.im)};                                    \
        return tcr_complex<T>{other, copysign##f(r, z.im)};                                        \
    }
TCR_COMPLEX_MATH(double, )
TCR_COMPLEX_MATH(float, f)
#undef TCR_COMPLEX_MATH
