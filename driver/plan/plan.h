/* SPDX-License-Identifier: MIT */
/*
 * plan.h: what to run for a command that holds directives.
 */
#ifndef TCR_PLAN_H
#define TCR_PLAN_H

#include "../compiler/compiler.h"
#include "../command/options.h"
#include "../command/own.h"
#include "../command/scan.h"

/* Exit statuses of tcr-rewrite. */
enum {
    REWRITTEN = 0,
    REFUSED = 1,
    NOTHING_TO_DO = 3,
    UNREADABLE = 4 /* the same, of a unit that libclang cannot parse */
};

/* Everything known about this run. */
struct plan {
    const struct own *own;
    const struct compiler *cc;
    const struct command *command;
    enum scan_answer *answers; /* one for each of command->args */
    bool uses_api;             /* an input includes tcr.h */
    bool foreign;              /* a directive stands in C++ */
};

/* Does any input hold a directive, perhaps? */
bool plan_has_directives(const struct plan *p);

/* Run the command with its directives taken over; does not return. */
_Noreturn void plan_run(const struct plan *p);

/* Run the command as it is, with the runtime added if it links a need for
 * it; does not return. */
_Noreturn void plan_pass(const struct plan *p);

#endif
