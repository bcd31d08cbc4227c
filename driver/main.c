/* SPDX-License-Identifier: MIT */
/*
 * tcr-cc: a drop-in C compiler for code with #pragma tcr.
 *
 * A command without a directive becomes the real compiler, untouched, after a
 * look at the bytes of its inputs.  For the rest see plan.c.
 */
#include <stdio.h>
#include <string.h>

#include "compiler/compiler.h"
#include "doctor.h"
#include "system/file.h"
#include "messages/gather.h"
#include "messages/message.h"
#include "command/options.h"
#include "command/own.h"
#include "plan/plan.h"
#include "command/scan.h"
#include "compiler/spawn.h"
#include "compiler/target.h"

/* Where directives may be honoured: C that is compiled. */
static bool is_candidate(const struct command *c, const struct compiler *cc, const struct arg *arg)
{
    return arg->input && arg->language != LANG_OTHER && c->mode != MODE_QUERY && !cc->cxx;
}

static bool is_cxx(const struct compiler *cc, const struct arg *arg)
{
    static const char *const suffixes[] = {".C",   ".cc",  ".cp",   ".cxx", ".cpp",
                                           ".CPP", ".c++", ".cppm", NULL};
    const char *suffix = words_suffix(arg->text);

    if (!arg->input || strcmp(arg->text, "-") == 0)
        return false;
    if (arg->x)
        return words_starts(arg->x, "c++");
    for (size_t i = 0; suffixes[i]; i++)
        if (strcmp(suffix, suffixes[i]) == 0)
            return true;
    return cc->cxx && arg->language == LANG_C;
}

/* Directives in C++ are not taken over, and that is said; those of its headers may be
 * for others. */
static int tell_cxx(struct plan *p)
{
    const struct own *own = p->own;
    const struct command *c = p->command;
    const struct compiler *cc = p->cc;
    bool uses_api = false;
    int status = 0;

    for (size_t i = 0; i < c->n_args && c->mode != MODE_QUERY; i++) {
        const char *path = c->args[i].text;
        struct scan_context ctx;

        if (!is_cxx(cc, &c->args[i]))
            continue;
        ctx = scan_context(c, false, &uses_api); /* C commands do not pay for it */
        p->foreign |= scan_unit(&ctx, path, NULL) == SCAN_YES;
        if (!pragmas_in_file(path))
            continue;
        p->foreign = true;
        if (own->strict)
            status = message_error("'%s' is C++, and tcr's directives are for C", path);
        else
            message_warning("'%s' is C++: its tcr directives are ignored and its loops run as "
                            "written; put them into a C file",
                            path);
    }
    return status;
}

/* To look for directives there would take the text from the compiler. */
static bool is_pipe(const struct plan *p, const struct arg *arg)
{
    return is_candidate(p->command, p->cc, arg) && strcmp(arg->text, "-") != 0 &&
           file_is_pipe(arg->text);
}

static int tell_pipes(const struct plan *p)
{
    const struct command *c = p->command;
    int status = 0;

    for (size_t i = 0; i < c->n_args; i++) {
        const char *path = c->args[i].text;

        if (!is_pipe(p, &c->args[i]))
            continue;
        if (p->own->strict)
            status = message_error("'%s' is a pipe, where directives cannot be looked for; use "
                                   "standard input: -x c -",
                                   path);
        else
            message_warning("'%s' is a pipe: tcr directives in it are ignored and its loops run as "
                            "written; use standard input: -x c -",
                            path);
    }
    return status;
}

static void scan_inputs(struct plan *p, bool *uses_api)
{
    const struct command *c = p->command;
    struct scan_context ctx = scan_context(c, p->own->accept, uses_api);
    struct file held;
    bool is_held = false;

    p->answers = words_alloc((c->n_args + 1) * sizeof *p->answers);
    for (size_t i = 0; i < c->n_args; i++) {
        bool from_stdin = strcmp(c->args[i].text, "-") == 0;

        if (!is_candidate(c, p->cc, &c->args[i]) || is_pipe(p, &c->args[i]))
            continue;
        if (from_stdin && !is_held) {
            is_held = file_hold_stdin(&held) >= 0;
            if (!is_held)
                continue;
            spawn_hold_stdin();
        }
        p->answers[i] = scan_unit(&ctx, c->args[i].text, from_stdin ? &held : NULL);
        if (p->answers[i] == SCAN_NO &&
            (p->own->whole_program || own_log_mentions(p->own, c->args[i].text)))
            p->answers[i] = SCAN_MAYBE; /* its functions are kept; its old results go */
    }
}

/* Whoever asks for a report learns of directives that nobody looks at. */
static void tell_others(const struct plan *p)
{
    const struct command *c = p->command;

    for (size_t i = 0; i < c->n_args && p->own->remarks && !p->own->accept; i++) {
        const char *path = c->args[i].text;
        unsigned n;

        if (!is_candidate(c, p->cc, &c->args[i]) || is_pipe(p, &c->args[i]) ||
            strcmp(path, "-") == 0)
            continue;
        n = pragmas_of_openmp(path);
        if (n > 0)
            fprintf(stderr,
                    "%s: remark: %u directive%s of OpenMP on loops %s left to the compiler; "
                    "--tcr-accept=omp looks at %s\n",
                    path, n, n > 1 ? "s" : "", n > 1 ? "are" : "is", n > 1 ? "them" : "it");
    }
}

/* The report is added to its file: that must not be what is compiled, nor what is made of it. */
static int check_report(const struct own *own, const struct command *c)
{
    const char *report = own->report ? file_real_path(own->report) : NULL;

    if (report && c->output && strcmp(file_real_path(c->output), report) == 0)
        return message_error("--tcr-report: '%s' is the output of this command; name another file "
                             "for the report",
                             own->report);
    for (size_t i = 0; report && i < c->n_args; i++)
        if (c->args[i].input && strcmp(file_real_path(c->args[i].text), report) == 0)
            return message_error("--tcr-report: '%s' is an input of this command; name another "
                                 "file for the report",
                                 own->report);
    return 0;
}

static int run(const struct own *own, struct compiler *cc, const struct words *rest)
{
    struct command command = options_parse(rest), with_api;
    struct plan plan = {.own = own, .cc = cc, .command = &command};
    struct words more = {0};
    bool uses_api = false;

    cc->chosen = target_options(&command);
    if (command.quiet)
        message_quiet();
    own_check_environment();
    if (check_report(own, &command) != 0)
        return 1;
    if (command.format == FORMAT_JSON && command.mode != MODE_QUERY)
        gather_begin();
    if (tell_cxx(&plan) != 0 || tell_pipes(&plan) != 0)
        spawn_exit(1);
    scan_inputs(&plan, &uses_api);
    if (uses_api && compiler_includedir()) { /* tcr.h is found, after all other places */
        words_add(&more, "-idirafter");
        words_add(&more, compiler_includedir());
        words_append(&more, rest);
        with_api = options_parse(&more);
        plan.command = &with_api;
        scan_inputs(&plan, &uses_api);
    }
    plan.uses_api = uses_api;
    tell_others(&plan);
    if (plan_has_directives(&plan))
        plan_run(&plan);
    plan_pass(&plan);
}

/* The doctor looks at what is installed, not at a file. */
static bool takes_no_files(const struct words *rest)
{
    struct command c = options_parse(rest);

    for (size_t i = 0; i < c.n_args; i++)
        if (c.args[i].input)
            return message_error("--tcr-doctor takes no files: '%s'", c.args[i].text), false;
    return true;
}

int main(int argc, char **argv)
{
    struct own own = {0};
    struct words args = {0}, rest = {0};
    struct compiler cc = {0};

    for (int i = 1; i < argc; i++)
        words_add(&args, argv[i]);
    if (own_parse(&own, &args, &rest) != 0)
        return 1;
    if (own.help) {
        doctor_help();
        return 0;
    }
    if (compiler_choose(&cc, argv[0], &rest) != 0)
        return 1;
    if (own.version) {
        doctor_version(&cc);
        return 0;
    }
    if (own.doctor)
        return takes_no_files(&rest) ? doctor_run(&cc) : 1;
    if (own.show)
        spawn_show();
    if (own_disabled()) {
        words_append(&cc.argv, &rest);
        spawn_exec(cc.path, &cc.argv);
    }
    return run(&own, &cc, &rest);
}
