/* SPDX-License-Identifier: MIT */
/*
 * tcr.h: the public C API of libtcr: data residency (here), reductions of arrays, rows and
 * segments, prefix sums, and products of matrices, as functions (tcr_reduce.h, tcr_segments.h,
 * tcr_scan.h and tcr_matrix.h, which this header includes).
 *
 * Data residency with the meaning of OpenACC 3.3: host sections are given by
 * address and size in bytes; a section that is copied in or created stays on
 * the device until its (dynamic) reference count is back at zero, and loops
 * under `#pragma tcr` use the device's copy of it.
 *
 * The data directives (docs/directives.md) use the same table: `enter data` is
 * tcr_copyin or tcr_create, `exit data` tcr_copyout or tcr_delete.  What the
 * directives of a data region hold is not released by these calls.
 *
 * Without a device (none found, TCR_TARGET=host, TCR_BACKEND=host) host memory
 * is the device's memory, as OpenACC has it for shared memory: the calls below
 * succeed and do nothing, addresses translate to themselves, every section is
 * present, and tcr_malloc is malloc.
 *
 * After the device was lost, and in the child of a process that had used it,
 * the same holds for all memory but what was on the device: calls on that
 * return TCR_E_LOST or TCR_E_FORKED.
 *
 * A loop that cannot run on the device runs on the host; what it reads that may
 * be newer on the device (a kernel wrote, or see tcr_deviceptr) is copied back
 * before.  Where that fails, or a base pointer is device memory, which the host
 * cannot read, there is no such way out: the reason goes to stderr and the
 * process ends with abort().  So do the run-time errors of data directives.
 *
 * Environment, read once: TCR_TARGET=auto|device|host, TCR_BACKEND=auto|cuda|
 * sim|host, TCR_TRACE=1|2, TCR_SUMMARY=1, TCR_FAULT=KIND:N,... (for tests).
 *
 * A NULL host address means no action; a size of 0 means 1, as in OpenACC.
 *
 * A signal handler may call them, but where it has interrupted its thread inside the library
 * they do nothing: TCR_E_BUSY, or NULL or 0 (tcr_free leaves the memory allocated).
 *
 * All functions are thread-safe and synchronous.  They return 0 or a negative
 * TCR_E_* code, and print nothing unless TCR_TRACE asks for it.
 */
#ifndef TCR_H
#define TCR_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TCR_VERSION_MAJOR 0
#define TCR_VERSION_MINOR 1
#define TCR_VERSION_PATCH 0

enum tcr_error {
    TCR_OK = 0,
    TCR_E_INVALID = -1,      /* an argument makes no sense (NULL; a section that leaves the
                                address space, or has more than 2^56 bytes) */
    TCR_E_NO_DRIVER = -2,    /* the device's driver cannot be opened */
    TCR_E_NO_DEVICE = -3,    /* the driver has no (usable) device */
    TCR_E_NO_IMAGE = -4,     /* no code for this device in the program */
    TCR_E_NO_MEMORY = -5,    /* out of host or device memory */
    TCR_E_COPY = -6,         /* a copy between host and device failed */
    TCR_E_LAUNCH = -7,       /* a kernel could not be started */
    TCR_E_DEVICE = -8,       /* any other failure of the device */
    TCR_E_LOST = -9,         /* the device's context was lost, with the data on it */
    TCR_E_FORKED = -10,      /* the data is the parent process's */
    TCR_E_PARTIAL = -11,     /* a section is present in part only */
    TCR_E_NOT_PRESENT = -12, /* a section is not present */
    TCR_E_UNSUPPORTED = -13, /* asked for by a flag, and not available */
    TCR_E_WORKSPACE = -14,   /* a workspace is too small, or not aligned */
    TCR_E_BUSY = -15         /* in a signal handler that has interrupted the library; or in a
                                constructor, while another thread opens the device */
};

/* A short English text for an error code, without a newline.  Static. */
const char *tcr_strerror(int error);

/* "0.1.0".  Static. */
const char *tcr_version(void);

/* Devices that regions can run on: 0 or 1.  Opens the driver. */
int tcr_device_count(void);

/* The device's name, or "host" where there is none.  Static. */
const char *tcr_device_name(void);

/* Make [host, host + size) present: allocate it on the device and copy it
 * there, or add one reference where it is present already (no copy then).
 * Errors: TCR_E_PARTIAL, TCR_E_NO_MEMORY, TCR_E_COPY. */
int tcr_copyin(const void *host, size_t size);

/* The same without the copy. */
int tcr_create(const void *host, size_t size);

/* Drop one (dynamic) reference of the section; at the last, copy [host, host + size)
 * back to the host and free the whole section that it is part of, unless a data
 * region holds it.  A section that is not present, or has no such reference: no
 * action.
 * Errors: TCR_E_PARTIAL, TCR_E_COPY (the section is freed all the same). */
int tcr_copyout(void *host, size_t size);

/* The same without the copy. */
int tcr_delete(const void *host, size_t size);

/* Copy a present section, or a part of one, to the device or back.
 * Errors: TCR_E_NOT_PRESENT, TCR_E_PARTIAL, TCR_E_COPY. */
int tcr_update_device(const void *host, size_t size);
int tcr_update_host(void *host, size_t size);

/* 1 if all of [host, host + size) is present, else 0. */
int tcr_is_present(const void *host, size_t size);

/* The device address of a present host address, NULL if it is not present.
 * The runtime then takes it that the device's copy may be newer than the
 * host's: TCR_TARGET=auto no longer runs loops on it on the host. */
void *tcr_deviceptr(const void *host);

/* The host address of a device address in a present section, else NULL. */
void *tcr_hostptr(const void *device);

/* `size` bytes of device memory, or NULL; aligned to 256 bytes on a device.
 * tcr_free takes NULL, too. */
void *tcr_malloc(size_t size);
void tcr_free(void *device);

/* Copy between host memory and device memory (of tcr_malloc, tcr_deviceptr or
 * the device's own API). */
int tcr_memcpy_to_device(void *device, const void *host, size_t size);
int tcr_memcpy_from_device(void *host, const void *device, size_t size);

#ifdef __cplusplus
}
#endif

#include "tcr_reduce.h"   /* sums, dot products, norms, minima, moments of arrays */
#include "tcr_matrix.h"   /* products of a matrix and a vector, and of matrices */
#include "tcr_scan.h"     /* prefix sums of arrays, rows and segments */
#include "tcr_segments.h" /* sums, minima and their places of rows and segments */
#endif
