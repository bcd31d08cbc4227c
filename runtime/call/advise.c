/* SPDX-License-Identifier: MIT */
/*
 * advise.c: what a run tells about its loops, as one page to pass on.
 *
 * For each loop: where it ran, how long, what it copied, what the other side would take, and what
 * could be done.  The same lines are text or HTML.
 */
#define _GNU_SOURCE /* program_invocation_short_name */
#include "advise.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "../device/device.h"
#include "../ground/env.h"
#include "../ground/refused.h"
#include "../present/copied.h"
#include "table.h"

/* A page, in one of its two forms. */
struct page {
    FILE *out;
    bool html;
};

static void text(const struct page *p, const char *s)
{
    for (; *s; s++)
        if (!p->html)
            fputc(*s, p->out);
        else if (*s == '<')
            fputs("&lt;", p->out);
        else if (*s == '>')
            fputs("&gt;", p->out);
        else if (*s == '&')
            fputs("&amp;", p->out);
        else
            fputc(*s, p->out);
}

/* A line of a loop's paragraph: what it is about, and what there is to say. */
static void line(const struct page *p, const char *name, const char *said)
{
    if (p->html)
        fprintf(p->out, "<dt>%s</dt><dd>", name);
    else
        fprintf(p->out, "    %-10s ", name);
    text(p, said);
    fputs(p->html ? "</dd>\n" : "\n", p->out);
}

/* ---- what can be said of a loop ---- */

static double total(const struct tcr_stats *s)
{
    return (double)(s->host_nanoseconds + s->nanoseconds) * 1e-9;
}

static void say_where(const struct page *p, const struct tcr_stats *s)
{
    char said[160], cell[2][TCR_TABLE_CELL];

    snprintf(said, sizeof said, "%llu calls on the host, %s; %llu calls on the device, %s",
             (unsigned long long)s->host_calls,
             tcr_table_time(cell[0], (double)s->host_nanoseconds * 1e-9, true),
             (unsigned long long)s->device_calls,
             tcr_table_time(cell[1], (double)s->nanoseconds * 1e-9, true));
    line(p, "ran", said);
}

static void say_times(const struct page *p, const struct tcr_stats *s)
{
    char said[160], cell[2][TCR_TABLE_CELL];
    bool host_measured, device_measured;
    double host = tcr_table_host(s, &host_measured), device = tcr_table_device(s, &device_measured);

    if (host < 0 && device < 0)
        return;
    snprintf(said, sizeof said, "host %s%s, device %s%s", tcr_table_time(cell[0], host, true),
             host < 0 || host_measured ? "" : " (estimated)", tcr_table_time(cell[1], device, true),
             device < 0 || device_measured ? "" : " (estimated)");
    line(p, "a call", said);
}

static void say_copies(const struct page *p, const struct tcr_stats *s)
{
    char said[160], cell[2][TCR_TABLE_CELL];

    if (s->bytes_to + s->bytes_from == 0)
        return;
    snprintf(said, sizeof said, "%s to the device, %s from it",
             tcr_table_bytes(cell[0], s->bytes_to), tcr_table_bytes(cell[1], s->bytes_from));
    line(p, "copied", said);
}

static void say_reasons(const struct page *p, const struct tcr_stats *s)
{
    char said[320];

    for (const struct tcr_reason *r = s->reasons; r; r = r->next)
        if (r->count) {
            snprintf(said, sizeof said, "%llu x %s", r->count, r->text);
            line(p, "on host", said);
        }
}

static bool has_reason(const struct tcr_stats *s, enum tcr_reason_kind kind)
{
    for (const struct tcr_reason *r = s->reasons; r; r = r->next)
        if (r->count && r->kind == kind)
            return true;
    return false;
}

/* Is the device's time mostly that of its copies? */
static bool is_copies(const struct tcr_stats *s)
{
    const double moved = (double)(s->bytes_to + s->bytes_from), rate = 5e10; /* bytes/s */

    return s->device_calls > 4 && moved / rate > 0.5 * (double)s->nanoseconds * 1e-9;
}

/* Has the host calls again and again that the device could do in half their time, if it need not
 * copy their data? */
static bool would_stay(const struct tcr_stats *s, double host)
{
    return has_reason(s, TCR_REASON_TIMES) && s->host_calls > 1 && s->there_seconds > 0 &&
           2 * s->there_seconds < host;
}

static const char *how_to_stay(void)
{
    return tcr_config.mirror == TCR_MIRROR_OFF ? "TCR_MIRROR=auto, or tcr data" : "tcr data";
}

/* One piece of advice, the first that fits. */
static void say_advice(const struct page *p, const struct tcr_stats *s)
{
    char said[320], cell[TCR_TABLE_CELL];
    bool host_measured, device_measured;
    double host = tcr_table_host(s, &host_measured), device = tcr_table_device(s, &device_measured);
    double calls = (double)s->host_calls;
    const char *what = said;

    said[0] = '\0';

    if (has_reason(s, TCR_REASON_HINDERED)) {
        what = "the reasons at run time are in docs/refusals.md, with what helps";
    } else if (has_reason(s, TCR_REASON_DEVICE)) {
        what = "run it on a machine with a card";
    } else if (is_copies(s)) {
        snprintf(said, sizeof said,
                 "its time on the device is that of its copies: keep the data there (%s)",
                 how_to_stay());
    } else if (s->host_calls && host > 0 && device > 0 && device < host) {
        snprintf(said, sizeof said, "the device would save about %s%s",
                 tcr_table_time(cell, calls * (host - device), true),
                 device_measured ? "" : ", if the estimate is right: try TCR_TARGET=device");
    } else if (s->device_calls && host > 0 && device > 1.1 * host) {
        what = "the host is faster: an if clause keeps such calls there";
    } else if (s->host_calls > 1000 && host > 0 && host < 20e-6) {
        what = "its calls are short: let one call do the work of many";
    } else if (would_stay(s, host)) {
        snprintf(said, sizeof said, "if its data stayed on the device, a call would take %s: %s",
                 tcr_table_time(cell, s->there_seconds, false), how_to_stay());
    } else if (has_reason(s, TCR_REASON_TIMES) && s->host_calls) {
        what = "the host is the right side as long as its data is copied for each call";
    }
    if (*what)
        line(p, "advice", what);
}

static void say_loop(const struct page *p, const struct tcr_stats *s, unsigned nth, double all)
{
    char head[400], cell[TCR_TABLE_CELL], which[16] = "";

    if (nth)
        snprintf(which, sizeof which, "#%u", nth);
    snprintf(head, sizeof head, "%.300s:%u%s: %s, %.0f %% of the loops' time", s->file, s->line,
             which, tcr_table_time(cell, total(s), true), all > 0 ? 100 * total(s) / all : 0);
    fputs(p->html ? "<h2>" : "", p->out);
    text(p, head);
    fputs(p->html ? "</h2>\n<dl>\n" : "\n", p->out);
    say_where(p, s);
    say_times(p, s);
    say_copies(p, s);
    say_reasons(p, s);
    say_advice(p, s);
    fputs(p->html ? "</dl>\n" : "\n", p->out);
}

/* ---- the page ---- */

static void say_data(const struct page *p)
{
    char said[240], cell[3][TCR_TABLE_CELL];

    if (!tcr_copied_next(NULL))
        return;
    fputs(p->html ? "<h2>Data directives</h2>\n<dl>\n" : "Data directives\n", p->out);
    for (const struct tcr_copied *c = NULL; (c = tcr_copied_next(c)) != NULL;) {
        char place[80] = "functions of tcr.h, and loops on the host";

        if (c->line)
            snprintf(place, sizeof place, "%s:%u", c->file, c->line);
        snprintf(said, sizeof said, "%s: %llu times, %s to the device, %s from it, in %s", place,
                 c->times, tcr_table_bytes(cell[0], c->to), tcr_table_bytes(cell[1], c->from),
                 tcr_table_time(cell[2], c->seconds, true));
        line(p, "copied", said);
    }
    fputs(p->html ? "</dl>\n" : "\n", p->out);
}

/* ---- loops that were refused ---- */

struct said {
    const struct page *page;
    bool any;
};

static void say_refused_one(void *of, const char *told)
{
    struct said *s = of;
    const struct page *p = s->page;

    if (!s->any)
        fputs(p->html ? "<h2>Loops that the compiler has left alone</h2>\n<ul>\n"
                      : "Loops that the compiler has left alone\n",
              p->out);
    s->any = true;
    fputs(p->html ? "<li>" : "    ", p->out);
    text(p, told);
    fputs(p->html ? "</li>\n" : "\n", p->out);
}

static void say_refused(const struct page *p)
{
    struct said s = {p, false};

    tcr_refused_each(say_refused_one, &s);
    if (!s.any)
        return;
    fputs(p->html ? "</ul>\n<p>" : "    ", p->out);
    text(p,
         "Whether they run, and for how long, is not known here. docs/refusals.md has each code, "
         "and what helps.");
    fputs(p->html ? "</p>\n" : "\n\n", p->out);
}

/* ---- the page as a whole ---- */

static void say_head(const struct page *p, double seconds, double all)
{
    char said[320], cell[2][TCR_TABLE_CELL];
    const bool open = tcr_device_state() == 0;

    if (p->html)
        fputs(
            "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>tcr: loops of "
            "a run</title>\n<style>body{font:15px sans-serif;max-width:60em;margin:2em auto;"
            "padding:0 1em}h2{font-size:1.05em;margin:1.4em 0 .3em}dl{display:grid;"
            "grid-template-columns:6em auto;margin:0}dt{color:#666}dd{margin:0}</style></head>\n"
            "<body><h1>",
            p->out);
    text(p, program_invocation_short_name);
    text(p, ": the loops of a run");
    fputs(p->html ? "</h1>\n<p>" : "\n\n", p->out);
    snprintf(said, sizeof said,
             "The program ran for %s since its first loop, of which loops with directives took %s. "
             "Device: %s.",
             tcr_table_time(cell[0], seconds, true), tcr_table_time(cell[1], all, true),
             open                       ? tcr_properties.name
             : tcr_device_host_reason() ? tcr_device_host_reason()
                                        : "not opened");
    text(p, said);
    fputs(p->html ? "</p>\n<p>" : "\n", p->out);
    if (open && tcr_config.backend == TCR_CHOICE_SIM)
        text(p, "The times of the simulated device, and advice that compares them, say nothing of "
                "a GPU. ");
    text(p, "Of files in which the compiler has taken no loop, nothing is said here: "
            "tcr-cc --tcr-report lists theirs.");
    fputs(p->html ? "</p>\n" : "\n\n", p->out);
}

void tcr_advise(FILE *out, bool html, struct tcr_stats *const *list, size_t n, double seconds)
{
    const struct page page = {out, html};
    double all = 0;

    for (size_t i = 0; i < n; i++)
        all += total(list[i]);
    say_head(&page, seconds, all);
    for (size_t i = 0; i < n; i++)
        say_loop(&page, list[i], tcr_table_nth(list[i], list, n), all);
    say_data(&page);
    say_refused(&page);
    if (html)
        fputs("</body></html>\n", out);
}
