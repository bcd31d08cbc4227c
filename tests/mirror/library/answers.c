/* SPDX-License-Identifier: MIT */
/* A device whose answer may be -1, as ptrace's may be. */
#include <stdarg.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>
int asked;
int ioctl(int fd, unsigned long request, ...)
{
    va_list rest;
    void *at;
    va_start(rest, request);
    at = va_arg(rest, void *);
    va_end(rest);
    if (fd >= 0)
        return (int)syscall(SYS_ioctl, fd, request, at);
    asked++;
    return -1;
}
