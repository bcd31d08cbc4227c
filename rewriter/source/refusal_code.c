/* SPDX-License-Identifier: MIT */
/* refusal_code.c: see refusal_code.h. */
#include "refusal_code.h"

#include <stddef.h>

static const struct {
    const char *word;
    enum refusal_level level;
} refusals[] = {
    [CODE_NONE] = {NULL, REFUSAL_NOTE},
#define REFUSAL(name, word, level) [CODE_##name] = {word, REFUSAL_##level},
#include "../../spec/refusals.def"
#undef REFUSAL
};

const char *refusal_word(enum refusal_code code)
{
    return refusals[code].word;
}

enum refusal_level refusal_level(enum refusal_code code)
{
    return refusals[code].level;
}
