/* SPDX-License-Identifier: MIT */
/*
 * whole.c: the link of a whole program.
 */
#define _GNU_SOURCE
#include "whole.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../messages/held.h"
#include "ledger.h"
#include "../messages/message.h"
#include "names.h"
#include "plan.h"
#include "../compiler/spawn.h"
#include "statics.h"

struct job {
    const struct plan *p;
    struct whole *whole;
    const char *rewriter;
    struct names names;
    struct statics statics;
    size_t number; /* of temporaries */
    char *texts;   /* the file with those of all units */
};

static char *temporary(const struct job *j, const char *name)
{
    return spawn_temporary(SPAWN_LINK + j->whole->inputs.n + j->number, name);
}

/* ---- what tcr-rewrite is told ---- */

static void put(FILE *f, const char *text)
{
    fputs(text, f);
    fputc('\0', f);
}

/* Where the unit's text is: in a file of ours, since an object may change. */
static void put_text(FILE *f, char kind, const struct job *j, const struct kept *k)
{
    put(f, words_format("%c%zu %zu %s", kind, k->at, k->text_size, j->texts));
}

static void put_units(FILE *f, const struct job *j)
{
    const struct inputs *in = &j->whole->inputs;

    for (size_t i = 0; i < in->n_objects; i++)
        for (size_t u = 0; u < in->objects[i].n_units; u++) {
            const struct kept *k = &in->objects[i].units[u];

            struct words command = stage_again_rewrite(j->p, &k->options);

            put_text(f, 'u', j, k);
            put(f, words_format("n%s", k->source));
            for (size_t a = 0; a < command.n; a++)
                put(f, words_format("a%s", command.at[a]));
        }
}

/* The number of an object's first unit, in the order of put_units. */
static size_t first_unit(const struct inputs *in, const struct object *o)
{
    size_t n = 0;

    for (const struct object *before = in->objects; before < o; before++)
        n += before->n_units;
    return n;
}

static bool can_be_remade(const struct object *o)
{
    return o->n_units == 1 && !o->changed;
}

static void put_names(FILE *f, const struct inputs *in, const struct names *names)
{
    for (size_t i = 0; i < names->n; i++) {
        const struct name *n = &names->list[i];

        if (n->object == NULL) {
            put(f, words_format("x%s", n->text));
            put(f, words_format("w%s", n->why));
        }
        for (size_t u = 0; n->object && u < n->object->n_units; u++)
            put(f, words_format("f%zu %s", first_unit(in, n->object) + u, n->text));
    }
}

/* Units that can be compiled once more. */
static void put_remade(FILE *f, const struct inputs *in)
{
    for (size_t i = 0; i < in->n_objects; i++)
        if (can_be_remade(&in->objects[i]))
            put(f, words_format("s%zu", first_unit(in, &in->objects[i])));
}

static int write_plan(const struct job *j, const struct object *o, const struct kept *k,
                      const char *path, bool waiting)
{
    FILE *f = fopen(path, "wbe");
    bool bad;

    if (f == NULL)
        return -errno;
    put_text(f, 'm', j, k);
    if (k->dir && k->dir[0] == '/')
        put(f, words_format("d%s", k->dir));
    for (size_t i = 0; waiting && i < k->pending.n; i++)
        put(f, words_format("p%s", k->pending.at[i]));
    if (o->changed)
        put(f, "bthe object has been changed after it was compiled (by ld -r or objcopy), so that "
               "it cannot be compiled again");
    put_units(f, j);
    put_names(f, &j->whole->inputs, &j->names);
    put_remade(f, &j->whole->inputs);
    bad = ferror(f) != 0;
    bad |= fclose(f) != 0;
    return bad ? -EIO : 0;
}

/* ---- the stages of one unit ---- */

/* Write the texts of all units, one after the other.  Returns 0 or negative errno. */
static int write_texts(struct job *j)
{
    struct inputs *in = &j->whole->inputs;
    FILE *f;
    size_t at = 0;
    bool bad;

    j->texts = temporary(j, "texts");
    j->number++;
    f = fopen(j->texts, "wbe");
    if (f == NULL)
        return -errno;
    for (size_t i = 0; i < in->n_objects; i++)
        for (size_t u = 0; u < in->objects[i].n_units; u++) {
            struct kept *k = &in->objects[i].units[u];

            k->at = at;
            at += k->text_size;
            fwrite(k->text, 1, k->text_size, f);
        }
    bad = ferror(f) != 0;
    bad |= fclose(f) != 0;
    return bad ? -EIO : 0;
}

/* `waiting`: for the directives that wait for the link; else as the unit was compiled. */
static int rewrite(struct job *j, const struct object *o, const struct kept *k, const char *text,
                   bool waiting)
{
    const char *plan = temporary(j, "plan"), *errors = held_new(temporary(j, "errors"));
    struct words argv = {0}, command;
    int rc = write_plan(j, o, k, plan, waiting);

    if (rc < 0) {
        message_warning("%s: cannot write '%s': %s", o->name, plan, strerror(-rc));
        return NOTHING_TO_DO;
    }
    words_add(&argv, j->rewriter);
    words_append(&argv, &k->rewrite);
    stage_add_target(&argv, j->p);
    if (j->p->own->strict)
        words_add(&argv, "--tcr-strict");
    for (size_t i = 0; i < j->p->own->pass.n; i++)
        if (words_starts(j->p->own->pass.at[i], "--tcr-report"))
            words_add(&argv, j->p->own->pass.at[i]);
    words_add(&argv, words_format("--tcr-link=%s", plan));
    words_add(&argv, "-o");
    words_add(&argv, text);
    words_add(&argv, k->source);
    words_add(&argv, "--");
    command = stage_again_rewrite(j->p, &k->options);
    words_append(&argv, &command);
    rc = spawn_run_inside(j->rewriter, &argv, errors);
    held_print(errors);
    return rc;
}

static bool compile(struct job *j, const struct object *o, const struct kept *k, const char *text,
                    const char *object)
{
    const char *errors = held_new(temporary(j, "errors"));
    struct words argv = stage_again_compile(j->p, &k->options, text, object);
    int rc = spawn_run(j->p->cc->path, &argv, errors);

    if (rc < 0)
        spawn_exit(rc);
    if (rc > 0) {
        message_warning("%s: '%s' could not be compiled again; its loops that call functions of "
                        "other units stay on the host:",
                        o->name, k->source);
        held_print(errors);
    }
    return rc == 0;
}

static bool replace(struct job *j, struct object *o, const struct kept *k, const char *text)
{
    char *object = temporary(j, words_format("%s.o", words_stem(k->source)));

    j->number++;
    if (!compile(j, o, k, text, object) || statics_want(&j->statics, object) < 0)
        return false;
    inputs_replace(o, object);
    j->whole->any = true;
    return true;
}

/* For the directives that wait for the link. */
static void remake(struct job *j, struct object *o, const struct kept *k)
{
    char *text = temporary(j, words_format("%s.c", words_stem(k->source)));
    int rc = rewrite(j, o, k, text, true);

    j->number++;
    o->rewritten = rc == REWRITTEN || rc == NOTHING_TO_DO;
    if (rc < 0)
        spawn_exit(rc);
    if (rc == REFUSED)
        j->whole->outcome = 1;
    else if (!o->rewritten && rc != UNREADABLE)
        message_warning("%s: tcr-rewrite failed with status %d; its loops that call functions of "
                        "other units stay on the host",
                        o->name, rc);
    if (rc == REWRITTEN && replace(j, o, k, text))
        o->text = text;
}

/* The text that the object linked for the unit was made of. */
static const char *text_of(struct job *j, const struct object *o, const struct kept *k)
{
    char *text = temporary(j, words_format("%s.c", words_stem(k->source)));
    int rc;

    if (o->text)
        return o->text;
    j->number++;
    rc = rewrite(j, o, k, text, false); /* its directives */
    if (rc == NOTHING_TO_DO)
        rc = file_write(text, k->text, k->text_size) == 0 ? REWRITTEN : -1;
    return rc == REWRITTEN ? text : NULL;
}

/* Once more, with names for the static variables that the new objects ask for.  If that fails, no
 * object is new. */
static void name_statics(struct job *j)
{
    struct inputs *in = &j->whole->inputs;
    bool good = true;

    for (size_t i = 0; i < in->n_objects && good; i++) {
        struct object *o = &in->objects[i];
        size_t unit = first_unit(in, o);
        const char *text;

        if (!statics_wanted(&j->statics, unit))
            continue;
        text = text_of(j, o, o->units);
        good =
            text && statics_declare(&j->statics, unit, text) == 0 && replace(j, o, o->units, text);
    }
    if (good)
        return;
    message_warning("static variables could not be given names for the linker: no object of this "
                    "link is made anew");
    for (size_t i = 0; i < in->n_objects; i++)
        inputs_replace(&in->objects[i], NULL);
    j->whole->any = false;
}

/* A warning, or with --tcr-strict an error; returns 1 then, else 0. */
static int complain(const struct plan *p, const char *format, const char *name, const char *why)
{
    char *text = words_format(format, name, why);

    if (p->own->strict)
        return message_error("%s", text);
    message_warning("%s", text);
    return 0;
}

/* Is there something to do, and may it be done? */
static bool is_wanted(const struct plan *p, struct whole *w, char *const *objects)
{
    if (p->own->show || p->command->relocatable)
        return false;
    if (!inputs_wait(&w->inputs, p, objects)) {
        if (w->inputs.unknown && p->own->whole_program)
            w->outcome = complain(
                p,
                "%s: its loops that wait for functions of other units stay on the "
                "host: as far as is known here, this user has not compiled it%s; "
                "--tcr-trust=PATH vouches for a file or directory",
                w->inputs.unknown, ledger_why() ? words_format(" (%s)", ledger_why()) : "");
        return false;
    }
    if (!p->own->whole_program)
        w->outcome =
            complain(p,
                     "%s: loops wait for functions of other units and stay on the host, because "
                     "this link is without --tcr-whole-program%s",
                     w->inputs.waiting, "");
    return p->own->whole_program;
}

static void remake_all(struct job *j)
{
    struct inputs *in = &j->whole->inputs;

    for (size_t i = 0; i < in->n_objects; i++) {
        struct object *o = &in->objects[i];

        for (size_t u = 0; u < o->n_units; u++)
            if (o->units[u].pending.n)
                remake(j, o, &o->units[u]);
    }
    if (j->statics.n && j->whole->outcome == 0)
        name_statics(j);
}

struct whole whole_link(const struct plan *p, char *const *objects)
{
    struct whole w = {.any = false};
    struct job j = {.p = p, .whole = &w, .rewriter = compiler_rewriter()};
    int rc;

    if (!is_wanted(p, &w, objects))
        return w;
    if (spawn_begin() != 0)
        spawn_exit(1);
    if (j.rewriter == NULL) {
        message_warning("tcr-rewrite was not found beside tcr-cc: loops that call functions of "
                        "other units stay on the host");
        return w;
    }
    inputs_read(&w.inputs);
    j.names = names_resolve(&w.inputs, p->command);
    rc = write_texts(&j);
    if (rc < 0)
        message_warning("cannot write '%s' (%s): loops that call functions of other units stay on "
                        "the host",
                        j.texts, strerror(-rc));
    else
        remake_all(&j);
    return w;
}

char *whole_word(struct whole *w, const struct command *c, size_t arg)
{
    return w->any ? inputs_word(&w->inputs, c, arg, &w->archive) : NULL;
}
