/* SPDX-License-Identifier: MIT */
/*
 * stage.c: the command of each stage of a rewritten unit.
 */
#include "stage.h"

#include <string.h>

#include "depend.h"
#include "../messages/message.h"
#include "repeat.h"
#include "../compiler/target.h"

/* OpenMP is for the loops that stay on the host; the sanitizer does not know
 * libgomp's synchronisation and would report races that are none.  For counts of
 * lines, a loop must stay where it is: gcov leaves out functions that the compiler
 * has made, and threads would lose counts. */
static void add_openmp(struct words *argv, const struct command *c, bool available)
{
    if (c->openmp || c->analyzer) /* which takes OpenMP's variables for unset ones */
        return;
    if (available && !c->thread_sanitizer && !c->line_counts)
        words_add(argv, "-fopenmp");
    else if (!c->openmp_simd)
        words_add(argv, "-fopenmp-simd");
}

void stage_color(struct words *argv, const struct command *c, enum compiler_kind kind)
{
    if (!c->color && message_colors(kind == KIND_CLANG))
        words_add(argv, "-fdiagnostics-color=always");
}

/* SARIF is one document for each program that is run: stage_check's is to be the
 * only one. */
static void silence_sarif(struct words *argv, const struct command *c)
{
    struct words all = *argv;

    if (c->format != FORMAT_SARIF)
        return;
    *argv = (struct words){0};
    for (size_t i = 0; i < all.n; i++)
        if (!words_starts(all.at[i], "-fdiagnostics-format="))
            words_add(argv, all.at[i]);
    words_add(argv, "-w");
}

static void add_language(struct words *argv, const char *language)
{
    words_add(argv, "-x");
    words_add(argv, language);
}

static const char *openmp_of(const struct command *c)
{
    return c->openmp        ? "--tcr-openmp=on"
           : c->openmp_simd ? "--tcr-openmp=simd"
                            : "--tcr-openmp=off";
}

/* The user's options, but for those of these kinds. */
static void add_options(struct words *argv, const struct command *c, unsigned not_here)
{
    for (size_t i = 0; i < c->n_args; i++)
        if (!c->args[i].input && !(c->args[i].use & not_here))
            options_emit(argv, &c->args[i]);
}

void stage_add_target(struct words *argv, const struct plan *p)
{
    const char *foreign = target_foreign(p->cc);

    if (foreign)
        words_add(argv, words_format("--tcr-target=%s", foreign));
}

/* The compiler with what preprocessing the unit needs, but for the input. */
static struct words preprocessing(const struct plan *p, const struct toolset *t,
                                  const struct unit *u)
{
    const struct command *c = p->command;
    bool preprocessed = u->arg->language == LANG_C_PREPROCESSED;
    unsigned not_here = OPT_MODE | OPT_OUTPUT | OPT_LANG | OPT_CODE | OPT_LINK;
    struct words argv = {0};

    if (preprocessed) /* has no depfile */
        not_here |= OPT_DEPEND;
    words_append(&argv, &p->cc->argv);
    argv.at[0] = (char *)p->cc->path;
    add_options(&argv, c, not_here);
    stage_color(&argv, c, t->kind);
    silence_sarif(&argv, c);
    if (!preprocessed)
        depend_add(&argv, c, u->arg, p->cc, t->kind);
    if (c->fallthrough && t->kind == KIND_GCC)
        words_add(&argv, "-C"); /* keeps the fall-through comments */
    if (preprocessed) {
        words_add(&argv, t->kind == KIND_GCC ? "-fpreprocessed" : "-undef");
        add_language(&argv, "c");
    } else if (u->arg->x) {
        add_language(&argv, u->arg->x);
    }
    return argv;
}

struct words stage_rewrite(const struct plan *p, const struct toolset *t, const struct unit *u)
{
    const struct command *c = p->command;
    struct words argv = {0}, rest = preprocessing(p, t, u);

    words_add(&argv, t->rewriter);
    if (c->mode == MODE_CHECK)
        words_add(&argv, "--tcr-arch=none");
    words_append(&argv, &p->own->pass);
    stage_add_target(&argv, p);
    words_add(&argv, openmp_of(c));
    if (u->unit && p->own->whole_program)
        words_add(&argv, "--tcr-whole-program");
    if (u->unit)
        words_add(&argv, words_format("--tcr-unit=%s", u->unit));
    words_add(&argv, "-o");
    words_add(&argv, u->text);
    words_add(&argv, u->arg->text);
    words_add(&argv, "--");
    words_append(&argv, &rest);
    return argv;
}

struct words stage_preprocess(const struct plan *p, const struct toolset *t, const struct unit *u)
{
    struct words argv = preprocessing(p, t, u);

    words_add(&argv, "-E");
    words_add(&argv, "-o");
    words_add(&argv, u->text);
    words_add(&argv, u->arg->text);
    return argv;
}

bool stage_is_half_preprocessed(const struct command *c, const struct unit *u)
{
    return c->directives_only && (c->preprocessed || u->arg->language == LANG_C_PREPROCESSED);
}

/* What clang says of the text, not of the user's program: a loop that it does
 * not vectorize as the generated pragma asks, line markers under -pedantic.
 * Unknown warning options have been reported when it preprocessed. */
static void add_clang_silence(struct words *argv, const struct toolset *t)
{
    if (t->kind != KIND_CLANG)
        return;
    words_add(argv, "-Wno-pass-failed");
    words_add(argv, "-Wno-unknown-warning-option");
    words_add(argv, "-Wno-deprecated-ofast");
    words_add(argv, "-Wno-gnu-line-marker");
}

struct words stage_compile(const struct plan *p, const struct toolset *t, const struct unit *u)
{
    const struct command *c = p->command;
    unsigned not_here = OPT_LANG;
    struct words argv = {0};

    if (u->arg->language != LANG_C_PREPROCESSED) /* of such, clang says that they are unused */
        not_here |= OPT_CPP;
    if (c->mode == MODE_LINK)
        not_here |= OPT_LINK | OPT_OUTPUT;
    words_append(&argv, &p->cc->argv);
    add_options(&argv, c, not_here);
    if (!u->unheeded) /* else its own directives are as the command has them */
        add_openmp(&argv, c, t->openmp);
    stage_color(&argv, c, t->kind);
    silence_sarif(&argv, c);
    add_clang_silence(&argv, t);
    if (c->debug && t->kind == KIND_CLANG)
        words_add(&argv, words_format("-fdebug-prefix-map=%s=%s", u->text, u->arg->text));
    if (c->mode == MODE_LINK) {
        words_add(&argv, "-c");
        words_add(&argv, "-o");
        words_add(&argv, u->object);
    }
    add_language(&argv, "cpp-output");
    words_add(&argv, u->text);
    return argv;
}

struct words stage_kept_rewrite(const struct plan *p)
{
    struct words w = {0};

    for (size_t i = 0; i < p->own->pass.n; i++) /* a link has a report of its own */
        if (repeat_allows_own(p->own->pass.at[i]))
            words_add(&w, p->own->pass.at[i]);
    words_add(&w, openmp_of(p->command));
    return w;
}

bool stage_kept_options(const struct plan *p, struct words *options, const char **refused)
{
    const struct command *c = p->command;

    for (size_t i = 0; i < c->n_args; i++)
        if (!c->args[i].input && !repeat_take(options, &c->args[i])) {
            *refused = c->args[i].text;
            return false;
        }
    return true;
}

/* The link's own compiler, whatever compiled the unit. */
static struct words again(const struct plan *p, const struct words *options)
{
    struct words argv = {0};

    words_append(&argv, &p->cc->argv);
    words_append(&argv, options);
    return argv;
}

struct words stage_again_rewrite(const struct plan *p, const struct words *options)
{
    const struct command *c = p->command;
    struct words argv = again(p, options);

    argv.at[0] = (char *)p->cc->path;
    if (c->quiet)
        words_add(&argv, "-w");
    for (size_t i = 0; i < c->n_args; i++) /* messages are styled as those of the link */
        if (words_starts(c->args[i].text, "-fdiagnostics-") ||
            words_starts(c->args[i].text, "-fno-diagnostics-"))
            words_add(&argv, c->args[i].text);
    if (message_colors(true)) /* they are held back in a file */
        words_add(&argv, "-fdiagnostics-color=always");
    return argv;
}

struct words stage_again_compile(const struct plan *p, const struct words *options,
                                 const char *text, const char *object)
{
    struct words argv = again(p, options);
    struct command units = *p->command; /* whether OpenMP counts is said by its options */

    units.openmp = units.openmp_simd = false;
    for (size_t i = 0; i < options->n; i++) {
        units.openmp |=
            words_starts(options->at[i], "-fopenmp") && !words_starts(options->at[i], "-fopenmp-");
        units.openmp_simd |= strcmp(options->at[i], "-fopenmp-simd") == 0;
        if (words_starts(options->at[i], "-mcmodel="))
            units.large_code =
                strstr(options->at[i], "=medium") || strstr(options->at[i], "=large");
        units.thread_sanitizer |= strcmp(options->at[i], "-fsanitize=thread") == 0;
    }
    add_openmp(
        &argv, &units,
        compiler_threads(p->cc, compiler_kind(p->cc), p->command->is_static, units.large_code));
    words_add(&argv, "-w"); /* what there is to warn of has been said */
    words_add(&argv, "-c");
    words_add(&argv, "-o");
    words_add(&argv, object);
    add_language(&argv, "cpp-output");
    words_add(&argv, text);
    return argv;
}

struct words stage_original(const struct plan *p, const struct unit *u)
{
    const struct command *c = p->command;
    unsigned not_here = OPT_LANG;
    struct words argv = {0};

    if (c->mode == MODE_LINK) /* the depfile is written, and -o would name its target */
        not_here |= OPT_LINK | OPT_OUTPUT | OPT_DEPEND;
    words_append(&argv, &p->cc->argv);
    add_options(&argv, c, not_here);
    if (c->mode == MODE_LINK) {
        words_add(&argv, "-c");
        words_add(&argv, "-o");
        words_add(&argv, u->object);
    }
    if (u->arg->x)
        add_language(&argv, u->arg->x);
    words_add(&argv, u->arg->text);
    return argv;
}

struct words stage_messages(const struct plan *p, const struct unit *u)
{
    const struct command *c = p->command;
    unsigned not_here = OPT_LANG | OPT_OUTPUT;
    struct words argv = {0};

    if (u->arg->language != LANG_C_PREPROCESSED && (c->depend || c->depend_wp))
        not_here |= OPT_DEPEND; /* else clang says that it is unused */
    if (c->mode == MODE_LINK)
        not_here |= OPT_LINK;
    words_append(&argv, &p->cc->argv);
    add_options(&argv, c, not_here);
    if (c->mode == MODE_LINK)
        words_add(&argv, "-c");
    if (c->mode != MODE_CHECK) {
        words_add(&argv, "-o");
        words_add(&argv, "/dev/null");
    }
    if (u->arg->x)
        add_language(&argv, u->arg->x);
    words_add(&argv, u->arg->text);
    return argv;
}

struct words stage_check(const struct plan *p, const struct unit *u)
{
    struct words argv = {0};

    words_append(&argv, &p->cc->argv);
    add_options(&argv, p->command, OPT_LANG | OPT_MODE | OPT_OUTPUT | OPT_LINK | OPT_DEPEND);
    words_add(&argv, "-fsyntax-only");
    if (u->arg->x)
        add_language(&argv, u->arg->x);
    words_add(&argv, u->arg->text);
    return argv;
}

/* The unit that `arg` is, if it has been dealt with. */
static const struct unit *unit_of(const struct arg *arg, const struct unit *units, size_t n_units)
{
    for (size_t i = 0; i < n_units; i++)
        if (units[i].arg == arg && (units[i].rewritten || units[i].compiled || units[i].outcome))
            return &units[i];
    return NULL;
}

bool stage_rest_has_inputs(const struct plan *p, const struct unit *units, size_t n_units)
{
    const struct command *c = p->command;

    for (size_t i = 0; i < c->n_args; i++)
        if (c->args[i].input && !unit_of(&c->args[i], units, n_units))
            return true;
    return false;
}

bool stage_rest_has_sources(const struct plan *p, const struct unit *units, size_t n_units)
{
    size_t done = 0;

    for (size_t i = 0; i < n_units; i++)
        done += units[i].rewritten || units[i].compiled;
    return done < p->command->n_sources;
}

static void emit_input(struct words *argv, const struct toolset *t, const struct arg *arg,
                       const struct unit *u, const char *instead)
{
    const char *path = u == NULL ? arg->text : t->at_once ? u->text : u->object;

    if (instead)
        path = instead;
    if (u && (t->at_once || arg->x))
        add_language(argv, t->at_once ? "cpp-output" : "none");
    words_add(argv, path);
    if (u && (t->at_once || arg->x))
        add_language(argv, arg->x ? arg->x : "none");
}

/* -lNAME becomes a file. */
static void emit_instead(struct words *argv, const struct arg *arg, const char *instead)
{
    if (options_is(arg, "-Xlinker"))
        words_add(argv, "-Xlinker");
    words_add(argv, instead);
}

struct words stage_rest(const struct plan *p, const struct toolset *t, const struct unit *units,
                        size_t n_units)
{
    const struct command *c = p->command;
    size_t n_rewritten = 0, n_done = 0;
    unsigned not_here = 0;
    struct words argv = {0};

    for (size_t i = 0; i < n_units; i++) {
        bool done = units[i].rewritten || units[i].compiled;

        n_rewritten += units[i].rewritten;
        n_done += done;
    }
    /* clang complains of preprocessing options when nothing is preprocessed. */
    if (n_done == c->n_sources)
        not_here = OPT_CPP;
    words_append(&argv, &p->cc->argv);
    for (size_t i = 0; i < c->n_args; i++) {
        const struct arg *arg = &c->args[i];
        const struct unit *u = arg->input ? unit_of(arg, units, n_units) : NULL;
        const char *instead = t->instead ? t->instead[i] : NULL;

        if (!arg->input && instead)
            emit_instead(&argv, arg, instead);
        else if (!arg->input && !(arg->use & not_here))
            options_emit(&argv, arg);
        else if (arg->input && (u == NULL || c->mode == MODE_LINK))
            emit_input(&argv, t, arg, u, instead);
    }
    if (t->at_once && n_rewritten) {
        add_openmp(&argv, c, t->openmp && n_rewritten == c->n_sources);
        add_clang_silence(&argv, t);
    }
    return argv;
}

char *stage_output(const struct plan *p, const struct unit *u)
{
    const struct command *c = p->command;

    if (c->mode == MODE_LINK || c->mode == MODE_CHECK)
        return NULL;
    if (c->output)
        return words_format("%s", c->output);
    return words_format("%s.%s", words_stem(u->arg->text), c->mode == MODE_ASSEMBLY ? "s" : "o");
}

/* -dumpbase without -dumpbase-ext; NULL: there is none, or an empty one. */
static const char *dump_base(const struct command *c)
{
    const char *base = c->dumpbase && *c->dumpbase ? c->dumpbase : NULL;
    size_t n = base ? strlen(base) : 0, ext = c->dumpbase_ext ? strlen(c->dumpbase_ext) : 0;

    if (base && ext > 0 && ext < n && strcmp(base + n - ext, c->dumpbase_ext) == 0)
        return words_format("%.*s", (int)(n - ext), base);
    return base;
}

/* What is in front of the names of a program's files. */
static const char *program_stem(const char *output)
{
    const char *name = words_base(output);

    return strcmp(words_suffix(name), ".exe") == 0 || strcmp(name, "a.out") == 0 ? words_stem(name)
                                                                                 : name;
}

/* As gcc names it ("Overall Options" in its manual). */
static char *saved_by_gcc(const struct command *c, const char *stem)
{
    const char *output = c->output ? c->output : "", *base = dump_base(c);
    const char *of = !*output               ? (c->mode == MODE_LINK ? "a" : stem)
                     : c->mode == MODE_LINK ? program_stem(output)
                                            : words_stem(output);
    const char *dir = c->dumpdir ? c->dumpdir : c->save_temps_cwd ? "" : words_dir(output);

    if (base && strchr(base, '/'))
        dir = "";
    if (c->mode != MODE_LINK)
        return words_format("%s%s.i", dir, base ? base : c->dumpbase ? stem : of);
    if (c->dumpdir)
        return words_format("%s%s.i", dir, base ? base : stem);
    if (!base && (c->dumpbase || (c->n_sources == 1 && strcmp(of, stem) == 0)))
        return words_format("%s%s.i", dir, stem);
    return words_format("%s%s-%s.i", dir, base ? base : of, stem);
}

char *stage_saved_text(const struct plan *p, const struct toolset *t, const struct unit *u)
{
    const struct command *c = p->command;
    const char *output = c->output ? c->output : "", *stem = words_stem(u->arg->text);

    if (t->kind == KIND_CLANG)
        return words_format("%s%s.i", c->save_temps_obj ? words_dir(output) : "", stem);
    return saved_by_gcc(c, stem);
}
