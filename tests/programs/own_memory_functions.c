/*
 * Functions of the program's own with names of the library's: a file that does not include
 * <string.h> may have static ones.
 *
 * flags: -O1 -fno-builtin
 */
#include <stdio.h>

enum { N = 200, WIDE = 8 };

static char text[N][WIDE], copy[N][WIDE];

static void memset(void *to, int value, unsigned long n)
{
    char *byte = to;
    for (unsigned long i = 0; i < n; i += 2)
        byte[i] = (char)(value + 1);
}

static void memcpy(void *to, const void *from, unsigned long n)
{
    char *byte = to;
    const char *other = from;
    for (unsigned long i = 0; i < n; i++)
        byte[i] = (char)(other[n - 1 - i] + 1);
}

static int memcmp(const void *a, const void *b, unsigned long n)
{
    const char *x = a, *y = b;
    return x[n - 1] != y[n - 1];
}

static unsigned long strlen(const char *s)
{
    return (unsigned long)s[0] * 2;
}

int main(void)
{
    long sum = 0;
    int differ = 0;
#pragma tcr loop
    for (int i = 0; i < N; i++)
        memset(&text[i][0], i % 50, WIDE);
#pragma tcr loop
    for (int i = 0; i < N; i++)
        memcpy(&copy[i][0], &text[i][0], 3);
#pragma tcr reduce(+ : sum)
    for (int i = 0; i < N; i++)
        sum += (long)strlen(text[i]) + copy[i][0] + 3 * copy[i][1] + 7 * text[i][1];
#pragma tcr reduce(+ : differ)
    for (int i = 0; i < N; i++)
        differ += memcmp(text[i], copy[i], 3) != 0;
    printf("%ld %d\n", sum, differ);
    return 0;
}
/* SPDX-License-Identifier: MIT */
