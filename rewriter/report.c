/* report.c: see report.h. */
#include "report_private.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "operators.h"

static bool is_loop(const struct directive *d)
{
    return d->kind == DIR_REDUCE || d->kind == DIR_LOOP;
}

void report_refusal(struct diag *d, const struct region *r)
{
    if (!r->refused || strcmp(r->refuse_code, "invalid") == 0)
        return; /* an error has been printed */
    bool loop = is_loop(r->dir);
    const char *what = d->werror
                           ? loop ? "loop cannot run on the device" : "directive cannot be honoured"
                       : r->keeps_text && loop            ? "loop left to the compiler"
                       : r->keeps_text                    ? "directive left to the compiler"
                       : r->refuse_level == REFUSE_DEVICE ? "loop runs on the host only"
                       : loop                             ? "loop left as it is"
                                                          : "directive ignored";
    bool own = r->dir->origin == ORIGIN_TCR;
    diag_pragma(d, DIAG_WARNING, r->dir->written, own ? 0 : DIAG_NAMESPACE, own ? 0 : 3, NULL,
                "%s: %s [%s]", what, r->refuse_reason, r->refuse_code);
    if (r->refuse_offset > r->pragma->end || r->refuse_offset < r->pragma->begin)
        diag_at(d, DIAG_NOTE, r->refuse_offset, "the reason is here");
}

static void remark_variables(struct buf *out, const struct outcome *o)
{
    const struct region *r = o->region;
    for (size_t i = 0; i < r->n_reductions; i++) {
        const struct reduction *red = &r->reductions[i];
        buf_printf(out, " %s %s (%s, %s);", red->text, operator_of(red->op)->name,
                   red->type->spelling, report_path(o, red)->title);
    }
}

static void remark_sections(struct buf *out, const struct outcome *o)
{
    struct section_fact *list;
    size_t n = report_sections(o, &list);
    for (size_t i = 0; i < n; i++)
        buf_printf(out, " %s %s%s%s%s;", list[i].intent, list[i].base,
                   list[i].extent ? list[i].extent : "", list[i].rows ? " (behind pointers)" : "",
                   list[i].clause && is_loop(o->region->dir) ? " (section from the clause)"
                   : list[i].whole                           ? " (extent found at run time)"
                                                             : "");
}

/* With the directive of OpenMP or OpenACC that it has. */
static bool is_left(const struct outcome *o)
{
    return o->region ? o->region->keeps_text : strcmp(o->code, "left") == 0;
}

static void remark(struct buf *out, const struct outcome *o, const struct diag *d)
{
    struct source_pos pos = source_position(d->src, o->pragma->begin);
    enum decision decision = report_decision(o);
    buf_printf(out, "%s:%u: remark: ", pos.file, pos.line);
    if (o->part) {
        buf_printf(out, "%s [%s]\n", report_reason(o), report_code(o));
    } else if (decision != DECISION_DEVICE) {
        bool loop = o->code ? strcmp(o->code, "unparsable") == 0 || strcmp(o->code, "ilp32") == 0
                            : is_loop(o->region->dir);
        buf_printf(out, "%s: %s [%s]\n",
                   report_pending(o)           ? "waits for the link"
                   : is_left(o)                ? "left to the compiler"
                   : decision == DECISION_HOST ? "host loop (OpenMP)"
                   : loop                      ? "plain loop"
                                               : "directive ignored",
                   report_reason(o), report_code(o));
    } else {
        size_t n = o->region->n_loops;
        if (is_loop(o->region->dir))
            buf_printf(out, "device loop of %zu level%s;", n, n > 1 ? "s" : "");
        else
            buf_printf(out, "%s;", directive_name(o->region->dir->kind));
        remark_variables(out, o);
        remark_sections(out, o);
        buf_addc(out, '\n');
    }
    for (size_t i = 0; i < o->n_said; i++)
        buf_printf(out, "%s:%u: remark: warned: %s\n", pos.file, pos.line,
                   d->log->text[o->first_said + i]);
}

/* ---- writing ---- */

/* All of it to what is there: the units of one command line, and those of
 * compilations that run at the same time, share the file.  The lock keeps
 * lines whole where a single write would not (a full disk, a file server);
 * what is no file has none. */
static int append(const char *file, const struct buf *text)
{
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    int fd = open(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (fd < 0)
        return -errno;
    while (fcntl(fd, F_SETLKW, &lock) < 0 && errno == EINTR)
        ;
    int error = 0;
    for (size_t done = 0; done < text->len && !error;) {
        ssize_t n = write(fd, text->s + done, text->len - done);
        if (n > 0)
            done += (size_t)n;
        else if (n == 0 || errno != EINTR)
            error = n < 0 ? -errno : -ENOSPC;
    }
    if (close(fd) < 0 && !error)
        error = -errno;
    return error;
}

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

void report_write(struct report *report, struct diag *d)
{
    struct buf text = {0};
    const char *file = report->file;
    if (report->n)
        qsort(report->list, report->n, sizeof *report->list, in_text_order);
    for (size_t i = 0; i < report->n; i++)
        (report->json ? report_json : remark)(&text, &report->list[i], d);
    int error = !file                    ? write_stream(stderr, &text)
                : strcmp(file, "-") == 0 ? write_stream(stdout, &text)
                                         : append(file, &text);
    if (error) {
        fprintf(stderr, "tcr-rewrite: error: cannot write the report '%s': %s\n",
                file ? file : "standard error", strerror(-error));
        d->errors++;
    }
    buf_free(&text);
}

void report_free(struct report *report)
{
    for (size_t i = 0; i < report->n; i++)
        free(report->list[i].reason);
    free(report->list);
    *report = (struct report){0};
}
