/* map.c: from accesses to sections, and from sections to device addresses. */
#include <stdlib.h>
#include <string.h>
#include "runtime.h"

/* ---- which bytes ---- */

/* Two accesses may be the ends of what is read, and one of them beyond the
 * object's: it is their hull that is clamped, once all are joined. */
static void clip_sections(struct tcr_plan *p)
{
    for (unsigned k = 0; k < p->call->n_accesses; k++) {
        const struct tcr_access *a = &p->call->accesses[k];
        struct tcr_section *s = &p->section[a->base];

        if (a->limit_hi == 0 || (a->flags & (TCR_ACCESS_INDEX | TCR_ACCESS_NEVER)))
            continue;
        if (s->clause && !(a->flags & TCR_ACCESS_CLAUSE))
            tcr_hull_clip(&s->read, a->limit_lo, a->limit_hi);
        else
            tcr_hull_clip(&s->hull, a->limit_lo, a->limit_hi);
    }
}

static int join_accesses(struct tcr_plan *p, const struct tcr_nest *nest, struct tcr_why *why)
{
    for (unsigned k = 0; k < p->call->n_accesses; k++) {
        const struct tcr_access *a = &p->call->accesses[k];
        struct tcr_section *s = &p->section[a->base];
        bool clause = a->flags & TCR_ACCESS_CLAUSE;
        struct tcr_hull hull;

        if ((s->clause && !clause) || (a->flags & (TCR_ACCESS_INDEX | TCR_ACCESS_NEVER)))
            continue;
        if (tcr_hull_of(nest, a, &hull))
            return tcr_refuse(why, TCR_E_INVALID,
                              clause ? "the data clause's section of '%s' is negative or too large"
                                     : "the subscripts of '%s' overflow",
                              p->region->bases[a->base].name);
        if (clause) {
            hull.soft = a->flags & TCR_ACCESS_SOFT;
            if (!s->clause) {
                s->read = s->hull;
                s->hull = (struct tcr_hull){0, 0, false};
            }
            s->clause = true;
        }
        tcr_hull_join(&s->hull, &hull);
    }
    clip_sections(p);
    return 0;
}

/* A subscript of 32 bits that would have to wrap around. */
static int check_indices(const struct tcr_plan *p, const struct tcr_nest *nest, struct tcr_why *why)
{
    for (unsigned k = 0; k < p->call->n_accesses; k++) {
        const struct tcr_access *a = &p->call->accesses[k];
        struct tcr_hull hull;

        if (!(a->flags & TCR_ACCESS_INDEX))
            continue;
        if (tcr_hull_of(nest, a, &hull) ||
            (hull.lo < hull.hi && (hull.lo < a->limit_lo || hull.hi - 1 > a->limit_hi)))
            return tcr_refuse(why, TCR_E_INVALID, "a subscript of 32 bits wraps around");
    }
    return 0;
}

/* A clause may name more than the loop surely reads, never less, and not
 * nothing where something may be read. */
static int check_clauses(struct tcr_plan *p, struct tcr_why *why)
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
                              "reads: bytes %lld to %lld of %lld to %lld",
                              p->region->bases[k].name, s->hull.lo, s->hull.hi, s->read.lo,
                              s->read.hi);
    }
    return 0;
}

/* Turn the hull of a base into addresses. */
static int place(struct tcr_plan *p, unsigned k, struct tcr_why *why)
{
    const struct tcr_base *b = &p->region->bases[k];
    struct tcr_section *s = &p->section[k];
    long long size;

    s->base = (uintptr_t)p->call->base[k];
    if (b->flags & TCR_BASE_CHILD) {
        s->how = TCR_HOW_CHILD;
    } else if (b->map == TCR_MAP_DEVICEPTR) {
        s->how = TCR_HOW_AS_IS;
        s->device = p->device_only = s->base;
        p->must = true;
        return 0;
    } else if (s->hull.lo >= s->hull.hi || s->base == 0) {
        s->how = TCR_HOW_NOTHING;
        s->device = s->base;
        return 0;
    } else {
        s->how = b->flags & TCR_BASE_ROWS ? TCR_HOW_ROWS : TCR_HOW_COPY;
    }
    if (s->hull.lo >= s->hull.hi)
        return 0;
    if (__builtin_sub_overflow(s->hull.hi, s->hull.lo, &size) || size > PTRDIFF_MAX / 2)
        return tcr_refuse(why, TCR_E_INVALID, "the section of '%s' is too large", b->name);
    s->size = (size_t)size;
    if (s->how == TCR_HOW_CHILD)
        return 0;
    s->host = s->base + (uintptr_t)s->hull.lo;
    if ((s->hull.lo < 0) != (s->host < s->base) ||
        s->host > UINTPTR_MAX - s->size - TCR_PIECE_ALIGN)
        return tcr_refuse(why, TCR_E_INVALID, "the section of '%s' leaves the address space",
                          b->name);
    return 0;
}

/* Bytes that the loop reads, for the estimate. */
static void count_bytes(struct tcr_plan *p)
{
    for (unsigned k = 0; k < p->region->n_bases; k++) {
        double bytes = (double)p->section[k].size;

        for (int up = p->region->bases[k].parent; up >= 0; up = p->region->bases[up].parent)
            bytes *= (double)p->section[up].size / p->region->bases[up].elem_size;
        p->bytes += bytes;
    }
    p->move = p->bytes;
}

int tcr_plan_make(struct tcr_plan *p, const struct tcr_region *region, const struct tcr_call *call,
                  struct tcr_why *why)
{
    unsigned n = region->n_bases;
    struct tcr_nest nest;
    int error;

    p->bytes = p->move = 0;
    p->must = false;
    p->bytes_to = p->bytes_from = 0;
    p->region = region;
    p->call = call;
    p->section = n <= TCR_PLAN_INLINE ? p->few : calloc(n, sizeof *p->section);
    if (!p->section)
        return tcr_refuse(why, TCR_E_NO_MEMORY, "out of host memory");
    memset(p->section, 0, n * sizeof *p->section);
    if (tcr_nest_init(&nest, call->loops, call->n_loops))
        return tcr_refuse(why, TCR_E_INVALID, "the loop bounds overflow");
    p->iterations = tcr_nest_iterations(&nest, call->n);
    error = check_indices(p, &nest, why);
    if (!error)
        error = join_accesses(p, &nest, why);
    if (!error)
        error = check_clauses(p, why);
    for (unsigned k = 0; k < n && !error; k++)
        error = place(p, k, why);
    if (!error)
        count_bytes(p);
    return error;
}

/* ---- where they are ---- */

/* Does the map kind bring the host's data to the device? */
static bool maps_in(unsigned map)
{
    return map == TCR_MAP_AUTO || map == TCR_MAP_COPYIN || map == TCR_MAP_COPY;
}

static bool maps_out(unsigned map)
{
    return map == TCR_MAP_COPY || map == TCR_MAP_COPYOUT;
}

/* Is it memory that the device's own API has allocated?  1, 0, or a refusal:
 * memory of another device that the host cannot read either. */
static int is_devices(struct tcr_plan *p, unsigned k, struct tcr_why *why)
{
    struct tcr_section *s = &p->section[k];
    enum tcr_pointer kind = tcr_backend->pointer((const void *)s->base);

    char byte;

    if (kind == TCR_POINTER_HOST || (kind == TCR_POINTER_FOREIGN && tcr_peek(&byte, s->base, 1)))
        return 0;
    if (kind == TCR_POINTER_FOREIGN) {
        p->device_only = s->base;
        return tcr_refuse(why, TCR_E_INVALID, "'%s' is memory of another device",
                          p->region->bases[k].name);
    }
    s->how = TCR_HOW_AS_IS;
    s->device = s->base;
    p->must = true;
    if (kind == TCR_POINTER_DEVICE)
        p->device_only = s->base;
    return 1;
}

/* An earlier base whose copy holds all of section k, or NULL: two bases with
 * the same bytes are copied once. */
static const struct tcr_section *copy_around(const struct tcr_plan *p, unsigned k)
{
    const struct tcr_section *s = &p->section[k];

    for (unsigned j = 0; j < k; j++) {
        const struct tcr_section *t = &p->section[j];

        if (t->how == TCR_HOW_COPY && maps_in(p->region->bases[j].map) && t->host <= s->host &&
            s->host + s->size <= t->host + t->size)
            return t;
    }
    return NULL;
}

static int locate(struct tcr_plan *p, unsigned k, struct tcr_why *why)
{
    const struct tcr_base *b = &p->region->bases[k];
    struct tcr_section *s = &p->section[k];
    int state = tcr_present_pin(s->host, s->size, &s->entry);

    if (state == 1) {
        s->how = TCR_HOW_PRESENT;
        s->device = (uintptr_t)s->entry->device + (s->base - s->entry->host);
        p->must = p->must || s->entry->diverged;
        return 0;
    }
    s->entry = NULL;
    if (state < 0) /* an over-estimate might do, but the device would not forgive a real one */
        return tcr_refuse(why, TCR_E_PARTIAL,
                          "'%s' is present in part only: the loop %s bytes %lld to %lld from its "
                          "address%s",
                          b->name, s->hull.soft ? "may use" : "uses", s->hull.lo, s->hull.hi - 1,
                          s->hull.soft ? "; a data clause with the section would tell" : "");
    state = is_devices(p, k, why);
    if (state)
        return state < 0 ? state : 0;
    if (b->map == TCR_MAP_PRESENT)
        return tcr_refuse(why, TCR_E_NOT_PRESENT, "'%s' is not present", b->name);
    if (s->hull.soft && maps_out(b->map))
        return tcr_refuse(why, TCR_E_INVALID,
                          "what is to be copied back of '%s' is not known exactly", b->name);
    if ((b->map == TCR_MAP_AUTO || b->map == TCR_MAP_COPYIN) && copy_around(p, k))
        s->how = TCR_HOW_SHARED;
    else if (maps_in(b->map))
        p->move += (double)s->size;
    return 0;
}

static int locate_rows(struct tcr_plan *p, unsigned k, struct tcr_why *why)
{
    int state = is_devices(p, k, why);

    if (state)
        return state < 0 ? state : 0;
    state = tcr_rows_locate(p, k, why);
    return state == 0 && p->section[k].how == TCR_HOW_COPY ? locate(p, k, why) : state;
}

int tcr_plan_locate(struct tcr_plan *p, struct tcr_why *why)
{
    int error = 0;

    p->move = 0;
    for (unsigned k = 0; k < p->region->n_bases && !error; k++) {
        struct tcr_section *s = &p->section[k];

        if (s->how == TCR_HOW_COPY)
            error = locate(p, k, why);
        else if (s->how == TCR_HOW_ROWS)
            error = locate_rows(p, k, why);
    }
    return error;
}

/* ---- bring them over ---- */

/* May the section reach beyond the object?  A clause's can: it is what somebody
 * has written, longer perhaps than what is there. */
static bool wary(const struct tcr_section *s)
{
    return s->hull.soft || s->clause;
}

static int copy_in(struct tcr_plan *p, struct tcr_section *s, struct tcr_lane *lane,
                   struct tcr_why *why)
{
    struct tcr_piece piece = tcr_piece_around(s->host, s->size);
    size_t pad = s->host - piece.host;
    int error;

    p->bytes_to += s->size;
    if (wary(s)) {
        error = tcr_gather(lane, s->alloc, &piece, 1, why);
        return error == TCR_E_INVALID && s->clause
                   ? tcr_refuse(why, error, "the data clause's section of '%s' is not all readable",
                                p->region->bases[s - p->section].name)
                   : error;
    }
    error =
        tcr_backend->copy_to((char *)s->alloc + pad, (const void *)s->host, s->size, lane->stream);
    return error ? tcr_refuse_device(why, error, "copying to the device") : 0;
}

/* The section's own device memory.  It starts at the same offset from a
 * 16-byte boundary as on the host, so that what is aligned there is here. */
static int map_copy(struct tcr_plan *p, unsigned k, struct tcr_lane *lane, struct tcr_why *why)
{
    struct tcr_section *s = &p->section[k];
    struct tcr_piece piece = tcr_piece_around(s->host, s->size);
    int error;

    s->alloc_size = wary(s) ? piece.size : s->size + (s->host - piece.host);
    error = tcr_pool_alloc(&s->alloc, &s->alloc_size);
    if (error) {
        s->alloc = NULL;
        return tcr_refuse_device(why, error, "allocating device memory");
    }
    s->device = (uintptr_t)s->alloc + (s->base - piece.host);
    return maps_in(p->region->bases[k].map) ? copy_in(p, s, lane, why) : 0;
}

int tcr_plan_map(struct tcr_plan *p, struct tcr_lane *lane, struct tcr_why *why)
{
    int error = 0;

    for (unsigned k = 0; k < p->region->n_bases && !error; k++) {
        struct tcr_section *s = &p->section[k];

        if (s->how == TCR_HOW_CHILD)
            continue;
        if (s->how == TCR_HOW_COPY)
            error = map_copy(p, k, lane, why);
        else if (s->how == TCR_HOW_SHARED)
            s->device = copy_around(p, k)->device + (s->base - copy_around(p, k)->base);
        else if (s->how == TCR_HOW_ROWS)
            error = tcr_rows_map(p, k, lane, why);
        memcpy((char *)p->call->args + p->region->bases[k].arg_offset, &s->device,
               sizeof s->device);
    }
    return error;
}

/* ---- and back ---- */

static bool goes_back(const struct tcr_plan *p, unsigned k)
{
    return p->section[k].how == TCR_HOW_COPY && maps_out(p->region->bases[k].map);
}

/* Bring section k into a buffer; `*buffer` is the caller's to free. */
static int fetch(struct tcr_plan *p, unsigned k, struct tcr_lane *lane, void **buffer,
                 struct tcr_why *why)
{
    const struct tcr_section *s = &p->section[k];
    int error;

    *buffer = malloc(s->size);
    if (!*buffer)
        return tcr_refuse(why, TCR_E_NO_MEMORY, "out of host memory");
    error = tcr_backend->copy_from(*buffer, (const void *)(s->device + (s->host - s->base)),
                                   s->size, lane->stream);
    if (!error)
        error = tcr_backend->sync(lane->stream);
    return error ? tcr_refuse_device(why, error, "copying from the device") : 0;
}

int tcr_plan_copy_back(struct tcr_plan *p, struct tcr_lane *lane, struct tcr_why *why)
{
    unsigned n = p->region->n_bases, some = 0;
    void **buffer;
    int error = 0;

    for (unsigned k = 0; k < n; k++)
        some += goes_back(p, k);
    if (!some)
        return 0;
    buffer = calloc(n, sizeof *buffer);
    if (!buffer)
        return tcr_refuse(why, TCR_E_NO_MEMORY, "out of host memory");
    for (unsigned k = 0; k < n && !error; k++)
        if (goes_back(p, k))
            error = fetch(p, k, lane, &buffer[k], why);
    for (unsigned k = 0; k < n; k++) {
        if (buffer[k] && !error) {
            if (!tcr_poke(p->section[k].host, buffer[k], p->section[k].size))
                error = tcr_refuse(why, TCR_E_INVALID, "'%s' cannot be written to",
                                   p->region->bases[k].name);
            p->bytes_from += p->section[k].size;
        }
        free(buffer[k]);
    }
    free(buffer);
    return error;
}

void tcr_plan_release(struct tcr_plan *p)
{
    for (unsigned k = 0; p->section && k < p->region->n_bases; k++) {
        struct tcr_section *s = &p->section[k];

        if (s->entry)
            tcr_present_unpin(s->entry);
        if (s->alloc)
            tcr_pool_free(s->alloc, s->alloc_size);
        if (s->rows)
            tcr_rows_release(s->rows);
        free(s->rows);
        s->entry = NULL;
        s->alloc = NULL;
        s->rows = NULL;
    }
}

/* ---- for the host loop ---- */

int tcr_plan_to_host(struct tcr_plan *p, struct tcr_why *why)
{
    int error = 0;

    for (unsigned k = 0; tcr_present_newer() && k < p->region->n_bases && !error; k++) {
        const struct tcr_base *b = &p->region->bases[k];
        struct tcr_hull hull = p->section[k].hull;
        uintptr_t base = (uintptr_t)p->call->base[k];

        if (b->map == TCR_MAP_DEVICEPTR || (b->flags & TCR_BASE_CHILD) || base == 0)
            continue;
        tcr_hull_join(&hull, &p->section[k].read);
        if (b->flags & TCR_BASE_ROWS)
            error = tcr_rows_to_host(p, k, why);
        else
            error = tcr_present_to_host(base, &hull, why);
    }
    return error;
}

void tcr_plan_end(struct tcr_plan *p)
{
    if (p->section != p->few)
        free(p->section);
    p->section = NULL;
}
