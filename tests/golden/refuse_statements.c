/* Statements that end the matter. */
#include <stdio.h>
extern int calls;
extern void __assert_fail(const char *, const char *, unsigned, const char *)
    __attribute__((noreturn));
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
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        (a[i] >= 0) ? (void)0 : __assert_fail("a[i] >= 0", "this", 1, "f");
        s += a[i];
    }
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        __extension__({
            if (a[i] >= 0)
                ;
            else
                __assert_fail("a[i] >= 0", "this", 1, "f");
        });
        s += a[i];
    }
    return s;
}
