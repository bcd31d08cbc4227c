/* SPDX-License-Identifier: MIT */
/*
 * input.c: see input.h.
 *
 * What a reader takes must be bounded by what it reads: one that asks for more than
 * MOST_TIMES the input has failed.
 */
#define _GNU_SOURCE
#include "input.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../../driver/system/words.h"

enum { MOST_TIMES = 256, MOST_AT_LEAST = 4 << 20 };

/* In memory, where that is to be had: writing a file anew waits for some disks. */
static char in_memory[] = "/dev/shm/tcr-fuzz-XXXXXX", on_disk[] = "/tmp/tcr-fuzz-XXXXXX";
static const char *folder;

static struct piece {
    struct piece *next;
    max_align_t bytes[];
} * pieces;
static size_t taken, most;

void *words_alloc(size_t size)
{
    struct piece *p = calloc(1, sizeof *p + size);

    taken += size;
    if (p == NULL || taken > most) {
        fprintf(stderr, "%zu bytes are more than an input may take\n", taken);
        abort();
    }
    p->next = pieces;
    pieces = p;
    return p->bytes;
}

static void free_pieces(void)
{
    while (pieces) {
        struct piece *next = pieces->next;

        free(pieces);
        pieces = next;
    }
    taken = 0;
}

static void remove_folder(void)
{
    DIR *dir = opendir(folder);

    for (struct dirent *e; dir && (e = readdir(dir)) != NULL;)
        unlinkat(dirfd(dir), e->d_name, 0);
    if (dir)
        closedir(dir);
    rmdir(folder);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    folder = mkdtemp(in_memory);
    if (folder == NULL)
        folder = mkdtemp(on_disk);
    if (folder == NULL)
        abort();
    atexit(remove_folder);
    return 0;
}

void fuzz_touch(const void *bytes, size_t size)
{
    const volatile char *at = bytes;
    char sum = 0;

    for (size_t i = 0; i < size; i++)
        sum ^= at[i];
    (void)sum;
}

char *fuzz_path(const char *name)
{
    return words_format("%s/%s", folder, name);
}

void fuzz_file(const char *name, const char *bytes, size_t size)
{
    FILE *f = fopen(fuzz_path(name), "wb");

    if (f == NULL || fwrite(bytes, 1, size, f) != size || fclose(f) != 0)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *bytes = malloc(size ? size : 1);

    most = MOST_TIMES * size + MOST_AT_LEAST;
    memcpy(bytes, data, size);
    fuzz_input(bytes, size);
    free(bytes);
    free_pieces();
    return 0;
}
