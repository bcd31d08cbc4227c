/* SPDX-License-Identifier: MIT */
/*
 * Variables of several numbers, on every architecture: short sections, sums side
 * by side, complex numbers, and sections of which every thread has a copy.
 * Values are small multiples of 1/8: sums are exact.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "sim_tests.h"

static const char text[] =
    "#include \"tcr_device.cuh\"\n"
    "struct args { tcr_ptr<const double> a; tcr_ptr<const int> at; };\n"
    "typedef tcr_vars<tcr_several<tcr_sum<double>, 20>, tcr_sum<double> > columns_vars;\n"
    "struct columns_body {\n"
    "    TCR_DEVICE static void run(const args &A, long long it, columns_vars::value &v) {\n"
    "        for (int k = 0; k < 20; k++)\n"
    "            tcr_get<0>(v)[k] += A.a[it] * k;\n"
    "        tcr_get<1>(v) += 1;\n"
    "    }\n"
    "};\n"
    "TCR_KERNEL(columns, args, columns_vars, columns_body)\n"
    "typedef tcr_vars<tcr_several<tcr_max<float>, 3>, tcr_several<tcr_sum<int>, 5>,\n"
    "                 tcr_several<tcr_sum<double>, 2, tcr_complex<double> >,\n"
    "                 tcr_several<tcr_sum<float>, 4, tcr_array<tcr_complex<float>, 2> > >\n"
    "    mixed_vars;\n"
    "struct mixed_body {\n"
    "    TCR_DEVICE static void run(const args &A, long long it, mixed_vars::value &v) {\n"
    "        const double x = A.a[it];\n"
    "        for (int k = 0; k < 3; k++)\n"
    "            if (x - k > tcr_get<0>(v)[k]) tcr_get<0>(v)[k] = (float)(x - k);\n"
    "        for (int k = 0; k < 5; k++)\n"
    "            tcr_get<1>(v)[k] += A.at[it] << k;\n"
    "        tcr_get<2>(v) += x * tcr_complex<double>{1, 2};\n"
    "        tcr_get<3>(v)[1] -= tcr_complex<float>{0, (float)x};\n"
    "    }\n"
    "};\n"
    "TCR_KERNEL_UNROLL(mixed, args, mixed_vars, mixed_body, 1)\n"
    "typedef tcr_vars<tcr_lor<bool>, tcr_sum<double> > copies_vars;\n"
    "typedef tcr_copies<tcr_sum<double>, tcr_min<int>, tcr_xor<unsigned char>, tcr_max<float> >\n"
    "    copies_list;\n"
    "struct copies_body {\n"
    "    TCR_DEVICE static void run(const tcr_with_grid<args> &W, long long it,\n"
    "                               copies_vars::value &v) {\n"
    "        const args &A = W.args;\n"
    "        unsigned long long at = 0;\n"
    "        const tcr_copy<double> h(W.grid, at, 0);\n"
    "        at += tcr_copies_size<double>(W.grid, 0);\n"
    "        const tcr_copy<int> least(W.grid, at, 1);\n"
    "        at += tcr_copies_size<int>(W.grid, 1);\n"
    "        const tcr_copy<unsigned char> bits(W.grid, at, 2);\n"
    "        at += tcr_copies_size<unsigned char>(W.grid, 2);\n"
    "        const tcr_copy<float> most(W.grid, at, 3);\n"
    "        bool &stray = tcr_get<0>(v);\n"
    "        const int k = A.at[it];\n"
    "        h.at(k, stray) += A.a[it];\n"
    "        if (k < least.at(0, stray)) least.at(0, stray) = k;\n"
    "        bits.at(tcr_within(tcr_within(0, k % 30, 30), k % 10, 10), stray) ^= k;\n"
    "        float &m = most.at(k % 8, stray);\n"
    "        m = fmaxf(m, (float)A.a[it]);\n"
    "        tcr_get<1>(v) += A.a[it];\n"
    "    }\n"
    "};\n"
    "TCR_KERNEL_COPIES(copied, args, copies_vars, copies_body, copies_list)\n";

enum { MOST = 1500, BINS = 37, COPIED = 2 + BINS + 1 + 300 + 8, COLUMNS = 21, MIXED = 14 };

struct data {
    double a[MOST];
    int at[MOST];
    void *args[2];
};

static void fill(struct data *d, int n)
{
    uint64_t seed = (uint64_t)n;
    for (int i = 0; i < n; ++i) {
        d->a[i] = (double)(test_random(&seed) % 129) / 8 - 8;
        d->at[i] = (int)(test_random(&seed) % BINS);
    }
    d->args[0] = test_device(d->a, sizeof d->a);
    d->args[1] = test_device(d->at, sizeof d->at);
}

static void empty(struct data *d)
{
    ck_assert(tcr_sim_memory_free(d->args[0]));
    ck_assert(tcr_sim_memory_free(d->args[1]));
}

static void check_columns(const struct data *d, const union tcr_slot *slot, int n)
{
    for (int k = 0; k < COLUMNS; ++k) {
        double sum = 0;
        for (int i = 0; i < n; ++i)
            sum += k < 20 ? d->a[i] * k : 1;
        ck_assert_msg(slot[k].f == sum, "n = %d, column %d: %g, not %g", n, k, slot[k].f, sum);
    }
}

static void check_mixed(const struct data *d, const union tcr_slot *slot, int n)
{
    double most = -(double)INFINITY, sum = 0;
    long long places = 0;
    for (int i = 0; i < n; ++i) {
        most = fmax(most, d->a[i]);
        sum += d->a[i];
        places += d->at[i];
    }
    for (int k = 0; k < 3; ++k)
        ck_assert_double_eq(slot[k].f, most - k);
    for (int k = 0; k < 5; ++k)
        ck_assert_int_eq(slot[3 + k].i, places << k);
    ck_assert_double_eq(slot[8].f, sum);
    ck_assert_double_eq(slot[9].f, 2 * sum);
    ck_assert_double_eq(slot[10].f, 0);
    ck_assert_double_eq(slot[11].f, 0);
    ck_assert_double_eq(slot[12].f, 0);
    ck_assert_double_eq(slot[13].f, -sum);
}

static void check_copied(const struct data *d, const union tcr_slot *slot, int n)
{
    double h[BINS] = {0}, most[8], sum = 0;
    long long least = 0x7fffffff;
    unsigned bits[300] = {0};
    for (int k = 0; k < 8; ++k)
        most[k] = -(double)INFINITY;
    for (int i = 0; i < n; ++i) {
        const int k = d->at[i];
        h[k] += d->a[i];
        least = k < least ? k : least;
        bits[k % 30 * 10 + k % 10] ^= (unsigned)k;
        most[k % 8] = fmax(most[k % 8], d->a[i]);
        sum += d->a[i];
    }
    ck_assert_int_eq(slot[0].i, 0);
    ck_assert_double_eq(slot[1].f, sum);
    for (int k = 0; k < BINS; ++k)
        ck_assert_msg(slot[2 + k].f == h[k], "n = %d, bin %d: %g, not %g", n, k, slot[2 + k].f,
                      h[k]);
    ck_assert_int_eq(slot[2 + BINS].i, least);
    for (int k = 0; k < 300; ++k)
        ck_assert_int_eq(slot[3 + BINS + k].i, bits[k]);
    for (int k = 0; k < 8; ++k)
        ck_assert_double_eq(slot[303 + BINS + k].f, most[k]);
}

static struct test_copies copies_of(int bins, unsigned plain)
{
    struct test_copies c = {.count = {bins, 1, 300, 8}, .plain = plain};
    c.bytes = (size_t)(bins + 1) * 8 + 2 * 4 + 301 + 9 * 4;
    return c;
}

START_TEST(several_numbers)
{
    static const int sizes[] = {1, 31, 64, 255, 1000, MOST};
    const unsigned arch = test_archs[_i];
    const struct tcr_sim_module module = test_compile(text, arch);
    static union tcr_slot slot[COPIED], again[COPIED];

    test_memory();
    for (unsigned k = 0; k < 2 * sizeof sizes / sizeof sizes[0]; ++k) {
        const int n = sizes[k / 2];
        struct data d;
        const struct test_copies copies = copies_of(BINS, k % 2), plain = {.plain = k % 2};
        struct tcr_sim_job job = {.module = &module, .arch = arch, .args = d.args, .seed = k};
        char message[TCR_SIM_MESSAGE] = "";
        job.blocks = 1 + k % 3;
        job.threads = 32u << k % 4;
        fill(&d, n);
        ck_assert(test_launch_copies(&job, "columns", n, COLUMNS, &plain, slot, message));
        check_columns(&d, slot, n);
        ck_assert(test_launch_copies(&job, "mixed", n, MIXED, &plain, slot, message));
        check_mixed(&d, slot, n);
        ck_assert(test_launch_copies(&job, "copied", n, COPIED, &copies, slot, message));
        check_copied(&d, slot, n);
        job.seed += 100; /* the threads take turns in another way */
        ck_assert(test_launch_copies(&job, "copied", n, COPIED, &copies, again, message));
        for (int i = 0; i < COPIED; ++i)
            ck_assert_uint_eq(slot[i].u, again[i].u);
        empty(&d);
    }
}
END_TEST

/* A place beyond the section is told, and nothing else is touched. */
START_TEST(updates_beyond)
{
    const unsigned arch = test_archs[_i];
    const struct tcr_sim_module module = test_compile(text, arch);
    const struct test_copies copies = copies_of(BINS - 1, 0);
    static union tcr_slot slot[COPIED];
    struct data d;
    char message[TCR_SIM_MESSAGE] = "";

    test_memory();
    struct tcr_sim_job job = {
        .module = &module, .arch = arch, .args = d.args, .blocks = 2, .threads = 64};
    fill(&d, MOST);
    ck_assert(test_launch_copies(&job, "copied", MOST, COPIED - 1, &copies, slot, message));
    ck_assert_int_eq(slot[0].i, 1);
    empty(&d);
}
END_TEST

Suite *array_suite(void)
{
    Suite *s = suite_create("arrays");
    TCase *t = tcase_create("arrays");
    tcase_set_timeout(t, 300);
    tcase_add_loop_test(t, several_numbers, 0, N_ARCHS);
    tcase_add_loop_test(t, updates_beyond, 0, N_ARCHS);
    suite_add_tcase(s, t);
    return s;
}
