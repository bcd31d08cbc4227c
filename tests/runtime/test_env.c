/* SPDX-License-Identifier: MIT */
/* test_env.c: the environment variables and the warnings about them. */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>
#include "../../runtime/ground/env.h"
#include "suites.h"

static struct tcr_config config;

/* What reading these variables prints; the caller frees. */
static char *read_env(char *const *environment)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);

    tcr_env_read(&config, environment, out);
    fclose(out);
    return text;
}

static void expect(char *const *environment, const char *text)
{
    char *got = read_env(environment);

    ck_assert_str_eq(got, text);
    free(got);
}

START_TEST(defaults)
{
    expect((char *[]){"PATH=/bin", "TCRX=1", NULL}, "");
    ck_assert_int_eq(config.target, TCR_TARGET_AUTO);
    ck_assert_int_eq(config.backend, TCR_CHOICE_AUTO);
    ck_assert_int_eq(config.trace, 0);
    ck_assert(!config.summary && !config.faults && !config.summary_file);
}
END_TEST

START_TEST(known_values)
{
    expect((char *[]){"TCR_TARGET=device", "TCR_BACKEND=sim", "TCR_TRACE=2", "TCR_SUMMARY=1",
                      "TCR_FAULT=alloc:3,lost:7", NULL},
           "");
    ck_assert_int_eq(config.target, TCR_TARGET_DEVICE);
    ck_assert_int_eq(config.backend, TCR_CHOICE_SIM);
    ck_assert_int_eq(config.trace, 2);
    ck_assert(config.summary && config.faults);
    ck_assert_uint_eq(config.fault[TCR_FAULT_ALLOC], 3);
    ck_assert_uint_eq(config.fault[TCR_FAULT_LOST], 7);
    ck_assert_uint_eq(config.fault[TCR_FAULT_COPY], 0);
}
END_TEST

START_TEST(strictness)
{
    expect((char *[]){"TCR_TARGET=required", "TCR_COMPARE=1", "TCR_FAULT=wrong:2", NULL}, "");
    ck_assert_int_eq(config.target, TCR_TARGET_REQUIRED);
    ck_assert_int_eq(config.strict, TCR_STRICT_DEFAULT);
    ck_assert(config.compare);
    ck_assert_uint_eq(config.fault[TCR_FAULT_WRONG], 2);
    expect((char *[]){"TCR_STRICT=1", NULL}, "");
    ck_assert_int_eq(config.strict, TCR_STRICT_ON);
    expect((char *[]){"TCR_STRICT=0", "TCR_COMPARE=0", "TCR_BLAS=auto", "TCR_BLAS=1", NULL}, "");
    ck_assert_int_eq(config.strict, TCR_STRICT_OFF);
    ck_assert(!config.compare);
    ck_assert_int_eq(config.learn, TCR_LEARN_AUTO);
    expect((char *[]){"TCR_LEARN=1", NULL}, "");
    ck_assert_int_eq(config.learn, TCR_LEARN_ON);
    expect((char *[]){"TCR_LEARN=0", NULL}, "");
    ck_assert_int_eq(config.learn, TCR_LEARN_OFF);
    expect((char *[]){"TCR_STRICT=", NULL}, "");
    ck_assert_int_eq(config.strict, TCR_STRICT_DEFAULT);
    expect((char *[]){"TCR_STRICT=yes", NULL},
           "tcr: warning: TCR_STRICT=yes is not known (0|1; ignored)\n");
    ck_assert_int_eq(config.strict, TCR_STRICT_DEFAULT);
}
END_TEST

/* The file asks for the table, unless TCR_SUMMARY says no. */
START_TEST(summary_file)
{
    expect((char *[]){"TCR_SUMMARY_FILE=/tmp/t", "TCR_SUMMARY=0", NULL}, "");
    ck_assert(!config.summary);
    free(config.summary_file);
    expect((char *[]){"TCR_SUMMARY_FILE=/tmp/t", NULL}, "");
    ck_assert(config.summary);
    ck_assert_str_eq(config.summary_file, "/tmp/t");
    free(config.summary_file);
    expect((char *[]){"TCR_SUMMARY_FILE=", NULL}, "");
    ck_assert(!config.summary && !config.summary_file);
}
END_TEST

START_TEST(others_variables)
{
    expect((char *[]){"TCR_CC=gcc", "TCR_DISABLE=1", "TCR_CUDA_HOME=/x", "TCR_SIM_SEED=1",
                      "TCR_TEST_X=1", "TCR_TARGET=", "TCR_DEVICE=3", NULL},
           "");
}
END_TEST

START_TEST(unknown_value)
{
    expect((char *[]){"TCR_TARGET=devise", NULL},
           "tcr: warning: TCR_TARGET=devise is not known; did you mean 'device'? "
           "(auto|device|host|required; using auto)\n");
    ck_assert_int_eq(config.target, TCR_TARGET_AUTO);
    expect((char *[]){"TCR_TRACE=yes", NULL},
           "tcr: warning: TCR_TRACE=yes is not known; did you mean '1'? (0|1|2; using 0)\n");
}
END_TEST

START_TEST(unknown_name)
{
    expect((char *[]){"TCR_TARGE=host", NULL},
           "tcr: warning: unknown environment variable TCR_TARGE; did you mean TCR_TARGET?\n");
    expect((char *[]){"TCR_QQQQQQQQ=1", NULL},
           "tcr: warning: unknown environment variable TCR_QQQQQQQQ\n");
}
END_TEST

START_TEST(other_words)
{
    expect((char *[]){"TCR_TARGET=sim", NULL},
           "tcr: warning: TCR_TARGET=sim is not known; did you mean TCR_BACKEND=sim? "
           "(auto|device|host|required; using auto)\n");
    expect((char *[]){"TCR_BACKEND=device", NULL},
           "tcr: warning: TCR_BACKEND=device is not known; did you mean TCR_TARGET=device? "
           "(auto|cuda|sim|host; using auto)\n");
    expect((char *[]){"TCR_TARGET=gpu", NULL},
           "tcr: warning: TCR_TARGET=gpu is not known; did you mean 'device'? "
           "(auto|device|host|required; using auto)\n");
    expect((char *[]){"TCR_COMPARE=yes", NULL},
           "tcr: warning: TCR_COMPARE=yes is not known; did you mean '1'? (0|1; using 0)\n");
}
END_TEST

START_TEST(no_nonsense_hints)
{
    expect((char *[]){"TCR_TRACE=x", NULL},
           "tcr: warning: TCR_TRACE=x is not known (0|1|2; using 0)\n");
    expect((char *[]){"TCR_BACKEND=simulator", NULL},
           "tcr: warning: TCR_BACKEND=simulator is not known; did you mean 'sim'? "
           "(auto|cuda|sim|host; using auto)\n");
    expect((char *[]){"TCR_BACKEND=cdua", NULL},
           "tcr: warning: TCR_BACKEND=cdua is not known; did you mean 'cuda'? "
           "(auto|cuda|sim|host; using auto)\n");
    expect((char *[]){"TCR_ARCH=1", NULL}, "tcr: warning: unknown environment variable TCR_ARCH\n");
    expect((char *[]){"TCR_X=1", NULL}, "tcr: warning: unknown environment variable TCR_X\n");
}
END_TEST

START_TEST(simulated_device)
{
    static const char *const good[] = {"ARCH=120",    "SMS=1",       "MEMORY=64M", "MEMORY=4096",
                                       "SEED=0x1234", "CHECK=0",     "CHECK=",     "CXX=clang++",
                                       "CACHE=/x",    "MEMORY=0x4K", "SMS=1024",   "MEMORY=8G"};
    static const char *const bad[] = {"ARCH=70",     "ARCH=sm_90",  "SMS=-1",
                                      "SMS=0",       "SMS=1025",    "SMS=4x",
                                      "MEMORY=lots", "MEMORY=1KK",  "MEMORY=0",
                                      "SEED=abc",    "CHECK=maybe", "SEED=99999999999999999999"};
    char variable[64];

    for (size_t k = 0; k < sizeof good / sizeof *good; k++) {
        snprintf(variable, sizeof variable, "TCR_SIM_%s", good[k]);
        expect((char *[]){variable, NULL}, "");
    }
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        snprintf(variable, sizeof variable, "TCR_SIM_%s", bad[k]);
        char *text = read_env((char *[]){variable, NULL});
        ck_assert_msg(strncmp(text, "tcr: warning: TCR_SIM_", 22) == 0, "%s", bad[k]);
        free(text);
    }
    expect((char *[]){"TCR_SIM_SMS=-1", NULL},
           "tcr: warning: TCR_SIM_SMS=-1 is not known (a number from 1 to 1024; using 4)\n");
    expect((char *[]){"TCR_DEVICE=-1", NULL},
           "tcr: warning: TCR_DEVICE=-1 is not known (a number, the first device being 0; using "
           "that of the local rank)\n");
    expect((char *[]){"TCR_SIM_SEDE=1", "TCR_SIM_FOO=1", NULL},
           "tcr: warning: unknown environment variable TCR_SIM_SEDE; did you mean TCR_SIM_SEED?\n"
           "tcr: warning: unknown environment variable TCR_SIM_FOO\n");
}
END_TEST

START_TEST(numbers)
{
    setenv("TCR_SIM_MEMORY", "16M", 1);
    ck_assert_uint_eq(tcr_env_number("TCR_SIM_MEMORY"), 16u << 20);
    setenv("TCR_SIM_MEMORY", "lots", 1);
    ck_assert_uint_eq(tcr_env_number("TCR_SIM_MEMORY"), 4ull << 30);
    unsetenv("TCR_SIM_MEMORY");
    ck_assert_uint_eq(tcr_env_number("TCR_SIM_MEMORY"), 4ull << 30);
}
END_TEST

START_TEST(bad_faults)
{
    static const char *const bad[] = {"alloc",
                                      "alloc:0",
                                      "alloc:x",
                                      "alloc:1x",
                                      "what:1",
                                      "alloc:",
                                      ":1",
                                      "alloc:-1",
                                      "alloc:+1",
                                      "alloc: 1",
                                      "alloc:1 ",
                                      "alloc:0x1",
                                      "alloc:1:2",
                                      "alloc:1.5",
                                      " alloc:1",
                                      "alloc:00",
                                      "alloc:-0",
                                      "ALLOC:1",
                                      ":",
                                      "alloc=1",
                                      "alloc:18446744073709551616",
                                      "alloc:99999999999999999999999999",
                                      "alloc:-18446744073709551615"};

    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        char variable[64], *text;

        snprintf(variable, sizeof variable, "TCR_FAULT=%s", bad[k]);
        text = read_env((char *[]){variable, NULL});
        ck_assert_msg(strncmp(text, "tcr: warning: TCR_FAULT=", 24) == 0, "%s", bad[k]);
        ck_assert_int_eq(strncmp(text + 24, bad[k], strlen(bad[k])), 0);
        ck_assert_ptr_nonnull(strstr(text, "; ignored)\n"));
        ck_assert(!config.faults);
        free(text);
    }
    expect((char *[]){"TCR_FAULT=alloc:18446744073709551615", NULL}, "");
    ck_assert_uint_eq(config.fault[TCR_FAULT_ALLOC], ~0ul);
    expect(
        (char *[]){"TCR_FAULT=alloc:3,copy:1,alloc:007", NULL},
        "tcr: warning: TCR_FAULT=alloc:007: alloc is there twice; 3 is ignored, and 7 is used\n");
    ck_assert_uint_eq(config.fault[TCR_FAULT_ALLOC], 7);
    expect((char *[]){"TCR_FAULT=alloc:1,,copy:2,", NULL}, "");
    ck_assert_uint_eq(config.fault[TCR_FAULT_COPY], 2);
}
END_TEST

Suite *suite_env(void)
{
    Suite *s = suite_create("env");
    TCase *c = tcase_create("env");

    tcase_add_test(c, defaults);
    tcase_add_test(c, known_values);
    tcase_add_test(c, strictness);
    tcase_add_test(c, summary_file);
    tcase_add_test(c, others_variables);
    tcase_add_test(c, unknown_value);
    tcase_add_test(c, unknown_name);
    tcase_add_test(c, other_words);
    tcase_add_test(c, no_nonsense_hints);
    tcase_add_test(c, simulated_device);
    tcase_add_test(c, numbers);
    tcase_add_test(c, bad_faults);
    suite_add_tcase(s, c);
    return s;
}
