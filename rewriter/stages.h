/* SPDX-License-Identifier: MIT */
/* stages.h: the stages of the analysis over one directive, in order. */
#ifndef TCR_STAGES_H
#define TCR_STAGES_H

#include "ir/region.h"

/* Analyse one directive; never fails: a refused region says so in itself. */
struct region *region_build(struct ast *ast, struct source *src, struct diag *diag,
                            struct directive *dir, int id, const struct facts *facts);
/* The control flow of its loop and of the functions that this calls, a line a block. */
void region_dump_flow(struct region *r, FILE *out);

#endif
