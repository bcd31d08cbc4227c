/* SPDX-License-Identifier: MIT
 *
 * Flags that are tested before they are set, in one condition or in two; and what is no flag: a
 * bit that is set if no other is.
 *
 * flags: -O1 -fopenmp
 * accept: omp
 * device: 3
 * refused: reduction-misuse reduction-misuse
 */
#include <stdio.h>

static double a[3000];

static void look(double limit)
{
    int one = 0, two = 0, all = 1, bits = 0, odd = 0;

#pragma omp parallel for reduction(|| : one)
    for (int i = 0; i < 3000; i++)
        if (!one && a[i] > limit)
            one = 1;
#pragma omp parallel for reduction(|| : two)
    for (int i = 0; i < 3000; i++)
        if (!two) {
            if (a[i] > limit)
                two = 1;
        }
#pragma omp parallel for reduction(&& : all)
    for (int i = 0; i < 3000; i++)
        if (all)
            if (a[i] > limit)
                all = 0;
#pragma omp parallel for reduction(| : bits)
    for (int i = 0; i < 3000; i++)
        if (!bits)
            if (a[i] > limit)
                bits = 1;
#pragma omp parallel for reduction(|| : odd)
    for (int i = 0; i < 3000; i++)
        if (!odd) {
            if (a[i] > limit)
                odd = 1;
            else
                a[i] += 0;
        }
    printf("%d %d %d %d %d\n", one, two, all, bits, odd);
}

int main(void)
{
    for (int i = 0; i < 3000; i++)
        a[i] = i;
    look(2998.5);
    look(2999.5);
    look(-1);
    return 0;
}
