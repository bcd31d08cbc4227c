/* SPDX-License-Identifier: MIT */
/*
 * driver_files.h: the files that the device's driver has open in this process.
 *
 * A program that closes all descriptors which it may have inherited closes those of the driver,
 * too, and with them what is on the device is lost.  It does not have them, as far as it knows: so
 * they stay (wrap/seen_descriptors.c), and it hears what it would without tcr.
 *
 * The driver has its device files, and pipes, sockets and counters of events besides, of which
 * nothing tells that they are its own: only that they have come while it was being opened.  What
 * the program has made meanwhile, in another thread, is noted at the call.  If there are others
 * such as no driver is known to have, whose they are is not known: then whoever closes them, or
 * one of the driver's, ends the use of the device before.
 */
#ifndef TCR_DRIVER_FILES_H
#define TCR_DRIVER_FILES_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#pragma GCC visibility push(hidden)

enum { TCR_DRIVER_FILES = 4096 }; /* none is above: a driver gets the lowest that are free */

/* The driver is about to be opened: what is open is not its own. */
void tcr_driver_files_look(void);
/* It has been, and its device files are of the kinds of these, of which there may be none. */
void tcr_driver_files_are(const char *const *path, size_t n);

/* Is it being opened? */
extern atomic_bool tcr_driver_files_looked;
/* A call, behind which the code goes on at `caller`, has made this one meanwhile; */
void tcr_driver_file_made(int fd, const void *caller);
/* the program closes it. */
void tcr_driver_file_closes(int fd);

/* Has it any? */
bool tcr_driver_files(void);

enum tcr_driver_file {
    TCR_FILE_OTHER,  /* not the driver's; it, or what comes with it, may close its own, too */
    TCR_FILE_KEPT,   /* its own: to be left open */
    TCR_FILE_ENDING, /* the same, but others are not known: the device cannot be used any more */
    TCR_FILE_RISKY   /* perhaps its own: neither can it if this one is closed */
};

/* None is its own in the child of a fork, nor between vfork and exec.  Asks the system about a
 * descriptor that may be one, unless the program has a filter.  `caller`: where code goes on that
 * is to close it. */
enum tcr_driver_file tcr_driver_file(int fd, const void *caller);
/* The number is another file's from now on; not so where none is the driver's. */
void tcr_driver_file_gone(int fd);

#pragma GCC visibility pop

#endif
