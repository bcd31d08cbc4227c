/* SPDX-License-Identifier: MIT */
/* table.c: see table.h.  No line is longer than 100 columns. */
#include "table.h"

#include <string.h>

#include "../present/copied.h"
#include "../present/present.h"

enum { WIDEST = 23, COLUMNS = 100 };

/* ---- cells ---- */

double tcr_table_host(const struct tcr_stats *s, bool *measured)
{
    *measured = s->host_calls > 0 && s->host_nanoseconds > 0;
    if (*measured)
        return (double)s->host_nanoseconds * 1e-9 / (double)s->host_calls;
    return s->host_seconds > 0 ? s->host_seconds : -1;
}

/* Without the calls that have started the device, or loaded the kernel, if there are others. */
double tcr_table_device(const struct tcr_stats *s, bool *measured)
{
    double calls = (double)s->device_calls, time = (double)s->nanoseconds;

    *measured = calls > 0;
    if (s->device_calls > s->first_calls) {
        calls -= (double)s->first_calls;
        time -= (double)s->first_nanoseconds;
    }
    if (*measured)
        return time * 1e-9 / calls;
    return s->device_seconds > 0 ? s->device_seconds : -1;
}

/* Three digits that count, and a unit; the number is 0 or more. */
static void scaled(char *cell, size_t size, const char *sign, double x, const char *const *unit)
{
    while (x >= 999.5 && unit[1]) {
        x /= 1000;
        unit++;
    }
    snprintf(cell, size, "%s%.*f %s", sign,
             x == 0 || x >= 99.95 ? 0
             : x >= 9.995         ? 1
                                  : 2,
             x, *unit);
}

const char *tcr_table_time(char cell[TCR_TABLE_CELL], double seconds, bool measured)
{
    static const char *const small[] = {"ns", "us", "ms", "s", NULL};

    if (seconds < 0)
        snprintf(cell, TCR_TABLE_CELL, "-");
    else
        scaled(cell, TCR_TABLE_CELL, measured ? "" : "~", seconds * 1e9,
               seconds > 0 ? small : small + 3);
    return cell;
}

const char *tcr_table_bytes(char cell[TCR_TABLE_CELL], unsigned long long bytes)
{
    static const char *const unit[] = {"kB", "MB", "GB", "TB", NULL};

    if (bytes < 1000)
        snprintf(cell, TCR_TABLE_CELL, "%llu B", bytes);
    else
        scaled(cell, TCR_TABLE_CELL, "", (double)bytes * 1e-3, unit);
    return cell;
}

unsigned tcr_table_nth(const struct tcr_stats *s, struct tcr_stats *const *list, size_t n)
{
    unsigned before = 0, all = 0;

    for (size_t k = 0; k < n; k++)
        if (list[k]->line == s->line && list[k]->code == s->code &&
            strcmp(list[k]->file, s->file) == 0) {
            all++;
            before += list[k]->number != s->number ? list[k]->number < s->number
                                                   : strcmp(list[k]->kernel, s->kernel) < 0;
        }
    return all > 1 ? before + 1 : 0;
}

/* "foo.c:12", or "foo.c:12#2"; the end of a long path says more than its beginning: its last
 * folders, or the end of its name behind "..". */
static int place_of(char place[64], const char *before, const char *file, unsigned line,
                    unsigned which)
{
    char number[32];
    int digits = which ? snprintf(number, sizeof number, ":%u#%u", line, which)
                       : snprintf(number, sizeof number, ":%u", line);
    int most = WIDEST - digits - (int)strlen(before);
    int length = (int)strlen(file);
    const char *from = file, *mark = "";

    if (length > most) {
        const char *slash = strchr(file + length - most - 1, '/');

        mark = slash ? "" : "..";
        from = slash ? slash + 1 : file + length - most + 2;
    }
    return snprintf(place, 64, "%s%s%s%s", before, mark, from, number);
}

/* ---- lines ---- */

/* A reason, broken between words. */
static void reason(FILE *out, unsigned long long count, const char *text)
{
    char line[400];
    int length = snprintf(line, sizeof line, "%llu x %s", count, text);
    const char *rest = line,
               *end = line + (length < (int)sizeof line ? length : (int)sizeof line - 1);
    const int room = COLUMNS - (int)strlen("tcr:         "); /* below the first line */

    for (bool first = true; rest < end; first = false) {
        int n = (int)(end - rest);

        if (n > room) {
            n = room;
            while (n > 0 && rest[n] != ' ')
                n--;
            n = n > 0 ? n : room;
        }
        fprintf(out, "tcr:     %s%.*s\n", first ? "" : "    ", n, rest);
        rest += n;
        while (*rest == ' ')
            rest++;
    }
}

static void row(FILE *out, const struct tcr_stats *s, unsigned which, int width)
{
    char place[64], cell[6][TCR_TABLE_CELL];
    bool host_measured, device_measured;
    double host = tcr_table_host(s, &host_measured), device = tcr_table_device(s, &device_measured);

    place_of(place, "", s->file, s->line, which);
    fprintf(out, "tcr: %-*s %7llu %7llu %8s %8s %9s %9s %8s %8s\n", width, place,
            (unsigned long long)s->host_calls, (unsigned long long)s->device_calls,
            tcr_table_time(cell[0], (double)s->host_nanoseconds * 1e-9, true),
            tcr_table_time(cell[1], (double)s->nanoseconds * 1e-9, true),
            tcr_table_time(cell[2], host, host_measured),
            tcr_table_time(cell[3], device, device_measured), tcr_table_bytes(cell[4], s->bytes_to),
            tcr_table_bytes(cell[5], s->bytes_from));
    for (const struct tcr_reason *r = s->reasons; r; r = r->next)
        if (r->count)
            reason(out, r->count, r->text);
    if (s->interrupted)
        reason(out, s->interrupted, "a signal handler has interrupted the runtime");
}

static int data_place(char place[64], const struct tcr_copied *c)
{
    return c->line ? place_of(place, "data ", c->file, c->line, 0)
                   : snprintf(place, 64, "data, functions");
}

static void data_row(FILE *out, const struct tcr_copied *c, int width)
{
    char place[64], cell[3][TCR_TABLE_CELL];

    data_place(place, c);
    fprintf(out, "tcr: %-*s %7s %7llu %8s %8s %9s %9s %8s %8s\n", width, place, "", c->times, "",
            tcr_table_time(cell[0], c->seconds, true), "", "", tcr_table_bytes(cell[1], c->to),
            tcr_table_bytes(cell[2], c->from));
}

void tcr_table_print(FILE *out, struct tcr_stats *const *list, size_t n, const char *not_kept)
{
    int width = (int)strlen("region"), length;
    char place[64];

    for (size_t i = 0; i < n; i++) {
        length = place_of(place, "", list[i]->file, list[i]->line, tcr_table_nth(list[i], list, n));
        width = length > width ? length : width;
    }
    for (const struct tcr_copied *c = NULL; (c = tcr_copied_next(c)) != NULL;) {
        length = data_place(place, c);
        width = length > width ? length : width;
    }
    fprintf(out, "tcr: %-*s %7s %7s %8s %8s %9s %9s %8s %8s\n", width, "region", "host", "device",
            "on host", "on dev", "host/call", "dev/call", "to dev", "from dev");
    for (size_t i = 0; i < n; i++)
        row(out, list[i], tcr_table_nth(list[i], list, n), width);
    for (const struct tcr_copied *c = NULL; (c = tcr_copied_next(c)) != NULL;)
        data_row(out, c, width);
    if (not_kept)
        fprintf(out, "tcr: TCR_LEARN: nothing of this run is kept: %s\n", not_kept);
    if (tcr_present_unheeded())
        fprintf(out,
                "tcr: nothing has stayed on the device between loops by directives, for those of "
                "%s are not heeded\n",
                tcr_present_unheeded());
}

/* ---- for programs ---- */

static void json_text(FILE *out, const char *text)
{
    fputc('"', out);
    for (; *text; text++)
        if (*text == '"' || *text == '\\')
            fprintf(out, "\\%c", *text);
        else if ((unsigned char)*text < 0x20)
            fprintf(out, "\\u%04x", (unsigned)*text);
        else
            fputc(*text, out);
    fputc('"', out);
}

static void json_seconds(FILE *out, const char *name, double seconds, bool measured)
{
    if (seconds >= 0)
        fprintf(out, ", \"%s_call_s\": %.9g, \"%s_measured\": %s", name, seconds, name,
                measured ? "true" : "false");
}

static void json_row(FILE *out, const struct tcr_stats *s, unsigned which)
{
    const char *between = "";
    bool measured;
    double seconds;

    fprintf(out, "{\"region\": ");
    json_text(out, s->file);
    fprintf(out, ", \"line\": %u", s->line);
    if (which)
        fprintf(out, ", \"of_line\": %u", which);
    fprintf(out,
            ", \"host_calls\": %llu, \"device_calls\": %llu, \"host_s\": %.9g, "
            "\"device_s\": %.9g, \"bytes_to\": %llu, \"bytes_from\": %llu",
            (unsigned long long)s->host_calls, (unsigned long long)s->device_calls,
            (double)s->host_nanoseconds * 1e-9, (double)s->nanoseconds * 1e-9,
            (unsigned long long)s->bytes_to, (unsigned long long)s->bytes_from);
    seconds = tcr_table_host(s, &measured);
    json_seconds(out, "host", seconds, measured);
    seconds = tcr_table_device(s, &measured);
    json_seconds(out, "device", seconds, measured);
    fprintf(out, ", \"reasons\": [");
    for (const struct tcr_reason *r = s->reasons; r; r = r->next)
        if (r->count) {
            fprintf(out, "%s{\"count\": %llu, \"text\": ", between, r->count);
            json_text(out, r->text);
            fputc('}', out);
            between = ", ";
        }
    fprintf(out, "]}\n");
}

void tcr_table_json(FILE *out, struct tcr_stats *const *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        json_row(out, list[i], tcr_table_nth(list[i], list, n));
    for (const struct tcr_copied *c = NULL; (c = tcr_copied_next(c)) != NULL;) {
        fprintf(out, "{\"data\": ");
        json_text(out, c->file);
        fprintf(out,
                ", \"line\": %u, \"times\": %llu, \"seconds\": %.9g, \"bytes_to\": %llu, "
                "\"bytes_from\": %llu}\n",
                c->line, c->times, c->seconds, c->to, c->from);
    }
}
