/* SPDX-License-Identifier: MIT */
#include "cases.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const type_name[] = {
#define TYPE(type, name, ...) [type] = #name,
#include "../../spec/types.def"
#undef TYPE
};
const size_t type_size[] = {
#define TYPE(type, name, class, size, ...) [type] = size,
#include "../../spec/types.def"
#undef TYPE
};

bool is_float(enum tcr_type t)
{
    return t >= TCR_F16;
}
static bool is_signed(enum tcr_type t)
{
    return is_float(t) || t % 2;
}

static uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* ---- elements ---- */

static double half_value(unsigned bits)
{
    int exponent = (int)(bits >> 10 & 31u);
    double fraction = bits & 0x3ffu, sign = bits & 0x8000u ? -1 : 1;

    if (exponent == 31)
        return fraction != 0 ? (double)NAN : sign * (double)INFINITY;
    return sign * (exponent ? ldexp(fraction + 1024, exponent - 25) : ldexp(fraction, -24));
}

long double element_value(enum tcr_type type, const void *x, long long i)
{
    uint32_t bits;
    float f;

    switch (type) {
    case TCR_I8:
        return ((const int8_t *)x)[i];
    case TCR_U8:
        return ((const uint8_t *)x)[i];
    case TCR_I16:
        return ((const int16_t *)x)[i];
    case TCR_U16:
        return ((const uint16_t *)x)[i];
    case TCR_I32:
        return ((const int32_t *)x)[i];
    case TCR_U32:
        return ((const uint32_t *)x)[i];
    case TCR_I64:
        return ((const int64_t *)x)[i];
    case TCR_U64:
        return ((const uint64_t *)x)[i];
    case TCR_F16:
        return half_value(((const uint16_t *)x)[i]);
    case TCR_BF16:
        bits = (uint32_t)((const uint16_t *)x)[i] << 16;
        memcpy(&f, &bits, sizeof f);
        return f;
    case TCR_F32:
        return ((const float *)x)[i];
    default:
        return ((const double *)x)[i];
    }
}

/* The bits of a whole number of at most 7 bits, or of a special one. */
static uint64_t float_bits_of(enum tcr_type type, double v)
{
    float f = (float)v;
    uint32_t b;
    uint64_t d;
    int exponent;
    double fraction;

    memcpy(&b, &f, sizeof b);
    memcpy(&d, &v, sizeof d);
    if (type == TCR_F64)
        return d;
    if (type == TCR_F32)
        return b;
    if (type == TCR_BF16)
        return b >> 16;
    if (isnan(v))
        return 0x7e00;
    if (isinf(v) || v == 0)
        return (signbit(v) ? 0x8000u : 0) | (v == 0 ? 0 : 0x7c00u);
    fraction = frexp(fabs(v), &exponent);
    return (v < 0 ? 0x8000u : 0) | (unsigned)(exponent + 14) << 10 |
           ((unsigned)ldexp(fraction, 11) & 0x3ffu);
}

/* Many magnitudes, finite, such that squares and sums are, too (f64: norms alone). */
static uint64_t wide_float(enum tcr_type type, uint64_t r)
{
    uint64_t sign = r >> 63, fraction = r & 0xfffffffffffffu;
    unsigned e = (unsigned)(r >> 52) % 1000;

    switch (type) {
    case TCR_F16: /* subnormals included */
        return sign << 15 | (uint64_t)(e % 31) << 10 | (fraction & 0x3ff);
    case TCR_BF16:
        return sign << 15 | (uint64_t)(e % 250) << 7 | (fraction & 0x7f);
    case TCR_F32:
        return sign << 31 | (uint64_t)(e % 250) << 23 | (fraction & 0x7fffff);
    default:
        return sign << 63 | (uint64_t)(1023 - 500 + e % 1000) << 52 | fraction;
    }
}

static uint64_t element_bits(const struct test_case *c, long long i, uint64_t *state)
{
    uint64_t r = next_random(state), least, most, all;
    bool special = r % 5 == 0, floating = is_float(c->type);
    int small = (int)(r >> 20 & 63) - (is_signed(c->type) ? 32 : 0);

    all = type_size[c->type] == 8 ? ~0ull : (1ull << 8 * type_size[c->type]) - 1;
    least = is_signed(c->type) ? 1ull << (8 * type_size[c->type] - 1) : 0;
    most = all ^ least;
    (void)i;
    switch (c->pattern) {
    case PATTERN_WIDE:
        return floating ? wide_float(c->type, r) : r & all;
    case PATTERN_EQUAL:
        return floating ? float_bits_of(c->type, (double)INFINITY) : most;
    case PATTERN_NAN:
        if (floating && special)
            return float_bits_of(c->type, (double)NAN) | (r & 64 ? least : 0);
        return floating ? float_bits_of(c->type, small) : r & all;
    case PATTERN_ALL_NAN:
        return floating ? float_bits_of(c->type, (double)NAN) : least;
    case PATTERN_INF:
        return floating ? float_bits_of(c->type, special ? (double)-INFINITY : small)
                        : (uint64_t)small & all;
    case PATTERN_ZEROS:
        return floating ? (r & 1 ? least : 0) : 0;
    default:
        return floating ? float_bits_of(c->type, small) : (uint64_t)small & all;
    }
}

void fill_elements(const struct test_case *c, void *x, long long n, uint64_t seed)
{
    for (long long i = 0; i < n; i++) {
        uint64_t bits = element_bits(c, i, &seed);
        memcpy((char *)x + (size_t)i * type_size[c->type], &bits, type_size[c->type]);
    }
}

/* ---- what is right ---- */

long long place_of(long long k, long long n, long long inc)
{
    return inc > 0 ? k * inc : (k - n + 1) * inc;
}

uint64_t integer_bits(enum tcr_type type, long double v)
{
    return is_signed(type) ? (uint64_t)(int64_t)v : (uint64_t)v;
}

void expect_results(const struct test_case *c, const void *x, const void *y, struct expected *e)
{
    long double mean = 0;

    *e = (struct expected){.argmin = -1, .argmax = -1, .least = INFINITY, .most = -INFINITY};
    for (long long k = 0; k < c->n; k++) {
        long double v = element_value(c->type, x, place_of(k, c->n, c->incx));
        long double w = element_value(c->type, y, place_of(k, c->n, c->incy));

        e->sum += v;
        e->asum += fabsl(v);
        e->squares += v * v;
        e->dot += v * w;
        e->abs_dot += fabsl(v * w);
        if (!is_float(c->type)) {
            uint64_t b = integer_bits(c->type, v);
            e->isum += b;
            e->iasum += v < 0 ? -b : b;
            e->idot += b * integer_bits(c->type, w);
        }
        if (isnan(v))
            e->nan = true;
        else if (fabsl(v) > e->amax)
            e->amax = fabsl(v);
        if (v < e->least || (e->argmin < 0 && !isnan(v)))
            e->least = v, e->argmin = k;
        if (v > e->most || (e->argmax < 0 && !isnan(v)))
            e->most = v, e->argmax = k;
        mean += (v - mean) / (long double)(k + 1);
    }
    if (e->nan)
        e->amax = NAN;
    e->mean = mean;
    for (long long k = 0; k < c->n; k++) {
        long double v = element_value(c->type, x, place_of(k, c->n, c->incx));
        e->variance += (v - mean) * (v - mean);
    }
    if (c->n == 0 && !is_float(c->type)) {
        unsigned bits = 8 * (unsigned)type_size[c->type];
        e->least = ldexpl(1, (int)bits - is_signed(c->type)) - 1;
        e->most = is_signed(c->type) ? -ldexpl(1, (int)bits - 1) : 0;
    }
}

/* ---- calls ---- */

struct setup {
    char *x, *y;             /* as passed to the functions */
    char *host_x, *host_y;   /* their elements on the host */
    char *alloc[2], *device; /* device: of the result */
    size_t bytes;
};

union result {
    double f;
    long long i;
    uint64_t u;
    struct tcr_moments m;
};

typedef int operation(enum tcr_type, long long, const void *, long long, void *,
                      const struct tcr_options *);

static int call(const struct test_case *c, const struct setup *s, const char *name, operation *op,
                union result *r, size_t size)
{
    struct tcr_options o = {.size = sizeof o, .stream = c->stream, .workspace = c->workspace};
    void *to = r;
    int error;

    memset(r, 0x5a, sizeof *r);
    if (c->place >= PLACE_STREAM)
        o.flags |= TCR_STREAM;
    if (c->place == PLACE_STREAM_DEVICE || c->place == PLACE_PRESENT) {
        o.flags |= TCR_RESULT_ON_DEVICE;
        to = s->device;
    }
    if (c->reproducible)
        o.flags |= TCR_REPRODUCIBLE;
    if (c->ready)
        o.flags |= TCR_READY;
    if (c->workspace)
        tcr_workspace_size(&o.workspace_size);
    error = op ? op(c->type, c->n, s->x, c->incx, to, &o)
               : tcr_dot(c->type, c->n, s->x, c->incx, s->y, c->incy, to, &o);
    if (c->place >= PLACE_STREAM && c->wait)
        c->wait(c->stream);
    if (!error && to != r)
        error = tcr_memcpy_from_device(r, to, size);
    if (error && error != TCR_E_UNSUPPORTED)
        printf("%s %s: %s\n", name, type_name[c->type], tcr_strerror(error));
    return error;
}

static int wrong(const struct test_case *c, const char *what, long double got, long double want)
{
    printf("WRONG %s %s n=%lld inc=%lld,%lld offset=%u pattern=%d place=%d: %.20Lg, not %.20Lg\n",
           what, type_name[c->type], c->n, c->incx, c->incy, c->offset, c->pattern, c->place, got,
           want);
    return 1;
}

/* Equal, or both NaN, or within `tolerance`. */
static int near(const struct test_case *c, const char *what, double got, long double want,
                long double tolerance)
{
    if (isnan(want) ? isnan(got) : got == (double)want || fabsl(got - want) <= tolerance)
        return 0;
    return wrong(c, what, got, want);
}

static int equal_bits(const struct test_case *c, const char *what, uint64_t got, uint64_t want)
{
    return got == want ? 0 : wrong(c, what, (long double)got, (long double)want);
}

/* A number of the type as the 8 bytes of a result. */
static int exact(const struct test_case *c, const char *what, const union result *r,
                 long double want)
{
    if (!is_float(c->type))
        return equal_bits(c, what, r->u, integer_bits(c->type, want));
    if (r->f == 0 && signbit(r->f))
        return wrong(c, what, -0.0L, want);
    return near(c, what, r->f, want, 0);
}

static bool is_wanted(const struct test_case *c, const char *name)
{
    return (!c->only || !strcmp(c->only, name)) &&
           !(c->reproducible && is_reproducible_sum(c->type, name));
}

static int check_sums(const struct test_case *c, const struct setup *s, const struct expected *e)
{
    bool floating = is_float(c->type);
    /* far below what a sequential loop in the type could do */
    long double unit = c->type == TCR_F64 ? 0x1p-50L : 0x1p-21L;
    union result r;
    int bad = 0;

    if (is_wanted(c, "sum")) {
        bad += call(c, s, "sum", tcr_sum, &r, 8) != 0;
        bad += floating ? near(c, "sum", r.f, e->sum, unit * e->asum)
                        : equal_bits(c, "sum", r.u, e->isum);
    }
    if (is_wanted(c, "asum")) {
        bad += call(c, s, "asum", tcr_asum, &r, 8) != 0;
        bad += floating ? near(c, "asum", r.f, e->asum, unit * e->asum)
                        : equal_bits(c, "asum", r.u, e->iasum);
    }
    if (is_wanted(c, "dot")) {
        bad += call(c, s, "dot", NULL, &r, 8) != 0;
        bad += floating ? near(c, "dot", r.f, e->dot, unit * e->abs_dot)
                        : equal_bits(c, "dot", r.u, e->idot);
    }
    if (is_wanted(c, "nrm2")) {
        bad += call(c, s, "nrm2", tcr_nrm2, &r, 8) != 0;
        bad += near(c, "nrm2", r.f, sqrtl(e->squares), unit * sqrtl(e->squares));
    }
    return bad;
}

static int check_places(const struct test_case *c, const struct setup *s, const struct expected *e)
{
    union result r;
    int bad = 0;

    if (is_wanted(c, "amax")) {
        bad += call(c, s, "amax", tcr_amax, &r, 8) != 0;
        bad += is_float(c->type) ? near(c, "amax", r.f, e->amax, 0)
                                 : equal_bits(c, "amax", r.u, (uint64_t)e->amax);
    }
    if (is_wanted(c, "minimum")) {
        bad += call(c, s, "minimum", tcr_minimum, &r, 8) != 0;
        bad += exact(c, "minimum", &r, e->least);
    }
    if (is_wanted(c, "maximum")) {
        bad += call(c, s, "maximum", tcr_maximum, &r, 8) != 0;
        bad += exact(c, "maximum", &r, e->most);
    }
    if (is_wanted(c, "argmin")) {
        bad += call(c, s, "argmin", tcr_argmin, &r, 8) != 0;
        bad += equal_bits(c, "argmin", r.u, (uint64_t)e->argmin);
    }
    if (is_wanted(c, "argmax")) {
        bad += call(c, s, "argmax", tcr_argmax, &r, 8) != 0;
        bad += equal_bits(c, "argmax", r.u, (uint64_t)e->argmax);
    }
    return bad;
}

static int check_moments(const struct test_case *c, const struct setup *s, const struct expected *e)
{
    long double n = (long double)c->n, none = NAN;
    bool defined = c->n > 0, finite = defined && isfinite((double)(e->asum * e->asum));
    long double variance = finite ? e->variance / n : none;
    union result r;
    int bad;

    if (!is_wanted(c, "meanvar"))
        return 0;
    /* f64 over its whole range: squares overflow */
    if (c->type == TCR_F64 && c->pattern == PATTERN_WIDE)
        return 0;
    bad = call(c, s, "meanvar", tcr_meanvar, &r, sizeof r.m) != 0;
    bad += near(c, "mean", r.m.mean, defined ? e->sum / n : none,
                defined ? 0x1p-44L * (sqrtl(e->squares / n)) : 0);
    bad += near(c, "variance", r.m.variance, variance, 0x1p-36L * variance);
    bad += near(c, "sample variance", r.m.sample_variance, c->n > 1 ? variance * n / (n - 1) : none,
                0x1p-36L * variance * 2);
    return bad;
}

/* The bits of TCR_REPRODUCIBLE; a stream of a device cannot have them. */
static int check_bits(const struct test_case *c, const struct setup *s, const char *name,
                      operation *op, const void *want, size_t size)
{
    int right = c->place >= PLACE_STREAM && tcr_device_count() > 0 ? TCR_E_UNSUPPORTED : 0;
    union result r;
    double first;
    int error;

    if (!is_reproducible_sum(c->type, name) || (c->only && strcmp(c->only, name) != 0))
        return 0;
    error = call(c, s, name, op, &r, size);
    if (error == right && (error || !memcmp(&r, want, size)))
        return 0;
    memcpy(&first, want, sizeof first);
    printf("error %d, should be %d; or bits: ", error, right);
    return wrong(c, name, r.f, first);
}

static int check_reproducible(const struct test_case *c, const struct setup *s)
{
    struct reproducible e;

    expect_reproducible(c, s->host_x, s->host_y, &e);
    return check_bits(c, s, "sum", tcr_sum, &e.sum, 8) +
           check_bits(c, s, "asum", tcr_asum, &e.asum, 8) +
           check_bits(c, s, "dot", NULL, &e.dot, 8) +
           check_bits(c, s, "nrm2", tcr_nrm2, &e.nrm2, 8) +
           check_bits(c, s, "meanvar", tcr_meanvar, &e.meanvar, sizeof e.meanvar);
}

/* ---- a case ---- */

static char *place(const struct test_case *c, char *host, size_t bytes, char **alloc)
{
    *alloc = NULL;
    if (c->place == PLACE_PRESENT && bytes > 0 && tcr_copyin(host, bytes))
        return NULL;
    if (c->place == PLACE_HOST || c->place == PLACE_PRESENT)
        return host;
    *alloc = tcr_malloc(bytes + 256 + 64 * type_size[c->type]);
    if (!*alloc ||
        tcr_memcpy_to_device(*alloc + c->offset * type_size[c->type], host, bytes ? bytes : 1))
        return NULL;
    return *alloc + c->offset * type_size[c->type];
}

int check_case(const struct test_case *c)
{
    long long ax = c->incx < 0 ? -c->incx : c->incx, ay = c->incy < 0 ? -c->incy : c->incy;
    long long nx = c->n ? (c->n - 1) * ax + 1 : 0, ny = c->n ? (c->n - 1) * ay + 1 : 0;
    size_t size = type_size[c->type], room = ((size_t)(nx > ny ? nx : ny) + 64) * size + 512;
    char *block[2] = {aligned_alloc(256, (room + 255) / 256 * 256),
                      aligned_alloc(256, (room + 255) / 256 * 256)};
    struct setup s = {.host_x = block[0] + c->offset * size, .host_y = block[1] + c->offset * size};
    struct expected e;
    int bad = 1;

    fill_elements(c, s.host_x, nx, 1 + (uint64_t)c->type);
    fill_elements(c, s.host_y, ny, 1000 + (uint64_t)c->type);
    expect_results(c, s.host_x, s.host_y, &e);
    s.x = place(c, s.host_x, (size_t)nx * size, &s.alloc[0]);
    s.y = place(c, s.host_y, (size_t)ny * size, &s.alloc[1]);
    s.device = tcr_malloc(64);
    if (s.x && s.y && s.device)
        bad = check_sums(c, &s, &e) + check_places(c, &s, &e) + check_moments(c, &s, &e) +
              (c->reproducible ? check_reproducible(c, &s) : 0);
    else
        printf("no memory for n=%lld of %s\n", c->n, type_name[c->type]);
    if (c->place == PLACE_PRESENT && nx > 0) {
        tcr_delete(s.host_x, (size_t)nx * size);
        tcr_delete(s.host_y, (size_t)ny * size);
    }
    for (int k = 0; k < 2; k++) {
        tcr_free(s.alloc[k]);
        free(block[k]);
    }
    tcr_free(s.device);
    return bad;
}
