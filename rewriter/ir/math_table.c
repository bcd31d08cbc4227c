/* SPDX-License-Identifier: MIT */
/*
 * math_table.c: one row per function.  Sorted by family; looked up by name.
 * Costs are rough: a divide or square root counts 8, an elementary function 20.
 */
#include "math_table.h"

#include <string.h>

/* Functions that exist as f(double) and ff(float), and as __builtin_ twins. */
#define TWINS(name, ops, rounds)                                                                   \
    {#name, #name, ops, rounds}, {#name "f", #name "f", ops, rounds},                              \
        {"__builtin_" #name, #name, ops, rounds},                                                  \
    {                                                                                              \
        "__builtin_" #name "f", #name "f", ops, rounds                                             \
    }
/* The same wherever they are computed, and those that every library rounds in its way. */
#define EXACT(name, ops) TWINS(name, ops, false)
#define BOTH(name, ops) TWINS(name, ops, true)

/* The same of complex.h. */
#define COMPLEX(name, ops, rounds)                                                                 \
    {#name, "tcr_" #name, ops, rounds}, {#name "f", "tcr_" #name "f", ops, rounds},                \
        {"__builtin_" #name, "tcr_" #name, ops, rounds},                                           \
    {                                                                                              \
        "__builtin_" #name "f", "tcr_" #name "f", ops, rounds                                      \
    }

static const struct math_fn table[] = {
    EXACT(sqrt, 8),
    BOTH(cbrt, 20),
    EXACT(fabs, 1),
    EXACT(fmin, 1),
    EXACT(fmax, 1),
    EXACT(fdim, 2),
    EXACT(floor, 1),
    EXACT(ceil, 1),
    EXACT(trunc, 1),
    EXACT(round, 2),
    EXACT(rint, 1),
    EXACT(nearbyint, 1),
    EXACT(fmod, 30),
    EXACT(remainder, 30),
    EXACT(fma, 1),
    EXACT(copysign, 1),
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
    EXACT(ldexp, 2),
    EXACT(scalbn, 2),
    EXACT(scalbln, 2),
    EXACT(logb, 2),
    EXACT(lrint, 1),
    EXACT(llrint, 1),
    EXACT(lround, 2),
    EXACT(llround, 2),
    EXACT(nextafter, 3),
    BOTH(j0, 40),
    BOTH(j1, 40),
    BOTH(y0, 40),
    BOTH(y1, 40),
    BOTH(jn, 60),
    BOTH(yn, 60),
    EXACT(ilogb, 2),
    EXACT(modf, 2), /* those that write through pointers */
    EXACT(frexp, 4),
    BOTH(remquo, 30),
    BOTH(sincos, 30),
    COMPLEX(creal, 0, false),
    COMPLEX(cimag, 0, false),
    COMPLEX(conj, 1, false),
    COMPLEX(cabs, 12, true),
    COMPLEX(carg, 25, true),
    COMPLEX(cexp, 60, true),
    COMPLEX(csqrt, 40, true),
    {"abs", "abs", 1, false},
    {"labs", "llabs", 1, false},
    {"llabs", "llabs", 1, false},
    {"__builtin_abs", "abs", 1, false},
    {"__builtin_labs", "llabs", 1, false},
    {"__builtin_llabs", "llabs", 1, false},
    {"isnan", "tcr_isnan", 1, false},
    {"isnanf", "tcr_isnan", 1, false},
    {"__isnan", "tcr_isnan", 1, false},
    {"__isnanf", "tcr_isnan", 1, false},
    {"__builtin_isnan", "tcr_isnan", 1, false},
    {"isinf", "tcr_isinf_sign", 1, false},
    {"isinff", "tcr_isinf_sign", 1, false},
    {"__isinf", "tcr_isinf_sign", 1, false},
    {"__isinff", "tcr_isinf_sign", 1, false},
    {"__builtin_isinf", "tcr_isinf", 1, false},
    {"__builtin_isinf_sign", "tcr_isinf_sign", 1, false},
    {"finite", "tcr_isfinite", 1, false},
    {"finitef", "tcr_isfinite", 1, false},
    {"__finite", "tcr_isfinite", 1, false},
    {"__finitef", "tcr_isfinite", 1, false},
    {"__builtin_isfinite", "tcr_isfinite", 1, false},
    {"__builtin_isnormal", "tcr_isnormal", 1, false},
    {"__signbit", "tcr_signbit", 1, false},
    {"__signbitf", "tcr_signbit", 1, false},
    {"__builtin_signbit", "tcr_signbit", 1, false},
    {"__builtin_signbitf", "tcr_signbit", 1, false},
    {"__builtin_inf", "tcr_inf", 0, false},
    {"__builtin_inff", "tcr_inff", 0, false},
    {"__builtin_huge_val", "tcr_inf", 0, false},
    {"__builtin_huge_valf", "tcr_inff", 0, false},
    {"nan", "tcr_nan", 0, false},
    {"nanf", "tcr_nanf", 0, false},
    {"__builtin_nan", "tcr_nan", 0, false},
    {"__builtin_nanf", "tcr_nanf", 0, false},
    {"__builtin_expect", NULL, 0, false},
    {"__builtin_expect_with_probability", NULL, 0, false},
    {"__builtin_popcount", "__popc", 1, false},
    {"__builtin_popcountl", "__popcll", 1, false},
    {"__builtin_popcountll", "__popcll", 1, false},
    {"__builtin_clz", "tcr_clz", 1, false},
    {"__builtin_clzl", "tcr_clzll", 1, false},
    {"__builtin_clzll", "tcr_clzll", 1, false},
    {"__builtin_ctz", "tcr_ctz", 2, false},
    {"__builtin_ctzl", "tcr_ctzll", 2, false},
    {"__builtin_ctzll", "tcr_ctzll", 2, false},
    {"__builtin_ffs", "tcr_ffs", 1, false},
    {"__builtin_ffsl", "tcr_ffsll", 1, false},
    {"__builtin_ffsll", "tcr_ffsll", 1, false},
    {"__builtin_parity", "tcr_parity", 2, false},
    {"__builtin_parityl", "tcr_parityll", 2, false},
    {"__builtin_parityll", "tcr_parityll", 2, false},
    {"__builtin_bswap16", "tcr_bswap16", 1, false},
    {"__builtin_bswap32", "tcr_bswap", 1, false},
    {"__builtin_bswap64", "tcr_bswapll", 2, false},
    {"__builtin_isgreater", "tcr_isgreater", 1, false},
    {"__builtin_isgreaterequal", "tcr_isgreaterequal", 1, false},
    {"__builtin_isless", "tcr_isless", 1, false},
    {"__builtin_islessequal", "tcr_islessequal", 1, false},
    {"__builtin_islessgreater", "tcr_islessgreater", 1, false},
    {"__builtin_isunordered", "tcr_isunordered", 1, false},
};

const struct math_fn math_best_place = {"", "tcr_best_place", 4, false};

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

bool math_is_c90(const char *name)
{
    static const char *const names[] = {"sin",  "cos",  "tan",   "asin",  "acos", "atan", "sinh",
                                        "cosh", "tanh", "exp",   "atan2", "log",  "pow",  "sqrt",
                                        "ceil", "fabs", "log10", "floor", "fmod", "abs",  "labs"};
    size_t n = strlen(name);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strncmp(name, names[i], strlen(names[i])) == 0 &&
            (n == strlen(names[i]) || strcmp(name + strlen(names[i]), "f") == 0))
            return true;
    return name[0] == '_' && name[1] == '_';
}
