/* SPDX-License-Identifier: MIT */
/* device.h: the one device: opened at need, lost, forked. */
#ifndef TCR_DEVICE_H
#define TCR_DEVICE_H

#include <stdbool.h>
#include "../backend/backend.h"
#include "../ground/why.h"

#pragma GCC visibility push(hidden)

enum tcr_mode {
    TCR_MODE_NEW,   /* the environment has not been read */
    TCR_MODE_IDLE,  /* a device may exist; nothing was opened yet */
    TCR_MODE_READY, /* open */
    TCR_MODE_HOST,  /* none, or not wanted */
    TCR_MODE_LOST,  /* its context is gone */
    TCR_MODE_FORKED /* it is the parent's */
};

extern _Atomic int tcr_mode;
extern const struct tcr_backend *tcr_backend; /* valid from IDLE on */
extern struct tcr_properties tcr_properties;  /* valid from READY on */
/* For tests: set before the first call, used instead of the cuda backend. */
extern const struct tcr_backend *tcr_backend_for_test;

/* Read the environment if that has not been done; the mode. */
enum tcr_mode tcr_device_setup(void);
/* Open the device if that has not been tried.  0 or a negative error. */
int tcr_device_open(struct tcr_why *why);
/* start.c: the same on a thread of its own, once; the caller does not wait.  `region`: on whose
 * behalf; it must outlast the thread, or be of a library that is never closed. */
void tcr_device_begin(const struct tcr_region *region);
/* Is it at it? */
bool tcr_device_beginning(void);
/* A library registers that for exit(): is it a driver in that thread, whose end is start.c's? */
bool tcr_device_keeps(void (*function)(void *), void *argument);
/* In the child of a fork: nothing has been begun. */
void tcr_device_begin_fork(void);
/* As tcr_refuse, after a failed device call: adds the device's word for it, and
 * finds out whether the device is lost. */
int tcr_refuse_device(struct tcr_why *why, int error, const char *what);
/* A device call failed: was that the device's end? */
void tcr_device_check(void);
/* 0 when READY, TCR_E_LOST, TCR_E_FORKED, or TCR_E_NO_DEVICE for host only. */
int tcr_device_state(void);
/* Why no region is even prepared for the device; NULL: they are. */
const char *tcr_device_host_reason(void);
/* How long it took to open the device; seconds. */
double tcr_device_opening(void);
/* By how much longer the process's end takes when it is open; seconds, as expected. */
double tcr_device_ending(void);
/* Has the program ended while the device was being opened? */
bool tcr_device_left(void);
/* Had the program opened the device's driver before we did? */
bool tcr_device_shared(void);
/* Does every region go to the device, without an estimate? */
bool tcr_device_always(void);
/* The device is this thread's until it is unbound, perhaps by several.  Where there may be mirrors,
 * the thread takes no signals that can wait meanwhile: a handler's access would have to wait for
 * locks, of ours or the driver's, that the thread has. */
int tcr_device_bind(void);
void tcr_device_unbind(void);

/* keep.c: the OpenMP runtime stays in the process, whatever is closed.  To be called without a
 * lock: the dynamic linker has one, with which a library's constructors may run loops. */
void tcr_keep_openmp(void);
/* stack.c: is it below 256 KiB?  Then no driver is called on it. */
bool tcr_stack_is_small(void);

#pragma GCC visibility pop

#endif
