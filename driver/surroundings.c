/* SPDX-License-Identifier: MIT */
/*
 * surroundings.c: see surroundings.h.
 */
#define _GNU_SOURCE
#include "surroundings.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/learnt_path.h"
#include "../base/trusted_file.h"
#include "doctor.h"
#include "system/file.h"
#include "compiler/search.h"
#include "compiler/spawn.h"

/* Where temporaries go, found as a compilation finds it. */
static void temporaries(void)
{
    const char *wanted = getenv("TMPDIR");
    char *place = NULL;

    if (spawn_begin() == 0) {
        place = words_format("%s", spawn_directory());
        *strrchr(place, '/') = '\0';
        spawn_end();
    }
    doctor_line("temporaries", place, "set TMPDIR to a directory that you can write to");
    if (place && wanted && *wanted && strcmp(place, wanted) != 0)
        doctor_advise(words_format(
            "TMPDIR is '%s', in which nothing can be made; make it, or unset TMPDIR", wanted));
}

static void run_path(const char *libdir)
{
    const char *shared = libdir ? words_format("%s/libtcr.so", libdir) : NULL;

    doctor_line("run path", shared && file_exists(shared) ? libdir : NULL,
                "libtcr.so is missing beside libtcr.a: shared objects cannot be linked; complete "
                "the installation, or use --tcr-static");
    if (shared && file_exists(shared))
        doctor_advise("shared objects look for libtcr.so there; programs, and all with "
                      "--tcr-static, have the runtime in them");
}

/* The user's directory, as tcr-tune and the runtime find it. */
static void configuration(void)
{
    const char *dir = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    const char *parent = NULL, *shapes;
    char why[TCR_TRUSTED_WHY], *text;
    size_t size;

    if (dir && *dir == '/')
        parent = words_format("%s/tcr", dir);
    else if (home && *home)
        parent = words_format("%s/.config/tcr", home);
    if (parent == NULL) {
        doctor_line("configuration", NULL,
                    "set HOME or XDG_CONFIG_HOME if programs shall find the shapes of tcr-tune");
        return;
    }
    shapes = words_format("%s/shapes", parent);
    text = tcr_trusted_load(parent, "shapes", TCR_MOST_CONFIGURATION, &size, why);
    if (text || *why) {
        doctor_line("configuration", shapes, "");
        if (text == NULL)
            doctor_advise(words_format("programs do not use it: %s", why));
    } else {
        doctor_line("configuration", words_format("no '%s': grids have their usual shapes", shapes),
                    "");
        doctor_advise("for a card that is not in the documentation: run tcr-tune");
    }
    free(text);
}

/* What earlier runs of programs have left, as the runtime finds it (TCR_LEARN). */
static void earlier_runs(void)
{
    char path[4096], why[TCR_TRUSTED_WHY] = "";
    int fd;

    if (!tcr_learnt_path(path, sizeof path))
        return;
    fd = tcr_trusted_directory(path, why);
    if (fd >= 0)
        close(fd);
    if (fd < 0 && !*why)
        return;
    doctor_line("earlier runs", path, "");
    doctor_advise(*why ? words_format("programs do not use it: %s", why)
                       : "programs begin with what they have measured there; to forget it all, "
                         "remove that directory");
}

/* Is `dir` one of those on PATH? */
static bool on_path(const char *dir)
{
    const char *path = getenv("PATH");
    const char *real = file_real_path(dir);

    while (path && *path) {
        size_t n = strcspn(path, ":");

        if (n && strcmp(file_real_path(words_format("%.*s", (int)n, path)), real) == 0)
            return true;
        path += n + (path[n] == ':');
    }
    return false;
}

/* The links that are named like compilers. */
static void links(void)
{
    const char *dir = file_real_path(words_format("%s/../lib/tcr/bin", file_self_dir()));

    if (!file_exists(dir)) {
        doctor_line(
            "links", NULL,
            "complete the installation, or make them: lib/tcr/update-links, below its prefix");
        return;
    }
    doctor_line("links", dir, "");
    doctor_advise(on_path(dir)
                      ? "on PATH: gcc, cc, ... are compiled through tcr-cc where it comes first"
                      : "for makefiles that look at the compiler's name, put it first on PATH");
}

/* Does the command `text` run tcr-cc? */
static bool is_tcr_cc(const char *text)
{
    struct words argv = {0};
    const char *word;

    if (words_split(&argv, text) < 0 || argv.n == 0)
        return false;
    word = argv.at[0];
    if (strchr(word, '/'))
        return file_is_self(word) || strcmp(words_base(file_real_path(word)), "tcr-cc") == 0;
    return strcmp(word, "tcr-cc") == 0 || search_path(word, false).again;
}

/* What the compiler wrappers of an MPI call. */
static void mpi(const struct compiler *cc)
{
    static const char *const variables[] = {"OMPI_CC", "MPICH_CC", "I_MPI_CC"};
    bool wrapper = words_starts(words_base(cc->path), "mpi"), any = false;
    const char *mpicc = search_path("mpicc", false).path;

    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        const char *value = getenv(variables[i]);

        if (value == NULL || *value == '\0')
            continue;
        any = true;
        doctor_line("MPI", words_format("%s=%s", variables[i], value), "");
        if (is_tcr_cc(value) && wrapper)
            doctor_advise(
                words_format("it names tcr-cc, whose compiler is %s: they call each other; "
                             "set TCR_CC to a compiler that is no MPI's, or unset %s",
                             words_base(cc->path), variables[i]));
        else if (!is_tcr_cc(value) && !wrapper)
            doctor_advise(words_format("mpicc compiles without tcr; set %s=tcr-cc", variables[i]));
    }
    if (!any && mpicc && !wrapper) {
        doctor_line("MPI", mpicc, "");
        doctor_advise("to compile with tcr: OMPI_CC=tcr-cc (Open MPI), MPICH_CC=tcr-cc (MPICH), or "
                      "tcr-cc mpicc");
    }
}

void surroundings_tell(const struct compiler *cc, const char *libdir)
{
    mpi(cc);
    temporaries();
    run_path(libdir);
    configuration();
    earlier_runs();
    links();
}
