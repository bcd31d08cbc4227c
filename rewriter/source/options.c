/* SPDX-License-Identifier: MIT */
/* options.c: see options.h. */
#include "options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "../images/images.h"
#include "../images/native.h"

static const char usage[] =
    "usage: tcr-rewrite [OPTION...] [-o OUT.i] FILE.c [-- CC ARG...]\n"
    "Rewrites the loops under '#pragma tcr' into calls of the tcr runtime.\n"
    "Without -o the readable text goes to standard output.\n"
    "  -o OUT.i               complete preprocessed unit for the compiler\n"
    "  --tcr-arch=LIST        machine code:"
#define ARCH(n) " sm_" #n
#include "../../spec/archs.def"
#undef ARCH
    ";\n"
    "                         PTX: compute_75 and so on; ptx: for any later device; all: machine\n"
    "                         code of all of them, ptx; default: sm_80,sm_90,compute_75,ptx; "
    "none;\n"
    "                         native: those of this machine's GPUs\n"
    "  --tcr-openmp=on|simd|off  which omp pragmas of the user's count (default off)\n"
    "  --tcr-accept=LIST      take over directives of omp (OpenMP), acc (OpenACC), or both\n"
    "  --tcr-report[=FILE]    say for each directive what became of it\n"
    "  --tcr-report=json:FILE the same for programs: JSON lines; -: standard output\n"
    "  --tcr-report=sarif:FILE  the same for editors: a SARIF log\n"
    "  --tcr-dump=plan[:FILE] print what was decided about each directive, or write it\n"
    "  --tcr-dump=device[:FILE]   the same with the device text\n"
    "  --tcr-dump=flow[:FILE]     the same with the control flow of loops and functions\n"
    "  --tcr-lineinfo         device code knows the lines of the source, for profilers\n"
    "  --tcr-inner=ordered    sums of inner loops keep their order (default any)\n"
    "  --tcr-strict           a unit that cannot be parsed is an error\n"
    "  --tcr-unit=FILE        write what the link of a whole program needs of the unit\n"
    "  --tcr-whole-program    any function may be another unit's\n"
    "  --tcr-target=TRIPLE    what the compiler compiles for, if its name does not say it\n"
    "  --tcr-link=FILE        the other units of a link, as tcr-cc describes them\n"
    "  --tcr-version, --tcr-help\n"
    "Exit status: 0 rewritten, 3 nothing to rewrite, 1 errors, 2 usage, 5 a file cannot be used.\n";

/* Unless it is in the list.  false: the list is full. */
static bool add_arch(struct options *o, unsigned arch)
{
    for (unsigned i = 0; i < o->n_archs; i++)
        if (o->archs[i] == arch)
            return true;
    if (o->n_archs == OPTIONS_ARCHS)
        return false;
    o->archs[o->n_archs++] = arch;
    return true;
}

static bool add_all(struct options *o)
{
    static const unsigned archs[] = {
#define ARCH(n) n,
#include "../../spec/archs.def"
#undef ARCH
    };
    bool fits = true;
    for (size_t i = 0; i < sizeof archs / sizeof *archs; i++)
        fits = fits && add_arch(o, archs[i]);
    o->ptx = true;
    return fits;
}

/* Compile time grows with the number of architectures.  The default has machine code for the cards
 * of computing centres; for all others the driver compiles the PTX. */
static bool add_default(struct options *o)
{
    o->ptx = true;
    return add_arch(o, 80) && add_arch(o, 90) && add_arch(o, 75 | IMAGES_COMPUTE);
}

/* "sm_80" or "compute_80", of n characters; 0: neither. */
static unsigned read_arch(const char *word, size_t n)
{
    static const char *const kinds[] = {"sm_", "compute_"};
    for (unsigned k = 0; k < 2; k++) {
        size_t head = strlen(kinds[k]);
        if (n <= head || strncmp(word, kinds[k], head) != 0)
            continue;
        char *end;
        unsigned long a = strtoul(word + head, &end, 10);
        if (end == word + n && a >= 75 && a <= 999)
            return (unsigned)a | (k ? IMAGES_COMPUTE : 0);
    }
    return 0;
}

static bool parse_arch(struct options *o, const char *list)
{
    bool good = true;
    o->n_archs = 0;
    o->ptx = o->native = false;
    while (*list && good) {
        size_t n = strcspn(list, ",");
        unsigned arch = read_arch(list, n);
        if (n == 3 && strncmp(list, "all", 3) == 0) {
            good = add_all(o);
        } else if (n == 7 && strncmp(list, "default", 7) == 0) {
            good = add_default(o);
        } else if (n == 3 && strncmp(list, "ptx", 3) == 0) {
            o->ptx = true;
        } else if (n == 6 && strncmp(list, "native", 6) == 0) {
            o->native = true;
        } else if (arch) {
            good = add_arch(o, arch);
        } else if (n != 4 || strncmp(list, "none", 4) != 0) {
            good = false;
        }
        list += n + (list[n] == ',');
    }
    return good;
}

static bool parse_openmp(struct options *o, const char *value)
{
    static const char *const name[] = {"off", "simd", "on"};
    for (int i = 0; i < 3; i++)
        if (strcmp(value, name[i]) == 0) {
            o->openmp = (enum user_openmp)i;
            return true;
        }
    return false;
}

/* FILE, json:FILE, sarif:FILE, or json and sarif for these and `-`. */
static bool parse_report(struct options *o, const char *value)
{
    static const char *const names[] = {[REPORT_JSON] = "json", [REPORT_SARIF] = "sarif"};
    o->report_file = value;
    for (int form = REPORT_JSON; form <= REPORT_SARIF; form++) {
        size_t n = strlen(names[form]);
        if (strncmp(value, names[form], n) != 0 || (value[n] && value[n] != ':'))
            continue;
        o->report_form = (enum report_form)form;
        o->report_file = value[n] ? value + n + 1 : "-";
    }
    return o->report = *o->report_file != 0;
}

static bool parse_accept(struct options *o, const char *list)
{
    static const char *const name[] = {[ORIGIN_OMP] = "omp", [ORIGIN_ACC] = "acc"};
    while (*list) {
        size_t n = strcspn(list, ",");
        bool known = false;
        for (unsigned i = ORIGIN_OMP; i <= ORIGIN_ACC; i++)
            if (n == 3 && strncmp(list, name[i], n) == 0) {
                o->accept |= 1u << i;
                known = true;
            }
        if (!known)
            return false;
        list += n + (list[n] == ',');
    }
    return o->accept != 0;
}

/* KIND[:FILE] of --tcr-dump= */
static bool parse_dump(struct options *o, const char *value)
{
    static const char *const kind[] = {"plan", "device", "flow"};
    const char **file[] = {&o->dump_plan, &o->dump_device, &o->dump_flow};
    for (unsigned i = 0; i < 3; i++) {
        size_t n = strlen(kind[i]);
        if (strncmp(value, kind[i], n) != 0 || (value[n] && value[n] != ':'))
            continue;
        *file[i] = value[n] ? value + n + 1 : "-";
        return **file[i] != 0;
    }
    return false;
}

static bool parse_inner(struct options *o, const char *order)
{
    o->inner_ordered = strcmp(order, "ordered") == 0;
    return o->inner_ordered || strcmp(order, "any") == 0;
}

static bool own_option(struct options *o, const char *arg)
{
    if (strncmp(arg, "--tcr-arch=", 11) == 0)
        return parse_arch(o, arg + 11);
    if (strncmp(arg, "--tcr-openmp=", 13) == 0)
        return parse_openmp(o, arg + 13);
    if (strncmp(arg, "--tcr-accept=", 13) == 0)
        return parse_accept(o, arg + 13);
    if (strncmp(arg, "--tcr-dump=", 11) == 0)
        return parse_dump(o, arg + 11);
    if (strcmp(arg, "--tcr-strict") == 0)
        return o->strict = true;
    if (strcmp(arg, "--tcr-lineinfo") == 0)
        return o->lineinfo = true;
    if (strncmp(arg, "--tcr-inner=", 12) == 0)
        return parse_inner(o, arg + 12);
    if (strcmp(arg, "--tcr-whole-program") == 0)
        return o->whole_program = true;
    if (strncmp(arg, "--tcr-unit=", 11) == 0)
        return (o->keep_unit = arg + 11) != NULL;
    if (strncmp(arg, "--tcr-target=", 13) == 0)
        return *(o->target = arg + 13) != 0;
    if (strncmp(arg, "--tcr-link=", 11) == 0)
        return (o->link = arg + 11) != NULL;
    if (strcmp(arg, "--tcr-report") == 0)
        return o->report = true;
    if (strncmp(arg, "--tcr-report=", 13) == 0)
        return parse_report(o, arg + 13);
    return false;
}

void options_of_command(struct options *o, char **cc, const char *target)
{
    *o = (struct options){.cc = cc, .target = target};
    options_read_compiler(o, false);
}

/* For a list with `native` in it.  false: an error has been printed. */
static bool add_native(struct options *o)
{
    unsigned found[OPTIONS_ARCHS];
    char *why = NULL;
    unsigned n = native_archs(found, OPTIONS_ARCHS, &why);
    if (n == 0)
        fprintf(stderr,
                "tcr-rewrite: error: --tcr-arch=native: %s; name the architectures, as in "
                "--tcr-arch=sm_90, or leave the option out\n",
                why);
    free(why);
    for (unsigned i = 0; i < n; i++)
        add_arch(o, found[i]); /* as many as there is room for */
    return n > 0;
}

static int bad_usage(const char *arg)
{
    if (strncmp(arg, "--tcr-dump=", 11) == 0)
        fprintf(stderr,
                "tcr-rewrite: error: --tcr-dump: '%s' is none of plan, device and flow, each with "
                "or without :FILE\n",
                arg + 11);
    else
        fprintf(stderr,
                "tcr-rewrite: error: unknown or malformed option '%s'; --tcr-help lists them\n",
                arg);
    return 2;
}

/* `file` and a file that this command reads or writes are one, whether it is there yet or not. */
static bool is_same(const char *file, const char *other)
{
    struct stat a, b;
    if (!file || !other)
        return false;
    if (stat(file, &a) == 0)
        return stat(other, &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
    const char *slash = strrchr(file, '/'), *from = strrchr(other, '/');
    if (strcmp(slash ? slash + 1 : file, from ? from + 1 : other) != 0)
        return false;
    char *place = slash ? xasprintf("%.*s/", (int)(slash - file), file) : xstrdup("."),
         *beside = from ? xasprintf("%.*s/", (int)(from - other), other) : xstrdup(".");
    bool same = stat(place, &a) == 0 && stat(beside, &b) == 0 && a.st_dev == b.st_dev &&
                a.st_ino == b.st_ino;
    free(place);
    free(beside);
    return same;
}

/* The depfile that a word of the preprocessing command names, with the next one; or NULL. */
static const char *depfile_of(const char *word, const char *next)
{
    static const char *const through[] = {"-Wp,-MD,", "-Wp,-MMD,", "-Wp,-MF,"};
    if (strcmp(word, "-MF") == 0)
        return next;
    for (size_t i = 0; i < sizeof through / sizeof *through; i++)
        if (strncmp(word, through[i], strlen(through[i])) == 0)
            return word + strlen(through[i]);
    return strncmp(word, "-MF", 3) == 0 ? word + 3 : NULL;
}

/* 0 if nothing that this command reads or the preprocessor writes is overwritten, or the exit
 * status.  (The headers are known later: unit_analyse.) */
static int outputs_are_apart(const struct options *o)
{
    if (!o->link && (is_same(o->output, o->input) || is_same(o->report_file, o->input))) {
        fprintf(stderr, "tcr-rewrite: error: input file '%s' is the same as output file\n",
                o->input);
        return 2;
    }
    for (char *const *word = o->cc; *word; word++) {
        const char *depfile = depfile_of(word[0], word[1]);
        if (!is_same(o->output, depfile) && !is_same(o->report_file, depfile))
            continue;
        fprintf(stderr,
                "tcr-rewrite: error: '%s' is the dependency file of this command, too; name "
                "another one\n",
                depfile);
        return 1;
    }
    return 0;
}

int options_parse(struct options *o, int argc, char **argv)
{
    static char *const default_cc[] = {(char *)"cc", NULL};
    o->cc = default_cc;
    add_default(o);
    bool openmp_given = false;
    for (int i = 1; i < argc; i++) {
        char *a = argv[i];
        openmp_given |= strncmp(a, "--tcr-openmp=", 13) == 0;
        if (strcmp(a, "--") == 0 && i + 1 < argc) {
            o->cc = argv + i + 1;
            break;
        } else if (strcmp(a, "--tcr-help") == 0 || strcmp(a, "--help") == 0) {
            fputs(usage, stdout);
            return 0;
        } else if (strcmp(a, "--tcr-version") == 0 || strcmp(a, "--version") == 0) {
            return OPTIONS_VERSION;
        } else if (strcmp(a, "-o") == 0 && i + 1 < argc) {
            o->output = argv[++i];
        } else if (a[0] == '-' && a[1]) {
            if (!own_option(o, a))
                return bad_usage(a);
        } else if (o->input) {
            fprintf(stderr, "tcr-rewrite: error: one input file at a time\n%s", usage);
            return 2;
        } else {
            o->input = a;
        }
    }
    if (!o->input) {
        fprintf(stderr, "tcr-rewrite: error: no input file\n%s", usage);
        return 2;
    }
    if (o->native && !add_native(o))
        return 1;
    int apart = outputs_are_apart(o);
    if (apart)
        return apart;
    options_read_compiler(o, openmp_given);
    return OPTIONS_RUN;
}

void options_free(struct options *o)
{
    for (size_t i = 0; i < o->n_parse_flags; i++)
        free((char *)o->parse_flags[i]);
    free(o->parse_flags);
    free(o->device_flags);
}
