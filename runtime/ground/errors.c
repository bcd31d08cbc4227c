/* SPDX-License-Identifier: MIT */
/* errors.c: error codes as text, and the version. */
#include "../../include/tcr.h"

#define TEXT2(x) #x
#define TEXT(x) TEXT2(x)

const char *tcr_strerror(int error)
{
    switch (error) {
    case TCR_OK:
        return "success";
    case TCR_E_INVALID:
        return "invalid argument";
    case TCR_E_NO_DRIVER:
        return "no device driver";
    case TCR_E_NO_DEVICE:
        return "no device";
    case TCR_E_NO_IMAGE:
        return "no code for this device";
    case TCR_E_NO_MEMORY:
        return "out of memory";
    case TCR_E_COPY:
        return "copy between host and device failed";
    case TCR_E_LAUNCH:
        return "kernel launch failed";
    case TCR_E_DEVICE:
        return "device failure";
    case TCR_E_LOST:
        return "device lost";
    case TCR_E_FORKED:
        return "device data belongs to the parent process";
    case TCR_E_PARTIAL:
        return "section is partly present";
    case TCR_E_NOT_PRESENT:
        return "section is not present";
    case TCR_E_UNSUPPORTED:
        return "not available";
    case TCR_E_WORKSPACE:
        return "workspace is too small or not aligned";
    case TCR_E_BUSY:
        return "busy: in a signal handler or constructor, while the library is at work";
    default:
        return "unknown error";
    }
}

const char *tcr_version(void)
{
    return TEXT(TCR_VERSION_MAJOR) "." TEXT(TCR_VERSION_MINOR) "." TEXT(TCR_VERSION_PATCH);
}
