/* SPDX-License-Identifier: MIT */
/*
 * plan.c: what to run for a command that holds directives.
 *
 * For every unit with a directive: tcr-rewrite, then the compiler on the
 * rewritten text.  Where the compiler rejects that text, the user's own command
 * is run instead, so that what is printed is what the user's text deserves.
 */
#define _GNU_SOURCE
#include "plan.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "depend.h"
#include "../system/file.h"
#include "../messages/gather.h"
#include "../messages/held.h"
#include "kept.h"
#include "link.h"
#include "../messages/message.h"
#include "../compiler/spawn.h"
#include "stage.h"
#include "../compiler/target.h"
#include "unheeded.h"
#include "whole.h"

bool plan_has_directives(const struct plan *p)
{
    for (size_t i = 0; i < p->command->n_args; i++)
        if (p->answers[i] != SCAN_NO)
            return true;
    return false;
}

/* The units of the link that wait for it are made anew: the words that stand for
 * its arguments then, or NULL. */
static char **link_whole(const struct plan *p, const struct unit *units, size_t n_units)
{
    const struct command *c = p->command;
    char **words = words_alloc((c->n_args + 1) * sizeof *words);
    struct whole w;

    for (size_t i = 0; i < n_units; i++)
        words[units[i].arg - c->args] = units[i].object;
    w = whole_link(p, words);
    if (w.outcome)
        spawn_exit(w.outcome);
    for (size_t i = 0; i < c->n_args; i++)
        words[i] = whole_word(&w, c, i);
    if (w.archive < 0)
        message_warning("a copy of an archive could not be written (%s): loops that call functions "
                        "of other units stay on the host",
                        strerror(-w.archive));
    return w.any && w.archive == 0 ? words : NULL;
}

/* The compiler on the user's own text, where the pragmas that nobody takes are unknown to
 * it: of ours nothing is said, nor of those that are taken over (held.h), and -Werror makes errors
 * of others only. */
static int run_text(const struct plan *p, const struct words *command, const char *about_rewritten)
{
    const char *said = held_new(spawn_temporary(0, "messages"));
    struct pragmas unknown = {0};
    struct words argv = {0};
    int rc;

    words_append(&argv, command);
    if (message_colors(false))
        stage_color(&argv, p->command, compiler_kind(p->cc));
    rc = spawn_run(p->cc->path, &argv, said);
    if (p->own->show)
        return rc;
    if (rc > 0 && p->command->werror)
        unknown = held_print_plain(said, about_rewritten, false);
    if (unknown.ours && !unknown.others) {
        words_add(&argv, "-Wno-error=unknown-pragmas");
        rc = spawn_run(p->cc->path, &argv, said);
    }
    held_print_plain(said, about_rewritten, true);
    return rc;
}

static int run_plain(const struct plan *p, const struct words *command)
{
    return run_text(p, command, NULL);
}

_Noreturn void plan_pass(const struct plan *p)
{
    struct toolset t = {.instead = link_whole(p, NULL, 0)};
    struct words argv = {0};

    if (t.instead) {
        argv = stage_rest(p, &t, NULL, 0);
    } else {
        words_append(&argv, &p->cc->argv);
        words_append(&argv, &p->command->words);
    }
    if ((t.instead || link_needs_runtime(p->command, p->uses_api)) &&
        link_add_runtime(&argv, p->command, p->cc, p->own->link_static) != 0)
        spawn_exit(1);
    if (p->foreign || gather_any()) {
        if (spawn_begin() != 0)
            spawn_exit(1);
        spawn_exit(run_plain(p, &argv));
    }
    if (t.instead)
        spawn_exit(spawn_run(p->cc->path, &argv, NULL));
    spawn_exec(p->cc->path, &argv);
}

/* After an error there is no output, not even that of an earlier run. */
static void remove_output(const struct plan *p, const struct unit *u)
{
    const char *output = stage_output(p, u);
    struct stat st;

    if (output && !p->own->show && lstat(output, &st) == 0 && S_ISREG(st.st_mode))
        unlink(output);
}

/* Where --tcr-keep puts the text: a name of its own for each of the `n` units
 * so far, and in a directory for all that are named by different paths. */
static char *keep_name(const struct plan *p, const struct unit *units, size_t n)
{
    enum { LONGEST = 200 };
    const char *dir = p->own->keep_dir, *input = units[n].arg->text;
    char *stem = words_format("%s", words_stem(input)), *to;
    size_t length;

    if (dir) {
        while (*input == '/' || words_starts(input, "./"))
            input++;
        stem = words_format("%s%s", words_dir(input), stem);
        for (char *c = stem; (c = strchr(c, '/')) != NULL;)
            *c = '_';
        length = strlen(stem);
        stem += length > LONGEST ? length - LONGEST : 0;
        stem = words_format("%s/%s", dir, stem);
    } else {
        stem = words_format("%s%s", words_dir(p->command->output ? p->command->output : ""), stem);
    }
    to = words_format("%s.tcr.i", stem);
    for (size_t i = 0, again = 1; i < n; i++)
        if (strcmp(units[i].kept, to) == 0) {
            to = words_format("%s-%zu.tcr.i", stem, ++again);
            i = (size_t)-1;
        }
    return to;
}

static bool is_input(const struct command *c, const char *output)
{
    for (size_t i = 0; i < c->n_args; i++)
        if (c->args[i].input && strcmp(c->args[i].text, "-") != 0 &&
            file_is_same(output, c->args[i].text))
            return true;
    return false;
}

/* The text for --tcr-keep and -save-temps.  Compilers save no text of what comes
 * preprocessed; it would often be the input itself. */
static void keep_text(const struct plan *p, const struct toolset *t, const struct unit *u)
{
    bool saved = p->command->save_temps && u->arg->language != LANG_C_PREPROCESSED;
    const char *to = saved ? stage_saved_text(p, t, u) : u->kept;

    for (; to && !p->own->show; to = to == u->kept ? NULL : u->kept) {
        int rc = is_input(p->command, to) ? -EEXIST : file_copy(u->text, to);

        if (rc < 0)
            message_warning("cannot write '%s': %s", to, strerror(-rc));
    }
}

static void make_keep_dir(const struct own *own)
{
    int rc = own->keep_dir && !own->show ? file_make_dir(own->keep_dir) : 0;

    if (rc < 0)
        spawn_exit(message_error("cannot make the directory '%s' of '--tcr-keep': %s",
                                 own->keep_dir, strerror(-rc)));
}

static void without_rewriter(const struct plan *p, struct unit *u, const char *why)
{
    if (p->own->strict) {
        u->outcome = message_error("%s: %s", u->arg->text, why);
        remove_output(p, u);
        return;
    }
    u->unheeded = true;
    /* Where nobody can say whether there is a directive, be quiet. */
    if (p->answers[u->arg - p->command->args] == SCAN_YES)
        message_warning("%s: %s; its loops run as plain host loops", u->arg->text, why);
}

/* No text could be made, and the program is not to blame: the plain compiler
 * will do, or say better what is wrong.  NULL: tcr-rewrite had its reasons. */
static char *why_no_text(const struct unit *u, int rc)
{
    static const char level[] = "error: ";
    char *failed = words_format("tcr-rewrite failed with status %d", rc), *trouble, *what;

    if (rc <= 0 || rc == NOTHING_TO_DO || rc == UNREADABLE)
        return NULL;
    trouble = held_trouble(u->errors, failed);
    /* The report is the user's file: an error. */
    if (trouble == NULL || trouble == failed || (rc == REFUSED && words_starts(trouble, "tcr-")))
        return trouble == failed ? failed : NULL;
    what = strstr(trouble, level);
    return words_format(
        "%s%s", what ? what + sizeof level - 1 : trouble,
        words_starts(trouble, "tcr-") /* else the preprocessor cannot write a file */
            ? " (set TMPDIR to a directory with more room)"
            : "");
}

/* What the compiler says of the user's text. */
static void check(const struct plan *p, const struct unit *u)
{
    struct words argv = stage_check(p, u);

    run_plain(p, &argv);
}

/* Where the compiler has something to say of the rewritten text, is it asked what it
 * says of the user's?  Its messages then point to the right columns and show macros.
 * Not where that would write other files once more. */
static bool asks_again(const struct plan *p, const struct toolset *t)
{
    const struct command *c = p->command;

    return c->format != FORMAT_SARIF && !t->at_once && !c->aux &&
           !(c->depend_wp && t->kind == KIND_CLANG);
}

static void rewrite(const struct plan *p, const struct toolset *t, struct unit *u)
{
    struct words argv;
    char *why;
    int rc;

    if (t->rewriter == NULL) {
        without_rewriter(
            p, u,
            t->why ? t->why : "tcr-rewrite was not found beside tcr-cc (see tcr-cc --tcr-doctor)");
        return;
    }
    if (stage_is_half_preprocessed(p->command, u)) {
        without_rewriter(p, u, "its macros are not expanded ('-fdirectives-only')");
        return;
    }
    argv = stage_rewrite(p, t, u);
    rc = spawn_run_inside(t->rewriter, &argv, u->errors);
    why = why_no_text(u, rc);
    if (why) {
        without_rewriter(p, u, why);
        return;
    }
    if (rc == REFUSED && p->command->format == FORMAT_SARIF) {
        check(p, u);
    } else if (rc == REFUSED && asks_again(p, t) && !held_says(u->errors, "tcr")) {
        /* What the preprocessor refuses, the compiler does, in its own words. */
        argv = stage_original(p, u);
        u->outcome = run_plain(p, &argv);
        u->compiled = u->outcome == 0;
        return;
    } else if (rc == NOTHING_TO_DO || rc == UNREADABLE || (rc == REWRITTEN && asks_again(p, t))) {
        held_print_own(u->errors, false);
        if (rc == REWRITTEN) /* libclang cannot parse some function: the compiler will not say so */
            held_print_own(u->errors, true);
    } else {
        held_print(u->errors);
    }
    if (rc == REWRITTEN) {
        u->rewritten = true;
        keep_text(p, t, u);
    } else if (rc == REFUSED) {
        u->outcome = 1;
        remove_output(p, u);
    } else if (rc == UNREADABLE) {
        u->unheeded = true;
    } else if (rc != NOTHING_TO_DO) {
        without_rewriter(
            p, u,
            rc < 0 ? words_format("tcr-rewrite died of signal %d (%s)", -rc, strsignal(-rc))
                   : words_format("tcr-rewrite failed with status %d", rc));
    }
}

static void warn_rejected(const struct plan *p, const char *name, const char *errors)
{
    char *trouble = held_trouble(errors, "it failed without a message");

    if (p->command->quiet)
        return;
    if (trouble) {
        message_warning("%s: the rewritten text could not be compiled: %s (is there room in TMPDIR "
                        "and for the output?); its loops run as plain host loops",
                        name, trouble);
        return;
    }
    message_warning("%s: the compiler rejected the generated code; the loops run as plain host "
                    "loops. Please report it with what --tcr-keep keeps and these messages:",
                    name);
    held_print(errors);
}

static void print_messages(const struct plan *p, const struct unit *u)
{
    struct words argv;
    bool unused = !p->command->depend && (p->command->depend_file || p->command->depend_target);

    if (!unused && !held_others(u->errors, false) && !held_others(u->more, false))
        return;
    argv = stage_messages(p, u);
    /* What is left of unknown pragmas is not ours; else silence is simpler than a filter. */
    if (!held_says(u->more, "unknown-pragmas"))
        words_add(&argv, "-Wno-unknown-pragmas");
    run_text(p, &argv, u->more);
}

/* The object is as it would be without us, where it needs a mark. */
static int refuse_unmarked(const struct plan *p, const struct unit *u)
{
    remove_output(p, u);
    return message_error(
        "%s: its directives are not heeded, and its object cannot be marked for that: beside units "
        "that keep data on the device it would use what is old; compile all of the program with "
        "TCR_DISABLE=1 until this is mended",
        u->arg->text);
}

/* Compile the user's text with a mark, for nobody heeds its directives (unheeded.h).  What the
 * compiler has to say, it says of the user's own text.  False: it needs none. */
static bool compile_unheeded(const struct plan *p, const struct toolset *t, struct unit *u)
{
    enum unheeded mark = UNHEEDED_NONE;
    const char *said;
    struct words argv;
    bool text;

    if (!p->own->show && p->command->mode != MODE_CHECK)
        mark = unheeded_mark(p, t, u);
    if (mark == UNHEEDED_NONE)
        return false;
    u->unheeded = true;
    said = held_new(spawn_temporary(0, "marked"));
    argv = stage_compile(p, t, u);
    words_add(&argv, "-w");
    u->compiled = true;
    text = mark == UNHEEDED_MARKED && spawn_run(p->cc->path, &argv, said) == 0;
    argv = !text              ? stage_original(p, u)
           : asks_again(p, t) ? stage_messages(p, u)
                              : stage_check(p, u);
    u->outcome = run_plain(p, &argv);
    if (u->outcome == 0 && !text)
        u->outcome = refuse_unmarked(p, u);
    else if (u->outcome > 0 && text)
        remove_output(p, u); /* a warning is an error */
    return true;
}

/* The compiler does not take the rewritten text. */
static void compile_rejected(const struct plan *p, const struct toolset *t, struct unit *u)
{
    struct words argv;

    if (!compile_unheeded(p, t, u)) {
        argv = stage_original(p, u);
        u->outcome = run_text(p, &argv, u->more);
    }
    if (u->outcome == 0)
        warn_rejected(p, u->arg->text, u->more);
}

static void compile(const struct plan *p, const struct toolset *t, struct unit *u)
{
    struct words argv = stage_compile(p, t, u);
    char *values[DEPEND_VARIABLES];
    int rc;

    depend_hide(values);
    if (!u->rewritten) {
        compile_unheeded(p, t, u);
        depend_show(values);
        return;
    }
    rc = spawn_run(p->cc->path, &argv, u->more);
    u->outcome = rc;
    if (rc <= 0 || p->own->strict) {
        if (rc == 0 && asks_again(p, t)) {
            print_messages(p, u);
        } else {
            held_others(u->errors, asks_again(p, t));
            held_print(u->more);
        }
        if (rc == 0 && p->command->format == FORMAT_SARIF)
            check(p, u);
        if (rc > 0)
            remove_output(p, u);
    } else {
        u->outcome = 0;
        compile_rejected(p, t, u);
    }
    depend_show(values);
}

/* The user's command, whose units have marks where these are needed. */
static int run_original(const struct plan *p, const struct toolset *t, struct unit *units,
                        size_t n_units)
{
    struct words argv = {0};
    bool marked = false;
    int rc = 0;

    for (size_t i = 0; i < n_units; i++) {
        const enum unheeded mark = unheeded_mark(p, t, &units[i]);

        if (mark == UNHEEDED_FAILED)
            return refuse_unmarked(p, &units[i]);
        units[i].rewritten = false;
        units[i].compiled = mark == UNHEEDED_MARKED;
        marked |= units[i].compiled;
    }
    if (marked) {
        argv = stage_rest(p, t, units, n_units);
        rc = link_add_runtime(&argv, p->command, p->cc, p->own->link_static);
    } else {
        words_append(&argv, &p->cc->argv);
        words_append(&argv, &p->command->words);
    }
    return rc == 0 ? run_plain(p, &argv) : rc;
}

/* Compile and link in one command; `units` are some. */
static int run_at_once(const struct plan *p, const struct toolset *t, struct unit *units,
                       size_t n_units, const struct words *argv)
{
    const char *errors = units->errors;
    int rc = spawn_run(p->cc->path, argv, errors);

    if (rc <= 0 || p->own->strict) {
        held_print(errors);
        return rc;
    }
    rc = run_original(p, t, units, n_units);
    if (rc == 0)
        warn_rejected(p, units->arg->text, errors);
    return rc;
}

/* What other units may need of it goes into the object, which is compiled in a
 * command of its own. */
static void keep(const struct plan *p, struct unit *u)
{
    struct words argv;

    if (u->unit == NULL || u->outcome || !file_exists(u->unit))
        return;
    if (!u->rewritten && !u->compiled) {
        argv = stage_original(p, u);
        u->outcome = run_plain(p, &argv);
        u->compiled = true;
    }
    if (u->outcome == 0)
        kept_add(p, u);
}

static size_t collect(const struct plan *p, const struct toolset *t, struct unit *units)
{
    const struct command *c = p->command;
    bool possible = t->rewriter && kept_possible(p);
    size_t n = 0;

    for (size_t i = 0; i < c->n_args; i++) {
        struct unit *u = &units[n];
        const char *name = words_base(c->args[i].text);

        if (p->answers[i] == SCAN_NO)
            continue;
        if (strcmp(name, "-") == 0)
            name = "-.c";
        *u = (struct unit){.arg = &c->args[i]};
        /* The name of the input: other outputs are named after it. */
        u->text = spawn_temporary(++n, name);
        u->errors = spawn_temporary(n, "errors");
        u->more = spawn_temporary(n, "more");
        if (!p->own->show) {
            u->errors = held_new(u->errors);
            u->more = held_new(u->more);
        }
        if (possible)
            u->unit = spawn_temporary(n, "unit");
        if (p->own->keep)
            u->kept = keep_name(p, units, n - 1);
        if (c->mode == MODE_LINK && !t->at_once)
            u->object = spawn_temporary(n, words_format("%s.o", words_stem(name)));
    }
    return n;
}

static struct toolset find_tools(const struct plan *p)
{
    const struct command *c = p->command;
    struct toolset t = {.rewriter = compiler_rewriter()};

    if (t.rewriter == NULL)
        return t;
    /* Objects that could not be linked.  (Of narrow targets, tcr-rewrite says it.) */
    if (target_foreign(p->cc) && target_is_wide(p->cc) && target_libdir(p->cc) == NULL) {
        t.rewriter = NULL;
        t.why = target_missing(p->cc);
        return t;
    }
    t.kind = compiler_kind(p->cc);
    t.at_once = c->mode == MODE_LINK && c->aux;
    if (!c->openmp && !c->thread_sanitizer && !c->line_counts)
        t.openmp = compiler_threads(p->cc, t.kind, c->is_static, c->large_code);
    return t;
}

/* What is news only where the compiler has taken the unit. */
static void say_later(const struct unit *units, size_t n_units)
{
    for (size_t i = 0; i < n_units; i++)
        if (!units[i].rewritten && units[i].outcome == 0)
            held_print_own(units[i].errors, true);
}

/* The input whose rules a compiler leaves in a depfile that is that of all: the last source. */
static const struct arg *last_source(const struct command *c)
{
    static const char *const others[] = {".o", ".a", ".so", ".s", ".lo"};

    for (size_t i = c->n_args; i-- > 0;) {
        const struct arg *arg = &c->args[i];
        bool other = !arg->input || arg->language == LANG_C_PREPROCESSED;

        for (size_t k = 0; k < sizeof others / sizeof *others && arg->language == LANG_OTHER; k++)
            other |= strcmp(words_suffix(arg->text), others[k]) == 0;
        if (!other)
            return arg;
    }
    return NULL;
}

/* Units come before other sources: the rules of the last source, if it is a unit, are written once
 * more. */
static void write_last_rules(const struct plan *p, const struct toolset *t,
                             const struct unit *units, size_t n_units)
{
    const struct command *c = p->command;
    const struct arg *last = last_source(c);
    char *values[DEPEND_VARIABLES];

    if (!(c->depend && c->depend_file) && !c->depend_wp_file)
        return;
    depend_hide(values);
    for (size_t i = 0; i < n_units; i++)
        if (units[i].arg == last && (units[i].rewritten || units[i].compiled)) {
            struct words argv = stage_preprocess(p, t, &units[i]);

            spawn_run(p->cc->path, &argv, units[i].more);
        }
    depend_show(values);
}

/* Link, and compile what was not rewritten; does not return. */
static _Noreturn void finish(const struct plan *p, struct toolset *t, struct unit *units,
                             size_t n_units, int outcome)
{
    const struct command *c = p->command;
    bool rewritten = false, plain = p->foreign || gathering(), links = c->mode == MODE_LINK;
    struct words argv;
    int rc = 0;

    for (size_t i = 0; i < n_units; i++) {
        rewritten |= units[i].rewritten;
        plain |= !units[i].rewritten && !units[i].compiled;
    }
    if (outcome != 0 && (links || n_units == c->n_inputs))
        spawn_exit(outcome);
    if (!links && !stage_rest_has_inputs(p, units, n_units)) {
        say_later(units, n_units);
        spawn_exit(outcome);
    }
    if (links)
        t->instead = link_whole(p, units, n_units);
    argv = stage_rest(p, t, units, n_units);
    if (links && !c->relocatable &&
        (rewritten || t->instead || link_needs_runtime(c, p->uses_api)) &&
        link_add_runtime(&argv, c, p->cc, p->own->link_static) != 0)
        spawn_exit(1);
    if (t->at_once && rewritten)
        rc = run_at_once(p, t, units, n_units, &argv);
    else
        rc = plain ? run_plain(p, &argv) : spawn_run(p->cc->path, &argv, NULL);
    if (rc == 0 && stage_rest_has_sources(p, units, n_units))
        write_last_rules(p, t, units, n_units);
    if (rc == 0)
        say_later(units, n_units);
    spawn_exit(outcome ? outcome : rc);
}

/* Would an output take the place of an input?  gcc refuses that. */
static bool overwrites_input(const struct plan *p)
{
    const struct command *c = p->command;

    if (c->mode == MODE_LINK)
        return is_input(c, c->output ? c->output : "a.out");
    for (size_t i = 0; i < c->n_args; i++) {
        struct unit u = {.arg = &c->args[i]};
        const char *output = c->args[i].input ? stage_output(p, &u) : NULL;

        if (output && is_input(c, output))
            return true;
    }
    return false;
}

/* Is the command one that the compiler refuses as a whole?  Taken apart, it might
 * be accepted. */
static bool is_refused(const struct plan *p)
{
    const struct command *c = p->command;
    bool one_output = c->mode == MODE_OBJECT || c->mode == MODE_ASSEMBLY;
    bool only_with_e = false; /* options that clang takes with -E only */

    if (c->response_refused || c->unfinished || (one_output && c->output && c->n_sources > 1) ||
        overwrites_input(p))
        return true;
    for (size_t i = 0; i < c->n_args; i++) {
        const struct arg *arg = &c->args[i];

        if (arg->input && strcmp(arg->text, "-") != 0 && !file_exists(arg->text) &&
            (arg->language != LANG_OTHER || compiler_kind(p->cc) == KIND_CLANG))
            return true; /* of objects, gcc asks the linker */
        only_with_e |= options_is(arg, "-C") || options_is(arg, "-CC") ||
                       options_is(arg, "-traditional-cpp") || options_is(arg, "--traditional-cpp");
    }
    if (only_with_e && compiler_kind(p->cc) == KIND_CLANG)
        return true;
    return c->end_of_options && !compiler_ends_options(p->cc);
}

_Noreturn void plan_run(const struct plan *p)
{
    struct unit *units = words_alloc((p->command->n_args + 1) * sizeof *units);
    struct toolset t;
    size_t n;
    int outcome = 0;

    if (is_refused(p))
        plan_pass(p);
    if (spawn_begin() != 0)
        spawn_exit(1);
    make_keep_dir(p->own);
    t = find_tools(p);
    n = collect(p, &t, units);
    for (size_t i = 0; i < n; i++) {
        rewrite(p, &t, &units[i]);
        if ((units[i].rewritten || units[i].unheeded) && !t.at_once)
            compile(p, &t, &units[i]);
        else if (units[i].unheeded)
            units[i].compiled = unheeded_mark(p, &t, &units[i]) == UNHEEDED_MARKED;
        keep(p, &units[i]);
        if (units[i].outcome < 0)
            spawn_exit(units[i].outcome);
        if (outcome == 0)
            outcome = units[i].outcome;
    }
    finish(p, &t, units, n, outcome);
}
