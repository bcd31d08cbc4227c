/* SPDX-License-Identifier: MIT */
/* options.h: the command line of tcr-rewrite. */
#ifndef TCR_OPTIONS_H
#define TCR_OPTIONS_H

#include "construct.h"
#include "diag.h"

/* options_parse: rewrite; say the versions. */
#define OPTIONS_RUN (-1)
#define OPTIONS_VERSION (-2)

enum report_form { REPORT_TEXT, REPORT_JSON, REPORT_SARIF };

enum { OPTIONS_ARCHS = 16 }; /* room for architectures */

struct options {
    const char *input, *output; /* output NULL: readable text on standard output */
    char *const *cc;            /* the preprocessing command, NULL-terminated */
    const char **parse_flags;   /* of it, what libclang must know */
    size_t n_parse_flags;
    unsigned archs[OPTIONS_ARCHS]; /* as images_compile takes them, each once */
    unsigned n_archs;
    bool ptx, native;   /* native: and those of this machine's GPUs */
    char *device_flags; /* for the device compiler */
    enum user_openmp openmp;
    bool openacc, signed_wraps, finite_math;
    bool traps;      /* signed overflow is reported when the program runs */
    unsigned accept; /* whose directives are taken over, by enum origin */
    bool strict, report;
    const char *dump_plan, *dump_device, *dump_flow; /* files; "-": standard output; NULL: none */
    bool lineinfo;                                   /* --tcr-lineinfo */
    bool inner_ordered;                              /* --tcr-inner=ordered */
    struct diag_style style;                         /* of messages */
    bool interposable;     /* a shared library's own functions may be replaced when it is loaded */
    const char *fused;     /* option of a target that may have fused multiply-adds; NULL: none */
    const char *loose;     /* option that lets the compiler change floating results; NULL: none */
    bool contracts;        /* the host's compiler may use fused multiply-adds */
    bool quiet;            /* -w */
    const char *host_only; /* a compiler option under which device code would differ */
    const char *target;    /* --tcr-target */
    bool ilp32;            /* -m32, -mx32: pointers that no device shares */
    enum report_form report_form;
    const char *report_file; /* NULL: standard error; "-": standard output */
    bool lto;                /* -flto, with which tcr-cc ignores --tcr-whole-program */
    bool whole_program;      /* functions of other units are for the link to find */
    const char *keep_unit;   /* where to put what a link needs of this unit; NULL: nowhere */
    const char *link;        /* what the link knows (units.h); NULL: this is no link */
};

/* OPTIONS_RUN, OPTIONS_VERSION, or the exit status (help, bad usage). */
int options_parse(struct options *o, int argc, char **argv);
/* What the words of a preprocessing command mean for us: the rest is zero. */
void options_of_command(struct options *o, char **cc, const char *target);
/* The same for o->cc; openmp_given: --tcr-openmp has said what holds. */
void options_read_compiler(struct options *o, bool openmp_given);
void options_free(struct options *o);

#endif
