/* SPDX-License-Identifier: MIT */
/* accept_calls.c: see accept_calls.h. */
#include <string.h>

#include "../source/construct.h"
#include "accept_calls.h"

#define ACC_CALL(name, form, kind, verb, flags) {"acc_" #name, "tcr_acc_" #name, true},
#define ACC_WITH_DATA(name) {"acc_" #name, "tcr_acc_" #name, true},
#define ACC_OWN(name, ours) {"acc_" #name, ours, false},
static const struct call {
    const char *name, *ours;
    bool with_data; /* only if the unit's data directives are ours */
} calls[] = {
#include "../../spec/acc_calls.def"
};
#define ACC_ADDRESS(name) "acc_" #name,
static const char *const addresses[] = {
#include "../../spec/acc_calls.def"
};

static bool in_header(const struct source *src, size_t at)
{
    const char *file = source_position(src, at).file, *base = strrchr(file, '/');
    return strcmp(base ? base + 1 : file, "openacc.h") == 0;
}

/* A word of the program's text, not of a string or of a line for the preprocessor? */
static bool is_word(const struct source *src, size_t at, size_t n)
{
    size_t line = at, len = 0;
    while (line > 0 && src->text[line - 1] != '\n')
        line--;
    size_t token = line;
    while ((len = text_token(src->text, src->unit_size, &token)) > 0 && token < at)
        token += len;
    return src->text[line] != '#' && token == at && len == n;
}

/* Does the unit name a function that openacc.h declares, *at outside of it for the first time?  The
 * program's own function of that name is none of OpenACC's. */
static bool is_called(const struct source *src, const char *name, size_t *at)
{
    bool declared = false, called = false;
    for (const char *p = src->text; !(declared && called) && (p = strstr(p, name)) != NULL; p++) {
        size_t here = (size_t)(p - src->text);
        if (here >= src->unit_size)
            break;
        if (!is_word(src, here, strlen(name)))
            continue;
        if (in_header(src, here)) {
            declared = true;
        } else if (!called) {
            called = true;
            *at = here;
        }
    }
    return declared && called;
}

/* Where no line says openacc.h, no name need be looked for. */
static bool may_call(const struct source *src, unsigned accept)
{
    return (accept & 1u << ORIGIN_ACC) && strstr(src->text, "openacc.h");
}

bool accept_calls_any(const struct source *src, unsigned accept, bool data)
{
    size_t at;
    data &= accept == 1u << ORIGIN_ACC; /* else data directives stay with the compiler */
    for (size_t i = 0; may_call(src, accept) && i < sizeof calls / sizeof *calls; i++)
        if ((data || !calls[i].with_data) && is_called(src, calls[i].name, &at))
            return true;
    return false;
}

const char *accept_calls_address(const struct source *src, unsigned accept, size_t *at)
{
    for (size_t i = 0; may_call(src, accept) && i < sizeof addresses / sizeof *addresses; i++)
        if (is_called(src, addresses[i], at))
            return addresses[i];
    return NULL;
}

void accept_calls_ours(const struct source *src, unsigned accept, bool data, struct buf *out)
{
    size_t at;
    for (size_t i = 0; may_call(src, accept) && i < sizeof calls / sizeof *calls; i++)
        if ((data || !calls[i].with_data) && is_called(src, calls[i].name, &at))
            buf_printf(out, "#pragma redefine_extname %s %s\n", calls[i].name, calls[i].ours);
}
