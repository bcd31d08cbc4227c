/* Refused loops wherever a loop may stand, with other pragmas around, and others
 * in them; what they use is on the device.
 * flags: -O1 -fopenmp
 * device: 2
 * refused: jump-out jump-out call-sequential jump-out jump-out jump-out jump-out call-sequential
 */
#include <stdio.h>
#include <stdlib.h>

static double a[40];

static double inner(int n)
{
    double s = 0;
    int i;
#pragma tcr reduce(+ : s)
    for (i = 0; i < n; i++)
#pragma tcr reduce(+ : s)
        for (int j = 0; j < 40; j++)
            if (a[j] > 1000 + i)
                return s;
            else
                s += a[j] * (i + 1);
    return s;
}

static double nested(int n)
{
    double s = 0;
#pragma tcr data copyin(a)
#pragma tcr loop
    for (int i = 0; i < n; i++)
        if (puts("turn") < 0)
            exit(1);
        else
#pragma tcr reduce(+ : s)
            for (int j = 0; j < 40; j++)
                s += a[j] * (i + 1);
    return s;
}

static void show(double x)
{
    printf("%g\n", x);
}

int main(void)
{
    double s = 0;
    int k = 0;

    for (int i = 0; i < 40; i++)
        a[i] = i;
#pragma tcr enter data copyin(a)
    if (a[3] > 0)
#pragma tcr reduce(+ : s)
        for (int i = 0; i < 3; i++) {
            if (a[i] > 99)
                break;
            s += a[i];
        }
    else
#pragma tcr reduce(+ : s)
        for (int i = 0; i < 3; i++) {
            if (a[i] > 999)
                break;
            s += a[i];
        }
again:
#pragma GCC ivdep
#pragma tcr reduce(+ : s)
    for (int i = 0; i < 3; i++) {
        if (a[i] > 99)
            break;
        s += a[i];
    }
#pragma tcr reduce(+ : s)
#pragma GCC unroll 2
    for (int i = 0; i < 3; i++) {
        a[i] += 1;
        if (a[i] > 99)
            break;
        s += a[i];
    }
    show(s);
    if (k++ < 1)
        goto again;
#pragma omp parallel for collapse(2) reduction(+ : s) num_threads(1)
    for (int i = 0; i < 2; i++)
#pragma tcr reduce(+ : s)
        for (int j = 0; j < 2; j++) {
            show(i + j);
            s += a[j];
        }
    show(s);
    show(nested(2));
    show(inner(2));
#pragma tcr reduce(+ : s)
    for (int i = 0; i < 40; i++)
        s += a[i];
    show(s);
#pragma tcr exit data delete (a)
    return 0;
}
/* SPDX-License-Identifier: MIT */
