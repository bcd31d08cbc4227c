/* SPDX-License-Identifier: MIT */
/* Threads and processes that begin and end between loops, and in the middle of them. */
#define _GNU_SOURCE
#include "soak.h"
#include <pthread.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
extern char **environ;
static _Thread_local long own[N];
static void *brief(void *arg)
{
    long *x = malloc(N * sizeof *x), *y = malloc(N * sizeof *y), wrong = 0;
    for (int i = 0; i < N; i++)
        x[i] = y[i] = own[i] = i;
    for (long k = 0; k < 3; k++) {
        step(x, N, k);
        step(own, N, k);
        step_host(y, N, k);
    }
    wrong = memcmp(x, y, N * sizeof *x) != 0 || memcmp(own, y, sizeof own) != 0;
    free(x);
    free(y);
    (void)arg;
    return (void *)wrong;
}
/* Loops until it is cancelled, on an array that its maker looks at afterwards. */
static struct forever {
    long *x;
    volatile long rounds;
} endless;
static void *until_cancelled(void *arg)
{
    struct forever *f = arg;
    for (;;) {
        pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
        step(f->x, N, 1);
        f->rounds++;
        pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);
        pthread_testcancel();
        (void)sum(f->x, N);
    }
    return NULL;
}
/* The same at any time. */
static void *at_any_time(void *arg)
{
    struct forever *f = arg;
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
    for (;;) {
        step(f->x, N, 1);
        f->rounds++;
    }
    return NULL;
}
/* Of the loop that it was in, where that can be, each element is done, or not begun. */
static long cancelled(void *(*work)(void *), useconds_t behind, bool in_a_loop)
{
    pthread_t t;
    long *y = calloc(N, sizeof *y), wrong = 0;
    endless.x = calloc(N, sizeof *endless.x);
    endless.rounds = 0;
    if (pthread_create(&t, NULL, work, &endless) != 0)
        return 1;
    usleep(behind);
    pthread_cancel(t);
    pthread_join(t, NULL);
    for (long k = 0; k < endless.rounds; k++)
        step_host(y, N, 1);
    for (int i = 0; i < N; i++)
        wrong += endless.x[i] != y[i] && !(in_a_loop && endless.x[i] == y[i] * 3 + 1);
    free(endless.x);
    free(y);
    return wrong;
}
/* Parent and child go on with an array, each with its own. */
static long both_sides(void)
{
    long *x = calloc(N, sizeof *x), *y = calloc(N, sizeof *y), wrong;
    int state;
    step(x, N, 3);
    step_host(y, N, 3);
    const pid_t p = fork();
    if (p == 0) {
        step(x, N, 100);
        step_host(y, N, 100);
        _exit(memcmp(x, y, N * sizeof *x) != 0 || sum(x, N) != sum_host(y, N));
    }
    step(x, N, 7);
    step_host(y, N, 7);
    wrong = waitpid(p, &state, 0) != p || state != 0 || memcmp(x, y, N * sizeof *x) != 0;
    free(x);
    free(y);
    return wrong;
}
/* Another program, whose name and arguments are in memory that was the device's. */
static long spawned(void)
{
    long *x = calloc(N, sizeof *x);
    int state = 1;
    pid_t p;
    char *words = (char *)(x + 4096), *arguments[] = {words, words + 16, words + 24, NULL};
    step(x, N, 1);
    strcpy(words, "/bin/sh");
    strcpy(words + 16, "-c");
    strcpy(words + 24, "exit 0");
    long sink = sum(x, 4096);
    const long wrong = sink != 4096 ||
                       posix_spawn(&p, words, NULL, NULL, arguments, environ) != 0 ||
                       waitpid(p, &state, 0) != p || state != 0;
    free(x);
    return wrong;
}
void *lives(void *arg)
{
    const long w = (long)arg;
    unsigned r = 271828;
    while (!stop) {
        pthread_t t[2];
        void *wrong;
        switch (next(&r) % 5) {
        case 0:
            for (int i = 0; i < 2; i++)
                if (pthread_create(&t[i], NULL, brief, NULL) != 0)
                    return NULL;
            for (int i = 0; i < 2; i++) {
                pthread_join(t[i], &wrong);
                bad[w] += wrong != NULL;
            }
            break;
        case 1:
            bad[w] += cancelled(until_cancelled, 3000, false);
            break;
        case 2:
            bad[w] += cancelled(at_any_time, 2000, true);
            break;
        case 3:
            bad[w] += both_sides();
            break;
        default:
            bad[w] += spawned();
        }
        turns[w]++;
    }
    return NULL;
}
