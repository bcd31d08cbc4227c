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
/* Will the link decide again? */
bool report_pending(const struct outcome *o);
const char *report_code(const struct outcome *o);   /* NULL on the device */
const char *report_reason(const struct outcome *o); /* NULL on the device */
/* Whose directive it is: tcr, omp or acc. */
const char *report_origin(const struct outcome *o);

/* How a variable is combined: a stable word, and one for people. */
struct path {
    const char *word, *title;
};
const struct path *report_path(const struct outcome *o, const struct reduction *red);

/* What the device gets, and why. */
struct section_fact {
    const char *base, *intent;
    const char *extent; /* text such as "[0:n]", or NULL: computed at each call */
    bool clause;        /* it is that of a clause */
    bool rows;          /* what pointers in another of the arrays lead to */
    bool whole;         /* of the whole object, whose size is found at each call */
};

/* The sections (arena); none if the directive is not honoured. */
size_t report_sections(const struct outcome *o, struct section_fact **list);

/* One JSON object and a newline. */
void report_json(struct buf *out, const struct outcome *o, const struct diag *d);

#endif
