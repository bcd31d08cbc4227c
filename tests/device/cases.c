/* SPDX-License-Identifier: MIT */
/* Every type and operator, over sizes that fill tiles, miss them by one, or
 * leave most of the grid without work, against exact results. */
#include "checks.h"
#include "gpu.h"
#include "../kernels/regions.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 2 * (1 << 20) * 8 + 16 }; /* bytes of the array and of its copy */

static unsigned long long seed = 1;

static unsigned long long next_random(void) /* splitmix64 */
{
    unsigned long long z = seed += 0x9e3779b97f4a7c15ull;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return z ^ z >> 31;
}

/* One element, such that the result says something: products stay in range,
 * ands do not all become 0, truth depends on single elements. */
static double pick_float(enum tcr_op op, size_t n)
{
    static const double factors[] = {0.5, 2.0, -1.0, 1.0};
    unsigned long long r = next_random();
    bool rare = r % (2 * n) == 0;
    switch (op) {
    case TCR_MUL:
        return r % 64 ? 1.0 : factors[r / 64 % 4];
    case TCR_MIN:
    case TCR_MAX:
        return r % 97 == 0 ? (double)NAN : (double)(r >> 11) * 0x1p-52 - 1.0;
    case TCR_LAND:
        return !rare;
    case TCR_LOR:
        return rare;
    default:
        return (double)(r >> 11) * 0x1p-52 - 1.0;
    }
}

static unsigned long long pick_int(enum tcr_op op, size_t n)
{
    unsigned long long r = next_random();
    bool rare = r % (2 * n) == 0;
    switch (op) {
    case TCR_MUL:
        return r % 64 ? 1 : r >> 6 | 1;
    case TCR_AND:
        return r % n < 3 ? ~(1ull << (r >> 58)) : ~0ull;
    case TCR_OR:
        return r % n < 3 ? 1ull << (r >> 58) : 0;
    case TCR_LAND:
        return !rare;
    case TCR_LOR:
        return rare;
    default:
        return r;
    }
}

struct exact {
    __float128 f, magnitude; /* sum of |x| */
    unsigned long long u;
};

static void fold_float(struct exact *e, enum tcr_op op, double x)
{
    switch (op) {
    case TCR_ADD:
        e->f += (__float128)x;
        e->magnitude += (__float128)fabs(x);
        break;
    case TCR_MUL:
        e->f *= (__float128)x;
        break;
    case TCR_MIN:
        if ((__float128)x < e->f)
            e->f = (__float128)x;
        break;
    case TCR_MAX:
        if ((__float128)x > e->f)
            e->f = (__float128)x;
        break;
    case TCR_LAND:
        e->u = e->u && x != 0;
        break;
    default:
        e->u = e->u || x != 0;
        break;
    }
}

static void fold_int(struct exact *e, enum tcr_op op, long long x, bool is_signed)
{
    unsigned long long u = (unsigned long long)x;
    bool less = is_signed ? x < (long long)e->u : u < e->u;
    switch (op) {
    case TCR_ADD:
        e->u += u;
        break;
    case TCR_MUL:
        e->u *= u;
        break;
    case TCR_MIN:
        e->u = less ? u : e->u;
        break;
    case TCR_MAX:
        e->u = less ? e->u : u;
        break;
    case TCR_AND:
        e->u &= u;
        break;
    case TCR_OR:
        e->u |= u;
        break;
    case TCR_XOR:
        e->u ^= u;
        break;
    case TCR_LAND:
        e->u = e->u && u;
        break;
    case TCR_LOR:
        e->u = e->u || u;
        break;
    }
}

/* Fill `array` and reduce it exactly. */
static struct exact prepare(enum tcr_type type, enum tcr_op op, void *array, size_t n)
{
    const struct type_facts *t = &region_types[type];
    struct exact e = {0};
    e.u = op == TCR_MUL || op == TCR_LAND;
    e.f = op == TCR_MUL ? 1 : op == TCR_MIN ? (__float128)INFINITY : 0;
    if (op == TCR_MAX)
        e.f = -(__float128)INFINITY;
    if (op == TCR_AND)
        e.u = ~0ull;
    for (size_t i = 0; i < n; i++) {
        if (t->is_float) {
            region_put_float(type, array, i, pick_float(op, n));
            fold_float(&e, op, region_float(type, array, i));
            continue;
        }
        region_put_int(type, array, i, pick_int(op, n));
        long long x = region_int(type, array, i);
        if (i == 0 && (op == TCR_MIN || op == TCR_MAX))
            e.u = (unsigned long long)x;
        fold_int(&e, op, x, t->is_signed);
    }
    return e;
}

static bool right(enum tcr_type type, enum tcr_op op, union tcr_slot got, const struct exact *e,
                  size_t n)
{
    const struct type_facts *t = &region_types[type];
    if (op == TCR_LAND || op == TCR_LOR)
        return got.u == e->u;
    if (!t->is_float)
        return got.i == region_wrap(type, e->u);
    if (op != TCR_ADD)
        return (__float128)got.f == e->f;
    /* the bound of the sequential loop in the declared type */
    __float128 error = (__float128)got.f - e->f;
    error = error < 0 ? -error : error;
    return error <= (__float128)((double)(n - 1) * t->unit) * e->magnitude +
                        (__float128)0x1p-53 * e->magnitude;
}

/* One pair over all sizes; number of wrong results. */
static int check_pair(CUfunction f, enum tcr_type type, enum tcr_op op, const size_t *sizes,
                      size_t n_sizes, void *array, CUdeviceptr a)
{
    int wrong = 0;
    for (size_t s = 0; s < n_sizes; s++) {
        size_t n = sizes[s];
        struct exact e = prepare(type, op, array, n);
        CUdeviceptr end = a + ROOM - n * region_types[type].size;
        GPU(cuMemcpyHtoD(a, array, n * region_types[type].size));
        GPU(cuMemcpyHtoD(end, array, n * region_types[type].size));
        for (unsigned way = 0; way < 5; way++) { /* the last: as the allocation ends */
            unsigned plain = way & 1, block = way & 2 ? 96 : 256;
            unsigned grid = way & 2 ? 3 : gpu_full_grid(f, block);
            gpu_launch(f, way & 4 ? end : a, (long long)n, plain, grid, block);
            union tcr_slot got = gpu_result();
            if (right(type, op, got, &e, n))
                continue;
            wrong++;
            printf("%s %s n=%zu plain=%u grid=%u: got %.17g or %lld, exact %.17g or %lld\n",
                   region_types[type].name, region_ops[op], n, plain, grid, got.f, got.i,
                   (double)e.f, region_wrap(type, e.u));
        }
    }
    return wrong;
}

void check_cases(bool small, const char *cubin)
{
    static const size_t sizes[] = {1,   31,  32,   33,   255,  256,           257,
                                   511, 767, 1023, 1025, 4097, (1 << 20) - 1, (1 << 20) + 1};
    size_t n_sizes = small ? 7 : sizeof sizes / sizeof *sizes;
    void *array = malloc((1 << 20) * 8 + 8);
    char *text = region_all();
    CUmodule module = gpu_build(text, cubin);
    CUdeviceptr a;
    int wrong = 0, pairs = 0;
    if (!array)
        exit(1);
    GPU(cuMemAlloc(&a, ROOM));
    for (int t = 0; t < N_TYPES; t++)
        for (int o = 0; o < N_OPS; o++) {
            enum tcr_type type = (enum tcr_type)t;
            enum tcr_op op = (enum tcr_op)o;
            char name[40];
            if (!region_exists(type, op))
                continue;
            snprintf(name, sizeof name, "%s_%s", region_types[t].name, region_ops[o]);
            wrong += check_pair(gpu_function(module, name), type, op, sizes, n_sizes, array, a);
            pairs++;
        }
    GPU(cuMemFree(a));
    GPU(cuModuleUnload(module));
    free(text);
    free(array);
    check_row("types and operators", wrong, "%d pairs, %zu sizes, %d wrong", pairs, n_sizes, wrong);
}

void check_long(void)
{
    const long long n = (1ll << 31) + 5;
    char *text = region_one(TCR_I64, TCR_ADD, "signed char", "long_sum", 0);
    CUmodule module = gpu_build(text, NULL);
    CUfunction f = gpu_function(module, "long_sum");
    CUdeviceptr a;
    GPU(cuMemAlloc(&a, (size_t)n));
    GPU(cuMemsetD8(a, 0xfd, (size_t)n)); /* -3 */
    GPU(cuMemsetD8(a + (CUdeviceptr)n - 5, 100, 5));
    gpu_launch(f, a, n, 0, gpu_full_grid(f, 256), 256);
    long long got = gpu_result().i, exact = -3 * (n - 5) + 500;
    GPU(cuMemFree(a));
    GPU(cuModuleUnload(module));
    free(text);
    check_row("2^31+5 iterations", got != exact, "got %lld, exact %lld", got, exact);
}
