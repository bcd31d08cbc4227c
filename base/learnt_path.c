/* SPDX-License-Identifier: MIT */
/* learnt_path.c: see learnt_path.h. */
#include "learnt_path.h"

#include <stdio.h>

#include "env_get.h"

bool tcr_learnt_path(char *path, size_t size)
{
    const char *cache = tcr_env_get("XDG_CACHE_HOME"), *home = tcr_env_get("HOME");
    int n = -1;

    if (cache && *cache == '/') /* another is to be ignored, says the specification */
        n = snprintf(path, size, "%s/tcr/learnt", cache);
    else if (home && *home == '/')
        n = snprintf(path, size, "%s/.cache/tcr/learnt", home);
    return n > 0 && (size_t)n < size;
}
