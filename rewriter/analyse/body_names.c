/* SPDX-License-Identifier: MIT */
/*
 * body_names.c: names of the program that are like those of the text around its loop.
 *
 * What is written around the host's loop has variables of its own, tcr_n0 and the like, and the
 * loop and the directive's expressions stand among them: a variable of that name from outside
 * would be ours there.  So do the items of a data directive.  Functions of the C API, members and
 * tags have nothing to fear.
 */
#include <string.h>

#include "body_private.h"
#include "../text/text.h"

static const char prefix[] = "tcr_";

struct declared {
    const char *name;
    bool found;
};

static bool visit_declarations(struct stmt *s, void *ctx)
{
    struct declared *d = ctx;
    for (size_t i = 0; i < s->n_decls; i++)
        d->found |= strcmp(s->decls[i]->name, d->name) == 0;
    return !d->found;
}

/* Such a variable of the loop itself hides ours, which is right but for the one that stands in
 * the body in place of a reduction variable. */
static bool is_harmless(const struct region *r, const char *name)
{
    struct declared d = {.name = name};
    if (r->stmt)
        stmt_walk(r->stmt, visit_declarations, &d);
    return d.found && strncmp(name, "tcr_red", 7) != 0;
}

/* A variable's name in s[begin..end) that may be one of ours; NULL: none. */
static const char *clashing(const struct region *r, const char *s, size_t begin, size_t end,
                            size_t *where)
{
    bool apart = false; /* behind a dot, an arrow or the word of a tag */
    for (size_t at = begin, n; (n = text_token(s, end, &at)) > 0; at += n) {
        if (n >= sizeof prefix && !apart && memcmp(s + at, prefix, sizeof prefix - 1) == 0) {
            size_t next = at + n, call = text_token(s, end, &next);
            const char *name = ir_strndup(s + at, n);
            *where = at;
            if (!(call == 1 && s[next] == '(') && !is_harmless(r, name))
                return name;
        }
        apart = text_among(". -> struct union enum", s + at, n);
    }
    return NULL;
}

bool body_check_names(struct region *r)
{
    const char *words = r->pragma->words;
    size_t at = r->begin;
    const char *name = clashing(r, r->src->text, r->begin, r->end, &at);
    if (!name && words) {
        size_t word;
        name = clashing(r, words, 0, strlen(words), &word);
    }
    return !name ||
           refuse(r, REFUSE_LOOP, at, CODE_UNSUPPORTED,
                  "'%s' begins as the names do which tcr-cc writes around the %s; give the "
                  "variable another name",
                  name, directive_is_data(r->dir) ? "directive" : "loop");
}
