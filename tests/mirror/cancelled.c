/* SPDX-License-Identifier: MIT */
/* Threads that are cancelled in a loop: at any time, as one may be that computes, or while they are
 * at a loop that is no point of cancellation.  Others go on, with the same arrays.
 *
 * flags: -O1 -pthread
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
enum { N = 16384, TIMES = 24 };
static long *x, *y;
static volatile long turns;
static void step(long *a, long k)
{
#pragma tcr loop
    for (int i = 0; i < N; i++)
        a[i] = a[i] * 3 + k;
}
static long sum(const long *a)
{
    long s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++)
        s += a[i];
    return s;
}
/* Frees the thread's block, when it has used it once more. */
static pthread_key_t key;
static volatile long freed;
static void last(void *block)
{
    long *own = block;
    own[N / 2] = 1;
    step(own, 0);
    freed += own[N / 2];
    free(own);
}
static void *at_any_time(void *unused)
{
    volatile long all = 0;
    long *own = calloc(N, sizeof *own);
    pthread_setspecific(key, own);
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
    for (;;) {
        step(x, 1);
        step(own, 1);
        all += sum(x);
        turns++;
    }
    return unused;
}
/* Whole rounds only. */
static void *at_a_point(void *unused)
{
    for (;;) {
        step(y, 1);
        step(y, 2);
        turns++;
        pthread_testcancel();
    }
    return unused;
}
static void cancel_one(void *(*works)(void *), int microseconds)
{
    pthread_t t;
    turns = 0;
    if (pthread_create(&t, NULL, works, NULL) != 0)
        exit(1);
    while (turns < 2)
        usleep(100);
    usleep(microseconds);
    pthread_cancel(t);
    pthread_join(t, NULL);
}
int main(void)
{
    long *z = calloc(N, sizeof *z), *again, wrong = 0;
    x = calloc(N, sizeof *x);
    y = calloc(N, sizeof *y);
    pthread_key_create(&key, last);
    for (int k = 0; k < TIMES; k++) {
        cancel_one(at_any_time, 50 * k);
        step(x, 1);
        (void)sum(x);
        again = malloc(N * sizeof *again); /* perhaps where the thread's was */
        for (int j = 0; j < N; j++)
            again[j] = j;
        wrong += sum(again) != (long)N * (N - 1) / 2;
        free(again);
        cancel_one(at_a_point, 50 * k);
        for (long i = 0; i < turns; i++)
            for (int j = 0; j < N; j++)
                z[j] = (z[j] * 3 + 1) * 3 + 2;
        for (int j = 0; j < N; j++)
            wrong += y[j] != z[j];
    }
    printf("%ld %ld\n", wrong, freed);
    return 0;
}
