/* SPDX-License-Identifier: MIT */
/* tcr_ptr<T> in device texts: its operations, and what it catches. */
#include <stdlib.h>
#include <string.h>
#include "sim_tests.h"

#define KERNEL(args, body)                                                                         \
    "#include \"tcr_device.cuh\"\n"                                                                \
    "struct S;\n"                                                                                  \
    "struct tcr_args_0 { " args " };\n"                                                            \
    "struct S { char tag; double x; int v[3]; };\n"                                                \
    "typedef tcr_vars<tcr_sum<double> > tcr_vars_0;\n"                                             \
    "struct tcr_body_0 {\n"                                                                        \
    "    TCR_DEVICE static void run(const tcr_args_0 &A, long long it, tcr_vars_0::value &v)\n"    \
    "    {\n"                                                                                      \
    "        double &sum = tcr_get<0>(v);\n"                                                       \
    "        " body "\n"                                                                           \
    "    }\n"                                                                                      \
    "};\n"                                                                                         \
    "TCR_KERNEL(tcr_region_0, tcr_args_0, tcr_vars_0, tcr_body_0)\n"

static char message[TCR_SIM_MESSAGE];

/* Run for n iterations on sm_90. */
static bool run(const char *text, const void *args, long long n, double *sum)
{
    struct tcr_sim_module module = test_compile(text, 90);
    const struct tcr_sim_job job = {
        .module = &module, .args = args, .blocks = 2, .threads = 64, .arch = 90};
    union tcr_slot slot = {0};
    message[0] = 0;
    bool ok = test_launch(&job, "tcr_region_0", n, 1, &slot, message);
    *sum = slot.f;
    return ok;
}

struct s {
    char tag;
    double x;
    int v[3];
};

START_TEST(operations)
{
    static const char text[] = KERNEL(
        "tcr_ptr<const double> a; tcr_ptr<double> w; tcr_ptr<const S> s;"
        "tcr_ptr<const tcr_ptr<const float> > rows; tcr_ptr<const int[4]> m; int one;",
        "const unsigned i = (unsigned)it;\n"
        "tcr_ptr<const double> p = A.a + i, q = A.w, none;\n"
        "tcr_ptr<const void> any = A.a; none = 0;\n"
        "p -= 1; ++p; p++; --p; p += 1ull; p = p - A.one; p = 0 + p;\n"
        "bool right = p == A.a + i && !none && any && A.w && p != none && none == 0 &&\n"
        "    p >= A.a && !(p < A.a) && p - A.a == i && *p == p[0] && tcr_cast<const char>(p) == \n"
        "    tcr_cast<const char>(A.a) + 8 * i && q == A.w && &A.a[i] == p;\n"
        "double local[2] = {0, 5}; tcr_ptr<const double> l = local;\n"
        "TCR_STORE(A.w[i]) = l[1];\n"
        "sum += right ? *p + A.s[i].x + A.s[i].v[2] + (A.s + i)->tag + A.rows[i % 3][i] + \n"
        "    A.m[i][3] + (*(A.m + i))[0] + q[i] : -1e30;");
    enum { N = 700 };
    static double a[N];
    static struct s s[N];
    static float row[3][N];
    static int m[N][4];
    double expected = 0, sum;
    void *rows[3];
    struct {
        void *a, *w, *s, *rows, *m;
        int one;
    } args;

    for (int i = 0; i < N; ++i) {
        a[i] = i;
        s[i] = (struct s){.tag = (char)(i % 50), .x = 2 * i, .v = {0, 0, i}};
        for (int j = 0; j < 3; ++j)
            row[j][i] = (float)(j + i);
        m[i][0] = i;
        m[i][3] = 3 * i;
        expected += a[i] + s[i].x + s[i].v[2] + s[i].tag + (double)row[i % 3][i] + 4.0 * i + 5;
    }
    test_memory();
    for (int j = 0; j < 3; ++j)
        rows[j] = test_device(row[j], sizeof row[j]);
    args.a = test_device(a, sizeof a);
    args.w = test_device(NULL, sizeof a);
    args.s = test_device(s, sizeof s);
    args.rows = test_device(rows, sizeof rows);
    args.m = test_device(m, sizeof m);
    args.one = 1;
    ck_assert_msg(run(text, &args, N, &sum), "%s", message);
    ck_assert_msg(sum == expected, "%g, not %g", sum, expected);
}
END_TEST

static const char plain_sum[] = KERNEL("tcr_ptr<const double> a;", "sum += A.a[it];");

START_TEST(beyond_the_end)
{
    static double a[100];
    double sum;
    test_memory();
    void *at = test_device(a, sizeof a);
    ck_assert_msg(run(plain_sum, &at, 100, &sum), "%s", message);
    ck_assert(!run(plain_sum, &at, 101, &sum));
    ck_assert_ptr_nonnull(strstr(message, "read of 8 bytes"));
    ck_assert_ptr_nonnull(strstr(message, "0 bytes beyond the end of an allocation of 800 bytes"));
    void *before = (char *)at - 16; /* biased: it = 2, 3, ... would be right */
    ck_assert(!run(plain_sum, &before, 10, &sum));
    ck_assert_ptr_nonnull(strstr(message, "16 bytes before an allocation"));
}
END_TEST

START_TEST(wrong_memory)
{
    static double a[100];
    double sum;
    test_memory();
    void *host = a, *at = test_device(NULL, sizeof a), *null = NULL;
    ck_assert(!run(plain_sum, &host, 100, &sum));
    ck_assert_ptr_nonnull(strstr(message, "not device memory"));
    ck_assert(!run(plain_sum, &null, 100, &sum));
    ck_assert_ptr_nonnull(strstr(message, "a null pointer"));
    ck_assert(!run(plain_sum, &at, 100, &sum));
    ck_assert_ptr_nonnull(strstr(message, "never written"));
    ck_assert(tcr_sim_memory_write(at, a, 792));
    ck_assert(run(plain_sum, &at, 99, &sum));
    ck_assert(!run(plain_sum, &at, 100, &sum));
    ck_assert(tcr_sim_memory_free(at));
    ck_assert(!run(plain_sum, &at, 100, &sum));
    ck_assert_ptr_nonnull(strstr(message, "not allocated"));
}
END_TEST

/* Only x of the last struct is on the device. */
START_TEST(part_of_a_struct)
{
    static const char text[] = KERNEL("tcr_ptr<const S> s;", "sum += A.s[it].x;");
    static struct s s[10];
    double sum;
    test_memory();
    for (int i = 0; i < 10; ++i)
        s[i].x = 1;
    void *at = test_device(s, 9 * sizeof s[0] + offsetof(struct s, v));
    ck_assert_msg(run(text, &at, 10, &sum), "%s", message);
    ck_assert(sum == 10);
    ck_assert(!run(text, &at, 11, &sum));
}
END_TEST

/* What is written through a pointer counts as written byte by byte, and nothing else of it. */
START_TEST(writes_of_members)
{
    static const char stores[] = KERNEL("tcr_ptr<S> s;", "TCR_STORE(A.s[it].x) = 1; sum += 0;");
    static const char places[] = KERNEL("tcr_ptr<S> s;", "A.s[it].v[0] = 1; sum += 0;");
    static const char x[] = KERNEL("tcr_ptr<S> s;", "sum += TCR_LOAD(A.s[it].x);");
    static const char tag[] = KERNEL("tcr_ptr<S> s;", "sum += TCR_LOAD(A.s[it].tag);");
    static const char update[] =
        KERNEL("tcr_ptr<S> s;", "TCR_UPDATE(A.s[it].v[0]) += 1; sum += 0;");
    static const char whole[] =
        KERNEL("tcr_ptr<S> s;", "S copy = TCR_LOAD(A.s[it]); sum += copy.x;");
    double sum;
    test_memory();
    void *at = test_device(NULL, 10 * sizeof(struct s));
    ck_assert(!run(whole, &at, 10, &sum));
    ck_assert_ptr_nonnull(strstr(message, "read of a struct"));
    ck_assert_msg(run(stores, &at, 10, &sum), "%s", message);
    ck_assert_msg(run(places, &at, 10, &sum), "%s", message);
    ck_assert_msg(run(x, &at, 10, &sum), "%s", message);
    ck_assert(sum == 10);
    ck_assert_msg(run(whole, &at, 10, &sum), "%s", message);
    ck_assert(!run(tag, &at, 10, &sum));
    ck_assert_ptr_nonnull(strstr(message, "read of 1 bytes"));
    ck_assert(!run(update, &at, 10, &sum));
    ck_assert_ptr_nonnull(strstr(message, "never written"));
}
END_TEST

/* Bit-fields have no members of their own: the bytes that hold them count. */
START_TEST(bit_fields)
{
    static const char set[] = KERNEL(
        "tcr_ptr<S> s;", "tcr_change_bits<unsigned, int, 10, 9, tcr_do_set, tcr_assign_after>("
                         "TCR_STORE_BITS(10, 9, A.s[it]), 300u); sum += 0;");
    static const char same[] =
        KERNEL("tcr_ptr<S> s;", "sum += tcr_bits<unsigned, 10, 9>(TCR_LOAD_BITS(10, 9, A.s[it]));");
    static const char next[] =
        KERNEL("tcr_ptr<S> s;", "sum += tcr_bits<unsigned, 20, 9>(TCR_LOAD_BITS(20, 9, A.s[it]));");
    static const char update[] =
        KERNEL("tcr_ptr<S> s;",
               "sum += tcr_change_bits<unsigned, int, 20, 9, tcr_do_add, tcr_assign_before>("
               "TCR_UPDATE_BITS(20, 9, A.s[it]), 1);");
    double sum;
    test_memory();
    void *at = test_device(NULL, 10 * sizeof(struct s));
    ck_assert(!run(same, &at, 10, &sum));
    ck_assert_ptr_nonnull(strstr(message, "read of 2 bytes"));
    ck_assert_msg(run(set, &at, 10, &sum), "%s", message);
    ck_assert_msg(run(same, &at, 10, &sum), "%s", message);
    ck_assert(sum == 3000);
    ck_assert(!run(next, &at, 10, &sum));
    ck_assert(!run(update, &at, 10, &sum));
    ck_assert_ptr_nonnull(strstr(message, "never written"));
    ck_assert(!run(set, &at, 11, &sum));
}
END_TEST

/* A row of a matrix reaches beyond what was copied: only its subscripts count. */
START_TEST(part_of_a_row)
{
    static const char text[] =
        KERNEL("tcr_ptr<const double[8]> m; long long column;", "sum += A.m[it][A.column];");
    static double m[4][8];
    struct {
        char *m;
        long long column;
    } args = {0};
    double sum;
    test_memory();
    args.m = (char *)test_device(&m[0][2], 3 * sizeof m[0] + 8) - 16;
    args.column = 2;
    ck_assert_msg(run(text, &args, 4, &sum), "%s", message);
    args.column = 3;
    ck_assert(!run(text, &args, 4, &sum));
}
END_TEST

START_TEST(arithmetic_fault)
{
    static const char text[] = KERNEL("int zero;", "sum += 7 / A.zero;");
    const int zero[2] = {0, 0};
    double sum;
    test_memory();
#if defined __x86_64__ /* elsewhere the division has a result */
    ck_assert(!run(text, zero, 10, &sum));
    ck_assert_ptr_nonnull(strstr(message, "division by zero"));
#endif
    ck_assert(run(plain_sum, zero, 0, &sum));
}
END_TEST

START_TEST(not_compilable)
{
    struct tcr_unit unit = {.file = "test.c", .device_text = "int x = ;"};
    struct tcr_sim_module module;
    ck_assert_int_eq(tcr_sim_module_load(&module, &unit, 90, message), TCR_E_NO_IMAGE);
    ck_assert_ptr_nonnull(strstr(message, "does not compile: error:"));
    unit.device_text = "int x;";
    ck_assert_int_eq(tcr_sim_module_load(&module, &unit, 90, message), TCR_E_NO_IMAGE);
    unit.device_text = NULL;
    ck_assert_int_eq(tcr_sim_module_load(&module, &unit, 90, message), TCR_E_NO_IMAGE);
    ck_assert_str_eq(message, "test.c has no device text");
    ck_assert_int_eq(setenv("TCR_SIM_CXX", "no-such-compiler", 1), 0);
    unit.device_text = plain_sum;
    ck_assert_int_eq(tcr_sim_module_load(&module, &unit, 90, message), TCR_E_NO_IMAGE);
    ck_assert_ptr_nonnull(strstr(message, "no C++ compiler"));
    ck_assert_int_eq(setenv("TCR_SIM_CXX", "false", 1), 0);
    ck_assert_int_eq(tcr_sim_module_load(&module, &unit, 90, message), TCR_E_NO_IMAGE);
    ck_assert_ptr_nonnull(strstr(message, "printed nothing"));
}
END_TEST

/* The functions of math.h, in the forms that the device compiler gives them. */
START_TEST(mathematics)
{
    static const char text[] = KERNEL(
        "double x; float f;",
        "static_assert(sizeof(sin(A.f)) == 4 && sizeof(sin(A.x)) == 8 && sizeof(sqrt(2)) == 8 &&\n"
        "              sizeof(pow(A.f, A.f)) == 4 && sizeof(pow(A.f, 2)) == 8, \"\");\n"
        "int e; double part;\n"
        "sum += sqrt(16) + fabs(-A.x) + fabsf(A.f) + fmax(A.x, 3) + fmin(A.f, 9.0f) +\n"
        "    floor(A.x) + frexp(A.x, &e) + e + modf(A.x, &part) + part + ldexp(A.x, 2) + abs(-2) "
        "+\n"
        "    llabs(-3ll) + lround(A.x) + copysign(A.x, -1.0) + hypot(3.0, 4.0) + fma(A.x, A.x, "
        "1.0)\n"
        "    + (tcr_isnan(A.x) ? 100 : 0) + (tcr_signbit(-A.x) ? 1 : 0);");
    const struct {
        double x;
        float f;
    } args = {1.5, 0.25f};
    double sum;
    test_memory();
    ck_assert_msg(run(text, &args, 1, &sum), "%s", message);
    ck_assert_msg(sum == 4 + 1.5 + 0.25 + 3 + 0.25 + 1 + 0.75 + 1 + 0.5 + 1 + 6 + 2 + 3 + 2 - 1.5 +
                             5 + 3.25 + 1,
                  "%g", sum);
}
END_TEST

Suite *pointer_suite(void)
{
    Suite *s = suite_create("pointer");
    TCase *t = tcase_create("pointer");
    tcase_set_timeout(t, 120);
    tcase_add_test(t, operations);
    tcase_add_test(t, beyond_the_end);
    tcase_add_test(t, wrong_memory);
    tcase_add_test(t, part_of_a_struct);
    tcase_add_test(t, writes_of_members);
    tcase_add_test(t, bit_fields);
    tcase_add_test(t, part_of_a_row);
    tcase_add_test(t, arithmetic_fault);
    tcase_add_test(t, not_compilable);
    tcase_add_test(t, mathematics);
    suite_add_tcase(s, t);
    return s;
}
