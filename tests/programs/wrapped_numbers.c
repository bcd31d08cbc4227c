/* Unsigned numbers that wrap around and are no subscripts do not keep a loop from the device. */
#include <stdio.h>

int main(void)
{
    static int a[100];
    unsigned few = 0;
    unsigned long sum = 0;
    for (int i = 0; i < 100; i++)
        a[i] = i * 7 % 13;
#pragma tcr reduce(+ : few)
    for (int i = -50; i < 50; i++)
        few += ((unsigned)i < sizeof(int));
#pragma tcr reduce(+ : sum)
    for (int i = -50; i < 50; i++)
        sum += (unsigned)i + (unsigned long)a[i + 50];
    printf("%u %lu\n", few, sum);
    return 0;
}
/* SPDX-License-Identifier: MIT */
