/* SPDX-License-Identifier: MIT */
/* units.c: see units.h. */
#include "ast.h"
#include "units.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../source/source_private.h"
#include "../text/text.h"

/* "NUMBER REST": the rest, or NULL. */
static const char *number(const char *s, size_t *n)
{
    char *end;
    if (!s || *s < '0' || *s > '9')
        return NULL;
    errno = 0;
    *n = strtoull(s, &end, 10);
    return *end == ' ' && !errno ? end + 1 : *end || errno ? NULL : end;
}

static bool add_unit(struct units *u, const char *s)
{
    struct other_unit o = {0};
    s = number(s, &o.offset);
    o.path = number(s, &o.size);
    if (!o.path)
        return false;
    o.name = o.path;
    u->list = xgrow(u->list, u->n, sizeof *u->list);
    u->list[u->n++] = o;
    return true;
}

static bool add_word(struct units *u, const char *word)
{
    if (u->n == 0)
        return false;
    struct other_unit *o = &u->list[u->n - 1];
    o->words = xrealloc(o->words, (o->n_words + 2) * sizeof *o->words);
    o->words[o->n_words++] = (char *)word;
    o->words[o->n_words] = NULL;
    return true;
}

static bool add_name(struct units *u, struct link_name name)
{
    if (!name.name || (!name.why && name.unit >= u->n))
        return false;
    u->names = xgrow(u->names, u->n_names, sizeof *u->names);
    u->names[u->n_names++] = name;
    return true;
}

static bool add_record(struct units *u, char kind, const char *s)
{
    size_t n = 0;
    switch (kind) {
    case 'm':
        s = number(s, &u->offset);
        u->path = number(s, &u->size);
        return u->path != NULL;
    case 'd':
        u->directory = s;
        return *s == '/';
    case 'p':
        if (!number(s, &n))
            return false;
        u->pending = xgrow(u->pending, u->n_pending, sizeof *u->pending);
        u->pending[u->n_pending++] = n;
        return true;
    case 'b':
        u->why = s;
        return true;
    case 'u':
        return add_unit(u, s);
    case 'n':
        if (u->n)
            u->list[u->n - 1].name = s;
        return u->n > 0;
    case 'a':
        return add_word(u, s);
    case 'f':
        s = number(s, &n);
        return add_name(u, (struct link_name){.name = s, .unit = n});
    case 'x':
        return add_name(u, (struct link_name){.name = s, .why = ""});
    case 'w':
        if (u->n_names)
            u->names[u->n_names - 1].why = s;
        return u->n_names > 0;
    case 's':
        s = number(s, &n);
        if (s && n < u->n)
            u->list[n].can_be_remade = true;
        return s && n < u->n;
    default:
        return false;
    }
}

static int units_read(struct units *u, const struct options *opt)
{
    size_t size;
    *u = (struct units){.text = source_read_file(opt->link, &size)};
    if (!u->text)
        return -errno;
    bool good = size > 0;
    for (char *s = u->text; good && s < u->text + size; s += strlen(s) + 1)
        good = add_record(u, s[0], s[0] ? s + 1 : s);
    for (size_t i = 0; good && i < u->n; i++) {
        good = u->list[i].n_words > 0;
        if (good)
            options_of_command(&u->list[i].opt, u->list[i].words, opt->target);
    }
    return good && u->path ? 0 : -EINVAL;
}

/* All of their texts, and what source_append puts between them. */
static size_t units_bytes(const struct units *u)
{
    size_t bytes = 0;
    for (size_t i = 0; i < u->n; i++)
        bytes += u->list[i].size + 1;
    return bytes;
}

int units_load(struct units *u, struct source *src, const struct options *opt)
{
    int error = units_read(u, opt);
    if (!error)
        error = source_load_kept(src, u->path, u->offset, u->size, opt->input, u->directory,
                                 opt->accept);
    if (error)
        fprintf(stderr, "tcr-rewrite: error: cannot read what is kept of '%s': %s\n", opt->input,
                strerror(-error));
    else
        source_reserve(src, units_bytes(u) + ast_library_bytes() + 1);
    return error;
}

void units_free(struct units *u)
{
    for (size_t i = 0; i < u->n; i++) {
        options_free(&u->list[i].opt);
        free(u->list[i].words);
    }
    free(u->list);
    free(u->names);
    free(u->pending);
    free(u->text);
}

bool units_pending(const struct units *u, size_t id)
{
    for (size_t i = 0; i < u->n_pending; i++)
        if (u->pending[i] == id)
            return true;
    return false;
}
