/* env.c: see env.h. */
#include <stdlib.h>
#include <string.h>
#include "env.h"

static const char *const target_words[] = {"auto", "device", "host", NULL};
static const char *const backend_words[] = {"auto", "cuda", "sim", "host", NULL};
static const char *const trace_words[] = {"0", "1", "2", NULL};
static const char *const switch_words[] = {"0", "1", NULL};
static const char *const fault_words[] = {"init",   "alloc", "copy", "module",
                                          "launch", "sync",  "lost", NULL};

/* Every TCR_ name: the runtime's, and those of the compiler wrapper and the
 * tests, which are other programs' business and only must not be warned about. */
static const char *const names[] = {"TCR_TARGET",  "TCR_BACKEND", "TCR_TRACE",   "TCR_SUMMARY",
                                    "TCR_FAULT",   "TCR_CC",      "TCR_DISABLE", "TCR_CUDA_HOME",
                                    "TCR_REWRITE", "TCR_LIBDIR",  "TCR_DEPTH",   NULL};
static const char *const families[] = {"TCR_SIM_", "TCR_TEST_", NULL};

/* Least number of single-character changes from a to b (Levenshtein), for
 * strings of up to 31 characters; longer ones count as far away. */
static size_t distance(const char *a, const char *b)
{
    size_t row[32], n = strlen(b);

    if (n > 31 || strlen(a) > 31)
        return 99;
    for (size_t j = 0; j <= n; j++)
        row[j] = j;
    for (size_t i = 1; a[i - 1]; i++) {
        size_t diagonal = row[0];

        row[0] = i;
        for (size_t j = 1; j <= n; j++) {
            size_t best = diagonal + (a[i - 1] != b[j - 1]);

            diagonal = row[j];
            if (row[j] + 1 < best)
                best = row[j] + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            row[j] = best;
        }
    }
    return row[n];
}

/* The known word nearest to `word`, or NULL if none is close. */
static const char *nearest(const char *word, const char *const *known)
{
    const char *best = NULL;
    size_t least = strlen(word) / 3 + 2;

    for (; *known; known++) {
        size_t d = distance(word, *known);

        if (d < least) {
            least = d;
            best = *known;
        }
    }
    return best;
}

static int find_word(const char *word, const char *const *known)
{
    for (int k = 0; known[k]; k++)
        if (strcmp(word, known[k]) == 0)
            return k;
    return -1;
}

/* The index of `value` among `known`; with a warning, the default. */
static int choose(const char *name, const char *value, const char *const *known, int fallback,
                  FILE *out)
{
    int k = find_word(value, known);
    const char *hint;

    if (k >= 0)
        return k;
    if (*value == '\0')
        return fallback;
    hint = nearest(value, known);
    fprintf(out, "tcr: warning: %s=%s is not known", name, value);
    if (hint)
        fprintf(out, "; did you mean '%s'?", hint);
    fputs(" (", out);
    for (k = 0; known[k]; k++)
        fprintf(out, "%s%s", k ? "|" : "", known[k]);
    fprintf(out, "; using %s)\n", known[fallback]);
    return fallback;
}

/* "alloc:3,copy:1": the third allocation and the first copy fail. */
static void read_faults(struct tcr_config *config, const char *value, FILE *out)
{
    while (*value) {
        size_t length = strcspn(value, ",");
        char item[64], *end = item, *colon;
        int kind = -1;
        unsigned long n = 0;

        if (length < sizeof item) {
            memcpy(item, value, length);
            item[length] = '\0';
            colon = strchr(item, ':');
            if (colon) {
                *colon = '\0';
                kind = find_word(item, fault_words);
                n = strtoul(colon + 1, &end, 10);
            }
        }
        if (kind >= 0 && n > 0 && *end == '\0') {
            config->fault[kind] = n;
            config->faults = true;
        } else if (length) {
            fprintf(out,
                    "tcr: warning: TCR_FAULT=%.*s is not known (KIND:N with KIND "
                    "init|alloc|copy|module|launch|sync|lost and N from 1 up; ignored)\n",
                    (int)length, value);
        }
        value += length + (value[length] == ',');
    }
}

static void check_name(const char *name, FILE *out)
{
    const char *hint;

    if (find_word(name, names) >= 0)
        return;
    for (const char *const *family = families; *family; family++)
        if (strncmp(name, *family, strlen(*family)) == 0)
            return;
    hint = nearest(name, names);
    fprintf(out, "tcr: warning: unknown environment variable %s", name);
    if (hint)
        fprintf(out, "; did you mean %s?", hint);
    fputc('\n', out);
}

static void read_variable(struct tcr_config *config, const char *name, const char *value, FILE *out)
{
    if (strcmp(name, "TCR_TARGET") == 0)
        config->target = (enum tcr_target)choose(name, value, target_words, 0, out);
    else if (strcmp(name, "TCR_BACKEND") == 0)
        config->backend = (enum tcr_choice)choose(name, value, backend_words, 0, out);
    else if (strcmp(name, "TCR_TRACE") == 0)
        config->trace = choose(name, value, trace_words, 0, out);
    else if (strcmp(name, "TCR_SUMMARY") == 0)
        config->summary = choose(name, value, switch_words, 0, out) == 1;
    else if (strcmp(name, "TCR_FAULT") == 0)
        read_faults(config, value, out);
    else
        check_name(name, out);
}

void tcr_env_read(struct tcr_config *config, char *const *environment, FILE *out)
{
    memset(config, 0, sizeof *config);
    for (; environment && *environment; environment++) {
        const char *entry = *environment, *equals = strchr(entry, '=');
        char name[64];

        if (strncmp(entry, "TCR_", 4) != 0 || !equals || equals - entry >= (long)sizeof name)
            continue;
        memcpy(name, entry, (size_t)(equals - entry));
        name[equals - entry] = '\0';
        read_variable(config, name, equals + 1, out);
    }
}
