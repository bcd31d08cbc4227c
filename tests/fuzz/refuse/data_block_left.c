/* A data directive whose block is left by return. */
#include <stdio.h>

static double a[50];

static int first_above(double limit)
{
#pragma tcr data copyin(a)
    {
        for (int i = 0; i < 50; i++)
            if (a[i] > limit)
                return i;
    }
    return -1;
}

int main(void)
{
    for (int i = 0; i < 50; i++)
        a[i] = i * 0.5;
    printf("%d %d\n", first_above(7.2), first_above(100));
    return 0;
}
/* SPDX-License-Identifier: MIT */
