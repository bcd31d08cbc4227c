/* SPDX-License-Identifier: MIT */
/* env_get.c: see env_get.h. */
#include "env_get.h"

#include <stdlib.h>
#include <sys/auxv.h>

bool tcr_secure_program(void)
{
    return getauxval(AT_SECURE) != 0;
}

const char *tcr_env_get(const char *name)
{
    return tcr_secure_program() ? NULL : getenv(name);
}
