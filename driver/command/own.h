/* SPDX-License-Identifier: MIT */
/*
 * own.h: the options and variables that are tcr-cc's own.
 */
#ifndef TCR_OWN_H
#define TCR_OWN_H

#include <stdbool.h>

#include "../system/words.h"

struct own {
    bool whole_program; /* any function may be another unit's */
    bool strict, show, doctor, help, version, link_static, accept;
    bool remarks;         /* --tcr-report for people, on standard error */
    bool unknown;         /* some option that begins as ours do, warned of */
    bool keep;            /* --tcr-keep: keep the rewritten text */
    const char *keep_dir; /* NULL: beside the output */
    const char *report;   /* the file of --tcr-report, whatever the form; NULL: none */
    const char *log;      /* the same, of sarif:FILE only */
    struct words pass;    /* options for tcr-rewrite */
    struct words trusted; /* --tcr-trust: files and directories, real paths */
};

/* Take the --tcr-* options out of args and put the others in `rest`.  Returns
 * 0, or 1 after an error message. */
int own_parse(struct own *own, const struct words *args, struct words *rest);

/* The file in the value of --tcr-report=VALUE; NULL if it is standard output. */
const char *own_report_file(const char *value);

/* Warn of TCR_* variables that nobody reads. */
void own_check_environment(void);

/* May that log have results of the unit `input`?  They are old if it has no directive any more. */
bool own_log_mentions(const struct own *own, const char *input);

/* Does the user vouch for the file, of this real path? */
bool own_trusts(const struct own *own, const char *path);

/* TCR_DISABLE is set, and not to 0. */
bool own_disabled(void);

#endif
