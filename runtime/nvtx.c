/* SPDX-License-Identifier: MIT */
/*
 * nvtx.c: ranges around regions, for profilers that know NVTX (version 3).
 *
 * A profiler names a library in NVTX_INJECTION64_PATH.  It is loaded, and its function
 * InitializeInjectionNvtx2 gets the address of a function that tells tables by number.  One of
 * them tells where the pointers to the functions of NVTX are, which the library sets.  That is
 * all of the contract that NVIDIA's headers implement, so that nothing of the Toolkit is needed
 * to build this; tests/annotated/profiler.c compares the numbers with the headers where they are.
 */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include "../base/env_get.h"
#include "nvtx.h"
#include "runtime.h"

/* Of nvtxTypes.h: tables, modules, and of the first module (CORE) the functions used here. */
enum { ETID_CALLBACKS = 1, ETID_VERSIONINFO = 3 };
enum { MODULE_CORE = 1, MODULES = 6, FUNCTIONS = 16 };
enum { CORE_RANGE_PUSH = 9, CORE_RANGE_POP = 11 };

typedef void function(void);
typedef const void *tell_table(uint32_t id);
typedef int initialize(tell_table *tell);

struct callbacks {
    size_t size;
    int (*tell_module)(unsigned module, function ****table, unsigned *n);
};
struct version_info {
    size_t size;
    uint32_t version, reserved;
    void (*set_version)(uint32_t version);
};

/* What is in a module is known by its number only; [0] of each is none. */
static const unsigned functions_of[MODULES + 1] = {0, 16, 9, 15, 7, 16, 7};
static function *functions[MODULES + 1][FUNCTIONS];
static function **table[MODULES + 1][FUNCTIONS + 1]; /* ends with NULL */

static enum { UNKNOWN, OFF, ON } state;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static int tell_module(unsigned module, function ****out, unsigned *n)
{
    if (module < MODULE_CORE || module > MODULES)
        return 0;
    if (n)
        *n = functions_of[module];
    if (out)
        *out = table[module];
    return 1;
}

static void set_version(uint32_t version)
{
    (void)version;
}

static const void *tell(uint32_t id)
{
    static const struct callbacks callbacks = {sizeof callbacks, tell_module};
    static const struct version_info info = {sizeof info, 3, 0, set_version};

    return id == ETID_CALLBACKS     ? (const void *)&callbacks
           : id == ETID_VERSIONINFO ? (const void *)&info
                                    : NULL;
}

/* The variable is not heeded in programs that have more rights than their user (tcr_env_get). */
static void start(void)
{
    const char *path = tcr_env_get("NVTX_INJECTION64_PATH");
    void *library = path && *path ? dlopen(path, RTLD_LAZY) : NULL;
    initialize *begin = NULL;

    for (unsigned m = MODULE_CORE; m <= MODULES; m++)
        for (unsigned i = 1; i < functions_of[m]; i++)
            table[m][i] = &functions[m][i];
    if (library)
        *(void **)&begin = dlsym(library, "InitializeInjectionNvtx2");
    __atomic_store_n(&state, begin && begin(tell) ? ON : OFF, __ATOMIC_RELEASE);
}

bool tcr_nvtx_on(void)
{
    if (__atomic_load_n(&state, __ATOMIC_ACQUIRE) == UNKNOWN)
        pthread_once(&once, start);
    return __atomic_load_n(&state, __ATOMIC_ACQUIRE) == ON;
}

/* The profiler may take its functions away again. */
static function *function_of(unsigned which)
{
    return __atomic_load_n(&functions[MODULE_CORE][which], __ATOMIC_RELAXED);
}

bool tcr_nvtx_push(const struct tcr_region *region, const char *what)
{
    function *push = tcr_nvtx_on() ? function_of(CORE_RANGE_PUSH) : NULL;
    char text[160];

    if (!push)
        return false;
    snprintf(text, sizeof text, "tcr %s:%u%s", region->file, region->line, what);
    ((int (*)(const char *))push)(text);
    return true;
}

void tcr_nvtx_pop(void)
{
    function *pop = function_of(CORE_RANGE_POP);

    if (pop)
        ((int (*)(void))pop)();
}
