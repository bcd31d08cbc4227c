/* SPDX-License-Identifier: MIT */
/* A library that no tcr-cc has compiled: its system calls, its handler, its heap. */
#define _GNU_SOURCE
#include <signal.h>
#include <setjmp.h>
#include <string.h>
#include <stdlib.h>
#include <unistd.h>
static sigjmp_buf env;
static volatile int hits;
static void h(int s)
{
    (void)s;
    hits++;
    siglongjmp(env, 1);
}
long lib_write(int fd, const void *p, size_t n)
{
    return write(fd, p, n);
}
long lib_read(int fd, void *p, size_t n)
{
    return read(fd, p, n);
}
int lib_guard(const double *x, double *s)
{
    struct sigaction a;
    memset(&a, 0, sizeof a);
    a.sa_handler = h;
    sigfillset(&a.sa_mask);
    sigaction(SIGSEGV, &a, NULL);
    for (int i = 0; i < 1000; i++)
        *s += x[i];
    if (sigsetjmp(env, 1) == 0)
        *(volatile int *)8 = 0;
    return hits;
}
void lib_free(void *p)
{
    free(p);
}
void *lib_new(size_t n)
{
    return malloc(n);
}
void *lib_move(void *p, size_t n)
{
    return realloc(p, n);
}
