/* SPDX-License-Identifier: MIT */
/*
 * compiler.c: the real compiler, and the parts of an installation.
 */
#define _GNU_SOURCE
#include "compiler.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "../system/file.h"
#include "../messages/message.h"
#include "search.h"
#include "spawn.h"
#include "target.h"

enum { MAX_DEPTH = 8 };

static const char *const compilers[] = {
    "cc",     "gcc",     "clang",    "c99",    "c89",    "c17",      "c++",
    "g++",    "clang++", "tcc",      "icx",    "icpx",   "icc",      "icpc",
    "nvc",    "pcc",     "mpicc",    "mpicxx", "mpic++", "mpigcc",   "mpiCC",
    "mpiicc", "mpiicx",  "armclang", "aocc",   "craycc", "amdclang", NULL};
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

/* `name` without the MPI that Debian's alternatives have at its end: mpicc.openmpi. */
static const char *without_mpi(const char *name)
{
    size_t n = strcspn(name, ".");

    return words_starts(name, "mpi") ? words_format("%.*s", (int)n, name) : name;
}

static bool is_cxx_name(const char *name)
{
    return strstr(name, "++") || words_starts(name, "mpicxx") || words_starts(name, "mpiCC");
}

bool compiler_is_name(const char *name)
{
    char *plain = without_version(without_mpi(name)), *dash = strrchr(plain, '-');

    if (words_starts(name, "tcr-"))
        return false;
    return is_among(plain, compilers) || (dash && is_among(dash + 1, compilers));
}

/* Whose words the command is. */
enum origin { FROM_VARIABLE, FROM_COMMAND, FROM_LINK, FROM_NOBODY };

/* The file that `word` runs; never ourselves. */
static struct search resolve(const char *word, enum origin origin)
{
    struct search given = {.path = words_format("%s", word)};

    if (strchr(word, '/') == NULL)
        return search_path(word, origin == FROM_LINK);
    given.again = file_is_self(word);
    if (given.again || !file_executable(word))
        given.path = NULL;
    return given;
}

static int tell_missing(const char *word, enum origin origin, const struct search *found)
{
    const char *where = origin == FROM_VARIABLE ? "TCR_CC" : "compiler";

    if (found->relative)
        return message_error("%s: '%s' is only found as '%s', by an entry of PATH that is not "
                             "absolute; nothing is run from there. If it is meant, name it: "
                             "TCR_CC=%s",
                             where, word, found->relative, found->relative);
    if (origin == FROM_LINK)
        return message_error("called as '%s', but no other '%s' is on PATH; install it, or name "
                             "the real compiler in TCR_CC",
                             word, word);
    if (found->again)
        return message_error("%s: '%s' is tcr-cc itself; name the real compiler in TCR_CC", where,
                             word);
    return message_error("%s: cannot find '%s'", where, word);
}

/* Is the command nvcc's, which compiles CUDA C++ and takes neither preprocessed C nor the words
 * that gcc and clang have for a linker? */
static bool is_nvcc(const struct compiler *cc)
{
    size_t at = is_among(words_base(cc->argv.at[0]), launchers);

    return cc->argv.n > at && strcmp(without_version(words_base(cc->argv.at[at])), "nvcc") == 0;
}

/* Make every compiler of the command a file that is not ourselves: under a
 * launcher, PATH would bring it back here. */
static int settle(struct compiler *cc, enum origin origin)
{
    for (size_t i = 0; i < cc->argv.n; i++) {
        const char *word = cc->argv.at[i], *base = words_base(word);
        struct search found;

        if (i > 0 && !compiler_is_name(base) && strcmp(base, "tcr-cc") != 0)
            continue;
        found = resolve(word, origin);
        if (found.path == NULL)
            return tell_missing(word, origin, &found);
        if (i == 0)
            cc->path = found.path;
        if (found.relative)
            message_warning("'%s' of PATH is passed over, and '%s' is run: tcr-cc runs nothing by "
                            "an entry of PATH that is not absolute (TCR_CC=%s would)",
                            found.relative, found.path, found.relative);
        /* gcc looks itself up on PATH to find its parts, and a launcher its compiler. */
        if (found.shadowed)
            cc->argv.at[i] = found.path;
        if (compiler_is_name(base))
            cc->cxx = is_cxx_name(base);
    }
    search_passed(cc->path);
    return 0;
}

static int check_depth(void)
{
    const char *depth = getenv("TCR_DEPTH");
    int n = depth ? atoi(depth) : 0;

    if (n >= MAX_DEPTH)
        return message_error("the compiler calls tcr-cc again and again, or is not on PATH behind "
                             "the programs that stand for it; check TCR_CC and PATH");
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

/* TCR_CC names a C compiler, which would not link what is asked of a C++ compiler. */
static const char *chosen_for(const char *asked)
{
    const char *chosen = getenv("TCR_CC");

    return chosen && *chosen && (!is_cxx_name(asked) || is_cxx_name(chosen)) ? chosen : NULL;
}

int compiler_choose(struct compiler *cc, const char *called_as, struct words *args)
{
    const char *base = words_base(called_as), *chosen;
    enum origin origin = FROM_NOBODY;
    size_t leading = leading_words(args);

    if (check_depth() != 0)
        return 1;
    chosen = chosen_for(leading ? words_base(args->at[leading - 1]) : base);
    if (chosen) {
        origin = FROM_VARIABLE;
        if (words_split(&cc->argv, chosen) < 0)
            return message_error("TCR_CC: a quote is not closed in: %s", chosen);
    } else if (leading) {
        origin = FROM_COMMAND;
        for (size_t i = 0; i < leading; i++)
            words_add(&cc->argv, args->at[i]);
    } else {
        origin = compiler_is_name(base) ? FROM_LINK : FROM_NOBODY;
        words_add(&cc->argv, origin == FROM_LINK ? base : "cc");
    }
    args->at += leading;
    args->n -= leading;
    args->room -= leading < args->room ? leading : args->room;
    if (cc->argv.n == 0)
        return message_error("TCR_CC is blank");
    if (is_nvcc(cc))
        return message_error("TCR_CC: nvcc compiles CUDA C++ and cannot stand behind tcr-cc; name "
                             "a C compiler, as in TCR_CC=gcc, and leave the .cu files to nvcc "
                             "itself");
    return settle(cc, origin);
}

char *compiler_ask(const struct compiler *cc, const char *question)
{
    struct words argv = {0};

    words_append(&argv, &cc->argv);
    words_append(&argv, &cc->chosen);
    words_add(&argv, question);
    return spawn_output(cc->path, &argv);
}

bool compiler_ends_options(const struct compiler *cc)
{
    static const char *const question[] = {"-fsyntax-only", "-x", "c", "--", "/dev/null"};
    struct words argv = {0};

    words_append(&argv, &cc->argv);
    for (size_t i = 0; i < sizeof question / sizeof *question; i++)
        words_add(&argv, question[i]);
    return spawn_output(cc->path, &argv) != NULL;
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

/* Beside clang's own files (LIB/clang/VERSION) stand the libraries of LLVM, among which clang's
 * linker looks, too, though older versions do not name them when they are asked for a file. */
static char *beside_resources(const struct compiler *cc, const char *name)
{
    char *resources = compiler_ask(cc, "-print-resource-dir");

    return resources && resources[0] == '/' ? words_format("%s/../../%s", resources, name) : NULL;
}

char *compiler_openmp(const struct compiler *cc, enum compiler_kind kind, bool is_static)
{
    char *name =
        words_format("lib%s.%s", kind == KIND_CLANG ? "omp" : "gomp", is_static ? "a" : "so");
    char *path = compiler_ask(cc, words_format("-print-file-name=%s", name));

    /* A library that is not found comes back as its bare name. */
    if (kind == KIND_CLANG && path && path[0] != '/')
        path = beside_resources(cc, name);
    return path && path[0] == '/' && file_exists(path) && target_takes(cc, path) ? path : NULL;
}

bool compiler_threads(const struct compiler *cc, enum compiler_kind kind, bool is_static,
                      bool large)
{
    const char *resources =
        kind == KIND_CLANG && large ? compiler_ask(cc, "-print-resource-dir") : NULL;

    return compiler_openmp(cc, kind, is_static) != NULL &&
           (resources == NULL || atoi(words_base(resources)) >= 19);
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

    if (chosen && *chosen && strchr(chosen, '/'))
        return file_executable(chosen) ? chosen : NULL;
    if (chosen && *chosen)
        return file_on_path(chosen);
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

/* Where libraries may be, ours in directories named after their targets, too: ends with NULL. */
static const char *const *library_dirs(void)
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

/* The directory in which libtcr.a of `dir` really is, or NULL. */
static const char *library_dir(const char *dir)
{
    const char *library = words_format("%s/libtcr.a", dir);
    char *real;

    if (!file_exists(library))
        return NULL;
    real = words_dir(file_real_path(library));
    real[strlen(real) - 1] = '\0';
    return real;
}

const char *compiler_libdir_of(const char *triple)
{
    const char *found = NULL;

    for (const char *const *dirs = library_dirs(); *dirs && found == NULL; dirs++)
        found = library_dir(words_format("%s/%s", *dirs, triple));
    return found;
}

const char *compiler_libdir(void)
{
    const char *chosen = getenv("TCR_LIBDIR"), *found = NULL;

    if (chosen && *chosen)
        return chosen;
    for (const char *const *dirs = library_dirs(); *dirs && found == NULL; dirs++)
        found = library_dir(*dirs);
    return found ? found : compiler_libdir_of(target_own);
}
