/* SPDX-License-Identifier: MIT */
/*
 * heap_churn.c: nanoseconds of one free() and one malloc() among many live
 * blocks; bench/heap_overhead.sh builds it with and without the runtime's notes.
 *
 *     heap_churn BYTES LIVE THREADS
 */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { PAIRS = 1000000, REPETITIONS = 9, MOST_THREADS = 64 };

static size_t bytes;
static unsigned live;

/* There is a loop for the runtime to be linked. */
static double sum(const double *a, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void *churn(void *unused)
{
    void *volatile *slot = calloc(live, sizeof *slot);
    unsigned random = 1;

    (void)unused;
    if (!slot)
        exit(1);
    for (int i = 0; i < PAIRS; i++) {
        unsigned k = (random >> 8) % live;

        random = random * 1664525u + 1013904223u;
        free(slot[k]);
        slot[k] = malloc(bytes + (random >> 28));
    }
    for (unsigned k = 0; k < live; k++)
        free(slot[k]);
    free((void *)slot);
    return NULL;
}

int main(int argc, char **argv)
{
    int threads = argc > 3 ? atoi(argv[3]) : 0;
    pthread_t thread[MOST_THREADS];
    double least = 1e9, one = 1;

    if (threads < 1 || threads > MOST_THREADS)
        return 2;
    bytes = strtoul(argv[1], NULL, 10);
    live = (unsigned)strtoul(argv[2], NULL, 10);
    for (int r = 0; r < REPETITIONS; r++) {
        double start = now(), end;

        for (int k = 0; k < threads; k++)
            pthread_create(&thread[k], NULL, churn, NULL);
        for (int k = 0; k < threads; k++)
            pthread_join(thread[k], NULL);
        end = now();
        least = end - start < least ? end - start : least;
    }
    printf("%.1f\n", least / PAIRS * 1e9 * sum(&one, 1));
    return 0;
}
