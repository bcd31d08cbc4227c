/* SPDX-License-Identifier: MIT */
/* The program's own handlers of SIGSEGV and other signals; blocked signals.
 */
#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>
enum { N = 60000 };
static double *x;
static sigjmp_buf env;
static volatile sig_atomic_t hits;
static volatile double seen;
static void step(void)
{
#pragma tcr loop
    for (int i = 0; i < N; i++)
        x[i] = x[i] * 0.5 + 1;
}
static double sum(void)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++)
        s += x[i];
    return s;
}
static void jump(int sig)
{
    (void)sig;
    hits++;
    seen += x[hits];
    siglongjmp(env, 1);
}
static char *page;
static void fix(int sig, siginfo_t *info, void *c)
{
    (void)sig;
    (void)c;
    hits++;
    if ((char *)info->si_addr != page + 5)
        _exit(77);
    seen += x[2000];
    mprotect(page, 4096, PROT_READ | PROT_WRITE);
}
static void alarmed(int sig)
{
    (void)sig;
    seen += x[31];
    hits++;
}
static void fill(struct sigaction *a)
{
    sigfillset(&a->sa_mask);
}
int main(void)
{
    x = malloc(N * sizeof *x);
    page = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (int i = 0; i < N; i++)
        x[i] = i % 50;
    struct sigaction act = {.sa_handler = jump}, old;
    fill(&act);
    sigaction(SIGSEGV, &act, NULL); /* before any mirror */
    step();
    if (sigsetjmp(env, 1) == 0)
        *(volatile int *)8 = 1;
    printf("%d %g\n", (int)hits, seen);
    step();
    printf("%g\n", x[123]);
    if (sigsetjmp(env, 1) == 0)
        *(volatile int *)16 = 1;
    printf("%d %g\n", (int)hits, seen);
    act.sa_flags = SA_SIGINFO;
    act.sa_sigaction = fix;
    step();
    sigaction(SIGSEGV, &act, &old);
    printf("%d\n", old.sa_handler == jump);
    page[5] = 3;
    printf("%d %g %d\n", (int)hits, seen, page[5]);
    printf("%g\n", sum());
    step();
    printf("%g %g\n", x[0], x[N - 1]);
    signal(SIGSEGV, SIG_DFL);
    step();
    printf("%g\n", x[777]);
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
    step();
    printf("%g\n", x[777]);
    sigprocmask(SIG_UNBLOCK, &all, NULL);
    struct sigaction al = {.sa_handler = alarmed};
    fill(&al);
    sigaction(SIGALRM, &al, NULL);
    struct itimerval it = {{0, 1000}, {0, 1000}};
    setitimer(ITIMER_REAL, &it, NULL);
    for (int k = 0; k < 10; k++)
        step();
    it.it_interval.tv_usec = it.it_value.tv_usec = 0;
    setitimer(ITIMER_REAL, &it, NULL);
    printf("%d %g\n", hits > 1, sum());
    return 0;
}
