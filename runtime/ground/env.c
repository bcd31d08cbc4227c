/* SPDX-License-Identifier: MIT */
/* env.c: see env.h. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "../../base/env_get.h"
#include "env.h"

struct tcr_config tcr_config;

static const char *const target_words[] = {"auto", "device", "host", "required", NULL};
static const char *const backend_words[] = {"auto", "cuda", "sim", "host", NULL};
static const char *const trace_words[] = {"0", "1", "2", NULL};
static const char *const summary_words[] = {"0", "1", "json", NULL};
static const char *const switch_words[] = {"0", "1", NULL};
static const char *const blas_words[] = {"auto", "0", "1", NULL}; /* enum tcr_blas */
static const char *const three_words[] = {"0", "1", "auto", NULL};
static const char *const fault_words[] = {"init", "alloc", "copy",  "module", "launch",
                                          "sync", "lost",  "wrong", NULL};

/* Every TCR_ name: the runtime's, and those of the compiler wrapper and the
 * tests, which are other programs' business and only must not be warned about. */
static const char *const names[] = {"TCR_TARGET",        "TCR_BACKEND",
                                    "TCR_TRACE",         "TCR_SUMMARY",
                                    "TCR_FAULT",         "TCR_CC",
                                    "TCR_DISABLE",       "TCR_CUDA_HOME",
                                    "TCR_CACHE",         "TCR_CACHE_DIR",
                                    "TCR_CACHE_SIZE",    "TCR_REWRITE",
                                    "TCR_LIBDIR",        "TCR_DEPTH",
                                    "TCR_SIM_CXX",       "TCR_SIM_CACHE",
                                    "TCR_SIM_ARCH",      "TCR_SIM_SMS",
                                    "TCR_SIM_MEMORY",    "TCR_SIM_SEED",
                                    "TCR_SIM_CHECK",     "TCR_SUMMARY_FILE",
                                    "TCR_ADVISE",        "TCR_DEVICE",
                                    "TCR_PASSED",        "TCR_SIM_DEVICES",
                                    "TCR_UNITS",         "TCR_STRICT",
                                    "TCR_COMPARE",       "TCR_BLAS",
                                    "TCR_MIRROR",        "TCR_LEARN",
                                    "TCR_TEST_ESTIMATE", NULL};
static const char test_family[] = "TCR_TEST_";

/* Numbers, most of them the simulated device's: one of `words`, or any in a range. */
static const char *const arch_words[] = {
#define ARCH(n) #n,
#include "../../spec/archs.def"
#undef ARCH
    NULL};
static const struct number {
    const char *name;
    const char *const *words;
    unsigned long long otherwise, least, most;
    const char *range, *used; /* for the warning; range NULL: the words */
} numbers[] = {
    {"TCR_SIM_ARCH", arch_words, 90, 0, 0, NULL, "90"},
    {"TCR_SIM_SMS", NULL, 4, 1, 1024, "a number from 1 to 1024", "4"},
    {"TCR_SIM_MEMORY", NULL, 4ull << 30, 1, 1ull << 44, "bytes, or with K, M or G", "4G"},
    {"TCR_SIM_SEED", NULL, 0, 0, ~0ull, "a number", "0"},
    {"TCR_SIM_CHECK", switch_words, 1, 0, 0, NULL, "1"},
    {"TCR_SIM_DEVICES", NULL, 1, 1, 64, "a number from 1 to 64", "1"},
    {"TCR_DEVICE", NULL, TCR_DEVICE_BY_RANK, 0, 65535, "a number, the first device being 0",
     "that of the local rank"},
};

/* Least number of single-character changes from a to b, two characters that
 * changed places being one, for strings of up to 31 characters; longer ones
 * count as far away. */
static size_t distance(const char *a, const char *b)
{
    size_t d[32][32], n = strlen(a), m = strlen(b);

    if (n > 31 || m > 31)
        return 99;
    for (size_t i = 0; i <= n; i++)
        for (size_t j = 0; j <= m; j++) {
            size_t best = i + j; /* right where one of them is 0 */

            if (i && j && d[i - 1][j - 1] + (a[i - 1] != b[j - 1]) < best)
                best = d[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            if (i && j && d[i - 1][j] + 1 < best)
                best = d[i - 1][j] + 1;
            if (i && j && d[i][j - 1] + 1 < best)
                best = d[i][j - 1] + 1;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
                d[i - 2][j - 2] + 1 < best)
                best = d[i - 2][j - 2] + 1;
            d[i][j] = best;
        }
    return d[n][m];
}

/* The known word nearest to `word`, or NULL if none is close: two changes at
 * most, and in no more than a third of what follows the common `prefix`. */
static const char *nearest(const char *word, const char *const *known, size_t prefix)
{
    const char *best = NULL;
    size_t least = (strlen(word) - prefix) / 3 + 1;

    if (least > 3)
        least = 3;
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

/* What others call it, as a word of `known`; NULL: there is none. */
static const char *synonym(const char *word, const char *const *known)
{
    static const char *const meant[][2] = {
        {"gpu", "device"},     {"cuda", "device"},  {"cpu", "host"},      {"on", "1"},
        {"yes", "1"},          {"true", "1"},       {"simulated", "sim"}, {"simulator", "sim"},
        {"simulation", "sim"}, {"emulator", "sim"}, {"off", "0"},         {"no", "0"},
        {"false", "0"},        {"none", "0"},       {"none", "host"},     {"gpu", "cuda"},
        {"always", "1"}};

    for (size_t k = 0; k < sizeof meant / sizeof *meant; k++)
        if (strcmp(word, meant[k][0]) == 0 && find_word(meant[k][1], known) >= 0)
            return meant[k][1];
    return NULL;
}

/* The variable that the value is one of, in place of `name`; NULL: there is none. */
static const char *of_other(const char *name, const char *value)
{
    if (strcmp(name, "TCR_TARGET") == 0 && find_word(value, backend_words) >= 0)
        return "TCR_BACKEND";
    if (strcmp(name, "TCR_BACKEND") == 0 && find_word(value, target_words) >= 0)
        return "TCR_TARGET";
    return NULL;
}

static void print_words(const char *const *words, FILE *out)
{
    for (int k = 0; words[k]; k++)
        fprintf(out, "%s%s", k ? "|" : "", words[k]);
}

/* The index of `value` among `known`; with a warning, the default. */
static int choose(const char *name, const char *value, const char *const *known, int fallback,
                  FILE *out)
{
    int k = find_word(value, known);
    const char *hint, *other = of_other(name, value);

    if (k >= 0)
        return k;
    if (*value == '\0')
        return fallback;
    hint = synonym(value, known);
    hint = hint ? hint : nearest(value, known, 0);
    fprintf(out, "tcr: warning: %s=%s is not known", name, value);
    if (other)
        fprintf(out, "; did you mean %s=%s?", other, value);
    else if (hint)
        fprintf(out, "; did you mean '%s'?", hint);
    fputs(" (", out);
    print_words(known, out);
    fprintf(out, "; using %s)\n", known[fallback]);
    return fallback;
}

/* A number from 1 up, in digits; 0: it is none. */
static unsigned long parse_count(const char *text)
{
    unsigned long n = 0;

    if (*text == '\0')
        return 0;
    for (; *text; text++)
        if (*text < '0' || *text > '9' || __builtin_mul_overflow(n, 10ul, &n) ||
            __builtin_add_overflow(n, (unsigned long)(*text - '0'), &n))
            return 0;
    return n;
}

/* "alloc:3,copy:1": the third allocation and the first copy fail. */
static void read_faults(struct tcr_config *config, const char *value, FILE *out)
{
    while (*value) {
        size_t length = strcspn(value, ",");
        char item[64], *colon;
        int kind = -1;
        unsigned long n = 0;

        if (length < sizeof item) {
            memcpy(item, value, length);
            item[length] = '\0';
            colon = strchr(item, ':');
            if (colon) {
                *colon = '\0';
                kind = find_word(item, fault_words);
                n = parse_count(colon + 1);
            }
        }
        if (kind >= 0 && n > 0) {
            if (config->fault[kind])
                fprintf(out,
                        "tcr: warning: TCR_FAULT=%.*s: %s is there twice; %lu is ignored, and %lu "
                        "is used\n",
                        (int)length, value, fault_words[kind], config->fault[kind], n);
            config->fault[kind] = n;
            config->faults = true;
        } else if (length) {
            fprintf(out,
                    "tcr: warning: TCR_FAULT=%.*s is not known (KIND:N with KIND "
                    "init|alloc|copy|module|launch|sync|lost|wrong and N from 1 up; ignored)\n",
                    (int)length, value);
        }
        value += length + (value[length] == ',');
    }
}

static const struct number *find_number(const char *name)
{
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
        if (strcmp(name, numbers[k].name) == 0)
            return &numbers[k];
    return NULL;
}

static bool parse_number(const struct number *n, const char *text, unsigned long long *value)
{
    char *end;
    unsigned shift = 0;

    *value = n->otherwise;
    if (*text < '0' || *text > '9' || (n->words && find_word(text, n->words) < 0))
        return false;
    const bool hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    errno = 0;
    unsigned long long v = strtoull(text, &end, hex ? 16 : 10); /* scripts pad numbers by 0 */
    if (*end)
        shift = *end == 'K' ? 10 : *end == 'M' ? 20 : *end == 'G' ? 30 : 64;
    if (errno || shift == 64 || (shift && end[1]) || v > ~0ull >> shift)
        return false;
    v <<= shift;
    if (!n->words && (v < n->least || v > n->most))
        return false;
    *value = v;
    return true;
}

unsigned long long tcr_env_number(const char *name)
{
    const struct number *n = find_number(name);
    const char *text = tcr_env_get(name);
    unsigned long long value = n->otherwise;

    if (text)
        parse_number(n, text, &value);
    return value;
}

/* What it says is asked for when the simulated device is opened. */
static void check_number(const struct number *n, const char *text, FILE *out)
{
    unsigned long long value;

    if (*text && !parse_number(n, text, &value)) {
        fprintf(out, "tcr: warning: %s=%s is not known (", n->name, text);
        if (n->range)
            fputs(n->range, out);
        else
            print_words(n->words, out);
        fprintf(out, "; using %s)\n", n->used);
    }
}

static void check_name(const char *name, FILE *out)
{
    const char *hint;

    if (find_word(name, names) >= 0)
        return;
    if (strncmp(name, test_family, strlen(test_family)) == 0)
        return;
    hint = nearest(name, names, strlen("TCR_"));
    fprintf(out, "tcr: warning: unknown environment variable %s", name);
    if (hint)
        fprintf(out, "; did you mean %s?", hint);
    fputc('\n', out);
}

/* Not set is neither of the two. */
static void read_strictness(struct tcr_config *config, const char *value, FILE *out)
{
    int k = find_word(value, switch_words);

    if (k >= 0)
        config->strict = k == 1 ? TCR_STRICT_ON : TCR_STRICT_OFF;
    else if (*value)
        fprintf(out, "tcr: warning: TCR_STRICT=%s is not known (0|1; ignored)\n", value);
}

static void read_variable(struct tcr_config *config, const char *name, const char *value, FILE *out)
{
    if (strcmp(name, "TCR_TARGET") == 0)
        config->target = (enum tcr_target)choose(name, value, target_words, 0, out);
    else if (strcmp(name, "TCR_BACKEND") == 0)
        config->backend = (enum tcr_choice)choose(name, value, backend_words, 0, out);
    else if (strcmp(name, "TCR_TRACE") == 0)
        config->trace = choose(name, value, trace_words, 0, out);
    else if (strcmp(name, "TCR_SUMMARY") == 0) {
        int k = choose(name, value, summary_words, 0, out);

        config->summary = k > 0;
        config->summary_json = k == 2;
        config->summary_said = *value != '\0';
    } else if (strcmp(name, "TCR_STRICT") == 0)
        read_strictness(config, value, out);
    else if (strcmp(name, "TCR_COMPARE") == 0)
        config->compare = choose(name, value, switch_words, 0, out) == 1;
    else if (strcmp(name, "TCR_LEARN") == 0)
        config->learn = (enum tcr_learning)choose(name, value, three_words, TCR_LEARN_AUTO, out);
    else if (strcmp(name, "TCR_BLAS") == 0)
        config->blas = (enum tcr_blas)choose(name, value, blas_words, 0, out);
    else if (strcmp(name, "TCR_MIRROR") == 0)
        config->mirror = (enum tcr_mirroring)choose(name, value, three_words, TCR_MIRROR_AUTO, out);
    else if (strcmp(name, "TCR_SUMMARY_FILE") == 0)
        config->summary_file = *value ? strdup(value) : NULL;
    else if (strcmp(name, "TCR_ADVISE") == 0)
        config->advise = *value ? strdup(value) : NULL;
    else if (strcmp(name, "TCR_FAULT") == 0)
        read_faults(config, value, out);
    else if (find_number(name))
        check_number(find_number(name), value, out);
    else
        check_name(name, out);
}

void tcr_env_read(struct tcr_config *config, char *const *environment, FILE *out)
{
    memset(config, 0, sizeof *config);
    if (tcr_secure_program())
        return;
    config->mirror = TCR_MIRROR_AUTO;
    config->learn = TCR_LEARN_AUTO;
    for (; environment && *environment; environment++) {
        const char *entry = *environment, *equals = strchr(entry, '=');
        char name[64];

        if (strncmp(entry, "TCR_", 4) != 0 || !equals || equals - entry >= (long)sizeof name)
            continue;
        memcpy(name, entry, (size_t)(equals - entry));
        name[equals - entry] = '\0';
        read_variable(config, name, equals + 1, out);
    }
    if (config->summary_file && !config->summary_said)
        config->summary = true;
    config->noted = config->summary || config->advise;
}
