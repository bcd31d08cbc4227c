/*
 * math_table.c: one row per function.  Sorted by family; looked up by name.
 * Costs are rough: a divide or square root counts 8, an elementary function 20.
 */
#include "math_table.h"

#include <string.h>

/* Functions that exist as f(double) and ff(float), and as __builtin_ twins. */
#define BOTH(name, ops)                                                                            \
    {#name, #name, ops}, {#name "f", #name "f", ops}, {"__builtin_" #name, #name, ops},            \
    {                                                                                              \
        "__builtin_" #name "f", #name "f", ops                                                     \
    }

/* The same of complex.h. */
#define COMPLEX(name, ops)                                                                         \
    {#name, "tcr_" #name, ops}, {#name "f", "tcr_" #name "f", ops},                                \
        {"__builtin_" #name, "tcr_" #name, ops},                                                   \
    {                                                                                              \
        "__builtin_" #name "f", "tcr_" #name "f", ops                                              \
    }

static const struct math_fn table[] = {
    BOTH(sqrt, 8),
    BOTH(cbrt, 20),
    BOTH(fabs, 1),
    BOTH(fmin, 1),
    BOTH(fmax, 1),
    BOTH(fdim, 2),
    BOTH(floor, 1),
    BOTH(ceil, 1),
    BOTH(trunc, 1),
    BOTH(round, 2),
    BOTH(rint, 1),
    BOTH(nearbyint, 1),
    BOTH(fmod, 30),
    BOTH(remainder, 30),
    BOTH(fma, 1),
    BOTH(copysign, 1),
    BOTH(sin, 20),
    BOTH(cos, 20),
    BOTH(tan, 25),
    BOTH(asin, 20),
    BOTH(acos, 20),
    BOTH(atan, 20),
    BOTH(atan2, 25),
    BOTH(sinh, 25),
    BOTH(cosh, 25),
    BOTH(tanh, 25),
    BOTH(asinh, 25),
    BOTH(acosh, 25),
    BOTH(atanh, 25),
    BOTH(exp, 20),
    BOTH(exp2, 20),
    BOTH(exp10, 20),
    BOTH(expm1, 20),
    BOTH(log, 20),
    BOTH(log2, 20),
    BOTH(log10, 20),
    BOTH(log1p, 20),
    BOTH(pow, 50),
    BOTH(hypot, 12),
    BOTH(erf, 25),
    BOTH(erfc, 25),
    BOTH(tgamma, 40),
    BOTH(lgamma, 40),
    BOTH(ldexp, 2),
    BOTH(scalbn, 2),
    BOTH(logb, 2),
    BOTH(lrint, 1),
    BOTH(llrint, 1),
    BOTH(lround, 2),
    BOTH(llround, 2),
    BOTH(nextafter, 3),
    BOTH(j0, 40),
    BOTH(j1, 40),
    BOTH(y0, 40),
    BOTH(y1, 40),
    BOTH(ilogb, 2),
    BOTH(modf, 2), /* those that write through pointers */
    BOTH(frexp, 4),
    BOTH(remquo, 30),
    BOTH(sincos, 30),
    COMPLEX(creal, 0),
    COMPLEX(cimag, 0),
    COMPLEX(conj, 1),
    COMPLEX(cabs, 12),
    COMPLEX(carg, 25),
    COMPLEX(cexp, 60),
    COMPLEX(csqrt, 40),
    {"abs", "abs", 1},
    {"labs", "llabs", 1},
    {"llabs", "llabs", 1},
    {"__builtin_abs", "abs", 1},
    {"__builtin_labs", "llabs", 1},
    {"__builtin_llabs", "llabs", 1},
    {"isnan", "tcr_isnan", 1},
    {"isnanf", "tcr_isnan", 1},
    {"__isnan", "tcr_isnan", 1},
    {"__isnanf", "tcr_isnan", 1},
    {"__builtin_isnan", "tcr_isnan", 1},
    {"isinf", "tcr_isinf_sign", 1},
    {"isinff", "tcr_isinf_sign", 1},
    {"__isinf", "tcr_isinf_sign", 1},
    {"__isinff", "tcr_isinf_sign", 1},
    {"__builtin_isinf", "tcr_isinf", 1},
    {"__builtin_isinf_sign", "tcr_isinf_sign", 1},
    {"finite", "tcr_isfinite", 1},
    {"finitef", "tcr_isfinite", 1},
    {"__finite", "tcr_isfinite", 1},
    {"__finitef", "tcr_isfinite", 1},
    {"__builtin_isfinite", "tcr_isfinite", 1},
    {"__builtin_isnormal", "tcr_isnormal", 1},
    {"__signbit", "tcr_signbit", 1},
    {"__signbitf", "tcr_signbit", 1},
    {"__builtin_signbit", "tcr_signbit", 1},
    {"__builtin_signbitf", "tcr_signbit", 1},
    {"__builtin_inf", "tcr_inf", 0},
    {"__builtin_inff", "tcr_inff", 0},
    {"__builtin_huge_val", "tcr_inf", 0},
    {"__builtin_huge_valf", "tcr_inff", 0},
    {"__builtin_nan", "tcr_nan", 0},
    {"__builtin_nanf", "tcr_nanf", 0},
    {"__builtin_expect", NULL, 0},
    {"__builtin_expect_with_probability", NULL, 0},
    {"__builtin_popcount", "__popc", 1},
    {"__builtin_popcountl", "__popcll", 1},
    {"__builtin_popcountll", "__popcll", 1},
    {"__builtin_clz", "tcr_clz", 1},
    {"__builtin_clzl", "tcr_clzll", 1},
    {"__builtin_clzll", "tcr_clzll", 1},
    {"__builtin_ctz", "tcr_ctz", 2},
    {"__builtin_ctzl", "tcr_ctzll", 2},
    {"__builtin_ctzll", "tcr_ctzll", 2},
    {"__builtin_ffs", "tcr_ffs", 1},
    {"__builtin_ffsl", "tcr_ffsll", 1},
    {"__builtin_ffsll", "tcr_ffsll", 1},
    {"__builtin_parity", "tcr_parity", 2},
    {"__builtin_parityl", "tcr_parityll", 2},
    {"__builtin_parityll", "tcr_parityll", 2},
    {"__builtin_isgreater", "tcr_isgreater", 1},
    {"__builtin_isgreaterequal", "tcr_isgreaterequal", 1},
    {"__builtin_isless", "tcr_isless", 1},
    {"__builtin_islessequal", "tcr_islessequal", 1},
    {"__builtin_islessgreater", "tcr_islessgreater", 1},
    {"__builtin_isunordered", "tcr_isunordered", 1},
};

const struct math_fn *math_row(size_t i)
{
    return i < sizeof table / sizeof *table ? &table[i] : NULL;
}

const struct math_fn *math_find(const char *name)
{
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i].name, name) == 0)
            return &table[i];
    return NULL;
}
