/* SPDX-License-Identifier: MIT */
/* backend_host.c: no device.  init() says so, and nothing else is called. */
#include "backend.h"

static int host_init(void)
{
    return TCR_E_NO_DEVICE;
}

static bool host_lost(void)
{
    return false;
}

static const char *host_error_name(void)
{
    return "the host was asked for";
}

const struct tcr_backend tcr_backend_host = {
    .name = "host",
    .init = host_init,
    .lost = host_lost,
    .error_name = host_error_name,
};
