/* SPDX-License-Identifier: MIT */
/* report_private.h: what the forms of the report share. */
#ifndef TCR_REPORT_PRIVATE_H
#define TCR_REPORT_PRIVATE_H

#include "../source/diag.h"
#include "report.h"
#include "../text/text.h"

enum plan_decision report_decision(const struct outcome *o);
/* Will the link decide again? */
bool report_pending(const struct outcome *o);
enum refusal_code report_code(const struct outcome *o); /* CODE_NONE on the device */
const char *report_reason(const struct outcome *o);     /* NULL on the device */
/* Whose directive it is: tcr, omp or acc. */
const char *report_origin(const struct outcome *o);

/* What the device gets; none if the directive is not honoured, or is a part of another's loop. */
size_t report_sections(const struct outcome *o, const struct plan_section **list);

/* Where messages about the directive stand. */
struct source_pos report_place(const struct outcome *o, const struct diag *d);
/* The place of the cause and what to say there; false: it is the directive itself. */
bool report_cause(const struct outcome *o, size_t *at, const char **text);
/* What became of it, in the words of the compiler's messages. */
void report_words(struct buf *out, const struct outcome *o, const struct diag *d);

/* ---- inner loops: report_loops.c ---- */

/* A remark for each that the device has; the outcome has a plan. */
void report_loops(struct buf *out, const struct outcome *o);
/* "inner_loops":[...] */
void report_json_loops(struct buf *out, const struct outcome *o);

/* ---- report_places.c ---- */

/* What accesses memory at that place of the text, in the loop: "line 12" of the program's, or
 * "rand_r()" in the C library's, whose lines nobody has. */
const char *report_doer(const struct region *r, struct stmt *within, size_t at);

/* ---- for programs: report_json.c ---- */

const char *report_decision_word(const struct outcome *o);
/* "variables":[...],"sections":[...],"inner_loops":[...] */
void report_json_facts(struct buf *out, const struct outcome *o);
/* One JSON object and a newline. */
void report_json(struct buf *out, const struct outcome *o, const struct diag *d);

/* ---- SARIF ---- */

#define REPORT_TOP "%SRCROOT%"                   /* what addresses of files are relative to */
#define REPORT_LINE "{\"properties\":{\"unit\":" /* how a result begins */

/* report_sarif.c: the address of a file, relative to `top` if it is below (owned by the caller). */
char *report_uri(const struct source *src, const char *file, const char *top, bool *relative);
/* A line for the directive, and one for each warning about it. */
void report_sarif(struct buf *out, const struct outcome *o, const struct diag *d, const char *unit,
                  const char *top);

/* report_rules.c: a reason code, explained; `docs` is where the documents are.  False: there is
 * nothing to say of it. */
struct rule {
    char *brief, *full, *help, *page, *place;
};
bool report_rule(struct rule *rule, const char *code, const char *docs);
void report_rule_free(struct rule *rule);

/* report_log.c: a log of this unit alone; the results in the report's file.  0 or negative errno,
 * -EEXIST: there is another file. */
int report_log_text(struct buf *out, const struct report *report, const struct diag *d);
int report_log_file(const struct report *report, const struct diag *d);

/* ---- report_file.c: 0 or negative errno ---- */

/* All of the text to the end of the file. */
int report_file_append(const char *file, const struct buf *text);
/* Make the file's text (empty: it is new) another one.  Without `create`, a file that is not there
 * is left so. */
typedef int report_change(struct buf *new, const char *old, void *ctx);
int report_file_change(const char *file, bool create, report_change *change, void *ctx);

#endif
