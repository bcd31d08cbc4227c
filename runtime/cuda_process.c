/* cuda_process.c: does the program use CUDA by itself? */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <stdatomic.h>
#include "cuda_launch.h"

/* The number of libraries loaded since the start. */
static int count_loads(struct dl_phdr_info *info, size_t size, void *loads)
{
    (void)size;
    *(unsigned long long *)loads = info->dlpi_adds;
    return 1;
}

/* Has the program, or a library of it, opened the driver?  Asked before every
 * loop that stays on the host, and dlopen takes microseconds: only when some
 * library has been loaded since it was last asked. */
bool tcr_cuda_in_process(void)
{
    static _Atomic unsigned long long seen;
    unsigned long long loads = 0;
    void *library;

    dl_iterate_phdr(count_loads, &loads);
    if (loads == seen)
        return false;
    library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
    if (library)
        dlclose(library);
    else
        seen = loads;
    return library != NULL;
}
