/* SPDX-License-Identifier: MIT */
/*
 * nvrtc.h: the CUDA Toolkit's compiler for device text, opened at run time: by tcr-rewrite,
 * by the build of the library's own kernels, and by programs whose library has none.
 */
#ifndef TCR_NVRTC_H
#define TCR_NVRTC_H

#include <limits.h>
#include <stddef.h>

#pragma GCC visibility push(hidden)

/* What is used of nvrtc.h: name, result, parameters. */
typedef struct program *tcr_nvrtc_program;
#define NVRTC_SYMBOLS(X)                                                                           \
    X(nvrtcVersion, int, (int *, int *))                                                           \
    X(nvrtcGetErrorString, const char *, (int))                                                    \
    X(nvrtcGetNumSupportedArchs, int, (int *))                                                     \
    X(nvrtcGetSupportedArchs, int, (int *))                                                        \
    X(nvrtcCreateProgram, int,                                                                     \
      (tcr_nvrtc_program *, const char *, const char *, int, const char *const *,                  \
       const char *const *))                                                                       \
    X(nvrtcCompileProgram, int, (tcr_nvrtc_program, int, const char *const *))                     \
    X(nvrtcDestroyProgram, int, (tcr_nvrtc_program *))                                             \
    X(nvrtcGetCUBINSize, int, (tcr_nvrtc_program, size_t *))                                       \
    X(nvrtcGetCUBIN, int, (tcr_nvrtc_program, char *))                                             \
    X(nvrtcGetPTXSize, int, (tcr_nvrtc_program, size_t *))                                         \
    X(nvrtcGetPTX, int, (tcr_nvrtc_program, char *))                                               \
    X(nvrtcGetProgramLogSize, int, (tcr_nvrtc_program, size_t *))                                  \
    X(nvrtcGetProgramLog, int, (tcr_nvrtc_program, char *))

struct tcr_nvrtc {
#define DECLARE(name, result, parameters) result(*name) parameters;
    NVRTC_SYMBOLS(DECLARE)
#undef DECLARE
    void *library;
    char path[PATH_MAX];
    int major, minor;
};

/* In $TCR_CUDA_HOME, $CUDA_HOME, $CUDA_PATH, /usr/local/cuda, or the loader's path.  0, or -1:
 * there is none.  The library stays open: it does not give back its memory when it is closed. */
int tcr_nvrtc_open(struct tcr_nvrtc *rtc);
/* Sets rtc->path alone: the file that tcr_nvrtc_open would try first.  Opens nothing.  0, or -1:
 * no such file is found, for example because only the loader's path leads to it. */
int tcr_nvrtc_find(struct tcr_nvrtc *rtc);

#pragma GCC visibility pop

#endif
