/* Headers whose variables start from each other or from themselves.
 * flags: -O2 -std=c99
 * device: 3 (one has no iteration)
 * refused: not-canonical not-canonical not-canonical not-canonical not-canonical
 */
#include <stdio.h>

double a[100];
int main(void)
{
    for (int i = 0; i < 100; i++)
        a[i] = i * .25;
    double s = 0;
    int i = 3, j;
    double *p;
    long n = 40;
#pragma tcr reduce(+ : s)
    for (i = i + 1; i < n; i++)
        s += a[i];
    printf("%g %d\n", s, i);
#pragma tcr reduce(+ : s)
    for (i = 0; i < n - i; i++)
        s += a[i];
    printf("%g %d\n", s, i);
    i = 1;
#pragma tcr reduce(+ : s)
    for (i = 1; i < n; i += i)
        s += a[i];
    printf("%g %d\n", s, i);
#pragma tcr reduce(+ : s)
    for (i = 5, p = a + i; i < n; i++, p++)
        s += *p;
    printf("%g %d %d\n", s, i, (int)(p - a));
#pragma tcr reduce(+ : s)
    for (i = 5, j = 2 * i; i < n; i++, j--)
        s += a[i] * j;
    printf("%g %d %d\n", s, i, j);
#pragma tcr reduce(+ : s)
    for (p = a + 3, i = p - a; p < a + 50; i += 2, p++)
        s += *p * i;
    printf("%g %d %d\n", s, i, (int)(p - a));
#pragma tcr reduce(+ : s)
    for (i = 5, j = 2 * i; j > n; i++, j--)
        s += a[i] * j;
    printf("%g %d %d\n", s, i, j);
#pragma tcr reduce(+ : s)
    for (int k = 0, *q = &k; k < n; k++, q++)
        s += a[k];
    printf("%g\n", s);
#pragma tcr reduce(+ : s)
    for (int k = 5, m = k + 1; k < n; k++, m++)
        s += a[k] * m;
    printf("%g\n", s);
}
/* SPDX-License-Identifier: MIT */
