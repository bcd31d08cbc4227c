/* SPDX-License-Identifier: MIT */
/* Every function of the rewriter's table is one that device code can call: on
 * the simulated device, and on every architecture when NVRTC is there. */
#include "suites.h"
#include "rewriter/images/images.h"
#include "rewriter/ir/math_table.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const unsigned archs[] = {
#define ARCH(n) n,
#include "../../spec/archs.def"
#undef ARCH
};

/* Names that begin with one of the words, an f for float left out. */
static bool is_one_of(const char *name, const char *const *words)
{
    size_t n = strlen(name);
    for (; *words; words++)
        if (strncmp(name, *words, strlen(*words)) == 0 &&
            (n == strlen(*words) || strcmp(name + strlen(*words), "f") == 0))
            return true;
    return false;
}

static const char *const of_complex[] = {"tcr_creal", "tcr_cimag", "tcr_conj",  "tcr_cabs",
                                         "tcr_carg",  "tcr_cexp",  "tcr_csqrt", NULL};

/* Nothing that a double can take. */
static bool has_no_value(const char *device)
{
    static const char *const words[] = {"sincos", "tcr_conj", "tcr_cexp", "tcr_csqrt", NULL};
    return is_one_of(device, words);
}

static const char *arguments(const char *device)
{
    static const char *const none[] = {"tcr_inf", "tcr_nan", NULL};
    static const char *const two[] = {"fmin",
                                      "fmax",
                                      "fdim",
                                      "fmod",
                                      "remainder",
                                      "copysign",
                                      "atan2",
                                      "pow",
                                      "hypot",
                                      "nextafter",
                                      "tcr_isgreater",
                                      "tcr_isgreaterequal",
                                      "tcr_isless",
                                      "tcr_islessequal",
                                      "tcr_islessgreater",
                                      "tcr_isunordered",
                                      NULL};
    static const char *const scale[] = {"ldexp", "scalbn", "scalbln", NULL}, *const order[] = {
                                                                                 "jn", "yn", NULL};
    static const char *const three[] = {"fma", NULL};
    static const char *const integer[] = {"abs",       "llabs",       "__popc",      "__popcll",
                                          "tcr_clz",   "tcr_clzll",   "tcr_ctz",     "tcr_ctzll",
                                          "tcr_ffs",   "tcr_ffsll",   "tcr_parity",  "tcr_parityll",
                                          "tcr_bswap", "tcr_bswapll", "tcr_bswap16", NULL};
    static const char *const counts[] = {"frexp", NULL}, *const quotient[] = {"remquo", NULL};
    bool narrow = device[strlen(device) - 1] == 'f' && strcmp(device, "modf") != 0;
    if (is_one_of(device, counts) || is_one_of(device, quotient))
        return device[0] == 'f' ? "y, &k" : "y, y, &k";
    if (strncmp(device, "modf", 4) == 0)
        return narrow ? "(float)y, &f" : "y, &d";
    if (strncmp(device, "sincos", 6) == 0)
        return narrow ? "(float)y, &f, &f" : "y, &d, &d";
    if (is_one_of(device, of_complex))
        return narrow ? "tcr_complex<float>{(float)y, 1}" : "tcr_complex<double>{y, y}";
    return is_one_of(device, none)      ? ""
           : is_one_of(device, two)     ? "y, y"
           : is_one_of(device, scale)   ? "y, 2"
           : is_one_of(device, order)   ? "2, y"
           : is_one_of(device, three)   ? "y, y, y"
           : is_one_of(device, integer) ? "(int)y"
                                        : "y";
}

/* One kernel that calls them all, free it. */
static char *text_of_table(void)
{
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    ck_assert_ptr_nonnull(out);
    fputs(
        "#include \"tcr_device.cuh\"\n"
        "struct tcr_args_0 {\n    tcr_ptr<const double> a;\n};\n"
        "typedef tcr_vars<tcr_sum<double> > tcr_vars_0;\n"
        "struct tcr_body_0 {\n"
        "    TCR_DEVICE static void run(const tcr_args_0 &A, long long it, tcr_vars_0::value &v)\n"
        "    {\n"
        "        double &x = tcr_get<0>(v), y = A.a[it], d;\n"
        "        float f;\n        int k;\n",
        out);
    const struct math_fn *fn;
    for (size_t i = 0; (fn = math_row(i)); i++)
        if (fn->device)
            fprintf(out, "        %s%s(%s);\n", has_no_value(fn->device) ? "" : "x += (double)",
                    fn->device, arguments(fn->device));
    fputs("    }\n};\n"
          "TCR_KERNEL_UNROLL(tcr_region_0, tcr_args_0, tcr_vars_0, tcr_body_0, 1)\n",
          out);
    ck_assert_int_eq(fclose(out), 0);
    return text;
}

START_TEST(table_for_devices)
{
    char *text = text_of_table(), *log;
    struct image_list list;
    int err = images_compile(text, NULL, archs, sizeof archs / sizeof *archs, false, &list, &log);
    ck_assert_msg(!err || err == -ENOENT, "%d: %s", err, log);
    if (!err)
        images_free(&list);
    free(log);
    free(text);
}
END_TEST

START_TEST(table_for_the_simulated_device)
{
    if (system("c++ --version >/dev/null 2>&1")) {
        fputs("left out: a test of test_math_table.c: there is no c++\n", stderr);
        return;
    }
    FILE *to = popen("d=$(mktemp -d) && c++ -std=c++17 -w -fPIC -shared -Wl,-z,defs -DTCR_SIM "
                     "-DTCR_ARCH=90 -Ikernels -Ikernels/sim -Ikernels/tiles -Ispec -Iinclude -x "
                     "c++ -o $d/unit.so - -lm; s=$?; "
                     "rm -r $d; exit $s",
                     "w");
    ck_assert_ptr_nonnull(to);
    char *text = text_of_table();
    fputs(text, to);
    free(text);
    ck_assert_int_eq(pclose(to), 0);
}
END_TEST

TCase *math_table_case(void)
{
    TCase *tc = tcase_create("math table");
    tcase_set_timeout(tc, 300);
    tcase_add_test(tc, table_for_devices);
    tcase_add_test(tc, table_for_the_simulated_device);
    return tc;
}
