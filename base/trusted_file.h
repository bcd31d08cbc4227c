/* SPDX-License-Identifier: MIT */
/*
 * trusted_file.h: files that decide what a program does, or that become a part of it:
 * configuration, and caches of compiled code.
 *
 * A directory or a file is trusted if it belongs to the effective user, and if
 * neither its group nor others may write to it.  (An access control list shows in the group's
 * rights.)  Nobody but root
 * can then put anything into the directory, swap a file in it, or change one.  Links
 * above the directory are followed, the directory is none itself, and it is held by a descriptor
 * from then on.
 *
 * All descriptors are closed by exec, and are none of 0, 1 and 2: what the program writes to a
 * standard stream that is closed must not get into a file of ours.  No call blocks: a FIFO or a
 * device is not opened.  `why` gets a reason such as "others may write to it", for a message
 * that names the file; it is empty where the file simply is not there.
 */
#ifndef TCR_TRUSTED_FILE_H
#define TCR_TRUSTED_FILE_H

#include <stdbool.h>
#include <stddef.h>

#pragma GCC visibility push(hidden)

enum { TCR_TRUSTED_WHY = 160, TCR_MOST_CONFIGURATION = 1 << 20 /* bytes of such a file */ };

/* `fd`, or a copy of it above 2, where fd is then closed.  -1: there is none. */
int tcr_fd_above_streams(int fd);

/* The directory `path`: a descriptor for the calls below, the caller's to close.  -1: it is not
 * there, or not trusted. */
int tcr_trusted_directory(const char *path, char why[TCR_TRUSTED_WHY]);

/* The regular file `name`, which has no '/', of a trusted directory, open for reading; with
 * `writing` for both, and made (mode 0600) if it is not there.  A descriptor, the caller's to
 * close.  -1: it is not there, not trusted, a link, or longer than `most` bytes. */
int tcr_trusted_open(int directory, const char *name, bool writing, size_t most,
                     char why[TCR_TRUSTED_WHY]);

/* All of the regular file `name`, which has no '/', of a trusted directory, and a null behind
 * it; *size bytes, the caller's to free.  NULL: it is not there, not trusted, a link, longer
 * than `most` bytes, or cannot be read. */
char *tcr_trusted_read(int directory, const char *name, size_t most, size_t *size,
                       char why[TCR_TRUSTED_WHY]);

/* The same of the directory `path`; an untrusted directory without that file is no reason. */
char *tcr_trusted_load(const char *path, const char *name, size_t most, size_t *size,
                       char why[TCR_TRUSTED_WHY]);

/* Write the file, in place of one that is there: as a whole or not at all, beside it and then
 * renamed.  Others may read it as far as the process's mask has it.  0, or -1. */
int tcr_trusted_write(int directory, const char *name, const void *bytes, size_t size,
                      char why[TCR_TRUSTED_WHY]);

/* The same for the entries of a cache, which are bytes and a seal: what a full disk has cut off,
 * what has been damaged, or what belongs under another name is no entry. */
char *tcr_cache_read(int directory, const char *name, size_t most, size_t *size,
                     char why[TCR_TRUSTED_WHY]);
int tcr_cache_write(int directory, const char *name, const void *bytes, size_t size,
                    char why[TCR_TRUSTED_WHY]);

/* A path of that very directory's file, for functions that take no descriptor.  False: /proc is
 * not there. */
bool tcr_trusted_path(char *path, size_t size, int directory, const char *name);

#pragma GCC visibility pop

#endif
