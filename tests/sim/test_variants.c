/* SPDX-License-Identifier: MIT */
/*
 * The kernels of the literature's variants (kernels/variants), on every
 * architecture, with several blocks and chains, against exact sums.  Values are
 * -1, 0 and 1, so that every order gives the same sum in every type.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "bench/figures/plan.h"
#include "sim_tests.h"

enum { MOST = 20000 };
static const unsigned chains[] = {0, 1, 3, 16};
enum { N_CHAINS = sizeof chains / sizeof *chains };

struct world {
    struct tcr_sim_module module;
    unsigned arch;
    unsigned size; /* bytes of an element */
    void *array, *scratch[2];
    int sum[MOST + 1]; /* of the first n */
};

static void fill(struct world *w)
{
    static const unsigned short half[] = {0xbc00, 0, 0x3c00};
    static const float single[] = {-1, 0, 1};
    unsigned char *bytes = malloc((size_t)MOST * w->size);
    uint64_t seed = 1;

    ck_assert_ptr_nonnull(bytes);
    w->sum[0] = 0;
    for (size_t i = 0; i < MOST; i++) {
        size_t k = test_random(&seed) % 3;
        const void *from = w->size == 2 ? (const void *)&half[k] : &single[k];
        memcpy(bytes + i * w->size, from, w->size);
        w->sum[i + 1] = w->sum[i] + (int)k - 1;
    }
    w->array = test_device(bytes, (size_t)MOST * w->size);
    for (int k = 0; k < 2; k++)
        w->scratch[k] = test_device(NULL, plan_scratch(MOST));
    free(bytes);
}

static void check_sum(struct world *w, enum variant v, long long n, const struct plan_options *o)
{
    struct step steps[MOST_STEPS];
    char message[TCR_SIM_MESSAGE] = "";
    union tcr_slot slot = {.f = -1e30};
    int n_steps = plan_variant(v, n, o, steps);

    ck_assert_int_le(n_steps, MOST_STEPS);
    for (int k = 0; k < n_steps; k++) {
        const struct step *s = &steps[k];
        struct level level = {s->from < 0 ? w->array : w->scratch[s->from], w->scratch[s->to],
                              s->on_cores, s->cores};
        struct tcr_sim_job job = {.module = &w->module,
                                  .arch = w->arch,
                                  .blocks = s->blocks,
                                  .threads = s->threads,
                                  .seed = (uint64_t)n,
                                  .args = &level};
        /* an earlier level leaves no result */
        bool ok = test_launch(&job, variant_kernels[v][s->later], s->n, 1, &slot, message);
        ck_assert_msg(ok, "%s, n = %lld, level %d: %s", variant_names[v], n, k, message);
    }
    ck_assert_msg(slot.f == w->sum[n], "sm_%u %s, n = %lld, block %u, chain %u: %g, not %d",
                  w->arch, variant_names[v], n, o->block, o->chain, slot.f, w->sum[n]);
}

static void check_variants(struct world *w, unsigned chain)
{
    static const long long sizes[] = {1, 31, 256, 257, 4095, 4097, MOST};
    static const unsigned blocks[] = {32, 96, 256, 1024};

    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        for (int v = 0; v < N_VARIANT_KERNELS; v++) {
            struct plan_options o = {blocks[(k + (size_t)v) % 4], chain, 0.125 * (double)(k + 2),
                                     3};
            if (sizes[k] / o.block > 200) /* the simulated device runs one thread at a time */
                o.block = 256;
            check_sum(w, (enum variant)v, sizes[k], &o);
        }
}

START_TEST(all_variants)
{
    static const struct {
        const char *name;
        unsigned size;
    } types[] = {{"tcr_half", 2}, {"float", 4}};
    const size_t type = (size_t)_i % 2, arch = (size_t)_i / 2 % N_ARCHS;
    const unsigned chain = chains[(size_t)_i / 2 % N_CHAINS];
    struct world *w = calloc(1, sizeof *w);
    char *text = plan_text("kernels/variants", types[type].name, chain);

    ck_assert_ptr_nonnull(text);
    ck_assert_ptr_nonnull(w);
    test_memory();
    w->arch = test_archs[arch];
    w->module = test_compile(text, w->arch);
    w->size = types[type].size;
    fill(w);
    check_variants(w, chain);
    free(text);
    free(w);
}
END_TEST

Suite *variant_suite(void)
{
    Suite *s = suite_create("variants");
    TCase *t = tcase_create("variants");
    tcase_set_timeout(t, 300);
    tcase_add_loop_test(t, all_variants, 0, 2 * N_ARCHS * (N_CHAINS - 1));
    suite_add_tcase(s, t);
    return s;
}
