/* SPDX-License-Identifier: MIT */
/*
 * output_pragmas.c: the program's pragmas in the rewritten text (output_private.h).
 *
 * Ours go.  Those of OpenMP that the compiler does not heed must not reach it, as host loops of
 * ours have -fopenmp; those of OpenACC stay, and are unknown to it.  What the driver prints of
 * unknown pragmas is what the compiler says of this text: so nothing may be left of what is taken
 * over, and an OpenMP pragma that the compiler does not heed becomes another one that is unknown
 * to it, too.
 */
#include <string.h>

#include "../accept/accept.h"
#include "output_private.h"

static bool is_omp_line(const char *line)
{
    if (*line != '#')
        return false;
    line++;
    line += strspn(line, " \t");
    if (strncmp(line, "pragma", 6) != 0)
        return false;
    line += 6;
    line += strspn(line, " \t");
    return strncmp(line, "omp", 3) == 0 && strchr(" \t\n(", line[3]);
}

static bool keeps_omp(const struct edits *e, const char *line)
{
    if (e->opt->openmp != USER_OPENMP_SIMD)
        return e->opt->openmp == USER_OPENMP_ON;
    const char *p = strstr(line, "omp") + 3;
    p += strspn(p, " \t");
    return strncmp(p, "simd", 4) == 0 || strncmp(p, "declare", 7) == 0;
}

bool output_heeds_omp(const struct edits *e, const char *line)
{
    return is_omp_line(line) && keeps_omp(e, line);
}

void output_blank(struct edits *e, size_t begin, size_t end)
{
    const char *text = e->src->text;
    char *s = ir_alloc(end - begin + 1);
    size_t n = 0;
    for (size_t i = begin; i < end; i++)
        if (text[i] == '\n')
            s[n++] = '\n';
    output_edit(e, (struct edit){.begin = begin, .end = end, .text = s});
}

/* Is the place in text that is taken over, or may be when the program is linked? */
static bool is_taken(const struct region *r, const struct pragma *p)
{
    if (r->refused && !r->pending)
        return false;
    return p == r->dir->written ||
           (!directive_is_data(r->dir) && p->begin >= r->site.begin && p->begin < r->end);
}

/* Does a construct say nothing more, once a loop in it is taken over, or everything is? */
static bool is_settled(const struct edits *e, const struct construct *c, struct plan *const *plans,
                       size_t n)
{
    if (c->pragma->origin == ORIGIN_ACC &&
        (strcmp(c->name, "routine") == 0 || strcmp(c->name, "wait") == 0))
        return e->opt->accept & (1u << ORIGIN_ACC);
    for (size_t i = 0; i < n; i++) {
        const struct region *r = plans[i]->r;
        if (is_taken(r, r->dir->written) && r->dir->origin == c->pragma->origin &&
            !directive_is_data(r->dir) && c->begin <= r->begin && r->end <= c->end)
            return true;
    }
    return false;
}

static bool is_honoured(const struct edits *e, const struct pragma *p, struct plan *const *plans,
                        size_t n)
{
    const struct facts *f = e->opt->facts;
    for (size_t i = 0; i < n; i++)
        if (is_taken(plans[i]->r, p))
            return true;
    for (size_t i = 0; i < f->n_constructs; i++)
        if (f->constructs[i].pragma == p)
            return is_settled(e, &f->constructs[i], plans, n);
    return false;
}

/* To a compiler that does not heed OpenMP, the pragma is unknown. */
static void make_unknown(struct edits *e, size_t line, size_t end)
{
    const char *word = strstr(e->src->text + line, "omp");
    size_t at = (size_t)(word - e->src->text);
    output_blank(e, at + 3, end);
    output_edit(e, (struct edit){.begin = at, .end = at + 3, .text = "left_omp"});
}

/* Of a region that the compiler would heed, if all of it had not been taken over? */
static bool is_of_joint(const struct edits *e, const struct pragma *p, struct plan *const *plans,
                        size_t n)
{
    for (size_t i = 0; i < n && e->opt->facts->openacc; i++) {
        const struct construct *c = plans[i]->r->site.joint;
        if (c && !plans[i]->r->refused && p->begin >= c->pragma->begin && p->begin < c->end)
            return true;
    }
    return false;
}

static void output_other(struct edits *e, const struct pragma *p, struct plan *const *plans,
                         size_t n)
{
    bool unknown = e->opt->openmp == USER_OPENMP_OFF && !e->opt->readable;
    bool omp = p->origin == ORIGIN_OMP, honoured = is_honoured(e, p, plans, n);
    if (omp ? output_heeds_omp(e, e->src->text + p->begin)
            : !is_of_joint(e, p, plans, n) &&
                  (e->opt->facts->openacc || e->opt->readable || !honoured))
        return;
    if (omp && unknown && !honoured)
        make_unknown(e, p->begin, p->end);
    else
        output_blank(e, p->begin, p->end);
}

void output_pragmas(struct edits *e, struct plan *const *plans, size_t n)
{
    const char *text = e->src->text;
    for (size_t i = 0; i < e->src->n_pragmas; i++)
        if (!e->src->pragmas[i].near_miss)
            output_blank(e, e->src->pragmas[i].begin, e->src->pragmas[i].end);
    const struct pragma *others = e->src->others;
    for (size_t at = 0, k = 0; at < e->src->unit_size;) { /* not in functions of other units */
        size_t end = at + strcspn(text + at, "\n");
        while (k < e->src->n_others && others[k].begin < at)
            k++;
        if (k < e->src->n_others && others[k].begin == at)
            output_other(e, &others[k], plans, n);
        else if (is_omp_line(text + at) && !keeps_omp(e, text + at))
            output_blank(e, at, end);
        at = text[end] ? end + 1 : end;
    }
}
