/* SPDX-License-Identifier: MIT */
/*
 * Sections of integers that all threads update (kernels/updates.cuh): every type and
 * operator, with and without copies in shared memory, in any order of the threads.
 */
#include <stdio.h>
#include <string.h>
#include "sim_tests.h"

/* For each type one kernel with sum, min, max and &, and one with | and ^. */
static const char text[] =
    "#include \"tcr_device.cuh\"\n"
    "struct args { tcr_ptr<const long long> x; tcr_ptr<const int> at; };\n"
    "typedef tcr_vars<tcr_lor<bool>, tcr_sum<int> > vars;\n"
    "template <class T> struct four {\n"
    "    typedef tcr_updates<tcr_sum<T>, tcr_min<T>, tcr_max<T>, tcr_and<T> > updates;\n"
    "    TCR_DEVICE static void run(const tcr_with_updates<args, updates> &W, long long it,\n"
    "                               vars::value &v) {\n"
    "        const auto sum = tcr_section<0>(W);\n"
    "        const auto least = tcr_section<1>(W);\n"
    "        const auto most = tcr_section<2>(W);\n"
    "        const auto bits = tcr_section<3>(W);\n"
    "        bool &stray = tcr_get<0>(v);\n"
    "        const long long x = W.args.x[it];\n"
    "        const int k = W.args.at[it];\n"
    "        if (x & 1) sum.at(k, stray) += x; else sum.at(k, stray) = sum.at(k, stray) + x;\n"
    "        sum.at(k, stray)++;\n"
    "        if ((T)x < least.at(k, stray)) least.at(k, stray) = (T)x;\n"
    "        most.at(k, stray) = most.at(k, stray) < (T)x ? (T)x : most.at(k, stray);\n"
    "        bits.at(tcr_within(0, k, 1 << 20), stray) &= (T)(x | x >> 7);\n"
    "        tcr_get<1>(v)++;\n"
    "    }\n"
    "};\n"
    "template <class T> struct two {\n"
    "    typedef tcr_updates<tcr_or<T>, tcr_xor<T> > updates;\n"
    "    TCR_DEVICE static void run(const tcr_with_updates<args, updates> &W, long long it,\n"
    "                               vars::value &v) {\n"
    "        const long long x = W.args.x[it];\n"
    "        const int k = W.args.at[it];\n"
    "        tcr_section<0>(W).at(k, tcr_get<0>(v)) |= (T)(x & x >> 7);\n"
    "        for (int i = 0; i < (x & 3); i++)\n"
    "            tcr_section<1>(W).at(k, tcr_get<0>(v)) ^= (T)(x >> i);\n"
    "        tcr_get<1>(v)++;\n"
    "    }\n"
    "};\n"
    "#define BOTH(name, T) \\\n"
    "    TCR_KERNEL_UPDATES(four_##name, args, vars, four<T>, four<T>::updates, 4) \\\n"
    "    TCR_KERNEL_UPDATES(two_##name, args, vars, two<T>, two<T>::updates, 1)\n"
    "BOTH(i8, signed char)\nBOTH(u8, unsigned char)\nBOTH(i16, short)\n"
    "BOTH(u16, unsigned short)\nBOTH(i32, int)\nBOTH(u32, unsigned)\n"
    "BOTH(i64, long long)\nBOTH(u64, unsigned long long)\n";

enum { MOST = 3000, MOST_BINS = 65536, FIXED = 2 };
enum op { SUM, LEAST, GREATEST, AND, OR, XOR };

static const struct type {
    const char *name;
    int size;
    bool is_signed;
} types[] = {{"i8", 1, true},  {"u8", 1, false},  {"i16", 2, true}, {"u16", 2, false},
             {"i32", 4, true}, {"u32", 4, false}, {"i64", 8, true}, {"u64", 8, false}};
enum { TYPES = sizeof types / sizeof *types };

static long long x[MOST];
static int at[MOST];

/* The value of the type, extended to 64 bits. */
static long long as(const struct type *t, long long v)
{
    const int up = 64 - 8 * t->size;
    const unsigned long long high = (unsigned long long)v << up;
    return t->is_signed ? (long long)high >> up : (long long)(high >> up);
}

static bool below(const struct type *t, long long v, long long w)
{
    return t->is_signed ? v < w : (unsigned long long)v < (unsigned long long)w;
}

static long long start(const struct type *t, enum op op)
{
    const long long top = (long long)(1ull << (8 * t->size - 1));
    const long long lowest = t->is_signed ? as(t, top) : 0;
    return op == LEAST ? as(t, ~lowest) : op == GREATEST ? lowest : op == AND ? as(t, -1) : 0;
}

static long long updated(const struct type *t, enum op op, long long was, long long v)
{
    const long long n = as(t, v);
    long long now = was;
    switch (op) {
    case SUM:
        return as(t, (long long)((unsigned long long)was + (unsigned long long)v + 1));
    case LEAST:
        return below(t, n, was) ? n : was;
    case GREATEST:
        return below(t, was, n) ? n : was;
    case AND:
        return was & as(t, v | v >> 7);
    case OR:
        return was | as(t, v & v >> 7);
    default:
        for (int i = 0; i < (v & 3); i++)
            now ^= as(t, v >> i);
        return now;
    }
}

static void check(const struct type *t, enum op op, const union tcr_slot *slot, int n, int bins)
{
    static long long expected[MOST_BINS];
    for (int k = 0; k < bins; k++)
        expected[k] = start(t, op);
    for (int i = 0; i < n; i++)
        expected[at[i]] = updated(t, op, expected[at[i]], x[i]);
    for (int k = 0; k < bins; k++)
        ck_assert_msg(slot[k].i == expected[k], "%s, op %d, n = %d, bin %d of %d: %lld, not %lld",
                      t->name, (int)op, n, k, bins, slot[k].i, expected[k]);
}

/* The most copies in shared memory, or with `few` one, or none: none fits, or none is wanted; then
 * some updates wait there. */
static struct test_copies copies_of(const struct type *t, int sections, int bins, unsigned turn)
{
    struct test_copies c = {.plain = turn % 5 == 4};
    const size_t word = (size_t)TCR_WORD_BYTES(t->size);
    for (int k = 0; k < sections; k++)
        c.count[k] = bins;
    c.words = (size_t)sections * TCR_WORDS_BYTES(bins, word);
    for (int copies = turn % 3 == 0 ? 32 : 1; copies > 0 && turn % 3 < 2; copies /= 2)
        if (!c.shared_copies &&
            (size_t)sections * TCR_WORDS_BYTES(bins * copies, word) <= TCR_SHARED_ROOM)
            c.shared_copies = copies;
    if (!c.shared_copies && turn % 2)
        c.shared_copies = TCR_UPDATES_WAIT;
    return c;
}

static void fill(int n, int bins, unsigned kind)
{
    uint64_t seed = (uint64_t)(n + bins);
    for (int i = 0; i < n; i++) {
        x[i] = (long long)test_random(&seed) >> (i % 5 * 12);
        at[i] = kind == 0   ? (int)(test_random(&seed) % (unsigned)bins)
                : kind == 1 ? bins - 1
                            : i / 40 % bins;
    }
}

static void run_type(const struct tcr_sim_module *module, const struct type *t, unsigned turn,
                     int n, int bins)
{
    static union tcr_slot slot[FIXED + 4 * MOST_BINS];
    char kernel[16], message[TCR_SIM_MESSAGE] = "";
    void *args[2] = {test_device(x, sizeof x), test_device(at, sizeof at)};
    struct tcr_sim_job job = {.module = module, .arch = 90, .args = args, .seed = turn};
    for (int sections = 4; sections > 0; sections -= 2) {
        const struct test_copies copies = copies_of(t, sections, bins, turn);
        job.blocks = 1 + turn % 3;
        job.threads = 32u << turn % 4;
        snprintf(kernel, sizeof kernel, "%s_%s", sections == 4 ? "four" : "two", t->name);
        ck_assert_msg(test_launch_copies(&job, kernel, n, (unsigned)(FIXED + sections * bins),
                                         &copies, slot, message),
                      "%s", message);
        ck_assert_int_eq(slot[0].i, 0);
        ck_assert_int_eq(slot[1].i, n);
        for (int k = 0; k < sections; k++)
            check(t, (enum op)(sections == 4 ? k : OR + k), slot + FIXED + k * bins, n, bins);
    }
    ck_assert(tcr_sim_memory_free(args[0]));
    ck_assert(tcr_sim_memory_free(args[1]));
}

START_TEST(types_and_operators)
{
    static const int sizes[] = {1, 100, 1024, MOST}, bins[] = {1, 16, 257, 4096, MOST_BINS};
    const struct tcr_sim_module module = test_compile(text, 90);

    test_memory();
    for (unsigned turn = 0; turn < 15; turn++) {
        const int n = sizes[turn % 4], b = bins[turn % 5];
        fill(n, b, turn / 5);
        for (unsigned t = 0; t < TYPES; t++)
            run_type(&module, &types[t], turn, n, b);
    }
}
END_TEST

/* A place beyond the section is told, and no other update is lost. */
START_TEST(updates_beyond)
{
    const struct tcr_sim_module module = test_compile(text, 90);
    static union tcr_slot slot[FIXED + 4 * 16];
    char message[TCR_SIM_MESSAGE] = "";

    test_memory();
    for (unsigned turn = 0; turn < 3; turn++) {
        const struct type *t = &types[4];
        fill(MOST, 16, 0);
        at[7] = turn == 0 ? 16 : turn == 1 ? -1 : 1 << 30;
        void *args[2] = {test_device(x, sizeof x), test_device(at, sizeof at)};
        const struct tcr_sim_job job = {
            .module = &module, .arch = 90, .args = args, .blocks = 2, .threads = 64};
        const struct test_copies copies = copies_of(t, 4, 16, turn);
        ck_assert(
            test_launch_copies(&job, "four_i32", MOST, FIXED + 4 * 16, &copies, slot, message));
        ck_assert_int_eq(slot[0].i, 1);
        at[7] = 0, x[7] = -1; /* which counts as 0 with the 1 that is added */
        check(t, SUM, slot + FIXED, MOST, 16);
        ck_assert(tcr_sim_memory_free(args[0]));
        ck_assert(tcr_sim_memory_free(args[1]));
    }
}
END_TEST

Suite *update_suite(void)
{
    Suite *s = suite_create("updates");
    TCase *t = tcase_create("updates");
    tcase_set_timeout(t, 300);
    tcase_add_test(t, types_and_operators);
    tcase_add_test(t, updates_beyond);
    suite_add_tcase(s, t);
    return s;
}
