/* SPDX-License-Identifier: MIT */
/* nvrtc.c: finds the CUDA Toolkit's run-time compiler. */
#include <dlfcn.h>
#include <stdio.h>
#include "../base/env_get.h"
#include "nvrtc.h"

static int take_symbols(struct tcr_nvrtc *rtc)
{
#define TAKE(name, result, parameters)                                                             \
    *(void **)&rtc->name = dlsym(rtc->library, #name);                                             \
    if (!rtc->name)                                                                                \
        return -1;
    NVRTC_SYMBOLS(TAKE)
#undef TAKE
    return rtc->nvrtcVersion(&rtc->major, &rtc->minor) ? -1 : 0;
}

/* Open DIRECTORY/NAME (NAME alone when directory is empty: the loader's path). */
static int open_one(struct tcr_nvrtc *rtc, const char *directory, const char *name)
{
    if (snprintf(rtc->path, sizeof rtc->path, "%s%s%s", directory, *directory ? "/" : "", name) >=
        (int)sizeof rtc->path)
        return -1;
    rtc->library = dlopen(rtc->path, RTLD_NOW | RTLD_LOCAL);
    if (!rtc->library)
        return -1;
    if (take_symbols(rtc) == 0)
        return 0;
    dlclose(rtc->library);
    rtc->library = NULL;
    return -1;
}

static int open_in(struct tcr_nvrtc *rtc, const char *directory)
{
    static const char *const names[] = {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (open_one(rtc, directory, names[i]) == 0)
            return 0;
    return -1;
}

int tcr_nvrtc_open(struct tcr_nvrtc *rtc)
{
    static const char *const variables[] = {"TCR_CUDA_HOME", "CUDA_HOME", "CUDA_PATH"};
    static const char *const libraries[] = {"lib64", "lib", "targets/x86_64-linux/lib"};
    char directory[PATH_MAX];

    *rtc = (struct tcr_nvrtc){.library = NULL};
    for (size_t v = 0; v < sizeof variables / sizeof *variables; v++) {
        const char *home = tcr_env_get(variables[v]);

        for (size_t l = 0; home && *home && l < sizeof libraries / sizeof *libraries; l++)
            if (snprintf(directory, sizeof directory, "%s/%s", home, libraries[l]) <
                    (int)sizeof directory &&
                open_in(rtc, directory) == 0)
                return 0;
    }
    return open_in(rtc, "/usr/local/cuda/lib64") == 0 ? 0 : open_in(rtc, "");
}
