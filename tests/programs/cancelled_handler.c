/* SPDX-License-Identifier: MIT */
/* A thread that may be cancelled at any time has loops, and a handler of signals that come anywhere
 * in them has a loop, too: behind each loop the thread can be cancelled as before.
 * flags: -O1 -pthread
 * device: 1
 */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>

enum { N = 64, SIGNALS = 400 };
static double x[N];
static volatile double result, of_handler;
static volatile sig_atomic_t signals;

static double sum(void)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++)
        s += x[i];
    return s;
}

/* The next one comes a moment after this. */
static void soon(void)
{
    const struct itimerval moment = {{0, 0}, {0, 37}};
    setitimer(ITIMER_REAL, &moment, NULL);
}

static void handler(int signal)
{
    (void)signal;
    of_handler = sum();
    if (++signals < SIGNALS)
        soon();
}

/* Its result: whether some loop has left the thread otherwise. */
static void *thread(void *unused)
{
    sigset_t mask;
    sigemptyset(&mask);
    sigaddset(&mask, SIGALRM);
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
    pthread_sigmask(SIG_UNBLOCK, &mask, NULL);
    void *found = unused;
    while (signals < SIGNALS && !found) {
        int state, type;
        result = sum();
        pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &state);
        pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &type);
        if (state != PTHREAD_CANCEL_ENABLE || type != PTHREAD_CANCEL_ASYNCHRONOUS)
            found = &x;
    }
    pthread_sigmask(SIG_BLOCK, &mask, NULL);
    return found;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        x[i] = i;
    sigset_t mask;
    sigemptyset(&mask);
    sigaddset(&mask, SIGALRM);
    pthread_sigmask(SIG_BLOCK, &mask, NULL);
    signal(SIGALRM, handler);
    pthread_t t;
    void *found;
    pthread_create(&t, NULL, thread, NULL);
    soon();
    pthread_join(t, &found);
    printf("%g %g, %s\n", result, of_handler, found ? "cancellation has changed" : "as before");
    return 0;
}
