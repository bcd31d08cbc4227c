/* Loops that compilers' OpenMP miscounts, or miscompiles, on the host.
 * device: 4
 * (the last is not counted: its step might lead past zero)
 */
#include <stdbool.h>
#include <stdio.h>

static char marks[1040];

int main(void)
{
    unsigned long n = 15;
    unsigned i;
    long j;
    int twos = 0, all = 0, odd = 0;
    bool any = true;
    const char *p = marks;
#pragma tcr reduce(+ : twos)
    for (i = 0; i < n; i += 2)
        twos++;
#pragma tcr reduce(+ : odd)
    for (i = 1; i <= n; i += 4)
        odd++;
#pragma tcr reduce(+ : all) collapse(2)
    for (i = 0; i <= n - 5; i++)
        for (j = 0; j < 8; j++)
            all++;
#pragma tcr reduce(+ : any)
    for (i = 8; i < 1033; i++)
        any = any + (p[i] != 0);
    static struct {
        int down;
    } box, *q = &box;
    const int step = 2;
    unsigned least = 1;
#pragma tcr reduce(+ : q->down) collapse(2)
    for (i = 24; i >= least; i = i - step)
        for (j = 0; j < 3; j++)
            q->down++;
    printf("%d %d %d %d %d\n", twos, odd, all, any, box.down);
    return 0;
}
/* SPDX-License-Identifier: MIT */
