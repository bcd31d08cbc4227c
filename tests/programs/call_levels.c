/* Chains of functions that each call the one before twice: 2^40 calls in the text, of which
 * the loop's own data lets few happen. */
#include <stdio.h>

#define N 2000

#define INT(n, m)                                                                                  \
    static int n(int x)                                                                            \
    {                                                                                              \
        return x > 1000 ? m(x) + m(x + 1) : x;                                                     \
    }
#define POINTER(n, m)                                                                              \
    static void n(int *p)                                                                          \
    {                                                                                              \
        m(p);                                                                                      \
        if (*p > 1000)                                                                             \
            m(p);                                                                                  \
    }
/* Ever other subscripts, and other arrays. */
#define PLACE(n, m)                                                                                \
    static double n(const double *a, const double *b, int x, int deep)                             \
    {                                                                                              \
        return deep > 0 ? m(a, b, 2 * x, deep - 1) + m(b, a, 2 * x + 1, deep - 1) : a[x];          \
    }
#define CONDITION(n, m)                                                                            \
    static int n(int x)                                                                            \
    {                                                                                              \
        if (x < 100 && m(x) > m(x + 1))                                                            \
            return m(x);                                                                           \
        return x;                                                                                  \
    }
#define FIVE(F, f, a, b, c, d, e, g)                                                               \
    F(f##a, f##g) F(f##b, f##a) F(f##c, f##b) F(f##d, f##c) F(f##e, f##d)
#define FORTY(F, f)                                                                                \
    FIVE(F, f, 1, 2, 3, 4, 5, 0)                                                                   \
    FIVE(F, f, 6, 7, 8, 9, 10, 5)                                                                  \
    FIVE(F, f, 11, 12, 13, 14, 15, 10)                                                             \
    FIVE(F, f, 16, 17, 18, 19, 20, 15)                                                             \
    FIVE(F, f, 21, 22, 23, 24, 25, 20)                                                             \
    FIVE(F, f, 26, 27, 28, 29, 30, 25)                                                             \
    FIVE(F, f, 31, 32, 33, 34, 35, 30)                                                             \
    FIVE(F, f, 36, 37, 38, 39, 40, 35)

static int i0(int x)
{
    return x + 1;
}
static void p0(int *p)
{
    *p += 1;
}
static double a0(const double *a, const double *b, int x, int deep)
{
    return a[x] - b[x] * deep;
}
static int c0(int x)
{
    return x;
}
FORTY(INT, i)
FORTY(POINTER, p)
FIVE(PLACE, a, 1, 2, 3, 4, 5, 0)
FIVE(PLACE, a, 6, 7, 8, 9, 10, 5)
FORTY(CONDITION, c)

/* An argument that is a call of the same function. */
static double at(const double *a, int x, double y)
{
    return a[x] + y;
}

static double a[32 * N], b[32 * N];

int main(void)
{
    int k[N];
    long ints = 0, pointers = 0, conditions = 0;
    double places = 0, nested = 0;

    for (int i = 0; i < N; i++)
        k[i] = i % 900;
    for (int i = 0; i < 32 * N; i++) {
        a[i] = i % 77;
        b[i] = i % 13;
    }
#pragma tcr reduce(+ : ints)
    for (int i = 0; i < N; i++)
        ints += i40(k[i]);
#pragma tcr reduce(+ : pointers)
    for (int i = 0; i < N; i++) {
        int t = k[i];
        p40(&t);
        pointers += t;
    }
#pragma tcr reduce(+ : places)
    for (int i = 0; i < N; i++)
        places += a10(a, b, i, 5);
#pragma tcr reduce(+ : conditions)
    for (int i = 0; i < N; i++)
        conditions += c40(i + 100);
#pragma tcr reduce(+ : nested)
    for (int i = 0; i < N; i++)
        nested += at(a, i, at(b, 3, at(b, i + 7, 1)));
    printf("%ld %ld %g %ld %g\n", ints, pointers, places, conditions, nested);
    return 0;
}
/* SPDX-License-Identifier: MIT */
