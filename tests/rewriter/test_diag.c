/* SPDX-License-Identifier: MIT */
/* test_diag.c: the look of diagnostics. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* open_memstream */
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../rewriter/text/text.h"
#include "suites.h"

static char cc_name[] = "gcc";

static const struct {
    const char *text, *want; /* after the name of the file, which is cut out of each line */
} cases[] = {
    {"#pragma tcr reduce(%:sum)\n",
     "1:20: error: unknown operator '%' in 'reduce'; one of + - * min max & | ^ && || [tcr]\n"
     "    1 | #pragma tcr reduce(%:sum)\n"
     "      |                    ^\n"},
    {"\t/* \xc3\xbc */ _Pragma(\"tcr reduce(+:s) colapse(2)\")\n",
     "1:36: error: unknown clause 'colapse' on 'reduce'; did you mean 'collapse'? [tcr]\n"
     "    1 | \t/* \xc3\xbc */ _Pragma(\"tcr reduce(+:s) colapse(2)\")\n"
     "      | \t                                 ^~~~~~~\n"
     "      | \t                                 collapse\n"},
    {"#define L(c) _Pragma(\"tcr reduce(+:s) colapse(2)\")\n\tL(2)\n",
     "2:2: error: unknown clause 'colapse' on 'reduce'; did you mean 'collapse'? [tcr]\n"
     "    2 | \tL(2)\n"
     "      | \t^\n"
     "2:2: note: the directive with its macros expanded:\n"
     "      | #pragma tcr reduce(+:s) colapse(2)\n"
     "      |                         ^~~~~~~\n"
     "      |                         collapse\n"},
    {"#define CL copyin(3)\n#pragma tcr reduce(+:s) CL\n",
     "2:25: error: '3' in 'copyin' is not a variable, a member, an element or a section [tcr]\n"
     "    2 | #pragma tcr reduce(+:s) CL\n"
     "      |                         ^~\n"
     "2:25: note: the directive with its macros expanded:\n"
     "      | #pragma tcr reduce(+:s) copyin(3)\n"
     "      |                                ^\n"},
    {"#pragma trc reduce(+:s)\n",
     "1:9: warning: unknown pragma 'trc' ignored; did you mean 'tcr'? [tcr]\n"
     "    1 | #pragma trc reduce(+:s)\n"
     "      |         ^~~\n"
     "      |         tcr\n"},
    {"#pragma tcr reduce(+:s) \\\n\tprivate(s)\n",
     "2:10: error: 's' appears in both 'reduce' and 'private'; remove one [tcr]\n"
     "    2 | \tprivate(s)\n"
     "      | \t        ^\n"
     "1:22: note: the first is here\n"
     "    1 | #pragma tcr reduce(+:s) \\\n"
     "      |                      ^\n"},
};

/* The output without the file's name. */
static char *without_name(const char *out, const char *name)
{
    struct buf b = {0};
    char *prefix = xasprintf("%s:", name);
    for (const char *hit; (hit = strstr(out, prefix)); out = hit + strlen(prefix))
        buf_addn(&b, out, (size_t)(hit - out));
    buf_add(&b, out);
    free(prefix);
    return buf_take(&b);
}

static char *diagnose(const struct scratch *dir, struct diag *d)
{
    struct source src;
    char *const cc[] = {cc_name, NULL};
    char *out;
    size_t size;
    ck_assert_int_eq(source_load(&src, dir->file, cc, 0), 0);
    ck_assert_uint_eq(src.n_pragmas, 1);
    d->src = &src;
    d->out = open_memstream(&out, &size);
    directive_free(directive_parse(d, &src.pragmas[0]));
    fclose(d->out);
    source_free(&src);
    return out;
}

START_TEST(layout)
{
    struct scratch dir;
    struct diag d = {0};
    scratch_open(&dir, "t.c", cases[_i].text, strlen(cases[_i].text));
    char *out = diagnose(&dir, &d), *have = without_name(out, dir.file);
    ck_assert_str_eq(have, cases[_i].want);
    ck_assert_uint_eq(d.errors + d.warnings, 1);
    free(have);
    free(out);
    scratch_close(&dir);
}
END_TEST

START_TEST(colors)
{
    struct scratch dir;
    struct diag d = {.style = {.color = true}, .werror = true};
    scratch_open(&dir, "t.c", "#pragma trc loop\n", 17);
    unsetenv("GCC_COLORS");
    char *out = diagnose(&dir, &d);
    ck_assert_uint_eq(d.errors, 1);
    ck_assert_ptr_nonnull(strstr(out, "\33[01;31m\33[Kerror:\33[m\33[K unknown"));
    ck_assert_ptr_nonnull(strstr(out, "\33[32m\33[Ktcr\33[m\33[K\n"));
    free(out);
    setenv("GCC_COLORS", "locus=7:error=33;1:fixit-insert=4", 1);
    out = diagnose(&dir, &d);
    ck_assert_ptr_nonnull(strstr(out, "\33[33;1m\33[Kerror:\33[m\33[K"));
    ck_assert_ptr_nonnull(strstr(out, "\33[4m\33[Ktcr\33[m\33[K\n"));
    free(out);
    setenv("GCC_COLORS", "", 1);
    out = diagnose(&dir, &d);
    ck_assert_ptr_null(strchr(out, '\33'));
    free(out);
    scratch_close(&dir);
}
END_TEST

START_TEST(at_offset)
{
    struct scratch dir;
    struct source src;
    char *const cc[] = {cc_name, NULL};
    char *out, *have;
    size_t size;
    scratch_open(&dir, "t.c", "#define N 4\nint  x =  N + yy;\n", 30);
    ck_assert_int_eq(source_load(&src, dir.file, cc, 0), 0);
    struct diag d = {.src = &src, .out = open_memstream(&out, &size)};
    diag_at(&d, DIAG_WARNING, (size_t)(strstr(src.text, "yy") - src.text), "odd %d", 7);
    fclose(d.out);
    have = without_name(out, dir.file);
    ck_assert_str_eq(have, "2:15: warning: odd 7 [tcr]\n"
                           "    2 | int  x =  N + yy;\n"
                           "      |               ^~\n");
    ck_assert_uint_eq(d.warnings, 1);
    free(have);
    free(out);
    source_free(&src);
    scratch_close(&dir);
}
END_TEST

/* -w: no warning, nor its notes; errors with theirs, and what --tcr-strict makes errors. */
START_TEST(quiet)
{
    struct scratch dir;
    struct diag d = {.quiet = true};
    scratch_open(&dir, "t.c", "#pragma trc loop\n", 17);
    char *out = diagnose(&dir, &d);
    ck_assert_str_eq(out, "");
    ck_assert_uint_eq(d.warnings, 1);
    free(out);
    d = (struct diag){.quiet = true, .werror = true};
    out = diagnose(&dir, &d);
    ck_assert_ptr_nonnull(strstr(out, "error: unknown pragma"));
    free(out);
    scratch_close(&dir);
    d = (struct diag){.quiet = true};
    scratch_open(&dir, "t.c", "#pragma tcr reduce(+:s) if(1) if(2)\n", 36);
    out = diagnose(&dir, &d);
    ck_assert_ptr_nonnull(strstr(out, "error: 'if' may stand only once"));
    ck_assert_ptr_nonnull(strstr(out, "note: the first is here"));
    free(out);
    scratch_close(&dir);
}
END_TEST

Suite *diag_suite(void)
{
    Suite *s = suite_create("diag");
    TCase *c = tcase_create("diag");
    tcase_set_timeout(c, 60);
    tcase_add_loop_test(c, layout, 0, (int)(sizeof cases / sizeof *cases));
    tcase_add_test(c, colors);
    tcase_add_test(c, at_offset);
    tcase_add_test(c, quiet);
    suite_add_tcase(s, c);
    return s;
}
