/* SPDX-License-Identifier: MIT */
/* record.c: any bytes as what objects keep of their units. */
#include <stdlib.h>
#include <string.h>

#include "../../../driver/plan/kept.h"
#include "input.h"

static void see_words(const struct words *w)
{
    for (size_t i = 0; i < w->n; i++)
        fuzz_touch(w->at[i], strlen(w->at[i]) + 1);
}

void fuzz_input(const char *bytes, size_t size)
{
    size_t at = 0, last = 0;
    struct kept k;

    while (kept_read(&k, bytes, size, &at, false)) {
        if (at <= last || at > size)
            abort(); /* it must move on, within the section */
        last = at;
        fuzz_touch(k.text, k.text_size);
        see_words(&k.rewrite);
        see_words(&k.options);
        see_words(&k.pending);
    }
}
