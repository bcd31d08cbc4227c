/* SPDX-License-Identifier: MIT */
/*
 * accept_target.c: OpenMP's data directives in the words of ours.
 *
 * In a file they are all taken or none: between two of them the device has data of its own.
 * What `target` constructs there do must then be loops that are taken over, too, which is known
 * only when these have been looked at (accept_target_left).
 */
#include <string.h>

#include "../ir/region.h"
#include "../text/arena.h"
#include "../text/text.h"
#include "accept.h"
#include "../front/ast.h"

/* A type of `map`, and our words for it on each of the directives; NULL: it may not stand there. */
static const struct {
    const char *type, *data, *enter, *exit;
} map_types[] = {
    {"to", "copyin", "copyin", NULL},        {"from", "copyout", NULL, "copyout"},
    {"tofrom", "copy", "copyin", "copyout"}, {"alloc", "create", "create", NULL},
    {"release", NULL, NULL, "delete"},       {"delete", NULL, NULL, "delete"},
};

/* Those of a region that is taken loop by loop. */
static const char *const region_types[] = {"to", "from", "tofrom", "alloc"};

static const char *map_verb(const struct construct *c, const char *type)
{
    for (size_t i = 0; i < sizeof map_types / sizeof *map_types; i++)
        if (strcmp(map_types[i].type, type) == 0)
            return c->parts & PART_ENTER  ? map_types[i].enter
                   : c->parts & PART_EXIT ? map_types[i].exit
                                          : map_types[i].data;
    return NULL;
}

/* What stands before the colon, without blanks behind it; "tofrom" if nothing does. */
static const char *type_of(const char *argument, const char *colon)
{
    size_t n = colon ? (size_t)(colon - argument) : 0;
    while (n > 0 && argument[n - 1] == ' ')
        n--;
    return colon ? ir_strndup(argument, n) : "tofrom";
}

static const char *not_taken(const struct other_clause *c)
{
    return ir_printf("the clause '%s' is not taken over", c->name);
}

/* One clause; returns what cannot be taken, or NULL.  deletes: of `map` with that type. */
static const char *take_clause(const struct construct *c, const struct other_clause *clause,
                               struct buf *words, bool *deletes)
{
    const char *name = clause->name, *list = clause->argument, *colon, *verb;
    if (strcmp(name, "nowait") == 0)
        return NULL; /* done when the next statement runs, which that allows */
    if (!list)
        return not_taken(clause);
    colon = construct_colon(list);
    if (strcmp(name, "if") == 0) {
        buf_printf(words, " if(%s)", colon ? colon + 1 : list);
    } else if (strcmp(name, "device") == 0) {
        buf_printf(words, " device(%s)", list);
    } else if (strcmp(name, "map") == 0 && !(c->parts & PART_UPDATE)) {
        const char *type = type_of(list, colon);
        verb = map_verb(c, type);
        if (!verb)
            return ir_printf("'map' with '%s' is not taken over here", type);
        *deletes |= strcmp(type, "delete") == 0;
        buf_printf(words, " %s(%s)", verb, colon ? colon + 1 : list);
    } else if ((c->parts & PART_UPDATE) && !colon &&
               (strcmp(name, "to") == 0 || strcmp(name, "from") == 0)) {
        buf_printf(words, " %s(%s)", *name == 't' ? "device" : "self", list);
    } else {
        return not_taken(clause);
    }
    return NULL;
}

bool accept_region_taken(const struct construct *c, struct region *const *regions, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (regions[i]->site.target == c && !regions[i]->refused)
            return true;
    return false;
}

/* What is written comes back, and what is not stays as it is, whichever way the program says, as
 * with the loops that are taken over without this. */
struct directive *accept_region_data(const struct facts *f, size_t k)
{
    const struct construct *c = &f->constructs[k];
    struct buf words = {0};
    bool read = true;
    buf_add(&words, "data");
    for (size_t i = 0; i < c->n_clauses && read; i++) {
        const char *list = c->clauses[i].argument, *colon = list ? construct_colon(list) : NULL;
        if (strcmp(c->clauses[i].name, "map") != 0 || !list)
            continue;
        const char *type = type_of(list, colon);
        read = TEXT_ONE_OF(region_types, type);
        buf_printf(&words, " %s(%s)", strcmp(type, "alloc") == 0 ? "create" : "copy",
                   colon ? colon + 1 : list);
    }
    struct directive *d = read && strchr(words.s, '(') ? accept_words(f, c, words.s, NULL) : NULL;
    if (d)
        d->quiet = d->implied = true;
    buf_free(&words);
    return d;
}

static bool is_release(const struct other_clause *map)
{
    const char *list = map->argument, *colon = list ? construct_colon(list) : NULL;
    return list && strcmp(type_of(list, colon), "release") == 0;
}

/* The directive of ours; NULL with *why. */
static struct directive *take(const struct facts *f, const struct construct *c, const char **why)
{
    struct buf words = {0};
    bool deletes = false, releases = false, copies = false;
    buf_add(&words, c->parts & PART_UPDATE  ? "update if_present"
                    : c->parts & PART_ENTER ? "enter data"
                    : c->parts & PART_EXIT  ? "exit data"
                                            : "data");
    *why = c->malformed ? construct_wrong(c) : NULL;
    for (size_t i = 0; i < c->n_clauses && !*why; i++) {
        bool one = false;
        *why = take_clause(c, &c->clauses[i], &words, &one);
        bool maps = strcmp(c->clauses[i].name, "map") == 0 && !one;
        releases |= maps && is_release(&c->clauses[i]);
        copies |= maps && !is_release(&c->clauses[i]);
        deletes |= one;
    }
    if (deletes && releases && !*why) /* it ends all references, which release does not */
        *why = "'map' with 'delete' beside 'release' is not taken over";
    if (deletes && !copies)
        buf_add(&words, " finalize");
    struct directive *d = *why ? NULL : accept_words(f, c, words.s, why);
    if (d)
        d->finalize_deleted = deletes && copies;
    buf_free(&words);
    return d;
}

static bool is_data(const struct construct *c)
{
    return c->pragma->origin == ORIGIN_OMP && (c->parts & PART_TARGET) && (c->parts & PARTS_DATA);
}

bool accept_is_target_data(const struct construct *c, unsigned accept)
{
    return accept == 1u << ORIGIN_OMP && is_data(c);
}

/* Device addresses in the program's own hands are the compiler's library's. */
static const char *device_addresses(const struct construct *c)
{
    static const char *const names[] = {"use_device_ptr", "use_device_addr", "is_device_ptr",
                                        "has_device_addr"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (construct_clause(c, names[i]))
            return names[i];
    return NULL;
}

/* Is it one that is taken over?  Else *why says why not. */
static bool is_taken(const struct facts *f, const struct construct *c, const char **why)
{
    struct directive *d = take(f, c, why);
    if (d)
        directive_free(d);
    return d != NULL;
}

/* Why a construct speaks against all of the file's data directives, or NULL. */
static const char *speaks_against(const struct facts *f, const struct construct *c)
{
    const char *reason, *name = device_addresses(c);
    if ((c->parts & PART_TARGET) && !is_data(c) && construct_clause(c, "nowait"))
        return "a target construct with 'nowait', whose loop the host may run later";
    if (strcmp(c->name, "requires") == 0) /* memory that both share needs no update */
        return "the directive 'requires'";
    if (name)
        return ir_printf("the clause '%s'", name);
    if (is_data(c) && !is_taken(f, c, &reason))
        return ir_printf("a data directive (%s)", reason);
    return NULL;
}

static const char *all_or_none(const struct facts *f, const struct pragma *p, const char *what)
{
    return ir_printf("line %u has %s, and a file's data directives are all taken over or none",
                     source_position(f->src, p->begin).line, what);
}

const char *accept_target_refused(const struct facts *f, unsigned accept)
{
    const struct pragma *misnamed = accept_misnamed(f, ORIGIN_OMP);
    for (size_t i = 0; i < f->n_constructs && accept == 1u << ORIGIN_OMP; i++) {
        const struct construct *c = &f->constructs[i];
        const char *reason = c->pragma->origin == ORIGIN_OMP ? speaks_against(f, c) : NULL;
        if (reason)
            return all_or_none(f, c->pragma, reason);
    }
    if (misnamed && accept == 1u << ORIGIN_OMP)
        return all_or_none(f, misnamed, "a directive that is not known");
    return NULL;
}

struct directive *accept_target_data(const struct facts *f, size_t k, const char *refused,
                                     const char **why)
{
    *why = refused;
    struct directive *d = refused ? NULL : take(f, &f->constructs[k], why);
    if (d) {
        accept_check(f, d, k, 1);
        d->quiet = true;
    }
    return d;
}

/* A construct on the loop on which this one stands, too? */
static bool has_loop(const struct facts *f, const struct construct *c)
{
    for (size_t i = 0; i < f->n_constructs; i++)
        if ((f->constructs[i].parts & PARTS_LOOP) && f->constructs[i].begin == c->begin)
            return true;
    return false;
}

const char *accept_target_why(const struct facts *f, const struct construct *c)
{
    const char *text = f->src->text + c->begin;
    size_t n = strlen("for");
    if (c->kept)
        return accept_region_kept(c);
    if (c->open)
        return "no loop in it is taken over";
    if (c->begin == c->end || has_loop(f, c))
        return NULL;
    if (strncmp(text, "for", n) == 0 && !text_word_char(text[n]))
        return "nothing says who shares its loop: write 'target teams distribute parallel for'";
    return site_heeded(f, c) ? "it stands on no loop and on no block"
                             : "around other statements than one loop it is taken over with "
                               "-fopenmp only";
}

const struct construct *accept_target_left(const struct facts *f, struct region *const *regions,
                                           size_t n)
{
    for (size_t i = 0; i < f->n_constructs; i++) {
        const struct construct *c = &f->constructs[i];
        bool taken = c->open && accept_region_taken(c, regions, n);
        if (c->pragma->origin != ORIGIN_OMP || !(c->parts & PART_TARGET) || (c->parts & PARTS_DATA))
            continue;
        for (size_t k = 0; k < n && !taken; k++) {
            const struct site *s = &regions[k]->site;
            taken = !directive_is_data(regions[k]->dir) && !regions[k]->refused && i >= s->first &&
                    i < s->first + s->count;
        }
        if (!taken)
            return c;
    }
    return NULL;
}
