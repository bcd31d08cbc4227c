/* SPDX-License-Identifier: MIT */
/*
 * Floating sums on the simulated device: never beyond the a-priori bound, and no
 * less exact than the sequential loop.  A few draws; tests/device/accuracy.c has
 * the many.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "sim_tests.h"
#include "../kernels/accuracy.h"

struct sums {
    struct tcr_sim_job job;
    const char *kernel;
};

/* One sum, as the runtime takes it: again where the result is not finite. */
static double sum_once(const struct sums *s, long long n)
{
    const unsigned zero = 0;
    struct tcr_sim_job job = s->job;
    union tcr_slot slot;
    char message[TCR_SIM_MESSAGE];
    struct tcr_grid grid = {
        .n = n,
        .partial = test_device(NULL, (size_t)job.blocks * TCR_PARTIAL_BYTES),
        .ticket = test_device(&zero, sizeof zero),
        .result = test_device(NULL, sizeof slot),
    };
    void *entry = tcr_sim_module_kernel(job.module, s->kernel);

    ck_assert_ptr_nonnull(entry);
    memcpy(&job.kernel, &entry, sizeof entry);
    job.grid = &grid;
    do {
        ck_assert_msg(tcr_sim_run(&job, message), "%s", message);
        ck_assert(tcr_sim_memory_read(&slot, grid.result, sizeof slot));
    } while (!isfinite(slot.f) && !grid.plain && (grid.plain = TCR_PLAIN | 1u << TCR_SCALED_BIT));
    ck_assert(tcr_sim_memory_free(grid.partial));
    ck_assert(tcr_sim_memory_free(grid.ticket));
    ck_assert(tcr_sim_memory_free(grid.result));
    return slot.f;
}

static void sum_draws(void *context, enum tcr_type type, const void *elements, size_t n, int draws,
                      double *results)
{
    struct sums *s = context;
    const size_t size = n * region_types[type].size;

    for (int d = 0; d < draws; d++) {
        struct {
            long long lb, step;
            void *a;
        } args = {0, 1, test_device((const char *)elements + (size_t)d * size, size)};
        s->job.args = &args;
        results[d] = sum_once(s, (long long)n);
        ck_assert(tcr_sim_memory_free(args.a));
    }
}

/* The unit with one kernel for each floating type, of the type's name. */
static char *sums_text(void)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    ck_assert_ptr_nonnull(out);
    for (int type = TCR_F16; type <= TCR_F64; type++) {
        char *one = region_one((enum tcr_type)type, TCR_ADD, NULL, region_types[type].name, 0);
        fputs(one, out);
        free(one);
    }
    ck_assert_int_eq(fclose(out), 0);
    return text;
}

static void check(struct sums *s, enum tcr_type type, enum draw_class kind, size_t n, int draws)
{
    const struct accuracy_device device = {s->job.arch, s->job.blocks * s->job.threads};
    struct accuracy got;

    accuracy_measure(type, kind, n, draws, 1, device, sum_draws, s, &got);
    ck_assert_msg(!got.beyond && got.median <= got.loop_median && got.greatest <= got.loop_greatest,
                  "sm_%u %s %s, n = %zu: error %g (median), %g; loop %g, %g; of the bound %g",
                  s->job.arch, region_types[type].name, draw_names[kind], n, got.median,
                  got.greatest, got.loop_median, got.loop_greatest, got.worst_share);
}

START_TEST(draws)
{
    static const struct {
        size_t n;
        int draws;
    } sizes[] = {{1, 5}, {3, 5}, {33, 5}, {600, 12}, {3000, 3}};
    const unsigned arch = test_archs[_i];
    char *text = sums_text();
    const struct tcr_sim_module module = test_compile(text, arch);
    struct sums s = {.job = {.module = &module, .arch = arch, .blocks = 2, .threads = 64}};

    test_memory();
    for (int type = TCR_F16; type <= TCR_F64; type++)
        for (int kind = 0; kind < N_DRAWS; kind++)
            for (size_t z = 0; z < sizeof sizes / sizeof sizes[0]; z++) {
                s.kernel = region_types[type].name;
                s.job.blocks = sizes[z].n < 100 ? 1 : 2;
                if (draw_exists((enum tcr_type)type, (enum draw_class)kind))
                    check(&s, (enum tcr_type)type, (enum draw_class)kind, sizes[z].n,
                          sizes[z].draws);
            }
    free(text);
}
END_TEST

/* Sums of float on sm_90 take groups whose sum in double is exact at once: numbers of
 * about as many binades as that allows, which cancel but for a tiny one. */
START_TEST(groups)
{
    enum { N = 4096 };
    static float x[N];
    const double tiny = 0x1p-60;
    char *text = sums_text();
    const struct tcr_sim_module module = test_compile(text, 90);
    struct sums s = {.job = {.module = &module, .arch = 90, .blocks = 2, .threads = 64},
                     .kernel = region_types[TCR_F32].name};
    uint64_t state = 1;

    test_memory();
    for (int binades = 20; binades < 34; binades++)
        for (int zeros = 0; zeros < 2; zeros++) { /* which are no least number */
            double got;

            for (int i = 0; i < N / 2; i++) { /* mostly of the greatest binade, close to the next */
                const uint64_t r = test_random(&state);
                const float number = (float)(r >> 41 | 15 << 20) * 0x1p-23f;
                x[i] = r % 8 == 0 ? ldexpf(number, -binades) : zeros && r % 8 == 1 ? 0.0f : number;
                x[N / 2 + i * 1021 % (N / 2)] = -x[i]; /* in other groups */
            }
            x[0] = (float)tiny;
            x[N / 2] = 0;
            sum_draws(&s, TCR_F32, x, N, 1, &got);
            ck_assert_msg(fabs(got - tiny) < tiny * 1e-9, "%d binades, zeros %d: %a, not %a",
                          binades, zeros, got, tiny);
        }
    free(text);
}
END_TEST

/* Longer: several chains in every lane. */
START_TEST(long_sums)
{
    char *text = sums_text();
    const struct tcr_sim_module module = test_compile(text, 90);
    struct sums s = {.job = {.module = &module, .arch = 90, .blocks = 3, .threads = 128}};

    test_memory();
    for (int type = TCR_F16; type <= TCR_F64; type++) {
        s.kernel = region_types[type].name;
        for (enum draw_class kind = DRAW_UNIFORM; kind <= DRAW_CONDITION_4; kind++)
            check(&s, (enum tcr_type)type, kind, 1 << 16, 2);
    }
    free(text);
}
END_TEST

/* Which tests/sim_cxx.sh does not. */
static void optimised(void)
{
    unsetenv("TCR_SIM_CXX");
}

Suite *accuracy_suite(void)
{
    Suite *s = suite_create("accuracy");
    TCase *t = tcase_create("accuracy");
    tcase_add_checked_fixture(t, optimised, NULL);
    tcase_set_timeout(t, 300);
    tcase_add_loop_test(t, draws, 0, 3); /* sm_75, 80, 90 */
    tcase_add_test(t, groups);
    tcase_add_test(t, long_sums);
    suite_add_tcase(s, t);
    return s;
}
