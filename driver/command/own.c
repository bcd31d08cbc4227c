/* SPDX-License-Identifier: MIT */
/*
 * own.c: the options and variables that are tcr-cc's own.
 */
#define _GNU_SOURCE
#include "own.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "../system/file.h"
#include "../messages/message.h"
#include "options.h"
#include "response.h"

extern char **environ;

static const char *const option_names[] = {
    "--tcr-arch",  "--tcr-report",   "--tcr-strict", "--tcr-accept",
    "--tcr-dump",  "--tcr-show",     "--tcr-doctor", "--tcr-keep",
    "--tcr-help",  "--tcr-version",  "--tcr-static", "--tcr-whole-program",
    "--tcr-trust", "--tcr-lineinfo", "--tcr-inner",  NULL};

/* The variables that somebody reads. */
static const char *const variable_names[] = {
    /* of tcr-cc and tcr-rewrite */
    "TCR_CC", "TCR_DISABLE", "TCR_REWRITE", "TCR_LIBDIR", "TCR_DEPTH", "TCR_PASSED",
    "TCR_CUDA_HOME", "TCR_UNITS", "TCR_CACHE", "TCR_CACHE_DIR", "TCR_CACHE_SIZE",
    /* of the runtime */
    "TCR_TARGET", "TCR_BACKEND", "TCR_TRACE", "TCR_SUMMARY", "TCR_SUMMARY_FILE", "TCR_ADVISE",
    "TCR_FAULT", "TCR_DEVICE", "TCR_STRICT", "TCR_COMPARE", "TCR_BLAS", "TCR_MIRROR", "TCR_LEARN",
    /* of the simulated device */
    "TCR_SIM_ARCH", "TCR_SIM_SMS", "TCR_SIM_MEMORY", "TCR_SIM_SEED", "TCR_SIM_CHECK", "TCR_SIM_CXX",
    "TCR_SIM_CACHE", "TCR_SIM_DEVICES", "TCR_TEST_ESTIMATE", NULL};
enum { MOST_MEGABYTES = 1 << 20 }; /* of TCR_CACHE_SIZE: as in rewriter/images/cache_dir.c */
/* And of the tests, any name. */
static const char test_family[] = "TCR_TEST_";

static const char *const archs[] = {
#define ARCH(n) "sm_" #n, "compute_" #n,
#include "../../spec/archs.def"
#undef ARCH
    "ptx", "all", "default", "none", "native", NULL};
static const char known_archs[] =
#define ARCH(n) "sm_" #n ", "
#include "../../spec/archs.def"
#undef ARCH
    "the same with compute_, ptx, all, default, none and native";

static bool is_among(const char *word, const char *const *names)
{
    for (; *names; names++)
        if (strcmp(word, *names) == 0)
            return true;
    return false;
}

/* An architecture whose code the one that is asked for runs: of its generation, and not younger. */
static const char *arch_below(const char *arch)
{
    static const unsigned known[] = {
#define ARCH(n) n,
#include "../../spec/archs.def"
#undef ARCH
    };
    const char *digits = strchr(arch, '_');
    unsigned long asked = digits ? strtoul(digits + 1, NULL, 10) : 0;
    const char *below = NULL;

    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i] < asked && known[i] / 10 == asked / 10)
            below = words_format("%.*s%u", (int)(digits + 1 - arch), arch, known[i]);
    return below;
}

static int unknown_arch(const char *arch)
{
    const char *below =
        words_starts(arch, "sm_") || words_starts(arch, "compute_") ? arch_below(arch) : NULL;

    return message_error("--tcr-arch: unknown architecture '%s'%s%s%s; known are %s", arch,
                         below ? " (code of " : "", below ? below : "", below ? " runs there)" : "",
                         known_archs);
}

static int check_arch(const char *list)
{
    if (*list == '\0')
        return message_error("--tcr-arch= needs a list, such as sm_80,sm_90,ptx");
    while (*list) {
        size_t n = strcspn(list, ",");
        char *arch = words_format("%.*s", (int)n, list);

        if (!is_among(arch, archs))
            return unknown_arch(arch);
        list += n + (list[n] == ',');
    }
    return 0;
}

/* The word that is meant, if `word` is the name of the directives written out; else NULL. */
static const char *accept_meant(const char *word)
{
    return strcasecmp(word, "openmp") == 0    ? "omp"
           : strcasecmp(word, "openacc") == 0 ? "acc"
                                              : NULL;
}

static int unknown_accept(const char *word)
{
    const char *meant = accept_meant(word);

    return meant ? message_error("--tcr-accept: '%s' is neither omp nor acc; did you mean '%s'?",
                                 word, meant)
                 : message_error("--tcr-accept: '%s' is neither omp nor acc", word);
}

static int check_accept(const char *list)
{
    static const char *const known[] = {"omp", "acc", NULL};

    if (*list == '\0')
        return message_error("--tcr-accept= needs a list: omp, acc or omp,acc");
    while (*list) {
        size_t n = strcspn(list, ",");
        char *word = words_format("%.*s", (int)n, list);

        if (n == 0 || (list[n] == ',' && list[n + 1] == '\0'))
            return message_error("--tcr-accept: a word is missing beside the comma");
        if (!is_among(word, known))
            return unknown_accept(word);
        list += n + (list[n] == ',');
    }
    return 0;
}

static int check_dump(const char *what)
{
    static const char *const known[] = {"plan", "device", NULL};

    return is_among(what, known)
               ? 0
               : message_error("--tcr-dump: '%s' is neither plan nor device", what);
}

static int check_inner(const char *order)
{
    static const char *const known[] = {"any", "ordered", NULL};

    return is_among(order, known)
               ? 0
               : message_error("--tcr-inner: '%s' is neither any nor ordered", order);
}

const char *own_report_file(const char *value)
{
    static const char *const forms[] = {"json", "sarif"};

    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        size_t n = strlen(forms[i]);

        if (strcmp(value, forms[i]) == 0)
            return NULL;
        if (words_starts(value, forms[i]) && value[n] == ':') {
            value += n + 1;
            break;
        }
    }
    return strcmp(value, "-") == 0 ? NULL : value;
}

/* "FORM:" of no form that there is; else NULL. */
static const char *unknown_form(const char *value)
{
    size_t n = strspn(value, "abcdefghijklmnopqrstuvwxyz");
    const char *form = words_copy(value, n);

    return n && value[n] == ':' && strcmp(form, "json") != 0 && strcmp(form, "sarif") != 0 ? form
                                                                                           : NULL;
}

/* NULL: standard error.  What the words mean is tcr-rewrite's business, but for the log's name. */
static int check_report(struct own *own, const char *value)
{
    const char *form = value ? unknown_form(value) : NULL;

    if (form)
        return message_error("--tcr-report: unknown form '%s'; known are json and sarif (a file of "
                             "that name: --tcr-report=./%s)",
                             form, value);
    own->report = value ? own_report_file(value) : NULL;
    own->log = own->report && words_starts(value, "sarif:") ? own->report : NULL;
    if (own->report == NULL || *own->report)
        return 0;
    return message_error("--tcr-report: '%s' needs a file, or - for standard output", value);
}

/* The variable that an option would be, and the other way round: --tcr-cuda-home, TCR_CUDA_HOME. */
static const char *the_other(const char *name)
{
    const bool option = *name == '-';
    char *other = words_format(option ? "TCR_%s" : "--tcr-%s",
                               name + (option ? strlen("--tcr-") : strlen("TCR_")));

    for (char *c = other + (option ? 0 : strlen("--tcr-")); *c; c++)
        if (option)
            *c = *c == '-' ? '_' : (char)toupper((unsigned char)*c);
        else
            *c = *c == '_' ? '-' : (char)tolower((unsigned char)*c);
    return other;
}

static const char *near_name(const char *name, const char *const *known)
{
    return words_nearest(name, known, *name == '-' ? strlen("--tcr-") : strlen("TCR_"));
}

static void warn_unknown(const char *what, const char *name, const char *const *known)
{
    const bool option = *name == '-';
    const char *const *others = option ? variable_names : option_names;
    const char *near = near_name(name, known), *other = the_other(name);

    if (!is_among(other, others)) /* or, of an option that is near no other, nearly that */
        other = option && !near ? near_name(other, others) : NULL;
    if (other)
        message_warning("unknown %s '%s'; did you mean the %s %s?", what, name,
                        option ? "environment variable" : "option", other);
    else if (near)
        message_warning("unknown %s '%s'; did you mean '%s'?", what, name, near);
    else
        message_warning("unknown %s '%s'", what, name);
}

static int take_trusted(struct own *own, const char *path)
{
    if (!file_exists(path))
        return message_error("--tcr-trust: '%s' is no file or directory", path);
    words_add(&own->trusted, file_real_path(path));
    return 0;
}

/* One --tcr-NAME or --tcr-NAME=VALUE. */
static int take(struct own *own, const char *word)
{
    const char *equals = strchr(word, '=');
    const char *value = equals ? equals + 1 : NULL;
    char *name = words_format("%.*s", (int)strcspn(word, "="), word);

    if (strcmp(name, "--tcr-arch") == 0) {
        words_add(&own->pass, word);
        return check_arch(value ? value : "");
    }
    if (strcmp(name, "--tcr-accept") == 0 && value) {
        words_add(&own->pass, word);
        own->accept = true;
        return check_accept(value);
    }
    if (strcmp(name, "--tcr-dump") == 0 && value) {
        words_add(&own->pass, word);
        return check_dump(value);
    }
    if (strcmp(name, "--tcr-inner") == 0 && value) {
        words_add(&own->pass, word);
        return check_inner(value);
    }
    if (strcmp(name, "--tcr-report") == 0) {
        words_add(&own->pass, word);
        own->remarks = !value;
        return check_report(own, value);
    }
    if (strcmp(name, "--tcr-trust") == 0 && value)
        return take_trusted(own, value);
    if (strcmp(name, "--tcr-keep") == 0) {
        own->keep = true;
        own->keep_dir = value;
    } else if (strcmp(word, "--tcr-strict") == 0) {
        own->strict = true;
        words_add(&own->pass, word);
    } else if (strcmp(word, "--tcr-lineinfo") == 0) {
        words_add(&own->pass, word);
    } else if (strcmp(word, "--tcr-show") == 0) {
        own->show = true;
    } else if (strcmp(word, "--tcr-doctor") == 0) {
        own->doctor = true;
    } else if (strcmp(word, "--tcr-help") == 0) {
        own->help = true;
    } else if (strcmp(word, "--tcr-version") == 0) {
        own->version = true;
    } else if (strcmp(word, "--tcr-static") == 0) {
        own->link_static = true;
    } else if (strcmp(word, "--tcr-whole-program") == 0) {
        own->whole_program = true;
    } else if (is_among(name, option_names)) {
        return value ? message_error("'%s' takes no value", name)
                     : message_error("'%s' needs a value: %s=VALUE", name, name);
    } else {
        warn_unknown("option", name, option_names);
        own->unknown = true;
    }
    return 0;
}

static bool is_own(const char *word)
{
    return words_starts(word, "--tcr-") || strcmp(word, "-show") == 0;
}

/* Response files that hold our options are replaced by their words; any other is
 * left for the compiler to read. */
static struct words open_responses(const struct words *args)
{
    struct words all = {0};

    for (size_t i = 0; i < args->n; i++) {
        struct words inner = {0};
        bool own = false, refused = false;

        if (args->at[i][0] == '@' && response_expand(&inner, args->at[i], &refused))
            for (size_t k = 0; k < inner.n; k++)
                own |= is_own(inner.at[k]);
        if (own && !refused)
            words_append(&all, &inner);
        else
            words_add(&all, args->at[i]);
    }
    return all;
}

int own_parse(struct own *own, const struct words *args, struct words *rest)
{
    struct words all = open_responses(args);
    bool only_inputs = false, is_argument = false;
    int rc = 0;

    for (size_t i = 0; i < all.n; i++) {
        const char *word = all.at[i];

        only_inputs |= !is_argument && strcmp(word, "--") == 0;
        if (only_inputs || is_argument || !is_own(word))
            words_add(rest, word);
        else if (strcmp(word, "-show") == 0)
            own->show = true;
        else
            rc |= take(own, word);
        is_argument = !is_argument && !only_inputs && options_takes_next(word);
    }
    if (own->unknown && own->strict)
        return message_error("an unknown option, with --tcr-strict");
    return rc;
}

/* Warn of values that mean nothing.  tcr-rewrite, which uses them, runs once for each unit and
 * ignores such values without a word. */
static void check_cache_values(void)
{
    const char *cache = getenv("TCR_CACHE"), *size = getenv("TCR_CACHE_SIZE");
    char *end;
    long megabytes = size ? strtol(size, &end, 10) : 0;

    if (cache && *cache && strcmp(cache, "off") != 0 && strcmp(cache, "0") != 0)
        message_warning(
            "TCR_CACHE: unknown value '%s'; known is off. The cache is used (its place is "
            "TCR_CACHE_DIR's)",
            cache);
    if (size && *size && (*end || end == size || megabytes < 0 || megabytes > MOST_MEGABYTES))
        message_warning("TCR_CACHE_SIZE: '%s' is no number of megabytes from 0 to %d; the default "
                        "counts",
                        size, MOST_MEGABYTES);
}

void own_check_environment(void)
{
    check_cache_values();
    for (char **e = environ; *e; e++)
        if (words_starts(*e, "TCR_")) {
            char *name = words_format("%.*s", (int)strcspn(*e, "="), *e);

            if (!is_among(name, variable_names) && !words_starts(name, test_family))
                warn_unknown("environment variable", name, variable_names);
        }
}

/* Names of other characters stand there in another spelling. */
bool own_log_mentions(const struct own *own, const char *input)
{
    const char *name = words_base(input);
    struct file f;
    bool found;

    if (own->log == NULL || file_map(&f, own->log) < 0)
        return false;
    found = f.size && (name[strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                         "0123456789._-")] ||
                       memmem(f.bytes, f.size, name, strlen(name)));
    file_unmap(&f);
    return found;
}

bool own_trusts(const struct own *own, const char *path)
{
    for (size_t i = 0; i < own->trusted.n; i++) {
        const char *trusted = own->trusted.at[i];
        size_t n = strlen(trusted);

        if (words_starts(path, trusted) &&
            (path[n] == '\0' || path[n] == '/' || trusted[n - 1] == '/'))
            return true;
    }
    return false;
}

bool own_disabled(void)
{
    const char *value = getenv("TCR_DISABLE");

    return value && *value && strcmp(value, "0") != 0;
}
