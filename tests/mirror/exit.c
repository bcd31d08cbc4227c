/* SPDX-License-Identifier: MIT */
/* Handlers at exit, destructors, and a buffer of stdio in a mirrored block.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { N = 60000 };
static double *x;
static char *buf;
static void step(void)
{
#pragma tcr loop
    for (int i = 0; i < N; i++)
        x[i] = x[i] * 0.5 + 1;
}
static void early(void)
{
    printf("early %g %g\n", x[0], x[N / 2]);
    x[3] = 1;
}
static void late(void)
{
    printf("late %g\n", x[N - 1]);
    step();
    printf("late %g\n", x[77]);
}
__attribute__((destructor)) static void last(void)
{
    printf("last %g %g\n", x[5], x[77]);
    fflush(stdout);
}
int main(void)
{
    atexit(early);
    x = malloc(N * sizeof *x);
    buf = malloc(300000);
#pragma tcr loop
    for (int i = 0; i < 300000; i++)
        buf[i] = 'q';
    setvbuf(stdout, buf + 100000, _IOFBF, 150000);
#pragma tcr loop
    for (int i = 0; i < 90000; i++)
        buf[i] = 'r';
    for (int i = 0; i < N; i++)
        x[i] = i % 50;
    step();
    printf("hello\n");
    atexit(late);
    for (int i = 0; i < 20000; i++)
        printf("%d\n", i);
#pragma tcr loop
    for (int i = 0; i < 90000; i++)
        buf[i] = 's';
    printf("%c%c\n", buf[0], buf[99999]);
    step();
    return 0;
}
