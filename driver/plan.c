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
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file.h"
#include "link.h"
#include "message.h"
#include "spawn.h"
#include "stage.h"

/* Exit statuses of tcr-rewrite. */
enum { REWRITTEN = 0, REFUSED = 1, NOTHING_TO_DO = 3 };

bool plan_has_directives(const struct plan *p)
{
    for (size_t i = 0; i < p->command->n_args; i++)
        if (p->answers[i] != SCAN_NO)
            return true;
    return false;
}

_Noreturn void plan_pass(const struct plan *p)
{
    struct words argv = {0};

    words_append(&argv, &p->cc->argv);
    words_append(&argv, &p->command->words);
    if (link_needs_runtime(p->command, p->uses_api) &&
        link_add_runtime(&argv, p->command, p->cc, p->own->link_static) != 0)
        spawn_exit(1);
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

/* The text for --tcr-keep and -save-temps. */
static void keep_text(const struct plan *p, const struct toolset *t, const struct unit *u)
{
    const struct own *own = p->own;
    char *stem = words_stem(u->arg->text), *to = NULL;
    int rc = 0;

    if (own->show)
        return;
    if (p->command->save_temps)
        file_copy(u->text, stage_saved_text(p, t, u));
    if (own->keep) {
        const char *output = p->command->output ? p->command->output : "";

        to = own->keep_dir ? words_format("%s/%s.tcr.i", own->keep_dir, stem)
                           : words_format("%s%s.tcr.i", words_dir(output), stem);
        rc = file_copy(u->text, to);
    }
    if (rc < 0)
        message_warning("cannot write '%s': %s", to, strerror(-rc));
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
    /* Where nobody can say whether there is a directive, be quiet. */
    if (p->answers[u->arg - p->command->args] == SCAN_YES)
        message_warning("%s: %s; its loops run as plain host loops", u->arg->text, why);
}

/* Give the user what the compiler printed. */
static void print_errors(const char *path)
{
    struct file f;

    if (file_map(&f, path) < 0)
        return;
    fwrite(f.bytes, 1, f.size, stderr);
    file_unmap(&f);
}

/* Is the message that begins at `at` the one of a unit that libclang cannot parse? */
static bool is_unparsed(const char *at, size_t n)
{
    return memmem(at, n, "libclang cannot parse", 21) != NULL;
}

/* Only what tcr-rewrite itself had to say, marked [tcr], with the lines and
 * notes that belong to it: what the preprocessor said, it will say again.
 * That libclang cannot parse the unit is news only if the compiler can: it is
 * kept back for `later`. */
static void print_own_messages(const char *path, bool later)
{
    struct file f;
    bool own = false;

    if (file_map(&f, path) < 0)
        return;
    for (const char *at = f.bytes, *end = f.bytes + f.size; at < end;) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        size_t n = newline ? (size_t)(newline - at) + 1 : (size_t)(end - at);

        if (*at != ' ' && memmem(at, n, "note: ", 6) == NULL)
            own = (memmem(at, n, "[tcr]", 5) || (n > 4 && memcmp(at, "tcr-", 4) == 0)) &&
                  is_unparsed(at, n) == later;
        if (own)
            fwrite(at, 1, n, stderr);
        at += n;
    }
    file_unmap(&f);
}

static void rewrite(const struct plan *p, const struct toolset *t, struct unit *u)
{
    struct words argv;
    int rc;

    if (t->rewriter == NULL) {
        without_rewriter(p, u, "tcr-rewrite was not found beside tcr-cc (see tcr-cc --tcr-doctor)");
        return;
    }
    argv = stage_rewrite(p, t, u);
    rc = spawn_run(t->rewriter, &argv, u->errors);
    if (rc == NOTHING_TO_DO)
        print_own_messages(u->errors, false);
    else
        print_errors(u->errors);
    if (rc == REWRITTEN) {
        u->rewritten = true;
        keep_text(p, t, u);
    } else if (rc == REFUSED) {
        u->outcome = 1;
        remove_output(p, u);
    } else if (rc != NOTHING_TO_DO) {
        without_rewriter(p, u,
                         words_format(rc < 0 ? "tcr-rewrite died of signal %d"
                                             : "tcr-rewrite failed with status %d",
                                      rc < 0 ? -rc : rc));
    }
}

static void warn_rejected(const struct plan *p, const char *name, const char *errors)
{
    if (p->command->quiet)
        return;
    message_warning("%s: the compiler rejected the generated code; the loops run as plain host "
                    "loops. Please report it with what --tcr-keep keeps and these messages:",
                    name);
    print_errors(errors);
}

static void compile(const struct plan *p, const struct toolset *t, struct unit *u)
{
    struct words argv = stage_compile(p, t, u);
    int rc = spawn_run(p->cc->path, &argv, u->errors);

    if (rc == 0 || rc < 0) {
        print_errors(u->errors);
        u->outcome = rc;
        return;
    }
    if (p->own->strict) {
        print_errors(u->errors);
        u->outcome = rc;
        remove_output(p, u);
        return;
    }
    argv = stage_original(p, u);
    u->outcome = spawn_run(p->cc->path, &argv, NULL);
    if (u->outcome == 0)
        warn_rejected(p, u->arg->text, u->errors);
}

/* Compile and link in one command; `units` are some. */
static int run_at_once(const struct plan *p, const struct unit *units, const struct words *argv)
{
    const char *errors = units->errors;
    struct words original = {0};
    int rc = spawn_run(p->cc->path, argv, errors);

    if (rc <= 0 || p->own->strict) {
        print_errors(errors);
        return rc;
    }
    words_append(&original, &p->cc->argv);
    words_append(&original, &p->command->words);
    words_add(&original, "-Wno-unknown-pragmas");
    rc = spawn_run(p->cc->path, &original, NULL);
    if (rc == 0)
        warn_rejected(p, units->arg->text, errors);
    return rc;
}

static size_t collect(const struct plan *p, const struct toolset *t, struct unit *units)
{
    const struct command *c = p->command;
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
    t.kind = compiler_kind(p->cc);
    t.at_once = c->mode == MODE_LINK && c->aux;
    if (!c->openmp && !c->thread_sanitizer)
        t.openmp = compiler_openmp(p->cc, t.kind, c->is_static) != NULL;
    return t;
}

/* Link, and compile what was not rewritten; does not return. */
static _Noreturn void finish(const struct plan *p, const struct toolset *t, struct unit *units,
                             size_t n_units, int outcome)
{
    const struct command *c = p->command;
    bool rewritten = false, links = c->mode == MODE_LINK;
    struct words argv;
    int rc = 0;

    for (size_t i = 0; i < n_units; i++)
        rewritten |= units[i].rewritten;
    if (outcome != 0 && (links || n_units == c->n_inputs))
        spawn_exit(outcome);
    if (!links && !stage_rest_has_inputs(p, units, n_units))
        spawn_exit(outcome);
    argv = stage_rest(p, t, units, n_units);
    if (links && !c->relocatable && (rewritten || link_needs_runtime(c, p->uses_api)) &&
        link_add_runtime(&argv, c, p->cc, p->own->link_static) != 0)
        spawn_exit(1);
    if (t->at_once && rewritten)
        rc = run_at_once(p, units, &argv);
    else
        rc = spawn_run(p->cc->path, &argv, NULL);
    for (size_t i = 0; rc == 0 && i < n_units; i++)
        if (!units[i].rewritten && units[i].outcome == 0)
            print_own_messages(units[i].errors, true);
    spawn_exit(outcome ? outcome : rc);
}

_Noreturn void plan_run(const struct plan *p)
{
    struct unit *units = words_alloc((p->command->n_args + 1) * sizeof *units);
    struct toolset t;
    size_t n;
    int outcome = 0;

    if (spawn_begin() != 0)
        spawn_exit(1);
    make_keep_dir(p->own);
    t = find_tools(p);
    n = collect(p, &t, units);
    for (size_t i = 0; i < n; i++) {
        rewrite(p, &t, &units[i]);
        if (units[i].rewritten && !t.at_once)
            compile(p, &t, &units[i]);
        if (units[i].outcome < 0)
            spawn_exit(units[i].outcome);
        if (outcome == 0)
            outcome = units[i].outcome;
    }
    finish(p, &t, units, n, outcome);
}
