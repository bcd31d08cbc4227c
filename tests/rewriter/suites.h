/* SPDX-License-Identifier: MIT */
/* suites.h: the suites of the rewriter's unit tests, and what they share. */
#ifndef TEST_REWRITER_SUITES_H
#define TEST_REWRITER_SUITES_H

#include "../check_marks.h"

#include "../../rewriter/source/diag.h"
#include "../../rewriter/source/directive.h"
#include "../../rewriter/source/source.h"
#include "fake_source.h"

Suite *symbol_suite(void);
Suite *dependence_suite(void);
Suite *text_suite(void);
Suite *source_suite(void);
Suite *directive_suite(void);
Suite *diag_suite(void);
Suite *tables_suite(void);
Suite *cfg_suite(void);
Suite *ssa_suite(void);
Suite *moves_suite(void);
Suite *options_suite(void);

/* Parse the words; *out gets what was printed (the caller frees it). */
struct directive *parse_words(struct source *src, const char *words, char **out);

/* A directory with one file in it, gone after the test. */
struct scratch {
    char dir[64], file[96];
};
void scratch_open(struct scratch *s, const char *name, const char *text, size_t size);
void scratch_add(const struct scratch *s, const char *name, const char *text);
void scratch_close(struct scratch *s);

#endif
