/* SPDX-License-Identifier: MIT */
/*
 * nvtx.c: ranges around regions, for profilers that know NVTX (version 3).
 *
 * A profiler names its library in NVTX_INJECTION64_PATH.  We load it and call its function
 * InitializeInjectionNvtx2 with the address of a function that returns a table for a number.  One
 * of these tables has a function that says where the pointers to NVTX's functions are; the
 * profiler stores its own functions there.  NVIDIA's headers implement the same contract and
 * nothing more, so that building this needs nothing of the Toolkit; tests/annotated/profiler.c
 * compares the numbers with the headers where a Toolkit is installed.
 */
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include "../../base/env_get.h"
#include "../../include/tcr_region.h"
#include "nvtx.h"

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

/* Functions of each module, by the module's number; entry 0 of both is unused. */
static const unsigned functions_of[MODULES + 1] = {0, 16, 9, 15, 7, 16, 7};
static function *functions[MODULES + 1][FUNCTIONS];
static function **table[MODULES + 1][FUNCTIONS + 1]; /* ends with NULL */

enum { UNKNOWN, LOADING, OFF, ON };
static _Atomic int state;

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

/* Programs that have more rights than their user ignore the variable (tcr_env_get). */
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
    state = begin && begin(tell) ? ON : OFF;
}

/* While one thread loads the library, the others have no ranges.  They must not wait for it: one
 * of them may run a constructor, for whose end dlopen() waits (loading.h). */
bool tcr_nvtx_on(void)
{
    int unknown = UNKNOWN;
    int known = atomic_load_explicit(&state, memory_order_acquire);

    if (known != UNKNOWN)
        return known == ON;
    if (atomic_compare_exchange_strong(&state, &unknown, LOADING))
        start();
    return state == ON;
}

/* NULL: the profiler has taken its functions away again. */
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
