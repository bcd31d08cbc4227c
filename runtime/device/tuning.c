/* SPDX-License-Identifier: MIT */
/*
 * tuning.c: the shapes of grids that are best for large arrays, by architecture and
 * type.
 *
 * The table below was measured (docs/performance.md); `tcr-tune` measures a card
 * and writes a file, which counts instead: $XDG_CONFIG_HOME/tcr/shapes, or
 * ~/.config/tcr/shapes.  Its lines, of which the last that fits counts:
 *
 *     # comment
 *     sm_90 f64 threads=512 waves=16
 *
 * A file with a line that is not of this form is ignored as a whole, and so is one that
 * somebody else could have written (base/trusted_file.h).
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../../base/env_get.h"
#include "../../base/trusted_file.h"
#include "../../base/types.h"
#include "../../spec/contract.h"
#include "device.h"
#include "grid.h"

enum { MOST_ROWS = 256, MOST_WAVES = 64, LINE = 200 };

struct row {
    unsigned arch;
    int type; /* enum tcr_type; EVERY_TYPE */
    struct tcr_tuning tuning;
};
enum { EVERY_TYPE = -1 };

/* H200, 8 GiB of input: share of the read-only ceiling, and with the 256 threads and
 * one wave of an architecture without a row. */
static const struct row measured[] = {
    {90, EVERY_TYPE, {512, 16}}, /* f64 99.8 %, 98.0 %; f16 99.5 %, 98.3 %; i32 99.6 %, 97.9 % */
};
static const struct tcr_tuning otherwise = {256, 1};

static struct row *rows; /* the file's */
static size_t n_rows;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* NAME=number, or 0. */
static unsigned setting(const char *word, const char *name, unsigned most)
{
    size_t length = strlen(name);
    unsigned long n;
    char *end;

    if (!word || strncmp(word, name, length) != 0 || word[length] != '=' ||
        word[length + 1] < '0' || word[length + 1] > '9')
        return 0;
    n = strtoul(word + length + 1, &end, 10);
    return *end == '\0' && n <= most ? (unsigned)n : 0;
}

/* What is wrong with a line; NULL: nothing. */
static const char *read_line(char *line, struct row *row, bool *empty)
{
    static const char blanks[] = " \t\r\n";
    char *state = NULL, *word, *end = NULL;
    unsigned long arch;

    line[strcspn(line, "#")] = '\0';
    word = strtok_r(line, blanks, &state);
    *empty = !word;
    if (!word)
        return NULL;
    arch = strncmp(word, "sm_", 3) == 0 ? strtoul(word + 3, &end, 10) : 0;
    if (!end || *end || arch < 50 || arch > 999)
        return "not an architecture such as sm_90";
    row->arch = (unsigned)arch;
    word = strtok_r(NULL, blanks, &state);
    row->type = EVERY_TYPE;
    if (word && strcmp(word, "any") != 0)
        for (row->type = 0;
             row->type < TCR_TYPES && strcmp(word, tcr_type_name((unsigned)row->type)) != 0;)
            row->type++;
    if (!word || row->type == TCR_TYPES)
        return "not a type such as f64, or any";
    row->tuning.threads = setting(strtok_r(NULL, blanks, &state), "threads", TCR_MOST_THREADS);
    if (row->tuning.threads == 0 || row->tuning.threads % TCR_WARP)
        return "not threads=N, N a multiple of 32 up to 1024";
    row->tuning.waves = setting(strtok_r(NULL, blanks, &state), "waves", MOST_WAVES);
    if (row->tuning.waves == 0)
        return "not waves=N, N from 1 to 64";
    return strtok_r(NULL, blanks, &state) ? "more than a line should have" : NULL;
}

/* `text` ends with a null, and is changed. */
static void read_rows(char *text, size_t size, const char *path)
{
    static struct row kept[MOST_ROWS];
    const char *wrong = strlen(text) < size ? "not a text" : NULL;
    unsigned number = wrong ? 1 : 0;
    size_t n = 0;

    for (char *line = text, *next; !wrong && line; line = next) {
        struct row row;
        bool empty;

        next = strchr(line, '\n');
        if (next)
            *next++ = '\0';
        number++;
        wrong = strlen(line) >= LINE ? "too long" : read_line(line, &row, &empty);
        if (!wrong && !empty && n == MOST_ROWS)
            wrong = "too many lines";
        else if (!wrong && !empty)
            kept[n++] = row;
    }
    if (wrong) {
        fprintf(stderr, "tcr: warning: %s:%u: %s; the file is ignored\n", path, number, wrong);
        return;
    }
    rows = kept;
    n_rows = n;
}

bool tcr_tuning_path(char *path, size_t size, const char *file)
{
    const char *config = tcr_env_get("XDG_CONFIG_HOME"), *home = tcr_env_get("HOME");
    int n = -1;

    if (config && *config == '/') /* another is to be ignored, says the specification */
        n = snprintf(path, size, "%s/tcr%s", config, file);
    else if (home && *home)
        n = snprintf(path, size, "%s/.config/tcr%s", home, file);
    return n > 0 && (size_t)n < size;
}

static void read_file(void)
{
    char directory[4096], path[4096], why[TCR_TRUSTED_WHY], *text;
    size_t size;

    if (!tcr_tuning_path(directory, sizeof directory, "") ||
        !tcr_tuning_path(path, sizeof path, "/shapes"))
        return;
    text = tcr_trusted_load(directory, "shapes", TCR_MOST_CONFIGURATION, &size, why);
    if (text)
        read_rows(text, size, path);
    else if (*why)
        fprintf(stderr, "tcr: warning: %s: %s; the file is ignored\n", path, why);
    free(text);
}

/* The kernels of unsigned types are those of the signed ones. */
static bool same_type(int of_row, enum tcr_type type)
{
    const struct tcr_type_facts *row;

    if (of_row == EVERY_TYPE || of_row == (int)type)
        return true;
    row = tcr_type_facts((unsigned)of_row);
    return tcr_type_is(type, TCR_CLASS_UNSIGNED) && row->class == TCR_CLASS_SIGNED &&
           row->size == tcr_type_size(type);
}

static const struct tcr_tuning *find(const struct row *row, size_t n, enum tcr_type type)
{
    while (n-- > 0)
        if (row[n].arch == tcr_properties.arch && same_type(row[n].type, type))
            return &row[n].tuning;
    return NULL;
}

/* tcr-tune's, of what it measures; NULL: none. */
static const struct tcr_tuning *forced;

void tcr_tuning_force(const struct tcr_tuning *t)
{
    forced = t;
}

struct tcr_tuning tcr_tuning_of(enum tcr_type type)
{
    const struct tcr_tuning *t;

    if (forced)
        return *forced;
    pthread_once(&once, read_file);
    t = find(rows, n_rows, type);
    if (!t)
        t = find(measured, sizeof measured / sizeof *measured, type);
    return t ? *t : otherwise;
}
