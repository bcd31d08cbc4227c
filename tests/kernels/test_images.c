/* SPDX-License-Identifier: MIT */
/* Device text of every type and operator compiles for every architecture, and
 * images come back from C as they went in.  Without NVRTC the first half is skipped. */
#include "regions.h"
#include "rewriter/images/images.h"
#include "suites.h"

#include "../check_marks.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const unsigned archs[] = {
#define ARCH(n) n,
#include "../../spec/archs.def"
#undef ARCH
};
enum { N_ARCHS = sizeof archs / sizeof *archs };

/* Compile; false when there is no NVRTC here. */
static bool compile(const char *text, const char *flags, unsigned n_archs, bool ptx,
                    struct image_list *list)
{
    char *log;
    int err = images_compile(text, flags, archs, n_archs, ptx, list, &log);
    if (err)
        ck_assert_msg(err == -ENOENT, "%d: %s", err, log);
    free(log);
    return !err;
}

START_TEST(every_sum_on_every_architecture)
{
    char *text = region_one((enum tcr_type)_i, TCR_ADD, NULL, "sum", 0);
    struct image_list list;
    if (compile(text, "-fmad=false -ftz=true", N_ARCHS, true, &list)) {
        for (unsigned i = 0; i + 1 < list.n; i++) {
            ck_assert_uint_eq(list.images[i].kind, TCR_IMAGE_CUBIN);
            ck_assert(!memcmp(list.images[i].bytes, "\177ELF", 4));
        }
        const struct tcr_image *last = &list.images[list.n - 1];
        ck_assert_uint_eq(last->kind, TCR_IMAGE_PTX);
        ck_assert_uint_eq(last->arch, 80);
        ck_assert_uint_eq(strlen(last->bytes), last->size);
        images_free(&list);
    }
    free(text);
}
END_TEST

START_TEST(every_operator)
{
    char *text = region_all();
    struct image_list list;
    if (compile(text, NULL, 2, false, &list)) {
        ck_assert_uint_eq(list.n, 2);
        images_free(&list);
    }
    free(text);
}
END_TEST

/* Sections, copies of them, and complex numbers: what their headers have. */
static const char several[] =
    "#include \"tcr_device.cuh\"\n"
    "struct args { tcr_ptr<const tcr_complex<double> > a; tcr_ptr<const int> at; };\n"
    "typedef tcr_vars<tcr_lor<bool>, tcr_several<tcr_sum<double>, 9>,\n"
    "    tcr_several<tcr_sum<float>, 2, tcr_complex<float> >, tcr_several<tcr_max<int>, 3> > "
    "vars;\n"
    "typedef tcr_copies<tcr_sum<double>, tcr_prod<tcr_half>, tcr_land<int>, tcr_min<short> > "
    "list;\n"
    "struct body {\n"
    "    TCR_DEVICE static void run(const tcr_with_grid<args> &W, long long it, vars::value &v) {\n"
    "        const tcr_complex<double> z = W.args.a[it], e = tcr_cexp(z) / tcr_csqrt(~z);\n"
    "        const tcr_copy<double> h(W.grid, 0, 0);\n"
    "        h.at(tcr_within(0, W.args.at[it], 5), tcr_get<0>(v)) += tcr_cabs(e) + tcr_carg(z);\n"
    "        for (int k = 0; k < 9; k++)\n"
    "            tcr_get<1>(v)[k] += tcr_creal(z * e) * k;\n"
    "        tcr_get<2>(v) += (2.0 - z) * 3.0 / e;\n"
    "        if (z != e && !(z == 1.0)) tcr_get<2>(v) -= tcr_cexpf(tcr_to_complex<float>(z));\n"
    "        tcr_get<3>(v)[1] = W.args.at[it];\n"
    "    }\n"
    "};\n"
    "TCR_KERNEL_COPIES(copied, args, vars, body, list)\n"
    "typedef tcr_updates<tcr_sum<int>, tcr_min<long long>, tcr_xor<short>,\n"
    "    tcr_sum<unsigned long long> > updates;\n"
    "struct updating {\n"
    "    TCR_DEVICE static void run(const tcr_with_updates<args, updates> &W, long long it,\n"
    "                               vars::value &v) {\n"
    "        const int k = W.args.at[it];\n"
    "        bool &stray = tcr_get<0>(v);\n"
    "        tcr_section<0>(W).at(k, stray)++;\n"
    "        if (k < tcr_section<1>(W).at(k, stray)) tcr_section<1>(W).at(k, stray) = k;\n"
    "        tcr_section<2>(W).at(k, stray) ^= k;\n"
    "        tcr_section<3>(W).at(k, stray) += k;\n"
    "    }\n"
    "};\n"
    "TCR_KERNEL_UPDATES(updated, args, vars, updating, updates, 4)\n";

START_TEST(several_numbers)
{
    struct image_list list;
    if (compile(several, NULL, N_ARCHS, false, &list)) {
        ck_assert_uint_eq(list.n, N_ARCHS);
        images_free(&list);
    }
}
END_TEST

START_TEST(errors_say_where)
{
    struct image_list list;
    char *log;
    int err = images_compile("#include \"tcr_device.cuh\"\nint x = y;\n", NULL, archs, 2, true,
                             &list, &log);
    ck_assert(err == -EINVAL || err == -ENOENT);
    ck_assert_ptr_nonnull(log);
    if (err == -EINVAL)
        ck_assert_ptr_nonnull(strstr(log, "device.cu(2): error: identifier \"y\""));
    ck_assert_uint_eq(list.n, 0);
    free(log);
}
END_TEST

/* Every byte, each in front of a digit, of another letter and of itself. */
static size_t awkward_bytes(unsigned char *bytes)
{
    size_t n = 0;
    for (unsigned c = 0; c < 256; c++) {
        bytes[n++] = (unsigned char)c;
        bytes[n++] = '7';
        bytes[n++] = (unsigned char)c;
        bytes[n++] = '?';
        bytes[n++] = (unsigned char)c;
        bytes[n++] = (unsigned char)c;
    }
    return n;
}

START_TEST(images_survive_c)
{
    char directory[] = "/tmp/tcr-images-XXXXXX", command[400], file[60];
    unsigned char bytes[256 * 6], back[sizeof bytes + 1];
    struct tcr_image image = {TCR_IMAGE_CUBIN, 90, awkward_bytes(bytes), bytes};
    struct image_list list = {&image, 1};

    ck_assert_ptr_nonnull(mkdtemp(directory));
    snprintf(file, sizeof file, "%s/a.c", directory);
    FILE *out = fopen(file, "w");
    ck_assert_ptr_nonnull(out);
    fputs("#include <stdio.h>\n#include \"include/tcr_region.h\"\n", out);
    ck_assert_int_eq(images_write_c(out, "images", &list), 0);
    ck_assert_int_eq(images_write_text(out, "text", "a \"b\" \\\n?\?/ end\n"), 0);
    fputs("int main(void)\n{\n"
          "    fwrite(images[0].bytes, 1, images[0].size, stdout);\n"
          "    return sizeof text != 17;\n}\n",
          out);
    fclose(out);
    snprintf(command, sizeof command,
             "cc -std=gnu89 -Wall -Wextra -pedantic -Wno-long-long -Werror -I. -o %s/a %s && %s/a",
             directory, file, directory);
    FILE *in = popen(command, "r");
    ck_assert_ptr_nonnull(in);
    size_t n = fread(back, 1, sizeof back, in);
    ck_assert_int_eq(pclose(in), 0);
    ck_assert_uint_eq(n, image.size);
    ck_assert(!memcmp(back, bytes, n));
    snprintf(command, sizeof command, "rm -r %s", directory);
    ck_assert_int_eq(system(command), 0);
}
END_TEST

/* The conversions that a device has instructions for: half.cpp, in C++. */
START_TEST(half_conversions)
{
    if (system("c++ --version >/dev/null 2>&1")) {
        fputs("left out: a test of test_images.c: there is no c++\n", stderr);
        return;
    }
    ck_assert_int_eq(system("d=$(mktemp -d) && c++ -std=c++17 -O1 -Ikernels -Ikernels/sim "
                            "-Ikernels/tiles -Ispec -o $d/half "
                            "tests/kernels/half.cpp && $d/half; s=$?; rm -r $d; exit $s"),
                     0);
}
END_TEST

/* spec/contract.h in the languages that read it, alone and beside the public headers, which have a
 * part of it; NVRTC reads it with the kernels.  The same of the tables of types and operators. */
START_TEST(contract_compiles)
{
    static const char *const compilers[] = {"gcc -std=c17 -x c", "clang -std=c17 -x c",
                                            "g++ -std=c++17 -x c++", "clang++ -std=c++17 -x c++"};
    static const char *const texts[] = {"spec/contract.h", "include/tcr_region.h spec/contract.h",
                                        "spec/contract.h include/tcr_region.h",
                                        /* whose enum tcr_type is which comes first; C alone */
                                        "include/tcr.h base/types.h base/operators.h",
                                        "base/types.h base/operators.h include/tcr.h"};
    const char *compiler = compilers[_i];
    const int name = (int)strcspn(compiler, " ");
    char command[300];

    snprintf(command, sizeof command, "%.*s --version >/dev/null 2>&1", name, compiler);
    if (system(command)) {
        fprintf(stderr, "left out: a test of test_images.c: there is no %.*s\n", name, compiler);
        return;
    }
    const size_t n = strstr(compiler, "++") ? 3 : sizeof texts / sizeof *texts;
    for (size_t k = 0; k < n; k++) {
        snprintf(command, sizeof command,
                 "for h in %s; do echo \"#include \\\"$h\\\"\"; done |"
                 " %s -Wall -Wextra -Wpedantic -Werror -I. -fsyntax-only -",
                 texts[k], compiler);
        ck_assert_msg(system(command) == 0, "%s", command);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("kernels");
    TCase *compiling = tcase_create("compile"), *writing = tcase_create("write");
    tcase_set_timeout(compiling, 300);
    tcase_add_test(compiling, several_numbers);
    tcase_add_loop_test(compiling, every_sum_on_every_architecture, 0, N_TYPES);
    tcase_add_test(compiling, every_operator);
    tcase_add_test(compiling, errors_say_where);
    tcase_set_timeout(writing, 60);
    tcase_add_test(writing, images_survive_c);
    tcase_add_test(writing, half_conversions);
    tcase_add_loop_test(writing, contract_compiles, 0, 4);
    suite_add_tcase(suite, compiling);
    suite_add_tcase(suite, writing);
    suite_add_tcase(suite, math_table_case());
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
