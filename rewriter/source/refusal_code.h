/* SPDX-License-Identifier: MIT */
/* refusal_code.h: the codes of refusals, spec/refusals.def. */
#ifndef TCR_REFUSAL_CODE_H
#define TCR_REFUSAL_CODE_H

enum refusal_code {
    CODE_NONE, /* nothing is refused */
#define REFUSAL(name, word, level) CODE_##name,
#include "../../spec/refusals.def"
#undef REFUSAL
};

/* How much a refusal matters to somebody who reads the report in an editor. */
enum refusal_level {
    REFUSAL_NOTE, /* there is nothing to do about it */
    REFUSAL_WARNING,
    REFUSAL_ERROR
};

/* The stable word of messages and reports; NULL of CODE_NONE. */
const char *refusal_word(enum refusal_code code);
enum refusal_level refusal_level(enum refusal_code code);

#endif
