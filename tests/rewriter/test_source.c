/* SPDX-License-Identifier: MIT */
/* test_source.c: real preprocessor runs, with gcc and with clang. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* setenv */
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../rewriter/source/source_private.h"
#include "suites.h"

static char gcc[] = "gcc", clang[] = "clang", comments[] = "-C", all_comments[] = "-CC";
static char std_c89[] = "-std=c89", depend[] = "-MD", depend_file[] = "-MF";
static char define_x[] = "-DFROM_COMMAND=cmd";
static char *const compilers[][4] = {
    {gcc, NULL},           {clang, NULL},
    {gcc, comments, NULL}, {clang, comments, NULL},
    {gcc, std_c89, NULL},  {clang, all_comments, NULL},
};
#define N_COMPILERS ((int)(sizeof compilers / sizeof *compilers))

static bool have(const char *program)
{
    char *command = xasprintf("command -v %s >/dev/null 2>&1", program);
    bool found = system(command) == 0;
    if (!found)
        fprintf(stderr, "left out: a test of test_source.c: there is no %s\n", program);
    free(command);
    return found;
}

/* What was found, one line a directive: line:column[m][n] words. */
static char *describe(const struct source *src)
{
    struct buf b = {0};
    for (size_t i = 0; i < src->n_pragmas; i++) {
        const struct pragma *p = &src->pragmas[i];
        struct source_pos pos = source_position(src, p->begin);
        const char *slash = strrchr(pos.file, '/');
        buf_printf(&b, "%s:%u:%u %s%s%s{%s}\n", slash ? slash + 1 : pos.file, pos.line,
                   p->from_macro ? 0 : pos.column, p->from_macro ? "macro " : "",
                   p->near_miss ? p->namespace_word : "", p->near_miss ? " " : "", p->words);
        ck_assert_int_eq(src->text[p->begin], '#');
    }
    return buf_take(&b);
}

static const struct {
    const char *text, *want;
} cases[] = {
    /* plain, spacing, comments, continuation */
    {"int x;\n#pragma tcr reduce(+:s)\n  #  pragma\ttcr /* c */ reduce( + : t ) /* d */\n",
     "t.c:2:1 {reduce(+:s)}\nt.c:3:3 {reduce( + : t )}\n"},
    {"#pragma tcr \\\n  reduce(+:s) \\\n  copyin(a[0:n])\nint x;\n#pragma tcr loop\n",
     "t.c:1:1 {reduce(+:s) copyin(a[0:n])}\nt.c:5:1 {loop}\n"},
    /* no newline at the end, CRLF, UTF-8 */
    {"int x;\n#pragma tcr wait(1)", "t.c:2:1 {wait(1)}\n"},
    {"#define A b\r\n#pragma tcr reduce(+:A) \\\r\n  private(i)\r\n",
     "t.c:2:1 {reduce(+:b) private(i)}\n"},
    {"#pragma tcr reduce(+:h\xc3\xb6he)\n", "t.c:1:1 {reduce(+:h\xc3\xb6he)}\n"},
    /* #if branches, headers */
    {"#ifdef NO\n#pragma tcr reduce(+:a)\n#else\n#pragma tcr reduce(+:b)\n#endif\n",
     "t.c:4:1 {reduce(+:b)}\n"},
    {"#include \"h.h\"\nIN_HEADER(+:q)\n", "h.h:2:1 {loop}\nt.c:2:0 macro {reduce(+:q)}\n"},
    {"#line 100 \"x.y\"\n#pragma tcr loop\n", "x.y:100:1 {loop}\n"},
    /* _Pragma */
    {"#define P(x) _Pragma(#x)\n#define L(c) P(tcr reduce(c))\nint y;\n L(+:s)\n;_Pragma(\"tcr "
     "loop\")\n",
     "t.c:4:0 macro {reduce(+:s)}\nt.c:5:0 macro {loop}\n"},
    /* macros in the words: order, undef, functions, nesting, self-reference */
    {"#define V a\n#pragma tcr reduce(+:V)\n#undef V\n#pragma tcr reduce(+:V)\n#define V b\n"
     "#pragma tcr reduce(+:V)\n",
     "t.c:2:1 {reduce(+:a)}\nt.c:4:1 {reduce(+:V)}\nt.c:6:1 {reduce(+:b)}\n"},
    {"#define MYCLAUSE reduce(+:s)\n#define RED_VAR s\n#pragma tcr MYCLAUSE\n"
     "#pragma tcr reduce(+:RED_VAR)\n",
     "t.c:3:1 {reduce(+:s)}\nt.c:4:1 {reduce(+:s)}\n"},
    {"#define SEC(p, n) p[0:(n)]\n#define TWO(p) SEC(p, 2 * SEC)\n#define s s + s\n"
     "#pragma tcr reduce(+:x) copyin(TWO(q)) if(s)\n",
     "t.c:4:1 {reduce(+:x) copyin(q[0:(2 * SEC)]) if(s + s)}\n"},
    {"#define OP +\n#pragma tcr reduce(OP:s)\n", "t.c:2:1 {reduce(+:s)}\n"},
    {"#pragma tcr if(__LINE__ > 0\n#define n 5\n#pragma tcr reduce(+:s) if(n\n",
     "t.c:1:1 {if(__LINE__ > 0}\nt.c:3:1 {reduce(+:s) if(n}\n"},
    /* the user's macros named as our words */
    {"#define min(a, b) ((a) < (b) ? (a) : (b))\n#define max 3\n#define copy memcpy\n"
     "#define data 3\n#define reduce fold\n#define full 1\n#define inscan 7\n"
     "#pragma tcr reduce(min:x) reduce(inscan, max:y) copy(z[0:max]) precision(full)\n"
     "#pragma tcr data copy(data[0:min(1, 2)])\n",
     "t.c:8:1 {reduce(min:x) reduce(inscan, max:y) copy(z[0:3]) precision(full)}\n"
     "t.c:9:1 {data copy(3[0:((1) < (2) ? (1) : (2))])}\n"},
    /* near misses, and what is not ours */
    {"#pragma trc reduce(+:s)\n#pragma TCR loop\n#pragma tc reduction(+:s)\n#pragma Tcr\n",
     "t.c:1:1 trc {reduce(+:s)}\nt.c:2:1 TCR {loop}\nt.c:3:1 tc {reduction(+:s)}\n"
     "t.c:4:1 Tcr {}\n"},
    {"#pragma tcr_reduce(+:s)\n#pragma tcreduce(+:s)\n#pragma TCR_Loop\n#pragma rtc reduce(+:s)\n"
     "#pragma crt loop\n#pragma omp tcr reduce(+:s)\n",
     "t.c:1:1 tcr_reduce {(+:s)}\nt.c:2:1 tcreduce {(+:s)}\nt.c:3:1 TCR_Loop {}\n"
     "t.c:4:1 rtc {reduce(+:s)}\nt.c:5:1 crt {loop}\nt.c:6:1 omp tcr {reduce(+:s)}\n"},
    {"#pragma reduce(+:s)\n#line 7\n#pragma GCC ivdep\n/* c */ for (;;)\n;\n"
     "#pragma reduction (+:s)\nint x;\n#pragma reduce a\nfor (;;)\n;\n#pragma reduce(+:s)\n",
     "t.c:1:1 reduce {(+:s)}\n"},
    {"#pragma tcr_init\n#pragma omp parallel\n#pragma omp tcrx\n#pragma trc foo\n#pragma "
     "tcp\n#pragma once_tcr\n"
     "const char *s = \"#pragma tcr loop\";\n/*\n#pragma tcr loop\n*/\n",
     ""},
    {"#pragma tcr\n", "t.c:1:1 {}\n"},
};
#define N_CASES ((int)(sizeof cases / sizeof *cases))

START_TEST(finds)
{
    char *const *cc = compilers[_i / N_CASES];
    if (!have(cc[0]))
        return;
    struct scratch dir;
    struct source src;
    const char *text = cases[_i % N_CASES].text;
    scratch_open(&dir, "t.c", text, strlen(text));
    scratch_add(&dir, "h.h",
                "#define IN_HEADER(c) _Pragma(\"tcr reduce(\" #c \")\")\n#pragma tcr "
                "loop\n#undef IN_HEADER\n#define P(x) _Pragma(#x)\n"
                "#define IN_HEADER(c) P(tcr reduce(c))\n");
    ck_assert_int_eq(source_load(&src, dir.file, cc, 0), 0);
    char *have_text = describe(&src);
    ck_assert_msg(strcmp(have_text, cases[_i % N_CASES].want) == 0, "%s %s\n%s\n-- have\n%s", cc[0],
                  cc[1] ? cc[1] : "", text, have_text);
    ck_assert_uint_eq(strlen(src.text), src.size);
    free(have_text);
    source_free(&src);
    scratch_close(&dir);
}
END_TEST

/* The place of each word, across continuation lines, tabs and macros. */
START_TEST(places)
{
    static const char text[] = "#define CL copyin(a)\n\t#pragma tcr reduce(+:\xc3\xbc,  t) \\\n"
                               "\t\tprivate(i) CL \\\r\n if(n)\nint z = 1  +  2;\n";
    static const struct {
        const char *word;
        unsigned line, column;
        bool expanded;
    } want[] = {{"reduce", 2, 14, false}, {"t)", 2, 28, false}, {"private", 3, 3, false},
                {"copyin", 3, 14, true},  {"a)", 3, 14, true},  {"if", 4, 2, false},
                {"n)", 4, 5, false}};
    char *const *cc = compilers[_i];
    if (!have(cc[0]))
        return;
    struct scratch dir;
    struct source src;
    scratch_open(&dir, "t.c", text, strlen(text));
    ck_assert_int_eq(source_load(&src, dir.file, cc, 0), 0);
    ck_assert_uint_eq(src.n_pragmas, 1);
    const struct pragma *p = &src.pragmas[0];
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        size_t length = 1;
        bool expanded;
        const char *at = strstr(p->words, want[i].word);
        ck_assert_msg(at != NULL, "%s in %s", want[i].word, p->words);
        struct source_pos pos =
            source_word_position(&src, p, (size_t)(at - p->words), &length, &expanded);
        ck_assert_msg(pos.line == want[i].line && pos.column == want[i].column &&
                          expanded == want[i].expanded,
                      "%s: %s at %u:%u %d", cc[0], want[i].word, pos.line, pos.column, expanded);
        ck_assert_uint_eq(length, expanded ? 2 : 1);
    }
    struct source_pos pos = source_position(&src, (size_t)(strstr(src.text, "2;") - src.text));
    ck_assert_uint_eq(pos.line, 5);
    ck_assert_uint_eq(pos.column, 15);
    ck_assert_str_eq(source_line(&src, dir.file, 4), " if(n)");
    ck_assert_str_eq(source_line(&src, dir.file, 3), "\t\tprivate(i) CL \\");
    ck_assert_ptr_null(source_line(&src, dir.file, 6));
    ck_assert_ptr_null(source_line(&src, "/nonexistent", 1));
    source_free(&src);
    scratch_close(&dir);
}
END_TEST

/* Definitions become blanks of the same length; system headers are marked. */
START_TEST(blanked)
{
    static const char text[] = "#include <stddef.h>\n#define A 1\n#undef A\nsize_t x;\n"
                               "const char *r = \"#define B\";\n";
    char *const *cc = compilers[_i];
    if (!have(cc[0]))
        return;
    struct scratch dir;
    struct source src;
    scratch_open(&dir, "t.c", text, strlen(text));
    ck_assert_int_eq(source_load(&src, dir.file, cc, 0), 0);
    ck_assert_ptr_null(strstr(src.text, "#define A"));
    ck_assert_ptr_null(strstr(src.text, "#undef A"));
    ck_assert_ptr_nonnull(strstr(src.text, "#define B"));
    const char *x = strstr(src.text, "size_t x;"), *t = strstr(src.text, "typedef");
    ck_assert(!source_position(&src, (size_t)(x - src.text)).system);
    ck_assert(source_position(&src, (size_t)(t - src.text)).system);
    ck_assert_uint_eq(source_position(&src, (size_t)(x - src.text)).line, 4);
    source_free(&src);
    scratch_close(&dir);
}
END_TEST

/* Raw strings of gnu11 are no place for directives. */
START_TEST(raw_strings)
{
    static const char text[] = "const char *s = R\"x(\n#pragma tcr loop\n#define Q 1\n)x\";\n"
                               "#pragma tcr wait\n";
    char *const cc[] = {gcc, NULL};
    struct scratch dir;
    struct source src;
    scratch_open(&dir, "t.c", text, strlen(text));
    ck_assert_int_eq(source_load(&src, dir.file, cc, 0), 0);
    char *found = describe(&src);
    ck_assert_str_eq(found, "t.c:5:1 {wait}\n");
    ck_assert_ptr_nonnull(strstr(src.text, "#define Q 1"));
    free(found);
    source_free(&src);
    scratch_close(&dir);
}
END_TEST

/* The second run, for macros, keeps -D and leaves the dependency file alone. */
START_TEST(dependencies)
{
    static const char text[] = "#pragma tcr reduce(+:FROM_COMMAND)\n";
    struct scratch dir;
    struct source src;
    scratch_open(&dir, "t.c", text, strlen(text));
    char *file = xasprintf("%s/t.d", dir.dir);
    char *const cc[] = {gcc, define_x, depend, depend_file, file, NULL};
    ck_assert_int_eq(source_load(&src, dir.file, cc, 0), 0);
    ck_assert_str_eq(src.pragmas[0].words, "reduce(+:cmd)");
    size_t size;
    char *rule = source_read_file(file, &size);
    ck_assert_ptr_nonnull(rule);
    ck_assert_ptr_nonnull(strstr(rule, "t.c"));
    ck_assert_ptr_null(strstr(rule, "tcr-"));
    free(rule);
    free(file);
    source_free(&src);
    scratch_close(&dir);
}
END_TEST

START_TEST(failures)
{
    static char none[] = "/nonexistent/cc", shell[] = "sh", dash_c[] = "-c", die[] = "kill -9 $$";
    char *const missing[] = {none, NULL}, *const killed[] = {shell, dash_c, die, NULL};
    char *const cc[] = {gcc, NULL};
    struct scratch dir;
    struct source src;
    scratch_open(&dir, "t.c", "#error no\n", 10);
    ck_assert_int_lt(source_load(&src, dir.file, missing, 0), 0);
    ck_assert_int_eq(source_load(&src, dir.file, killed, 0), 128 + 9);
    fclose(stderr); /* gcc's message is expected */
    ck_assert_int_eq(dup(STDOUT_FILENO), STDERR_FILENO);
    ck_assert_int_eq(source_load(&src, dir.file, cc, 0), 1);
    scratch_close(&dir);
}
END_TEST

/* A line may end within a word.  (Compilers differ in which line that makes it.) */
START_TEST(spliced_words)
{
    static const char text[] = "#pra\\\ngma t\\\ncr loop\n_Pra\\\ngma(\"t\\\ncr wait\")\n";
    char *const *cc = compilers[_i];
    if (!have(cc[0]))
        return;
    struct scratch dir;
    struct source src;
    scratch_open(&dir, "t.c", text, strlen(text));
    ck_assert_int_eq(source_load(&src, dir.file, cc, 0), 0);
    ck_assert_uint_eq(src.n_pragmas, 2);
    ck_assert_str_eq(src.pragmas[0].words, "loop");
    ck_assert_str_eq(src.pragmas[1].words, "wait");
    source_free(&src);
    scratch_close(&dir);
}
END_TEST

/* Headers of the system are no exception, and TMPDIR may name what is not there. */
START_TEST(system_header)
{
    static const char text[] = "#include <h.h>\n";
    char *const *cc = compilers[_i];
    if (!have(cc[0]))
        return;
    struct scratch dir;
    struct source src;
    scratch_open(&dir, "t.c", text, strlen(text));
    scratch_add(&dir, "h.h", "#pragma tcr loop\n#pragma trc loop\n");
    static char isystem[] = "-isystem";
    char *const with[] = {cc[0], isystem, dir.dir, NULL};
    setenv("TMPDIR", "/nonexistent", 1);
    ck_assert_int_eq(source_load(&src, dir.file, with, 0), 0);
    setenv("TMPDIR", "/tmp", 1);
    ck_assert_uint_eq(src.n_pragmas, 2);
    ck_assert_str_eq(src.pragmas[0].words, "loop");
    ck_assert(source_position(&src, src.pragmas[0].begin).system);
    ck_assert(src.pragmas[1].near_miss);
    source_free(&src);
    scratch_close(&dir);
}
END_TEST

/* Macros that have the name of a directive or a clause do not stand for something else there. */
START_TEST(own_words)
{
    static const char *const words[] = {
#define DIRECTIVE(name, words) words,
#include "../../spec/directives.def"
#undef DIRECTIVE
#define CLAUSE(name, word, on, argument, times, parse, omp, acc) word,
#define DATA_CLAUSE(word, on, map, verb, omp, acc) word,
#include "../../spec/clauses.def"
#undef CLAUSE
#undef DATA_CLAUSE
    };
    enum { N = sizeof words / sizeof *words };
    char *const *cc = compilers[_i];
    if (!have(cc[0]))
        return;
    struct buf text = {0};
    for (size_t i = 0; i < N; i++)
        for (const char *at = words[i]; *at; at += strspn(at, " ")) {
            size_t n = strcspn(at, " ");
            buf_printf(&text, "#undef %.*s\n#define %.*s another\n", (int)n, at, (int)n, at);
            at += n;
        }
    for (size_t i = 0; i < N; i++)
        buf_printf(&text, "#pragma tcr %s\n", words[i]);
    struct scratch dir;
    struct source src;
    scratch_open(&dir, "t.c", text.s, text.len);
    ck_assert_int_eq(source_load(&src, dir.file, cc, 0), 0);
    ck_assert_uint_eq(src.n_pragmas, N);
    for (size_t i = 0; i < N; i++)
        ck_assert_str_eq(src.pragmas[i].words, words[i]);
    source_free(&src);
    scratch_close(&dir);
    buf_free(&text);
}
END_TEST

Suite *source_suite(void)
{
    Suite *s = suite_create("source");
    TCase *c = tcase_create("source");
    tcase_set_timeout(c, 120);
    tcase_add_loop_test(c, finds, 0, N_CASES * N_COMPILERS);
    tcase_add_loop_test(c, places, 0, N_COMPILERS);
    tcase_add_loop_test(c, blanked, 0, N_COMPILERS);
    tcase_add_test(c, raw_strings);
    tcase_add_test(c, dependencies);
    tcase_add_test(c, failures);
    tcase_add_loop_test(c, spliced_words, 0, N_COMPILERS);
    tcase_add_loop_test(c, system_header, 0, 2);
    tcase_add_loop_test(c, own_words, 0, 2);
    suite_add_tcase(s, c);
    return s;
}
