/* SPDX-License-Identifier: MIT */
/*
 * backend.h: what the runtime asks of a device.
 *
 * A backend is a table of calls, as in libgomp's plugin interface.  Three
 * exist: cuda (backend_cuda.h: the driver API, opened at run time), sim
 * (backend_sim.h: the simulated device) and host (no device: every call says
 * so).  fault.c wraps any of them to make the n-th call fail.
 *
 * Conventions.  Calls return 0 or a negative TCR_E_* code of tcr.h; after a
 * failure error_name() tells the device's own word for it.  All calls but
 * `init` are made after a successful init().  Calls other than init, bind,
 * unbind, properties, lost and error_name are made between bind() and unbind()
 * on the same thread.  Everything is called by many threads at once and must
 * be thread-safe; init is called once at a time, and not again after success.
 */
#ifndef TCR_BACKEND_H
#define TCR_BACKEND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "../../include/tcr.h"
#include "../../include/tcr_region.h"
#include "../../spec/contract.h"

#pragma GCC visibility push(hidden)

struct tcr_properties {
    char name[96];
    unsigned arch; /* compute capability × 10: 90 is sm_90 */
    unsigned multiprocessors;
    size_t memory;    /* bytes */
    unsigned shared;  /* bytes at most that a launch may ask for (tcr_launch.shared) */
    bool many_blocks; /* so many that all ways of combining are gone */
};

struct tcr_launch {
    void *function;
    void *stream;
    unsigned blocks, threads;
    const void *args;     /* first parameter, by value */
    unsigned arg_size;    /* bytes */
    struct tcr_grid grid; /* second parameter, by value */
    unsigned shared;      /* bytes of a block's shared memory that the kernel does not declare */
    void **replay;        /* where the backend may keep what makes the next launch of the same
                             lane short; NULL at first; `forget` frees it.  May be NULL */
    unsigned way;         /* of a kernel whose launches differ in turns: which of them it is */
    bool in_turns; /* there are more blocks than the device holds, which end soon: that each says
                      that it has written takes longer than the driver's wait */
    bool ahead;    /* the kernel calls tcr_follow() (kernels/intrinsics.cuh) before it needs or
                      disturbs the stream's launch before it, and may start with that one's end */
};

/* The argument block of kernels/library/library_scan.cuh. */
struct tcr_scan_args {
    TCR_LIBRARY_SCAN_ARGS(const void *, void *, const void *)
};
TCR_AGREED(sizeof(struct tcr_scan_args) == TCR_LIBRARY_SCAN_ARGS_BYTES, "struct tcr_scan_args");

/* The same of a loop's. */
struct tcr_loop_scan_args {
    struct tcr_scan_args of;
    unsigned long long start; /* in its first bytes the loop's variable */
};
TCR_AGREED(sizeof(struct tcr_loop_scan_args) == TCR_LOOP_SCAN_ARGS_BYTES, "the kernel's");

/* The argument block of kernels/product.cuh. */
struct tcr_product_args {
    TCR_PRODUCT_ARGS(uintptr_t, uintptr_t)
};
TCR_AGREED(sizeof(struct tcr_product_args) == TCR_PRODUCT_ARGS_BYTES, "the kernel's");
/* As that of the transposed matrices: rows become columns, and A becomes B. */
void tcr_product_turn(struct tcr_product_args *a);

/* The parts of a product's elements, as kernels/product_parts.cuh leaves them (spec/contract.h). */
struct tcr_product_parts {
    uintptr_t a, b;                    /* the first ones of A's rows and B's columns */
    long long pitch, a_plane, b_plane; /* bytes from one row, and part, to the next */
    void *room; /* of tcr_backend.product_room bytes, for the library itself */
};

struct tcr_product_call {
    struct tcr_product_args args;
    enum tcr_type type;           /* of all elements: TCR_F32 or TCR_F64 */
    enum tcr_precision precision; /* in full, or by a kernel of kernels/product_level.cuh */
    const struct tcr_product_parts *parts; /* what the backend is to multiply; NULL: A and B */
    void **replay;                         /* as tcr_launch's; NULL: the stream is not a lane's */
};

enum tcr_pointer {
    TCR_POINTER_HOST,   /* not the device's: must be copied */
    TCR_POINTER_DEVICE, /* device memory: passed as it is; the host cannot read it */
    TCR_POINTER_SHARED, /* both sides may use it (managed memory): passed as it is */
    TCR_POINTER_FOREIGN /* another device's: neither passed nor, perhaps, readable */
};

enum tcr_backend_flags {
    TCR_BACKEND_EXACT = 1,  /* allocate every section by itself, to the byte, and free it after
                               use: the device checks bounds against its allocations */
    TCR_BACKEND_ALWAYS = 2, /* when chosen by name, every region goes to it: no estimate */
    TCR_BACKEND_JUDGES = 4  /* it sees what a kernel must not do, and is there to see it: a
                               failure of it ends the program (strict.c) */
};

/* How much longer a process's end takes if it has opened the device, in seconds.  On an H100 it was
 * 0.04 to 0.13 s. */
#define TCR_END_SECONDS 0.15

struct tcr_backend {
    const char *name;
    unsigned flags; /* enum tcr_backend_flags */

    /* Open the device and create its context. */
    int (*init)(void);
    /* The seconds that the process's end takes longer then; may be NULL: TCR_END_SECONDS. */
    double (*end)(void);
    int (*properties)(struct tcr_properties *p);
    /* Make the context current on the calling thread, and put back what was. */
    int (*bind)(void);
    void (*unbind)(void);

    /* Device memory, aligned to 256 bytes at least.  `size` is at least 1. */
    int (*alloc)(void **device, size_t size);
    int (*free)(void *device);
    /* Host memory that the device can write: `*host` and `*device` are the two
     * addresses of the same bytes. */
    int (*host_alloc)(void **host, void **device, size_t size);
    int (*host_free)(void *host);

    /* Ordered queues; work on one is done in order, work on two may overlap. */
    int (*stream_create)(void **stream);
    int (*stream_destroy)(void *stream);
    int (*sync)(void *stream);
    /* The same, and returns 1; or 0 as soon as the upper half of the eight bytes at
     * `word`, memory of host_alloc that the last launch writes, is `tag`. */
    int (*wait)(void *stream, const void *word, unsigned tag);
    /* Copies and fills are queued.  The host side must stay as it is, or is
     * not yet filled, until sync(). */
    int (*copy_to)(void *device, const void *host, size_t size, void *stream);
    int (*copy_from)(void *host, const void *device, size_t size, void *stream);
    int (*fill)(void *device, int byte, size_t size, void *stream);
    int (*copy_within)(void *to, const void *from, size_t size, void *stream); /* the device */

    /* The unit's code, from unit->images or unit->device_text and
     * unit->device_flags.  TCR_E_NO_IMAGE: none that fits this device. */
    int (*module_load)(void **module, const struct tcr_unit *unit);
    int (*module_unload)(void *module);
    int (*function)(void **function, void *module, const char *kernel);
    /* Blocks of `threads` threads that one multiprocessor holds at once. */
    int (*occupancy)(unsigned *blocks, void *function, unsigned threads);
    int (*launch)(const struct tcr_launch *l);
    void (*forget)(void *replay); /* may be NULL: nothing is kept */
    /* Queue a product of matrices by the vendor's library.  TCR_PRODUCT_BY_KERNEL: there is none,
     * or it does not have that product; nothing has been queued, or, of parts, at most something
     * that writes to C, which is not read.  May be NULL: the same. */
    int (*product)(const struct tcr_product_call *of, void *stream);
    size_t product_room; /* bytes of device memory that it needs besides for one of parts */

    /* What an address is.  Never fails: what is not known is the host's. */
    enum tcr_pointer (*pointer)(const void *address);
    /* Is the context gone for good (a sticky error)? */
    bool (*lost)(void);
    /* The device's own name of the calling thread's last failure, such as
     * "CUDA_ERROR_OUT_OF_MEMORY (alloc)"; never NULL. */
    const char *(*error_name)(void);
    /* Before init: does the program itself use this device already, so that
     * its addresses may turn up?  May be NULL: no. */
    bool (*in_process)(void);

    /* For calls on the program's own streams (library_stream.c): is it one of this device's
     * context?  Events, for these calls and for staged copies: what was in the stream when one was
     * recorded has been done; the stream waits for that. */
    int (*stream_check)(void *stream);
    int (*event_create)(void **event);
    int (*event_destroy)(void *event);
    int (*event_record)(void *event, void *stream);
    bool (*event_done)(void *event);
    int (*event_wait)(void *event); /* the calling thread does */
    int (*stream_wait)(void *stream, void *event);
};

enum { TCR_PRODUCT_BY_KERNEL = 1 };

extern const struct tcr_backend tcr_backend_host;

#pragma GCC visibility pop

#endif
