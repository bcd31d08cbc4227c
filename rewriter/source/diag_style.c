/* SPDX-License-Identifier: MIT */
/* diag_style.c: how messages look, by the compilers' options; messages as JSON. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "diag.h"
#include "../text/json.h"

/* Forms that stand in files leave the messages as they are. */
static void set_form(struct diag_style *style, const char *name)
{
    static const struct {
        const char *name;
        enum diag_form form;
    } forms[] = {{"vi", DIAG_VI},        {"msvc", DIAG_MSVC},
                 {"json", DIAG_JSON},    {"json-stderr", DIAG_JSON},
                 {"sarif", DIAG_SILENT}, {"sarif-stderr", DIAG_SILENT}};
    style->form = DIAG_GNU;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (strcmp(name, forms[i].name) == 0)
            style->form = forms[i].form;
}

static void set_color(struct diag_style *style, const char *when)
{
    style->color = strcmp(when, "always") == 0 ||
                   (strcmp(when, "auto") == 0 ? diag_color_default() : strcmp(when, "never") != 0);
}

void diag_style_option(struct diag_style *style, const char *option)
{
    static const char format[] = "-fdiagnostics-format=", color[] = "-fdiagnostics-color=";
    const struct {
        const char *name;
        bool *flag, value;
    } flags[] = {{"-fdiagnostics-color", &style->color, true},
                 {"-fno-diagnostics-color", &style->color, false},
                 {"-fcolor-diagnostics", &style->color, true},
                 {"-fno-color-diagnostics", &style->color, false},
                 {"-fdiagnostics-show-caret", &style->no_lines, false},
                 {"-fno-diagnostics-show-caret", &style->no_lines, true},
                 {"-fcaret-diagnostics", &style->no_lines, false},
                 {"-fno-caret-diagnostics", &style->no_lines, true},
                 {"-fdiagnostics-show-line-numbers", &style->no_numbers, false},
                 {"-fno-diagnostics-show-line-numbers", &style->no_numbers, true},
                 {"-fshow-column", &style->no_column, false},
                 {"-fno-show-column", &style->no_column, true},
                 {"-fdiagnostics-fixit-info", &style->no_fixit, false},
                 {"-fno-diagnostics-fixit-info", &style->no_fixit, true},
                 {"-fdiagnostics-absolute-paths", &style->absolute, true}};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (strcmp(option, flags[i].name) == 0)
            *flags[i].flag = flags[i].value;
    if (strncmp(option, format, strlen(format)) == 0)
        set_form(style, option + strlen(format));
    else if (strncmp(option, color, strlen(color)) == 0)
        set_color(style, option + strlen(color));
    else if (strcmp(option, "-fdiagnostics-plain-output") == 0)
        *style = (struct diag_style){.no_lines = true, .no_numbers = true};
}

bool diag_color_default(void)
{
    const char *term = getenv("TERM"), *without = getenv("NO_COLOR");
    return isatty(STDERR_FILENO) && term && strcmp(term, "dumb") != 0 && !(without && *without);
}

/* ---- JSON ---- */

static void add_place(struct buf *out, const char *name, const struct source_pos *pos,
                      const char *line, size_t bytes)
{
    unsigned display = 1, column = pos->column + (unsigned)bytes;
    for (unsigned i = 0; line && i + 1 < column && line[i]; i++)
        display += ((unsigned char)line[i] & 0xc0) != 0x80;
    buf_printf(out, "\"%s\": {", name);
    json_member(out, "file", pos->file);
    buf_printf(out,
               ", \"line\": %u, \"column\": %u, \"display-column\": %u, "
               "\"byte-column\": %u}",
               pos->line, display, display, column);
}

void diag_json_add(struct buf *out, const char *word, const struct source_pos *pos,
                   const char *line, size_t length, const char *text)
{
    bool note = strcmp(word, "note") == 0 && out->len;
    if (note)
        buf_add(out, out->s[out->len - 1] == '[' ? "" : ", ");
    else
        buf_add(out, out->len ? "]}, " : "[");
    buf_add(out, "{");
    json_member(out, "kind", word);
    buf_add(out, ", \"column-origin\": 1, \"escape-source\": false, \"locations\": [{");
    add_place(out, "caret", pos, line, 0);
    if (length > 1 && pos->column) {
        buf_add(out, ", ");
        add_place(out, "finish", pos, line, length - 1);
    }
    buf_add(out, "}], ");
    json_member(out, "option", "tcr");
    buf_add(out, ", ");
    json_member(out, "message", text);
    buf_add(out, ", \"children\": [");
    if (note)
        buf_add(out, "]}");
}
