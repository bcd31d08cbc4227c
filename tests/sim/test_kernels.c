/* SPDX-License-Identifier: MIT */
/*
 * Every tile and every operator, on every architecture, against references
 * computed here.  Values are small multiples of 1/64, so that sums are exact in
 * any order and on any path; what rounding does is tested in test_mma.c and on
 * real devices.
 */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "sim_tests.h"

enum { N_TYPES = 13, N_OPS = 9, MAX_N = 5000 };

struct type {
    const char *name;
    unsigned size;
    bool real, is_signed;
};
static const struct type types[N_TYPES] = {
#define IS_BOOL false, false
#define IS_SIGNED false, true
#define IS_UNSIGNED false, false
#define IS_FLOATING true, true
#define TYPE(type, name, class, size, element, host, device, ...)                                  \
    [type] = {device, size, IS_##class},
#include "spec/types.def"
#undef TYPE
};
static const char *const ops[N_OPS] = {
#define OPERATOR(op, word, class, binary, relation, function, device, ...) [op] = device,
#include "spec/operators.def"
#undef OPERATOR
};

static bool has_op(const struct type *t, int op)
{
    return !t->real || op < TCR_AND || op > TCR_XOR;
}

static void append(char **text, size_t *size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static void append(char **text, size_t *size, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int n = vsnprintf(*text, *size, format, arguments);
    va_end(arguments);
    ck_assert_int_lt(n, (int)*size);
    *text += n;
    *size -= (size_t)n;
}

/* Kernel `one_T`: the sum alone; kernel `all_T`: every operator of the type. */
static void write_kernels(char **text, size_t *size, int type)
{
    const struct type *t = &types[type];

    append(text, size, "struct args_%d { tcr_ptr<const %s> a; };\n", type, t->name);
    append(text, size, "typedef tcr_vars<tcr_sum<%s> > one_vars_%d;\ntypedef tcr_vars<", t->name,
           type);
    for (int op = 0; op < N_OPS; ++op)
        if (has_op(t, op))
            append(text, size, "%stcr_%s<%s>", op ? ", " : "", ops[op], t->name);
    append(text, size, "> all_vars_%d;\n", type);
    for (int all = 0; all < 2; ++all) {
        const char *which = all ? "all" : "one";
        append(text, size,
               "struct %s_body_%d { TCR_DEVICE static void run(const args_%d &A, long long it,\n"
               "    %s_vars_%d::value &v) {\n    const %s x = A.a[it];\n",
               which, type, type, which, type, t->name);
        for (int op = 0, k = 0; op < (all ? N_OPS : 1); ++op)
            if (has_op(t, op))
                append(text, size, "    tcr_get<%d>(v) = x;\n", k++);
        append(text, size, "}};\nTCR_KERNEL(%s_%d, args_%d, %s_vars_%d, %s_body_%d)\n", which, type,
               type, which, type, which, type);
    }
}

static char *device_text(void)
{
    size_t size = 65536;
    char *text = malloc(size), *at = text;
    ck_assert_ptr_nonnull(text);
    append(&at, &size, "#include \"tcr_device.cuh\"\n");
    for (int type = 0; type < N_TYPES; ++type)
        write_kernels(&at, &size, type);
    return text;
}

/* A value of the type: its bytes, and itself. */
struct sample {
    long long i;
    double f;
    unsigned char bytes[8];
};

/* The float's significand is short: cutting its bits off is exact. */
static uint16_t short_bits(int type, float f)
{
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    if (type == TCR_BF16)
        return (uint16_t)(bits >> 16);
    if (f == 0)
        return 0;
    return (uint16_t)((bits >> 16 & 0x8000u) | ((bits & 0x7fffffffu) - (112u << 23)) >> 13);
}

static struct sample draw(int type, uint64_t *seed)
{
    const uint64_t r = test_random(seed);
    struct sample s = {.i = (long long)r};

    if (types[type].real) {
        s.f = ((double)(r % 255) - 127) / 64; /* 7 bits: exact in every type */
        s.i = s.f != 0;
        const float f = (float)s.f;
        const uint16_t half = short_bits(type, f);
        memcpy(s.bytes,
               type == TCR_F64   ? (const void *)&s.f
               : type == TCR_F32 ? &f
                                 : (const void *)&half,
               types[type].size);
        return s;
    }
    switch (type) {
    case TCR_BOOL:
        s.i = r % 3 != 0;
        break;
    case TCR_I8:
        s.i = (int8_t)r;
        break;
    case TCR_U8:
        s.i = (uint8_t)r;
        break;
    case TCR_I16:
        s.i = (int16_t)r;
        break;
    case TCR_U16:
        s.i = (uint16_t)r;
        break;
    case TCR_I32:
        s.i = (int32_t)r;
        break;
    case TCR_U32:
        s.i = (uint32_t)r;
        break;
    default:
        break;
    }
    memcpy(s.bytes, &s.i, types[type].size); /* little-endian, as the device */
    return s;
}

struct expected {
    unsigned long long u[N_OPS];
    double f[N_OPS];
};

static void reset(const struct type *t, struct expected *e)
{
    memset(e, 0, sizeof *e);
    e->u[TCR_MUL] = e->u[TCR_LAND] = 1;
    e->u[TCR_AND] = ~0ull;
    e->f[TCR_MUL] = 1;
    e->f[TCR_MIN] = (double)INFINITY;
    e->f[TCR_MAX] = -(double)INFINITY;
    e->u[TCR_MIN] = t->is_signed ? (unsigned long long)INT64_MAX : ~0ull;
    e->u[TCR_MAX] = t->is_signed ? (unsigned long long)INT64_MIN : 0;
}

static void update(const struct type *t, struct expected *e, const struct sample *s)
{
    const unsigned long long u = (unsigned long long)s->i;

    e->u[TCR_LAND] = e->u[TCR_LAND] && s->i;
    e->u[TCR_LOR] = e->u[TCR_LOR] || s->i;
    if (t->real) {
        e->f[TCR_ADD] += s->f;
        e->f[TCR_MUL] *= s->f;
        e->f[TCR_MIN] = fmin(e->f[TCR_MIN], s->f);
        e->f[TCR_MAX] = fmax(e->f[TCR_MAX], s->f);
        return;
    }
    e->u[TCR_ADD] += u;
    e->u[TCR_MUL] *= u;
    e->u[TCR_AND] &= u;
    e->u[TCR_OR] |= u;
    e->u[TCR_XOR] ^= u;
    const bool less = t->is_signed ? s->i < (long long)e->u[TCR_MIN] : u < e->u[TCR_MIN];
    const bool greater = t->is_signed ? s->i > (long long)e->u[TCR_MAX] : u > e->u[TCR_MAX];
    e->u[TCR_MIN] = less ? u : e->u[TCR_MIN];
    e->u[TCR_MAX] = greater ? u : e->u[TCR_MAX];
}

/* A bit operator's and a sum's result count in the type's own bits only. */
static unsigned long long in_type(const struct type *t, unsigned long long u)
{
    if (t->size == 1 && !t->is_signed && strcmp(t->name, "bool") == 0)
        return u != 0;
    return t->size == 8 ? u : u & ((1ull << 8 * t->size) - 1);
}

static void check_result(int type, int op, const struct expected *e, const union tcr_slot *slot,
                         unsigned arch, int n)
{
    const struct type *t = &types[type];

    if (t->real && op <= TCR_MAX)
        /* The order of multiplications is not the loop's. */
        ck_assert_msg(slot->f == e->f[op] ||
                          (op == TCR_MUL && fabs(slot->f - e->f[op]) <= 1e-12 * fabs(e->f[op])),
                      "sm_%u %s(%s), n = %d: %g, not %g", arch, ops[op], t->name, n, slot->f,
                      e->f[op]);
    else if (n > 0 || (op != TCR_MIN && op != TCR_MAX)) /* of nothing: the type's end */
        ck_assert_msg(in_type(t, slot->u) == in_type(t, e->u[op]),
                      "sm_%u %s(%s), n = %d: %#llx, not %#llx", arch, ops[op], t->name, n, slot->u,
                      e->u[op]);
}

/* Both kernels of a type over the first n of its values. */
static void check_type(const struct tcr_sim_job *how, int type, int n)
{
    const struct type *t = &types[type];
    uint64_t seed = (uint64_t)type * 1000 + (uint64_t)n;
    unsigned char *bytes = malloc((size_t)(n + 1) * t->size);
    struct tcr_sim_job job = *how;
    char kernel[32], message[TCR_SIM_MESSAGE] = "";
    union tcr_slot slots[N_OPS];
    struct expected e;

    ck_assert_ptr_nonnull(bytes);
    reset(t, &e);
    for (int i = 0; i < n; ++i) {
        struct sample s = draw(type, &seed);
        update(t, &e, &s);
        memcpy(bytes + (size_t)i * t->size, s.bytes, t->size);
    }
    void *a = test_device(bytes, (size_t)n * t->size + (n == 0));
    job.args = &a;
    snprintf(kernel, sizeof kernel, "one_%d", type);
    ck_assert_msg(test_launch(&job, kernel, n, 1, slots, message), "%s", message);
    check_result(type, TCR_ADD, &e, &slots[0], job.arch, n);

    unsigned n_vars = t->real ? N_OPS - 3 : N_OPS;
    snprintf(kernel, sizeof kernel, "all_%d", type);
    ck_assert_msg(test_launch(&job, kernel, n, n_vars, slots, message), "%s", message);
    for (int op = 0, k = 0; op < N_OPS; ++op)
        if (has_op(t, op))
            check_result(type, op, &e, &slots[k++], job.arch, n);
    ck_assert(tcr_sim_memory_free(a));
    free(bytes);
}

START_TEST(all_types)
{
    static const int sizes[] = {0, 1, 31, 32, 255, 256, 1000, MAX_N};
    char *text = device_text();
    const unsigned arch = test_archs[_i];
    const struct tcr_sim_module module = test_compile(text, arch);
    struct tcr_sim_job job = {.module = &module, .arch = arch};

    test_memory();
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; ++i)
        for (int type = 0; type < N_TYPES; ++type) {
            job.blocks = 1 + (unsigned)i % 3;
            job.threads = 32u << i % 4;
            job.seed = i;
            check_type(&job, type, sizes[i]);
        }
    free(text);
}
END_TEST

Suite *kernel_suite(void)
{
    Suite *s = suite_create("kernels");
    TCase *t = tcase_create("kernels");
    tcase_set_timeout(t, 300);
    tcase_add_loop_test(t, all_types, 0, N_ARCHS);
    suite_add_tcase(s, t);
    return s;
}
