/* SPDX-License-Identifier: MIT */
/* accept_calls.h: OpenACC's functions (spec/acc_calls.def), as openacc.h declares them. */
#ifndef TCR_ACCEPT_CALLS_H
#define TCR_ACCEPT_CALLS_H

#include "../source/source.h"
#include "../text/text.h"

/* Does the unit name one that is the runtime's?  `data`: its data directives are, too. */
bool accept_calls_any(const struct source *src, unsigned accept, bool data);
/* Where it first names one that has to do with addresses of the device, and its name; or NULL. */
const char *accept_calls_address(const struct source *src, unsigned accept, size_t *at);
/* Lines by which the former are the runtime's. */
void accept_calls_ours(const struct source *src, unsigned accept, bool data, struct buf *out);

#endif
