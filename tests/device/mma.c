/* SPDX-License-Identifier: MIT */
/*
 * Each mma.sync instruction against the simulated device's model of it, bit for
 * bit, on random tiles and on such as are hard: exponents about as far apart as
 * alignment keeps bits, sums that cancel, subnormals, overflow, zeros of both
 * signs, infinities and NaN.
 */
#include "checks.h"
#include "gpu.h"
#include "../../runtime/sim/sim.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 6400, CHUNKS = 16, THREADS = 4, KINDS = 12 };

/* A register holds `each` elements of `bits` bits; numbers of registers a lane. */
struct instruction {
    enum tcr_sim_mma model;
    const char *kernel;
    unsigned least_arch;
    int rows, k, bits, each;
    int exponent_bits, fraction_bits; /* 0: integers */
};
static const struct instruction instructions[] = {
    {TCR_SIM_MMA_F16, "f16", 80, 16, 16, 16, 2, 5, 10},
    {TCR_SIM_MMA_BF16, "bf16", 80, 16, 16, 16, 2, 8, 7},
    {TCR_SIM_MMA_TF32, "tf32", 80, 16, 8, 32, 1, 8, 23},
    {TCR_SIM_MMA_F16_K8, "f16_k8", 75, 16, 8, 16, 2, 5, 10},
    {TCR_SIM_MMA_F64, "f64", 80, 8, 4, 64, 1, 11, 52},
    {TCR_SIM_MMA_F64_K4, "f64_k4", 90, 16, 4, 64, 1, 11, 52},
    {TCR_SIM_MMA_F64_K8, "f64_k8", 90, 16, 8, 64, 1, 11, 52},
    {TCR_SIM_MMA_F64_K16, "f64_k16", 90, 16, 16, 64, 1, 11, 52},
    {TCR_SIM_MMA_U8, "u8", 80, 16, 32, 8, 4, 0, 0},
    {TCR_SIM_MMA_S8, "s8", 80, 16, 32, 8, 4, 0, 0},
    {TCR_SIM_MMA_U8_K16, "u8_k16", 75, 8, 16, 8, 4, 0, 0},
};
enum { N_INSTRUCTIONS = sizeof instructions / sizeof instructions[0] };

/* TEST(name, registers of A and B, of C, and how many; shape; types; operands) */
static const char device_text[] =
    "#define MMA(shape, types, d, ab) \\\n"
    "    asm volatile(\"mma.sync.aligned.\" shape \".row.col.\" types \" \" d \", \" ab \", \" d "
    "\";\"\n"
    "#define D4 \"{%0,%1,%2,%3}\"\n"
    "#define D2 \"{%0,%1}\"\n"
    "#define OUT2(c) : c(d[0]), c(d[1])\n"
    "#define OUT4(c) OUT2(c), c(d[2]), c(d[3])\n"
    "#define IN1(c, x) c(x[0])\n"
    "#define IN2(c, x) IN1(c, x), c(x[1])\n"
    "#define IN4(c, x) IN2(c, x), c(x[2]), c(x[3])\n"
    "#define IN8(c, x) IN4(c, x), c(x[4]), c(x[5]), c(x[6]), c(x[7])\n"
    "#define A4B2 \"{%4,%5,%6,%7}, {%8,%9}\"\n"
    "#define TEST(name, T, D, NA, NB, ND, ...) \\\n"
    "    extern \"C\" __global__ void name(long long n, const T *A, const T *B, D *C) \\\n"
    "    { \\\n"
    "        long long lane = blockIdx.x * (long long)blockDim.x + threadIdx.x; \\\n"
    "        for (; lane < 32 * n; lane += gridDim.x * (long long)blockDim.x) { \\\n"
    "            T a[NA], b[NB]; \\\n"
    "            D d[ND]; \\\n"
    "            for (int i = 0; i < NA; ++i) a[i] = A[lane * NA + i]; \\\n"
    "            for (int i = 0; i < NB; ++i) b[i] = B[lane * NB + i]; \\\n"
    "            for (int i = 0; i < ND; ++i) d[i] = C[lane * ND + i]; \\\n"
    "            __VA_ARGS__); \\\n"
    "            for (int i = 0; i < ND; ++i) C[lane * ND + i] = d[i]; \\\n"
    "        } \\\n"
    "    }\n"
    "#define TEST42(name, D, shape, types, c) \\\n"
    "    TEST(name, unsigned, D, 4, 2, 4, \\\n"
    "         MMA(shape, types, D4, A4B2) OUT4(c) : IN4(\"r\", a), IN2(\"r\", b))\n"
    "#define F64(shape, ab) MMA(shape, \"f64.f64.f64.f64\", D4, ab) OUT4(\"+d\")\n"
    "TEST(f16_k8, unsigned, float, 2, 1, 4,\n"
    "     MMA(\"m16n8k8\", \"f32.f16.f16.f32\", D4, \"{%4,%5}, {%6}\") OUT4(\"+f\")\n"
    "         : IN2(\"r\", a), IN1(\"r\", b))\n"
    "TEST(u8_k16, unsigned, int, 1, 1, 2,\n"
    "     MMA(\"m8n8k16\", \"s32.u8.u8.s32\", D2, \"{%2}, {%3}\") OUT2(\"+r\")\n"
    "         : IN1(\"r\", a), IN1(\"r\", b))\n"
    "#if __CUDA_ARCH__ >= 800\n"
    "TEST42(f16, float, \"m16n8k16\", \"f32.f16.f16.f32\", \"+f\")\n"
    "TEST42(bf16, float, \"m16n8k16\", \"f32.bf16.bf16.f32\", \"+f\")\n"
    "TEST42(tf32, float, \"m16n8k8\", \"f32.tf32.tf32.f32\", \"+f\")\n"
    "TEST42(u8, int, \"m16n8k32\", \"s32.u8.u8.s32\", \"+r\")\n"
    "TEST42(s8, int, \"m16n8k32\", \"s32.s8.s8.s32\", \"+r\")\n"
    "TEST(f64, double, double, 1, 1, 2,\n"
    "     MMA(\"m8n8k4\", \"f64.f64.f64.f64\", D2, \"{%2}, {%3}\") OUT2(\"+d\")\n"
    "         : IN1(\"d\", a), IN1(\"d\", b))\n"
    "#endif\n"
    "#if __CUDA_ARCH__ >= 900\n"
    "TEST(f64_k4, double, double, 2, 1, 4,\n"
    "     F64(\"m16n8k4\", \"{%4,%5}, {%6}\") : IN2(\"d\", a), IN1(\"d\", b))\n"
    "TEST(f64_k8, double, double, 4, 2, 4,\n"
    "     F64(\"m16n8k8\", \"{%4,%5,%6,%7}, {%8,%9}\") : IN4(\"d\", a), IN2(\"d\", b))\n"
    "TEST(f64_k16, double, double, 8, 4, 4,\n"
    "     F64(\"m16n8k16\", \"{%4,%5,%6,%7,%8,%9,%10,%11}, {%12,%13,%14,%15}\")\n"
    "         : IN8(\"d\", a), IN4(\"d\", b))\n"
    "#endif\n";

static int a_registers(const struct instruction *in)
{
    return in->rows * in->k / 32 / in->each;
}
static int b_registers(const struct instruction *in)
{
    return 8 * in->k / 32 / in->each;
}
static int c_registers(const struct instruction *in)
{
    return in->rows / 4;
}
static size_t register_size(const struct instruction *in)
{
    return in->bits == 64 ? 8 : 4;
}

static uint64_t next_random(uint64_t *seed) /* splitmix64 */
{
    uint64_t z = *seed += 0x9e3779b97f4a7c15ull;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return z ^ z >> 31;
}

/* Bits of a float of the format, from its biased exponent (clamped) and a random number. */
static uint64_t make(int exponent_bits, int fraction_bits, long long exponent, uint64_t r)
{
    const long long top = (1ll << exponent_bits) - 1;
    if (exponent < 0)
        exponent = 0;
    if (exponent >= top)
        exponent = top - 1;
    return (r >> 63) << (exponent_bits + fraction_bits) | (uint64_t)exponent << fraction_bits |
           (r & ((1ull << fraction_bits) - 1));
}

/* A number of kind 0 to KINDS - 1.  `which`: 0 an element of A, 1 of B, 2 of C; the
 * exponents of A and B are such that those of C are about their sums. */
static uint64_t draw(int e, int f, int kind, int which, uint64_t *seed)
{
    const long long top = (1ll << e) - 1, one = top / 2;
    const uint64_t r = next_random(seed), sign = (r >> 63) << (e + f);
    const long long spread = (long long)(r >> 40 & 0xffff);

    switch (kind) {
    case 0: /* all finite numbers */
        return make(e, f, spread % top, r);
    case 1: /* near one */
        return make(e, f, one - spread % 4, r);
    case 2: /* powers of 2, as far apart as bits are kept, and a little more */
        return make(e, f, one - (which == 1 ? 0 : spread % 30), r & 1ull << 63);
    case 3: /* the same with whole significands */
        return make(e, f, one - (which == 1 ? spread % 3 : spread % 30), r);
    case 4: /* anything: zeros, infinities, NaN, subnormals */
        if (spread % 64 == 0)
            return sign | (uint64_t)top << f | (r >> 20 & (uint64_t)(spread / 64 % 4 == 0));
        if (spread % 64 < 8)
            return sign;
        return make(e, f, spread % 64 < 12 ? 0 : one + spread % 7 - 3, r);
    case 5: /* products at the lower end of C's range */
        return make(e, f, which == 2 ? spread % 8 : one - 63 - spread % 16 + (e == 11 ? -450 : 0),
                    r);
    case 6: /* products at the upper end */
        return make(e, f,
                    which == 2 ? top - 1 - spread % 3 : one + 64 - spread % 3 + (e == 11 ? 448 : 0),
                    r);
    case 7: /* mostly zeros, of both signs */
        return spread % 16 ? sign : make(e, f, one + spread / 16 % 20 - 10, r);
    case 8: /* few different values: sums cancel */
        return make(e, f, one - spread % 2, r & 0x8000000000000003ull);
    case 9: /* the product's kernels: B is ones, C starts from 0 */
        return which == 1 ? (uint64_t)one << f : which == 2 ? 0 : make(e, f, one - spread % 12, r);
    case 10: /* subnormals times numbers near one and near the top */
        return make(e, f, which == 0 ? 0 : which == 1 ? one + spread % 40 : spread % 30, r);
    default: /* the smallest products under a C of 0 or about as small */
        return which == 2 ? (spread % 2 ? 0 : make(e, f, spread % 3, r))
                          : make(e, f, one - 66 - spread % 16 + (e == 11 ? -450 : 0), r);
    }
}

static uint64_t draw_element(const struct instruction *in, int kind, int which, uint64_t *seed)
{
    if (in->exponent_bits)
        return draw(in->exponent_bits, in->fraction_bits, kind, which, seed);
    const uint64_t r = next_random(seed);
    return kind % 4 == 0 ? 0xff : kind % 4 == 1 ? 0x80 : r & 0xff;
}

static uint64_t draw_register(const struct instruction *in, int kind, int which, uint64_t *seed)
{
    if (which == 2 && in->bits < 32)
        return in->exponent_bits ? draw(8, 23, kind, 2, seed) : next_random(seed) & 0xffffffffu;
    uint64_t bits = 0;
    for (int i = 0; i < in->each; i++)
        bits |= draw_element(in, kind, which, seed) << in->bits * i;
    return bits;
}

/* The registers of a chunk of tiles: lane by lane. */
struct operands {
    char *a, *b, *c, *d; /* d: what the device made of c */
};

static void put(const struct instruction *in, char *to, int n, int kind, int which, uint64_t *seed)
{
    for (int i = 0; i < n; i++) {
        const uint64_t bits = draw_register(in, kind, which, seed);
        const uint32_t low = (uint32_t)bits;
        if (register_size(in) == 8)
            memcpy(to + 8 * i, &bits, 8);
        else
            memcpy(to + 4 * i, &low, 4);
    }
}

struct part {
    const struct instruction *in;
    struct operands *x;
    unsigned arch;
    int first, last, chunk;
    bool compare; /* else: draw */
    long wrong[KINDS], wrong_nan;
    char shown[KINDS][900]; /* the first of each kind */
};

static int kind_of(const struct part *p, int tile)
{
    return (p->chunk * CHUNK + tile) % KINDS;
}

static uint64_t get(const struct instruction *in, const char *from)
{
    uint64_t wide = 0;
    memcpy(&wide, from, register_size(in));
    return wide;
}

/* Element at of row `row` of A, or of column `row` of B, of a tile. */
static uint64_t element(const struct instruction *in, const char *tile, bool of_b, int row, int at)
{
    const int groups = of_b ? 1 : in->rows / 8, n = of_b ? b_registers(in) : a_registers(in);
    const int lane = row % 8 * 4 + at / in->each % 4;
    const int r = row / 8 + groups * (at / (4 * in->each));
    const uint64_t bits = get(in, tile + register_size(in) * (size_t)(lane * n + r));
    return in->bits == 64 ? bits : bits >> in->bits * (at % in->each) & ((1ull << in->bits) - 1);
}

static void describe(struct part *p, int tile, int lane, int i, uint64_t want)
{
    const struct instruction *in = p->in;
    const size_t size = register_size(in);
    const int row = lane / 4 + i / 2 * 8, column = lane % 4 * 2 + i % 2;
    const size_t at = size * (size_t)((tile * 32 + lane) * c_registers(in) + i);
    char *text = p->shown[kind_of(p, tile)], *end = text + sizeof p->shown[0];

    text += snprintf(text, (size_t)(end - text), "%s kind %d: device %llx model %llx c %llx ab",
                     in->kernel, kind_of(p, tile), (unsigned long long)get(in, p->x->d + at),
                     (unsigned long long)want, (unsigned long long)get(in, p->x->c + at));
    for (int k = 0; k < in->k && text < end; k++)
        text += snprintf(
            text, (size_t)(end - text), " %llx*%llx",
            (unsigned long long)element(in, p->x->a + size * (size_t)(tile * 32 * a_registers(in)),
                                        false, row, k),
            (unsigned long long)element(in, p->x->b + size * (size_t)(tile * 32 * b_registers(in)),
                                        true, column, k));
}

static bool both_nan(const struct instruction *in, uint64_t x, uint64_t y)
{
    const uint64_t top = in->bits == 64 ? 0x7ffull << 52 : 0xffull << 23;
    return (x & (2 * top - 1) & ~(1ull << (in->bits == 64 ? 63 : 31))) > top &&
           (y & (2 * top - 1) & ~(1ull << (in->bits == 64 ? 63 : 31))) > top;
}

static void compare_tile(struct part *p, int tile)
{
    const struct instruction *in = p->in;
    const size_t size = register_size(in);
    const size_t na = size * (size_t)a_registers(in), nb = size * (size_t)b_registers(in);
    const size_t nc = size * (size_t)c_registers(in);
    char own[32][4 * 8];
    void *d[32];
    const void *a[32], *b[32];

    for (int lane = 0; lane < 32; lane++) {
        const size_t at = (size_t)(tile * 32 + lane);
        a[lane] = p->x->a + at * na;
        b[lane] = p->x->b + at * nb;
        d[lane] = memcpy(own[lane], p->x->c + at * nc, nc);
    }
    if (!tcr_sim_mma(in->model, p->arch, d, a, b))
        exit(1);
    for (int lane = 0; lane < 32; lane++)
        for (int i = 0; i < c_registers(in); i++) {
            const uint64_t want = get(in, own[lane] + size * (size_t)i);
            const uint64_t got =
                get(in, p->x->d + (size_t)(tile * 32 + lane) * nc + size * (size_t)i);
            if (want == got)
                continue;
            if (p->wrong[kind_of(p, tile)]++ == 0)
                describe(p, tile, lane, i, want);
            p->wrong_nan += in->exponent_bits && both_nan(in, want, got);
        }
}

static void *work(void *context)
{
    struct part *p = context;
    const struct instruction *in = p->in;
    const size_t size = register_size(in);
    const int n[3] = {a_registers(in), b_registers(in), c_registers(in)};
    char *const to[3] = {p->x->a, p->x->b, p->x->c};

    for (int tile = p->first; tile < p->last; tile++) {
        uint64_t seed = (uint64_t)(p->chunk * CHUNK + tile) * 977u + (uint64_t)in->model;
        for (int which = 0; which < 3 && !p->compare; which++)
            put(in, to[which] + size * (size_t)(tile * 32 * n[which]), 32 * n[which],
                kind_of(p, tile), which, &seed);
        if (p->compare)
            compare_tile(p, tile);
    }
    return NULL;
}

/* Draw, or compare, a chunk; wrong[kind] counts the results that differ. */
static void in_parallel(const struct instruction *in, struct operands *x, int chunk, bool compare,
                        long wrong[KINDS])
{
    static struct part parts[THREADS];
    pthread_t threads[THREADS];

    for (int t = 0; t < THREADS; t++) {
        parts[t] = (struct part){
            in,  x, gpu_arch, CHUNK / THREADS * t, CHUNK / THREADS * (t + 1), chunk, compare,
            {0}, 0, {{0}}};
        if (pthread_create(&threads[t], NULL, work, &parts[t]))
            exit(1);
    }
    for (int t = 0; t < THREADS; t++) {
        pthread_join(threads[t], NULL);
        for (int kind = 0; kind < KINDS; kind++) {
            if (wrong[kind] == 0 && parts[t].wrong[kind])
                printf("%s\n", parts[t].shown[kind]);
            wrong[kind] += parts[t].wrong[kind];
        }
        if (parts[t].wrong_nan)
            printf("%s: %ld of them NaN with other bits\n", in->kernel, parts[t].wrong_nan);
    }
}

static long check_instruction(CUmodule module, const struct instruction *in)
{
    const size_t lanes = (size_t)CHUNK * 32 * register_size(in);
    const size_t size[3] = {lanes * (size_t)a_registers(in), lanes * (size_t)b_registers(in),
                            lanes * (size_t)c_registers(in)};
    struct operands x = {malloc(size[0]), malloc(size[1]), malloc(size[2]), malloc(size[2])};
    CUfunction f = gpu_function(module, in->kernel);
    CUdeviceptr a, b, c;
    long long n = CHUNK;
    long wrong[KINDS] = {0}, all = 0;

    if (!x.a || !x.b || !x.c || !x.d)
        exit(1);
    GPU(cuMemAlloc(&a, size[0]));
    GPU(cuMemAlloc(&b, size[1]));
    GPU(cuMemAlloc(&c, size[2]));
    for (int chunk = 0; chunk < CHUNKS; chunk++) {
        void *parameters[] = {&n, &a, &b, &c};
        in_parallel(in, &x, chunk, false, wrong);
        GPU(cuMemcpyHtoD(a, x.a, size[0]));
        GPU(cuMemcpyHtoD(b, x.b, size[1]));
        GPU(cuMemcpyHtoD(c, x.c, size[2]));
        GPU(cuLaunchKernel(f, 400, 1, 1, 256, 1, 1, 0, NULL, parameters, NULL));
        GPU(cuMemcpyDtoH(x.d, c, size[2]));
        in_parallel(in, &x, chunk, true, wrong);
    }
    for (int kind = 0; kind < KINDS; kind++) {
        if (wrong[kind])
            printf("%s: %ld of kind %d\n", in->kernel, wrong[kind], kind);
        all += wrong[kind];
    }
    printf("%-24s %d tiles, %ld of %lld results differ\n", tcr_sim_mma_name(in->model),
           CHUNK * CHUNKS, all, (long long)CHUNK * CHUNKS * 8 * in->rows);
    GPU(cuMemFree(a));
    GPU(cuMemFree(b));
    GPU(cuMemFree(c));
    free(x.a);
    free(x.b);
    free(x.c);
    free(x.d);
    return all;
}

void check_mma(void)
{
    CUmodule module = gpu_build(device_text, NULL);
    int wrong = 0, n = 0;
    for (int i = 0; i < N_INSTRUCTIONS; i++)
        if (gpu_arch >= instructions[i].least_arch) {
            wrong += check_instruction(module, &instructions[i]) != 0;
            n++;
        }
    GPU(cuModuleUnload(module));
    check_row("MMA as the model has it", wrong, "%d of %d instructions differ, %d tiles each",
              wrong, n, CHUNK * CHUNKS);
}
