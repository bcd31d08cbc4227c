/* SPDX-License-Identifier: MIT */
/* json.h: the parts of JSON texts that reports have in common. */
#ifndef TCR_JSON_H
#define TCR_JSON_H

#include "text.h"

/* null for NULL.  What is not UTF-8 becomes U+FFFD, a byte at a time. */
void json_string(struct buf *out, const char *text);
/* "name":"value", behind a comma unless it is the first one */
void json_member(struct buf *out, const char *name, const char *value);

#endif
