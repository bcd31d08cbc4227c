/* SPDX-License-Identifier: MIT */
/* unheeded.c: see unheeded.h. */
#define _GNU_SOURCE
#include "unheeded.h"

#include <stdlib.h>
#include <string.h>

#include "../../spec/unheeded.h"
#include "../compiler/spawn.h"
#include "../messages/held.h"
#include "../messages/pragmas.h"
#include "../system/file.h"

/* The user's text, preprocessed.  Of what is so in half, macros are the compiler's. */
static bool make_text(const struct plan *p, const struct toolset *t, const struct unit *u)
{
    struct words argv;

    if (stage_is_half_preprocessed(p->command, u))
        return file_copy(u->arg->text, u->text) == 0;
    argv = stage_preprocess(p, t, u);
    return spawn_run(p->cc->path, &argv, held_new(spawn_temporary(0, "preprocessed"))) == 0;
}

static bool is_needed(const char *path, bool accept)
{
    struct file f;
    bool needed;

    if (file_map(&f, path) < 0)
        return false;
    needed = pragmas_use_device(f.bytes, f.size, accept);
    file_unmap(&f);
    return needed;
}

/* As it may stand between quotes. */
static char *quoted(const char *name)
{
    char *text = words_format("%s", name);

    for (char *c = text; *c; c++)
        if (*c == '"' || *c == '\\' || (unsigned char)*c < ' ')
            *c = '?';
    return text;
}

static bool add_mark(const struct unit *u)
{
    const char *name = strcmp(u->arg->text, "-") == 0 ? "standard input" : quoted(u->arg->text);
    char *mark = words_format("%s\"%s\"%s", TCR_UNHEEDED_BEGIN, name, TCR_UNHEEDED_END), *whole;
    size_t size = strlen(mark), before;
    struct file f;
    bool done;

    if (file_map(&f, u->text) < 0)
        return false;
    before = f.size;
    whole = words_alloc(before + size);
    memcpy(whole, f.bytes, before);
    memcpy(whole + before, mark, size);
    file_unmap(&f);
    done = file_write(u->text, whole, before + size) == 0;
    return done;
}

enum unheeded unheeded_mark(const struct plan *p, const struct toolset *t, const struct unit *u)
{
    const bool text = make_text(p, t, u);

    if (!is_needed(text ? u->text : u->arg->text, p->own->accept))
        return UNHEEDED_NONE;
    return text && add_mark(u) ? UNHEEDED_MARKED : UNHEEDED_FAILED;
}
