/* SPDX-License-Identifier: MIT */
/*
 * sim_compile.c: has the host's C++ compiler make a shared object of a unit's
 * device text.
 *
 * No shell, no C++ library header, little optimisation: a test run compiles
 * thousands of units, and each runs for a moment.
 */
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "../../base/env_get.h"
#include "../../base/fnv.h"
#include "../../base/trusted_file.h"
#include "sim_compile.h"
#include "sim_headers.h"

extern char **environ;

#define TEXT "unit.cc"
#define LOG "log"

static bool is_program(const char *path, struct stat *status)
{
    return stat(path, status) == 0 && S_ISREG(status->st_mode) && access(path, X_OK) == 0;
}

/* As execvp() looks for a program; `path` has PATH_MAX bytes. */
static bool find_program(char *path, const char *name, struct stat *status)
{
    const char *directories = tcr_env_get("PATH");

    if (strchr(name, '/'))
        return snprintf(path, PATH_MAX, "%s", name) < PATH_MAX && is_program(path, status);
    if (!directories)
        directories = "/usr/bin:/bin";
    for (const char *d = directories; *d;) {
        int length = (int)strcspn(d, ":");
        if (snprintf(path, PATH_MAX, "%.*s/%s", length, length ? d : ".", name) < PATH_MAX &&
            is_program(path, status))
            return true;
        d += length;
        d += *d == ':';
    }
    return false;
}

/* From the root: the compiler runs in another directory. */
static bool make_absolute(char *path)
{
    char relative[PATH_MAX], here[PATH_MAX];

    if (*path == '/')
        return true;
    snprintf(relative, sizeof relative, "%s", path);
    return getcwd(here, sizeof here) &&
           snprintf(path, PATH_MAX, "%s/%s", here, relative) < PATH_MAX;
}

static bool find_compiler(char *path, struct stat *status)
{
    static const char *const usual[] = {"c++", "g++", "clang++"};
    const char *wanted = tcr_env_get("TCR_SIM_CXX");
    bool found = false;

    if (wanted && *wanted)
        found = find_program(path, wanted, status);
    else
        for (size_t i = 0; i < sizeof usual / sizeof usual[0] && !found; ++i)
            found = find_program(path, usual[i], status);
    return found && make_absolute(path);
}

/* Is `flag` one of the blank-separated flags? */
static bool has_flag(const char *flags, const char *flag)
{
    size_t length = strlen(flag);
    for (const char *at = flags; at && (at = strstr(at, flag)); at += length)
        if ((at == flags || at[-1] == ' ') && (at[length] == ' ' || !at[length]))
            return true;
    return false;
}

static void fill_arguments(struct tcr_sim_recipe *recipe, const char *flags, unsigned arch)
{
    static const char *const always[] = {
        "-std=c++17", "-O1", "-g0", "-w", "-fPIC", "-shared", "-fno-exceptions", "-fno-rtti",
        "-fno-math-errno", "-fno-asynchronous-unwind-tables",
        "-fno-threadsafe-statics", /* for arrays of classes gcc wants guards of libstdc++ */
        /* One object's functions and shared variables are not another's. */
        "-fvisibility=hidden"};
    size_t n = 0;

    for (; n < sizeof always / sizeof always[0]; ++n)
        recipe->arguments[n] = always[n];
    /* What matters of the device compiler's flags: contraction, which it does
     * unless told not to, and fast mathematics, in which it still believes in
     * infinities.  The others (-ftz, -prec-div, -prec-sqrt) choose among
     * approximations that this device does not have. */
    recipe->arguments[n++] =
        has_flag(flags, "-fmad=false") ? "-ffp-contract=off" : "-ffp-contract=fast";
    if (has_flag(flags, "--use_fast_math") || has_flag(flags, "-use_fast_math")) {
        recipe->arguments[n++] = "-ffast-math";
        recipe->arguments[n++] = "-fno-finite-math-only";
    }
    snprintf(recipe->arch, sizeof recipe->arch, "-DTCR_ARCH=%u", arch);
    recipe->arguments[n++] = recipe->arch;
    recipe->arguments[n] = NULL;
}

/* FNV-1a over the bytes and a separator. */
static void hash(uint64_t h[2], const void *bytes, size_t size)
{
    tcr_fnv1a_pair(h, bytes, size);
    tcr_fnv1a_pair(h, "\xff", 1);
}

static void make_key(struct tcr_sim_recipe *recipe, const struct stat *compiler)
{
    uint64_t *h = recipe->key;

    h[0] = TCR_FNV_START;
    h[1] = TCR_FNV_SECOND;
    hash(h, recipe->compiler, strlen(recipe->compiler));
    hash(h, &compiler->st_size, sizeof compiler->st_size);
    hash(h, &compiler->st_mtime, sizeof compiler->st_mtime);
    for (size_t i = 0; recipe->arguments[i]; ++i)
        hash(h, recipe->arguments[i], strlen(recipe->arguments[i]));
    hash(h, tcr_kernel_headers_digest, strlen(tcr_kernel_headers_digest));
    hash(h, recipe->text, strlen(recipe->text));
}

bool tcr_sim_recipe_make(struct tcr_sim_recipe *recipe, const struct tcr_unit *unit, unsigned arch,
                         char message[TCR_SIM_MESSAGE])
{
    struct stat status;

    recipe->text = unit->device_text;
    if (!recipe->text) {
        snprintf(message, TCR_SIM_MESSAGE, "%s has no device text", unit->file);
        return false;
    }
    if (!find_compiler(recipe->compiler, &status)) {
        snprintf(message, TCR_SIM_MESSAGE, "no C++ compiler (TCR_SIM_CXX, c++, g++, clang++)");
        return false;
    }
    fill_arguments(recipe, unit->device_flags, arch);
    make_key(recipe, &status);
    return true;
}

/* Is the directory that `w` is in this one?  Nobody else can move it out of a trusted one. */
static bool is_in(const struct tcr_sim_workshop *w, int directory)
{
    struct stat above, s;

    return fstatat(w->fd, "..", &above, 0) == 0 && fstat(directory, &s) == 0 &&
           above.st_dev == s.st_dev && above.st_ino == s.st_ino;
}

static bool write_sources(struct tcr_sim_workshop *w, int cache, const char *text)
{
    char why[TCR_TRUSTED_WHY];
    const char *kept = cache >= 0 && is_in(w, cache) ? tcr_sim_headers_kept(cache) : NULL;

    if (kept)
        snprintf(w->headers, sizeof w->headers, "-I../%s", kept);
    else
        snprintf(w->headers, sizeof w->headers, "-I.");
    return (kept || tcr_sim_headers_write(w->fd)) &&
           tcr_trusted_write(w->fd, TEXT, text, strlen(text), why) == 0;
}

/* Run the compiler in the directory, with its output in LOG; its exit status, or -1. */
static int spawn(const struct tcr_sim_workshop *w, const char *const *arguments)
{
    posix_spawn_file_actions_t actions;
    pid_t pid;
    int status = 0;

    if (posix_spawn_file_actions_init(&actions) != 0)
        return -1;
    int error = posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    if (!error)
        error = posix_spawn_file_actions_addfchdir_np(&actions, w->fd);
    if (!error)
        error =
            posix_spawn_file_actions_addopen(&actions, 1, LOG, O_WRONLY | O_CREAT | O_EXCL, 0600);
    if (!error)
        error = posix_spawn_file_actions_adddup2(&actions, 1, 2);
    if (!error) /* the arguments are not written to: its prototype is historical */
        error = posix_spawn(&pid, arguments[0], &actions, NULL, (char *const *)(uintptr_t)arguments,
                            environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error)
        return -1;
    while (waitpid(pid, &status, 0) < 0) {
        if (errno == ECHILD) /* the program ignores its children: the object will tell */
            return 0;
        if (errno != EINTR)
            return -1;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static bool run_compiler(const struct tcr_sim_workshop *w, const struct tcr_sim_recipe *recipe)
{
    const char *arguments[32] = {recipe->compiler};
    size_t n = 1;

    for (size_t i = 0; recipe->arguments[i]; ++i)
        arguments[n++] = recipe->arguments[i];
    /* The C library is the process's own; -nostdlib saves the linker half of its time. */
    const char *const last[] = {"-DTCR_SIM", w->headers,  TEXT,  "-o",
                                w->object,   "-nostdlib", "-lm", "-lgcc"};
    for (size_t i = 0; i < sizeof last / sizeof last[0]; ++i)
        arguments[n++] = last[i];
    /* the object is read as files of ours are, whatever the process's mask gives others */
    return spawn(w, arguments) == 0 && fchmodat(w->fd, w->object, S_IRWXU, 0) == 0;
}

/* The first error of the compiler's output, or its beginning. */
static void quote_log(const struct tcr_sim_workshop *w, const char *compiler,
                      char message[TCR_SIM_MESSAGE])
{
    char why[TCR_TRUSTED_WHY];
    size_t size;
    char *log = tcr_trusted_read(w->fd, LOG, SIZE_MAX - 1, &size, why);
    const char *error = log ? strstr(log, "error:") : NULL;

    error = error ? error : log ? log : "";
    if (*error)
        snprintf(message, TCR_SIM_MESSAGE, "the device text does not compile: %.*s",
                 (int)strcspn(error, "\n"), error);
    else
        snprintf(message, TCR_SIM_MESSAGE,
                 "'%.300s' has made no code of the device text, and printed nothing: is it a C++ "
                 "compiler (TCR_SIM_CXX)?",
                 compiler);
    free(log);
}

static bool make_directory(struct tcr_sim_workshop *w, const char *parent)
{
    char why[TCR_TRUSTED_WHY];
    int length = snprintf(w->directory, sizeof w->directory, "%s/tcr-sim-XXXXXX", parent);

    w->fd = -1;
    w->headers[0] = 0;
    if (length >= PATH_MAX || !mkdtemp(w->directory)) {
        w->directory[0] = 0;
        return false;
    }
    snprintf(w->object, sizeof w->object, "%s.so", strrchr(w->directory, '/') + 1);
    w->fd = tcr_trusted_directory(w->directory, why);
    return w->fd >= 0;
}

bool tcr_sim_compile(struct tcr_sim_workshop *w, const char *parent, int cache,
                     const struct tcr_sim_recipe *recipe, char message[TCR_SIM_MESSAGE])
{
    if (!make_directory(w, parent)) {
        snprintf(message, TCR_SIM_MESSAGE, "no temporary directory in %.200s", parent);
        return false;
    }
    if (!write_sources(w, cache, recipe->text)) {
        snprintf(message, TCR_SIM_MESSAGE, "cannot write to %.200s", w->directory);
        return false;
    }
    if (!run_compiler(w, recipe)) {
        quote_log(w, recipe->compiler, message);
        return false;
    }
    return true;
}

void tcr_sim_compile_clean(struct tcr_sim_workshop *w)
{
    if (!w->directory[0])
        return;
    if (w->fd >= 0) {
        if (strcmp(w->headers, "-I.") == 0)
            tcr_sim_headers_remove(w->fd);
        unlinkat(w->fd, TEXT, 0);
        unlinkat(w->fd, LOG, 0);
        unlinkat(w->fd, w->object, 0);
        close(w->fd);
    }
    rmdir(w->directory);
    w->directory[0] = 0;
}
