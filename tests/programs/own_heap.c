/* A program with a malloc of its own, threads that allocate, a child process and blocks that
 * the C library frees or makes larger.
 * sanitize: no
 * flags: -O1 -std=gnu17 -pthread -fno-builtin
 */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Never gives anything back. */
static char memory[64 << 20];
static size_t used;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *memalign(size_t alignment, size_t size);
void *memalign(size_t alignment, size_t size)
{
    pthread_mutex_lock(&lock);
    size_t at = (used + 16 + alignment - 1) / alignment * alignment;
    void *p = at + size <= sizeof memory ? memory + at : NULL;
    if (p) {
        memcpy(memory + at - sizeof size, &size, sizeof size);
        used = at + size;
    }
    pthread_mutex_unlock(&lock);
    return p;
}
void *malloc(size_t size)
{
    return memalign(16, size);
}
void free(void *p)
{
    (void)p;
}
void *calloc(size_t n, size_t size)
{
    void *p = malloc(n * size);
    return p ? memset(p, 0, n * size) : p;
}
void *realloc(void *old, size_t size)
{
    size_t before = 0;
    if (old)
        memcpy(&before, (char *)old - sizeof before, sizeof before);
    if (old && size <= before)
        return old;
    void *p = malloc(size);
    return p && old ? memcpy(p, old, before) : p;
}
void *aligned_alloc(size_t alignment, size_t size)
{
    return memalign(alignment, size);
}
int posix_memalign(void **p, size_t alignment, size_t size)
{
    *p = memalign(alignment, size);
    return *p ? 0 : 12;
}

/* No thread is in the middle of it when the child is made. */
static void take(void)
{
    pthread_mutex_lock(&lock);
}
static void give(void)
{
    pthread_mutex_unlock(&lock);
}

static double sum(const double *x, const int *idx, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += x[idx[i]];
    return s;
}

static void *churn(void *seed)
{
    void *slot[50] = {0};
    unsigned r = (unsigned)(uintptr_t)seed;
    for (int i = 0; i < 2000; i++) {
        r = r * 1664525u + 1013904223u;
        free(slot[r >> 16 & 31]);
        slot[r >> 16 & 31] = malloc((r >> 20) + 100);
    }
    return NULL;
}

int main(void)
{
    int n = 2000, *idx = malloc((size_t)n * sizeof *idx);
    double *x = malloc((size_t)n * sizeof *x);
    pthread_t thread[3];
    pthread_atfork(take, give, give);
    for (int i = 0; i < n; i++) {
        idx[i] = i * 7 % n;
        x[i] = i % 13;
    }
    for (uintptr_t k = 0; k < 3; k++)
        pthread_create(&thread[k], NULL, churn, (void *)(k + 1));
    printf("%g\n", sum(x, idx, n));
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        churn(&child);
        x = realloc(x, 2 * (size_t)n * sizeof *x);
        printf("%g\n", sum(x, idx, n));
        fflush(stdout);
        _exit(0);
    }
    if (child > 0)
        waitpid(child, NULL, 0);
    for (int k = 0; k < 3; k++)
        pthread_join(thread[k], NULL);
    x = realloc(x, 3 * (size_t)n * sizeof *x);
    x[3 * n - 1] = 5;
    idx[0] = 3 * n - 1;
    printf("%g %g\n", sum(x, idx, n), sum(x + n, idx + 1, 1));
    return 0;
}
/* SPDX-License-Identifier: MIT */
