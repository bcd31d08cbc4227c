/* Loops in a signal handler that may come at any time: while a loop runs, or on the way to it.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>

enum { N = 50 };
static int numbers[N];
static double to[N];
static volatile sig_atomic_t wrong, signals;

__attribute__((noinline)) static long sum(const int *a, int n)
{
    long s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}

__attribute__((noinline)) static void counts(long *h, const int *a, int n)
{
#pragma tcr reduce(+ : h[0 : 8])
    for (int i = 0; i < n; i++)
        h[a[i] % 8]++;
}

__attribute__((noinline)) static double halves(double *out, const int *a, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        out[i] = a[i] * 0.5;
        s += a[i];
    }
    return s;
}

static void all(double *out)
{
    long h[8] = {0};

    if (sum(numbers, N) != 1225)
        wrong = 1;
    counts(h, numbers, N);
    if (h[0] != 7 || h[1] != 7 || h[7] != 6)
        wrong = 2;
    if (halves(out, numbers, N) != 1225 || out[49] != 24.5)
        wrong = 3;
}

/* The next signal, counted from now: however slow the machine, the program gets on. */
static void soon(void)
{
    struct itimerval once = {{0, 0}, {0, 700}};
    setitimer(ITIMER_REAL, &once, NULL);
}

static void handler(int unused)
{
    static double own[N];

    (void)unused;
    signals = 1;
    all(own);
    soon();
}

int main(void)
{
    struct itimerval never = {{0, 0}, {0, 0}};

    for (int i = 0; i < N; i++)
        numbers[i] = i;
    all(to);
    signal(SIGALRM, handler);
    soon();
    for (int k = 0; k < 50 || !signals; k++)
        all(to);
    setitimer(ITIMER_REAL, &never, NULL);
    printf("%d\n", (int)wrong);
    return 0;
}
/* SPDX-License-Identifier: MIT */
