/* SPDX-License-Identifier: MIT */
/*
 * accept_data.c: OpenACC's data directives in the words of ours.
 *
 * What is checked only on a device is left out: `present` asks for an error that
 * the program without OpenACC does not have, and `update` is for what is present.
 */
#include <string.h>

#include "accept.h"
#include "accept_calls.h"
#include "../text/arena.h"
#include "../text/text.h"

static const char *const ignored[] = {"present", "no_create",  "attach", "detach",
                                      "async",   "if_present", "wait",   "default"};

/* Our word for a clause that copies, or makes or ends a copy; NULL. */
static const char *verb_of(const struct construct *c, const char *name)
{
    struct data_word w;
    if (!directive_data_word(name, &w))
        return NULL;
    switch (w.verb) {
    case TCR_DATA_TO_HOST:
    case TCR_DATA_TO_DEVICE:
        return c->parts == PART_UPDATE ? w.name : NULL; /* else our word may be another */
    case TCR_DATA_PRESENT:
    case TCR_DATA_DEVICEPTR:
    case TCR_DATA_ATTACH:
    case TCR_DATA_DETACH:
        return NULL;
    default:
        return w.name;
    }
}

static bool is_ignored(const char *name)
{
    for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++)
        if (strcmp(ignored[i], name) == 0)
            return true;
    return false;
}

const char *accept_acc_list(const char *argument)
{
    const char *colon = construct_colon(argument);
    size_t n = strspn(argument, " ");
    if (!colon)
        return argument;
    if (strncmp(argument + n, "readonly", 8) != 0)
        return NULL;
    n += 8;
    return argument + n + strspn(argument + n, " ") == colon ? colon + 1 : NULL;
}

bool accept_is_plain_pointers(const struct facts *f)
{
    size_t at;
    return !accept_calls_address(f->src, 1u << ORIGIN_ACC, &at);
}

/* The clauses; `plain`: accept_is_plain_pointers(); returns what cannot be taken, or NULL. */
static const char *take_clauses(const struct construct *c, struct buf *words, size_t *n_items,
                                bool plain)
{
    for (size_t i = 0; i < c->n_clauses; i++) {
        const struct other_clause *clause = &c->clauses[i];
        const char *verb = verb_of(c, clause->name), *list = clause->argument;
        if (verb && list) {
            const char *items = accept_acc_list(list);
            if (!items)
                return ir_printf("'%s' has a modifier that is not taken over", clause->name);
            buf_printf(words, " %s(%s)", verb, items);
            ++*n_items;
        } else if (strcmp(clause->name, "if") == 0 && list) {
            buf_printf(words, " if(%s)", list);
        } else if (strcmp(clause->name, "finalize") == 0) {
            buf_add(words, " finalize");
        } else if (strcmp(clause->name, "deviceptr") == 0 && plain) {
            continue;
        } else if (!is_ignored(clause->name)) {
            return ir_printf("the clause '%s' is not taken over", clause->name);
        }
    }
    return NULL;
}

bool accept_is_data(const struct construct *c, unsigned accept)
{
    bool verb = c->parts == PART_DATA || c->parts == (PART_ENTER | PART_DATA) ||
                c->parts == (PART_EXIT | PART_DATA) || c->parts == PART_UPDATE;
    return accept == 1u << ORIGIN_ACC && c->pragma->origin == ORIGIN_ACC && verb;
}

bool accept_is_left_data(const struct construct *c, unsigned accept)
{
    return accept == (1u << ORIGIN_ACC | 1u << ORIGIN_OMP) &&
           (accept_is_data(c, 1u << ORIGIN_ACC) || accept_is_target_data(c, 1u << ORIGIN_OMP));
}

/* The directive's name, in our words. */
static const char *name_of(const struct construct *c)
{
    return c->parts == PART_UPDATE   ? "update"
           : (c->parts & PART_ENTER) ? "enter data"
           : (c->parts & PART_EXIT)  ? "exit data"
                                     : "data";
}

/* A directive that is refused, and with it all others of the file for data. */
static struct directive *refused(const struct facts *f, const struct construct *c, const char *why)
{
    const char *verb = c->parts == PART_UPDATE ? "self"
                       : c->parts & PART_EXIT  ? "delete"
                                               : "copyin";
    struct directive *d = accept_words(f, c, ir_printf("%s %s(unread)", name_of(c), verb), NULL);
    if (d) {
        d->refusal = why;
        d->told = c->malformed;
    }
    return d;
}

struct directive *accept_data(const struct facts *f, size_t k, const char **why)
{
    const struct construct *c = &f->constructs[k];
    struct buf words = {0};
    size_t n_items = 0;
    buf_printf(&words, "%s%s", name_of(c), c->parts == PART_UPDATE ? " if_present" : "");
    const char *wrong = take_clauses(c, &words, &n_items, accept_is_plain_pointers(f));
    struct directive *d = NULL;
    *why = "it moves no data";
    if (c->malformed)
        wrong = construct_wrong(c);
    else if (!wrong && !n_items && c->parts == PART_UPDATE)
        wrong = "it says nothing of what to update";
    else if (!wrong && n_items)
        d = accept_words(f, c, words.s, &wrong);
    if (wrong)
        d = refused(f, c, *why = wrong);
    else if (d)
        accept_check(f, d, k, 1);
    buf_free(&words);
    return d;
}

const struct pragma *accept_misnamed(const struct facts *f, enum origin origin)
{
    for (size_t i = 0; i < f->n_constructs; i++)
        if (f->constructs[i].misnamed && f->constructs[i].pragma->origin == origin)
            return f->constructs[i].pragma;
    for (size_t i = 0; i < f->src->n_slips; i++)
        if (f->src->slips[i].origin == origin)
            return &f->src->slips[i];
    return NULL;
}

/* What stands in it uses device addresses, which are the host's for us: a library's function that
 * gets them works on the host's data. */
static bool gives_addresses(const struct construct *c)
{
    return c->pragma->origin == ORIGIN_ACC && strcmp(c->name, "host_data") == 0;
}

bool accept_is_compute(const struct construct *c, unsigned accept)
{
    unsigned parts = c->pragma->origin == ORIGIN_ACC
                         ? PART_PARALLEL | PART_KERNELS | PART_SERIAL | PART_LOOP
                         : PART_TARGET;
    return (accept & 1u << c->pragma->origin) && c->end &&
           ((c->parts & parts) || gives_addresses(c)) && !(c->parts & PART_DATA);
}
