/* SPDX-License-Identifier: MIT */
/*
 * link.c: the runtime is added where something is linked that needs it.
 */
#define _GNU_SOURCE
#include "link.h"

#include <stdlib.h>
#include <string.h>

#include "../system/file.h"
#include "../messages/message.h"
#include "../compiler/target.h"
#include "../objects/archive.h"

static const char symbol_prefix[] = "tcr_";

/* Bytes of an object or archive, or of a compiler's intermediate form: symbol
 * names stand in all of them as they are. */
static bool holds_symbol(const struct file *f)
{
    return memmem(f->bytes, f->size, symbol_prefix, sizeof symbol_prefix - 1) != NULL;
}

/* A thin archive has the names of its members, and of what they refer to nothing. */
static bool members_call_runtime(const struct file *f, const char *path)
{
    struct archive a;
    struct file member;
    bool found = false;

    if (!archive_open(&a, path, f->bytes, f->size) || !a.thin)
        return false;
    for (size_t i = 0; i < a.n && !found; i++)
        if (file_map(&member, a.members[i].path) == 0) {
            found = holds_symbol(&member);
            file_unmap(&member);
        }
    return found;
}

static bool calls_runtime(const char *path)
{
    struct file f;
    bool found;

    if (file_map(&f, path) < 0)
        return false;
    found = holds_symbol(&f) || members_call_runtime(&f, path);
    file_unmap(&f);
    return found;
}

static bool is_shared_library(const char *path)
{
    return words_ends(path, ".so") || strstr(words_base(path), ".so.") != NULL;
}

/* -lNAME in `dir`: the file that the linker will take, or NULL. */
static char *library_in(const char *dir, const char *name, bool is_static)
{
    char *archive = words_format("%s/lib%s.a", dir, name);
    char *shared = words_format("%s/lib%s.so", dir, name);

    if (name[0] == ':')
        archive = words_format("%s/%s", dir, name + 1);
    else if (!is_static && file_exists(shared))
        return shared;
    return file_exists(archive) ? archive : NULL;
}

char *link_library(const struct words *dirs, const char *name, bool is_static)
{
    char *found = NULL;

    for (size_t i = 0; i < dirs->n && found == NULL; i++)
        found = library_in(dirs->at[i], name, is_static);
    return found;
}

static bool library_calls_runtime(const struct words *dirs, const char *name, bool is_static)
{
    const char *path = link_library(dirs, name, is_static);

    return path && !is_shared_library(path) && calls_runtime(path);
}

/* The words inside -Wl,a,b,c and behind -Xlinker. */
static bool list_calls_runtime(const struct words *dirs, const char *text, bool is_static)
{
    bool needed = false;

    while (*text && !needed) {
        size_t n = strcspn(text, ",");
        char *word = words_format("%.*s", (int)n, text);

        if (words_starts(word, "-l"))
            needed = library_calls_runtime(dirs, word + 2, is_static);
        else if (word[0] != '-')
            needed = (words_ends(word, ".a") || words_ends(word, ".o")) && calls_runtime(word);
        text += n + (text[n] == ',');
    }
    return needed;
}

struct words link_path(const struct command *c)
{
    static const char *const usual[] = {"/usr/local/lib", "/usr/lib/x86_64-linux-gnu", "/usr/lib64",
                                        "/usr/lib"};
    const char *path = getenv("LIBRARY_PATH");
    struct words dirs = {0};

    for (size_t i = 0; i < c->n_args; i++)
        if (options_is(&c->args[i], "-L") || options_is(&c->args[i], "--library-directory"))
            words_add(&dirs, c->args[i].value);
    while (path && *path) {
        size_t n = strcspn(path, ":");

        words_add(&dirs, words_format("%.*s", (int)n, path));
        path += n + (path[n] == ':');
    }
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        words_add(&dirs, usual[i]);
    return dirs;
}

bool link_needs_runtime(const struct command *c, bool uses_api)
{
    struct words dirs;
    bool needed = false;

    if (c->mode != MODE_LINK || c->relocatable || c->n_inputs == 0)
        return false;
    if (uses_api)
        return true;
    dirs = link_path(c);
    for (size_t i = 0; i < c->n_args && !needed; i++) {
        const struct arg *arg = &c->args[i];

        if (arg->input)
            needed = arg->language == LANG_OTHER && !is_shared_library(arg->text) &&
                     calls_runtime(arg->text);
        else if (options_is(arg, "-l"))
            needed = library_calls_runtime(&dirs, arg->value, c->is_static);
        else if (options_is(arg, "-Wl,") || options_is(arg, "-Xlinker"))
            needed = list_calls_runtime(&dirs, arg->value, c->is_static);
    }
    return needed;
}

static bool is_shared_runtime(const char *path)
{
    return path && words_starts(words_base(path), "libtcr.so");
}

/* Is libtcr.so itself linked (-ltcr, tcr::tcr of the CMake package)? */
static bool names_shared_runtime(const struct command *c)
{
    struct words dirs = link_path(c);
    bool found = false;

    for (size_t i = 0; i < c->n_args && !found; i++) {
        const struct arg *arg = &c->args[i];

        if (arg->input)
            found = is_shared_runtime(arg->text);
        else if (options_is(arg, "-l"))
            found = is_shared_runtime(link_library(&dirs, arg->value, c->is_static));
        else if (options_is(arg, "-Wl,") || options_is(arg, "-Xlinker"))
            found = strstr(arg->value, "libtcr.so") != NULL;
    }
    return found;
}

/* Units of clang were compiled for the shared runtime, and a static program has it not: one thread
 * for their loops, where it is in our directory. */
static void add_serial(struct words *argv, const char *ours)
{
    char *library = words_format("%s/libtcr_serial.a", ours);

    if (file_exists(library))
        words_add(argv, library);
}

/* The OpenMP runtime.  Where the linker finds it but the loader would not, the
 * program is told where it is. */
static void add_openmp(struct words *argv, const struct command *c, const struct compiler *cc,
                       const char *ours)
{
    enum compiler_kind kind = compiler_kind(cc);
    char *library = compiler_openmp(cc, kind, c->is_static);
    char *dir, *real;

    if (library == NULL) {
        if (kind == KIND_CLANG && c->is_static && !c->openmp)
            add_serial(argv, ours);
        return;
    }
    if (kind == KIND_GCC) {
        if (c->is_static) /* for children of fork(); a weak reference does not bring it */
            words_add(argv, "-Wl,-u,omp_set_num_threads");
        words_add(argv, "-lgomp");
        return;
    }
    dir = words_dir(library);
    real = realpath(dir, NULL);
    words_add(argv, words_format("-L%s", real ? real : dir));
    words_add(argv, "-lomp");
    if (real && !c->is_static && !words_starts(real, "/usr/lib/x86_64") && !target_foreign(cc))
        words_add(argv, words_format("-Wl,-rpath,%s", real));
    free(real);
}

/* The program's calls of the heap pass by the runtime, which notes the blocks.
 * -u: libraries that the compiler adds behind ours call it, too.  Not in a static
 * program: a malloc of its own must not meet a function of the C library's. */
static void add_wraps(struct words *argv)
{
    static const char *const wrapped[] = {"malloc",        "calloc",  "realloc",
                                          "reallocarray",  "free",    "posix_memalign",
                                          "aligned_alloc", "memalign"};
    char *word = "-Wl";

    for (size_t i = 0; i < sizeof wrapped / sizeof *wrapped; i++)
        word = words_format("%s,--wrap=%s,-u,__wrap_%s", word, wrapped[i], wrapped[i]);
    words_add(argv, word);
}

/* What shows the system calls of a program to the mirrors of its arrays, whole: it stands before
 * the C library, for whom no reference need ask.  A sanitizer stands there already; and an
 * installation may lack it. */
static void add_seen(struct words *argv, const struct command *c, const char *dir)
{
    char *library = words_format("%s/libtcr_mirror.a", dir);

    for (size_t i = 0; i < c->n_args; i++)
        if (words_starts(c->args[i].text, "-fsanitize=") ||
            words_ends(c->args[i].text, "/libtcr_mirror.a")) /* of a tcr-cc that called this one */
            return;
    if (!file_exists(library))
        return;
    words_add(argv, "-Wl,--whole-archive");
    words_add(argv, library);
    words_add(argv, "-Wl,--no-whole-archive");
}

/* The compiler adds none behind us, and the command's own stand in front. */
static void add_c_library(struct words *argv, bool is_static)
{
    words_add(argv, "-Wl,--start-group");
    words_add(argv, "-lc");
    words_add(argv, "-lgcc");
    if (is_static)
        words_add(argv, "-lgcc_eh");
    words_add(argv, "-Wl,--end-group");
}

int link_add_runtime(struct words *argv, const struct command *c, const struct compiler *cc,
                     bool link_static)
{
    const char *dir = target_libdir(cc);
    bool shared = c->shared && !link_static, whole;
    const char *last_x = NULL;
    char *library;

    if (dir == NULL && target_foreign(cc))
        return message_error("%s", target_missing(cc));
    library = dir ? words_format("%s/%s", dir, shared ? "libtcr.so" : "libtcr.a") : NULL;
    if (library == NULL || !file_exists(library))
        return message_error("the runtime (%s) was not found beside tcr-cc; is the installation "
                             "complete? TCR_LIBDIR=DIR names its directory",
                             shared ? "libtcr.so" : "libtcr.a");
    for (size_t i = 0; i < c->n_args; i++)
        if (c->args[i].use & OPT_LANG)
            last_x = c->args[i].value;
    if (last_x && strcmp(last_x, "none") != 0) {
        words_add(argv, "-x");
        words_add(argv, "none");
    }
    if (!c->shared && !c->is_static) {
        add_wraps(argv);
        add_seen(argv, c, dir);
    }
    words_add(argv, "-Wl,--push-state,--as-needed");
    /* All of it, or of two runtimes each would serve some of the calls. */
    whole = !shared && names_shared_runtime(c);
    if (whole)
        words_add(argv, "-Wl,--whole-archive");
    words_add(argv, library);
    if (whole)
        words_add(argv, "-Wl,--no-whole-archive");
    add_openmp(argv, c, cc, dir);
    words_add(argv, "-lpthread");
    words_add(argv, "-ldl");
    words_add(argv, "-lm");
    if (c->bare)
        add_c_library(argv, c->is_static);
    words_add(argv, "-Wl,--pop-state");
    if (shared)
        words_add(argv, words_format("-Wl,-rpath,%s", dir));
    return 0;
}
