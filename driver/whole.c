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

#include "held.h"
#include "message.h"
#include "names.h"
#include "plan.h"
#include "spawn.h"
#include "statics.h"

struct job {
    const struct plan *p;
    struct whole *whole;
    const char *rewriter;
    struct names names;
    struct statics statics;
    size_t number; /* of temporaries */
};

/* ---- what tcr-rewrite is told ---- */

static void put(FILE *f, const char *text)
{
    fputs(text, f);
    fputc('\0', f);
}

/* Where the unit's text is. */
static void put_text(FILE *f, char kind, const struct object *o, const struct kept *k)
{
    size_t at = o->at + (size_t)(k->text - o->elf.bytes);

    put(f, words_format("%c%zu %zu %s", kind, at, k->text_size, o->path));
}

static void put_units(FILE *f, const struct inputs *in)
{
    for (size_t i = 0; i < in->n_objects; i++)
        for (size_t u = 0; u < in->objects[i].n_units; u++) {
            const struct kept *k = &in->objects[i].units[u];

            put_text(f, 'u', &in->objects[i], k);
            put(f, words_format("n%s", k->source));
            for (size_t a = 0; a < k->command.n; a++)
                put(f, words_format("a%s", k->command.at[a]));
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
                      const char *path)
{
    FILE *f = fopen(path, "wbe");
    bool bad;

    if (f == NULL)
        return -errno;
    put_text(f, 'm', o, k);
    for (size_t i = 0; i < k->pending.n; i++)
        put(f, words_format("p%s", k->pending.at[i]));
    if (o->changed)
        put(f, "bthe object has been changed after it was compiled (by ld -r or objcopy), so that "
               "it cannot be compiled again");
    put_units(f, &j->whole->inputs);
    put_names(f, &j->whole->inputs, &j->names);
    put_remade(f, &j->whole->inputs);
    bad = ferror(f) != 0;
    bad |= fclose(f) != 0;
    return bad ? -EIO : 0;
}

/* ---- the stages of one unit ---- */

static char *whole_path(const char *path)
{
    char *dir = path[0] == '/' ? NULL : getcwd(NULL, 0);
    char *whole = dir ? words_format("%s/%s", dir, path) : words_format("%s", path);

    free(dir);
    return whole;
}

static char *temporary(const struct job *j, const char *name)
{
    /* the children run elsewhere */
    return whole_path(spawn_temporary(SPAWN_LINK + j->whole->inputs.n + j->number, name));
}

/* --tcr-report=FILE for a program that runs elsewhere. */
static const char *report_option(const char *option)
{
    const char *equals = strchr(option, '=');
    const char *file = equals ? own_report_file(equals + 1) : NULL;

    return file ? words_format("%.*s%s", (int)(file - option), option, whole_path(file)) : option;
}

static const char *compiler_of(const struct job *j, const struct kept *k)
{
    return strchr(k->compiler, '/') && access(k->compiler, X_OK) != 0 ? j->p->cc->path
                                                                      : k->compiler;
}

static int rewrite(struct job *j, const struct object *o, const struct kept *k, const char *text)
{
    const char *plan = temporary(j, "plan"), *errors = held_new(temporary(j, "errors"));
    struct words argv = {0};
    int rc = write_plan(j, o, k, plan);

    if (rc < 0) {
        message_warning("%s: cannot write '%s': %s", o->name, plan, strerror(-rc));
        return NOTHING_TO_DO;
    }
    words_add(&argv, j->rewriter);
    words_append(&argv, &k->rewrite);
    for (size_t i = 0; i < j->p->own->pass.n; i++)
        if (words_starts(j->p->own->pass.at[i], "--tcr-report"))
            words_add(&argv, report_option(j->p->own->pass.at[i]));
    words_add(&argv, words_format("--tcr-link=%s", plan));
    words_add(&argv, "-o");
    words_add(&argv, text);
    words_add(&argv, k->source);
    words_add(&argv, "--");
    words_append(&argv, &k->command);
    if (message_colors(true)) /* the messages are held back in a file */
        words_add(&argv, "-fdiagnostics-color=always");
    rc = spawn_run_in(k->dir, j->rewriter, &argv, errors);
    held_print(errors);
    return rc;
}

static bool compile(struct job *j, const struct object *o, const struct kept *k, const char *text,
                    const char *object)
{
    const char *errors = held_new(temporary(j, "errors"));
    struct words argv = {0};
    int rc;

    words_append(&argv, &k->compile);
    words_add(&argv, "-c");
    words_add(&argv, "-o");
    words_add(&argv, object);
    words_add(&argv, "-x");
    words_add(&argv, "cpp-output");
    words_add(&argv, text);
    rc = spawn_run_in(k->dir, compiler_of(j, k), &argv, errors);
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
    int rc = rewrite(j, o, k, text);

    j->number++;
    o->rewritten = true;
    if (rc < 0)
        spawn_exit(rc);
    if (rc == REFUSED)
        j->whole->outcome = 1;
    else if (rc != REWRITTEN && rc != NOTHING_TO_DO)
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
    rc = o->rewritten ? NOTHING_TO_DO : rewrite(j, o, k, text); /* its other directives */
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

struct whole whole_link(const struct plan *p, char *const *objects)
{
    struct whole w = {.any = false};
    struct job j = {.p = p, .whole = &w, .rewriter = compiler_rewriter()};

    if (p->own->show || p->command->relocatable || !inputs_wait(&w.inputs, p->command, objects))
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
    for (size_t i = 0; i < w.inputs.n_objects; i++) {
        struct object *o = &w.inputs.objects[i];

        for (size_t u = 0; u < o->n_units; u++)
            if (o->units[u].pending.n)
                remake(&j, o, &o->units[u]);
    }
    if (j.statics.n && w.outcome == 0)
        name_statics(&j);
    return w;
}

char *whole_word(struct whole *w, const struct command *c, size_t arg)
{
    return w->any ? inputs_word(&w->inputs, c, arg, &w->archive) : NULL;
}
