/* SPDX-License-Identifier: MIT */
/* Loops, input, forks and the heap at the same time, in threads that block all signals.
 *
 * flags: -O1 -pthread
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
enum { N = 16000, W = 4, ROUNDS = 40 };
static long *a; /* parts of one block, one for each thread, and an unused one */
static int fd[2];
static pthread_barrier_t bar;
static volatile int stop;
static void *loops(void *arg)
{
    long me = (long)arg, lo = me * N, bad = 0;
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, NULL);
    for (int i = 1; i < N; i++)
        a[lo + i] = i;
    for (int k = 0; k < ROUNDS; k++) {
#pragma tcr loop
        for (int i = 0; i < N; i++)
            a[lo + i] += 1;
        if (k % 7 == me)
            a[lo + k] += 5;
        if (k % 5 == me) {
            long t = 0;
            for (int i = 0; i < N; i += 300)
                t += a[lo + i];
            bad += t == 0;
        }
    }
    return (void *)bad;
}
static void *io(void *arg)
{
    long *part = a + W * N, n = 0;
    (void)arg;
    for (;;) {
        ssize_t r = read(fd[0], part, 5000);
        if (r <= 0)
            break;
        for (ssize_t k = 0; k < r; k++)
            n += ((char *)part)[k];
    }
    return (void *)n;
}
static void *feed(void *arg)
{
    char b[777];
    (void)arg;
    memset(b, 1, sizeof b);
    for (int k = 0; k < 100; k++) {
        (void)!write(fd[1], b, sizeof b);
        usleep(500);
    }
    close(fd[1]);
    return NULL;
}
static void *forks(void *arg)
{
    long bad = 0;
    (void)arg;
    while (!stop) {
        pid_t p = fork();
        if (p == 0) {
            long t = 0;
            for (int i = 0; i < W * N; i += 1000)
                t += a[i];
            _exit(t == 0);
        }
        int st;
        waitpid(p, &st, 0);
        if (st)
            fprintf(stderr, "st %x\n", st);
        bad += st != 0;
        usleep(2000);
    }
    return (void *)bad;
}
static void *mallocs(void *arg)
{
    long bad = 0;
    (void)arg;
    for (int k = 0; k < 60; k++) {
        int n = 5000 + 3000 * (k % 5);
        long *x = malloc(n * sizeof *x), t = 0;
        for (int i = 0; i < n; i++)
            x[i] = k;
#pragma tcr loop
        for (int i = 0; i < n; i++)
            x[i] += i;
        if (k % 3 == 0)
            x = realloc(x, 2 * n * sizeof *x);
        for (int i = 0; i < n; i++)
            t += x[i];
        bad += t != (long)n * k + (long)n * (n - 1) / 2;
        free(x);
    }
    return (void *)bad;
}
int main(void)
{
    pthread_t t[W], o[4];
    void *r;
    a = calloc((W + 1) * N, sizeof *a);
    (void)!pipe(fd);
    a[3000] = 1;
    for (long k = 0; k < W; k++)
        pthread_create(&t[k], NULL, loops, (void *)k);
    pthread_create(&o[0], NULL, io, NULL);
    pthread_create(&o[1], NULL, feed, NULL);
    pthread_create(&o[2], NULL, forks, NULL);
    pthread_create(&o[3], NULL, mallocs, NULL);
    for (int k = 0; k < W; k++) {
        pthread_join(t[k], &r);
        printf("%ld\n", (long)r);
    }
    pthread_join(o[3], &r);
    printf("mallocs %ld\n", (long)r);
    stop = 1;
    pthread_join(o[1], &r);
    pthread_join(o[0], &r);
    printf("io %ld\n", (long)r > 0);
    pthread_join(o[2], &r);
    printf("forks %ld\n", (long)r);
    long s = 0;
    for (int i = 0; i < W * N; i++)
        s = s * 31 + a[i];
    printf("%ld\n", s);
    return 0;
}
