/* SPDX-License-Identifier: MIT */
/*
 * spawn.h: child processes, the private temporary directory, and signals.
 *
 * From spawn_begin on, a signal that ends the program is passed on to the
 * child that runs, the temporary directory is removed, and the program dies of
 * that same signal.
 */
#ifndef TCR_SPAWN_H
#define TCR_SPAWN_H

#include <stdbool.h>

#include "../system/words.h"

/* Only print the commands, shell-quoted, and let every one succeed. */
void spawn_show(void);
/* Standard input is held in memory: rewind it before every child. */
void spawn_hold_stdin(void);

/* From here on, the numbers of spawn_temporary are the link's. */
enum { SPAWN_LINK = 1000000 };

/* Make the temporary directory, of mode 0700, in $TMPDIR or the next place
 * where it can be made.  Returns 0, or 1 after an error message. */
int spawn_begin(void);
/* Its name, for numbered subdirectories: spawn_temporary(3, "a.c") is
 * DIR/3/a.c, and DIR/3 exists. */
char *spawn_temporary(size_t number, const char *name);
/* Remove it again. */
void spawn_end(void);

/* The private directory, between these two. */
const char *spawn_directory(void);

/* Run the program `path` with argv; its stderr goes to the file `errors` if
 * that is not NULL.  Returns its exit status, 127 if it cannot be started,
 * or minus the signal that it died of. */
int spawn_run(const char *path, const struct words *argv, const char *errors);

/* The same, for a program that makes temporaries of its own: they go into the private directory. */
int spawn_run_inside(const char *path, const struct words *argv, const char *errors);

/* The standard output of a command without its last newline; NULL if the
 * command fails. */
char *spawn_output(const char *path, const struct words *argv);

/* Become the program `path`, temporaries removed. */
_Noreturn void spawn_exec(const char *path, const struct words *argv);
/* End with an outcome of spawn_run, temporaries removed. */
_Noreturn void spawn_exit(int outcome);

#endif
