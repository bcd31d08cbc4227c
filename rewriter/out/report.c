/* SPDX-License-Identifier: MIT */
/* report.c: see report.h. */
#include "report_private.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "../ir/refusal.h"
#include "../source/operators.h"

/* ---- the decision ---- */

enum plan_decision report_decision(const struct outcome *o)
{
    return o->plan ? o->plan->decision : PLAN_REFUSED;
}

bool report_pending(const struct outcome *o)
{
    return o->plan && !o->part && o->plan->r->pending;
}

enum refusal_code report_code(const struct outcome *o)
{
    if (o->part)
        return CODE_NESTED;
    return o->plan ? o->plan->r->refused ? o->plan->r->refuse_code : CODE_NONE : o->code;
}

const char *report_reason(const struct outcome *o)
{
    if (o->part && o->scan)
        return "it divides the body of the loop around it, whose prefix sums it tells";
    if (o->part)
        return "its loop runs as a part of the loop around it that has a directive, too";
    return o->plan ? o->plan->r->refused ? o->plan->r->refuse_reason : NULL : o->reason;
}

const char *report_origin(const struct outcome *o)
{
    static const char *const names[] = {
        [ORIGIN_TCR] = "tcr", [ORIGIN_OMP] = "omp", [ORIGIN_ACC] = "acc"};
    return names[o->pragma->origin];
}

size_t report_sections(const struct outcome *o, const struct plan_section **list)
{
    bool some = o->plan && !o->part;
    *list = some ? o->plan->sections : NULL;
    return some ? o->plan->n_sections : 0;
}

/* ---- for people ---- */

static void remark_variables(struct buf *out, const struct outcome *o)
{
    for (size_t i = 0; i < o->plan->r->n_reductions; i++) {
        const struct plan_reduction *red = &o->plan->reductions[i];
        buf_printf(out, " %s %s (%s, %s);", red->of->text, reduction_operator(red->of),
                   red->of->type->spelling, plan_titles(o->plan, red));
    }
}

static void remark_sections(struct buf *out, const struct outcome *o)
{
    const struct plan_section *list;
    size_t n = report_sections(o, &list);
    for (size_t i = 0; i < n; i++)
        buf_printf(out, " %s %s%s%s%s;", list[i].intent, list[i].base,
                   list[i].extent ? list[i].extent : "", list[i].rows ? " (behind pointers)" : "",
                   list[i].clause && directive_is_loop(o->plan->r->dir)
                       ? " (section from the clause)"
                   : list[i].whole ? " (extent found at run time)"
                                   : "");
}

/* With the directive of OpenMP or OpenACC that it has. */
static bool is_left(const struct outcome *o)
{
    return o->plan ? o->plan->r->keeps_text
                   : o->code == CODE_LEFT || o->pragma->origin != ORIGIN_TCR;
}

struct source_pos report_place(const struct outcome *o, const struct diag *d)
{
    bool own = o->pragma->origin == ORIGIN_TCR && !o->pragma->near_miss, expanded;
    size_t length = 0;
    if (o->place.file)
        return o->place;
    return diag_pragma_position(d->src, o->pragma, own ? 0 : DIAG_NAMESPACE, &length, &expanded);
}

bool report_cause(const struct outcome *o, size_t *at, const char **text)
{
    const struct region *r = o->plan ? o->plan->r : NULL;
    *at = o->part ? r->dir->written->begin : r ? r->refuse_offset : o->cause;
    *text = o->part ? "the directive of the loop around it"
            : r     ? refusal_cause
                    : "libclang cannot parse this";
    return o->part || (r ? r->refused && refusal_is_elsewhere(r) : *at > 0);
}

/* A loop with device code, or a directive for data. */
static void device_words(struct buf *out, const struct outcome *o)
{
    size_t n = o->plan->r->n_loops;
    if (directive_is_loop(o->plan->r->dir))
        buf_printf(out, "device loop of %zu level%s;", n, n > 1 ? "s" : "");
    else
        buf_printf(out, "%s;", directive_name(o->plan->r->dir->kind));
    remark_variables(out, o);
    remark_sections(out, o);
}

void report_words(struct buf *out, const struct outcome *o, const struct diag *d)
{
    if (!report_code(o)) {
        device_words(out, o);
        out->s[--out->len] = '\0'; /* the last semicolon */
    } else if (o->part || report_pending(o) || (!o->plan && is_left(o))) {
        buf_printf(out, "%s%s",
                   o->part      ? ""
                   : is_left(o) ? "left to the compiler: "
                                : "waits for the link: ",
                   report_reason(o));
    } else if (o->plan) {
        buf_printf(out, "%s: %s", refusal_title(o->plan->r, d->werror), report_reason(o));
    } else {
        buf_add(out, report_reason(o) ? report_reason(o) : "the directive is in error");
    }
}

/* Does the access that begins at `at` of the text hold the place in its subscripts? */
static bool subscript_holds(const char *text, size_t at, size_t place)
{
    size_t end = place + 1, depth = 0, len;
    bool name = false; /* no name may follow one */
    if (place < at)
        return false;
    for (; (len = text_token(text, end, &at)) > 0 && at <= place; at += len) {
        bool word = text_word_start(text[at]);
        if (strchr("([", text[at]))
            depth++;
        else if (strchr(")]", text[at]) && depth > 0)
            depth--;
        else if (depth == 0 && (word ? name : text[at] != '.' && text[at] != '-'))
            return false;
        name = word;
    }
    return depth > 0;
}

/* The array in whose subscript it is; NULL: its value comes there by a variable. */
static const char *indexed_at(const struct region *r, size_t place)
{
    for (size_t i = 0; i < r->n_accesses; i++)
        if (r->accesses[i].at && subscript_holds(r->src->text, r->accesses[i].at, place))
            return r->bases[r->accesses[i].base].shown;
    return NULL;
}

/* Some array is taken to begin before its pointer, where a remainder may be negative. */
static void remark_negative(struct buf *out, const struct outcome *o)
{
    const struct region *r = o->plan->r;
    const struct plan_section *list;
    size_t n = report_sections(o, &list);
    bool before = false;
    for (size_t i = 0; i < n; i++)
        before |= list[i].extent && strncmp(list[i].extent, "[-", 2) == 0;
    if (!r->negative || !before)
        return;
    const char *array = indexed_at(r, r->negative);
    struct source_pos pos = source_position(r->src, r->negative);
    buf_printf(out,
               "%s:%u:%u: remark: this remainder may be negative, so %s%s%s is taken to have "
               "elements before its first; that of an unsigned number is not\n",
               pos.file, pos.line, pos.column, array ? "'" : "what it indexes", array ? array : "",
               array ? "'" : "");
}

static void remark(struct buf *out, const struct outcome *o, const struct diag *d)
{
    struct source_pos pos = report_place(o, d);
    enum plan_decision decision = report_decision(o);
    buf_printf(out, "%s:%u:%u: remark: ", pos.file, pos.line, pos.column);
    if (o->part) {
        buf_printf(out, "%s", report_reason(o));
        if (!o->scan)
            buf_printf(out, " [%s]", refusal_word(report_code(o)));
        buf_addc(out, '\n');
    } else if (decision != PLAN_DEVICE) {
        bool loop = o->code ? o->code == CODE_UNPARSABLE || o->code == CODE_ILP32
                            : directive_is_loop(o->plan->r->dir);
        buf_printf(out, "%s: %s [%s]\n",
                   report_pending(o)       ? "waits for the link"
                   : is_left(o)            ? "left to the compiler"
                   : decision == PLAN_HOST ? "host loop (OpenMP)"
                   : loop                  ? "plain loop"
                                           : "directive ignored",
                   report_reason(o), refusal_word(report_code(o)));
    } else {
        device_words(out, o);
        buf_addc(out, '\n');
        remark_negative(out, o);
        report_loops(out, o);
    }
    for (size_t i = o->first_said; i < o->first_said + o->n_said; i++)
        buf_printf(out, "%s:%u:%u: remark: warned: %s\n", d->log->said[i].pos.file,
                   d->log->said[i].pos.line, d->log->said[i].pos.column, d->log->said[i].text);
}

/* ---- writing ---- */

static int write_stream(FILE *f, const struct buf *text)
{
    if (!text->len)
        return 0;
    bool good = fwrite(text->s, 1, text->len, f) == text->len && fflush(f) == 0;
    return good ? 0 : errno ? -errno : -EIO;
}

void report_add(struct report *report, struct outcome o)
{
    if (o.reason)
        o.reason = xstrdup(o.reason);
    report->list = xgrow(report->list, report->n, sizeof *report->list);
    report->list[report->n++] = o;
}

static int in_text_order(const void *a, const void *b)
{
    const struct outcome *x = a, *y = b;
    return (x->pragma->begin > y->pragma->begin) - (x->pragma->begin < y->pragma->begin);
}

static int write_text(const struct report *report, const struct buf *text)
{
    return !report->file                    ? write_stream(stderr, text)
           : strcmp(report->file, "-") == 0 ? write_stream(stdout, text)
                                            : report_file_append(report->file, text);
}

static int write_report(const struct report *report, const struct diag *d)
{
    struct buf text = {0};
    bool stream = !report->file || strcmp(report->file, "-") == 0;
    if (report->form == REPORT_SARIF && !stream)
        return report_log_file(report, d);
    int error = 0;
    if (report->form == REPORT_SARIF && report->n)
        error = report_log_text(&text, report, d);
    for (size_t i = 0; report->form != REPORT_SARIF && i < report->n; i++)
        (report->form == REPORT_JSON ? report_json : remark)(&text, &report->list[i], d);
    if (!error)
        error = write_text(report, &text);
    buf_free(&text);
    return error;
}

void report_write(struct report *report, struct diag *d)
{
    const char *file = report->file;
    if (report->n)
        qsort(report->list, report->n, sizeof *report->list, in_text_order);
    int error = write_report(report, d);
    if (!error)
        return;
    fprintf(stderr, "tcr-rewrite: error: cannot write the report '%s': %s\n",
            file ? file : "standard error",
            error == -EEXIST ? "it is there, and no log that tcr has written; remove it, or name "
                               "another file"
                             : strerror(-error));
    d->errors++;
}

void report_free(struct report *report)
{
    for (size_t i = 0; i < report->n; i++)
        free(report->list[i].reason);
    free(report->list);
    *report = (struct report){0};
}
