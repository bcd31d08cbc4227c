/* Comparisons, casts and _Bool arithmetic that are not what the clause says.
 * flags: -O1 -std=gnu11
 * refused: truncation truncation reduction-misuse reduction-misuse reduction-misuse reduction-misuse reduction-misuse truncation reduction-misuse
 */
#include <stdio.h>
#include <stddef.h>
size_t len[100];
double d[100];
unsigned u[100];
int a[100];
int f1(void)
{
    int m = 0;
#pragma tcr reduce(max : m)
    for (int i = 0; i < 100; i++)
        if (len[i] > m)
            m = len[i];
    return m;
}
int f2(void)
{
    int m = 0;
#pragma tcr reduce(max : m)
    for (int i = 0; i < 100; i++)
        m = u[i] > m ? u[i] : m;
    return m;
}
double f3(void)
{
    double s = 0.75;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < 100; i++)
        s = (int)s + d[i];
    return s;
}
int f4(void)
{
    int s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < 100; i++)
        s = (int)(s + d[i]);
    return s;
}
int f5(void)
{
    _Bool s = 0;
#pragma tcr reduce(^ : s)
    for (int i = 0; i < 100; i++)
        s ^= a[i];
    return s;
}
int f6(void)
{
    _Bool s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < 99; i++)
        s -= 1;
    return s;
}
int f7(void)
{
    _Bool s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < 99; i++)
        s += i % 2 ? 1 : -1;
    return s;
}
int f8(void)
{
    signed char m = 0;
#pragma tcr reduce(max : m)
    for (int i = 0; i < 100; i++)
        m = a[i] * 10 > m ? a[i] * 10 : m;
    return m;
}
double f9(void)
{
    double m = 0.5;
#pragma tcr reduce(max : m)
    for (int i = 0; i < 100; i++)
        m = a[i] > (int)m ? a[i] : (int)m;
    return m;
}
int f10(void)
{
    _Bool s = 1;
#pragma tcr reduce(min : s)
    for (int i = 0; i < 100; i++)
        s = (i != 50) < s ? (i != 50) : s;
    return s;
}
unsigned f11(void)
{
    unsigned m = 5;
#pragma tcr reduce(min : m)
    for (int i = 0; i < 100; i++)
        if (a[i] - 3 < m)
            m = a[i] - 3;
    return m;
}
int main(void)
{
    for (int i = 0; i < 100; i++)
        len[i] = i * 7 % 50, u[i] = len[i], d[i] = i * .3, a[i] = i % 4;
    printf("%d\n%d\n%g\n%d\n", f1(), f2(), f3(), f4());
    printf("%d\n%d\n%d\n%d\n%g\n%d\n%u\n", f5(), f6(), f7(), f8(), f9(), f10(), f11());
}
/* SPDX-License-Identifier: MIT */
