/* report.h: what became of each directive, for people. */
#ifndef TCR_REPORT_H
#define TCR_REPORT_H

#include "region.h"

/* A refused directive is a warning with position and reason. */
void report_refusal(struct diag *d, const struct region *r);

/* --tcr-report: a remark for each directive, added to `file` (NULL: standard
 * error). */
void report_remarks(const char *file, struct diag *d, struct region *const *regions, size_t n);

#endif
