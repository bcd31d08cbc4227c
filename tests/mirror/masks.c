/* SPDX-License-Identifier: MIT */
/* Handlers that run while all signals are blocked, by each call that takes a mask, and contexts
 * that begin so: an array is touched there all the same.
 */
#define _GNU_SOURCE
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <ucontext.h>
#include <unistd.h>
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
enum { N = 65536, KINDS = 9 };
static long *x;
static volatile long seen;
static sigset_t others, alarm_only;
static const struct timespec moment = {0, 20000000};
static ucontext_t here, there;
static void step(void)
{
#pragma tcr loop
    for (int i = 0; i < N; i++)
        x[i] = x[i] * 3 + 1;
}
static void on_alarm(int number)
{
    (void)number;
    seen += x[N / 2];
}
static void other_stack(void)
{
    seen += x[N / 3];
    step();
    seen += x[N / 3];
    setcontext(&here);
}
static void change_stacks(void)
{
    static char stack[65536];
    volatile int back = 0;
    getcontext(&there);
    sigfillset(&there.uc_sigmask);
    there.uc_stack.ss_sp = stack;
    there.uc_stack.ss_size = sizeof stack;
    makecontext(&there, other_stack, 0);
    getcontext(&here);
    sigfillset(&here.uc_sigmask);
    if (!back++)
        setcontext(&there);
    seen += x[N / 4];
    /* they are the program's */
    printf("%d %d\n", sigismember(&there.uc_sigmask, SIGSEGV),
           sigismember(&here.uc_sigmask, SIGSEGV));
}
static void by_hand(int kind)
{
    int before;
    if (kind == 0) {
        before = sigblock(~0);
        seen += x[N / 2];
        sigsetmask(before);
    } else if (kind == 1) {
        before = sigsetmask(~0);
        seen += x[N / 2];
        sigsetmask(before);
    } else {
        sighold(SIGSEGV);
        seen += x[N / 2];
        sigrelse(SIGSEGV);
    }
}
static void wait_for(int kind)
{
    struct epoll_event event;
    sigset_t before;
    int fd = epoll_create1(0);
    sigprocmask(SIG_BLOCK, &alarm_only, &before);
    raise(SIGALRM);
    if (kind == 0)
        ppoll(NULL, 0, &moment, &others);
    else if (kind == 1)
        pselect(0, NULL, NULL, NULL, &moment, &others);
    else if (kind == 2)
        epoll_pwait(fd, &event, 1, 20, &others);
    else if (kind == 3)
        epoll_pwait2(fd, &event, 1, &moment, &others);
    else
        sigsuspend(&others);
    sigprocmask(SIG_SETMASK, &before, NULL);
    close(fd);
}
int main(void)
{
    sigset_t before;
    x = calloc(N, sizeof *x);
    sigfillset(&others);
    sigdelset(&others, SIGALRM);
    sigemptyset(&alarm_only);
    sigaddset(&alarm_only, SIGALRM);
    signal(SIGALRM, on_alarm);
    sigprocmask(SIG_SETMASK, NULL, &before);
    for (int kind = 0; kind < KINDS; kind++) {
        step();
        step();
        if (kind < 5)
            wait_for(kind);
        else if (kind < 8)
            by_hand(kind - 5);
        else
            change_stacks();
        sigprocmask(SIG_SETMASK, &before, NULL);
        printf("%d: %ld\n", kind, seen);
    }
    return 0;
}
