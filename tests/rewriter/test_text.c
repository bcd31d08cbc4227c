/* SPDX-License-Identifier: MIT */
/* test_text.c: buffers, distances and tokens. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../../rewriter/text/arena.h"
#include "../../rewriter/text/text.h"
#include "suites.h"

START_TEST(buffers_grow)
{
    struct buf b = {0};
    for (int i = 0; i < 1000; i++)
        buf_printf(&b, "%d,", i);
    buf_addn(&b, "xyz", 2);
    ck_assert_uint_eq(b.len, strlen(b.s));
    char *s = buf_take(&b);
    ck_assert_ptr_null(b.s);
    ck_assert_str_eq(s + strlen(s) - 6, "999,xy");
    free(s);
    s = buf_take(&b);
    ck_assert_str_eq(s, "");
    free(s);
}
END_TEST

START_TEST(distances)
{
    ck_assert_uint_eq(text_distance("tcr", "tcr"), 0);
    ck_assert_uint_eq(text_distance("TCR", "tcr"), 0);
    ck_assert_uint_eq(text_distance("trc", "tcr"), 1);
    ck_assert_uint_eq(text_distance("tc", "tcr"), 1);
    ck_assert_uint_eq(text_distance("tcrr", "tcr"), 1);
    ck_assert_uint_eq(text_distance("omp", "tcr"), 3);
    ck_assert_uint_eq(text_distance("", "tcr"), 3);
    ck_assert_uint_eq(text_distance("reduec", "reduce"), 1);
    char word[80] = {0};
    memset(word, 'a', 70);
    ck_assert_uint_eq(text_distance(word, "a"), 99);
}
END_TEST

/* Sanitized builds do not ask it of each pointer of tcr-rewrite. */
START_TEST(memory_is_aligned)
{
    for (size_t size = 0; size < 200; size++) {
        char *p = ir_alloc(size);
        ck_assert_uint_eq((uintptr_t)p % _Alignof(max_align_t), 0);
        for (size_t i = 0; i < size; i++)
            ck_assert_int_eq(p[i], 0);
        memset(p, 1, size);
    }
    ck_assert_uint_eq((uintptr_t)ir_alloc(100001) % _Alignof(max_align_t), 0);
    ck_assert_uint_eq((uintptr_t)ir_alloc(1) % _Alignof(max_align_t), 0);
    ir_free_all();
}
END_TEST

START_TEST(tokens)
{
    static const char s[] =
        "a->b_1 /* c */ += 1.5e-3f\\\n<<=\"x\\\"y\"'\\''// end\n\xc3\xa9 .5 \"open";
    static const char *const want[] = {"a",          "->",    "b_1",      "+=", "1.5e-3f", "<<=",
                                       "\"x\\\"y\"", "'\\''", "\xc3\xa9", ".5", "\"open"};
    size_t at = 0, len, n = 0;
    for (; (len = text_token(s, strlen(s), &at)) > 0; at += len, n++) {
        ck_assert_uint_lt(n, sizeof want / sizeof *want);
        ck_assert_uint_eq(len, strlen(want[n]));
        ck_assert_mem_eq(s + at, want[n], len);
    }
    ck_assert_uint_eq(n, sizeof want / sizeof *want);
}
END_TEST

Suite *text_suite(void)
{
    Suite *s = suite_create("text");
    TCase *c = tcase_create("text");
    tcase_add_test(c, buffers_grow);
    tcase_add_test(c, distances);
    tcase_add_test(c, tokens);
    tcase_add_test(c, memory_is_aligned);
    suite_add_tcase(s, c);
    return s;
}
