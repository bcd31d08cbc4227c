/* Loops that stay on the host among loops whose data is on the device: what they
 * write is what the device then reads.
 * device: 2
 * refused: jump-out jump-out call-sequential
 */
#include <stdio.h>

static double u[200], v[200];

static double sum_of(const double *a, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}

static int scale(double *a, int n, double limit)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        a[i] *= 2;
        s += a[i];
        if (s > limit)
            return i;
    }
    return n;
}

int main(void)
{
    double s = 0;
    int k;

    for (int i = 0; i < 200; i++) {
        u[i] = i;
        v[i] = 1;
    }
#pragma tcr enter data copyin(v)
#pragma tcr data copyin(u)
    {
        printf("%g\n", sum_of(u, 200));
        printf("%d\n", scale(u, 200, 1e9));
        printf("%g\n", sum_of(u, 200));
        printf("%d\n", scale(u, 200, 50));
        printf("%g\n", sum_of(u, 200));
        if (s == 0)
#pragma tcr reduce(+ : s)
            for (k = 0; k < 200; k++) {
                v[k] += u[k];
                s += v[k];
                if (k == 100)
                    break;
            }
        else
            s = 1;
        printf("%g %d %g\n", s, k, sum_of(v, 200));
#pragma tcr reduce(+ : s)
        for (int i = 0; i < 200; i++) {
            s += u[i];
            if (i == 7)
                printf("seven\n");
        }
#pragma tcr reduce(+ : s) if (s < 0)
        for (int i = 0; i < 200; i++)
            s += u[i];
#pragma tcr update self(u)
        for (int i = 0; i < 200; i++)
            u[i] -= 1;
#pragma tcr update device(u)
#pragma tcr reduce(+ : s)
        for (int i = 0; i < 200; i++)
            s += u[i];
        printf("%g\n", s);
    }
#pragma tcr exit data copyout(v)
    printf("%g %g\n", sum_of(u, 200), sum_of(v, 200));
    return 0;
}
/* SPDX-License-Identifier: MIT */
