/* SPDX-License-Identifier: MIT */
/*
 * results.c: variables of several numbers: their result slots, the threads'
 * copies of sections, and how results are combined with the user's memory.
 *
 * The slots of the variables follow each other in the variables' order, and so
 * do the copies of the sections (tcr_grid.copies).
 */
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include "../../base/operators.h"
#include "../../base/types.h"
#include "../../spec/contract.h"
#include "../ground/checked.h"
#include "../ground/why.h"
#include "../map/plan.h"
#include "results.h"

static unsigned flags_of(const struct tcr_region *region, unsigned k)
{
    return region->shapes ? region->shapes[k].flags : 0;
}

static unsigned long long numbers_of(const struct tcr_region *region, const struct tcr_call *call,
                                     unsigned k)
{
    if (flags_of(region, k) & TCR_SHAPE_COPIES)
        return (unsigned long long)call->objects[k].n;
    return region->shapes ? region->shapes[k].count : 1;
}

/* Is there a section, and a slot for each of its numbers?  Adds them to *slots. */
static bool section_exists(const struct tcr_region *region, const struct tcr_call *call, unsigned k,
                           size_t *slots)
{
    const struct tcr_object *o = &call->objects[k];
    size_t bytes;

    return o->n >= 0 &&
           tcr_bytes((unsigned long long)o->n, tcr_type_size(region->vars[k].type), &bytes) &&
           tcr_is_memory((uintptr_t)o->at, bytes) && tcr_add_bytes(slots, (size_t)o->n) &&
           *slots < UINT_MAX;
}

int tcr_results_check(const struct tcr_region *region, const struct tcr_call *call,
                      struct tcr_why *why)
{
    size_t slots = 1; /* one behind them, of accesses outside of sections */

    for (unsigned k = 0; k < region->n_vars; k++)
        if (!(flags_of(region, k) & TCR_SHAPE_COPIES))
            slots += region->shapes ? region->shapes[k].count : 1;
    for (unsigned k = 0; k < region->n_vars; k++)
        if ((flags_of(region, k) & TCR_SHAPE_COPIES) && !section_exists(region, call, k, &slots))
            return tcr_refuse(why, TCR_E_INVALID,
                              "the section of '%s' is negative or too large: %lld numbers",
                              region->vars[k].name, call->objects[k].n);
    return 0;
}

void tcr_results_plan(struct tcr_results *r, const struct tcr_region *region,
                      const struct tcr_call *call)
{
    *r = (struct tcr_results){.fixed = 0};
    for (unsigned k = 0; k < region->n_vars; k++) {
        unsigned long long n = numbers_of(region, call, k);

        r->slots += n;
        if (flags_of(region, k) & TCR_SHAPE_COPIES) {
            r->word[r->n_sections] = TCR_WORD_BYTES(tcr_type_size(region->vars[k].type));
            if (flags_of(region, k) & TCR_SHAPE_UPDATES)
                r->words += TCR_WORDS_BYTES(n, r->word[r->n_sections]);
            r->count[r->n_sections++] = (long long)n;
            r->copy += (n + TCR_COPY_SPARE) * tcr_type_size(region->vars[k].type);
        } else {
            r->fixed += n;
        }
    }
}

/* Slots that tensor cores have had a part in; a non-finite one is suspect. */
static bool is_suspect(const struct tcr_region *region, unsigned k)
{
    const struct tcr_var *v = &region->vars[k];

    return tcr_type_is_floating(v->type) && tcr_op_is(v->op, TCR_OP_ARITHMETIC) &&
           !(flags_of(region, k) & (TCR_SHAPE_COPIES | TCR_SHAPE_EXACT));
}

bool tcr_results_finite(const struct tcr_region *region, const union tcr_slot *slot)
{
    for (unsigned k = 0; k < region->n_vars; k++) {
        unsigned count = region->shapes ? region->shapes[k].count : 1;

        for (unsigned i = 0; i < count; i++, slot++)
            if (is_suspect(region, k) && !isfinite(slot->f))
                return false;
    }
    return true;
}

unsigned tcr_results_overflowed(const struct tcr_region *region, const union tcr_slot *slot)
{
    unsigned found = 0, at = 0;

    for (unsigned k = 0; k < region->n_vars; k++) {
        const struct tcr_var *v = &region->vars[k];
        unsigned count = region->shapes ? region->shapes[k].count : 1;

        for (unsigned i = 0; i < count; i++, at++)
            if (at < TCR_SCALED_NUMBERS && v->type == TCR_F64 && v->op == TCR_ADD &&
                !isfinite(slot[at].f))
                found |= 1u << (TCR_SCALED_BIT + at);
    }
    return found;
}

bool tcr_results_need_cores(const struct tcr_region *region)
{
    for (unsigned k = 0; k < region->n_vars; k++) {
        const struct tcr_var *v = &region->vars[k];
        bool exact = v->type == TCR_F64 && !(flags_of(region, k) & TCR_SHAPE_MANY);

        if (is_suspect(region, k) && !exact && v->op == TCR_ADD)
            return true;
    }
    return false;
}

const char *tcr_results_stray(const struct tcr_region *region, const union tcr_slot *slot)
{
    for (unsigned k = 0; k < region->n_vars; k++) {
        if ((flags_of(region, k) & TCR_SHAPE_STRAY) && slot->u)
            return region->vars[k].name;
        slot += region->shapes ? region->shapes[k].count : 1;
    }
    return NULL;
}

/* Not 0 nor 1: && and || would make 1 of it, but only where an update runs. */
static bool is_odd(const struct tcr_var *v, const void *at, long long i)
{
    double x = v->type == TCR_F64   ? ((const double *)at)[i]
               : v->type == TCR_F32 ? ((const float *)at)[i]
                                    : 0;
    const long long size = tcr_type_size(v->type);
    const unsigned char *byte = (const unsigned char *)at + i * size;
    bool odd = x != 0 && x != 1;

    if (v->type == TCR_F64 || v->type == TCR_F32)
        return odd;
    for (long long b = 0; b < size; b++) /* of a little-endian host */
        odd |= byte[b] > (b == 0);
    return odd;
}

const char *tcr_results_odd(const struct tcr_region *region, const struct tcr_call *call)
{
    for (unsigned k = 0; k < region->n_vars; k++) {
        const struct tcr_var *v = &region->vars[k];
        bool several = flags_of(region, k) & (TCR_SHAPE_MANY | TCR_SHAPE_COPIES);

        if (!several || !tcr_op_is(v->op, TCR_OP_LOGICAL))
            continue;
        for (long long i = 0; i < (long long)numbers_of(region, call, k); i++)
            if (is_odd(v, call->objects[k].at, i))
                return v->name;
    }
    return NULL;
}

/* ---- the user's memory ------------------------------------------------- */

/* Bytes of variable k, if it is of several numbers; else 0. */
static unsigned long long bytes_of(const struct tcr_region *region, const struct tcr_call *call,
                                   unsigned k)
{
    if (!(flags_of(region, k) & (TCR_SHAPE_MANY | TCR_SHAPE_COPIES)))
        return 0;
    return numbers_of(region, call, k) * tcr_type_size(region->vars[k].type);
}

/* Is some of it also read by the loop, as far as the section knows? */
static bool overlaps(const struct tcr_section *s, uintptr_t at, unsigned long long bytes)
{
    return s->how != TCR_HOW_NOTHING && s->size > 0 && s->host < at + bytes &&
           at < s->host + s->size;
}

int tcr_results_apart(const struct tcr_plan *p, struct tcr_why *why)
{
    const struct tcr_region *region = p->region;

    for (unsigned k = 0; k < region->n_vars; k++) {
        unsigned long long bytes = bytes_of(region, p->call, k);
        uintptr_t at = bytes ? (uintptr_t)p->call->objects[k].at : 0;

        for (unsigned b = 0; b < region->n_bases && bytes; b++)
            if (overlaps(&p->section[b], at, bytes))
                return tcr_refuse(why, TCR_E_INVALID, "'%s' is read, and is a part of '%s'",
                                  region->bases[b].name, region->vars[k].name);
    }
    return 0;
}

/* ---- combining --------------------------------------------------------- */

double tcr_results_real(unsigned op, double x, double y)
{
    switch (op) {
    case TCR_ADD:
        return x + y;
    case TCR_MUL:
        return x * y;
    case TCR_MIN:
        return y < x ? y : x;
    case TCR_MAX:
        return y > x ? y : x;
    case TCR_LAND:
        return x != 0 && y != 0;
    default:
        return x != 0 || y != 0;
    }
}

static unsigned long long integer_of(unsigned op, bool is_signed, unsigned long long x,
                                     unsigned long long y)
{
    bool less = is_signed ? (long long)y < (long long)x : y < x;

    switch ((enum tcr_op)op) {
    case TCR_ADD:
        return x + y;
    case TCR_MUL:
        return x * y;
    case TCR_MIN:
        return less ? y : x;
    case TCR_MAX:
        return less ? x : y;
    case TCR_AND:
        return x & y;
    case TCR_OR:
        return x | y;
    case TCR_XOR:
        return x ^ y;
    case TCR_LAND:
        return x && y;
    case TCR_LOR:
        return x || y;
    }
    return x;
}

/* Those of a class, by the type of C. */
#define COMBINE_INTEGERS(T)                                                                        \
    if (v->op == TCR_ADD) { /* counts, of which there may be many */                               \
        for (long long i = 0; i < n; i++)                                                          \
            ((T *)at)[i] = (T)((unsigned long long)((T *)at)[i] + slot[i].u);                      \
    } else {                                                                                       \
        for (long long i = 0; i < n; i++) {                                                        \
            T *x = (T *)at + i;                                                                    \
            *x = (T)integer_of(v->op, (T)-1 < (T)1, (unsigned long long)*x, slot[i].u);            \
        }                                                                                          \
    }
#define COMBINE_SIGNED COMBINE_INTEGERS
#define COMBINE_UNSIGNED COMBINE_INTEGERS
#define COMBINE_BOOL(T)                                                                            \
    for (long long i = 0; i < n; i++)                                                              \
        ((T *)at)[i] = integer_of(v->op, false, (unsigned long long)((T *)at)[i], slot[i].u) != 0;
#define COMBINE_FLOATING(T)                                                                        \
    for (long long i = 0; i < n; i++)                                                              \
        ((T *)at)[i] =                                                                             \
            (T)tcr_results_real(v->op, ((T *)at)[i],                                               \
                                tcr_op_is(v->op, TCR_OP_LOGICAL) ? (double)slot[i].i : slot[i].f);

/* Not of the short floating types, of which there are no variables of several numbers. */
static void combine(const struct tcr_var *v, void *at, long long n, const union tcr_slot *slot)
{
    switch ((enum tcr_type)v->type) {
#define TYPE(type, name, class, size, element, ...)                                                \
    case type:                                                                                     \
        COMBINE_##class(element) break;
#include "../../spec/types.def"
#undef TYPE
    }
}

void tcr_results_combine(const struct tcr_var *v, void *at, const union tcr_slot *slot)
{
    combine(v, at, 1, slot);
}

void tcr_results_store(const struct tcr_region *region, const struct tcr_call *call,
                       const union tcr_slot *from, union tcr_slot *to)
{
    for (unsigned k = 0; k < region->n_vars; k++) {
        unsigned long long n = numbers_of(region, call, k);

        if (flags_of(region, k) & (TCR_SHAPE_MANY | TCR_SHAPE_COPIES))
            combine(&region->vars[k], call->objects[k].at, (long long)n, from);
        else if (flags_of(region, k) & TCR_SHAPE_EXACT)
            to[k].f = tcr_exact_result(from, to[k].f, region->vars[k].type);
        else
            to[k] = *from;
        from += n;
    }
}
