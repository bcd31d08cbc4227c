/*
 * unit.h: the unit that is rewritten, with all that main.c finds out about it.
 */
#ifndef TCR_UNIT_H
#define TCR_UNIT_H

#include "construct.h"
#include "directive.h"
#include "images.h"
#include "options.h"
#include "region.h"
#include "report.h"
#include "units.h"

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
    char **device;     /* device text of each region, NULL: none */
    char *device_text; /* of all */
    struct image_list images;
    bool has_images;
    struct units others; /* of the link */
    bool routine;        /* some 'tcr routine' stands here */
};

/* unit_device.c. */
size_t unit_device_regions(const struct unit *u); /* how many have device code */
/* The device text of the whole unit, or of region `only` (SIZE_MAX: all). */
char *unit_device_text(const struct unit *u, size_t only);
/* Compile it: fills u->images.  What the device compiler rejects is refused, and
 * *text replaced. */
void unit_compile_images(struct unit *u, char **text);

#endif
