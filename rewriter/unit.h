/* SPDX-License-Identifier: MIT */
/*
 * unit.h: the unit that is rewritten, with all that is found out about it.
 */
#ifndef TCR_UNIT_H
#define TCR_UNIT_H

#include "source/construct.h"
#include "source/directive.h"
#include "images/images.h"
#include "source/options.h"
#include "ir/region.h"
#include "out/report.h"
#include "plan/plan.h"
#include "front/units.h"

struct unit {
    struct options opt;
    struct source src;
    struct diag diag;
    struct diag_log log;
    struct report report;
    struct ast *ast;
    struct facts facts;
    struct directive **directives;
    size_t n_directives;
    struct region **regions;
    size_t n_regions;
    struct plan **plans; /* of each region */
    char **device;       /* device text of each region, NULL: none */
    char *device_text;   /* of all */
    struct image_list images;
    bool has_images;
    struct units others; /* of the link */
    bool takes_calls;    /* OpenACC's functions for data are the runtime's */
    bool unheeded;       /* its data directives are refused (spec/unheeded.h) */
    bool reorders;       /* structures may have another order of bytes */
    const char *layout;  /* a pragma that changes structures for libclang alone; NULL: none */
    size_t read;         /* so much of the text has been searched for that */
};

enum unit_status {
    UNIT_DONE = 0,   /* rewritten */
    UNIT_ERRORS = 1, /* they were printed */
    UNIT_USAGE = 2,
    UNIT_NOTHING = 3,    /* nothing to rewrite: compile the original */
    UNIT_UNREADABLE = 4, /* libclang cannot parse it: the same, but its directives are not heeded */
    UNIT_NO_FILE = 5     /* a file could not be read or written */
};

/* unit_build.c: everything up to the decision about each directive.  UNIT_DONE: the unit is to be
 * written; else what tcr-rewrite ends with, which may be the preprocessor's status. */
int unit_analyse(struct unit *u);

/* unit_write.c: the rewritten unit, or what is asked for in its place. */
int unit_write(struct unit *u);
/* What a link needs of the unit, if it does. */
int unit_keep(struct unit *u);

/* unit_device.c. */
size_t unit_device_regions(const struct unit *u); /* how many have device code */
/* The device text of the whole unit, or of region `only` (SIZE_MAX: all). */
char *unit_device_text(const struct unit *u, size_t only);
/* Compile it: fills u->images.  What the device compiler rejects is refused, and
 * *text replaced. */
void unit_compile_images(struct unit *u, char **text);

#endif
