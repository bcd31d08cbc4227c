/* SPDX-License-Identifier: MIT */
#include "regions.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct type_facts region_types[N_TYPES] = {
#define IS_BOOL false, false
#define IS_SIGNED false, true
#define IS_UNSIGNED false, false
#define IS_FLOATING true, true
#define TYPE(type, name, class, size, element, host, device, letter, digits, ...)                  \
    [type] = {#name, device, size, IS_##class, 1.0 / (double)(1ull << digits)},
#include "../../spec/types.def"
#undef TYPE
};

const char *const region_ops[N_OPS] = {
#define OPERATOR(op, word, class, binary, relation, function, device, ...) [op] = device,
#include "../../spec/operators.def"
#undef OPERATOR
};

/* @ stands for the element. */
static const char *const statements[N_OPS] = {
    "x += @;", "x *= @;", "if (@ < x) x = @;", "if (@ > x) x = @;", "x &= @;",
    "x |= @;", "x ^= @;", "x = x && @;",       "x = x || @;"};

/* An update by `element`; the text lasts until the next call. */
static const char *statement(enum tcr_type type, enum tcr_op op, const char *element)
{
    static char text[100];
    size_t used = 0;
    bool half = (type == TCR_F16 || type == TCR_BF16) && op == TCR_ADD;
    for (const char *s = half ? "x = tcr_plus(x, @);" : statements[op]; *s; s++)
        used += (size_t)(*s == '@' ? snprintf(text + used, sizeof text - used, "%s", element)
                                   : snprintf(text + used, sizeof text - used, "%c", *s));
    return text;
}

bool region_exists(enum tcr_type type, enum tcr_op op)
{
    return !region_types[type].is_float || (op != TCR_AND && op != TCR_OR && op != TCR_XOR);
}

static int print_region(FILE *out, enum tcr_type type, enum tcr_op op, const char *element,
                        const char *name, int unroll)
{
    const char *t = region_types[type].device, *o = region_ops[op];
    fprintf(out,
            "struct tcr_args_%s {\n"
            "    long long lb, step;\n"
            "    tcr_ptr<const %s> a;\n"
            "};\n"
            "typedef tcr_vars<tcr_%s<%s> > tcr_vars_%s;\n"
            "struct tcr_body_%s {\n",
            name, element ? element : t, o, t, name, name);
    if (!unroll)
        fprintf(out,
                "    typedef tcr_streams<%s> streams;\n"
                "    TCR_DEVICE static auto stream(tcr_index<0>, const tcr_args_%s &A, "
                "long long it)\n"
                "    {\n"
                "        return A.a + (A.lb + it);\n"
                "    }\n"
                "    template <class Reads>\n",
                element ? element : t, name);
    fprintf(out,
            "    TCR_DEVICE static void run(const tcr_args_%s &A, long long it,\n"
            "                               tcr_vars_%s::value &v%s)\n"
            "    {\n"
            "        %s &x = tcr_get<0>(v);\n"
            "        long long i = A.lb + it * A.step;\n"
            "        %s\n"
            "    }\n"
            "};\n",
            name, name, unroll ? "" : ", const Reads &R", t,
            statement(type, op, unroll ? "A.a[i]" : "R.template at<0>(A.a[i])"));
    if (unroll)
        return fprintf(out, "TCR_KERNEL_UNROLL(%s, tcr_args_%s, tcr_vars_%s, tcr_body_%s, %d)\n",
                       name, name, name, name, unroll);
    return fprintf(out, "TCR_KERNEL_STREAMS(%s, tcr_args_%s, tcr_vars_%s, tcr_body_%s)\n", name,
                   name, name, name);
}

char *region_all(void)
{
    char *text = NULL, name[40];
    size_t size;
    FILE *out = open_memstream(&text, &size);
    fputs("#include \"tcr_device.cuh\"\n", out);
    for (int t = 0; t < N_TYPES; t++)
        for (int o = 0; o < N_OPS; o++)
            if (region_exists((enum tcr_type)t, (enum tcr_op)o)) {
                snprintf(name, sizeof name, "%s_%s", region_types[t].name, region_ops[o]);
                print_region(out, (enum tcr_type)t, (enum tcr_op)o, NULL, name, 0);
            }
    fclose(out);
    return text;
}

char *region_one(enum tcr_type type, enum tcr_op op, const char *element, const char *name,
                 int unroll)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    fputs("#include \"tcr_device.cuh\"\n", out);
    print_region(out, type, op, element, name, unroll);
    fclose(out);
    return text;
}

/* binary16 and bfloat16 on the host: not every compiler has _Float16. */
static double half_value(unsigned bits)
{
    double sign = bits & 0x8000u ? -1 : 1;
    int exponent = (int)(bits >> 10 & 31u);
    double fraction = (double)(bits & 0x3ffu);
    if (exponent == 31)
        return fraction != 0 ? (double)NAN : sign * (double)INFINITY;
    return sign * (exponent ? ldexp(fraction + 1024, exponent - 25) : ldexp(fraction, -24));
}

/* x is a value of binary16. */
static unsigned half_bits(double x)
{
    unsigned sign = signbit(x) ? 0x8000u : 0;
    int exponent;
    if (isnan(x))
        return 0x7e00u;
    if (isinf(x))
        return sign | 0x7c00u;
    x = fabs(x);
    if (x < 0x1p-14)
        return sign | (unsigned)ldexp(x, 24);
    double fraction = frexp(x, &exponent);
    return sign | (unsigned)(exponent + 14) << 10 | ((unsigned)ldexp(fraction, 11) & 0x3ffu);
}

double region_round(enum tcr_type type, double x)
{
    int exponent, digits = type == TCR_F16 ? 11 : 8, least = type == TCR_F16 ? -13 : -125;
    if (type == TCR_F64)
        return x;
    if (type == TCR_F32 || !isfinite(x) || x == 0)
        return (double)(float)x;
    frexp(x, &exponent);
    if (exponent < least)
        exponent = least;
    x = ldexp(nearbyint(ldexp(x, digits - exponent)), exponent - digits);
    if (fabs(x) >= (type == TCR_F16 ? 0x1p16 : 0x1p128))
        x = copysign((double)INFINITY, x);
    return x;
}

double region_float(enum tcr_type type, const void *array, size_t i)
{
    unsigned bits;
    float f;
    switch (type) {
    case TCR_F16:
        return half_value(((const unsigned short *)array)[i]);
    case TCR_BF16:
        bits = (unsigned)((const unsigned short *)array)[i] << 16;
        memcpy(&f, &bits, sizeof f);
        return (double)f;
    case TCR_F32:
        return (double)((const float *)array)[i];
    default:
        return ((const double *)array)[i];
    }
}

void region_put_float(enum tcr_type type, void *array, size_t i, double x)
{
    unsigned bits;
    float f;
    x = region_round(type, x);
    f = (float)x;
    switch (type) {
    case TCR_F16:
        ((unsigned short *)array)[i] = (unsigned short)half_bits(x);
        break;
    case TCR_BF16:
        memcpy(&bits, &f, sizeof bits);
        ((unsigned short *)array)[i] = (unsigned short)(bits >> 16);
        break;
    case TCR_F32:
        ((float *)array)[i] = f;
        break;
    default:
        ((double *)array)[i] = x;
        break;
    }
}

long long region_wrap(enum tcr_type type, unsigned long long x)
{
    unsigned shift = 64 - 8 * region_types[type].size;
    if (type == TCR_BOOL)
        return x != 0;
    if (region_types[type].is_signed)
        return (long long)(x << shift) >> shift;
    return (long long)(x << shift >> shift);
}

long long region_int(enum tcr_type type, const void *array, size_t i)
{
    unsigned long long x = 0;
    unsigned size = region_types[type].size;
    memcpy(&x, (const char *)array + i * size, size);
    return region_wrap(type, x);
}

void region_put_int(enum tcr_type type, void *array, size_t i, unsigned long long x)
{
    unsigned size = region_types[type].size;
    if (type == TCR_BOOL)
        x = x != 0;
    memcpy((char *)array + i * size, &x, size);
}
