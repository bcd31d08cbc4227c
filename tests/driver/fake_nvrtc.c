/* SPDX-License-Identifier: MIT */
/* An NVRTC that only records how it was called, in $FAKE_NVRTC_LOG: a line for each
 * compilation.  Its images name the architecture and are $FAKE_NVRTC_SIZE bytes long.  With
 * $FAKE_NVRTC_ABORTS it ends whoever loads it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OPTION "--gpu-architecture="

struct program {
    char arch[40];
};

__attribute__((constructor)) static void loaded(void)
{
    if (getenv("FAKE_NVRTC_ABORTS"))
        abort();
}
int nvrtcVersion(int *major, int *minor)
{
    *major = 13;
    *minor = 7;
    return 0;
}
const char *nvrtcGetErrorString(int error)
{
    return error ? "an error" : "no error";
}
static const int known[] = {
    89, /* a card's that is not among those of tcr-cc */
#define ARCH(n) n,
#include "../../spec/archs.def"
#undef ARCH
};
int nvrtcGetNumSupportedArchs(int *n)
{
    *n = sizeof known / sizeof *known;
    return 0;
}
int nvrtcGetSupportedArchs(int *archs)
{
    memcpy(archs, known, sizeof known);
    return 0;
}
int nvrtcCreateProgram(struct program **p, const char *text, const char *name, int n,
                       const char *const *headers, const char *const *names)
{
    (void)text, (void)name, (void)n, (void)headers, (void)names;
    *p = calloc(1, sizeof **p);
    return *p == NULL;
}
int nvrtcCompileProgram(struct program *p, int n, const char *const *options)
{
    for (int i = 0; i < n; i++)
        if (strncmp(options[i], OPTION, strlen(OPTION)) == 0)
            snprintf(p->arch, sizeof p->arch, "%s", options[i] + strlen(OPTION));
    FILE *log = fopen(getenv("FAKE_NVRTC_LOG"), "a");
    fprintf(log, "%s\n", p->arch);
    return fclose(log);
}
int nvrtcDestroyProgram(struct program **p)
{
    free(*p);
    return 0;
}
int nvrtcGetCUBINSize(struct program *p, size_t *n)
{
    const char *size = getenv("FAKE_NVRTC_SIZE");
    (void)p;
    *n = size ? (size_t)atol(size) : 100;
    return 0;
}
int nvrtcGetCUBIN(struct program *p, char *image)
{
    size_t n;
    nvrtcGetCUBINSize(p, &n);
    memset(image, 'x', n);
    memcpy(image, p->arch, strlen(p->arch));
    return 0;
}
int nvrtcGetPTXSize(struct program *p, size_t *n)
{
    *n = getenv("FAKE_NVRTC_NO_PTX") && p->arch[0] == 's' ? 0 : strlen(p->arch) + 6;
    return 0;
}
int nvrtcGetPTX(struct program *p, char *ptx)
{
    sprintf(ptx, "ptx: %s", p->arch);
    return 0;
}
int nvrtcGetProgramLogSize(struct program *p, size_t *n)
{
    (void)p;
    *n = 1;
    return 0;
}
int nvrtcGetProgramLog(struct program *p, char *log)
{
    (void)p;
    *log = 0;
    return 0;
}
