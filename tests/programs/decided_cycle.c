/* SPDX-License-Identifier: MIT
 *
 * flags: -O1
 * decided: yes
 * compared: no
 * optimised: yes
 *
 * Loops of a cycle share their arrays, and the host changes one of them now and then.  Run by
 * measured times, the device starts in the middle of it, and takes some calls of some loops.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double p[6000], q[6000], r[6000];

int main(void)
{
    const int n = 6000;
    double s = 0;

    for (int i = 0; i < n; i++) {
        r[i] = i % 17;
        p[i] = i % 5;
    }
    for (int k = 0; k < 120; k++) {
        double a = 0, b = 0;

#pragma tcr loop
        for (int i = 1; i < n - 1; i++) {
            double x = 2 * p[i] - p[i - 1] - p[i + 1];

            for (int j = 0; j < 40; j++)
                x = fmod(x + j, 29);
            q[i] = x;
        }
#pragma tcr reduce(+:a)
        for (int i = 0; i < n; i++)
            a += p[i] * q[i];
#pragma tcr loop
        for (int i = 0; i < n; i++)
            r[i] = fmod(r[i] + q[i], 31);
#pragma tcr reduce(max:b)
        for (int i = 0; i < n; i++)
            b = r[i] > b ? r[i] : b;
        if (k % 5 == 0)
            r[k] = k % 3;
#pragma tcr loop
        for (int i = 0; i < n; i++)
            p[i] = fmod(r[i] + p[i], 13);
        s += fmod(a, 1000) + b;
    }
    printf("%.17g\n", s);
    return 0;
}
