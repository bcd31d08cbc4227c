/* Host loops that OpenMP would count or add up in another way than C.
 * compiler: gcc
 * flags: -O2
 */
#include <stdio.h>

struct both {
    double sum;
    float single;
};

#define NOINLINE __attribute__((noinline))

/* Pointers that count: up from inside of a local array, down, by more than one. */
#define DOWN(type)                                                                                 \
    {                                                                                              \
        type v[40], *p;                                                                            \
        for (int i = 0; i < 40; i++)                                                               \
            v[i] = (type)i;                                                                        \
        _Pragma("tcr reduce(+ : s)") for (p = v + 39; p > v; p -= 3) s += (long)*p;                \
        printf("%ld %ld\n", s, (long)(p - v));                                                     \
        _Pragma("tcr reduce(+ : s)") for (p = v + 38; p >= v + 1; p--) s += (long)*p;              \
        _Pragma("tcr reduce(+ : s)") for (p = &v[1]; p < &v[40]; p += 2) s += (long)*p;            \
        printf("%ld %ld\n", s, (long)(p - v));                                                     \
    }

static void pointers(void)
{
    long s = 0;
    DOWN(char)
    DOWN(short)
    DOWN(int)
    DOWN(double)
    int v[12], *p, *end = v + 12;
    for (int i = 0; i < 12; i++)
        v[i] = i;
#pragma tcr reduce(+ : s) collapse(2)
    for (int k = 0; k < 3; k++)
        for (p = end - 1; p >= v + 1; p -= 2)
            s += *p * k;
    printf("%ld %ld\n", s, (long)(p - v));
}

/* Inner counters keep their values if the outer loop does not run. */
static NOINLINE void nothing(int n, int m, int step)
{
    long s = 5;
    int i, j = 297, k = 298, v[2] = {1, 2}, *p = v + 1;
#pragma tcr reduce(+ : s) collapse(2)
    for (i = 5; i < n; i++)
        for (j = 0; j < m; j++)
            s += j;
    printf("%d %d %ld\n", i, j, s);
#pragma tcr reduce(+ : s) collapse(3)
    for (i = 5; i < 7; i++)
        for (j = 0; j < m; j++)
            for (k = 3; k < n; k++)
                s += j + k;
    printf("%d %d %d %ld\n", i, j, k, s);
#pragma tcr reduce(+ : s) collapse(2)
    for (i = 5; i < n; i += 2)
        for (p = v; p < v + 2; p++)
            s += *p;
    printf("%d %d %ld\n", i, (int)(p - v), s);
#pragma tcr reduce(+ : s)
    for (i = 0; i < n - 5; i += step)
        s += i;
    printf("%d %ld\n", i, s);
#pragma tcr reduce(+ : s) collapse(2)
    for (i = 0; i < m; i++)
        for (j = 1; j < n - 5; j += step)
            s += i;
    printf("%d %d %ld\n", i, j, s);
}

/* Lanes and threads would overflow. */
static NOINLINE void overflows(struct both *b, int n)
{
    float s = 0;
    double p = 1, tiny = 1, half = 0;
    int count = 3;
    long moved = 7, at = 1;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += i % 2 ? 3e38f : -3e38f;
#pragma tcr reduce(* : p)
    for (int i = 0; i < n; i++)
        p *= i % 2 ? 2.0 : 0.5;
#pragma tcr reduce(* : tiny)
    for (int i = 0; i < n; i++)
        tiny *= i % 4 == 0 ? 1e-300 : i % 4 == 1 ? 1e300 : 1;
    printf("%g %g %d\n", s, p, tiny > 0.999 && tiny < 1.001);
#pragma tcr reduce(+ : b->single, count, half)
    for (int i = 0; i < n; i++) {
        b->single += moved % 2 ? 3e38f : -3e38f;
        count += 2;
        half += 0.5;
        moved += at;
    }
    printf("%g %d %g %ld\n", b->single, count, half, moved);
#pragma tcr reduce(+ : b->sum)
    for (int i = 0; i < n; i++)
        b->sum += i == 17 ? 1.0 / 0.0 : 1;
    printf("%g\n", b->sum);
}

int main(void)
{
    struct both b = {1, 0};
    pointers();
    nothing(5, 10, 0);
    nothing(7, 0, 1);
    nothing(8, 3, 2);
    overflows(&b, 6000);
    overflows(&b, 100000);
    return 0;
}
/* SPDX-License-Identifier: MIT */
