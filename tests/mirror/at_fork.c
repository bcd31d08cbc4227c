/* SPDX-License-Identifier: MIT */
/* Handlers of pthread_atfork() that write arrays, have loops and call the system, before and after
 * the runtime's own.
 *
 * flags: -O1 -pthread
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
enum { N = 65536 };
static long *x, fixed[N];
static int ends[2];
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
/* What is written to a pipe comes back elsewhere. */
static void pass(int k)
{
    if (write(ends[1], x + 30000 + k, sizeof *x) != sizeof *x ||
        read(ends[0], x + 45000 + k, sizeof *x) != sizeof *x)
        printf("the system has not moved it\n");
}
static void before(void)
{
    pass(0);
    step(x, 1);
    x[5]++;
    fixed[40000]++;
}
static void after(void)
{
    pass(1);
    step(x, 2);
    x[6]++;
    fixed[50000]++;
}
static void in_child(void)
{
    pass(2);
    x[7]++;
    fixed[9]++;
    step(x, 3);
    printf("child %ld %ld\n", sum(x), sum(fixed));
}
int main(void)
{
    int state;
    x = calloc(N, sizeof *x);
    if (pipe(ends))
        return 1;
    pthread_atfork(before, after, in_child);
    for (long k = 0; k < 4; k++) {
        step(x, k);
        step(fixed, k);
        step(x, 1);
        step(fixed, 1);
        fflush(stdout);
        const pid_t p = fork();
        if (p == 0) {
            step(x, 5);
            step(fixed, 5);
            printf("child %ld\n", sum(x) + sum(fixed));
            fflush(stdout);
            _exit(0);
        }
        if (waitpid(p, &state, 0) != p || state)
            printf("the child has ended by %d\n", state);
        printf("parent %ld %ld %ld\n", sum(x), sum(fixed), x[45000] + x[45001]);
    }
    return 0;
}
