/* SPDX-License-Identifier: MIT */
/* A block whose pages are larger than the system's usual ones, so that no part of it can be
 * protected, beside one of usual pages.
 *
 * says: none of memory in huge pages
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
enum { N = 100000 };
static double *huge;
/* As the system answers. */
int mprotect(void *at, size_t size, int rights)
{
    if (huge && rights != (PROT_READ | PROT_WRITE) && (char *)at < (char *)(huge + N) &&
        (char *)at + size > (char *)huge) {
        errno = EINVAL;
        return -1;
    }
    return (int)syscall(SYS_mprotect, at, size, rights);
}
static void step(double *x)
{
#pragma tcr loop
    for (int i = 0; i < N; i++)
        x[i] = x[i] * 0.5 + 1;
}
int main(void)
{
    double *x = malloc(N * sizeof *x), s = 0;
    huge = malloc(N * sizeof *huge);
    for (int i = 0; i < N; i++)
        x[i] = huge[i] = i;
    for (int k = 0; k < 6; k++) {
        step(x);
        step(huge);
        huge[k] = x[k + 1] = 9;
    }
    for (int i = 0; i < N; i++)
        s += x[i] + 3 * huge[i];
    printf("%g\n", s);
    free(huge);
    huge = NULL;
    huge = malloc(N * sizeof *huge); /* as a rule at the same place */
    for (int i = 0; i < N; i++)
        huge[i] = i;
    step(huge);
    step(huge);
    printf("%g\n", huge[5]);
    return 0;
}
