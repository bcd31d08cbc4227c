/* SPDX-License-Identifier: MIT */
/*
 * A memcmp of the program's own, whose value is not only a sign.
 *
 * flags: -O1 -fno-builtin
 */
#include <stdio.h>
static int memcmp(const void *p, const void *q, unsigned long n)
{
    return *(const unsigned char *)p * (int)n - *(const unsigned char *)q;
}
int main(void)
{
    static unsigned char a[200], b[200];
    int sum = 0;
    for (int i = 0; i < 200; i++) {
        a[i] = i % 7;
        b[i] = i % 11;
    }
#pragma tcr reduce(+ : sum)
    for (int i = 0; i < 200; i++)
        sum += memcmp(&a[i], &b[i], 3);
    printf("%d\n", sum);
    return 0;
}
