/*
 * compiler.c: the real compiler, and the parts of an installation.
 */
#define _GNU_SOURCE
#include "compiler.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "file.h"
#include "message.h"
#include "spawn.h"
#include "target.h"

enum { MAX_DEPTH = 8 };

static const char *const compilers[] = {
    "cc",     "gcc",    "clang",    "c99",  "c89",    "c17",      "c++", "g++",   "clang++",
    "tcc",    "icx",    "icpx",     "icc",  "icpc",   "nvc",      "pcc", "mpicc", "mpicxx",
    "mpic++", "mpigcc", "armclang", "aocc", "craycc", "amdclang", NULL};
static const char *const launchers[] = {"ccache", "sccache", "distcc", "icecc", "buildcache", NULL};

static bool is_among(const char *name, const char *const *list)
{
    for (; *list; list++)
        if (strcmp(name, *list) == 0)
            return true;
    return false;
}

/* `name` without a version at its end: gcc-12.2 gives gcc. */
static char *without_version(const char *name)
{
    size_t n = strlen(name);

    while (n && (isdigit((unsigned char)name[n - 1]) || name[n - 1] == '.'))
        n--;
    if (name[n] == '\0' || n == 0)
        return words_format("%s", name);
    /* c99 is a name, not a version of c. */
    return name[n - 1] == '-' ? words_format("%.*s", (int)n - 1, name)
           : n > 1            ? words_format("%.*s", (int)n, name)
                              : words_format("%s", name);
}

bool compiler_is_name(const char *name)
{
    char *plain = without_version(name), *dash = strrchr(plain, '-');

    if (words_starts(name, "tcr-"))
        return false;
    return is_among(plain, compilers) || (dash && is_among(dash + 1, compilers));
}

/* The file that `word` runs; never ourselves.  Sets *again if only we are
 * there. */
static const char *resolve(const char *word, bool *again)
{
    *again = false;
    if (strchr(word, '/') == NULL)
        return file_on_path(word, again);
    *again = file_is_self(word);
    return *again || !file_executable(word) ? NULL : word;
}

/* Make every compiler of the command a file that is not ourselves: under a
 * launcher, PATH would bring it back here. */
static int settle(struct compiler *cc, const char *where)
{
    for (size_t i = 0; i < cc->argv.n; i++) {
        const char *word = cc->argv.at[i], *base = words_base(word);
        bool again, skipped = false;
        const char *path;

        if (i > 0 && !compiler_is_name(base) && strcmp(base, "tcr-cc") != 0)
            continue;
        path = resolve(word, &again);
        if (path == NULL && again)
            return message_error("%s: '%s' is tcr-cc itself; name the real compiler in TCR_CC",
                                 where, word);
        if (path == NULL)
            return message_error("%s: cannot find '%s'", where, word);
        if (i == 0)
            cc->path = path;
        /* gcc looks itself up on PATH to find its parts. */
        if (strchr(word, '/') == NULL) {
            file_on_path(word, &skipped);
            if (skipped)
                cc->argv.at[i] = (char *)path;
        }
        if (compiler_is_name(base))
            cc->cxx = strstr(base, "++") != NULL || words_starts(base, "mpicxx");
    }
    return 0;
}

static int check_depth(void)
{
    const char *depth = getenv("TCR_DEPTH");
    int n = depth ? atoi(depth) : 0;

    if (n >= MAX_DEPTH)
        return message_error("the compiler calls tcr-cc again and again; check TCR_CC and PATH");
    setenv("TCR_DEPTH", words_format("%d", n + 1), 1);
    return 0;
}

/* Take the words of a compiler off the front of args: `gcc`, `ccache gcc`. */
static size_t leading_words(const struct words *args)
{
    size_t n = 0;

    if (args->n && is_among(words_base(args->at[0]), launchers))
        n++;
    return args->n > n && compiler_is_name(words_base(args->at[n])) ? n + 1 : 0;
}

int compiler_choose(struct compiler *cc, const char *called_as, struct words *args)
{
    const char *chosen = getenv("TCR_CC"), *base = words_base(called_as);
    const char *where = "TCR_CC";
    size_t leading = leading_words(args);

    if (check_depth() != 0)
        return 1;
    if (chosen && *chosen) {
        if (words_split(&cc->argv, chosen) < 0)
            return message_error("TCR_CC: a quote is not closed in: %s", chosen);
    } else if (leading) {
        where = "compiler";
        for (size_t i = 0; i < leading; i++)
            words_add(&cc->argv, args->at[i]);
    } else {
        where = "compiler";
        words_add(&cc->argv, compiler_is_name(base) ? base : "cc");
    }
    args->at += leading;
    args->n -= leading;
    args->room -= leading < args->room ? leading : args->room;
    if (cc->argv.n == 0)
        return message_error("TCR_CC is blank");
    return settle(cc, where);
}

char *compiler_ask(const struct compiler *cc, const char *question)
{
    struct words argv = {0};

    words_append(&argv, &cc->argv);
    words_append(&argv, &cc->chosen);
    words_add(&argv, question);
    return spawn_output(cc->path, &argv);
}

enum compiler_kind compiler_kind(const struct compiler *cc)
{
    char *text;

    for (size_t i = cc->argv.n; i-- > 0;) {
        const char *name = words_base(cc->argv.at[i]);
        char real[PATH_MAX];

        if (!compiler_is_name(name) && i > 0)
            continue;
        if (i == 0 && realpath(cc->path, real))
            name = words_base(real);
        if (strstr(name, "clang"))
            return KIND_CLANG;
        if (strstr(name, "gcc") && !words_starts(name, "mpi"))
            return KIND_GCC;
        break;
    }
    text = compiler_ask(cc, "--version");
    return text && strstr(text, "clang") ? KIND_CLANG : KIND_GCC;
}

char *compiler_openmp(const struct compiler *cc, enum compiler_kind kind, bool is_static)
{
    char *name = words_format("-print-file-name=lib%s.%s", kind == KIND_CLANG ? "omp" : "gomp",
                              is_static ? "a" : "so");
    char *path = compiler_ask(cc, name);

    /* A library that is not found comes back as its bare name. */
    return path && path[0] == '/' && file_exists(path) && target_takes(cc, path) ? path : NULL;
}

/* The first of DIR/`below`[i] that has `name` in it, DIR our own directory. */
static char *beside(const char *const *below, const char *name)
{
    for (; *below; below++) {
        char real[PATH_MAX];

        if (realpath(words_format("%s/%s/%s", file_self_dir(), *below, name), real))
            return words_format("%s", real);
    }
    return NULL;
}

const char *compiler_rewriter(void)
{
    static const char *const below[] = {".", "../libexec/tcr", "../lib/tcr", NULL};
    const char *chosen = getenv("TCR_REWRITE");
    bool skipped;

    if (chosen && *chosen && strchr(chosen, '/'))
        return file_executable(chosen) ? chosen : NULL;
    if (chosen && *chosen)
        return file_on_path(chosen, &skipped);
    return beside(below, "tcr-rewrite");
}

const char *compiler_includedir(void)
{
    static const char *const above[] = {"..", "../..", NULL};
    const char *lib = compiler_libdir();

    for (size_t i = 0; lib && above[i]; i++) {
        char *dir = words_format("%s/%s/include", lib, above[i]);

        if (file_exists(words_format("%s/tcr.h", dir)))
            return dir;
    }
    return NULL;
}

const char *const *compiler_libdirs(void)
{
    static const char *const below[] = {"../lib", "../lib64", ".", NULL};
    static const char *dirs[sizeof below / sizeof *below];
    const char *chosen = getenv("TCR_LIBDIR");

    for (size_t i = 0; below[i]; i++)
        dirs[i] = words_format("%s/%s", file_self_dir(), below[i]);
    if (chosen && *chosen) {
        dirs[0] = chosen;
        dirs[1] = NULL;
    }
    return dirs;
}

const char *compiler_libdir(void)
{
#ifdef __aarch64__
    static const char *const below[] = {"../lib", "../lib/aarch64-linux-gnu", "../lib64", ".",
                                        NULL};
#else
    static const char *const below[] = {"../lib", "../lib/x86_64-linux-gnu", "../lib64", ".", NULL};
#endif
    const char *chosen = getenv("TCR_LIBDIR");
    char *library;

    if (chosen && *chosen)
        return chosen;
    library = beside(below, "libtcr.a");
    if (library == NULL)
        return NULL;
    *strrchr(library, '/') = '\0';
    return library;
}
