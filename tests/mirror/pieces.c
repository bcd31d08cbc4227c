/* SPDX-License-Identifier: MIT */
/* Advice and protection for single pages of a large array; arrays that host and loops have by
 * turns.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
enum { PAGE = 512, N = 64 * PAGE };
static long *p;
static void step(void)
{
#pragma tcr loop
    for (int i = 0; i < N; i++)
        p[i] = p[i] + 1;
}
static long sum(void)
{
    long s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++)
        s += p[i];
    return s;
}
int main(void)
{
    if (posix_memalign((void **)&p, 4096, (N + 2 * PAGE) * sizeof *p))
        return 1;
    for (int i = 0; i < N; i++)
        p[i] = i;
    for (int k = 0; k < 3; k++)
        step();
    madvise(p + 5 * PAGE, 4096, MADV_DONTNEED);
    printf("%ld\n", sum());
    step();
    madvise(p + 7 * PAGE, 8192, MADV_DONTNEED);
    printf("%ld %ld %ld\n", p[7 * PAGE + 3], p[9 * PAGE], sum());
    step();
    step();
    for (int k = 0; k < 40; k++) {
        step();
        for (int i = 0; i < N; i++)
            p[i] += i % 3;
        if (k % 7 == 0)
            printf("%ld\n", sum());
    }
    mprotect(p + 9 * PAGE, 4096, PROT_READ);
    printf("%ld %ld\n", p[9 * PAGE], sum());
    mprotect(p + 9 * PAGE, 4096, PROT_READ | PROT_WRITE);
    step();
    printf("%ld\n", sum());
    return 0;
}
