/* Errors of floating sums on the card beside the sequential loop's, by type, class
 * of data and size. */
#include "checks.h"
#include "gpu.h"
#include "../kernels/accuracy.h"

#include <math.h>
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
    for (unsigned plain = 0; plain <= 2; plain += 2) {
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
    accuracy_measure(type, kind, n, draws, THREADS, sum_draws, s, &got);
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
