/* SPDX-License-Identifier: MIT */
/*
 * fake.h: a device in the test's own memory, with kernels that are C functions.
 * Copies happen at once, so that what a region leaves out of its synchronisation
 * is not noticed; wrong addresses, sizes and leaks are.
 */
#ifndef FAKE_H
#define FAKE_H

#include "../../runtime/backend/backend.h"
#include "../../runtime/device/device.h"

typedef void fake_kernel(const void *args, const struct tcr_launch *launch);

extern const struct tcr_backend fake_backend;
extern _Atomic int fake_blocks, fake_host_blocks, fake_streams; /* live */
extern _Atomic int fake_bound;                                  /* bind less unbind */
extern _Atomic int fake_launches;
extern unsigned fake_most_threads; /* of a block; 1024 unless a test sets less */
extern size_t fake_memory;         /* bytes of the device; no limit unless a test sets one */

extern void (*fake_at_init)(void); /* called by init, if a test has set it */
extern const void *fake_shared;    /* a block that the host may use, too, if a test has set it */
extern _Atomic bool fake_driver;   /* its driver's library is in the process */

/* Use the fake device for this process; environment like TCR_TARGET is set by
 * the caller before. */
void fake_use(void);
/* A process with these variables (name, value, ..., NULL) uses the fake device and runs `program`;
 * it must end well.  What it prints on stderr, in `text`. */
void fake_process(const char *const *variables, void (*program)(void), char *text, size_t size);
/* Everything is given back but what the runtime keeps on purpose, and that too
 * after a trim. */
void fake_check_released(void);
/* Is [p, p + size) inside one live device block? */
bool fake_is_device(const void *p, size_t size);

/* The region of the tests: the sum of a[i * step] over i < n. */
struct sum_args {
    const double *a;
    long long step;
};
/* Fills in the call for n elements from `a` on, `soft` or not; returns
 * tcr_region_run's answer, and the sum. */
int fake_sum(const double *a, long long n, unsigned char map, unsigned access_flags, double *sum);
extern struct tcr_region fake_sum_region;

#endif
