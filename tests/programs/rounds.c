/* SPDX-License-Identifier: MIT
 * rounds.c: inner loops whose unsigned or narrow variable goes round the end of its type before it
 * meets its bound: what they read is not between the bounds.
 * device: 4
 */
#include <stdio.h>
#include <stdlib.h>

static long constant_ends(int n, const int *p)
{
    long s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        s += i;
        for (unsigned j = 4294967290u; j != 3; j++)
            s += p[i + (int)(j + 6u)];
    }
    return s;
}

static long downwards(int n, const int *p)
{
    long s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        s += i;
        for (unsigned j = 3; j != 4294967290u; j--)
            s += p[i + (int)(j + 6u)];
    }
    return s;
}

/* Of these, the call's numbers tell. */
static long ends(int n, const int *p, unsigned lo, unsigned hi)
{
    long s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        s += i;
        for (unsigned j = lo; j != hi; j++)
            s += p[i + (int)(j + 6u)];
    }
    return s;
}

static long walked(int n, const int *p, unsigned lo, unsigned hi)
{
    long s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        unsigned j = lo;
        s += i;
        while (j != hi) {
            s += p[i + (int)(j + 6u)];
            j++;
        }
    }
    return s;
}

static long narrow(int n, const int *p)
{
    long s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        s += i;
        for (unsigned char j = 250; j != 3; j++)
            s += p[i + (unsigned char)(j + 6)];
    }
    return s;
}

/* Round and round, until a multiple of 3 is 7. */
static long steps(int n, const int *p)
{
    long s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        s += i;
        for (unsigned char j = 0; j != 7; j += 3)
            s += p[j >> 2];
    }
    return s;
}

/* As many turns as the distance says, and nothing goes round: the device's. */
static long plain(int n, const int *p, unsigned hi)
{
    long s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        s += i;
        for (unsigned j = 2; j != hi; j++)
            s += p[i + (int)j];
    }
    return s;
}

int main(void)
{
    enum { N = 64 };
    int *a = malloc(N * sizeof *a);
    for (int i = 0; i < N; i++)
        a[i] = i * i;
    printf("%ld %ld\n", constant_ends(20, a), downwards(20, a));
    printf("%ld %ld\n", ends(20, a, 4294967290u, 3), walked(20, a, 4294967290u, 3));
    printf("%ld %ld %ld\n", narrow(20, a), steps(20, a), plain(20, a, 30));
    free(a);
    return 0;
}
