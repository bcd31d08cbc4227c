/* SPDX-License-Identifier: MIT */
/* Loops that count down until an unsigned variable wraps around, and begin or end at another number
 * than they seem to, as it has been converted in between: they are no loops from n down.
 * flags: -O1
 * device: 1
 * refused: not-canonical not-canonical not-canonical not-canonical
 */
#include <stdio.h>

static long a[4096];

static void loops(unsigned n, unsigned far)
{
#pragma tcr loop
    for (unsigned long i = (unsigned char)(n - 1); i < n; i--)
        a[i] += 1;
#pragma tcr loop
    for (size_t i = (unsigned char)n - 1; i < n; i--)
        a[i] += 2;
#pragma tcr loop
    for (unsigned i = n - 1; i < (unsigned char)n; i--)
        a[i] += 4;
#pragma tcr loop
    for (unsigned long i = (int)far - 1; i < far; i--)
        a[i & 4095] += 8;
#pragma tcr loop
    for (unsigned long i = (unsigned long)n - 1; i < n; i--)
        a[i] += 16;
}

int main(void)
{
    long sum = 0;
    loops(300, 3000000000);
    for (int i = 0; i < 4096; i++)
        sum += a[i] * (i + 1);
    printf("%ld\n", sum);
    return 0;
}
