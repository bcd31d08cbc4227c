/* SPDX-License-Identifier: MIT */
/*
 * sim_math.h: the functions of math.h and stdlib.h, and of counting bits, that
 * the device compiler has built in, with its overloads: the float form for float, double for
 * integers.
 *
 * Declared here one by one, as the C++ library's own <cmath> takes longer to
 * compile than a whole unit.
 */
#pragma once

template <class T> struct tcr_sim_integer {
};
#define TCR_SIM_INTEGER(T)                                                                         \
    template <> struct tcr_sim_integer<T> {                                                        \
        typedef double real;                                                                       \
    };
TCR_SIM_INTEGER(bool)
TCR_SIM_INTEGER(char)
TCR_SIM_INTEGER(signed char)
TCR_SIM_INTEGER(unsigned char)
TCR_SIM_INTEGER(short)
TCR_SIM_INTEGER(unsigned short)
TCR_SIM_INTEGER(int)
TCR_SIM_INTEGER(unsigned)
TCR_SIM_INTEGER(long)
TCR_SIM_INTEGER(unsigned long)
TCR_SIM_INTEGER(long long)
TCR_SIM_INTEGER(unsigned long long)
#undef TCR_SIM_INTEGER

/* Functions of one and of two reals. */
#define TCR_SIM_MATH_1(R, RF, name)                                                                \
    extern "C" R name(double) noexcept;                                                            \
    extern "C" RF name##f(float) noexcept;                                                         \
    inline RF name(float x)                                                                        \
    {                                                                                              \
        return name##f(x);                                                                         \
    }                                                                                              \
    template <class T> inline auto name(T x)->decltype(name((typename tcr_sim_integer<T>::real)x)) \
    {                                                                                              \
        return name((double)x);                                                                    \
    }
#define TCR_SIM_MATH_2(name)                                                                       \
    extern "C" double name(double, double) noexcept;                                               \
    extern "C" float name##f(float, float) noexcept;                                               \
    inline float name(float x, float y)                                                            \
    {                                                                                              \
        return name##f(x, y);                                                                      \
    }                                                                                              \
    template <class T, class U> inline double name(T x, U y)                                       \
    {                                                                                              \
        return name((double)x, (double)y);                                                         \
    }

#define TCR_SIM_REAL(name) TCR_SIM_MATH_1(double, float, name)
TCR_SIM_REAL(acos)
TCR_SIM_REAL(acosh)
TCR_SIM_REAL(asin)
TCR_SIM_REAL(asinh)
TCR_SIM_REAL(atan)
TCR_SIM_REAL(atanh)
TCR_SIM_REAL(cbrt)
TCR_SIM_REAL(ceil)
TCR_SIM_REAL(cos)
TCR_SIM_REAL(cosh)
TCR_SIM_REAL(erf)
TCR_SIM_REAL(erfc)
TCR_SIM_REAL(exp)
TCR_SIM_REAL(exp10)
TCR_SIM_REAL(exp2)
TCR_SIM_REAL(expm1)
TCR_SIM_REAL(fabs)
TCR_SIM_REAL(floor)
TCR_SIM_REAL(j0)
TCR_SIM_REAL(j1)
TCR_SIM_REAL(lgamma)
TCR_SIM_REAL(log)
TCR_SIM_REAL(log10)
TCR_SIM_REAL(log1p)
TCR_SIM_REAL(log2)
TCR_SIM_REAL(logb)
TCR_SIM_REAL(nearbyint)
TCR_SIM_REAL(rint)
TCR_SIM_REAL(round)
TCR_SIM_REAL(sin)
TCR_SIM_REAL(sinh)
TCR_SIM_REAL(sqrt)
TCR_SIM_REAL(tan)
TCR_SIM_REAL(tanh)
TCR_SIM_REAL(tgamma)
TCR_SIM_REAL(trunc)
TCR_SIM_REAL(y0)
TCR_SIM_REAL(y1)
#undef TCR_SIM_REAL
TCR_SIM_MATH_1(int, int, ilogb)
TCR_SIM_MATH_1(long, long, lrint)
TCR_SIM_MATH_1(long, long, lround)
TCR_SIM_MATH_1(long long, long long, llrint)
TCR_SIM_MATH_1(long long, long long, llround)
TCR_SIM_MATH_2(atan2)
TCR_SIM_MATH_2(copysign)
TCR_SIM_MATH_2(fdim)
TCR_SIM_MATH_2(fmax)
TCR_SIM_MATH_2(fmin)
TCR_SIM_MATH_2(fmod)
TCR_SIM_MATH_2(hypot)
TCR_SIM_MATH_2(nextafter)
TCR_SIM_MATH_2(pow)
TCR_SIM_MATH_2(remainder)
#undef TCR_SIM_MATH_1
#undef TCR_SIM_MATH_2

extern "C" {
double fma(double, double, double) noexcept;
float fmaf(float, float, float) noexcept;
double frexp(double, int *) noexcept;
float frexpf(float, int *) noexcept;
double ldexp(double, int) noexcept;
float ldexpf(float, int) noexcept;
double modf(double, double *) noexcept;
float modff(float, float *) noexcept;
void sincos(double, double *, double *) noexcept;
void sincosf(float, float *, float *) noexcept;
double remquo(double, double, int *) noexcept;
float remquof(float, float, int *) noexcept;
double scalbln(double, long) noexcept;
float scalblnf(float, long) noexcept;
double scalbn(double, int) noexcept;
float scalbnf(float, int) noexcept;
double jn(int, double) noexcept;
float jnf(int, float) noexcept;
double yn(int, double) noexcept;
float ynf(int, float) noexcept;
int abs(int) noexcept;
long labs(long) noexcept;
long long llabs(long long) noexcept;
}

inline int tcr_clz(unsigned x)
{
    return x ? __builtin_clz(x) : 32;
}
inline int tcr_clzll(unsigned long long x)
{
    return x ? __builtin_clzll(x) : 64;
}
inline int tcr_ffs(int x)
{
    return __builtin_ffs(x);
}
inline int tcr_ffsll(long long x)
{
    return __builtin_ffsll(x);
}
inline unsigned tcr_popc(unsigned x)
{
    return (unsigned)__builtin_popcount(x);
}
inline int tcr_parity(unsigned x)
{
    return __builtin_parity(x);
}
inline int tcr_parityll(unsigned long long x)
{
    return __builtin_parityll(x);
}
inline unsigned tcr_bswap(unsigned x)
{
    return __builtin_bswap32(x);
}
inline unsigned long long tcr_bswapll(unsigned long long x)
{
    return __builtin_bswap64(x);
}
inline unsigned short tcr_bswap16(unsigned short x)
{
    return __builtin_bswap16(x);
}
inline int __popc(unsigned x)
{
    return __builtin_popcount(x);
}
inline int __popcll(unsigned long long x)
{
    return __builtin_popcountll(x);
}

inline float tcr_root_inverse(float x)
{
    return 1.0f / sqrtf(x);
}
