/* SPDX-License-Identifier: MIT */
/*
 * driver_files.h: the files that the device's driver has open in this process.
 *
 * A program that closes all descriptors which it may have inherited closes those of the driver,
 * too, and with them what is on the device is lost.  It does not have them, as far as it knows: so
 * they stay (wrap/seen_descriptors.c), and it hears what it would without tcr.
 */
#ifndef TCR_DRIVER_FILES_H
#define TCR_DRIVER_FILES_H

#include <stdbool.h>
#include <stddef.h>

#pragma GCC visibility push(hidden)

enum { TCR_DRIVER_FILES = 4096 }; /* none is above: a driver gets the lowest that are free */

/* This process has opened a driver whose files are of those device files' kinds; what is open of
 * them is the driver's, and what the program opens later its own. */
void tcr_driver_files_are(const char *const *path, size_t n);
/* Are there any? */
bool tcr_driver_files(void);
/* Is it one?  None is in the child of a fork, nor between vfork and exec.  Asks the system about a
 * descriptor that may be one, unless the program has a filter.  `caller`: where code goes on that
 * is to close it; the driver may, and what comes with it. */
bool tcr_driver_file(int fd, const void *caller);

#pragma GCC visibility pop

#endif
