/* SPDX-License-Identifier: MIT */
/* Errors of floating sums on the card beside the sequential loop's, by type, class
 * of data and size. */
#include "checks.h"
#include "gpu.h"
#include "../kernels/accuracy.h"
#include "../kernels/exact.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 4, MOST_DRAWS = 1000 };

struct sums {
    CUfunction f;
    CUdeviceptr results;
};

/* As the runtime does it: again without tensor cores where the result is not finite. */
static void sum_draws(void *context, enum tcr_type type, const void *elements, size_t n, int draws,
                      double *results)
{
    const struct sums *s = context;
    const size_t bytes = n * region_types[type].size, pitch = (bytes + 255) / 256 * 256;
    union tcr_slot *slots = calloc(MOST_DRAWS, sizeof *slots);
    CUdeviceptr a;

    if (!slots)
        exit(1);
    GPU(cuMemAlloc(&a, pitch * (size_t)draws));
    CUDA_MEMCPY2D copy = {.srcMemoryType = CU_MEMORYTYPE_HOST,
                          .srcHost = elements,
                          .srcPitch = bytes,
                          .dstMemoryType = CU_MEMORYTYPE_DEVICE,
                          .dstDevice = a,
                          .dstPitch = pitch,
                          .WidthInBytes = bytes,
                          .Height = (size_t)draws};
    GPU(cuMemcpy2D(&copy));
    for (unsigned plain = 0; plain <= 3; plain += 3) {
        for (int d = 0; d < draws; d++)
            if (!plain || !isfinite(slots[d].f))
                gpu_launch_into(s->f, a + pitch * (size_t)d, (long long)n, plain,
                                gpu_grid_for(s->f, 256, n), 256,
                                s->results + (size_t)d * sizeof *slots);
        GPU(cuCtxSynchronize());
        GPU(cuMemcpyDtoH(slots, s->results, (size_t)draws * sizeof *slots));
    }
    for (int d = 0; d < draws; d++)
        results[d] = slots[d].f;
    GPU(cuMemFree(a));
    free(slots);
}

static int measure(struct sums *s, enum tcr_type type, enum draw_class kind, size_t n, int draws)
{
    struct accuracy got;
    const struct accuracy_device device = {gpu_arch, gpu_grid_for(s->f, 256, n) * 256};
    accuracy_measure(type, kind, n, draws, THREADS, device, sum_draws, s, &got);
    const bool bad =
        !(got.median <= got.loop_median) || !(got.greatest <= got.loop_greatest) || got.beyond;
    printf("%-5s %-16s n %-8zu draws %-5d median %.1e greatest %.1e  loop %.1e %.1e  "
           "above it %d, bound used %.2g%s\n",
           region_types[type].name, draw_names[kind], n, draws, got.median, got.greatest,
           got.loop_median, got.loop_greatest, got.worse, got.worst_share, bad ? "  BAD" : "");
    return bad;
}

void check_draws(void)
{
    static const struct {
        size_t n;
        int draws;
    } sizes[] = {{1, 1000}, {3, 1000}, {33, 1000}, {500, 1000}, {4097, 1000}, {1 << 18, 12}};
    struct sums s;
    int bad = 0;

    GPU(cuMemAlloc(&s.results, MOST_DRAWS * sizeof(union tcr_slot)));
    for (int t = TCR_F16; t <= TCR_F64; t++) {
        char *text = region_one((enum tcr_type)t, TCR_ADD, NULL, "sum", 0);
        CUmodule module = gpu_build(text, NULL);
        s.f = gpu_function(module, "sum");
        for (int kind = 0; kind < N_DRAWS; kind++)
            for (size_t z = 0; z < sizeof sizes / sizeof *sizes; z++)
                if (draw_exists((enum tcr_type)t, (enum draw_class)kind))
                    bad += measure(&s, (enum tcr_type)t, (enum draw_class)kind, sizes[z].n,
                                   sizes[z].draws);
        GPU(cuModuleUnload(module));
        free(text);
    }
    GPU(cuMemFree(s.results));
    check_row("errors over many draws", bad, "%d rows above the sequential loop or the bound", bad);
}

struct long_sum {
    enum tcr_type type;
    enum draw_class kind;
    size_t n;
    void *elements;
    struct exact sum;
    double magnitudes, loop;
};

static void *draw_long(void *context)
{
    struct long_sum *s = context;
    accuracy_long(s->type, s->kind, s->n, s->elements, &s->sum, &s->magnitudes, &s->loop);
    return NULL;
}

/* Before the result is rounded to the type; 1: beyond the bound, or worse than the loop. */
static int measure_long(const struct long_sum *s, CUfunction f)
{
    const size_t bytes = s->n * region_types[s->type].size;
    const struct accuracy_device device = {gpu_arch, gpu_grid_for(f, 256, s->n) * 256};
    CUdeviceptr a;

    GPU(cuMemAlloc(&a, bytes));
    GPU(cuMemcpyHtoD(a, s->elements, bytes));
    gpu_launch(f, a, (long long)s->n, 0, device.threads / 256, 256);
    const double got = gpu_result().f, exact = exact_value(&s->sum);
    const double error = exact_distance(&s->sum, got);
    const double loop = isfinite(s->loop) ? exact_distance(&s->sum, s->loop) : (double)INFINITY;
    const bool bad =
        !(error <= loop) || error > accuracy_bound(s->type, device, s->n, exact, s->magnitudes);
    printf("%-5s %-16s n %-10zu error / |sum| %.1e  loop %.1e%s\n", region_types[s->type].name,
           draw_names[s->kind], s->n, error / fabs(exact), loop / fabs(exact), bad ? "  BAD" : "");
    GPU(cuMemFree(a));
    return bad || (s->type == TCR_F32 && s->kind == DRAW_UNIFORM && error > 5e-10 * fabs(exact));
}

/* Long sums: up to 2^30 uniform and 2^24 normal numbers. */
void check_long_sums(void)
{
    static const size_t sizes[] = {1 << 20, 1 << 24, 1 << 30};
    int bad = 0;

    for (int z = 0; z < 3; z++)
        for (enum draw_class kind = DRAW_UNIFORM; kind <= (z < 2 ? DRAW_NORMAL : DRAW_UNIFORM);
             kind++) {
            static struct long_sum sums[TCR_F64 - TCR_F16 + 1];
            pthread_t threads[TCR_F64 - TCR_F16 + 1];
            for (int t = 0; t <= TCR_F64 - TCR_F16; t++) {
                sums[t] = (struct long_sum){
                    .type = (enum tcr_type)(t + TCR_F16), .kind = kind, .n = sizes[z]};
                sums[t].elements = malloc(sizes[z] * region_types[sums[t].type].size);
                if (!sums[t].elements || pthread_create(&threads[t], NULL, draw_long, &sums[t]))
                    exit(1);
            }
            for (int t = 0; t <= TCR_F64 - TCR_F16; t++) {
                char *text = region_one(sums[t].type, TCR_ADD, NULL, "sum", 0);
                CUmodule module = gpu_build(text, NULL);
                pthread_join(threads[t], NULL);
                bad += measure_long(&sums[t], gpu_function(module, "sum"));
                GPU(cuModuleUnload(module));
                free(text);
                free(sums[t].elements);
            }
        }
    check_row("errors of long sums", bad, "%d rows above the loop, the bound or 5e-10 (f32)", bad);
}
