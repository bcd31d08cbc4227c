/* SPDX-License-Identifier: MIT */
/*
 * output_teams.c: the variable in which each thread of a team counts the team's loops
 * (output_private.h; what it is for, runtime/call/agree.c says).
 *
 *     { static struct tcr_team_known tcr_known; struct tcr_team_offer tcr_offer;
 *     tcr_team_make(&tcr_offer, &tcr_known);
 *     #pragma omp parallel shared(tcr_offer)
 *     { struct tcr_team_counts tcr_team __attribute__((cleanup(tcr_team_leave)));
 *     tcr_team_enter(&tcr_team, &tcr_offer); { the region's statement }
 *     }
 *     }
 *
 * A region goes without where a thread may leave it by another way than its end (`cancel`), and a
 * unit where nesting levels are not what they seem (`target`).  Loops that a function has for the
 * teams of its callers need it, too, so all regions of a unit with such loops have it.
 */
#include <string.h>

#include "../front/ast.h"
#include "../source/site.h"
#include "output_private.h"

static bool any_team(struct plan *const *plans, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (plans[i]->has_host && plans[i]->device && plans[i]->r->site.team)
            return true;
    return false;
}

static bool any_target(const struct facts *f)
{
    for (size_t i = 0; i < f->n_constructs; i++)
        if (f->constructs[i].pragma->origin == ORIGIN_OMP && f->constructs[i].parts & PART_TARGET &&
            !(f->constructs[i].parts & PARTS_DATA))
            return true;
    return false;
}

/* Does another pragma stand between the region's and the statement? */
static bool is_apart(const struct edits *e, const struct construct *c)
{
    const char *text = e->src->text;
    for (size_t at = c->pragma->end; at < c->begin; at++) {
        const size_t word = at + 1 + strspn(text + at + 1, " \t");
        if (text[at] == '#' && strncmp(text + word, "pragma", 6) == 0)
            return true;
    }
    return false;
}

/* A loop that the region is for alone shares no team's. */
static bool is_of_loop(const struct construct *c, struct plan *const *plans, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!directive_is_data(plans[i]->r->dir) && c->pragma->begin >= plans[i]->r->site.begin &&
            c->pragma->begin < plans[i]->r->site.end)
            return true;
    return false;
}

/* Does a data directive's statement end with the region's?  What ends there stands in this order.
 */
static bool ends_with_data(const struct construct *c, struct plan *const *plans, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (directive_is_data(plans[i]->r->dir) && plans[i]->r->end == c->end &&
            plans[i]->r->pragma->begin > c->pragma->begin)
            return true;
    return false;
}

static const char parallel[] = "parallel";

static size_t behind_name(const struct edits *e, const struct construct *c)
{
    const char *text = e->src->text;

    return (size_t)(strstr(text + c->pragma->begin, parallel) - text) + strlen(parallel);
}

/* Would the compiler no longer see what is wrong?  A comma behind the name, which gcc 12 rejects,
 * would stand behind a clause, and a declaration in a block. */
static bool is_wrong(const struct edits *e, const struct construct *c)
{
    return e->src->text[behind_name(e, c)] == ',' ||
           ast_is_declaration(e->opt->facts->ast, c->begin);
}

static bool has_team(const struct edits *e, const struct construct *c, struct plan *const *plans,
                     size_t n)
{
    return c->pragma->origin == ORIGIN_OMP && c->parts == PART_PARALLEL && !c->malformed &&
           site_heeded(e->opt->facts, c) && c->end > c->begin && c->end <= e->src->unit_size &&
           !is_apart(e, c) && !construct_cancel(e->opt->facts, c) && !is_of_loop(c, plans, n) &&
           !ends_with_data(c, plans, n) && !is_wrong(e, c);
}

/* Behind the directive's name. */
static void share_offer(struct edits *e, const struct construct *c)
{
    const size_t at = behind_name(e, c);

    output_edit(e, (struct edit){.begin = at, .end = at, .text = " shared(tcr_offer)"});
}

void output_teams(struct edits *e, struct plan *const *plans, size_t n, bool open)
{
    const struct facts *f = e->opt->facts;
    if (!any_team(plans, n) || any_target(f))
        return;
    for (size_t k = 0; k < f->n_constructs; k++) {
        const struct construct *c = &f->constructs[k];
        if (!has_team(e, c, plans, n))
            continue;
        if (!open) {
            output_lines(e, c->end, c->pragma->begin, "}\n}\n");
            continue;
        }
        output_lines(e, c->pragma->begin, c->pragma->begin,
                     "{ static struct tcr_team_known tcr_known; struct tcr_team_offer tcr_offer;\n"
                     "tcr_team_make(&tcr_offer, &tcr_known);\n");
        share_offer(e, c);
        output_lines(e, c->begin, c->pragma->begin,
                     "{ struct tcr_team_counts tcr_team __attribute__((cleanup(tcr_team_leave)));\n"
                     "tcr_team_enter(&tcr_team, &tcr_offer);\n");
    }
}
