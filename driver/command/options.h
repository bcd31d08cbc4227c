/* SPDX-License-Identifier: MIT */
/*
 * options.h: what the words of a compiler command mean.
 *
 * One table knows which options take an argument and which stage of the
 * compilation they are for (option_table.c).  An option that is not in the table
 * is one word and goes to every stage.
 */
#ifndef TCR_OPTIONS_H
#define TCR_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "../system/words.h"

/* How an option is written, and what it is for. */
enum {
    OPT_JOINED = 1 << 0, /* its argument may follow in the same word */
    OPT_NEXT = 1 << 1,   /* its argument is the next word */
    OPT_CPP = 1 << 2,    /* for preprocessing only */
    OPT_CODE = 1 << 3,   /* for what comes after preprocessing */
    OPT_LINK = 1 << 4,   /* for linking only */
    OPT_DEPEND = 1 << 5, /* writes a depfile (always with OPT_CPP) */
    OPT_MODE = 1 << 6,   /* says what is to be made */
    OPT_QUERY = 1 << 7,  /* a question: the real compiler's answer, untouched */
    OPT_OUTPUT = 1 << 8, /* -o */
    OPT_LANG = 1 << 9,   /* -x */
    OPT_AUX = 1 << 10,   /* writes files named after the input or the output */
    OPT_AND = 1 << 11    /* its name goes on in the same word; its argument is the next */
};

enum language { LANG_OTHER, LANG_C, LANG_C_PREPROCESSED };

/* One input or one option with its argument. */
struct arg {
    const char *text;  /* the word */
    const char *next;  /* the next word, where it is the argument; else NULL */
    const char *value; /* the argument, joined or not; "" if none */
    const char *name;  /* its name in the table; NULL: an input or not in it */
    unsigned use;      /* OPT_* */
    bool input;
    enum language language; /* of an input */
    const char *x;          /* of an input: the argument of -x in force, or NULL */
};

enum command_mode {
    MODE_LINK,     /* compile and link, or only link */
    MODE_OBJECT,   /* -c */
    MODE_ASSEMBLY, /* -S */
    MODE_CHECK,    /* -fsyntax-only */
    MODE_QUERY     /* -E, -M, --version, ...: nothing is made that we change */
};

/* A compiler command, understood. */
struct command {
    struct words words; /* as given, without the compiler and the --tcr-* options */
    struct arg *args;   /* the same with @FILE expanded */
    size_t n_args;
    enum command_mode mode;
    const char *mode_word; /* "-c", "-S", "-fsyntax-only"; NULL: link */
    const char *output;    /* of -o; NULL: the compiler's own choice */
    bool end_of_options;   /* there is a -- */
    bool unfinished;       /* the last word is an option whose argument is missing */
    size_t n_inputs;       /* everything that is not an option */
    size_t n_sources;      /* inputs that are compiled, in any language */
    bool response_files;   /* some @FILE was expanded */
    bool response_refused; /* and one will be refused */
    bool shared, relocatable, is_static;
    bool bare; /* the C library is added by the command itself, if at all: -nodefaultlibs */
    bool openmp, openmp_simd, thread_sanitizer;
    bool large_code;  /* -mcmodel=medium or large */
    bool line_counts; /* --coverage and the like */
    bool analyzer;    /* -fanalyzer */
    bool fallthrough; /* -Wimplicit-fallthrough: comments matter */
    bool color;       /* -fdiagnostics-color or the like is given */
    enum { FORMAT_TEXT, FORMAT_JSON, FORMAT_SARIF } format; /* of messages on standard error */
    bool werror;                                            /* -Werror, also of unknown pragmas */
    bool debug;                                             /* -g */
    bool quiet;                                             /* -w: no warnings */
    bool depend, depend_wp;          /* a depfile is asked for: -MD; -Wp,-MD,FILE */
    bool depend_wp_file;             /* ... and nothing behind FILE: clang heeds it only then */
    bool depend_file, depend_target; /* -MF; -MT or -MQ */
    bool directives_only;            /* -fdirectives-only: what comes preprocessed has macros */
    bool preprocessed;               /* -fpreprocessed, whatever the input's name */
    bool aux;                        /* some option is OPT_AUX */
    bool save_temps, save_temps_obj, save_temps_cwd;
    const char *dumpbase, *dumpbase_ext, *dumpdir; /* NULL: not given */
};

/* Understand `words` (without the compiler). */
struct command options_parse(const struct words *words);

/* Is the word behind `word` its argument? */
bool options_takes_next(const char *word);

/* Is `arg` the option `name` of the table? */
bool options_is(const struct arg *arg, const char *name);

/* Add `arg` to a command line. */
void options_emit(struct words *to, const struct arg *arg);

#endif
