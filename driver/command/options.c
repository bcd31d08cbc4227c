/* SPDX-License-Identifier: MIT */
/*
 * options.c: what the words of a compiler command mean.
 */
#include "options.h"

#include <stddef.h>
#include <string.h>

#include "option_table.h"
#include "response.h"

bool options_is(const struct arg *arg, const char *name)
{
    return arg->name && strcmp(arg->name, name) == 0;
}

/* Whether `word`, an option of the table, has its argument in the next one. */
static bool takes_next(const struct option_spec *s, const char *word)
{
    bool joined = (s->use & OPT_JOINED) && word[strlen(s->name)] != '\0';

    return (s->use & OPT_AND) || ((s->use & OPT_NEXT) && !joined);
}

bool options_takes_next(const char *word)
{
    const struct option_spec *s = word[0] == '-' && word[1] ? option_find(word) : NULL;

    return s && takes_next(s, word);
}

void options_emit(struct words *to, const struct arg *arg)
{
    words_add(to, arg->text);
    if (arg->next)
        words_add(to, arg->next);
}

static enum language language_of(const char *path, const char *x)
{
    const char *suffix = words_suffix(path);

    if (x)
        return strcmp(x, "c") == 0            ? LANG_C
               : strcmp(x, "cpp-output") == 0 ? LANG_C_PREPROCESSED
                                              : LANG_OTHER;
    return strcmp(suffix, ".c") == 0   ? LANG_C
           : strcmp(suffix, ".i") == 0 ? LANG_C_PREPROCESSED
                                       : LANG_OTHER;
}

/* Is the input compiled, and not just handed to the linker? */
static bool is_source(const char *path, const char *x)
{
    static const char *const suffixes[] = {
        ".c",   ".i",   ".h",  ".s",  ".S",   ".sx",  ".C",  ".cc", ".cp",  ".cxx", ".cpp",
        ".CPP", ".c++", ".ii", ".m",  ".mi",  ".mm",  ".M",  ".f",  ".F",   ".for", ".f90",
        ".F90", ".cu",  ".d",  ".go", ".adb", ".ads", ".bc", ".ll", ".hpp", ".hh",  ".cppm",
    };
    const char *suffix = words_suffix(path);

    if (x)
        return true;
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++)
        if (strcmp(suffix, suffixes[i]) == 0)
            return true;
    return false;
}

static void note_input(struct command *c, struct arg *arg, const char *x)
{
    arg->input = true;
    arg->value = "";
    arg->x = x;
    arg->language = language_of(arg->text, x);
    c->n_inputs++;
    c->n_sources += is_source(arg->text, x);
}

static void note_mode(struct command *c, const char *name)
{
    enum command_mode mode = MODE_OBJECT;

    if (strcmp(name, "-fsyntax-only") == 0)
        mode = MODE_CHECK;
    else if (strcmp(name, "-S") == 0 || strcmp(name, "--assemble") == 0)
        mode = MODE_ASSEMBLY;
    if (mode > c->mode) {
        c->mode = mode;
        c->mode_word = name;
    }
}

static void note_depend(struct command *c, const struct arg *arg)
{
    if (options_is(arg, "-MF"))
        c->depend_file = true;
    else if (options_is(arg, "-MT") || options_is(arg, "-MQ"))
        c->depend_target = true;
    else if (options_is(arg, "-MD") || options_is(arg, "-MMD") ||
             words_starts(arg->name, "--write"))
        c->depend = true;
}

static void note_format(struct command *c, const char *name)
{
    bool json = strcmp(name, "json") == 0 || strcmp(name, "json-stderr") == 0;
    bool sarif = strcmp(name, "sarif") == 0 || strcmp(name, "sarif-stderr") == 0;

    c->format = json ? FORMAT_JSON : sarif ? FORMAT_SARIF : FORMAT_TEXT;
}

/* Options of which it is enough to know that they are there: words, or what words begin with. */
static const struct {
    const char *word;
    bool begins;
    size_t member; /* of struct command: a bool */
    bool value;
} switches[] = {
#define SWITCH(word, begins, member, value)                                                        \
    {                                                                                              \
        word, begins, offsetof(struct command, member), value                                      \
    }
    SWITCH("-fopenmp", false, openmp, true),
    SWITCH("-fopenmp=", true, openmp, true),
    SWITCH("-fno-openmp", false, openmp, false),
    SWITCH("-fopenmp-simd", false, openmp_simd, true),
    SWITCH("-fanalyzer", false, analyzer, true),
    SWITCH("-fcoverage-mapping", false, line_counts, true),
    SWITCH("-Wextra", false, fallthrough, true),
    SWITCH("-W", false, fallthrough, true),
    SWITCH("-Wimplicit-fallthrough", true, fallthrough, true),
    SWITCH("-Werror=implicit-fallthrough", true, fallthrough, true),
    SWITCH("-Wno-implicit-fallthrough", false, fallthrough, false),
    SWITCH("-fdiagnostics-color", true, color, true),
    SWITCH("-fno-diagnostics-color", false, color, true),
    SWITCH("-fcolor-diagnostics", false, color, true),
    SWITCH("-fno-color-diagnostics", false, color, true),
    SWITCH("-Werror", false, werror, true),
    SWITCH("-Werror=unknown-pragmas", false, werror, true),
    SWITCH("-w", false, quiet, true),
    SWITCH("-g0", false, debug, false),
    SWITCH("-fdirectives-only", false, directives_only, true),
    SWITCH("-fpreprocessed", false, preprocessed, true),
    SWITCH("-shared", false, shared, true),
    SWITCH("--shared", false, shared, true),
    SWITCH("-static", false, is_static, true),
    SWITCH("--static", false, is_static, true),
    SWITCH("-static-pie", false, is_static, true),
    SWITCH("-nodefaultlibs", false, bare, true),
    SWITCH("-nostdlib", false, bare, true),
    SWITCH("-nolibc", false, bare, true),
    SWITCH("-r", false, relocatable, true),
#undef SWITCH
};

static bool note_switch(struct command *c, const char *word)
{
    for (size_t i = 0; i < sizeof switches / sizeof *switches; i++) {
        const char *is = switches[i].word;

        if (switches[i].begins ? !words_starts(word, is) : strcmp(word, is) != 0)
            continue;
        memcpy((char *)c + switches[i].member, &switches[i].value, sizeof(bool));
        return true;
    }
    return false;
}

/* -dumpbase, -dumpdir and -save-temps: the names of files that the compiler keeps. */
static bool note_kept(struct command *c, const struct arg *arg)
{
    if (options_is(arg, "-save-temps") || options_is(arg, "--save-temps")) {
        c->save_temps = true;
        c->save_temps_obj = strcmp(arg->value, "=obj") == 0;
        c->save_temps_cwd = strcmp(arg->value, "=cwd") == 0;
    } else if (options_is(arg, "-dumpbase") || options_is(arg, "--dumpbase")) {
        c->dumpbase = arg->value;
    } else if (options_is(arg, "-dumpbase-ext") || options_is(arg, "--dumpbase-ext")) {
        c->dumpbase_ext = arg->value;
    } else if (options_is(arg, "-dumpdir") || options_is(arg, "--dumpdir")) {
        c->dumpdir = arg->value;
    } else {
        return false;
    }
    return true;
}

/* In the order of the command: a later option takes an earlier one back. */
static void note_flag(struct command *c, const struct arg *arg)
{
    const char *t = arg->text;

    if (note_switch(c, t) || note_kept(c, arg))
        return;
    if (words_starts(t, "-mcmodel=")) {
        c->large_code = strcmp(t, "-mcmodel=medium") == 0 || strcmp(t, "-mcmodel=large") == 0;
    } else if (words_starts(t, "-fsanitize=") && strstr(t, "thread")) {
        c->thread_sanitizer = true;
    } else if (options_is(arg, "--coverage") || options_is(arg, "-coverage") ||
               options_is(arg, "-ftest-coverage")) {
        c->line_counts = true;
    } else if (words_starts(t, "-fdiagnostics-format=")) {
        note_format(c, strchr(t, '=') + 1);
    } else if (options_is(arg, "-g") || options_is(arg, "-gsplit-dwarf")) {
        c->debug = true;
    } else if (words_starts(t, "-Wp,-MD") || words_starts(t, "-Wp,-MMD")) {
        const char *file = strchr(t + strlen("-Wp,"), ',');

        c->depend_wp = true;
        c->depend_wp_file = file && !strchr(file + 1, ',');
    }
}

static void note_option(struct command *c, const struct arg *arg, const char **x)
{
    c->aux |= (arg->use & OPT_AUX) != 0;
    if (arg->use & OPT_QUERY)
        c->mode = MODE_QUERY;
    else if (arg->use & OPT_MODE)
        note_mode(c, arg->text);
    else if (arg->use & OPT_OUTPUT)
        c->output = arg->value;
    else if (arg->use & OPT_LANG)
        *x = strcmp(arg->value, "none") == 0 ? NULL : arg->value;
    else if (arg->use & OPT_DEPEND)
        note_depend(c, arg);
    else
        note_flag(c, arg);
}

struct command options_parse(const struct words *words)
{
    struct command c = {.words = *words, .mode = MODE_LINK};
    struct words all = {0};
    const char *x = NULL;
    bool only_inputs = false;

    for (size_t i = 0; i < words->n; i++) {
        c.response_files |= response_expand(&all, words->at[i], &c.response_refused);
    }
    c.args = words_alloc((all.n + 1) * sizeof *c.args);
    for (size_t i = 0; i < all.n; i++) {
        struct arg *arg = &c.args[c.n_args++];
        const struct option_spec *s;

        arg->text = all.at[i];
        arg->value = "";
        if (only_inputs && arg->text[0] == '-')
            arg->text = words_format("./%s", arg->text);
        if (only_inputs || arg->text[0] != '-' || arg->text[1] == '\0') {
            note_input(&c, arg, x);
            continue;
        }
        if (strcmp(arg->text, "--") == 0) {
            /* Written out again without it: an input `-x.c` becomes `./-x.c`. */
            only_inputs = c.end_of_options = true;
            c.n_args--;
            continue;
        }
        s = option_find(arg->text);
        if (s) {
            arg->name = s->name;
            arg->use = s->use;
            arg->value = arg->text + strlen(s->name);
            c.unfinished = takes_next(s, arg->text) && i + 1 == all.n;
            if (takes_next(s, arg->text) && !c.unfinished)
                arg->value = arg->next = all.at[++i];
        }
        note_option(&c, arg, &x);
    }
    return c;
}
