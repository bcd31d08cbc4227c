/* SPDX-License-Identifier: MIT */
/* unit_write.c: what tcr-rewrite writes of a unit: the rewritten text, and what a
 * link needs. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../spec/unheeded.h"
#include "emit/emit.h"
#include "out/output.h"
#include "unit.h"
#include "stages.h"

static char *tail_text(const struct unit *u, const char *device)
{
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    if (!f)
        return xstrdup("");
    images_write_text(f, "tcr_device_text", unit_device_regions(u) ? device : "");
    if (u->has_images)
        images_write_c(f, "tcr_images", &u->images);
    struct buf descriptors = {0};
    emit_host_descriptors(u->plans, u->n_regions, u->src.main_file, u->opt.device_flags,
                          u->has_images, &descriptors);
    emit_refused(u->plans, u->n_regions, &descriptors);
    if (u->unheeded) {
        buf_add(&descriptors, TCR_UNHEEDED_BEGIN);
        emit_c_string(&descriptors, u->src.main_file);
        buf_add(&descriptors, TCR_UNHEEDED_END);
    }
    fputs(descriptors.s ? descriptors.s : "", f);
    buf_free(&descriptors);
    fclose(f);
    return text;
}

static int cannot_write(const char *path)
{
    fprintf(stderr,
            path ? "tcr-rewrite: error: cannot write '%s': %s\n"
                 : "tcr-rewrite: error: cannot write %s: %s\n",
            path ? path : "standard output", strerror(errno));
    return UNIT_NO_FILE;
}

static int write_file(const char *path, const struct buf *text)
{
    FILE *f = path ? fopen(path, "wb") : stdout;
    if (!f)
        return cannot_write(path);
    bool ok = fwrite(text->s, 1, text->len, f) == text->len;
    ok = (path ? fclose(f) : fflush(f)) == 0 && ok;
    int status = ok ? UNIT_DONE : cannot_write(path);
    struct stat st;
    if (!ok && path && lstat(path, &st) == 0 && S_ISREG(st.st_mode))
        unlink(path);
    return status;
}

static bool on_standard_output(const char *file)
{
    return file && strcmp(file, "-") == 0;
}

/* Is something else to be printed in the place of the rewritten text? */
static bool only_asked(const struct unit *u)
{
    return on_standard_output(u->opt.dump_device) || on_standard_output(u->opt.dump_plan) ||
           on_standard_output(u->opt.dump_flow) ||
           (u->opt.report && on_standard_output(u->opt.report_file));
}

static void dump_device(const struct unit *u, FILE *out)
{
    fputs(u->device_text, out);
}

static void dump_plan(const struct unit *u, FILE *out)
{
    for (size_t i = 0; i < u->n_regions; i++)
        plan_print(u->plans[i], out);
}

static void dump_flow(const struct unit *u, FILE *out)
{
    for (size_t i = 0; i < u->n_regions; i++)
        region_dump_flow(u->regions[i], out);
}

/* What --tcr-dump asks for; file: "-" is standard output, NULL that it does not ask. */
static int dump(const struct unit *u, const char *file,
                void (*print)(const struct unit *, FILE *out))
{
    if (!file)
        return UNIT_DONE;
    FILE *out = on_standard_output(file) ? stdout : fopen(file, "wb");
    if (!out)
        return cannot_write(file);
    print(u, out);
    bool ok = !fflush(out) && !ferror(out);
    ok = (out == stdout || fclose(out) == 0) && ok;
    return ok ? UNIT_DONE : cannot_write(out == stdout ? NULL : file);
}

int unit_write(struct unit *u)
{
    int status = dump(u, u->opt.dump_device, dump_device);
    if (status == UNIT_DONE)
        status = dump(u, u->opt.dump_plan, dump_plan);
    if (status == UNIT_DONE)
        status = dump(u, u->opt.dump_flow, dump_flow);
    if (status == UNIT_DONE && (u->opt.output || !only_asked(u))) {
        struct buf out = {0};
        char *tail = u->opt.output ? tail_text(u, u->device_text) : xstrdup("");
        struct output_options oo = {.readable = !u->opt.output,
                                    .openmp = u->opt.openmp,
                                    .facts = &u->facts,
                                    .accept = u->opt.accept,
                                    .takes_calls = u->takes_calls};
        output_unit(&u->src, u->plans, u->n_regions, tail, &oo, &out);
        status = write_file(u->opt.output, &out);
        buf_free(&out);
        free(tail);
    }
    return status;
}

/* A line for each directive that waits for the link, a line `text`, and the text. */
int unit_keep(struct unit *u)
{
    struct buf out = {0};
    for (size_t i = 0; i < u->n_regions; i++)
        if (u->regions[i]->pending)
            buf_printf(&out, "pending %d\n", u->regions[i]->id);
    if (!u->opt.keep_unit || u->opt.ilp32) {
        buf_free(&out);
        return UNIT_DONE;
    }
    buf_add(&out, "text\n");
    source_keep(&u->src, &out);
    int status = write_file(u->opt.keep_unit, &out);
    buf_free(&out);
    return status;
}
