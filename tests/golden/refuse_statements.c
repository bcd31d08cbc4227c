/* Statements that end the matter. */
#include <stdio.h>
extern int calls;
double f(const double *a, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        if (a[i] < 0)
            break;
        s += a[i];
    }
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        if (a[i] < 0)
            return -1;
        s += a[i];
    }
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        if (a[i] < 0)
            goto out;
        s += a[i];
    }
out:
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        printf("%d\n", i);
        s += a[i];
    }
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        __asm__ volatile("");
        s += a[i];
    }
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        static double last;
        last = a[i];
        s += last;
    }
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += a[i] * __sync_add_and_fetch(&calls, 1);
    return s;
}
