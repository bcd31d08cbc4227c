/* SPDX-License-Identifier: MIT */
/* Loops on the device and accesses of the host by turns; realloc of a mirrored block.
 *
 * traced: yes
 * faults: copy:5 alloc:2 sync:3 lost:9
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    int n = 100000;
    double *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y), s = 0;
    for (int i = 0; i < n; i++) {
        x[i] = i % 64;
        y[i] = 1;
    }
    for (int it = 0; it < 5; it++) {
#pragma tcr loop
        for (int i = 0; i < n; i++)
            y[i] = 0.5 * y[i] + x[i];
        s = 0;
#pragma tcr reduce(+ : s)
        for (int i = 0; i < n; i++)
            s += y[i] * x[i];
        printf("%.17g %g %g\n", s, y[0], y[n - 1]);
        if (it == 2)
            x[50000] = 7;
        if (it == 3)
            for (int i = 0; i < n; i += 1000)
                y[i] = 3;
    }
    double t = 0;
    for (int i = 0; i < n; i++)
        t += y[i];
    printf("%.17g\n", t);
    y = realloc(y, 2 * n * sizeof *y);
    printf("%g\n", y[777]);
    free(x);
    free(y);
    return 0;
}
