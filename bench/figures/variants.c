/* SPDX-License-Identifier: MIT */
/*
 * variants.c: times and errors of sums by the variants of plan.h (variants --help).
 *
 * A measurement is a number of calls, one after the other, between two events,
 * each on another part of an array of 512 MB or more, so that nothing is found in
 * a cache; its time is that of one call.  What is printed are the median and the
 * quartiles of --repeat measurements.  Errors are those of the result before it
 * is rounded to the variable's type, relative to the exact sum.
 */
#include "device.h"
#include "host.h"
#include "options.h"
#include "plan.h"
#include "runtime/backend/backend.h"
#include "runtime/device/device.h"
#include "runtime/device/grid.h"
#include "tests/device/gpu.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char *const type_names[] = {"f16", "f32"};
static const char *const device_types[] = {"tcr_half", "float"};
static const unsigned sizes[] = {2, 4};
static const char *const distribution_names[] = {"normal", "uniform", "steps"};

/* One sum: what is asked for. */
struct sum {
    enum variant variant;
    enum element type;
    enum distribution distribution;
    long long n;
    struct plan_options plan;
};

__extension__ typedef __int128 wide;

struct tcr_properties tcr_properties; /* what the runtime's choice of a grid asks for */

/* What there is to sum it with. */
static struct {
    CUdeviceptr array, scratch[2], partial, ticket, result;
    long long bytes; /* of the array */
    enum element filled_type;
    enum distribution filled;
    bool is_filled;
    void *host; /* the same for OpenMP, or NULL */
    size_t cub_size;
    CUmodule module[N_ELEMENTS][17];
    const char *kernels;
} world;

enum { PARTIALS = 1 << 20, ROTATE = 512 << 20 };

static CUfunction find_kernel(const struct sum *s, bool later)
{
    unsigned chain = s->plan.chain;
    CUmodule *module = &world.module[s->type][chain];
    if (!*module) {
        char *text = plan_text(world.kernels, device_types[s->type], chain);
        if (!text) {
            fprintf(stderr, "variants: cannot read the kernels in %s; give --kernels\n",
                    world.kernels);
            exit(1);
        }
        *module = gpu_build(text, NULL);
        free(text);
    }
    return gpu_function(*module, variant_kernels[s->variant][later]);
}

static void check_runtime(int error, const char *what)
{
    if (error) {
        fprintf(stderr, "variants: %s: CUDA runtime error %d\n", what, error);
        exit(1);
    }
}

/* ---- one call ---- */

struct call {
    const struct sum *sum;
    CUfunction kernel[2];
    struct step steps[MOST_STEPS];
    int n_steps;
    long long stride, parts, next; /* of the array: bytes apart, how many, which is next */
    double host_result;
};

/* The product's launch, with the grid that the runtime gives it. */
static struct step product_step(const struct sum *s, CUfunction kernel)
{
    const unsigned char type = s->type == ELEMENT_F16 ? TCR_F16 : TCR_F32;
    struct tcr_var var = {"sum", TCR_ADD, type};
    struct tcr_base base = {.elem_size = sizes[s->type]};
    struct tcr_region region = {.n_vars = 1,
                                .vars = &var,
                                .n_bases = 1,
                                .bases = &base,
                                .block = s->plan.block,
                                .ops_per_iteration = 1};
    struct tcr_launch l;
    unsigned threads = tcr_grid_tuning(&region).threads;
    tcr_grid_shape(&l, &region, threads, gpu_full_grid(kernel, threads) / (unsigned)gpu_sms, s->n);
    return (struct step){.blocks = l.blocks, .threads = l.threads, .n = s->n, .from = -1};
}

static void prepare(struct call *c, const struct sum *s)
{
    struct plan_options plan = s->plan;
    *c = (struct call){.sum = s};
    c->stride = (s->n * sizes[s->type] + 255) / 256 * 256;
    c->parts = c->stride > ROTATE / 2 ? 1 : ROTATE / c->stride;
    if (s->variant < N_VARIANT_KERNELS) {
        for (int later = 0; later < 2; later++)
            if (variant_kernels[s->variant][later])
                c->kernel[later] = find_kernel(s, later);
        plan.filling = gpu_full_grid(c->kernel[0], plan.block ? plan.block : 256);
        c->n_steps = plan_variant(s->variant, s->n, &plan, c->steps);
        if (s->variant == VARIANT_SINGLE)
            c->steps[0] = product_step(s, c->kernel[0]);
    }
}

static void launch_steps(struct call *c, CUdeviceptr in)
{
    for (int k = 0; k < c->n_steps; k++) {
        const struct step *s = &c->steps[k];
        struct level level = {(void *)(s->from < 0 ? in : world.scratch[s->from]),
                              (void *)world.scratch[s->to], s->on_cores, s->cores};
        struct tcr_grid grid = {.n = s->n,
                                .partial = (void *)world.partial,
                                .ticket = (void *)world.ticket,
                                .result = (void *)world.result};
        void *parameters[] = {&level, &grid};
        GPU(cuLaunchKernel(c->kernel[s->later], s->blocks, 1, 1, s->threads, 1, 1, 0, NULL,
                           parameters, NULL));
    }
}

static void run_once(struct call *c)
{
    const struct sum *s = c->sum;
    long long at = c->next++ % c->parts * c->stride;
    if (s->variant < N_VARIANT_KERNELS) {
        launch_steps(c, world.array + (CUdeviceptr)at);
    } else if (s->variant == VARIANT_OPENMP) {
        c->host_result = host_sum(s->type == ELEMENT_F16, (char *)world.host + at, s->n);
    } else {
        size_t size = world.cub_size;
        check_runtime(device_cub(s->type, s->variant == VARIANT_CUB_HALF, (void *)world.scratch[0],
                                 &size, (void *)(world.array + (CUdeviceptr)at),
                                 (void *)world.result, s->n),
                      "CUB");
    }
}

static double half_value(unsigned bits)
{
    int exponent = (int)(bits >> 10 & 31u);
    double fraction = (double)(bits & 1023u), sign = bits & 0x8000u ? -1 : 1;
    if (exponent == 31)
        return fraction != 0 ? (double)NAN : sign * (double)INFINITY;
    return sign * (exponent ? ldexp(fraction + 1024, exponent - 25) : ldexp(fraction, -24));
}

/* The result of a call on the first part. */
static double result_of(struct call *c)
{
    unsigned short half;
    float single;
    double result;
    c->next = 0;
    run_once(c);
    GPU(cuCtxSynchronize());
    if (c->sum->variant == VARIANT_OPENMP)
        return c->host_result;
    if (c->sum->variant < N_VARIANT_KERNELS) {
        GPU(cuMemcpyDtoH(&result, world.result, sizeof result));
        return result;
    }
    if (c->sum->variant == VARIANT_CUB_HALF && c->sum->type == ELEMENT_F16) {
        GPU(cuMemcpyDtoH(&half, world.result, sizeof half));
        return half_value(half);
    }
    GPU(cuMemcpyDtoH(&single, world.result, sizeof single));
    return (double)single;
}

/* ---- measuring ---- */

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Seconds of one call of several. */
static double measure_once(struct call *c, int calls)
{
    static CUevent begin, end;
    float time;
    if (c->sum->variant == VARIANT_OPENMP) {
        double start = now();
        for (int k = 0; k < calls; k++)
            run_once(c);
        return (now() - start) / calls;
    }
    if (!begin) {
        GPU(cuEventCreate(&begin, CU_EVENT_DEFAULT));
        GPU(cuEventCreate(&end, CU_EVENT_DEFAULT));
    }
    GPU(cuEventRecord(begin, NULL));
    for (int k = 0; k < calls; k++)
        run_once(c);
    GPU(cuEventRecord(end, NULL));
    GPU(cuEventSynchronize(end));
    GPU(cuEventElapsedTime(&time, begin, end));
    return (double)time * 1e-3 / calls;
}

static void measure(struct call *c, int repeat, double time[99])
{
    int calls = c->sum->n <= 1 << 22 ? 20 : c->sum->n <= 1 << 26 ? 4 : 1;
    if (c->sum->variant == VARIANT_OPENMP && repeat > 7)
        repeat = 7; /* long ones: seconds */
    measure_once(c, 2);
    for (int k = 0; k < repeat; k++)
        time[k] = measure_once(c, calls);
    qsort(time, (size_t)repeat, sizeof *time, by_value);
    time[97] = time[repeat / 4];
    time[98] = time[3 * repeat / 4];
    time[0] = time[repeat / 2];
}

/* ---- data ---- */

static void fill(const struct sum *s)
{
    if (world.is_filled && world.filled_type == s->type && world.filled == s->distribution)
        return;
    check_runtime(
        device_fill(s->type, s->distribution, (void *)world.array, world.bytes / sizes[s->type]),
        "filling the array");
    world.filled_type = s->type;
    world.filled = s->distribution;
    world.is_filled = true;
    if (world.host)
        GPU(cuMemcpyDtoH(world.host, world.array, (size_t)world.bytes));
}

/* The exact sum of the first n elements, remembered; short ones are compared
 * with the host's. */
static long double exact(const struct sum *s)
{
    static struct sum of;
    static long double sum;
    static bool known;
    if (known && of.type == s->type && of.distribution == s->distribution && of.n == s->n)
        return sum;
    check_runtime(device_exact_sum(s->type, (void *)world.array, s->n, &sum), "the exact sum");
    of = *s;
    known = true;
    if (s->n > 1 << 16)
        return sum;
    unsigned char *bytes = malloc((size_t)s->n * sizes[s->type]);
    wide units = 0; /* of 2^-62 */
    if (!bytes)
        exit(1);
    GPU(cuMemcpyDtoH(bytes, world.array, (size_t)s->n * sizes[s->type]));
    for (long long i = 0; i < s->n; i++) {
        unsigned short half;
        float single;
        memcpy(&half, bytes + i * 2, sizeof half);
        if (s->type == ELEMENT_F32)
            memcpy(&single, bytes + i * 4, sizeof single);
        else
            single = (float)half_value(half);
        units += (wide)ldexpl((long double)single, 62);
    }
    free(bytes);
    if ((long double)units * 0x1p-62L != sum) {
        fprintf(stderr, "variants: the exact sum of %lld elements is wrong\n", s->n);
        exit(1);
    }
    return sum;
}

static void open_world(const struct options *o)
{
    long long most = 0, elements = 0;
    bool openmp = false;
    for (int k = 0; k < o->size.n; k++)
        elements = (long long)o->size.value[k] > elements ? (long long)o->size.value[k] : elements;
    for (int k = 0; k < o->type.n; k++)
        most = sizes[(int)o->type.value[k]] > most ? sizes[(int)o->type.value[k]] : most;
    for (int k = 0; k < o->variant.n; k++)
        openmp |= (int)o->variant.value[k] == VARIANT_OPENMP;
    world.bytes = elements * most < ROTATE ? ROTATE : elements * most;
    world.bytes += 256 * 1024; /* parts are whole multiples of 256 bytes */
    world.kernels = o->kernels;
    printf("# ");
    gpu_open();
    tcr_properties.arch = gpu_arch;
    tcr_properties.multiprocessors = (unsigned)gpu_sms;
    GPU(cuMemAlloc(&world.array, (size_t)world.bytes));
    for (int k = 0; k < 2; k++)
        GPU(cuMemAlloc(&world.scratch[k], (size_t)plan_scratch(elements)));
    GPU(cuMemAlloc(&world.partial, PARTIALS));
    GPU(cuMemAlloc(&world.ticket, sizeof(unsigned)));
    GPU(cuMemAlloc(&world.result, 16));
    GPU(cuMemsetD32(world.ticket, 0, 1));
    if (openmp && !(world.host = malloc((size_t)world.bytes)))
        exit(1);
    world.cub_size = (size_t)plan_scratch(elements);
}

/* What the card is busy with, and with which versions. */
static void print_head(void)
{
    int driver = 0, cub = device_cub_version();
    char date[40];
    time_t t = time(NULL);
    GPU(cuDriverGetVersion(&driver));
    strftime(date, sizeof date, "%Y-%m-%d", gmtime(&t));
    printf("# CUDA %d.%d (driver API), CUB %d.%d.%d, OpenMP threads %d, %s\n", driver / 1000,
           driver % 1000 / 10, cub / 100000, cub / 100 % 1000, cub % 100, host_threads(), date);
    printf("# variant type distribution n block chain fraction microseconds quartile1 quartile3 "
           "gelements_per_s gbytes_per_s relative_error result\n");
}

/* ---- what is asked for ---- */

static void print_sum(const struct sum *s, int repeat)
{
    struct call c;
    double time[99];
    fill(s);
    long double right = exact(s);
    prepare(&c, s);
    double result = result_of(&c);
    measure(&c, repeat, time);
    double error = right == 0 ? fabs(result) : (double)(fabsl(result - right) / fabsl(right));
    printf("%-15s %s %-7s %-10lld %4u %2u %4.2f %10.3f %10.3f %10.3f %8.3f %8.2f %9.3g %.10g\n",
           variant_names[s->variant], type_names[s->type], distribution_names[s->distribution],
           s->n, s->plan.block, s->plan.chain, s->plan.fraction, time[0] * 1e6, time[97] * 1e6,
           time[98] * 1e6, (double)s->n / time[0] * 1e-9,
           (double)s->n * sizes[s->type] / time[0] * 1e-9, error, result);
    fflush(stdout);
}

/* Sums of steps are exact, in half up to 2^11: the walk stays below that. */
static int check_sum(const struct sum *s)
{
    struct call c;
    fill(s);
    prepare(&c, s);
    long double right = exact(s);
    double result = result_of(&c);
    if ((long double)result == right)
        return 0;
    printf("WRONG %s %s n = %lld block %u chain %u fraction %g: %.17g, not %.17Lg\n",
           variant_names[s->variant], type_names[s->type], s->n, s->plan.block, s->plan.chain,
           s->plan.fraction, result, right);
    return 1;
}

static bool has_form(const struct sum *s)
{
    return s->variant != VARIANT_CUB_HALF || s->type == ELEMENT_F16;
}

static int check_all(const struct options *o)
{
    static const long long n[] = {1,    2,     31,    32,     33,     255,     256,
                                  257,  511,   512,   513,    1023,   1024,    4095,
                                  4097, 65535, 65537, 262143, 262145, 1000003, 1048576};
    static const unsigned blocks[] = {32, 96, 256, 1024}, chains[] = {0, 1, 2, 3, 5, 8, 16};
    int wrong = 0, count = 0;
    for (int type = 0; type < N_ELEMENTS; type++)
        for (size_t k = 0; k < sizeof n / sizeof *n; k++)
            for (int v = 0; v < o->variant.n; v++)
                for (size_t c = 0; c < sizeof chains / sizeof *chains; c++) {
                    struct sum s = {(enum variant)o->variant.value[v],
                                    (enum element)type,
                                    STEPS,
                                    n[k],
                                    {blocks[(k + c) % 4], chains[c], (double)c / 6, 0}};
                    if (!has_form(&s) || (s.variant >= N_VARIANT_KERNELS && c > 0))
                        continue;
                    wrong += check_sum(&s);
                    count++;
                }
    printf("%d passed, %d failed\n", count - wrong, wrong);
    return wrong != 0;
}

/* Of an option that a variant does not have, the first value stands for all. */
static void print_shapes(const struct options *o, struct sum *s)
{
    bool blocks = s->variant < N_VARIANT_KERNELS;
    bool chains = s->variant <= VARIANT_SPLIT, fractions = s->variant == VARIANT_SPLIT;
    for (int b = 0; b < (blocks ? o->block.n : 1); b++)
        for (int c = 0; c < (chains ? o->chain.n : 1); c++)
            for (int f = 0; f < (fractions ? o->fraction.n : 1); f++) {
                s->plan =
                    (struct plan_options){(unsigned)o->block.value[b], (unsigned)o->chain.value[c],
                                          fractions ? o->fraction.value[f] : 0, 0};
                print_sum(s, o->repeat);
            }
}

static void print_all(const struct options *o)
{
    struct sum s;
    for (int t = 0; t < o->type.n; t++)
        for (int d = 0; d < o->distribution.n; d++)
            for (int n = 0; n < o->size.n; n++)
                for (int v = 0; v < o->variant.n; v++) {
                    s.variant = (enum variant)o->variant.value[v];
                    s.type = (enum element)o->type.value[t];
                    s.distribution = (enum distribution)o->distribution.value[d];
                    s.n = (long long)o->size.value[n];
                    if (has_form(&s))
                        print_shapes(o, &s);
                }
}

int main(int argc, char **argv)
{
    struct options o;
    options_parse(&o, argc, argv);
    open_world(&o);
    print_head();
    if (o.check)
        return check_all(&o);
    print_all(&o);
    return 0;
}
