/* SPDX-License-Identifier: MIT */
/*
 * names.c: which definition of a function the linker will take.
 *
 * One strong definition in an object of the command is it.  A sole definition
 * is, too, be it weak or an archive's: somebody calls it, so the linker finds it.
 * Among several, it depends on their order and on what else is pulled out of the
 * archives.
 */
#include "names.h"

#include <stdlib.h>
#include <string.h>

#include "linker_words.h"

struct definition {
    const char *name;
    const struct object *object;
    bool weak, hidden;
};

struct collector {
    const struct object *object;
    const struct object *odd; /* one whose symbols cannot all be read, or NULL */
    struct definition *list;
    size_t n;
};

static void collect(const struct elf_symbol *s, void *ctx)
{
    struct collector *c = ctx;

    if (!s->defined || !s->function)
        return;
    c->list = words_grow(c->list, c->n, sizeof *c->list);
    c->list[c->n++] = (struct definition){s->name, c->object, s->weak, s->hidden};
}

static int compare(const void *a, const void *b)
{
    const struct definition *x = a, *y = b;
    int order = strcmp(x->name, y->name);

    return order ? order : x->object < y->object ? -1 : x->object > y->object;
}

/* The strong definition in an object that is surely linked, if there is only one. */
static const struct definition *strong(const struct definition *d, size_t n)
{
    const struct definition *found = NULL;

    for (size_t i = 0; i < n; i++) {
        const struct input *in = d[i].object->input;

        if (d[i].weak || in->is_archive || in->shared)
            continue;
        if (found)
            return NULL;
        found = &d[i];
    }
    return found;
}

static struct name choose(const struct definition *d, size_t n)
{
    const struct definition *one = n == 1 ? d : strong(d, n);
    struct name name = {.text = d->name};

    if (one == NULL) {
        name.why = words_format("it is defined in '%s' and in '%s', and which of them the linker "
                                "takes depends on their order",
                                d[0].object->name, d[1].object->name);
    } else if (one->object->input->shared) {
        name.why = words_format("it is defined in the shared library '%s'", one->object->name);
    } else if (one->object->unknown) {
        name.why = words_format("it is defined in '%s', whose text this user has not compiled, as "
                                "far as is known here; --tcr-trust=PATH vouches for a file or "
                                "directory",
                                one->object->name);
    } else if (one->object->n_units == 0) {
        name.why = words_format("it is defined in '%s', which holds no text of its source; compile "
                                "that by tcr-cc with --tcr-whole-program",
                                one->object->name);
    } else if (one->object->n_units == 1 && one->object->changed) {
        name.why = words_format("it is defined in '%s', which has been changed after it was "
                                "compiled",
                                one->object->name);
    } else {
        name.object = one->object;
    }
    return name;
}

/* Why the linker, or the loader, may take another function; NULL: it does not. */
static const char *why_replaced(const struct inputs *in, const struct command *c,
                                const struct words *words, const struct definition *d, size_t n,
                                const char *any)
{
    bool hidden = true;

    if (any)
        return words_format("%s may take another function for it", any);
    if (in->script)
        return words_format("the linker script '%s' may take another function for it", in->script);
    if (linker_replaces(words, d->name))
        return "the linker is told to take another function for it";
    for (size_t i = 0; i < n; i++) /* whichever is taken */
        hidden &= d[i].hidden || d[i].object->input->shared;
    if (c->shared && !hidden && !linker_binds_symbols(words))
        return "the program that loads this shared library may define another function of that "
               "name; give it hidden visibility, or link with -Wl,-Bsymbolic";
    return NULL;
}

struct names names_resolve(const struct inputs *in, const struct command *c)
{
    struct collector all = {.list = NULL};
    struct names names = {.list = NULL};
    struct words words = linker_words(c);
    const char *any = linker_replaces_any(c, &words);

    for (size_t i = 0; i < in->n_objects; i++) {
        all.object = &in->objects[i];
        if (!elf_symbols(&all.object->elf, collect, &all))
            all.odd = all.object;
    }
    if (all.n)
        qsort(all.list, all.n, sizeof *all.list, compare);
    names.list = words_alloc((all.n + 1) * sizeof *names.list);
    for (size_t i = 0, n; i < all.n; i += n) {
        struct name *name = &names.list[names.n++];
        const char *why;

        for (n = 1; i + n < all.n && strcmp(all.list[i + n].name, all.list[i].name) == 0; n++)
            ;
        *name = choose(&all.list[i], n);
        if (all.odd && name->object) {
            name->object = NULL;
            name->why = words_format("'%s' may define it, too: the object is damaged, and its "
                                     "symbols cannot all be read",
                                     all.odd->name);
        }
        why = why_replaced(in, c, &words, &all.list[i], n, any);
        if (why) {
            name->object = NULL;
            name->why = why;
        }
    }
    return names;
}
