/* SPDX-License-Identifier: MIT */
/* options_compiler.c: what the options of the user's compiler mean for the rewriter. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "options.h"

static void add_flag(struct options *o, char *flag)
{
    o->parse_flags = xgrow(o->parse_flags, o->n_parse_flags, sizeof *o->parse_flags);
    o->parse_flags[o->n_parse_flags++] = flag;
}

/* The GNU dialect takes what the strict one takes, and system headers too. */
static char *dialect(const char *std)
{
    if (strncmp(std, "iso9899:", 8) == 0)
        return xstrdup(strstr(std, "1990") || strstr(std, "199409") ? "-std=gnu89"
                       : strstr(std, "1999")                        ? "-std=gnu99"
                                                                    : "-std=gnu17");
    if (std[0] == 'c')
        return xasprintf("-std=gnu%s", std + 1);
    return xasprintf("-std=%s", std);
}

/* Pointers of 64 bits and the lowest byte first, as devices have them? */
static bool fits_devices(const char *triple)
{
    static const char *const fitting[] = {"x86_64",      "amd64",       "aarch64-", "riscv64",
                                          "powerpc64le", "loongarch64", NULL};
    for (size_t i = 0; fitting[i]; i++)
        if (strncmp(triple, fitting[i], strlen(fitting[i])) == 0)
            return !strstr(triple, "gnux32") && !strstr(triple, "ilp32");
    return false;
}

static void target_of(struct options *o)
{
    if (o->target) {
        add_flag(o, xasprintf("--target=%s", o->target));
        o->ilp32 = !fits_devices(o->target);
        if (strncmp(o->target, "x86_64", 6) != 0)
            o->fused = "the target";
        return;
    }
    const char *base = strrchr(o->cc[0], '/');
    base = base ? base + 1 : o->cc[0];
    const char *tool = strstr(base, "-gcc");
    if (!tool)
        tool = strstr(base, "-clang");
    if (tool && memchr(base, '-', (size_t)(tool - base)))
        add_flag(o, xasprintf("--target=%.*s", (int)(tool - base), base));
}

/* libclang has the option, too, and finds by it the types that the compiler has. */
static bool is_of_libclang(const char *a)
{
    static const char *const same[] = {"-m32",
                                       "-m64",
                                       "-mx32",
                                       "-fsigned-char",
                                       "-funsigned-char",
                                       "-fno-signed-char",
                                       "-fno-unsigned-char",
                                       "-fshort-enums",
                                       "-fno-short-enums",
                                       "-fshort-wchar",
                                       "-fno-short-wchar",
                                       "-fms-extensions"};
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        if (strcmp(a, same[i]) == 0)
            return true;
    return strncmp(a, "--target=", 9) == 0 || strncmp(a, "-fvisibility=", 13) == 0;
}

static void read_flag(struct options *o, const char *a, bool *fast, const char **contract)
{
    if (strncmp(a, "-std=", 5) == 0)
        add_flag(o, dialect(a + 5));
    else if (strcmp(a, "-ansi") == 0)
        add_flag(o, xstrdup("-std=gnu89"));
    else if (is_of_libclang(a))
        add_flag(o, xstrdup(a));
    else if (strcmp(a, "-Ofast") == 0 || strcmp(a, "-ffast-math") == 0)
        *fast = true;
    else if (strcmp(a, "-fno-fast-math") == 0)
        *fast = false;
    else if (strncmp(a, "-ffp-contract=", 14) == 0)
        *contract = a + 14;
}

/* A target of x86-64's first or second level has no fused multiply-add; all that
 * is not known to be one of them may. */
static bool may_fuse(const char *a)
{
    static const char *const without[] = {"-march=x86-64", "-march=x86-64-v2", "-march=core2",
                                          "-march=nehalem"};
    for (size_t i = 0; i < sizeof without / sizeof *without; i++)
        if (strcmp(a, without[i]) == 0)
            return false;
    return strncmp(a, "-march=", 7) == 0 || strncmp(a, "-mcpu=", 6) == 0 ||
           strncmp(a, "-mfma", 5) == 0 || strncmp(a, "-mavx512", 8) == 0 ||
           strncmp(a, "-mavx10", 7) == 0 || strncmp(a, "--target=", 9) == 0;
}

/* Floating results that differ from one place in the machine code to another? */
static bool is_loose(const char *a)
{
    static const char *const options[] = {
        "-Ofast",
        "-ffast-math",
        "-funsafe-math-optimizations",
        "-fassociative-math",
        "-freciprocal-math",
        "-mrecip",
        "-mfpmath=387",
    };
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (strcmp(a, options[i]) == 0)
            return true;
    return false;
}

static void read_numerics(struct options *o, const char *contract)
{
    for (char *const *a = o->cc + 1; *a; a++) {
        if (may_fuse(*a))
            o->fused = *a;
        if (is_loose(*a))
            o->loose = *a;
        else if (strcmp(*a, "-fno-fast-math") == 0)
            o->loose = NULL;
    }
#ifndef __x86_64__
    o->fused = o->fused || o->target ? o->fused : "the target";
#endif
    bool off = contract && strcmp(contract, "off") == 0;
    o->contracts = (o->fused && !off) || (contract && strcmp(contract, "fast") == 0);
}

/* Code for a shared library, in which other definitions may take the place of its own. */
static void read_interposition(struct options *o)
{
    bool semantic = true;
    for (char *const *a = o->cc + 1; *a; a++) {
        if (strcmp(*a, "-fPIC") == 0 || strcmp(*a, "-fpic") == 0)
            o->interposable = true;
        else if (strcasecmp(*a, "-fPIE") == 0 || strcasecmp(*a, "-fno-PIC") == 0 ||
                 strcasecmp(*a, "-fno-PIE") == 0)
            o->interposable = false;
        else if (strcmp(*a, "-fsemantic-interposition") == 0)
            semantic = true;
        else if (strcmp(*a, "-fno-semantic-interposition") == 0)
            semantic = false;
    }
    o->interposable = o->interposable && semantic;
}

/* Do the flags exclude NaN and infinities? */
static void read_finite(struct options *o, const char *a)
{
    if (strcmp(a, "-Ofast") == 0 || strcmp(a, "-ffast-math") == 0 ||
        strcmp(a, "-ffinite-math-only") == 0)
        o->finite_math = true;
    else if (strcmp(a, "-fno-fast-math") == 0 || strcmp(a, "-fno-finite-math-only") == 0)
        o->finite_math = false;
}

/* What becomes of the overflow of signed numbers.  gcc takes the options in their order; for clang,
 * -f[no-]wrapv counts before -f[no-]strict-overflow.  Where these two differ, numbers wrap: that
 * is right for both. */
struct overflow {
    bool wraps;          /* by the last option of all */
    bool wrapv;          /* by the last of -f[no-]wrapv */
    bool traps, checked; /* -ftrapv, -fsanitize= */
};

/* Does a list of sanitizers hold one that checks signed sums? */
static bool checks_overflow(const char *list, bool off)
{
    static const char *const names[] = {"undefined", "integer", "signed-integer-overflow"};
    for (const char *p = list; *p;) {
        size_t n = strcspn(p, ",");
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            if (strlen(names[i]) == n && memcmp(p, names[i], n) == 0)
                return true;
        if (off && n == 3 && memcmp(p, "all", 3) == 0)
            return true;
        p += n + (p[n] == ',');
    }
    return false;
}

static void read_overflow(struct overflow *v, const char *a)
{
    bool wrapv = strcmp(a, "-fwrapv") == 0, strict = strcmp(a, "-fstrict-overflow") == 0;
    bool trapv = strcmp(a, "-ftrapv") == 0;
    if (wrapv || strcmp(a, "-fno-wrapv") == 0) {
        v->wraps = v->wrapv = wrapv;
    } else if (strict || strcmp(a, "-fno-strict-overflow") == 0) {
        v->wraps = !strict;
    } else if (trapv || strcmp(a, "-fno-trapv") == 0) {
        v->traps = trapv;
    } else if (strncmp(a, "-fsanitize=", 11) == 0) {
        v->checked = v->checked || checks_overflow(a + 11, false);
    } else if (strncmp(a, "-fno-sanitize=", 14) == 0) {
        v->checked = v->checked && !checks_overflow(a + 14, true);
    }
}

/* Does it give constants or types another meaning than libclang finds? */
static bool changes_meaning(const char *a)
{
    static const char *const options[] = {
        "-fsingle-precision-constant", "-mlong-double-64",        "-funsigned-bitfields",
        "-fno-signed-bitfields",       "-mms-bitfields",          "-mlong-double-128",
        "-m96bit-long-double",         "-fsso-struct=big-endian",
    };
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (strcmp(a, options[i]) == 0)
            return true;
    const char *charset = strstr(a, "exec-charset=");
    return strncmp(a, "-fpack-struct", 13) == 0 ||
           (charset && strcasecmp(charset + 13, "UTF-8") != 0);
}

void options_read_compiler(struct options *o, bool openmp_given)
{
    bool fast = false;
    const char *contract = NULL;
    struct overflow overflow = {0};
    target_of(o);
    o->style.color = diag_color_default();
    for (char *const *a = o->cc + 1; *a; a++) {
        read_flag(o, *a, &fast, &contract);
        o->openacc |= strcmp(*a, "-fopenacc") == 0;
        read_overflow(&overflow, *a);
        read_finite(o, *a);
        o->quiet |= strcmp(*a, "-w") == 0;
        if (strncmp(*a, "-flto", 5) == 0 || strcmp(*a, "-fno-lto") == 0)
            o->lto = (*a)[2] == 'l';
        if (strcmp(*a, "-m32") == 0 || strcmp(*a, "-mx32") == 0 || strcmp(*a, "-m64") == 0)
            o->ilp32 = strcmp(*a, "-m64") != 0;
        if (changes_meaning(*a))
            o->host_only = *a;
        if (!openmp_given && (strcmp(*a, "-fopenmp") == 0 || strncmp(*a, "-fopenmp=", 9) == 0))
            o->openmp = USER_OPENMP_ON;
        if (!openmp_given && strcmp(*a, "-fopenmp-simd") == 0 && o->openmp == USER_OPENMP_OFF)
            o->openmp = USER_OPENMP_SIMD;
        diag_style_option(&o->style, *a);
    }
    o->signed_wraps = overflow.wraps || overflow.wrapv;
    o->traps = overflow.traps || overflow.checked;
    read_numerics(o, contract);
    read_interposition(o);
    /* contraction changes results that the host's code, without it, would give: only on request */
    bool fma = contract ? strcmp(contract, "fast") == 0 : fast;
    o->device_flags = xasprintf("%s-fmad=%s%s", fast ? "--use_fast_math " : "",
                                fma ? "true" : "false", o->lineinfo ? " -lineinfo" : "");
}
