/* SPDX-License-Identifier: MIT */
/*
 * tcr-tune: which shapes of grids are best for sums of large arrays on this card?
 *
 *     tcr-tune [--bytes=N] [--output=FILE]
 *
 * Measures each type in all shapes, several times in turn, and writes what the runtime
 * reads: the file `shapes` in the user's configuration directory (runtime/device/tuning.c).
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "../runtime/device/device.h"
#include "../runtime/ground/why.h"
#include "../base/trusted_file.h"
#include "../base/types.h"
#include "measure.h"

enum { ROUNDS = 3, REPEATS = 7 };

static const enum tcr_type types[] = {TCR_F64, TCR_F32, TCR_F16, TCR_BF16,
                                      TCR_I64, TCR_I32, TCR_I16, TCR_I8};
static const unsigned threads[] = {128, 256, 512, 1024}, waves[] = {1, 2, 4, 8, 16, 32};
enum {
    N_TYPES = sizeof types / sizeof *types,
    N_THREADS = sizeof threads / sizeof *threads,
    N_WAVES = sizeof waves / sizeof *waves,
    N_SHAPES = N_THREADS * N_WAVES
};

static struct tcr_tuning shape(int k)
{
    return (struct tcr_tuning){threads[k / N_WAVES], waves[k % N_WAVES]};
}

static int usage(FILE *out, int status)
{
    fputs("usage: tcr-tune [--bytes=N] [--output=FILE]\n"
          "\n"
          "Measures sums on the device in many shapes of grids, and writes the best ones to\n"
          "tcr/shapes in $XDG_CONFIG_HOME or ~/.config, where the runtime finds them.\n"
          "\n"
          "  --bytes=N      of the array that is summed (1073741824)\n"
          "  --output=FILE  write to FILE; -: to standard output\n",
          out);
    return status;
}

/* Device memory with numbers of any of the types, none of them large or NaN. */
static void *make_data(size_t bytes)
{
    enum { PART = 1 << 20 };
    unsigned char *part = malloc(PART);
    char *data = tcr_malloc(bytes);
    unsigned x = 1;
    int error = part && data ? 0 : TCR_E_NO_MEMORY;

    for (size_t k = 0; part && k < PART; k++) {
        x = x * 1664525u + 1013904223u;
        part[k] = (unsigned char)(0x38 | (x >> 24 & 7));
    }
    for (size_t at = 0; at < bytes && !error; at += PART)
        error = tcr_memcpy_to_device(data + at, part, bytes - at < PART ? bytes - at : PART);
    free(part);
    if (!error)
        return data;
    fprintf(stderr, "tcr-tune: %zu bytes on the device: %s\n", bytes, tcr_strerror(error));
    tcr_free(data);
    return NULL;
}

/* The shape with the shortest time; -1 after an error. */
static int find_best(struct sum *s, void *data, long long n, double *seconds)
{
    double least[N_SHAPES];
    int best = 0;

    for (int round = 0; round < ROUNDS; round++)
        for (int k = 0; k < N_SHAPES; k++) {
            double t = sum_time(s, shape(k), data, n, REPEATS);

            if (t < 0)
                return -1;
            least[k] = round == 0 || t < least[k] ? t : least[k];
        }
    for (int k = 1; k < N_SHAPES; k++)
        if (least[k] < least[best])
            best = k;
    *seconds = least[best];
    return best;
}

static int tune(FILE *out, void *data, size_t bytes)
{
    fprintf(out, "# %s, %zu bytes of input; written by tcr-tune %s\n", tcr_properties.name, bytes,
            tcr_version());
    for (int t = 0; t < N_TYPES; t++) {
        struct sum s;
        double seconds = 0;
        int best = -1;

        if (sum_open(&s, types[t]) == 0)
            best = find_best(&s, data, (long long)(bytes / s.size), &seconds);
        sum_close(&s);
        if (best < 0)
            return -1;
        fprintf(out, "sm_%u %s threads=%u waves=%u # %.0f GB/s\n", tcr_properties.arch,
                tcr_type_name(types[t]), shape(best).threads, shape(best).waves,
                (double)bytes / seconds * 1e-9);
        fflush(out);
    }
    return 0;
}

/* The configuration directory, made where it is missing.  Found out before the measurements:
 * would the runtime use what is in it? */
static bool default_output(char *path, size_t size)
{
    char why[TCR_TRUSTED_WHY] = "";
    int directory;

    if (!tcr_tuning_path(path, size, "/shapes")) {
        fprintf(stderr, "tcr-tune: there is no configuration directory; use --output=FILE\n");
        return false;
    }
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(path, 0755) && errno != EEXIST) {
            fprintf(stderr, "tcr-tune: %s: %s; use --output=FILE\n", path, strerror(errno));
            return false;
        }
        *slash = '/';
    }
    *strrchr(path, '/') = '\0';
    directory = tcr_trusted_directory(path, why);
    if (directory < 0)
        fprintf(stderr, "tcr-tune: %s: %s; programs would not use what is there\n", path,
                *why ? why : strerror(errno));
    else
        close(directory);
    path[strlen(path)] = '/';
    return directory >= 0;
}

/* A regular file as a whole or not at all; what is no file, such as a FIFO, as it is. */
static int write_file(const char *path, const char *text, size_t size)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    char why[TCR_TRUSTED_WHY] = "", *directory;
    struct stat s;
    int fd, failed = 1;

    if (stat(path, &s) == 0 && !S_ISREG(s.st_mode)) {
        FILE *out = fopen(path, "we");

        failed = !out || fwrite(text, 1, size, out) != size;
        failed = (out && fclose(out) != 0) || failed;
    } else {
        directory = slash ? strndup(path, (size_t)(name - path)) : strdup(".");
        fd = directory ? open(directory, O_PATH | O_DIRECTORY | O_CLOEXEC) : -1;
        if (fd >= 0) {
            failed = tcr_trusted_write(fd, name, text, size, why) != 0;
            close(fd);
        }
        free(directory);
    }
    if (failed)
        fprintf(stderr, "tcr-tune: %s: %s\n", path, *why ? why : strerror(errno));
    return failed;
}

static int run(const char *output, size_t bytes)
{
    struct tcr_why why = {.wanted = true};
    char *text = NULL;
    size_t size = 0;
    FILE *out;
    void *data;
    int failed;

    if (tcr_device_open(&why)) {
        fprintf(stderr, "tcr-tune: %s\n", why.text);
        return 1;
    }
    data = make_data(bytes);
    out = data ? open_memstream(&text, &size) : NULL;
    if (!out)
        return 1;
    failed = tune(out, data, bytes) != 0;
    fclose(out);
    tcr_free(data);
    if (!failed)
        fwrite(text, 1, size, stdout);
    if (!failed && strcmp(output, "-") != 0)
        failed = write_file(output, text, size);
    free(text);
    return failed;
}

int main(int argc, char **argv)
{
    unsigned long long bytes = 1ull << 30;
    const char *output = NULL;
    char path[4096], *end;

    for (int k = 1; k < argc; k++) {
        const char *arg = argv[k];

        if (strcmp(arg, "--help") == 0)
            return usage(stdout, 0);
        if (strcmp(arg, "--version") == 0) {
            printf("tcr-tune %s\n", tcr_version());
            return 0;
        }
        if (strncmp(arg, "--output=", 9) == 0 && arg[9]) {
            output = arg + 9;
        } else if (strncmp(arg, "--bytes=", 8) == 0 && arg[8] >= '1' && arg[8] <= '9') {
            bytes = strtoull(arg + 8, &end, 10);
            if (*end || bytes < 8 || bytes > 1ull << 40)
                return usage(stderr, 2);
        } else {
            return usage(stderr, 2);
        }
    }
    if (!output && !default_output(path, sizeof path))
        return 1;
    return run(output ? output : path, (size_t)bytes / 8 * 8);
}
