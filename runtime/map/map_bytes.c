/* SPDX-License-Identifier: MIT */
/* map_bytes.c: which bytes of each base does the loop use?
 *
 * The hull of all accesses of a base, or what a data clause says in their place.
 * A program may walk from a row or a member into the next one, so that only the
 * variable is a limit (rewriter/access/access_limit.c).
 */
#include "../ground/affine.h"
#include "../ground/env.h"
#include "../ground/why.h"
#include "plan.h"

/* Accesses that say nothing of a section. */
#define NO_SECTION (TCR_ACCESS_INDEX | TCR_ACCESS_NEVER | TCR_ACCESS_WHOLE)

/* Two accesses may be the ends of what is read, and one of them beyond the
 * object's: it is their hull that is clamped, once all are joined.  Only one that
 * is too large a guess gets here, and all that it can lose is what no iteration
 * may use (leaves_object() says the rest). */
static void clip_sections(struct tcr_plan *p)
{
    for (unsigned k = 0; k < p->call->n_accesses; k++) {
        const struct tcr_access *a = &p->call->accesses[k];
        struct tcr_section *s = &p->section[a->base];

        if (a->limit_hi == 0 || (a->flags & NO_SECTION))
            continue;
        if (s->clause && !(a->flags & TCR_ACCESS_CLAUSE))
            tcr_hull_clip(&s->read, a->limit_lo, a->limit_hi);
        else
            tcr_hull_clip(&s->hull, a->limit_lo, a->limit_hi);
    }
}

/* Surely beyond the variable that the program declares: a compiler that knows no better may
 * still run that, but nobody knows what is there. */
static bool leaves_object(const struct tcr_plan *p, const struct tcr_access *a,
                          const struct tcr_hull *hull)
{
    return a->limit_hi && !(a->flags & TCR_ACCESS_CLAUSE) && p->call->base[a->base] &&
           !hull->soft && hull->lo < hull->hi && (hull->lo < a->limit_lo || hull->hi > a->limit_hi);
}

static int join_accesses(struct tcr_plan *p, const struct tcr_nest *nest, struct tcr_why *why)
{
    for (unsigned k = 0; k < p->call->n_accesses; k++) {
        const struct tcr_access *a = &p->call->accesses[k];
        struct tcr_section *s = &p->section[a->base];
        bool clause = a->flags & TCR_ACCESS_CLAUSE;
        struct tcr_hull hull;

        if ((s->clause && !clause) || (a->flags & NO_SECTION))
            continue;
        if (tcr_hull_of(nest, a, &hull))
            return tcr_refuse(why, TCR_E_INVALID,
                              clause ? "the data clause's section of '%s' is negative or too large"
                                     : "the subscripts of '%s' overflow",
                              p->region->bases[a->base].name);
        if (leaves_object(p, a, &hull))
            return tcr_refuse(why, TCR_E_INVALID,
                              "the loop uses '%s' outside of its variable: bytes %lld to %lld of "
                              "%lld to %lld",
                              p->region->bases[a->base].name, hull.lo, hull.hi - 1, a->limit_lo,
                              a->limit_hi - 1);
        if (clause) {
            hull.soft = a->flags & TCR_ACCESS_SOFT;
            if (!s->clause) {
                s->read = s->hull;
                s->hull = (struct tcr_hull){0, 0, false};
            }
            s->clause = true;
        }
        hull.soft = hull.soft || (p->region->flags & TCR_REGION_ENDS);
        tcr_hull_join(&s->hull, &hull);
    }
    clip_sections(p);
    return 0;
}

/* Are the limits those of a number of 32 bits? */
static bool is_word(const struct tcr_access *a)
{
    return (a->limit_lo == 0 || a->limit_lo == INT32_MIN) &&
           (a->limit_hi == INT32_MAX || a->limit_hi == UINT32_MAX);
}

/* A subscript of 32 bits that would have to wrap around, or one that may leave its section. */
static int check_indices(const struct tcr_plan *p, const struct tcr_nest *nest, struct tcr_why *why)
{
    for (unsigned k = 0; k < p->call->n_accesses; k++) {
        const struct tcr_access *a = &p->call->accesses[k];
        struct tcr_hull hull;

        if (!(a->flags & TCR_ACCESS_INDEX))
            continue;
        if (tcr_hull_of(nest, a, &hull) ||
            (hull.lo < hull.hi && (hull.lo < a->limit_lo || hull.hi - 1 > a->limit_hi)))
            return tcr_refuse(why, TCR_E_INVALID,
                              is_word(a) ? "a subscript of 32 bits wraps around"
                                         : "an update may be outside of a reduced section");
    }
    return 0;
}

int tcr_bytes_join(struct tcr_plan *p, const struct tcr_nest *nest, struct tcr_why *why)
{
    int error = check_indices(p, nest, why);

    return error ? error : join_accesses(p, nest, why);
}

int tcr_bytes_check_clauses(struct tcr_plan *p, struct tcr_why *why)
{
    for (unsigned k = 0; k < p->region->n_bases; k++) {
        const struct tcr_section *s = &p->section[k];

        if (!s->clause || s->read.lo >= s->read.hi)
            continue;
        if (s->hull.lo >= s->hull.hi)
            return tcr_refuse(why, TCR_E_INVALID, "the data clause's section of '%s' is empty",
                              p->region->bases[k].name);
        if (!s->read.soft && (s->read.lo < s->hull.lo || s->read.hi > s->hull.hi))
            return tcr_refuse(why, TCR_E_INVALID,
                              "the data clause's section of '%s' is smaller than what the loop "
                              "%s: bytes %lld to %lld of %lld to %lld",
                              p->region->bases[k].name, tcr_writes(p, k) ? "uses" : "reads",
                              s->hull.lo, s->hull.hi, s->read.lo, s->read.hi);
    }
    return 0;
}

/* Of the `bytes` of base k, those to be copied, either way. */
static double moved(const struct tcr_plan *p, unsigned k, double bytes)
{
    const struct tcr_hull *w = &p->section[k].written;
    const double back = w->lo < w->hi ? (double)w->hi - (double)w->lo : 0;

    return (tcr_written_needs(p, k) ? bytes : 0) + (back < bytes ? back : bytes);
}

/* Of an object of which only the extent is known, no more than the iterations can
 * touch, with inner loops taken as elsewhere in the estimate; of rows of unknown
 * length, as much as that. */
void tcr_plan_count(struct tcr_plan *p)
{
    for (unsigned k = 0; k < p->region->n_bases; k++) {
        const struct tcr_base *b = &p->region->bases[k];
        double bytes = (double)p->section[k].size, most = p->iterations * 16 * b->elem_size;

        for (int up = b->parent; up >= 0; up = p->region->bases[up].parent)
            bytes *= (double)p->section[up].size / p->region->bases[up].elem_size;
        if (p->section[k].whole && (bytes > most || b->parent >= 0))
            bytes = most;
        p->bytes += bytes;
        p->move += moved(p, k, bytes);
    }
    p->move_least = tcr_config.mirror == TCR_MIRROR_OFF ? p->move : 0;
}
