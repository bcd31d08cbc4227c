/* SPDX-License-Identifier: MIT */
/* Mirrors are stopped, as the C library is to begin a thread for an event, while other threads have
 * loops: those that follow copy arrays whose pages the device still has.
 *
 * flags: -O1 -pthread
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { N = 20000, THREADS = 4, ROUNDS = 12, CHILDREN = 12 };

static void step(long *x, long k)
{
#pragma tcr loop
    for (int i = 0; i < N; i++)
        x[i] = x[i] * 3 + k;
}

static void *work(void *arg)
{
    long *x = calloc(N, sizeof *x), want = 0, wrong = 0;

    for (long k = 0; k < ROUNDS; k++) {
        step(x, k);
        want = want * 3 + k;
        if (k % 5 == 4)
            wrong += x[(k * 997) % N] != want;
    }
    for (int i = 0; i < N; i++)
        wrong += x[i] != want;
    free(x);
    (void)arg;
    return (void *)wrong;
}

static void event(union sigval v)
{
    (void)v;
}

static long amid(int milliseconds)
{
    struct sigevent e = {.sigev_notify = SIGEV_THREAD, .sigev_notify_function = event};
    pthread_t t[THREADS];
    timer_t timer;
    void *result;
    long wrong = 0;

    for (int k = 0; k < THREADS; k++)
        pthread_create(&t[k], NULL, work, NULL);
    usleep((useconds_t)milliseconds * 1000);
    wrong += timer_create(CLOCK_MONOTONIC, &e, &timer) != 0;
    for (int k = 0; k < THREADS; k++) {
        pthread_join(t[k], &result);
        wrong += (long)result;
    }
    return wrong;
}

int main(void)
{
    long bad = 0;

    for (int k = 0; k < CHILDREN; k++) {
        const pid_t p = fork();
        int state;

        if (p == 0) {
            alarm(30); /* who waits for ever */
            _exit(amid(3 * k) != 0);
        }
        bad += waitpid(p, &state, 0) != p || state != 0;
    }
    printf("%ld\n", bad);
    return 0;
}
