/* SPDX-License-Identifier: MIT */
/*
 * body_item.c: the items of lists: their text, where the loop names them, and the types of those
 * that are reduced.
 */
#include <string.h>

#include "body_private.h"
#include "../source/construct.h"
#include "../source/operators.h"
#include "../text/text.h"

/* ---- their text ---- */

/* (name) becomes name, unless it is the argument of a call: macros write it. */
static void bare_names(char *text)
{
    char *to = text;
    for (char *s = text; *s; s++) {
        char *end = s + 1;
        while (*s == '(' && text_word_char(*end))
            end++;
        bool bare =
            *s == '(' && end > s + 1 && *end == ')' && (to == text || !text_word_char(to[-1]));
        if (!bare) {
            *to++ = *s;
            continue;
        }
        memmove(to, s + 1, (size_t)(end - s - 1));
        to += end - s - 1;
        s = end;
    }
    *to = 0;
}

/* Text without blanks, with no brackets around names nor around the whole. */
char *body_squeeze(const char *s)
{
    char *out = ir_alloc(strlen(s) + 1), *p = out;
    for (; *s; s++)
        if (!strchr(" \t\n\r\f\v", *s))
            *p++ = *s;
    *p = 0;
    bare_names(out);
    p = out + strlen(out);
    while (*out == '(' && p[-1] == ')') {
        int depth = 0;
        char *q = out;
        for (; *q; q++) {
            depth += (*q == '(') - (*q == ')');
            if (depth == 0)
                break;
        }
        if (q != p - 1)
            break;
        *--p = 0;
        out++;
    }
    return out;
}

static bool is_listed_as(const struct region *r, size_t begin, size_t end, bool section)
{
    const struct directive *dir = r->dir;
    const char *text = body_squeeze(region_quote(r, begin, end));
    for (size_t i = 0; i < dir->n_reduce; i++)
        for (size_t k = 0; k < dir->reduce[i].n_items; k++) {
            const struct item *it = &dir->reduce[i].items[k];
            bool ranged = it->n_sections && !it->sections[it->n_sections - 1].is_index;
            if (strcmp(body_squeeze(section && ranged ? it->base : it->text), text) == 0)
                return true;
        }
    return false;
}

bool body_is_item(const struct region *r, const struct expr *lvalue)
{
    return is_listed_as(r, lvalue->begin, lvalue->end, false) || body_is_element(r, lvalue);
}

bool body_is_listed_text(const struct region *r, size_t begin, size_t end)
{
    return is_listed_as(r, begin, end, false) || is_listed_as(r, begin, end, true);
}

bool body_is_element(const struct region *r, const struct expr *lvalue)
{
    while (lvalue->kind == EXPR_INDEX) {
        lvalue = expr_strip(lvalue->a);
        lvalue = lvalue->kind == EXPR_DECAY ? lvalue->a : lvalue;
        if (is_listed_as(r, lvalue->begin, lvalue->end, true))
            return true;
    }
    return false;
}

bool body_left_out(const struct region *r, const struct item *it)
{
    size_t end = strlen(it->n_sections ? it->base : it->text), at = end;
    while (at > 0 && text_word_char(it->text[at - 1]))
        at--;
    return r->leaves &&
           construct_mentions(r->src->text, r->begin, r->end, ir_strndup(it->text + at, end - at));
}

/* ---- where the loop names them ---- */

/* One walk for all lists: a loop may have hundreds of reduction variables or temporaries. */
struct index_of {
    struct region *r;
    struct body_index *index;
};

static bool visit_lvalue(struct expr *e, void *ctx)
{
    struct index_of *in = ctx;
    if (!expr_is_lvalue(e) || (e->kind == EXPR_VAR && e->decl->in_region))
        return true;
    const char *text = body_squeeze(region_quote(in->r, e->begin, e->end));
    if (!text_index_find(&in->index->texts, text)) {
        text_index_add(&in->index->texts, text, in->index->n_firsts);
        IR_PUSH(in->index->firsts, in->index->n_firsts, e);
    }
    return true;
}

/* The mentions of a name are a list in the order of the text. */
static bool visit_variable(struct expr *e, void *ctx)
{
    struct body_index *index = ((struct index_of *)ctx)->index;
    if (e->kind != EXPR_VAR || e->decl->in_region)
        return true;
    struct mention *added = ir_alloc(sizeof *added);
    added->e = e;
    size_t *at = text_index_find(&index->names, e->decl->name);
    if (at) {
        index->last[*at]->next = added;
        index->last[*at] = added;
        return true;
    }
    size_t n = index->n_names;
    text_index_add(&index->names, e->decl->name, n);
    IR_PUSH(index->last, n, added);
    IR_PUSH(index->mentions, index->n_names, added);
    return true;
}

struct body_index body_index_of(struct region *r)
{
    struct body_index index = {0};
    struct index_of in = {r, &index};
    if (r->dir->n_reduce)
        stmt_walk_exprs(r->body, visit_lvalue, &in);
    stmt_walk_exprs(r->stmt, visit_variable, &in);
    return index;
}

struct expr *body_index_lvalue(const struct body_index *index, const char *text)
{
    size_t *at = text_index_find(&index->texts, text);
    return at ? index->firsts[*at] : NULL;
}

struct mention *body_index_variable(const struct body_index *index, const char *name)
{
    size_t *at = text_index_find(&index->names, name);
    return at ? index->mentions[*at] : NULL;
}

struct marker {
    const struct expr *lvalue;
    int number;
};

static bool visit_mark(struct expr *e, void *ctx)
{
    struct marker *m = ctx;
    if (!expr_is_lvalue(e) || !expr_equal(e, m->lvalue))
        return true;
    e->reduction = m->number;
    return false;
}

void body_index_mark(struct region *r, const struct body_index *index, const struct expr *lvalue,
                     int number)
{
    struct marker m = {lvalue, number};
    if (lvalue->kind != EXPR_VAR)
        stmt_walk_exprs(r->stmt, visit_mark, &m);
    else
        for (struct mention *at = body_index_variable(index, lvalue->decl->name); at; at = at->next)
            visit_mark(at->e, &m);
}

struct outside {
    const char *name;
    struct decl *found;
};

static bool visit_outside(struct expr *e, void *ctx)
{
    struct outside *o = ctx;
    if (e->kind == EXPR_VAR && !e->decl->in_region && strcmp(e->decl->name, o->name) == 0)
        o->found = e->decl;
    return !o->found;
}

struct decl *body_outside(struct stmt *s, const char *name)
{
    struct outside o = {.name = name};
    stmt_walk_exprs(s, visit_outside, &o);
    return o.found;
}

/* ---- types ---- */

static bool check_complex(struct region *r, const struct reduction *red)
{
    if (!operator_is(red->op, OPERATOR_ARITHMETIC))
        return refuse(r, REFUSE_LOOP, red->lvalue->begin, CODE_REDUCTION_TYPE,
                      "the operator '%s' cannot reduce '%s' of type '%s'",
                      operator_of(red->op)->name, red->text, red->type->spelling);
    if (red->op != TCR_ADD)
        refuse_device(r, red->lvalue->begin, CODE_COMPLEX,
                      "of complex numbers, devices have sums only; '%s' is a product", red->text);
    if (red->decl && red->decl->is_thread_local)
        refuse_device(r, red->lvalue->begin, CODE_THREAD_LOCAL,
                      "reduction variable '%s' is thread-local", red->text);
    return true;
}

bool body_check_type(struct region *r, const struct reduction *red)
{
    const struct type *t = red->type;
    if (expr_is_bit_field(red->lvalue))
        return refuse(
            r, REFUSE_DEVICE, red->lvalue->begin, CODE_BIT_FIELD,
            "reduction variable '%s' is a bit-field; reduce an int, and assign it after the loop",
            red->text);
    if (type_is_complex(t))
        return check_complex(r, red);
    if (t->kind == TYPE_LONG_DOUBLE || t->kind == TYPE_COMPLEX)
        refuse_device(r, red->lvalue->begin,
                      t->kind == TYPE_COMPLEX ? CODE_COMPLEX : CODE_LONG_DOUBLE,
                      "reduction variable '%s' has type '%s', which devices do not have", red->text,
                      t->spelling);
    else if (t->kind != TYPE_SCALAR)
        return refuse(r, REFUSE_LOOP, red->lvalue->begin, CODE_REDUCTION_TYPE,
                      "reduction variable '%s' has type '%s', which is not arithmetic", red->text,
                      t->spelling);
    else if (type_is_floating(t) && operator_is(red->op, OPERATOR_BITWISE))
        return refuse(r, REFUSE_LOOP, red->lvalue->begin, CODE_REDUCTION_TYPE,
                      "a bitwise operator cannot reduce '%s' of type '%s'", red->text, t->spelling);
    else if (type_is_bool(t) && red->op == TCR_ADD && r->site.heeded) /* gcc's adds the bits */
        return refuse(r, REFUSE_LOOP, red->lvalue->begin, CODE_REDUCTION_TYPE,
                      "'%s' is a _Bool, of which the compiler's threads may add the bits, not the "
                      "truth values; reduce it with ||, in the clause and in the loop",
                      red->text);
    if (red->section && (t->kind != TYPE_SCALAR || type_is_half(t)))
        refuse_device(r, red->lvalue->begin, CODE_ARRAY_REDUCTION,
                      "'%s' is a section of type '%s', which is not implemented", red->text,
                      t->spelling);
    if (red->decl && red->decl->is_thread_local)
        refuse_device(r, red->lvalue->begin, CODE_THREAD_LOCAL,
                      "reduction variable '%s' is thread-local; reduce a local one and store it "
                      "after the loop",
                      red->text);
    return true;
}
