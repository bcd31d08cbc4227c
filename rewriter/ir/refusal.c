/* SPDX-License-Identifier: MIT */
/* refusal.c: see refusal.h. */
#include "refusal.h"

/* What a refusal begins with. */
const char *refusal_title(const struct region *r, bool werror)
{
    bool loop = directive_is_loop(r->dir);
    return werror ? loop ? "loop cannot run on the device" : "directive cannot be honoured"
           : r->keeps_text && loop            ? "loop left to the compiler"
           : r->keeps_text                    ? "directive left to the compiler"
           : r->refuse_level == REFUSE_DEVICE ? "loop runs on the host only"
           : loop                             ? "loop left as it is"
                                              : "directive ignored";
}

bool refusal_is_elsewhere(const struct region *r)
{
    return r->refuse_offset > r->pragma->end || r->refuse_offset < r->pragma->begin;
}

const char refusal_cause[] = "the reason is here";

void refusal_say(struct diag *d, const struct region *r)
{
    if (!r->refused || r->refuse_code == CODE_INVALID ||
        (r->dir->told && r->refuse_code == CODE_CLAUSE))
        return; /* an error has been printed, or a warning */
    if ((r->dir->quiet && !r->races) || r->refuse_code == CODE_LEFT)
        return; /* --tcr-report has it */
    bool own = r->dir->origin == ORIGIN_TCR;
    diag_pragma(d, DIAG_WARNING, r->dir->written, own ? 0 : DIAG_NAMESPACE, own ? 0 : 3, NULL,
                "%s: %s [%s]", refusal_title(r, d->werror), r->refuse_reason,
                refusal_word(r->refuse_code));
    if (refusal_is_elsewhere(r))
        diag_at(d, DIAG_NOTE, r->refuse_offset, "%s", refusal_cause);
}
