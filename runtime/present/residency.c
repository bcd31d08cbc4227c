/* SPDX-License-Identifier: MIT */
/* residency.c: the residency calls of tcr.h, which change the present table. */
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include "../../include/tcr_region.h"
#include "../device/device.h"
#include "../ground/inside.h"
#include "../ground/why.h"
#include "present.h"
#include "present_action.h"
#include "present_table.h"

/* A device address has been given out, or a kernel has written.  That regions ask for it here also
 * has every linker take this file with them: a program that has both libraries must not get its
 * loops from one and these calls from the other. */
static _Atomic bool newer;

bool tcr_present_newer(void)
{
    return newer;
}

void tcr_present_set_newer(void)
{
    newer = true;
}

/* ---- files whose directives nobody heeds ---- */

static const char *_Atomic unheeded; /* the first of them */

const char *tcr_present_unheeded(void)
{
    return atomic_load_explicit(&unheeded, memory_order_relaxed);
}

void tcr_data_unheeded(const char *file)
{
    const char *none = NULL;

    if (!tcr_present_none()) {
        fprintf(stderr,
                "tcr: %s, whose directives are not heeded (its compilation says why), is loaded "
                "while data is on the device, of which it would not see the newest: load it "
                "before data directives begin, or compile it again\n",
                file);
        abort();
    }
    atomic_compare_exchange_strong(&unheeded, &none, file);
}

static int leave(int result)
{
    tcr_go_out();
    return result;
}

static int make_present(const char *what, const void *host, size_t size, bool filled)
{
    struct tcr_present *e;
    struct tcr_action action;
    char *device;
    int error = tcr_action_begin(&action, host, &size);

    if (error <= 0)
        return error;
    error = tcr_present_find(host, size, &e, &device);
    if (error == 0) {
        error = tcr_present_make(&action, host, size, filled, &e);
        if (!error)
            snprintf(e->origin, sizeof e->origin, "%s()", what);
        error = error ? error : 1;
    }
    if (error == 1) {
        e->refs++;
        error = 0;
    }
    return tcr_action_end(&action, what, host, size, error);
}

int tcr_copyin(const void *host, size_t size)
{
    return tcr_come_in() ? leave(make_present("tcr_copyin", host, size, true)) : TCR_E_BUSY;
}

int tcr_create(const void *host, size_t size)
{
    return tcr_come_in() ? leave(make_present("tcr_create", host, size, false)) : TCR_E_BUSY;
}

/* Drop a reference; `out`: where the data goes at the last one, or NULL. */
static int drop(const char *what, const void *host, void *out, size_t size)
{
    struct tcr_present *e;
    struct tcr_action action;
    char *device;
    int error = tcr_action_begin(&action, host, &size);

    if (error < 0)
        tcr_present_drop_lost(host, size);
    if (error <= 0)
        return error;
    error = tcr_present_find(host, size, &e, &device);
    if (error == 1) {
        error = 0;
        if (e->refs > 0 && --e->refs == 0 && e->structured == 0) {
            if (out)
                error = tcr_action_update(&action, e, (uintptr_t)host, size, false);
            tcr_present_retire(e);
        }
    }
    return tcr_action_end(&action, what, host, size, error);
}

int tcr_copyout(void *host, size_t size)
{
    return tcr_come_in() ? leave(drop("tcr_copyout", host, host, size)) : TCR_E_BUSY;
}

int tcr_delete(const void *host, size_t size)
{
    return tcr_come_in() ? leave(drop("tcr_delete", host, NULL, size)) : TCR_E_BUSY;
}

static int update(const char *what, const void *host, void *out, size_t size)
{
    struct tcr_present *e;
    struct tcr_action action;
    char *device;
    int error = tcr_action_begin(&action, host, &size);

    if (error <= 0)
        return error;
    error = tcr_present_find(host, size, &e, &device);
    if (error == 0)
        error = TCR_E_NOT_PRESENT;
    else if (error == 1)
        error = tcr_action_update(&action, e, (uintptr_t)host, size, !out);
    return tcr_action_end(&action, what, host, size, error);
}

int tcr_update_device(const void *host, size_t size)
{
    return tcr_come_in() ? leave(update("tcr_update_device", host, NULL, size)) : TCR_E_BUSY;
}

int tcr_update_host(void *host, size_t size)
{
    return tcr_come_in() ? leave(update("tcr_update_host", host, host, size)) : TCR_E_BUSY;
}

/* Is host memory the device's memory?  Opens the device, to know. */
static bool host_only(void)
{
    struct tcr_why why = {.wanted = false};

    if (tcr_present_unheeded())
        return true;
    tcr_device_open(&why);
    return tcr_device_state() == TCR_E_NO_DEVICE;
}

static int is_present(const void *host, size_t size)
{
    struct tcr_present *e;
    char *device;

    if (host_only() || !host)
        return 1;
    return tcr_present_find(host, size ? size : 1, &e, &device) == 1 && device &&
           tcr_device_state() == 0;
}

static void *deviceptr(const void *host)
{
    struct tcr_present *e;
    void *device;

    if (host_only())
        return (void *)(uintptr_t)host;
    if (tcr_present_pin((uintptr_t)host, 1, &e) == 1) /* catches up where it is behind */
        tcr_present_unpin(e);
    device = tcr_present_expose(host);
    if (device)
        newer = true;
    return device;
}

int tcr_is_present(const void *host, size_t size)
{
    return tcr_come_in() ? leave(is_present(host, size)) : 0;
}

void *tcr_deviceptr(const void *host)
{
    void *device;

    if (!tcr_come_in())
        return NULL;
    device = deviceptr(host);
    tcr_go_out();
    return device;
}

void *tcr_hostptr(const void *device)
{
    void *host;

    if (!tcr_come_in())
        return NULL;
    host = host_only() ? (void *)(uintptr_t)device : tcr_present_host(device);
    tcr_go_out();
    return host;
}
