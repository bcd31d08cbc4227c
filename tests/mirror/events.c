/* SPDX-License-Identifier: MIT */
/* Threads that the C library begins, and threads that are made with all signals blocked.
 *
 * flags: -O1 -pthread
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>
enum { N = 60000 };
static double x[N];
static volatile double seen;
static void step(void)
{
#pragma tcr loop
    for (int i = 0; i < N; i++)
        x[i] = x[i] * 0.5 + 1;
}
static double total(void)
{
    double s = 0;
    for (int i = 0; i < N; i++)
        s += x[i];
    return s;
}
static void *thread(void *arg)
{
    (void)arg;
    step();
    printf("%g\n", total());
    return NULL;
}
static void event(union sigval v)
{
    (void)v;
    seen = total();
}
int main(void)
{
    pthread_attr_t a;
    pthread_t t;
    sigset_t all;
    double few[10];
    struct iovec here = {few, sizeof few}, there = {x + N / 2, sizeof few};
    step();
    step();
    const ssize_t size = process_vm_readv(getpid(), &here, 1, &there, 1, 0);
    printf("%zd %g\n", size, few[9]);
    sigfillset(&all);
    pthread_attr_init(&a);
    pthread_attr_setsigmask_np(&a, &all);
    pthread_create(&t, &a, thread, NULL);
    pthread_join(t, NULL);
    step();
    struct sigevent e = {.sigev_notify = SIGEV_THREAD, .sigev_notify_function = event};
    struct itimerspec at = {{0, 0}, {0, 1000000}};
    timer_t timer;
    timer_create(CLOCK_MONOTONIC, &e, &timer);
    timer_settime(timer, 0, &at, NULL);
    while (seen == 0)
        usleep(1000);
    step();
    printf("%g %g\n", seen, total());
    return 0;
}
