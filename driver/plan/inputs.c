/* SPDX-License-Identifier: MIT */
/*
 * inputs.c: the objects of a link.
 */
#define _GNU_SOURCE
#include "inputs.h"

#include <errno.h>
#include <string.h>

#include "link.h"
#include "linker_words.h"
#include "../compiler/spawn.h"

/* ---- the files ---- */

static void add_file(struct inputs *in, size_t arg, const char *word, char *path)
{
    struct input i = {.arg = arg, .word = word, .path = path};

    if (path == NULL || file_map(&i.file, path) < 0)
        return;
    i.is_archive = archive_open(&i.archive, path, i.file.bytes, i.file.size);
    for (size_t k = 0; k < in->n && !i.same; k++) /* the linker takes nothing of it twice */
        if (i.is_archive && !in->list[k].same && in->list[k].file.dev == i.file.dev &&
            in->list[k].file.ino == i.file.ino)
            i.same = k + 1;
    in->list = words_grow(in->list, in->n, sizeof *in->list);
    in->list[in->n++] = i;
}

static void add_word(struct inputs *in, const struct words *dirs, const struct command *c,
                     size_t arg, const char *word)
{
    if (words_starts(word, "-l"))
        add_file(in, arg, word, link_library(dirs, word + 2, c->is_static));
    else if (word[0] != '-')
        add_file(in, arg, word, words_format("%s", word));
}

static void add_words(struct inputs *in, const struct words *dirs, const struct command *c,
                      size_t arg)
{
    struct words given = linker_words_of(&c->args[arg]);

    for (size_t k = 0; k < given.n; k++)
        add_word(in, dirs, c, arg, given.at[k]);
}

static void find_files(struct inputs *in, const struct command *c, char *const *objects)
{
    struct words dirs = link_path(c);

    for (size_t i = 0; i < c->n_args; i++) {
        const struct arg *arg = &c->args[i];

        if (arg->input && objects[i])
            add_file(in, i, arg->text, objects[i]);
        else if (arg->input && arg->language == LANG_OTHER)
            add_file(in, i, arg->text, words_format("%s", arg->text));
        else if (options_is(arg, "-l"))
            add_file(in, i, arg->text, link_library(&dirs, arg->value, c->is_static));
        else
            add_words(in, &dirs, c, i);
    }
}

/* ---- does one wait? ---- */

static const char *shown_name(const struct input *i, const struct member *m)
{
    return m                             ? words_format("%s(%s)", i->path, m->name)
           : words_starts(i->word, "-l") ? i->path
                                         : i->word;
}

static const struct member *member_of(const struct input *i, size_t member)
{
    return i->is_archive ? &i->archive.members[member] : NULL;
}

/* Does the user vouch for the file that the object stands in?  Nearly always for none at all. */
static bool is_trusted(const struct inputs *in, const struct input *i, const struct member *m)
{
    return in->own->trusted.n > 0 &&
           own_trusts(in->own, file_real_path(m && m->path ? m->path : i->path));
}

/* Does the object wait for the link?  `*known`: by a record of the user's. */
static bool object_waits(const char *bytes, size_t size, bool trusted, bool *known)
{
    struct elf e;
    const char *section;
    size_t n, at = 0;
    bool waits = false;
    struct kept k;

    *known = true;
    if (!elf_open(&e, bytes, size) || !elf_section(&e, KEPT_SECTION, &section, &n))
        return false;
    while (kept_read(&k, section, n, &at, trusted)) {
        waits |= k.pending.n > 0;
        *known &= k.known;
    }
    return waits;
}

/* Call `visit` for each object until it returns true. */
typedef bool visit_object(struct inputs *in, struct input *i, size_t member, const struct file *f,
                          size_t at, size_t size);

static bool visit_thin(struct inputs *in, struct input *i, size_t m, visit_object *visit)
{
    struct file f;

    return file_map(&f, i->archive.members[m].path) == 0 && visit(in, i, m, &f, 0, f.size);
}

static bool visit_all(struct inputs *in, visit_object *visit)
{
    for (size_t k = 0; k < in->n; k++) {
        struct input *i = &in->list[k];
        const struct archive *a = &i->archive;

        if (i->same)
            continue;
        if (!i->is_archive && visit(in, i, 0, &i->file, 0, i->file.size))
            return true;
        for (size_t m = 0; i->is_archive && m < a->n; m++)
            if (a->thin ? visit_thin(in, i, m, visit)
                        : visit(in, i, m, &i->file, a->members[m].at, a->members[m].size))
                return true;
    }
    return false;
}

static bool waits(struct inputs *in, struct input *i, size_t member, const struct file *f,
                  size_t at, size_t size)
{
    const struct member *m = member_of(i, member);
    bool known;

    if (object_waits(f->bytes + at, size, is_trusted(in, i, m), &known))
        *(known ? &in->waiting : &in->unknown) = shown_name(i, m);
    if (f != &i->file) {
        struct file copy = *f;

        file_unmap(&copy);
    }
    return in->waiting != NULL;
}

bool inputs_wait(struct inputs *in, const struct plan *p, char *const *objects)
{
    *in = (struct inputs){.own = p->own};
    if (p->command->mode != MODE_LINK)
        return false;
    find_files(in, p->command, objects);
    return visit_all(in, waits);
}

/* ---- reading all ---- */

static void read_units(struct object *o, bool trusted)
{
    const char *section, *hash;
    size_t n, at = 0;
    struct kept k;

    if (!elf_section(&o->elf, KEPT_SECTION, &section, &n))
        return;
    while (kept_read(&k, section, n, &at, trusted)) {
        if (!k.known) {
            o->unknown = true;
            o->n_units = 0;
            return;
        }
        o->units = words_grow(o->units, o->n_units, sizeof *o->units);
        o->units[o->n_units++] = k;
    }
    hash = o->n_units == 1 ? kept_hash(&o->elf) : NULL;
    o->changed = hash == NULL || strcmp(hash, o->units[0].hash) != 0;
}

static bool read_object(struct inputs *in, struct input *i, size_t member, const struct file *f,
                        size_t at, size_t size)
{
    struct object o = {.input = i, .member = member};
    const struct member *m = member_of(i, member);

    if (!elf_open(&o.elf, f->bytes + at, size)) {
        if (m == NULL && linker_script_replaces(f->bytes, size))
            in->script = shown_name(i, m);
        return false;
    }
    i->shared = !elf_relocatable(&o.elf);
    o.name = shown_name(i, m);
    if (!i->shared)
        read_units(&o, is_trusted(in, i, m));
    in->objects = words_grow(in->objects, in->n_objects, sizeof *in->objects);
    in->objects[in->n_objects++] = o;
    return false;
}

void inputs_read(struct inputs *in)
{
    for (size_t k = 0; k < in->n; k++) {
        size_t n = in->list[k].is_archive ? in->list[k].archive.n : 1;

        in->list[k].instead = words_alloc((n + 1) * sizeof *in->list[k].instead);
    }
    visit_all(in, read_object);
}

/* ---- what takes their place ---- */

void inputs_replace(struct object *o, char *path)
{
    o->input->instead[o->member] = path;
    o->input->replaced |= path != NULL;
}

/* The file that takes the place of one; NULL: it stays. */
static char *replacement(struct inputs *in, struct input *i, int *failed)
{
    int rc;

    if (i->same)
        i = &in->list[i->same - 1];
    if (!i->replaced)
        return NULL;
    if (!i->is_archive)
        return i->instead[0];
    if (i->copy)
        return i->copy;
    i->copy = spawn_temporary(SPAWN_LINK + (size_t)(i - in->list), words_base(i->path));
    rc = archive_copy(&i->archive, i->instead, i->copy);
    if (rc < 0)
        *failed = rc;
    return i->copy;
}

static struct input *input_of(struct inputs *in, size_t arg, const char *word)
{
    for (size_t k = 0; k < in->n; k++)
        if (in->list[k].arg == arg && strcmp(in->list[k].word, word) == 0)
            return &in->list[k];
    return NULL;
}

/* -Wl,LIST with the words of it that are replaced. */
static char *list_word(struct inputs *in, const struct command *c, size_t arg, int *failed)
{
    struct words given = linker_words_of(&c->args[arg]);
    char *out = words_format("%s", LINKER_LIST);
    bool any = false;

    for (size_t k = 0; k < given.n; k++) {
        struct input *i = input_of(in, arg, given.at[k]);
        char *path = i ? replacement(in, i, failed) : NULL;

        if (path && strchr(path, ',')) /* it would end the word */
            *failed = -EINVAL;
        any |= path != NULL;
        out = words_format("%s%s%s", out, k ? "," : "", path ? path : given.at[k]);
    }
    return any ? out : NULL;
}

char *inputs_word(struct inputs *in, const struct command *c, size_t arg, int *failed)
{
    const struct arg *a = &c->args[arg];
    struct input *i;

    if (options_is(a, LINKER_LIST))
        return list_word(in, c, arg, failed);
    i = input_of(in, arg, options_is(a, "-Xlinker") ? a->value : a->text);
    return i ? replacement(in, i, failed) : NULL;
}
