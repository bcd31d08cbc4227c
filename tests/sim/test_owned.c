/* SPDX-License-Identifier: MIT */
/*
 * Marks of who touches an element (kernels/owned.cuh): random accesses against all
 * iterations one after the other.
 */
#include <string.h>
#include "sim_tests.h"

static const char text[] =
    "#include \"tcr_device.cuh\"\n"
    "struct args {\n"
    "    tcr_ptr<const int> what; tcr_ptr<double> a;\n"
    "    long long lo, room, begun, mark, element, astray, spare;\n"
    "};\n"
    "typedef tcr_vars<tcr_sum<double> > vars;\n"
    "struct body {\n"
    "    TCR_DEVICE static void run(const args &A, long long it, vars::value &v) {\n"
    "        bool gone = false;\n"
    "        const tcr_owners o = tcr_owners_of(A.lo, A.room, A.begun, A.mark,\n"
    "                                           (unsigned)A.element, 3, it);\n"
    "        for (int k = 0; k < 4; ++k) {\n"
    "            const int w = A.what[4 * it + k];\n"
    "            if (w < 0) continue;\n"
    "            if (w & 1)\n"
    "                *tcr_owned(A.a + (w >> 1), o, true, A.astray, A.spare + 4096, gone) = "
    "(double)it;\n"
    "            else\n"
    "                tcr_get<0>(v) += *tcr_owned(A.a + (w >> 1), o, false, A.astray, A.spare, "
    "gone);\n"
    "        }\n"
    "    }\n"
    "};\n"
    "TCR_KERNEL_UNROLL(owned, args, vars, body, 1)\n";

enum { N = 100, EACH = 4, ELEMENTS = 400, BASE = 3 };

struct args {
    void *what, *a;
    long long lo, room, begun, mark, element, astray, spare;
};

/* What iterations touch; now and then, one element more than once. */
static void draw(int *what, uint64_t seed, int shared)
{
    for (int i = 0; i < N * EACH; ++i) {
        const int own = i / EACH * EACH + (int)(test_random(&seed) % 2);
        const int other = ELEMENTS - 1 - (int)(test_random(&seed) % 5);
        const int writes = test_random(&seed) % 3 == 0;
        what[i] = test_random(&seed) % 4 == 0 ? -1 : 2 * own + writes;
        if (shared == 1 && i % 7 == 0) /* read only */
            what[i] = 2 * other;
        if (shared == 2 && i == N * 2)
            what[i] = 2 * 7 + writes;
        if (shared == 3 && i == N)
            what[i] = 2 * ELEMENTS + writes;
    }
}

/* The word that the kernel should leave; several may do. */
static bool meets(const int *what, long long element, long long begun)
{
    static int by[ELEMENTS + 2], writes[ELEMENTS + 2];
    memset(by, 0, sizeof by);
    memset(writes, 0, sizeof writes);
    for (int turn = 0; turn < 2; ++turn) /* once more: what is written later counts, too */
        for (int i = 0; i < N * EACH; ++i) {
            const int it = i / EACH + 1;
            if (what[i] < 0 || what[i] >> 1 >= ELEMENTS)
                continue;
            const long long k = ((what[i] >> 1) * 8 + begun) / element;
            if ((writes[k] && by[k] != it) || ((what[i] & 1) && by[k] && by[k] != it))
                return true;
            by[k] = !by[k] || by[k] == it ? it : -1;
            writes[k] |= what[i] & 1;
        }
    return false;
}

START_TEST(claims)
{
    const struct tcr_sim_module module = test_compile(text, 90);
    static double a[ELEMENTS];
    static char zeros[8192];
    static unsigned long long marks[ELEMENTS + 2];
    static int what[N * EACH];
    int met = 0, apart = 0;

    test_memory();
    for (int turn = 0; turn < 120; ++turn) {
        const long long element = turn % 2 ? 16 : 8, begun = turn % 4 == 3 ? 8 : 0;
        unsigned word = 0;
        char message[TCR_SIM_MESSAGE] = "";
        union tcr_slot slot[1];
        draw(what, (uint64_t)turn, turn % 5);
        struct args args = {.what = test_device(what, sizeof what),
                            .a = test_device(a, sizeof a),
                            .room = sizeof a,
                            .begun = begun,
                            .element = element};
        void *mark = test_device(marks, sizeof marks), *astray = test_device(&word, sizeof word);
        void *spare = test_device(zeros, sizeof zeros);
        args.lo = (long long)(uintptr_t)args.a;
        args.mark = (long long)(uintptr_t)mark;
        args.astray = (long long)(uintptr_t)astray;
        args.spare = (long long)(uintptr_t)spare;
        struct tcr_sim_job job = {.module = &module,
                                  .arch = 90,
                                  .args = &args,
                                  .blocks = 2,
                                  .threads = 32,
                                  .seed = (unsigned)turn};
        ck_assert_msg(test_launch(&job, "owned", N, 1, slot, message), "%s", message);
        ck_assert(tcr_sim_memory_read(&word, astray, sizeof word));
        if (meets(what, element, begun)) {
            ck_assert_msg(word == (TCR_ASTRAY_MET | BASE) || (turn % 5 == 3 && word == BASE),
                          "turn %d: %x", turn, word);
            met++;
        } else {
            ck_assert_msg(word == (turn % 5 == 3 ? BASE : 0), "turn %d: %x", turn, word);
            apart++;
        }
        ck_assert(tcr_sim_memory_free(args.what) && tcr_sim_memory_free(args.a));
        ck_assert(tcr_sim_memory_free(mark) && tcr_sim_memory_free(astray));
        ck_assert(tcr_sim_memory_free(spare));
    }
    ck_assert_int_gt(met, 10);
    ck_assert_int_gt(apart, 10);
}
END_TEST

Suite *owned_suite(void)
{
    Suite *s = suite_create("owned");
    TCase *t = tcase_create("owned");
    tcase_set_timeout(t, 300);
    tcase_add_test(t, claims);
    suite_add_tcase(s, t);
    return s;
}
