/* SPDX-License-Identifier: MIT */
/* Stacks and mappings, which have no mirrors, also in blocks that loops have used.
 *
 * flags: -O1 -pthread
 * says: none of stacks, mappings and memory of libraries
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <ucontext.h>
#include <sys/mman.h>
#include <fcntl.h>
#include <unistd.h>
enum { N = 20000 };
static void step(long *x, int n)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        x[i] = x[i] * 3 + 1;
}
static void *thread(void *arg)
{
    long x[N];
    (void)arg;
    for (int i = 0; i < N; i++)
        x[i] = i;
    for (int k = 0; k < 3; k++) {
        step(x, N);
        x[k] = 5;
    }
    long t = 0;
    for (int i = 0; i < N; i++)
        t += x[i];
    return (void *)t;
}
static ucontext_t back, there;
static long result;
static void coroutine(void)
{
    long x[N];
    for (int i = 0; i < N; i++)
        x[i] = i;
    step(x, N);
    swapcontext(&there, &back);
    step(x, N);
    for (int i = 0; i < N; i++)
        result += x[i];
}
/* A context that is left for itself goes on here, not where it was before; it may block the signal.
 */
static ucontext_t self;
static int rounds(void)
{
    static volatile int seen;
    getcontext(&self);
    if (seen++ == 0) {
        sigaddset(&self.uc_sigmask, SIGSEGV);
        swapcontext(&self, &self);
    }
    return seen;
}
int main(void)
{
    long local[N], t = 0;
    for (int i = 0; i < N; i++)
        local[i] = i;
    step(local, N);
    step(local, N);
    for (int i = 0; i < N; i++)
        t += local[i];
    printf("%ld\n", t);
    size_t size = 1 << 20;
    char *stack = aligned_alloc(4096, 2 * size);
    for (size_t i = 0; i < 2 * size; i++)
        stack[i] = 0;
    pthread_attr_t at;
    pthread_attr_init(&at);
    pthread_attr_setstack(&at, stack, size);
    pthread_t p;
    void *r;
    pthread_create(&p, &at, thread, NULL);
    pthread_join(p, &r);
    printf("%ld\n", (long)r);
    step((long *)(stack + size), 1000);
    getcontext(&there);
    there.uc_stack.ss_sp = stack + size;
    there.uc_stack.ss_size = size;
    there.uc_link = &back;
    makecontext(&there, coroutine, 0);
    swapcontext(&back, &there);
    step((long *)stack, 1000);
    swapcontext(&back, &there);
    printf("%ld %ld %d\n", result, ((long *)stack)[0] != 12345, rounds());
    /* mappings */
    char name[] = "/tmp/tcr-mirror-XXXXXX";
    int fd = mkstemp(name);
    unlink(name);
    (void)!ftruncate(fd, N * 8);
    long *m = mmap(NULL, N * 8, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    for (int i = 0; i < N; i++)
        m[i] = i;
    step(m, N);
    step(m, N);
    m[9] = 1;
    step(m, N);
    long v[4];
    (void)!pread(fd, v, sizeof v, 8 * 8);
    printf("%ld %ld %ld\n", v[0], v[1], v[2]);
    munmap(m, N * 8);
    long *q = mmap(NULL, N * 8, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (int i = 0; i < N; i++)
        q[i] = i;
    step(q, N);
    q = mremap(q, N * 8, 2 * N * 8, MREMAP_MAYMOVE);
    step(q, N);
    printf("%ld %ld\n", q[N - 1], q[N]);
    munmap(q, 2 * N * 8);
    q = mmap(NULL, N * 8, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
    step(q, N);
    q[9] = 77;
    printf("%ld %ld\n", q[8], q[9]);
    return 0;
}
