/* report_private.h: what the two forms of the report share (report_facts.c). */
#ifndef TCR_REPORT_PRIVATE_H
#define TCR_REPORT_PRIVATE_H

#include "report.h"
#include "text.h"

enum decision {
    DECISION_DEVICE, /* device code has been made; where a call runs is decided at run time */
    DECISION_HOST,   /* the host's OpenMP threads have the loop */
    DECISION_REFUSED /* as if the directive were not there */
};

enum decision report_decision(const struct outcome *o);
const char *report_code(const struct outcome *o);   /* NULL on the device */
const char *report_reason(const struct outcome *o); /* NULL on the device */
/* Whose directive it is: tcr, omp or acc. */
const char *report_origin(const struct outcome *o);

/* How a variable is combined: a stable word, and one for people. */
struct path {
    const char *word, *title;
};
const struct path *report_path(const struct outcome *o, const struct reduction *red);

/* Why a base is brought to the device, and which elements: text such as
 * "[0:n]" (arena), or NULL where that is computed at each call. */
const char *report_intent(const struct base *b);
const char *report_extent(const struct region *r, const struct base *b);
/* Is it one of the user's arrays that the device gets? */
bool report_is_section(const struct base *b);

/* One JSON object and a newline. */
void report_json(struct buf *out, const struct outcome *o, const struct diag *d);

#endif
