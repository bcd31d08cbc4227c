/* SPDX-License-Identifier: MIT */
/* Handlers that leave by longjmp() a fault that waits for a loop, or a system call; threads that
 * are cancelled in one.
 *
 * flags: -O1 -pthread
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>
enum { N = 100000 };
static struct {
    double loops, other; /* the loop writes the first, and the host reads the second */
} a[N];
static double x[N];
static sigjmp_buf env;
static volatile int armed, stop;
static int fd[2];
static void jump(int s)
{
    (void)s;
    if (armed) {
        armed = 0;
        siglongjmp(env, 1);
    }
}
static void step(void)
{
#pragma tcr loop
    for (int i = 0; i < N; i++)
        x[i] = x[i] * 0.5 + 1;
}
static void *loops(void *unused)
{
    (void)unused;
    while (!stop) {
#pragma tcr loop
        for (int i = 0; i < N; i++)
            a[i].loops = a[i].loops * 0.5 + 1;
    }
    return NULL;
}
static void *reads(void *unused)
{
    (void)unused;
    (void)!read(fd[0], x + 2000, 65536);
    return NULL;
}
static double deep(int d)
{
    volatile double pad[64];
    double s = d > 0 ? deep(d - 1) : 0;
    for (int i = 0; i < 64; i++)
        pad[i] = i;
    if (d == 0)
        for (int i = 0; i < N; i += 400)
            s += a[i].other;
    for (int i = 0; i < 64; i++)
        s += pad[i] == i ? 0 : 1e9;
    return s;
}
/* What is where the jump has left: nobody may write there. */
static long quiet(void)
{
    volatile unsigned char room[6000];
    long bad = 0;
    for (int i = 0; i < 6000; i++)
        room[i] = 7;
    usleep(3000);
    for (int i = 0; i < 6000; i++)
        bad += room[i] != 7;
    return bad;
}
int main(void)
{
    struct itimerval often = {{0, 700}, {0, 700}}, never = {0};
    long bad = 0;
    pthread_t t;
    for (int i = 0; i < N; i++)
        a[i].other = 1;
    (void)!pipe(fd);
    step();
    step();
    signal(SIGALRM, jump);
    sigset_t alarm;
    sigemptyset(&alarm);
    sigaddset(&alarm, SIGALRM);
    pthread_sigmask(SIG_BLOCK, &alarm, NULL);
    pthread_create(&t, NULL, loops, NULL);
    pthread_sigmask(SIG_UNBLOCK, &alarm, NULL);
    setitimer(ITIMER_REAL, &often, NULL);
    for (volatile int k = 0; k < 30; k++) {
        if (sigsetjmp(env, 1) == 0) {
            armed = 1;
            bad += deep(3) != N / 400;
        }
        armed = 0;
        bad += quiet();
    }
    stop = 1;
    pthread_join(t, NULL);
    if (sigsetjmp(env, 1) == 0) {
        armed = 1;
        (void)!read(fd[0], x + 2000, 65536);
    }
    setitimer(ITIMER_REAL, &never, NULL);
    step();
    step();
    pthread_create(&t, NULL, reads, NULL);
    usleep(3000);
    pthread_cancel(t);
    pthread_join(t, NULL);
    step();
    step();
    printf("%ld %g\n", bad, x[5000]);
    return 0;
}
