/* report.c: see report.h. */
#include "report.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "data.h"
#include "operators.h"
#include "text.h"

void report_refusal(struct diag *d, const struct region *r)
{
    if (!r->refused || strcmp(r->refuse_code, "invalid") == 0)
        return; /* an error has been printed */
    enum directive_kind kind = r->dir->kind;
    bool loop = kind == DIR_REDUCE || kind == DIR_LOOP;
    const char *what = d->werror
                           ? loop ? "loop cannot run on the device" : "directive cannot be honoured"
                       : r->refuse_level == REFUSE_DEVICE ? "loop runs on the host only"
                       : loop                             ? "loop left as it is"
                                                          : "directive ignored";
    diag_pragma(d, DIAG_WARNING, r->pragma, 0, 0, NULL, "%s: %s [%s]", what, r->refuse_reason,
                r->refuse_code);
    if (r->refuse_offset > r->pragma->end || r->refuse_offset < r->pragma->begin)
        diag_at(d, DIAG_NOTE, r->refuse_offset, "the reason is here");
}

/* How the sum of a type is computed on sm_80 and later. */
static const char *path_of(const struct reduction *red)
{
    if (red->op != TCR_ADD)
        return "CUDA cores";
    switch (red->type->scalar) {
    case TCR_F64:
        return "FP64 MMA";
    case TCR_F32:
        return "3 x BF16 MMA";
    case TCR_F16:
        return "FP16 MMA";
    case TCR_BF16:
        return "BF16 MMA";
    case TCR_BOOL:
        return "CUDA cores";
    default:
        return "INT8 MMA";
    }
}

static void remark_data(struct buf *out, const struct region *r)
{
    if (r->refused) {
        buf_printf(out, "ignored: %s [%s]\n", r->refuse_reason, r->refuse_code);
        return;
    }
    buf_printf(out, "%s;", directive_name(r->dir->kind));
    for (size_t i = 0; i < r->dir->n_data; i++)
        for (size_t k = 0; k < r->dir->data[i].n_items; k++)
            buf_printf(out, " %s %s;", r->dir->data[i].verb, r->dir->data[i].items[k].text);
    buf_add(out, "\n");
}

static void remark(struct buf *out, const struct region *r)
{
    struct source_pos pos = source_position(r->src, r->pragma->begin);
    buf_printf(out, "%s:%u: remark: ", pos.file, pos.line);
    if (directive_is_data(r->dir)) {
        remark_data(out, r);
        return;
    }
    if (r->refused) {
        buf_printf(out, "%s: %s [%s]\n",
                   r->refuse_level == REFUSE_LOOP ? "plain loop" : "host loop (OpenMP)",
                   r->refuse_reason, r->refuse_code);
        return;
    }
    buf_printf(out, "device loop of %zu level%s;", r->n_loops, r->n_loops > 1 ? "s" : "");
    for (size_t i = 0; i < r->n_reductions; i++)
        buf_printf(out, " %s %s (%s, %s);", r->reductions[i].text,
                   operator_of(r->reductions[i].op)->name, r->reductions[i].type->spelling,
                   path_of(&r->reductions[i]));
    for (size_t i = 0; i < r->n_bases; i++)
        if (r->bases[i].used && r->bases[i].text)
            buf_printf(out, " reads %s%s;", r->bases[i].user_text,
                       r->bases[i].clause_len ? " (section from the clause)" : "");
    buf_printf(out, "\n");
}

/* Added to what is there, in one step: the units of one command line, and
 * those of compilations that run at the same time, share the file. */
static int append(const char *file, const struct buf *text)
{
    int fd = open(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (fd < 0)
        return -errno;
    ssize_t n;
    do
        n = text->len ? write(fd, text->s, text->len) : 0;
    while (n < 0 && errno == EINTR);
    int error = n < 0 ? -errno : (size_t)n < text->len ? -ENOSPC : 0;
    if (close(fd) < 0 && !error)
        error = -errno;
    return error;
}

void report_remarks(const char *file, struct diag *d, struct region *const *regions, size_t n)
{
    struct buf text = {0};
    for (size_t i = 0; i < n; i++)
        remark(&text, regions[i]);
    int error = file ? append(file, &text) : 0;
    if (!file && text.len)
        fwrite(text.s, 1, text.len, stderr);
    if (error) {
        fprintf(stderr, "tcr-rewrite: error: cannot write the report '%s': %s\n", file,
                strerror(-error));
        d->errors++;
    }
    buf_free(&text);
}
