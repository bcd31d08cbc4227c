/* SPDX-License-Identifier: MIT */
/* A signal comes whenever a loop's thread is in the heap, and its handler has a loop, too: that
 * allocates and frees nothing, for the heap may be in the middle of a change.
 * compiler: gcc
 * sanitize: no
 * flags: -O1 -std=gnu17 -fno-builtin
 * device: 1
 */
#include <signal.h>
#include <stdio.h>
#include <string.h>

enum { N = 64, LOOPS = 50 };
static double x[N];
static char memory[64 << 20];
static size_t used;
static double result, of_handler;
/* Of the thread with the loops: has it begun one, is it in the heap, has it come there again? */
static _Thread_local volatile sig_atomic_t looping, inside, again;

static void enter(void)
{
    again |= inside;
    inside = 1;
    if (looping == 1)
        raise(SIGUSR1);
}

void *memalign(size_t alignment, size_t size);
void *memalign(size_t alignment, size_t size)
{
    enter();
    size_t end = __atomic_add_fetch(&used, size + 32 + alignment, __ATOMIC_RELAXED);
    size_t at = (end - size) / alignment * alignment;
    inside = 0;
    if (end > sizeof memory)
        return NULL;
    memcpy(memory + at - sizeof size, &size, sizeof size);
    return memory + at;
}
void *malloc(size_t size)
{
    return memalign(16, size);
}
void free(void *p)
{
    (void)p;
    enter();
    inside = 0;
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

static double sum(void)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++)
        s += x[i];
    return s;
}

static void handler(int signal)
{
    (void)signal;
    looping = 2; /* what the handler does is not interrupted */
    of_handler = sum();
    looping = 1;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        of_handler += x[i] = i;
    signal(SIGUSR1, handler);
    for (int k = 0; k < LOOPS; k++) {
        looping = 1;
        result = sum();
        looping = 0;
    }
    printf("%g %g, %s\n", result, of_handler, again ? "twice in the heap" : "once in the heap");
    return 0;
}
