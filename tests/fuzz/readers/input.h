/* SPDX-License-Identifier: MIT */
/*
 * input.h: what the harnesses of tcr-cc's readers share: memory that goes with the
 * input, and a folder for what is read by name.
 */
#ifndef FUZZ_INPUT_H
#define FUZZ_INPUT_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What a harness does with one input.  `bytes` are its own `size`, in memory that ends with
 * them. */
void fuzz_input(const char *bytes, size_t size);

/* Read every byte: the sanitizer says where one must not be. */
void fuzz_touch(const void *bytes, size_t size);

/* Make `name`, in the folder in which the harness runs, a file of these bytes. */
void fuzz_file(const char *name, const char *bytes, size_t size);

/* Its path: of "." the folder's.  Goes with the input. */
char *fuzz_path(const char *name);

#endif
