/* SPDX-License-Identifier: MIT */
/*
 * doctor.c: what tcr-cc says about itself.
 */
#define _GNU_SOURCE
#include "doctor.h"

#include "../runtime/ground/env.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "system/file.h"
#include "compiler/spawn.h"
#include "command/own.h"
#include "surroundings.h"
#include "compiler/target.h"

#ifndef TCR_VERSION
#define TCR_VERSION "0.1"
#endif

void doctor_help(void)
{
    puts("usage: tcr-cc [COMPILER] ARGUMENTS...\n"
         "\n"
         "A C compiler that runs loops marked with #pragma tcr on tensor cores.  All arguments\n"
         "are those of the real compiler: TCR_CC if set, else COMPILER, else the compiler whose\n"
         "name tcr-cc was called by, else cc.\n"
         "\n"
         "  --tcr-arch=LIST       device code for"
#define ARCH(n) " sm_" #n
#include "../spec/archs.def"
#undef ARCH
         ";\n"
         "                        compute_75 and so on, ptx: PTX; all; default:\n"
         "                        sm_80,sm_90,compute_75,ptx; none or native\n"
         "  --tcr-accept=LIST     take over directives of omp (OpenMP), acc (OpenACC) or omp,acc\n"
         "  --tcr-report[=FILE]   what became of every directive; FILE is added to\n"
         "  --tcr-report=json:FILE  the same for programs: one JSON object a line\n"
         "  --tcr-report=sarif:FILE  the same for editors: a SARIF log of all that is compiled\n"
         "  --tcr-whole-program   loops may call functions that other files define\n"
         "  --tcr-trust=PATH      objects at PATH count as compiled by this user (whole programs)\n"
         "  --tcr-lineinfo        device code knows the lines of the source, for profilers\n"
         "  --tcr-inner=ordered   sums of inner loops keep the order of the program; any: the "
         "default\n"
         "  --tcr-strict          what cannot be taken over is an error\n"
         "  --tcr-dump=plan       print what is decided of each loop; --tcr-dump=device: its "
         "device code\n"
         "  --tcr-keep[=DIR]      keep the rewritten text as NAME.tcr.i\n"
         "  --tcr-static          put the runtime into shared objects, too\n"
         "  --tcr-show, -show     print the commands and run nothing\n"
         "  --tcr-doctor          what was found, and what to do about what was not\n"
         "  --tcr-version, --tcr-help\n"
         "\n"
         "TCR_DISABLE=1 makes tcr-cc the plain compiler.");
}

static char *first_line(char *text)
{
    if (text)
        text[strcspn(text, "\n")] = '\0';
    return text;
}

static char *rewriter_version(void)
{
    const char *rewriter = compiler_rewriter();
    struct words argv = {0};

    if (rewriter == NULL)
        return NULL;
    words_add(&argv, rewriter);
    words_add(&argv, "--tcr-version");
    return spawn_output(rewriter, &argv);
}

void doctor_version(const struct compiler *cc)
{
    char *compiler = first_line(compiler_ask(cc, "--version"));

    printf("tcr-cc %s\n", TCR_VERSION);
    printf("compiler: %s\n", compiler ? compiler : "(it does not answer --version)");
}

void doctor_advise(const char *advice)
{
    printf("%-14s -> %s\n", "", advice);
}

void doctor_line(const char *what, const char *found, const char *advice)
{
    printf("%-14s %s\n", what, found ? found : "not found");
    if (found == NULL)
        doctor_advise(advice);
}

/* The last match of a list of patterns ending in NULL. */
static char *look(const char *const *patterns)
{
    char *found = NULL;

    for (; *patterns && found == NULL; patterns++) {
        glob_t g = {0};

        if (glob(*patterns, 0, NULL, &g) == 0 && g.gl_pathc)
            found = words_format("%s", g.gl_pathv[g.gl_pathc - 1]);
        globfree(&g);
    }
    return found;
}

/* The driver's library, in the directories that the loader knows. */
static char *find_driver(void)
{
    static const char *const dirs[] = {"/usr/lib/x86_64-linux-gnu/libcuda.so.1",
                                       "/usr/lib/aarch64-linux-gnu/libcuda.so.1",
                                       "/usr/lib64/libcuda.so.1",
                                       "/usr/lib/libcuda.so.1",
                                       "/usr/lib/wsl/lib/libcuda.so.1",
                                       "/usr/local/nvidia/lib64/libcuda.so.1",
                                       "/usr/local/cuda*/compat/libcuda.so.1",
                                       NULL};
    const char *path = getenv("LD_LIBRARY_PATH");

    while (path && *path) {
        size_t n = strcspn(path, ":");
        const char *patterns[] = {words_format("%.*s/libcuda.so.1", (int)n, path), NULL};
        char *found = n ? look(patterns) : NULL;

        if (found)
            return found;
        path += n + (path[n] == ':');
    }
    return look(dirs);
}

/* The kernel driver names every device in a small file. */
static void devices(void)
{
    glob_t g = {0};

    if (glob("/proc/driver/nvidia/gpus/*/information", 0, NULL, &g) != 0) {
        static const char *const nodes[] = {"/dev/nvidia[0-9]*", "/dev/dxg", NULL};

        doctor_line("device", look(nodes),
                    "none is needed to compile; without one, loops run on the host");
        return;
    }
    for (size_t i = 0; i < g.gl_pathc; i++) {
        char text[256];
        FILE *f = fopen(g.gl_pathv[i], "r");

        if (f && fgets(text, sizeof text, f)) {
            char *model = strchr(text, ':');

            text[strcspn(text, "\n")] = '\0';
            doctor_line("device", model ? model + 1 + strspn(model + 1, " \t") : text, "");
        }
        if (f)
            fclose(f);
    }
    globfree(&g);
}

static void openmp(const struct compiler *cc)
{
    enum compiler_kind kind = compiler_kind(cc);

    doctor_line("OpenMP", compiler_openmp(cc, kind, false),
                kind == KIND_CLANG
                    ? "install this clang's libomp; until then host loops use one thread"
                    : "install gcc's libgomp; until then host loops use one thread");
}

/* What follows `KEY: ` on a line of its own; NULL: no such line. */
static char *value_of(const char *text, const char *key)
{
    size_t n = strlen(key);

    for (; text && *text; text += strcspn(text, "\n"), text += *text == '\n')
        if (strncmp(text, key, n) == 0 && text[n] == ':')
            return words_format("%.*s", (int)strcspn(text + n + 2, "\n"), text + n + 2);
    return NULL;
}

/* What tcr-rewrite is, and what it has found. */
static bool rewriter(void)
{
    char *says = rewriter_version();
    const char *path = compiler_rewriter();
    char *nvrtc = value_of(says, "NVRTC"), *libclang = value_of(says, "libclang");
    const char *home = getenv("TCR_CUDA_HOME");

    doctor_line("tcr-rewrite", path,
                "complete the installation, or set TCR_REWRITE to the program");
    if (path)
        doctor_line(
            "libclang", libclang ? libclang : first_line(says),
            "tcr-rewrite does not start: is libclang (17 or newer) installed? try: tcr-rewrite "
            "--tcr-version");
    if (home && *home && !file_is_dir(home))
        doctor_line(
            "TCR_CUDA_HOME", NULL,
            words_format("set it to the directory of the CUDA Toolkit, or unset it: '%s' is no "
                         "directory, and is ignored",
                         home));
    if (says)
        doctor_line(
            "NVRTC", nvrtc && strncmp(nvrtc, "no ", 3) != 0 ? nvrtc : NULL,
            "install the CUDA Toolkit (12 or 13), or name its directory in TCR_CUDA_HOME; without "
            "it, programs have no code for GPUs");
    return says != NULL;
}

static const char *program(const char *name)
{
    if (strchr(name, '/'))
        return file_executable(name) ? name : NULL;
    return file_on_path(name);
}

/* The simulated device's compiler, found as the runtime finds it. */
static void simulated(void)
{
    static const char *const usual[] = {"c++", "g++", "clang++"};
    const char *chosen = getenv("TCR_SIM_CXX"), *found = NULL;
    bool own = chosen && *chosen;

    if (own)
        found = program(chosen);
    for (size_t i = 0; i < sizeof usual / sizeof *usual && !own && !found; i++)
        found = program(usual[i]);
    doctor_line(
        "simulator", found,
        "to try device code without a GPU, install a C++ compiler, or name it in TCR_SIM_CXX");
    if (found)
        doctor_advise("to try device code without a GPU: TCR_BACKEND=sim TCR_TARGET=device "
                      "TCR_SUMMARY=1 ./program");
}

/* What a program says of the variable when it starts, for the caller to free; NULL: nothing. */
static char *judgement(char *variable)
{
    char *only[] = {variable, NULL}, *text = NULL, *said;
    size_t size = 0;
    struct tcr_config config;
    FILE *out = open_memstream(&text, &size);

    if (out == NULL)
        return NULL;
    tcr_env_read(&config, only, out);
    fclose(out);
    text[strcspn(text, "\n")] = '\0';
    said = strstr(text, "warning: ");
    free(config.summary_file);
    free(config.advise);
    said = said ? strdup(said + strlen("warning: ")) : NULL;
    free(text);
    return said;
}

static void environment(void)
{
    for (char **e = environ; *e; e++)
        if (strncmp(*e, "TCR_", 4) == 0 && strncmp(*e, "TCR_DEPTH", 9) != 0 &&
            strncmp(*e, "TCR_PASSED", 10) != 0) {
            char *said = judgement(*e);

            doctor_line("environment", *e, "");
            if (said)
                doctor_advise(said);
            free(said);
        }
    own_check_environment();
}

int doctor_run(const struct compiler *cc)
{
    char *compiler = first_line(compiler_ask(cc, "--version"));
    const char *libdir = target_libdir(cc);

    doctor_line("tcr-cc", TCR_VERSION, "");
    doctor_line("compiler", compiler ? words_format("%s (%s)", cc->path, compiler) : NULL,
                "set TCR_CC to a C compiler that works");
    openmp(cc);
    bool works = rewriter();
    doctor_line("runtime", libdir ? words_format("%s/libtcr.a", libdir) : NULL,
                target_foreign(cc)
                    ? target_missing(cc)
                    : "complete the installation, or set TCR_LIBDIR to the directory of libtcr.a");
    doctor_line(
        "CUDA driver", find_driver(),
        "none is needed to compile; install NVIDIA's driver where programs shall use a device");
    devices();
    simulated();
    surroundings_tell(cc, libdir);
    environment();
    return compiler && works && libdir ? 0 : 1;
}
