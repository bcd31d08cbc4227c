/* SPDX-License-Identifier: MIT */
/* test_order.c: may iterations be run in any order?  Against all iterations of
 * random loop nests; and how what they write comes back. */
#include <stdlib.h>
#include <string.h>
#include "../../runtime/backend/backend.h"
#include "../../runtime/device/device.h"
#include "../../runtime/map/plan.h"
#include "fake.h"
#include "suites.h"

static unsigned long long seed;

static int below(int n)
{
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    return (int)((seed >> 33) % (unsigned)n);
}

static int between(int lo, int hi)
{
    return lo + below(hi - lo + 1);
}

/* ---- any order? ---- */

enum { BYTES = 4096, MOST = 4 };

static unsigned char memory[BYTES];

/* The iteration that has touched, and written, a byte: its number and 1. */
struct truth {
    const struct tcr_call *call;
    int iteration, touched[BYTES], written[BYTES];
    bool meets;
};

static long long value(const struct tcr_affine *a, const long long *v)
{
    long long x = a->c0;

    for (int k = 0; k < TCR_MAX_LOOPS; k++)
        x += a->c[k] * v[k];
    return x;
}

static void touch(struct truth *t, const struct tcr_access *a, const long long *v)
{
    long long at = (unsigned char *)t->call->base[a->base] - memory + value(&a->offset, v);

    ck_assert(at >= 0 && at + (long long)a->size <= BYTES);
    for (unsigned long long i = 0; i < a->size; i++, at++) {
        int other = t->written[at];

        if (other && other != t->iteration)
            t->meets = true;
        other = t->touched[at];
        if ((a->flags & TCR_ACCESS_WRITE) && other && other != t->iteration)
            t->meets = true;
        if (other && other != t->iteration)
            other = -1; /* several */
        t->touched[at] = other ? other : t->iteration;
        if (a->flags & TCR_ACCESS_WRITE)
            t->written[at] = t->iteration;
    }
}

static void walk(struct truth *t, unsigned k, long long *v)
{
    const struct tcr_call *c = t->call;

    if (k == c->n_levels)
        t->iteration++;
    if (k == c->n_loops) {
        for (unsigned i = 0; i < c->n_accesses; i++)
            touch(t, &c->accesses[i], v);
        return;
    }
    for (v[k] = value(&c->loops[k].lo, v); v[k] <= value(&c->loops[k].hi, v); v[k]++)
        walk(t, k + 1, v);
    v[k] = 0;
}

static int order_of(struct tcr_call *call, unsigned flags)
{
    static struct tcr_unit unit = {.abi = TCR_ABI_VERSION, .file = "o"};
    static struct tcr_base base[2] = {{"a", 8, 0, TCR_MAP_AUTO, TCR_BASE_WRITTEN, -1, 0, 0},
                                      {"b", 8, 8, TCR_MAP_AUTO, TCR_BASE_WRITTEN, -1, 0, 0}};
    struct tcr_region region = {
        .unit = &unit, .file = "o.c", .flags = flags, .n_bases = 2, .bases = base};

    return tcr_region_order(&region, call);
}

static int order(struct tcr_call *call)
{
    return order_of(call, TCR_REGION_WRITES);
}

/* One write and a few more accesses, that often but not always move alike. */
static void random_access(struct tcr_access *a, const struct tcr_access *like, unsigned n)
{
    *a = (struct tcr_access){.base = (unsigned)below(2), .size = (unsigned)between(1, 8)};
    if (below(2))
        a->flags = TCR_ACCESS_WRITE;
    a->offset.c0 = between(-20, 20);
    for (unsigned k = 0; k < n; k++)
        a->offset.c[k] = below(8) ? like->offset.c[k] : between(-3, 3) * 4;
}

/* No thread has a part in it: few for the sanitizer of threads. */
#ifdef THREAD_SANITIZER
enum { NESTS = 2000 };
#else
enum { NESTS = 20000 };
#endif

/* "In any order" is never said of what is not so; and seldom not said of what is. */
START_TEST(random_nests)
{
    int apart = 0, said = 0;

    for (int round = 0; round < NESTS; round++) {
        static struct truth t;
        struct tcr_range loops[MOST] = {0};
        struct tcr_access access[MOST] = {0};
        void *bases[2];
        long long v[TCR_MAX_LOOPS] = {0};
        struct tcr_call call = {.n = 1, .base = bases, .loops = loops, .accesses = access};
        int answer;

        seed = (unsigned long long)round * 977 + 3;
        call.n_loops = (unsigned)between(1, 3);
        call.n_levels = (unsigned)between(1, (int)call.n_loops);
        call.n_accesses = (unsigned)between(1, 3);
        bases[0] = memory + BYTES / 2;
        bases[1] = below(2) ? bases[0] : memory + BYTES / 2 + between(-1, 1) * 600 + between(-9, 9);
        for (unsigned k = 0; k < call.n_loops; k++) {
            loops[k].hi.c0 = between(0, 5);
            if (k >= call.n_levels && below(3) == 0)
                loops[k].hi.c[0] = 1;
            access[0].offset.c[k] = (long long)between(-12, 12) * (below(3) ? 8 : 1);
        }
        access[0].flags = TCR_ACCESS_WRITE;
        access[0].size = (unsigned)between(1, 8);
        for (unsigned k = 1; k < call.n_accesses; k++)
            random_access(&access[k], &access[0], call.n_loops);
        memset(&t, 0, sizeof t);
        t.call = &call;
        walk(&t, 0, v);
        answer = order(&call);
        ck_assert_int_eq(order(&call), answer);
        if (t.meets)
            ck_assert_msg(answer == TCR_SEQUENTIAL, "round %d", round);
        apart += !t.meets;
        said += !t.meets && answer == 0;
    }
    ck_assert_int_gt(apart, NESTS / 10);
    ck_assert_int_gt(said * 10, apart * 9);
}
END_TEST

/* a[STEP i + AT] of 8 bytes is written and a[STEP i + OTHER] read, i < n. */
static int stepping(long long n, long long step, long long at, long long other)
{
    struct tcr_range loop = {.hi = {.c0 = n - 1}};
    struct tcr_access access[2] = {
        {.flags = TCR_ACCESS_WRITE, .size = 8, .offset = {8 * at, {8 * step}}},
        {.size = 8, .offset = {8 * other, {8 * step}}}};
    void *bases[2] = {memory, memory};
    struct tcr_call call = {.n = n,
                            .base = bases,
                            .n_loops = 1,
                            .n_levels = 1,
                            .n_accesses = 2,
                            .loops = &loop,
                            .accesses = access};

    return order(&call);
}

START_TEST(one_dimension)
{
    ck_assert_int_eq(stepping(1000000000, 1, 0, 0), 0);
    ck_assert_int_eq(stepping(1000, 1, 0, -1), TCR_SEQUENTIAL);
    ck_assert_int_eq(stepping(1000, 1, 0, 1000), 0);
    ck_assert_int_eq(stepping(1000, 1, 0, 999), TCR_SEQUENTIAL);
    ck_assert_int_eq(stepping(1000, 2, 0, 1), 0);
    ck_assert_int_eq(stepping(1000, -2, 0, -1), 0);
    ck_assert_int_eq(stepping(1000, 0, 0, 0), TCR_SEQUENTIAL);
    ck_assert_int_eq(stepping(1, 0, 0, 0), 0);
}
END_TEST

/* u[i][j] of rows of `width`, i distributed, j inside: reads u[i + up][j + left]. */
static int plane(long long width, int up, int left, unsigned levels)
{
    struct tcr_range loop[2] = {{.hi = {.c0 = 99}}, {.hi = {.c0 = 49}}};
    struct tcr_access access[2] = {
        {.flags = TCR_ACCESS_WRITE, .size = 8, .offset = {0, {8 * width, 8}}},
        {.size = 8, .offset = {8 * (up * width + left), {8 * width, 8}}}};
    void *bases[2] = {memory, memory};
    struct tcr_call call = {.n = 100,
                            .base = bases,
                            .n_loops = 2,
                            .n_levels = levels,
                            .n_accesses = 2,
                            .loops = loop,
                            .accesses = access};

    return order(&call);
}

START_TEST(two_dimensions)
{
    ck_assert_int_eq(plane(50, 0, 0, 2), 0);
    ck_assert_int_eq(plane(49, 0, 0, 2), TCR_SEQUENTIAL); /* rows overlap */
    ck_assert_int_eq(plane(60, 0, 1, 1), 0);              /* within an iteration */
    ck_assert_int_eq(plane(60, 0, 1, 2), TCR_SEQUENTIAL);
    ck_assert_int_eq(plane(60, 1, 0, 1), TCR_SEQUENTIAL);
    ck_assert_int_eq(plane(1, 0, 0, 2), TCR_SEQUENTIAL); /* a[i + j] */
}
END_TEST

/* p[i].force is written, p[j].position read: structures of 80 bytes. */
START_TEST(members)
{
    struct tcr_range loop[3] = {{.hi = {.c0 = 99}}, {.hi = {.c0 = 99}}, {.hi = {.c0 = 2}}};
    struct tcr_access access[2] = {
        {.flags = TCR_ACCESS_WRITE, .size = 8, .offset = {48, {80, 0, 8}}},
        {.size = 8, .offset = {0, {0, 80, 8}}}};
    void *bases[2] = {memory, memory};
    struct tcr_call call = {.n = 100,
                            .base = bases,
                            .n_loops = 3,
                            .n_levels = 1,
                            .n_accesses = 2,
                            .loops = loop,
                            .accesses = access};

    ck_assert_int_eq(order(&call), 0);
    access[1].offset.c0 = 32; /* its last element is the first of the other */
    ck_assert_int_eq(order(&call), TCR_SEQUENTIAL);
    access[1].offset.c0 = 24;
    ck_assert_int_eq(order(&call), 0);
}
END_TEST

START_TEST(fixed_objects)
{
    struct tcr_range loop = {.hi = {.c0 = 9}};
    struct tcr_access access = {.flags = TCR_ACCESS_WRITE, .size = 8, .offset = {0, {8}}};
    struct tcr_fixed fixed[2] = {{NULL, 8, "not there"}, {memory + 80, 8, "x"}};
    void *bases[2] = {memory, memory};
    struct tcr_call call = {.n = 10,
                            .base = bases,
                            .n_loops = 1,
                            .n_levels = 1,
                            .n_accesses = 1,
                            .n_fixed = 2,
                            .loops = &loop,
                            .accesses = &access,
                            .fixed = fixed};

    ck_assert_int_eq(order(&call), 0);
    fixed[1].at = memory + 79;
    ck_assert_int_eq(order(&call), TCR_SEQUENTIAL);
}
END_TEST

/* What the compiler has proved is not looked at again: here, it would have been wrong. */
START_TEST(proved)
{
    struct tcr_range loop = {.hi = {.c0 = 9}};
    struct tcr_access access = {.flags = TCR_ACCESS_WRITE, .size = 8, .offset = {0, {4}}};
    void *bases[2] = {memory, memory};
    struct tcr_call call = {.n = 10,
                            .base = bases,
                            .n_loops = 1,
                            .n_levels = 1,
                            .n_accesses = 1,
                            .loops = &loop,
                            .accesses = &access};

    ck_assert_int_eq(order(&call), TCR_SEQUENTIAL);
    ck_assert_int_eq(order_of(&call, TCR_REGION_WRITES | TCR_REGION_PROVED), 0);
}
END_TEST

/* Does the plan say that no base leads into memory that a written one does? */
static bool apart_of(const struct tcr_call *call, unsigned flags)
{
    static struct tcr_unit unit = {.abi = TCR_ABI_VERSION, .file = "o"};
    static struct tcr_base base[2] = {{"a", 8, 0, TCR_MAP_AUTO, TCR_BASE_WRITTEN, -1, 0, 0},
                                      {"b", 8, 8, TCR_MAP_AUTO, 0, -1, 0, 0}};
    struct tcr_region region = {
        .unit = &unit, .file = "o.c", .flags = flags, .n_bases = 2, .bases = base};
    struct tcr_plan plan = {.section = NULL};
    struct tcr_why why = {.text = ""};
    int error;

    tcr_device_setup();
    error = tcr_plan_make(&plan, &region, call, &why);
    tcr_plan_release(&plan);
    tcr_plan_end(&plan);
    ck_assert_int_eq(error, 0);
    return plan.apart;
}

/* One iteration reads ten elements of b and writes ten of a, which it does not meet itself. */
START_TEST(bases_apart)
{
    struct tcr_range loops[2] = {{.hi = {.c0 = 0}}, {.hi = {.c0 = 9}}};
    struct tcr_access access[2] = {{.flags = TCR_ACCESS_WRITE, .size = 8, .offset = {0, {0, 8}}},
                                   {.base = 1, .size = 8, .offset = {0, {0, 8}}}};
    const unsigned asks = TCR_REGION_WRITES | TCR_REGION_IF_APART;
    void *bases[2] = {memory, memory + 80};
    struct tcr_call call = {.n = 1,
                            .base = bases,
                            .n_loops = 2,
                            .n_levels = 1,
                            .n_accesses = 2,
                            .loops = loops,
                            .accesses = access};

    ck_assert(apart_of(&call, asks));
    ck_assert(!apart_of(&call, TCR_REGION_WRITES)); /* nobody has asked */
    bases[1] = memory + 79;
    ck_assert(!apart_of(&call, asks));
    bases[0] = memory + 159;
    bases[1] = memory + 80;
    ck_assert(!apart_of(&call, asks));
    bases[1] = bases[0];
    ck_assert(!apart_of(&call, asks));
    ck_assert(apart_of(&call, asks | TCR_REGION_OR_SAME));
    bases[1] = memory + 167;
    ck_assert(!apart_of(&call, asks | TCR_REGION_OR_SAME));
    access[1].flags = TCR_ACCESS_NEVER;
    ck_assert(apart_of(&call, asks));
}
END_TEST

/* ---- and back ---- */

struct args {
    double *a, *b;
};

static double a[64], b[64];
static long long stride;
static bool rewrites; /* b is read, too */

/* a[i * stride] = i + 1; b[i] = -i */
static void kernel(const void *args, const struct tcr_launch *l)
{
    const struct args *p = args;

    for (int i = 0; i < l->grid.n; i++) {
        ck_assert(fake_is_device(&p->a[i * stride], sizeof(double)));
        p->a[i * stride] = i + 1;
        p->b[i] = rewrites ? p->b[i] + 1 : -i;
    }
}

static int run(void *first, void *second)
{
    struct tcr_image image = {0};
    struct tcr_unit unit = {.abi = TCR_ABI_VERSION, .n_images = 1, .file = "w", .images = &image};
    struct tcr_base base[2] = {{"a", 8, 0, TCR_MAP_AUTO, TCR_BASE_WRITTEN, -1, 0, 0},
                               {"b", 8, 8, TCR_MAP_AUTO, TCR_BASE_WRITTEN, -1, 0, 0}};
    struct tcr_region region = {.unit = &unit,
                                .kernel = "k",
                                .file = "w.c",
                                .flags = TCR_REGION_WRITES,
                                .n_bases = 2,
                                .bases = base,
                                .arg_size = sizeof(struct args)};
    struct tcr_range loop = {.hi = {.c0 = 15}};
    struct tcr_access access[3] = {
        {.flags = TCR_ACCESS_WRITE, .size = 8, .offset = {0, {8 * stride}}},
        {.base = 1, .flags = TCR_ACCESS_WRITE, .size = 8, .offset = {0, {8}}},
        {.base = 1, .size = 8, .offset = {0, {8}}}};
    struct args args = {NULL, NULL};
    void *bases[2] = {first, second};
    struct tcr_call call = {.n = 16,
                            .base = bases,
                            .args = &args,
                            .n_loops = 1,
                            .n_levels = 1,
                            .n_accesses = rewrites ? 3 : 2,
                            .loops = &loop,
                            .accesses = access};
    union tcr_slot slot;
    fake_kernel *k = kernel;

    memcpy(&image.bytes, &k, sizeof k);
    return tcr_region_run(&region, &call, &slot);
}

static void setup(void)
{
    setenv("TCR_TARGET", "device", 1);
    fake_use();
    for (int i = 0; i < 64; i++)
        a[i] = b[i] = 100 + i;
}

static void check_back(void)
{
    for (int i = 0; i < 64; i++) {
        bool hit = i % stride == 0 && i / stride < 16;

        ck_assert_double_eq(a[i], hit ? (double)(i / stride + 1) : 100 + i);
        ck_assert_double_eq(b[i], i >= 16 ? 100 + i : rewrites ? 101 + i : -i);
    }
    fake_check_released();
}

START_TEST(dense_and_gappy)
{
    for (stride = 1; stride <= 3; stride++)
        for (int twice = 0; twice < 2; twice++) {
            setup();
            rewrites = twice;
            ck_assert_int_eq(run(a, b), 1);
            check_back();
        }
}
END_TEST

/* Two names for one array: one copy on the device. */
START_TEST(one_copy)
{
    setup();
    stride = 1;
    rewrites = true;
    ck_assert_int_eq(run(a, a), 1);
    for (int i = 0; i < 64; i++)
        ck_assert_double_eq(a[i], i < 16 ? i + 2 : 100 + i);
    ck_assert_int_eq(run(a, a + 1), TCR_SEQUENTIAL);
    ck_assert_double_eq(a[16], 116);
    fake_check_released();
}
END_TEST

/* What is present is written where it is. */
START_TEST(in_place)
{
    setup();
    stride = 1;
    rewrites = true;
    ck_assert_int_eq(tcr_copyin(b, sizeof b), 0);
    ck_assert_int_eq(run(a, b), 1);
    ck_assert_double_eq(a[3], 4);
    ck_assert_double_eq(b[3], 103);
    ck_assert_int_eq(tcr_copyout(b, sizeof b), 0);
    check_back();
}
END_TEST

Suite *suite_order(void)
{
    Suite *s = suite_create("order");
    TCase *c = tcase_create("order");

    tcase_set_timeout(c, 60);
    tcase_add_test(c, random_nests);
    tcase_add_test(c, one_dimension);
    tcase_add_test(c, two_dimensions);
    tcase_add_test(c, members);
    tcase_add_test(c, fixed_objects);
    tcase_add_test(c, proved);
    tcase_add_test(c, bases_apart);
    tcase_add_test(c, dense_and_gappy);
    tcase_add_test(c, one_copy);
    tcase_add_test(c, in_place);
    suite_add_tcase(s, c);
    return s;
}
