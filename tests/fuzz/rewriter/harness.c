/* SPDX-License-Identifier: MIT */
/*
 * harness.c: any bytes as a preprocessed unit, through all of tcr-rewrite.
 *
 * The entry is libFuzzer's; a failed sanitizer check, a crash or a hang is a
 * finding.  The preprocessor is tests/fuzz/rewriter/copy.c, which only copies:
 * starting a compiler for each input would take most of the time.  Device code
 * is written but not compiled.
 */
#define main tcr_rewrite_main
#include "../../../rewriter/main.c"
#undef main

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char folder[] = "/tmp/tcr-fuzz-XXXXXX";
static char input[64], output[64];

static void remove_folder(void)
{
    unlink(input);
    unlink(output);
    rmdir(folder);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    if (!mkdtemp(folder))
        abort();
    snprintf(input, sizeof input, "%s/in.c", folder);
    snprintf(output, sizeof output, "%s/out.i", folder);
    atexit(remove_folder);
    return 0;
}

/* As the preprocessor's output has it: names of the file, no NUL. */
static void write_input(const uint8_t *data, size_t size)
{
    FILE *f = fopen(input, "wb");
    if (!f)
        abort();
    fprintf(f, "# 1 \"%s\"\n", input);
    for (size_t i = 0; i < size; i++)
        fputc(data[i] ? data[i] : ' ', f);
    fclose(f);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char copy[] = TCR_FUZZ_COPY;
    static const char *const words[] = {
        "tcr-rewrite", "--tcr-arch=none", "--tcr-report=json:/dev/null", "-o", output, input, "--",
        copy,
    };
    char *argv[sizeof words / sizeof *words + 1] = {0};
    write_input(data, size);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        argv[i] = (char *)words[i];
    int status = tcr_rewrite_main((int)(sizeof words / sizeof *words), argv);
    if (status != UNIT_DONE && status != UNIT_ERRORS && status != UNIT_NOTHING &&
        status != UNIT_UNREADABLE)
        abort();
    return 0;
}
