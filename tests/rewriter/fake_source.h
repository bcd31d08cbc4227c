/* SPDX-License-Identifier: MIT */
/* fake_source.h: a directive without a file, and any bytes as one. */
#ifndef TEST_REWRITER_FAKE_SOURCE_H
#define TEST_REWRITER_FAKE_SOURCE_H

#include <stddef.h>
#include <stdint.h>

#include "../../rewriter/source/source.h"

/* A source whose text is "#pragma tcr WORDS", from no file; freed by source_free. */
void fake_source(struct source *src, const char *words);

/* fuzz_directive.c */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
