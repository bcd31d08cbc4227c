/* SPDX-License-Identifier: MIT */
/*
 * inputs.h: the objects of a link: those of the command, and the members of its
 * archives.
 */
#ifndef TCR_INPUTS_H
#define TCR_INPUTS_H

#include "../objects/archive.h"
#include "../objects/elf_file.h"
#include "../system/file.h"
#include "kept.h"

/* A file that the command names, by itself, by -lNAME or in -Wl,LIST. */
struct input {
    size_t arg;       /* of the command */
    const char *word; /* of it: what names the file */
    char *path;
    struct file file;
    size_t same; /* 1 + the number of an earlier one that is the same archive; 0: none */
    bool is_archive, shared;
    struct archive archive;
    char **instead; /* of each member, or of the object: a file that takes its place */
    bool replaced;  /* some of them */
    char *copy;     /* of an archive, with what was replaced */
};

struct object {
    struct input *input;
    size_t member;    /* of its archive */
    const char *name; /* for people: "libx.a(y.o)" */
    struct elf elf;
    struct kept *units; /* those that it is made of */
    size_t n_units;
    bool unknown;     /* it has units, but not all are this user's */
    bool changed;     /* by another tool, after it was compiled */
    bool rewritten;   /* whole.c: tcr-rewrite has said what it has to say of it */
    const char *text; /* whole.c: what was compiled anew for it, or NULL */
};

struct inputs {
    const struct own *own;
    const char *waiting; /* an object with a directive that waits for the link; NULL: none */
    const char *unknown; /* the same, of an object that this user has not compiled */
    const char *script;  /* an input that may define or replace any function; NULL: none */
    struct input *list;
    size_t n;
    struct object *objects;
    size_t n_objects;
};

/* Does some object of the user's own hold a directive that waits for the link?  Sets in->waiting.
 * Of others, looks at little more than the headers.  `objects` are those that the command
 * itself has made: objects[i] in the place of its i-th argument, if not NULL. */
bool inputs_wait(struct inputs *in, const struct plan *p, char *const *objects);

/* Read them all. */
void inputs_read(struct inputs *in);

/* The file `path` takes the object's place; NULL: nothing does. */
void inputs_replace(struct object *o, char *path);

/* The word that stands for the i-th argument, with what takes the place of its
 * files; NULL if nothing does.  `failed` becomes negative errno. */
char *inputs_word(struct inputs *in, const struct command *c, size_t arg, int *failed);

#endif
