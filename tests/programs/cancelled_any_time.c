/* SPDX-License-Identifier: MIT */
/* Threads that may be cancelled at any time (PTHREAD_CANCEL_ASYNCHRONOUS), in a loop that only
 * computes: each element is done or not begun, and the loops of others go on.
 * flags: -O1 -pthread
 * device: 1
 * sanitize: no
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { N = 60000, TIMES = 24 };
static unsigned long x[N], y[N];
static volatile long rounds;

static void step(unsigned long *a)
{
#pragma tcr loop
    for (int i = 0; i < N; i++)
        a[i] = a[i] * 3 + 1;
}

static void *at_any_time(void *unused)
{
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
    for (;;) {
        step(x);
        rounds++;
    }
    return unused;
}

static long cancel_one(int microseconds)
{
    pthread_t t;
    void *result;
    long wrong;

    for (int i = 0; i < N; i++)
        x[i] = (unsigned long)i;
    rounds = 0;
    if (pthread_create(&t, NULL, at_any_time, NULL) != 0)
        exit(1);
    while (rounds < 2)
        usleep(10);
    usleep((useconds_t)microseconds);
    pthread_cancel(t);
    pthread_join(t, &result);
    wrong = result != PTHREAD_CANCELED;
    for (int i = 0; i < N; i++) {
        unsigned long want = (unsigned long)i;
        for (long k = 0; k < rounds; k++)
            want = want * 3 + 1;
        wrong += x[i] != want && x[i] != want * 3 + 1;
    }
    return wrong;
}

int main(void)
{
    unsigned long all = 0;
    long wrong = 0;

    for (int k = 0; k < TIMES; k++) {
        wrong += cancel_one(37 * k);
        step(y);
    }
    for (int i = 0; i < N; i++)
        all += y[i];
    printf("%ld %lu\n", wrong, all);
    return 0;
}
