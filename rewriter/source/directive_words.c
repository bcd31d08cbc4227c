/* SPDX-License-Identifier: MIT */
/* directive_words.c: the words of directives and clauses, for the stages that have others. */
#include <string.h>

#include "c_op.h"
#include "directive_private.h"

const char *const directive_names[N_DIRECTIVES] = {
#define DIRECTIVE(name, words) [DIR_##name] = words,
#include "../../spec/directives.def"
#undef DIRECTIVE
};

const char *directive_name(enum directive_kind kind)
{
    return directive_names[kind];
}

bool directive_has_word(const char *s, size_t n)
{
    bool found = false;
    for (size_t k = 0; k < N_DIRECTIVES; k++)
        found |= text_among(directive_names[k], s, n);
    for (size_t k = 0; k < directive_n_clauses; k++)
        found |= text_among(directive_clauses[k].name, s, n);
    return found;
}

bool directive_assigns(const char *s, size_t n)
{
    char token[4] = {0};
    if (n >= sizeof token)
        return false;
    memcpy(token, s, n);
    return c_op_is(c_op_find(token), C_OP_ASSIGN) || strcmp(token, "++") == 0 ||
           strcmp(token, "--") == 0;
}

/* The first line whose clause does the same. */
static const struct clause *first_like(const struct clause *c)
{
    const struct clause *first = directive_clauses;
    while (first->id != CLAUSE_NAMES_DATA || first->verb != c->verb)
        first++;
    return first;
}

bool directive_data_word(const char *word, struct data_word *out)
{
    size_t n = strlen(word);
    for (size_t k = 0; k < directive_n_clauses; k++) {
        const struct clause *c = &directive_clauses[k];
        if (c->id != CLAUSE_NAMES_DATA ||
            (strcmp(c->name, word) != 0 && !text_among(c->acc, word, n)))
            continue;
        *out = (struct data_word){first_like(c)->name, c->map, c->verb};
        return true;
    }
    return false;
}

const char *directive_map_word(enum tcr_map map)
{
    for (size_t k = 0; k < directive_n_clauses; k++)
        if (map != TCR_MAP_AUTO && directive_clauses[k].map == map)
            return directive_clauses[k].name;
    return "";
}

void directive_add_word(struct buf *b, size_t n, size_t count, const char *quote, const char *word,
                        const char *last)
{
    if (n > 0 && n + 1 < count)
        buf_add(b, ", ");
    else if (n > 0)
        buf_printf(b, " %s ", last);
    buf_printf(b, "%s%s%s", quote, word, quote);
}
