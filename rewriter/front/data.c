/* SPDX-License-Identifier: MIT */
/* data.c: what data directives name: sections, and where the runtime finds
 * their bytes. */
#include "data.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "ast.h"
#include "../ir/refusal.h"
#include "../text/text.h"

static bool is_plain_name(const char *s)
{
    while (*s == '(' || *s == ')' || text_word_char(*s))
        s++;
    return *s == '\0';
}

/* (base)[0][0] with n subscripts */
static const char *element_text(const char *base, unsigned n)
{
    const char *text = ir_printf("(%s)", base);
    for (unsigned i = 0; i < n; i++)
        text = ir_printf("%s[0]", text);
    return text;
}

static MUST_CHECK void *refuse_item(struct region *r, const struct item *it, enum refusal_code code,
                                    const char *why)
{
    return refuse(r, REFUSE_LOOP, r->pragma->begin, code, "'%s': %s", it->text, why);
}

/* Without leaving the analysis. */
static void refuse_whole(struct region *r, enum refusal_code code, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

static void refuse_whole(struct region *r, enum refusal_code code, const char *fmt, ...)
{
    if (r->refused && r->refuse_level == REFUSE_LOOP)
        return;
    struct buf b = {0};
    va_list ap;
    va_start(ap, fmt);
    buf_vprintf(&b, fmt, ap);
    va_end(ap);
    r->refused = true;
    r->refuse_level = REFUSE_LOOP;
    r->refuse_code = code;
    r->refuse_offset = r->pragma->begin;
    r->refuse_reason = ir_strdup(b.s);
    buf_free(&b);
}

/* ---- sections ---- */

/* An item's base, and where its sections begin: subscripts up to a pointer only
 * say which one. */
struct based {
    const struct item *item;
    const char *text;
    const struct data_shape *shape;
    unsigned from; /* sections that are a part of the base */
};

static struct based find_base(const struct item *it, const struct data_shape *shape)
{
    struct based b = {it, it->base, shape, 0};
    const char *text = it->base;
    for (unsigned k = 0; k + 1 < it->n_sections && k < shape->n && it->sections[k].is_index; k++) {
        text = ir_printf("%s[%s]", k ? text : ir_printf("(%s)", text), it->sections[k].lo);
        if (shape->kind[k + 1] == LEVEL_POINTER) {
            b.text = text;
            b.from = k + 1;
        }
    }
    return b;
}

/* A number as it stands; another expression: -1. */
static long long number_of(const char *text)
{
    char *rest;
    long long n = text ? strtoll(text, &rest, 0) : 0;
    return text && (*rest || rest == text) ? -1 : n;
}

bool data_beyond(const struct section *s, long long extent)
{
    long long lo = number_of(s->lo), length = s->is_index ? 1 : s->len ? number_of(s->len) : 0;
    return extent >= 0 && lo >= 0 && length >= 0 && (lo > extent || length > extent - lo);
}

static bool find_level(struct region *r, struct data_item *d, const struct based *b, unsigned k)
{
    const struct item *it = b->item;
    const struct section *s = &it->sections[b->from + k];
    const struct data_shape *shape = b->shape;
    enum data_level_kind kind = shape->kind[b->from + k];
    if (b->from + k >= shape->n)
        return refuse_item(r, it, CODE_SECTION_SHAPE,
                           "it has more sections than the array has dimensions");
    if (k > 0 && kind == LEVEL_POINTER)
        return refuse_item(
            r, it, CODE_SECTION_SHAPE,
            ir_printf("the rows lie where pointers say; name them one by one, such as "
                      "'enter data copyin(%s[i][0:m])' in a loop over i",
                      it->base));
    if (!shape->complete[b->from + k + 1])
        return refuse_item(r, it, CODE_SECTION_SHAPE, "elements of this type have no size");
    if (data_beyond(s, shape->extent[b->from + k]))
        return refuse_item(r, it, CODE_SECTION_SHAPE,
                           ir_printf("it leaves the array, which has %lld elements there",
                                     shape->extent[b->from + k]));
    d->level[k].extent = "-1";
    if (kind == LEVEL_ARRAY)
        d->level[k].extent = ir_printf("(long long)(sizeof(%s) / sizeof(%s))",
                                       element_text(b->text, k), element_text(b->text, k + 1));
    d->level[k].lo = s->lo ? ir_printf("(long long)(%s)", s->lo) : "0";
    if (s->is_index)
        d->level[k].length = "1";
    else if (s->len)
        d->level[k].length = ir_printf("(long long)(%s)", s->len);
    else if (kind == LEVEL_ARRAY)
        d->level[k].length =
            s->lo ? ir_printf("%s - %s", d->level[k].extent, d->level[k].lo) : d->level[k].extent;
    else
        return refuse_item(r, it, CODE_SECTION_SHAPE,
                           ir_printf("it has no length, and how much '%s' has is not known; write "
                                     "'%s[lower:length]'",
                                     b->text, b->text));
    return true;
}

/* Is dimension k surely cut, behind one with more than one element?  (Else the
 * runtime sees.) */
static bool is_cut(const struct based *b, unsigned k)
{
    const struct item *it = b->item;
    const struct section *s = &it->sections[k];
    long long extent = b->shape->extent[k], length = s->len ? number_of(s->len) : extent;
    bool several = false;
    for (unsigned j = b->from; j < k; j++)
        several |= !it->sections[j].is_index &&
                   (!it->sections[j].len || number_of(it->sections[j].len) != 1);
    if (!several || (extent == 1 && s->is_index))
        return false;
    return s->is_index || number_of(s->lo) > 0 || (extent >= 0 && length >= 0 && length != extent);
}

static bool find_sections(struct region *r, struct data_item *d, const struct item *it,
                          const struct data_shape *shape)
{
    struct based b = find_base(it, shape);
    d->n_levels = it->n_sections - b.from;
    if (it->n_sections > TCR_MAX_LOOPS)
        return refuse_item(r, it, CODE_SECTION_SHAPE, "it has too many dimensions");
    for (unsigned k = 0; k < d->n_levels; k++)
        if (!find_level(r, d, &b, k))
            return false;
    for (unsigned k = b.from; k < it->n_sections && r->dir->kind != DIR_UPDATE; k++)
        if (is_cut(&b, k))
            return refuse_item(
                r, it, CODE_SECTION_SHAPE,
                "it is not one stretch of memory; write all dimensions in full after the "
                "first with more than one element");
    d->address = ir_printf("(%s)", b.text);
    d->element = ir_printf("sizeof(%s)", element_text(b.text, d->n_levels));
    return true;
}

/* Does the item need memory on the device where there may be none yet? */
static bool makes_present(const struct region *r, enum tcr_data_verb verb)
{
    return verb == TCR_DATA_COPYIN || verb == TCR_DATA_COPY || verb == TCR_DATA_CREATE ||
           (verb == TCR_DATA_COPYOUT && r->dir->kind == DIR_DATA);
}

/* Of OpenMP and OpenACC: an update of a pointer is hardly what is meant. */
static void warn_pointer(struct region *r, const struct item *it)
{
    const struct pragma *p = r->dir->written;
    const char *found = strstr(p->words, it->text);
    while (found && (text_word_char(found[-1]) || text_word_char(found[strlen(it->text)])))
        found = strstr(found + 1, it->text);
    diag_pragma(
        r->diag, DIAG_WARNING, p, found ? (size_t)(found - p->words) : DIAG_NAMESPACE,
        found ? strlen(it->text) : 3, NULL,
        "'%s' is a pointer, and nothing that it points to is copied: write '%s[lower:length]'",
        it->text, it->text);
}

/* An item without a section; false: nothing of it is on the device. */
static bool find_whole(struct region *r, struct data_item *d, const struct item *it,
                       const struct data_shape *shape)
{
    bool pointer = shape->kind[0] == LEVEL_POINTER;
    if (d->verb == TCR_DATA_DEVICEPTR || d->verb == TCR_DATA_ATTACH || d->verb == TCR_DATA_DETACH) {
        if (!pointer)
            return refuse_item(r, it, CODE_SECTION_SHAPE, "it is no pointer");
        return false;
    }
    if (pointer && (r->dir->origin == ORIGIN_OMP ||
                    (r->dir->origin == ORIGIN_ACC && d->verb != TCR_DATA_DELETE))) {
        if (r->dir->kind == DIR_UPDATE)
            warn_pointer(r, it);
        return false; /* they mean the pointer itself */
    }
    if (pointer && makes_present(r, d->verb))
        return refuse_item(
            r, it, CODE_SECTION_SHAPE,
            ir_printf("it is a pointer, and how much memory it points to is not known; "
                      "write '%s[0:n]', or 'present(%s)' for what is on the device already",
                      it->base, it->base));
    if (!pointer && shape->kind[0] == LEVEL_OBJECT && !shape->is_record && is_plain_name(it->base))
        return false; /* loops take the value of scalars when they start */
    if (!shape->complete[0])
        return refuse_item(
            r, it, CODE_SECTION_SHAPE,
            shape->kind[0] == LEVEL_OPEN_ARRAY
                ? ir_printf("its extent is not known; write '%s[lower:length]'", it->base)
                : "its type has no size");
    d->address = ir_printf(pointer ? "(%s)" : "&(%s)", it->base);
    d->element = pointer ? "0" : ir_printf("sizeof(%s)", it->base);
    return true;
}

static bool find_items(struct region *r)
{
    const struct directive *dir = r->dir;
    size_t n = 0, at = 0;
    for (size_t i = 0; i < dir->n_data; i++)
        n += dir->data[i].n_items;
    struct data_shape *shapes = ir_alloc((n + 1) * sizeof *shapes);
    if (!ast_check_data(r, shapes))
        return false;
    for (size_t i = 0; i < dir->n_data; i++)
        for (size_t k = 0; k < dir->data[i].n_items && !r->stopped; k++, at++) {
            const struct item *it = &dir->data[i].items[k];
            struct data_item d = {.name = it->text, .verb = dir->data[i].does};
            if (it->n_sections ? find_sections(r, &d, it, &shapes[at])
                               : find_whole(r, &d, it, &shapes[at]))
                IR_PUSH(r->items, r->n_items, d);
        }
    return true;
}

/* ---- what stands above ---- */

/* Does the pragma line ask for the statement that follows?  Then it would get
 * our block. */
static bool wants_statement(const char *line)
{
    static const char *const alone[] = {"barrier", "taskwait",      "taskyield", "flush",  "cancel",
                                        "declare", "threadprivate", "error",     "depobj", "end",
                                        "enter",   "exit",          "update"};
    static const char *const hints[] = {"GCC ivdep", "GCC unroll", "GCC novector", "clang loop",
                                        "unroll",    "nounroll",   "ivdep"};
    for (size_t i = 0; i < sizeof hints / sizeof *hints; i++)
        if (strncmp(line, hints[i], strlen(hints[i])) == 0)
            return true;
    if (strncmp(line, "omp ", 4) != 0)
        return false;
    line += 4 + strspn(line + 4, " \t");
    if (strncmp(line, "target", 6) == 0 && strchr(" \t", line[6])) /* enter data, ... */
        line += 6 + strspn(line + 6, " \t");
    for (size_t i = 0; i < sizeof alone / sizeof *alone; i++)
        if (strncmp(line, alone[i], strlen(alone[i])) == 0)
            return false;
    return true;
}

static bool check_above(struct region *r)
{
    const char *text = r->src->text;
    size_t at = r->pragma->begin;
    while (at > 0 && text[at - 1] != '\n')
        at--;
    while (at > 0) {
        for (at--; at > 0 && text[at - 1] != '\n';)
            at--;
        const char *line = text + at + strspn(text + at, " \t\r");
        if (strncmp(line, "#pragma ", 8) == 0 && wants_statement(line + 8))
            return refuse(
                r, REFUSE_LOOP, r->pragma->begin, CODE_PLACEMENT,
                "it stands between another pragma and that one's statement; put it above");
        if (*line != '#' && *line != '\n')
            return true;
    }
    return true;
}

bool data_find(struct region *r)
{
    if (r->dir->kind == DIR_WAIT)
        return true; /* all is done when a loop or a directive is over */
    return (r->dir->implied || check_above(r)) && ast_data_place(r) && find_items(r);
}

/* ---- among the unit's directives ---- */

void data_check_around(struct region *r, const struct region *loop)
{
    if (loop && r->dir->kind != DIR_WAIT)
        refuse_whole(r, CODE_PLACEMENT,
                     "it stands inside of the 'tcr %s' loop, during which data stays where it is; "
                     "put it before or after that loop",
                     loop->pragma->words);
}

void data_check_called(struct region *loop, struct directive *const *directives, size_t n)
{
    for (size_t i = 0; i < loop->n_functions; i++)
        for (size_t k = 0; k < n && loop->functions[i].body; k++) {
            const struct stmt *body = loop->functions[i].body;
            size_t at = directives[k]->pragma->begin;
            if (directive_is_data(directives[k]) && at >= body->begin && at < body->end)
                refuse_whole(loop, CODE_CALL_EFFECTS,
                             "the called function '%s' has a data directive; call it before or "
                             "after the loop",
                             loop->functions[i].decl->name);
        }
}

static bool is_of(const struct region *r, bool omp)
{
    return directive_is_data(r->dir) && (r->dir->origin == ORIGIN_OMP) == omp;
}

static void refuse_others(struct region *const *regions, size_t n, bool omp,
                          struct data_against against)
{
    bool in_error = false;
    for (size_t i = 0; i < n; i++)
        if (is_of(regions[i], omp) && regions[i]->refused) {
            against = (struct data_against){"the data directive", regions[i]->pragma->begin, NULL};
            in_error = regions[i]->refuse_code == CODE_INVALID;
            break;
        }
    for (size_t i = 0; against.what && i < n; i++) {
        struct region *r = regions[i];
        if (!is_of(r, omp) || r->refused || r->dir->kind == DIR_WAIT)
            continue;
        struct source_pos pos = source_position(r->src, against.at);
        refuse_whole(r, CODE_DATA_TOGETHER,
                     "%s of line %u is not honoured%s%s%s, and a file's data directives "
                     "are all honoured or none",
                     against.what, pos.line, against.why ? " (" : "",
                     against.why ? against.why : "", against.why ? ")" : "");
        if (!in_error) /* else that has been said, and nothing is compiled */
            refusal_say(r->diag, r);
    }
}

void data_check_together(struct region *const *regions, size_t n, struct data_against ours,
                         struct data_against of_omp)
{
    refuse_others(regions, n, false, ours);
    refuse_others(regions, n, true, of_omp);
}

/* ---- loops that stay as they are ---- */

struct writes {
    struct region *r;
    bool found;
};

/* A scalar of the function's own that nobody has the address of is not present. */
static bool is_own_scalar(struct region *r, const struct expr *e)
{
    return e->kind == EXPR_VAR && (e->decl->kind == DECL_LOCAL || e->decl->kind == DECL_PARAM) &&
           e->decl->type->kind != TYPE_RECORD &&
           (!e->decl->cursor || !escape_kept(r, e->decl, true)); /* ast_block.c's have none */
}

static bool visit_writes(struct expr *e, void *ctx)
{
    struct writes *w = ctx;
    if (e->kind == EXPR_ASSIGN || e->kind == EXPR_INCDEC)
        w->found |= !is_own_scalar(w->r, e->a);
    if (e->kind == EXPR_CALL)
        w->found |= !e->math || expr_has_effects(e);
    w->found |= e->kind == EXPR_END; /* what the host does there is not in these statements */
    return !w->found;
}

bool data_loop_writes(struct region *loop)
{
    struct writes w = {loop, !loop->stmt};
    stmt_walk_exprs(loop->stmt, visit_writes, &w);
    return w.found;
}
