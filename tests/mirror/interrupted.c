/* SPDX-License-Identifier: MIT */
/* Handlers that read an array which the device has, while their thread is at a loop of another one
 * that is copied: it may be anywhere in there, with locks that the answer needs.
 *
 * flags: -O1 -pthread
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
enum { N = 20000, M = 25000, TIMES = 60 };
static double x[N];
static volatile double seen;
static _Atomic int stop;
static void step(double *a, int n)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        a[i] = a[i] * 0.5 + 1;
}
static void reads(int number)
{
    seen = x[N / 2] + number;
}
static void *copied(void *unused)
{
    double *y =
        mmap(NULL, M * sizeof *y, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    (void)unused;
    if (y == MAP_FAILED)
        exit(1);
    for (unsigned k = 0; !stop; k++)
        step(y, 1000 + (int)(k * 7919 % (M - 1000))); /* device memory of another size each time */
    return NULL;
}
int main(void)
{
    const struct timespec moment = {0, 200000};
    pthread_t t[2];
    double sum = 0;
    signal(SIGUSR1, reads);
    for (int k = 0; k < 2; k++)
        pthread_create(&t[k], NULL, copied, NULL);
    for (int k = 0; k < TIMES; k++) {
        step(x, N);
        pthread_kill(t[k % 2], SIGUSR1);
        nanosleep(&moment, NULL);
    }
    stop = 1;
    for (int k = 0; k < 2; k++)
        pthread_join(t[k], NULL);
    for (int i = 0; i < N; i++)
        sum += x[i];
    printf("%g\n", sum);
    return 0;
}
