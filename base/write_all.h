/* SPDX-License-Identifier: MIT */
/* write_all.h: write() until everything is written. */
#ifndef TCR_WRITE_ALL_H
#define TCR_WRITE_ALL_H

#include <errno.h>
#include <stddef.h>
#include <unistd.h>

/* Write `size` bytes to the file descriptor; a signal does not end it.  Returns 0, or negative
 * errno: then some of the bytes may have been written. */
static inline int tcr_write_all(int fd, const void *bytes, size_t size)
{
    const char *b = (const char *)bytes;

    while (size > 0) {
        ssize_t n = write(fd, b, size);

        if (n == 0 || (n < 0 && errno != EINTR))
            return n < 0 ? -errno : -ENOSPC;
        if (n > 0) {
            b += n;
            size -= (size_t)n;
        }
    }
    return 0;
}

#endif
