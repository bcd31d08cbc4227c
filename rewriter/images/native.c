/* SPDX-License-Identifier: MIT */
/* native.c: asks NVIDIA's driver, which is opened only for that. */
#include "native.h"

#include <dlfcn.h>
#include <string.h>

#include "../text/text.h"

struct driver {
    int (*init)(unsigned flags);
    int (*count)(int *n);
    int (*get)(int *device, int ordinal);
    int (*attribute)(int *value, int attribute, int device);
};
enum { MAJOR = 75, MINOR = 76 }; /* CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_... */

static bool take(void *library, const char *name, void *function)
{
    void *address = dlsym(library, name);
    memcpy(function, &address, sizeof address);
    return address != NULL;
}

static bool open_driver(struct driver *d, char **why)
{
    void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    int error = -1;
    if (!library)
        *why = xstrdup("no NVIDIA driver (libcuda.so.1) here");
    else if (!take(library, "cuInit", &d->init) || !take(library, "cuDeviceGetCount", &d->count) ||
             !take(library, "cuDeviceGet", &d->get) ||
             !take(library, "cuDeviceGetAttribute", &d->attribute))
        *why = xstrdup("libcuda.so.1 lacks a function of the driver");
    else if ((error = d->init(0)) != 0)
        *why = xasprintf("NVIDIA's driver cannot be used (error %d of cuInit)", error);
    return error == 0;
}

static void add(unsigned *archs, unsigned *n, unsigned most, unsigned arch)
{
    unsigned at = 0;
    while (at < *n && archs[at] < arch)
        at++;
    if (*n == most || (at < *n && archs[at] == arch))
        return;
    memmove(archs + at + 1, archs + at, (*n - at) * sizeof *archs);
    archs[at] = arch;
    ++*n;
}

unsigned native_archs(unsigned *archs, unsigned most, char **why)
{
    struct driver d;
    int devices = 0;
    unsigned n = 0;
    if (!open_driver(&d, why))
        return 0;
    if (d.count(&devices))
        devices = 0;
    for (int i = 0; i < devices; i++) {
        int device, major, minor;
        if (d.get(&device, i) == 0 && d.attribute(&major, MAJOR, device) == 0 &&
            d.attribute(&minor, MINOR, device) == 0 && major * 10 + minor >= 75)
            add(archs, &n, most, (unsigned)(major * 10 + minor));
    }
    if (n == 0)
        *why = xstrdup(devices ? "no GPU here is of compute capability 7.5 or newer"
                               : "no GPU here that the process may see");
    return n;
}
