/* suites.h: the suites of the rewriter's unit tests, and what they share. */
#ifndef TEST_REWRITER_SUITES_H
#define TEST_REWRITER_SUITES_H

#include <check.h>
#include <stdint.h>

#include "../../rewriter/diag.h"
#include "../../rewriter/directive.h"
#include "../../rewriter/source.h"

Suite *text_suite(void);
Suite *source_suite(void);
Suite *directive_suite(void);
Suite *diag_suite(void);

/* A source whose text is "#pragma tcr WORDS", from no file; freed by source_free. */
void fake_source(struct source *src, const char *words);
/* Parse the words; *out gets what was printed (the caller frees it). */
struct directive *parse_words(struct source *src, const char *words, char **out);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A directory with one file in it, gone after the test. */
struct scratch {
    char dir[64], file[96];
};
void scratch_open(struct scratch *s, const char *name, const char *text, size_t size);
void scratch_add(const struct scratch *s, const char *name, const char *text);
void scratch_close(struct scratch *s);

#endif
