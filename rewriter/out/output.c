/* SPDX-License-Identifier: MIT */
/*
 * output.c: edits of the preprocessed text, applied in order.
 *
 * Generated lines stand under a line marker of their own: the directive's line
 * in the user's file, flagged as system header, so that errors, debuggers and
 * coverage point at the directive and no warning is given about them.
 */
#include "output_private.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../accept/accept_calls.h"
#include "../front/ast.h"
#include "../front/data.h"
#include "../emit/emit.h"
#include "../images/images.h"

void output_edit(struct edits *e, struct edit edit)
{
    size_t n = e->n;
    e->list = xgrow(e->list, n, sizeof *e->list);
    edit.rank = (int)n;
    e->list[n] = edit;
    e->n = n + 1;
}

static int compare_edits(const void *a, const void *b)
{
    const struct edit *x = a, *y = b;
    if (x->begin != y->begin)
        return x->begin < y->begin ? -1 : 1;
    return x->rank - y->rank;
}

/* ---- collecting ---- */

size_t output_line_begin(const char *text, size_t at)
{
    while (at > 0 && text[at - 1] != '\n')
        at--;
    return at;
}

struct occurrence_ctx {
    struct edits *edits;
    const struct plan *p;
};

static bool visit_occurrence(struct expr *x, void *ctx)
{
    struct occurrence_ctx *c = ctx;
    if (x->reduction < 0)
        return true;
    if (c->p->reductions[x->reduction].temp) {
        const char *name = ir_printf("tcr_red%d", x->reduction);
        for (size_t i = 0; i < c->edits->n; i++) /* shared nodes: once is enough */
            if (c->edits->list[i].begin == x->begin && c->edits->list[i].end == x->end)
                return false;
        output_edit(c->edits, (struct edit){.begin = x->begin, .end = x->end, .text = name});
    }
    return false;
}

/* Hints such as `GCC ivdep` must stand right before a loop, where the OpenMP
 * pragma now stands; it says as much. */
static bool is_loop_hint(const char *line)
{
    static const char *const hints[] = {"GCC ivdep", "GCC unroll", "GCC novector", "clang loop",
                                        "unroll",    "nounroll",   "ivdep"};
    if (strncmp(line, "#pragma ", 8) != 0)
        return false;
    for (size_t i = 0; i < sizeof hints / sizeof *hints; i++)
        if (strncmp(line + 8, hints[i], strlen(hints[i])) == 0)
            return true;
    return false;
}

static void blank_hints(struct edits *e, const struct region *r)
{
    const char *text = e->src->text;
    size_t at = r->site.begin;
    while (at > 0) { /* above */
        size_t prev = output_line_begin(text, at - 1);
        if (is_loop_hint(text + prev))
            output_blank(e, prev, at - 1);
        else if (text[prev + strspn(text + prev, " \t\r")] != '\n')
            break;
        at = prev;
    }
    for (at = r->pragma->begin; at < r->begin; at++)
        if (text[at] == '#' && (at == 0 || text[at - 1] == '\n') && is_loop_hint(text + at))
            output_blank(e, at, at + strcspn(text + at, "\n"));
}

/* gcc's OpenMP does not take `for ((i) = 0; ...)`, which macros often give. */
static void unwrap_init(struct edits *e, struct expr *init)
{
    const char *text = e->src->text;
    init = expr_strip(init);
    if (init->kind != EXPR_ASSIGN)
        return;
    size_t begin = init->a->begin, end = init->a->end;
    for (;;) {
        while (begin > 0 && strchr(" \t", text[begin - 1]))
            begin--;
        while (text[end] && strchr(" \t", text[end]))
            end++;
        if (begin == 0 || text[begin - 1] != '(' || text[end] != ')')
            return;
        begin--;
        end++;
        output_edit(e, (struct edit){.begin = begin, .end = begin + 1, .text = " "});
        output_edit(e, (struct edit){.begin = end - 1, .end = end, .text = " "});
    }
}

void output_lines(struct edits *e, size_t at, size_t position, const char *text)
{
    output_edit(e, (struct edit){.begin = at,
                                 .end = at,
                                 .text = ir_strdup(text),
                                 .generated = true,
                                 .position = position});
}

static void add_generated(struct edits *e, const struct region *r, size_t at, const char *text)
{
    output_lines(e, at, r->pragma->begin, text);
}

/* In front of the directives and line markers that stand between a condition and its statement. */
static size_t before_lines(const char *text, size_t at)
{
    for (size_t prev = output_line_begin(text, at); at > 0;) {
        bool blank = strspn(text + prev, " \t\r\n") >= at - prev;
        if (!blank && text[prev] != '#')
            break;
        at = prev;
        prev = at ? output_line_begin(text, at - 1) : 0;
    }
    return at;
}

/* Minima and maxima with others along: a thread notes where it finds them. */
static void add_notes(struct edits *e, const struct plan *p)
{
    const struct region *r = p->r;
    for (size_t i = 0; i < r->n_bests && p->parallel; i++) {
        size_t begin, end;
        ast_statement(r->ast, r->bests[i].update, &begin, &end);
        add_generated(e, r, before_lines(e->src->text, begin), emit_found_taken(p, i));
        add_generated(e, r, end, "}\n");
    }
}

/* The loop as the OpenMP pragma of ours needs it. */
static void edit_loop(struct edits *e, const struct plan *p)
{
    struct region *r = p->r;
    struct occurrence_ctx c = {e, p};
    blank_hints(e, r);
    for (size_t i = 0; i < r->n_loops; i++)
        if (r->loops[i]->stmt->init && r->loops[i]->stmt->init->kind == STMT_EXPR)
            unwrap_init(e, r->loops[i]->stmt->init->expr);
    add_notes(e, p);
    stmt_walk_exprs(r->stmt, visit_occurrence, &c);
}

static void add_data(struct edits *e, const struct plan *p)
{
    const struct region *r = p->r;
    struct buf before = {0}, after = {0};
    emit_data(p, &before, &after);
    if (before.s)
        add_generated(e, r, output_line_begin(e->src->text, r->pragma->begin), before.s);
    if (after.s)
        add_generated(e, r, r->end, after.s);
    buf_free(&before);
    buf_free(&after);
}

/* In front of hints, too: they must stand right before the loop. */
static size_t before_hints(const struct edits *e, size_t at)
{
    const char *text = e->src->text;
    for (size_t prev = at; prev > 0;) {
        prev = output_line_begin(text, prev - 1);
        if (is_loop_hint(text + prev))
            at = prev;
        else if (text[prev + strspn(text + prev, " \t\r")] != '\n')
            break;
    }
    return at;
}

/* May the loop be one of several that an OpenMP pragma takes together, and that
 * must follow on each other? */
static bool is_collapsed(const struct edits *e, const struct region *r)
{
    const char *text = e->src->text;
    for (size_t at = r->function_begin; at < r->pragma->begin; at++) {
        size_t length = strcspn(text + at, "\n");
        bool omp = output_heeds_omp(e, text + at);
        const char *word = omp ? strstr(text + at, "collapse") : NULL;
        const char *other = omp ? strstr(text + at, "ordered") : NULL;
        if ((word && word < text + at + length) || (other && other < text + at + length))
            return true;
        at += length;
    }
    return false;
}

/* A loop that stays as it is: what it uses may be on the device. */
static void add_plain_loop(struct edits *e, struct region *r, struct plan *const *plans, size_t n)
{
    bool inside = r->refuse_code == CODE_OFFLOAD_REGION || /* of the compiler's device code */
                  (r->site.target && !output_region_taken(r->site.target, plans, n));
    if (r->end == r->begin || region_is_plain(r) || r->refuse_code == CODE_PLACEMENT || inside ||
        is_collapsed(e, r))
        return;
    /* refused before it was known */
    struct site site =
        r->site.end ? r->site
                    : site_find(r->facts, r->pragma->origin, r->pragma->begin, r->begin, r->end);
    struct buf before = {0};
    struct source_pos pos = source_position(e->src, r->pragma->begin);
    buf_add(&before, "{ tcr_data_host_loop(");
    emit_c_string(&before, pos.file);
    buf_printf(&before, ", %u, %d);\n", pos.line, data_loop_writes(r));
    bool keeps = r->keeps_text || site.heeded;
    add_generated(e, r, keeps ? site.begin : before_hints(e, site.begin), before.s);
    add_generated(e, r, site.end, "}\n");
    buf_free(&before);
}

/* False: the loop stays as it is. */
static bool add_region(struct edits *e, const struct plan *p)
{
    const struct region *r = p->r;
    struct buf before = {0}, after = {0};
    emit_host(p, &before, &after);
    if (before.s) {
        if (!r->keeps_text)
            edit_loop(e, p);
        add_generated(e, r, r->site.begin, before.s);
        add_generated(e, r, r->site.end, after.s);
    }
    bool emitted = before.s != NULL;
    buf_free(&before);
    buf_free(&after);
    return emitted;
}

/* ---- writing ---- */

static void put_line(struct buf *out, struct source_pos pos, bool system)
{
    buf_printf(out, "# %u \"", pos.line);
    for (const char *s = pos.file; *s; s++)
        buf_printf(out, *s == '"' || *s == '\\' ? "\\%c" : "%c", *s);
    buf_add(out, system || pos.system ? "\" 3\n" : "\"\n");
}

static void put_marker(const struct edits *e, struct buf *out, size_t offset, bool system)
{
    if (!e->opt->readable)
        put_line(out, source_position(e->src, offset), system);
}

static void put_generated(const struct edits *e, struct buf *out, const struct edit *edit,
                          size_t resume)
{
    const char *text = e->src->text;
    struct source_pos pos = {0};
    size_t known = SIZE_MAX; /* the offset whose position `pos` is: mostly the edit's own */
    if (out->len && out->s[out->len - 1] != '\n')
        buf_add(out, "\n");
    for (const char *line = edit->text; *line;) {
        size_t n = strcspn(line, "\n");
        size_t position = edit->position;
        if (*line == '\1') { /* a line of the user's: region_lines */
            char *text_begin;
            position = strtoul(line + 1, &text_begin, 10);
            n -= (size_t)(text_begin + 1 - line);
            line = text_begin + 1;
        }
        if (!e->opt->readable && position != known)
            pos = source_position(e->src, known = position);
        if (!e->opt->readable)
            put_line(out, pos, true);
        buf_addn(out, line, n);
        buf_add(out, "\n");
        line += n + (line[n] == '\n');
    }
    size_t begin = output_line_begin(text, resume);
    bool rest = text[resume] && text[resume] != '\n';
    if (!rest && e->opt->readable)
        return;
    put_marker(e, out, resume, false);
    if (rest)
        for (size_t i = begin; i < resume; i++)
            buf_add(out, text[i] == '\t' ? "\t" : " ");
}

/* The runtime contract as C without preprocessor lines and comments. */
static char *contract(void)
{
    const char *text = NULL;
    for (const struct kernel_header *h = tcr_kernel_headers; h->name; h++)
        if (strcmp(h->name, "tcr_region.h") == 0)
            text = h->text;
    struct buf out = {0};
    int skip = 0;
    for (const char *p = text; p && *p;) {
        size_t n = strcspn(p, "\n");
        if (*p == '#') {
            if (strncmp(p, "#ifdef __cplusplus", 18) == 0 ||
                strncmp(p, "#ifndef TCR_TYPE_KNOWN", 22) == 0) /* the unit may have tcr.h */
                skip = 1;
            else if (strncmp(p, "#endif", 6) == 0)
                skip = 0;
        } else if (!skip) {
            for (size_t i = 0; i < n;) {
                if (strncmp(p + i, "/*", 2) == 0) {
                    const char *close = strstr(p + i, "*/");
                    p = close + 2;
                    n = strcspn(p, "\n");
                    i = 0;
                    continue;
                }
                if (strncmp(p + i, "size_t", 6) == 0) {
                    buf_add(&out, "__typeof__(sizeof(0))");
                    i += 6;
                } else if (strncmp(p + i, "TCR_MAX_LOOPS", 13) == 0) {
                    buf_printf(&out, "%d", TCR_MAX_LOOPS);
                    i += 13;
                } else {
                    buf_addn(&out, p + i++, 1);
                }
            }
            if (out.len && out.s[out.len - 1] != '\n')
                buf_add(&out, "\n");
        }
        p += n + (p[n] == '\n');
    }
    return buf_take(&out);
}

static bool is_pragma(const char *line)
{
    line += 1 + strspn(line + 1, " \t");
    return strncmp(line, "pragma", 6) == 0;
}

/* Before the first token of the unit, and pragmas that are about what follows. */
static size_t first_token(const char *text)
{
    size_t at = 0;
    for (;;) {
        size_t n = strspn(text + at, " \t\r\f\v");
        char c = text[at + n];
        if (c != '\n' && (c != '#' || is_pragma(text + at + n)))
            return at;
        at += strcspn(text + at, "\n");
        if (!text[at])
            return at;
        at++;
    }
}

static void apply(const struct edits *e, struct buf *out)
{
    size_t at = 0;
    for (size_t i = 0; i < e->n; i++) {
        const struct edit *edit = &e->list[i];
        if (edit->begin < at)
            continue; /* inside of one that has been replaced */
        buf_addn(out, e->src->text + at, edit->begin - at);
        if (edit->generated)
            put_generated(e, out, edit, edit->end);
        else
            buf_add(out, edit->text);
        at = edit->end;
    }
    buf_addn(out, e->src->text + at, e->src->unit_size - at);
}

/* The #include line that a return to `line` of the file follows. */
static void put_include(struct source *src, const char *marker, struct buf *out)
{
    char *end;
    unsigned long line = strtoul(marker + 2, &end, 10);
    const char *open = strchr(end, '"'), *close = open ? strchr(open + 1, '"') : NULL;
    if (!close || line < 2)
        return;
    char *file = ir_strndup(open + 1, (size_t)(close - open - 1));
    const char *text = source_line(src, file, (unsigned)line - 1);
    if (text && *(text + strspn(text, " \t")) == '#' && strstr(text, "include"))
        buf_printf(out, "%s\n", text);
}

/* Leave out the text of system headers and line markers. */
static void fold(struct source *src, const char *text, struct buf *out)
{
    bool system = false;
    int blanks = 0;
    while (*text) {
        size_t n = strcspn(text, "\n");
        if (text[0] == '#' && text[1] == ' ') {
            const char *close = memchr(text, '"', n);
            bool was_system = system;
            close = close ? strchr(close + 1, '"') : NULL;
            system = (close && close < text + n &&
                      memchr(close, '3', (size_t)(text + n - close)) != NULL) ||
                     strncmp(text, "# 0 \"<", 6) == 0;
            if (was_system && !system && close && close + 2 < text + n && close[2] == '2')
                put_include(src, text, out);
        } else if (!system) {
            bool is_blank = strspn(text, " \t\r") == n;
            blanks = is_blank ? blanks + 1 : 0;
            if (blanks < 2) {
                buf_addn(out, is_blank ? "" : text, is_blank ? 0 : n);
                buf_add(out, "\n");
            }
        }
        text += n + (text[n] == '\n');
    }
}

static bool is_merged(const struct declared *d, struct plan *const *plans, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; plans[i]->device && k < plans[i]->r->n_declarings; k++)
            if (plans[i]->r->declarings[k].is == d)
                return true;
    return false;
}

/* The functions by which the host combines what devices have reduced, behind their directives. */
static void add_merges(struct edits *e, struct plan *const *plans, size_t n)
{
    for (size_t i = 0; i < e->src->n_declared; i++) {
        const struct declared *d = &e->src->declared[i];
        if (is_merged(d, plans, n))
            output_lines(e, d->end, d->begin, emit_declared_merge(d));
    }
}

static void add_regions(struct edits *e, struct plan *const *plans, size_t n)
{
    output_left(e, plans, n, true);
    output_teams(e, plans, n, true);
    output_regions(e, plans, n, REGION_LOOPS);
    bool *emitted = ir_alloc(n * sizeof *emitted + 1);
    for (size_t i = 0; i < n; i++)
        if (!directive_is_data(plans[i]->r->dir))
            emitted[i] = add_region(e, plans[i]);
    output_teams(e, plans, n, false);
    output_regions(e, plans, n, REGION_ENDS);
    /* these hold others: later ones, which end first where two end at one place */
    for (size_t i = n; i-- > 0;)
        if (directive_is_data(plans[i]->r->dir))
            add_data(e, plans[i]);
        else if (!emitted[i])
            add_plain_loop(e, plans[i]->r, plans, n);
    output_regions(e, plans, n, REGION_BEGINNINGS);
    output_left(e, plans, n, false);
}

void output_unit(const struct source *src, struct plan *const *plans, size_t n, const char *tail,
                 const struct output_options *opt, struct buf *out)
{
    struct edits e = {.src = src, .opt = opt};
    char *types = contract();
    struct buf prelude = {0}, whole = {0};
    if (!opt->readable)
        buf_add(&prelude, types);
    accept_calls_ours(src, opt->accept, opt->takes_calls, &prelude);
    emit_host_prelude(plans, n, &prelude);
    size_t first = first_token(src->text);
    output_lines(&e, first, src->unit_size, prelude.s ? prelude.s : "");
    add_merges(&e, plans, n);
    add_regions(&e, plans, n);
    output_pragmas(&e, plans, n);
    qsort(e.list, e.n, sizeof *e.list, compare_edits);
    apply(&e, &whole);
    struct edit last = {.text = tail, .generated = true, .position = src->unit_size};
    put_generated(&e, &whole, &last, src->unit_size);
    if (opt->readable)
        fold((struct source *)src, whole.s, out);
    else
        buf_add(out, whole.s);
    buf_free(&whole);
    buf_free(&prelude);
    free(types);
    free(e.list);
}
