/* SPDX-License-Identifier: MIT */
/*
 * response.c: any bytes as response files.
 *
 * A byte 1 parts them: the files r0, r1, r2 of the working directory, which may name each
 * other.
 */
#include <string.h>
#include <unistd.h>

#include "../../../driver/command/response.h"
#include "input.h"

void fuzz_input(const char *bytes, size_t size)
{
    static const char *const names[] = {"r0", "r1", "r2"};
    enum { FILES = sizeof names / sizeof *names };
    struct words words = {0};
    bool refused = false;

    for (int i = 0; i < FILES; i++) {
        const char *end = i + 1 < FILES && size ? memchr(bytes, 1, size) : NULL;
        size_t n = end ? (size_t)(end - bytes) : size;

        fuzz_file(names[i], bytes, n);
        bytes += n + (end != NULL);
        size -= n + (end != NULL);
    }
    if (chdir(fuzz_path(".")) != 0)
        return;
    response_expand(&words, "@r0", &refused);
    for (size_t i = 0; i < words.n; i++)
        fuzz_touch(words.at[i], strlen(words.at[i]) + 1);
}
