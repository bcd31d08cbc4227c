/* SPDX-License-Identifier: MIT */
/*
 * compiler.h: the real compiler, and the parts of an installation.
 */
#ifndef TCR_COMPILER_H
#define TCR_COMPILER_H

#include <stdbool.h>

#include "../system/words.h"

enum compiler_kind { KIND_GCC, KIND_CLANG };

struct compiler {
    struct words argv;   /* the command: launcher, compiler, its fixed arguments */
    const char *path;    /* the program to run */
    bool cxx;            /* a C++ compiler: .c means C++, nothing is rewritten */
    struct words chosen; /* the user's options that choose a target: part of every question */
};

/* Choose by TCR_CC, by the first word of args (which is taken away), by the
 * name that we were called by, or cc.  Returns 0, or 1 after an error message. */
int compiler_choose(struct compiler *cc, const char *called_as, struct words *args);

/* Is `name` (without directory) a compiler's: gcc, x86_64-linux-gnu-gcc-12? */
bool compiler_is_name(const char *name);

/* By name, else by what --version says. */
enum compiler_kind compiler_kind(const struct compiler *cc);

/* The OpenMP runtime that this compiler can link, as a file; NULL if none. */
char *compiler_openmp(const struct compiler *cc, enum compiler_kind kind, bool is_static);

/* Is there that runtime, and can code for it be linked without relocations of the text?  clang
 * before 19 names the functions that threads run by whole addresses if the code model is a `large`
 * one. */
bool compiler_threads(const struct compiler *cc, enum compiler_kind kind, bool is_static,
                      bool large);

/* Does it take -- as the end of its options?  gcc does not. */
bool compiler_ends_options(const struct compiler *cc);

/* Run it with `args` after its own words and return what it prints, or NULL. */
char *compiler_ask(const struct compiler *cc, const char *question);

/* The program tcr-rewrite: TCR_REWRITE, or what was installed or built with
 * us; NULL if it is not there. */
const char *compiler_rewriter(void);
/* The directory of libtcr.a: TCR_LIBDIR, or as above. */
const char *compiler_libdir(void);
/* That of the runtime for a target, in a directory named after it; NULL if there is none. */
const char *compiler_libdir_of(const char *triple);

/* Where tcr.h is, or NULL. */
const char *compiler_includedir(void);

#endif
