/* SPDX-License-Identifier: MIT */
/* report.h: what became of each directive, for people and for programs. */
#ifndef TCR_REPORT_H
#define TCR_REPORT_H

#include "../plan/plan.h"
#include "../source/options.h"
#include "../text/text.h"

/* What became of one directive. */
struct outcome {
    const struct pragma *pragma;
    const struct plan *plan;   /* NULL: the analysis has not come that far; */
    enum refusal_code code;    /* then why, */
    char *reason;              /* in words (owned) */
    bool part;                 /* its loop runs as a part of the plan's, which is an outer one */
    bool scan;                 /* the same of a directive in its body, `scan` */
    struct source_pos place;   /* of a message without plan; no file: the directive's */
    size_t cause;              /* what libclang cannot parse; 0: nothing */
    size_t first_said, n_said; /* the warnings about it, in diag's log */
};

struct report {
    struct outcome *list;
    size_t n;
    enum report_form form;
    bool link;        /* some of the unit's directives are decided again */
    const char *file; /* NULL: standard error; "-": standard output */
};

/* `reason` is copied; NULL with a plan. */
void report_add(struct report *report, struct outcome o);
/* --tcr-report: all directives in the order of the text, added to the file.  Counts an error if
 * that cannot be written. */
void report_write(struct report *report, struct diag *d);
void report_free(struct report *report);

#endif
