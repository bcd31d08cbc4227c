/* SPDX-License-Identifier: MIT */
/* test_options.c: what the options of the user's compiler mean: the last word counts. */
#include <string.h>

#include "../../rewriter/source/options.h"
#include "suites.h"

static const struct {
    const char *options;
    bool wraps, traps;
} cases[] = {
    {"-O2", false, false},
    {"-fwrapv", true, false},
    {"-fwrapv -fno-wrapv", false, false},
    {"-fno-wrapv -fwrapv", true, false},
    {"-fno-strict-overflow", true, false},
    {"-fno-strict-overflow -fstrict-overflow", false, false},
    {"-fno-strict-overflow -fno-wrapv", false, false},
    {"-fno-wrapv -fno-strict-overflow", true, false}, /* for gcc */
    {"-fwrapv -fstrict-overflow", true, false},       /* for clang */
    {"-ftrapv", false, true},
    {"-ftrapv -fno-trapv", false, false},
    {"-ftrapv -fwrapv -fno-wrapv", false, true},
    {"-fsanitize=undefined", false, true},
    {"-fsanitize=integer", false, true},
    {"-fsanitize=address,signed-integer-overflow", false, true},
    {"-fsanitize=address,shift", false, false},
    {"-fsanitize=unsigned-integer-overflow", false, false},
    {"-fsanitize=undefined -fno-sanitize=signed-integer-overflow", false, false},
    {"-fsanitize=undefined -fno-sanitize=shift,undefined", false, false},
    {"-fsanitize=undefined -fno-sanitize=all", false, false},
    {"-fsanitize=undefined -fno-sanitize=shift", false, true},
    {"-fno-sanitize=undefined -fsanitize=undefined", false, true},
    {"-fsanitize=undefined -fno-sanitize-recover=undefined", false, true},
};

START_TEST(overflow)
{
    char text[128] = "cc ", *words[8], *rest = text;
    size_t n = 0;
    strcat(text, cases[_i].options);
    for (char *word; (word = strtok_r(rest, " ", &rest)) != NULL;)
        words[n++] = word;
    words[n] = NULL;
    struct options o;
    options_of_command(&o, words, NULL);
    ck_assert_msg(o.signed_wraps == cases[_i].wraps, "%s", cases[_i].options);
    ck_assert_msg(o.traps == cases[_i].traps, "%s", cases[_i].options);
    options_free(&o);
}
END_TEST

Suite *options_suite(void)
{
    Suite *s = suite_create("options");
    TCase *c = tcase_create("overflow");
    tcase_add_loop_test(c, overflow, 0, (int)(sizeof cases / sizeof *cases));
    suite_add_tcase(s, c);
    return s;
}
