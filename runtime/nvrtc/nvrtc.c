/* SPDX-License-Identifier: MIT */
/* nvrtc.c: finds the CUDA Toolkit's run-time compiler. */
#include <dlfcn.h>
#include <stdio.h>
#include <sys/stat.h>
#include "../../base/env_get.h"
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
static int open_one(struct tcr_nvrtc *rtc)
{
    rtc->library = dlopen(rtc->path, RTLD_NOW | RTLD_LOCAL);
    if (!rtc->library)
        return -1;
    if (take_symbols(rtc) == 0)
        return 0;
    dlclose(rtc->library);
    rtc->library = NULL;
    return -1;
}

/* 0 if rtc->path is a file.  Where a bare name leads, only the loader knows. */
static int see_one(struct tcr_nvrtc *rtc)
{
    struct stat st;

    return *rtc->path == '/' && stat(rtc->path, &st) == 0 && S_ISREG(st.st_mode) ? 0 : -1;
}

/* Finds the first library of the directory for which `take` returns 0; rtc->path is its name. */
static int try_in(struct tcr_nvrtc *rtc, const char *directory, int (*take)(struct tcr_nvrtc *))
{
    static const char *const names[] = {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (snprintf(rtc->path, sizeof rtc->path, "%s%s%s", directory, *directory ? "/" : "",
                     names[i]) < (int)sizeof rtc->path &&
            take(rtc) == 0)
            return 0;
    return -1;
}

static int search(struct tcr_nvrtc *rtc, int (*take)(struct tcr_nvrtc *))
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
                try_in(rtc, directory, take) == 0)
                return 0;
    }
    return try_in(rtc, "/usr/local/cuda/lib64", take) == 0 ? 0 : try_in(rtc, "", take);
}

int tcr_nvrtc_open(struct tcr_nvrtc *rtc)
{
    return search(rtc, open_one);
}

int tcr_nvrtc_find(struct tcr_nvrtc *rtc)
{
    return search(rtc, see_one);
}
