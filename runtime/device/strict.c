/* SPDX-License-Identifier: MIT */
/*
 * strict.c: which reasons for the host end the program.
 *
 * A loop that the device does not get runs on the host, and the program is none the
 * wiser.  That is right where it was asked for, or is what the documents promise; but
 * a mistake in the device code, the rewriter or the runtime would hide there, too.
 *
 *     class                       TCR_STRICT  not set   =1      TCR_TARGET=required
 *     by design, documented                   host      host    status 1
 *     injected by TCR_FAULT                   host      host    status 1
 *     no code for this device, lost, ...      host      abort   status 1
 *     the simulated device's findings         abort     abort   status 1
 *
 * With TCR_STRICT=0 none of them ends it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../backend/backend.h"
#include "../backend/fault.h"
#include "../ground/env.h"
#include "../ground/inside.h"
#include "../ground/shut_in.h"
#include "../ground/why.h"
#include "device.h"
#include "strict.h"

enum class {
    CLASS_FAULT,  /* ours, or the device's: whatever is not in the table */
    CLASS_DESIGN, /* the decision, the environment */
    CLASS_REFUSED /* the data, as the documents say: aliases, extents, memory */
};

/* Reasons of the runtime's own; `device`: of a failed call of the device, too. */
static const struct {
    int error;
    bool device;
    enum class class;
} reasons[] = {
    {TCR_ESTIMATE, false, CLASS_DESIGN},   /* auto mode */
    {TCR_HOST_DATA, false, CLASS_DESIGN},  /* OpenMP's loop for the host */
    {TCR_E_FORKED, false, CLASS_DESIGN},   /* the child of a process with a device */
    {TCR_E_NO_DRIVER, true, CLASS_DESIGN}, /* but see classify() */
    {TCR_E_NO_DEVICE, true, CLASS_DESIGN}, /* the same; TCR_BACKEND=host */
    {TCR_ORDER, false, CLASS_REFUSED},     /* arrays that overlap, pointers that may */
    {TCR_E_INVALID, false, CLASS_REFUSED}, /* extents, sections, subscripts of 32 bits, meetings */
    {TCR_E_PARTIAL, false, CLASS_REFUSED}, /* present in part */
    {TCR_E_NOT_PRESENT, false, CLASS_REFUSED}, /* the clause `present` */
    {TCR_E_BUSY, false, CLASS_REFUSED},        /* in a constructor (loading.h) */
    {TCR_E_NO_MEMORY, true, CLASS_REFUSED},    /* of either side */
};

static enum class classify(const struct tcr_why *why) {
    if (why->injected || (why->error == TCR_E_LOST && tcr_fault_injected())) return CLASS_DESIGN;
    if ((why->error == TCR_E_NO_DRIVER || why->error == TCR_E_NO_DEVICE) &&
        tcr_config.target == TCR_TARGET_DEVICE && tcr_config.backend != TCR_CHOICE_HOST &&
        !tcr_config.fault[TCR_FAULT_INIT]) return CLASS_FAULT;
    for (size_t k = 0; k < sizeof reasons / sizeof *reasons;
         k++) if (reasons[k].error == why->error &&
                  (reasons[k].device || !why->device)) return reasons[k]
        .class;
    return CLASS_FAULT;
}

/* What only the simulated device can say: the kernel does what it must not do. */
static bool is_finding(const struct tcr_why *why)
{
    return why->device && (tcr_backend->flags & TCR_BACKEND_JUDGES) &&
           why->error != TCR_E_NO_IMAGE && why->error != TCR_E_LOST;
}

bool tcr_strict_asks(void)
{
    return tcr_config.compare || tcr_config.strict == TCR_STRICT_ON ||
           tcr_config.target == TCR_TARGET_REQUIRED ||
           (tcr_backend && (tcr_backend->flags & TCR_BACKEND_JUDGES));
}

static void say(const struct tcr_why *why, const char *rule)
{
    const char *text = why->text[0] ? why->text : tcr_strerror(why->error);

    if (why->region)
        fprintf(stderr, "tcr: %s:%u: the device has not run the loop: %s (%s)\n", why->region->file,
                why->region->line, text, rule);
    else
        fprintf(stderr, "tcr: %s (%s)\n", text, rule);
    if (strcmp(text, tcr_closes) == 0)
        fputs("tcr: close or replace descriptors that the program has not opened before its first "
              "loop\n",
              stderr);
    else if (strcmp(text, tcr_filters) == 0)
        fputs("tcr: no device is used below a filter: leave the variable out, or the filter\n",
              stderr);
}

void tcr_strict_check(const struct tcr_why *why)
{
    bool fault = why->error && classify(why) == CLASS_FAULT;

    if (why->error && tcr_config.target == TCR_TARGET_REQUIRED) {
        say(why, "TCR_TARGET=required");
        tcr_go_out(); /* handlers of atexit() may have loops */
        exit(EXIT_FAILURE);
    }
    if (!fault || tcr_config.strict == TCR_STRICT_OFF)
        return;
    if (tcr_config.strict == TCR_STRICT_ON) {
        say(why, "TCR_STRICT=1");
        abort();
    }
    if (is_finding(why)) {
        say(why, "found by the simulated device; with TCR_STRICT=0 the host would go on");
        abort();
    }
}
