/* SPDX-License-Identifier: MIT */
/*
 * file.h: the bytes of a file, and where programs are.
 */
#ifndef TCR_FILE_H
#define TCR_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct file {
    const char *bytes; /* not NUL-terminated */
    size_t size;
    dev_t dev;
    ino_t ino;
};

/* Make the bytes of a regular file readable.  Returns 0 or negative errno. */
int file_map(struct file *f, const char *path);
void file_unmap(struct file *f);

/* Make the bytes the file's, which is made if it is not there.  Returns 0 or negative errno. */
int file_write(const char *path, const char *bytes, size_t size);

/* Make the bytes those of the regular file that `path` names, links followed, all at once: they
 * go to a temporary beside it, which takes its name, and its permissions.  After an error the
 * file is what it was.  Returns 0 or negative errno. */
int file_replace(const char *path, const char *bytes, size_t size);

/* Copy `from` to `to`, which is not there after an error.  Returns 0 or negative errno. */
int file_copy(const char *from, const char *to);

/* Make a directory, and those above it, unless it is there.  Returns 0 or
 * negative errno. */
int file_make_dir(const char *path);
/* The same, for the user alone. */
int file_make_private_dir(const char *path);

/* Read all of standard input into memory and make that the standard input,
 * at its beginning.  Returns a descriptor of it, or negative errno. */
int file_hold_stdin(struct file *f);

/* `path` from the root, symbolic links resolved (words_alloc); `path` itself if
 * that cannot be. */
const char *file_real_path(const char *path);

bool file_exists(const char *path);
/* Are they the same file, by whatever names? */
bool file_is_same(const char *a, const char *b);
bool file_is_dir(const char *path);
/* Can what it holds be read only once: is it a named pipe, or /dev/fd/N of another one? */
bool file_is_pipe(const char *path);
bool file_executable(const char *path);

/* Where a walk over PATH is; starts as {0}. */
struct file_walk {
    const char *at;
    bool last;
};

/* The next executable file `name` of PATH's entries (words_alloc), relative ones and this
 * very program among them; NULL at the end. */
char *file_next_on_path(const char *name, struct file_walk *walk);
/* Where the program `name` is on PATH, this very program apart; NULL if nowhere.  Entries
 * that are empty or relative mean another program wherever one stands: what lies in a source
 * tree must not become the compiler. */
char *file_on_path(const char *name);
/* Is `path` this very program? */
bool file_is_self(const char *path);
/* The directory of this program, symbolic links resolved, without slash. */
const char *file_self_dir(void);

#endif
