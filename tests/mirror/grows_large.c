/* SPDX-License-Identifier: MIT */
/* Blocks that are large enough for huge pages, where there is a driver, and of which the device has
 * the newest elements, grow: side by side in threads, one with a locked page and one aligned, and
 * in a child which has the same block.
 *
 * flags: -O1 -pthread
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FIRST = 1100000, STEP = 150000, STEPS = 2, THREADS = 3 };

static void step(long *x, long n, long k)
{
#pragma tcr loop
    for (long i = 0; i < n; i++)
        x[i] = x[i] * 3 + k;
}

static void fill(long *x, long from, long to)
{
    for (long i = from; i < to; i++)
        x[i] = i % 1000;
}

static long wrong(const long *x, long n, long steps, long from)
{
    long bad = 0;

    for (long i = from; i < n; i++) {
        long expected = i % 1000;
        for (long k = 0; k < steps; k++)
            expected = expected * 3 + k;
        bad += x[i] != expected;
    }
    return bad;
}

/* From a block of FIRST elements on; each time the device writes what is there, and the host only a
 * few elements, or none. */
static long grow(long *x, long way)
{
    long n = FIRST, bad = 0, *moved;

    for (long s = 0; s < STEPS; s++) {
        step(x, n, 0);
        if (way == 1) /* where the system lets it */
            mlock((char *)x + 8192 * 100, 4096);
        moved = realloc(x, (n + STEP) * sizeof *x);
        if (!moved)
            return -1;
        x = moved;
        bad += wrong(x, n, 1, way == 2 ? n - 10 : 0);
        n += STEP;
        fill(x, 0, n);
    }
    step(x, n, 0);
    bad += wrong(x, n, 1, 0);
    free(x);
    return bad;
}

static long *block(long way)
{
    void *x = NULL;

    if (way == 2 ? posix_memalign(&x, 65536, FIRST * sizeof(long)) != 0
                 : (x = malloc(FIRST * sizeof(long))) == NULL)
        exit(1);
    fill(x, 0, FIRST);
    return x;
}

static void *grows(void *way)
{
    return (void *)grow(block((long)way), (long)way);
}

int main(void)
{
    long *both = block(0), bad = 0;
    pthread_t thread[THREADS];
    int state = -1;
    void *result;
    pid_t child;

    step(both, FIRST, 0);
    child = fork();
    if (child == 0)
        _exit(wrong(both, FIRST, 1, 0) != 0 || (fill(both, 0, FIRST), grow(both, 0)) != 0);
    for (long k = 0; k < THREADS; k++)
        pthread_create(&thread[k], NULL, grows, (void *)k);
    bad += wrong(both, FIRST, 1, FIRST / 2);
    fill(both, 0, FIRST);
    bad += grow(both, 0);
    for (long k = 0; k < THREADS; k++) {
        pthread_join(thread[k], &result);
        bad += (long)result;
    }
    if (waitpid(child, &state, 0) != child)
        return 1;
    printf("%ld wrong, child %d\n", bad, state);
    return 0;
}
