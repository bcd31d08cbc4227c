/* SPDX-License-Identifier: MIT */
/*
 * A local array whose elements are read behind the loop by a sum of its address, and not by its
 * name alone: it is no array of the iteration's own.
 * device: 1
 */
#include <stdio.h>

static int other[13];

int main(void)
{
    const int n = 5;
    long rows[13][2];
    for (int k = 0; k < 13; k++)
        rows[k][0] = rows[k][1] = 100 + k;
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        other[i] = 3 * i;
        rows[i][1] = i;
    }
    for (int k = 0; k < 13; k++)
        for (int c = 0; c < 2; c++)
            printf("%ld %d\n", (*(rows + k))[c], other[k]);
    return 0;
}
