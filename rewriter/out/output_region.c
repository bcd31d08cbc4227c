/* SPDX-License-Identifier: MIT */
/*
 * output_region.c: target regions of OpenMP's whose loops are taken over one by one
 * (output_private.h).
 *
 *     {                                       the region's copies of what it does not map
 *         __typeof__(n) tcr_own0 = n;
 *         {
 *             __typeof__(n) n = tcr_own0;
 *     #pragma omp parallel num_threads(4)     what is left of `target parallel`
 *             the user's statement
 *         }
 *     }
 *
 * The statements between the loops are the host's.  In front of those that may use memory a call
 * brings back what is newer on the device, and the loops behind them copy anew what they use; with
 * nothing such between them, data stays on the device from loop to loop.
 */
#include <string.h>

#include "../accept/accept.h"
#include "../emit/emit.h"
#include "../front/ast.h"
#include "../ir/sharing.h"
#include "output_private.h"

/* ---- what stands between the loops ---- */

struct between {
    const struct edits *e;
    const struct construct *region;
    struct plan *const *plans;
    size_t n;
    const struct decl *names; /* from outside */
    size_t n_names;
    bool *uses;     /* [k]: behind k loops stands what may use memory */
    size_t n_loops; /* so far */
    bool some, branches;
    /* the token before, 0 at the beginning; of each block: does it only group? */
    char last;
    bool grouped[64];
    size_t depth;
};

static const struct region *loop_at(const struct between *b, size_t at)
{
    for (size_t i = 0; i < b->n; i++) {
        const struct region *r = b->plans[i]->r;
        if (r->site.target == b->region && !r->refused && r->site.begin <= at && at < r->site.end)
            return r;
    }
    return NULL;
}

static bool is_aggregate(const struct between *b, const char *word, size_t length)
{
    for (size_t i = 0; i < b->n_names; i++)
        if ((b->names[i].type->kind == TYPE_ARRAY || b->names[i].type->kind == TYPE_RECORD) &&
            strlen(b->names[i].name) == length && memcmp(b->names[i].name, word, length) == 0)
            return true;
    return false;
}

static bool follows(const char *text, size_t at, size_t end, char c)
{
    return text_token(text, end, &at) == 1 && text[at] == c;
}

/* May the token be a part of an access to memory, or of a call? */
static bool token_uses(const struct between *b, const char *text, size_t at, size_t length)
{
    static const char plain[] = "for while if switch sizeof return";
    if (!text_word_start(text[at]))
        return strchr("[*&.", text[at]) || (length == 2 && memcmp(text + at, "->", 2) == 0);
    return (follows(text, at + length, b->region->end, '(') &&
            !text_among(plain, text + at, length)) ||
           text_among("asm __asm__ __asm", text + at, length) || is_aggregate(b, text + at, length);
}

static void note_block(struct between *b, char brace)
{
    if (brace == '}')
        b->depth -= b->depth > 0;
    else if (b->depth < sizeof b->grouped)
        b->grouped[b->depth++] = strchr(";{}", b->last) || !b->last;
    else
        b->branches = true;
}

/* A loop of the region: is it one of a list of statements that run one after the other? */
static void note_loop(struct between *b)
{
    b->branches |= b->last && !strchr(";{}", b->last);
    for (size_t i = 0; i < b->depth; i++)
        b->branches |= !b->grouped[i];
    b->n_loops++;
    b->last = ';';
}

static size_t note_token(struct between *b, size_t at, size_t length)
{
    const char *text = b->e->src->text;
    if (text[at] == '#') { /* a pragma's clauses may use something, too */
        size_t n = strcspn(text + at, "\n");
        b->uses[b->n_loops] |= memchr(text + at, '(', n) != NULL;
        return at + n;
    }
    b->uses[b->n_loops] |= token_uses(b, text, at, length);
    b->branches |= text_among("goto case default", text + at, length);
    if (length == 1 && strchr("{}", text[at]))
        note_block(b, text[at]);
    b->last = text[at];
    return at + length;
}

/* Fills b->uses.  Where the loops are not simply one after the other, what is used in front of one
 * may be behind another. */
static void look_between(struct between *b)
{
    size_t length;
    b->uses = ir_alloc((b->n + 1) * sizeof *b->uses);
    b->names = ast_text_names(b->e->opt->facts->ast, b->region->begin, b->region->end, &b->n_names);
    for (size_t at = b->region->begin + 1, end = b->region->end - 1;
         (length = text_token(b->e->src->text, end, &at)) > 0;) {
        const struct region *r = loop_at(b, at);
        if (r)
            note_loop(b);
        at = r ? r->site.end : note_token(b, at, length);
    }
    for (size_t k = 0; k <= b->n_loops; k++)
        b->some |= b->uses[k];
    for (size_t k = 0; k <= b->n_loops && b->branches; k++)
        b->uses[k] = b->some;
}

/* ---- the region's own variables, threads and teams ---- */

static bool lists(const struct construct *c, const char *clause, const char *name)
{
    for (size_t i = 0; i < c->n_clauses; i++)
        if (strcmp(c->clauses[i].name, clause) == 0 && c->clauses[i].argument &&
            construct_mentions(c->clauses[i].argument, 0, strlen(c->clauses[i].argument), name))
            return true;
    return false;
}

/* Has the region a variable of its own for this one, and with which value?  In `private` of the
 * threads around all of it they have theirs. */
enum own { OWN_NONE, OWN_VALUE, OWN_UNSET };
static enum own own_of(const struct edits *e, const struct construct *c, const struct decl *d)
{
    if (lists(c, "reduction", d->name))
        return OWN_NONE;
    if (lists(c, "private", d->name))
        return c->parts == PART_TARGET ? OWN_UNSET : OWN_NONE;
    return lists(c, "firstprivate", d->name) || sharing_target_copies(e->opt->facts, c, d)
               ? OWN_VALUE
               : OWN_NONE;
}

static void add_own(const struct between *b, struct buf *out)
{
    const struct construct *c = b->region;
    for (size_t i = 0; i < b->n_names; i++)
        if (own_of(b->e, c, &b->names[i]) == OWN_VALUE)
            buf_printf(out, "    __typeof__(%s) tcr_own%zu = %s;\n", b->names[i].name, i,
                       b->names[i].name);
    buf_add(out, "    {\n");
    for (size_t i = 0; i < b->n_names; i++) {
        enum own own = own_of(b->e, c, &b->names[i]);
        const char *name = b->names[i].name;
        if (own == OWN_VALUE)
            buf_printf(out, "    __typeof__(%s) %s = tcr_own%zu;\n", name, name, i);
        else if (own == OWN_UNSET)
            buf_printf(out, "    __typeof__(%s) %s;\n", name, name);
    }
}

/* `omp parallel` or `omp teams` with the clauses that are not of `target`. */
static void add_threads(const struct construct *c, struct buf *out)
{
    static const char *const of_target[] = {"map", "device", "defaultmap", "num_teams"};
    bool teams = c->parts & PART_TEAMS;
    if (c->parts == PART_TARGET)
        return;
    buf_add(out, teams ? "#pragma omp teams num_teams(1)" : "#pragma omp parallel");
    for (size_t i = 0; i < c->n_clauses; i++) {
        const struct other_clause *k = &c->clauses[i];
        if (!TEXT_ONE_OF(of_target, k->name) && (teams || strcmp(k->name, "thread_limit") != 0))
            buf_printf(out, " %s(%s)", k->name, k->argument ? k->argument : "");
    }
    buf_add(out, "\n");
}

/* ---- the text ---- */

static void add_host_call(const struct edits *e, size_t at, struct buf *out)
{
    struct source_pos pos = source_position(e->src, at);
    buf_add(out, "    tcr_data_host_loop(");
    emit_c_string(out, pos.file);
    buf_printf(out, ", %u, 1);\n", pos.line);
}

static void add_beginning(struct edits *e, const struct between *b)
{
    const struct construct *c = b->region;
    struct source_pos pos = source_position(e->src, c->pragma->begin);
    struct buf out = {0};
    buf_printf(&out, "{ /* tcr: %s:%u: omp %s */\n", pos.file, pos.line, c->pragma->words);
    add_own(b, &out);
    if (b->uses[0])
        add_host_call(e, c->pragma->begin, &out);
    add_threads(c, &out);
    output_lines(e, output_line_begin(e->src->text, c->pragma->begin), c->pragma->begin, out.s);
    output_blank(e, c->pragma->begin, c->pragma->end);
    buf_free(&out);
}

/* A block around each loop behind which a call stands: it may be all of an `if`. */
static void add_loops(struct edits *e, const struct between *b, bool open)
{
    size_t k = 0;
    for (size_t i = 0; i < b->n; i++) { /* regions are in the order of the text */
        const struct region *r = b->plans[i]->r;
        if (r->site.target != b->region || r->refused || !b->uses[++k])
            continue;
        struct buf call = {0};
        add_host_call(e, r->pragma->begin, &call);
        buf_add(&call, "}\n");
        output_lines(e, open ? r->site.begin : r->site.end, r->pragma->begin,
                     open ? "{\n" : call.s);
        buf_free(&call);
    }
}

static void add_ends(struct edits *e, const struct between *b)
{
    add_loops(e, b, false);
    output_lines(e, b->region->end, b->region->pragma->begin, "} }\n");
}

bool output_region_taken(const struct construct *c, struct plan *const *plans, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (plans[i]->r->site.target == c && !plans[i]->r->refused)
            return true;
    return false;
}

void output_regions(struct edits *e, struct plan *const *plans, size_t n, enum region_edit what)
{
    const struct facts *f = e->opt->facts;
    for (size_t i = 0; i < f->n_constructs; i++) {
        struct between b = {.e = e, .region = &f->constructs[i], .plans = plans, .n = n};
        if (!b.region->open || !output_region_taken(b.region, plans, n))
            continue;
        look_between(&b);
        if (what == REGION_LOOPS)
            add_loops(e, &b, true);
        else if (what == REGION_ENDS)
            add_ends(e, &b);
        else
            add_beginning(e, &b);
    }
}
