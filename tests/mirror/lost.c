/* SPDX-License-Identifier: MIT */
/* A device that fails: the results are right, or the program ends and says what is lost.
 *
 * faults: copy:2 copy:9 copy:14 copy:20 alloc:1 alloc:3 launch:3 sync:5 sync:12 lost:4 lost:12
 * lost:30
 */
#include <stdio.h>
#include <stdlib.h>
enum { N = 30000 };
int main(void)
{
    long *x = malloc(N * 8), *y = malloc(N * 8), s = 0;
    for (int i = 0; i < N; i++)
        x[i] = i, y[i] = 1;
    for (int k = 0; k < 4; k++) {
#pragma tcr loop
        for (int i = 0; i < N; i++)
            x[i] = x[i] * 2 + y[i];
#pragma tcr loop
        for (int i = 0; i < N; i++)
            y[i] += k;
        s = 0;
#pragma tcr reduce(+ : s)
        for (int i = 0; i < N; i++)
            s += x[i] + y[i];
        printf("%ld\n", s);
        fflush(stdout);
        if (k == 1)
            x[17] = 4;
    }
    s = 0;
    for (int i = 0; i < N; i++)
        s += x[i];
    printf("%ld\n", s);
    return 0;
}
