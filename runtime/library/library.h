/* SPDX-License-Identifier: MIT */
/*
 * library.h: the functions of tcr_reduce.h and tcr_segments.h, inside.
 *
 *     library         checks a call, decides where it runs, makes the result of the slots
 *     library_calls   the functions by name
 *     library_host    on the host: chunks, threads, the combination of partial results
 *     library_exact   there, with TCR_REPRODUCIBLE: sums without rounding
 *     library_stream  on a stream
 *     segments        rows and segments; segments_host: there; segments_calls: by name
 *     matrix          a matrix times a vector of tcr_matrix.h; matrix_host: there
 *     product         its products of matrices
 *     scan            tcr_scan.h; scan_host: there; scan_types: for each type
 *     arrays          where a call runs whose results are an array
 *     host/ops        chunks on the host, compiled for several instruction sets
 *     nvrtc_load      device code where the library was built without
 *
 * On the device a call is a region like any other (tcr_region.h), whose kernels are in
 * kernels/library/library.cuh and library_exact.cuh.
 */
#ifndef TCR_LIBRARY_H
#define TCR_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>
#include "../../include/tcr.h"
#include "../../include/tcr_region.h"
#include "../../spec/contract.h"
#include "../ground/team.h"
#include "../host/ops.h"
#include "library_units.h"

#pragma GCC visibility push(hidden)

struct library_request {
    enum tcr_library_operation operation;
    enum tcr_type type;
    long long n;
    const void *x, *y; /* y: of a dot product */
    long long incx, incy;
    void *result;
    const struct tcr_options *options;
};

/* What a call gives: the first 8 bytes, or all. */
union library_result {
    double f;
    long long i;
    unsigned long long u;
    struct tcr_moments moments;
};

/* The kernels' argument block. */
struct library_args {
    TCR_LIBRARY_ARGS(const void *, void *)
};
TCR_AGREED(sizeof(struct library_args) == TCR_LIBRARY_ARGS_BYTES, "struct library_args");
TCR_AGREED_AT(struct library_args, x, 0, TCR_LIBRARY_BASE_BYTES);
TCR_AGREED_AT(struct library_args, y, TCR_LIBRARY_BASE_BYTES, TCR_LIBRARY_BASE_BYTES);

/* A request as a region. */
struct library_region {
    struct tcr_region *region;
    struct tcr_region *otherwise; /* where there is no kernel for it; may be NULL */
    struct library_args args;
    struct tcr_call call;
    void *base[2];
    struct tcr_access access[2];
};

extern struct tcr_unit tcr_library_units[LIBRARY_UNITS];

/* Less than this is not worth threads. */
#define LIBRARY_ALONE_BYTES (256 * 1024)
/* Less than this in host memory is the host's, before anything else is asked. */
#define LIBRARY_SURELY_HOST_BYTES (1 << 20)

int tcr_library_call(const struct library_request *q);
void tcr_library_region(struct library_region *r, const struct library_request *q);
/* The library's code is older than the device and has no kernels for TCR_READY. */
void tcr_library_no_overlap(void);
/* The result out of the slots that the kernel has left. */
void tcr_library_finish(enum tcr_library_operation operation, enum tcr_type type, long long n,
                        const union tcr_slot *slot, union library_result *result);
size_t tcr_library_result_size(enum tcr_library_operation operation);
/* Bytes of an element. */
size_t tcr_library_element(enum tcr_type type);
/* Is there something to do to the slots, or is the first one's start the result? */
bool tcr_library_unfinished(enum tcr_library_operation operation, enum tcr_type type);
/* Are these options of this version, and none that is not known?  NULL: yes. */
bool tcr_library_options_known(const struct tcr_options *o);
/* Are numbers added up whose sum is rounded? */
bool tcr_library_is_rounded(enum tcr_library_operation operation, enum tcr_type type);
/* Are bits asked for that only sums without rounding give? */
bool tcr_library_is_exact(const struct library_request *q);

/* The host's arithmetic.  0 or TCR_E_NO_MEMORY. */
int tcr_library_host(const struct library_request *q, union library_result *result);
/* The slots that the exact kernels leave. */
int tcr_library_host_exact(const struct library_request *q, union tcr_slot *slot);
/* Elements k to k + n, one after the other; in `room` if they are not so already. */
const void *tcr_library_dense(const struct library_request *q, const void *x, long long inc,
                              long long k, long long n, char *room);
/* A number near the data, as the kernels choose it (kernels/library/library.cuh). */
union tcr_host_shift tcr_library_shift(const struct library_request *q);

/* With TCR_STREAM: is there a device, or has there been one?  Then the call is made on it. */
bool tcr_library_streams(void);
int tcr_library_stream(const struct library_request *q);
/* The same of a call whose results are arrays: the region writes them. */
int tcr_library_stream_arrays(struct tcr_region *region, struct tcr_call *call,
                              const struct tcr_options *options);
/* What a call without elements gives; constant. */
const union library_result *tcr_library_empty(enum tcr_library_operation operation,
                                              enum tcr_type type);

/* The result of one array by the calling thread; n > 0, and no increment. */
void tcr_library_host_alone(const struct library_request *q, union library_result *result);

/* ---- rows and segments ---- */

struct segments_request {
    enum tcr_library_operation operation;
    enum tcr_type type, offset_type; /* offset_type: TCR_BOOL of rows, which have no offsets */
    long long n, length, ld;         /* length, ld: of rows */
    const void *x, *offsets;
    long long size; /* elements of x */
    void *result;
    const struct tcr_options *options;
};
int tcr_segments_call(const struct segments_request *q);
/* The host's arithmetic. */
int tcr_segments_host(const struct segments_request *q);

/* A call that is done by a region, whose results are arrays, or else by the host. */
struct library_arrays {
    struct tcr_region *region;
    struct tcr_call call;
    const struct tcr_options *options;
    int (*host)(const void *request); /* NULL: what the device does not do is not done, 1 */
    const void *request;
    double bytes;         /* of all arrays */
    union tcr_slot *slot; /* not NULL: results are left there */
};
enum { LIBRARY_ARRAYS_SLOTS = 64 }; /* at most, of such a region */
/* The accesses of such a call's n bases, of which some have no bytes: `result` is written,
 * `partly`: not all of it; `also_read`: it is read before, an access of its own.  How many there
 * are. */
unsigned tcr_library_accesses(struct tcr_access *access, unsigned n, const size_t *bytes,
                              unsigned result, bool partly, bool also_read);
/* The region's first result says what is wrong with the arrays: TCR_E_INVALID, unless it is 0, or
 * there is room for its results. */
int tcr_library_arrays(struct library_arrays *a);

/* nvrtc_load.c: compile a unit's device text for this device, and load it. */
int tcr_nvrtc_load(void **module, const struct tcr_unit *unit);

#pragma GCC visibility pop

#endif
