/* SPDX-License-Identifier: MIT */
/* Functions that are weak by an attribute of a declaration before, or by a pragma, also out of a
 * macro: the linker may take another file's in their place, so the device does not call them.  What
 * a pragma makes another name of is not weak itself.
 * flags: -O1 -std=gnu11 -fopenmp
 * accept: omp
 * device: 1
 * refused: call-unknown call-unknown call-unknown
 */
#include <stdio.h>

enum { N = 100 };

int by_declaration(int x) __attribute__((weak));
int by_declaration(int x)
{
    return x + 9;
}

#pragma weak by_pragma
int by_pragma(int x)
{
    return 2 * x;
}

#define TEXT_OF(x) #x
#define PRAGMA(x) _Pragma(TEXT_OF(x))
#define WEAK(f) PRAGMA(weak f)

int by_macro(int x)
{
    return 3 * x;
}
WEAK(by_macro)

int strong(int x)
{
    return 5 * x;
}
#pragma weak weak_name = strong

int main(void)
{
    long a = 0, b = 0, c = 0, d = 0;

#pragma omp parallel for reduction(+ : a)
    for (int i = 0; i < N; i++)
        a += by_declaration(i);
#pragma omp parallel for reduction(+ : b)
    for (int i = 0; i < N; i++)
        b += by_pragma(i);
#pragma omp parallel for reduction(+ : c)
    for (int i = 0; i < N; i++)
        c += by_macro(i);
#pragma omp parallel for reduction(+ : d)
    for (int i = 0; i < N; i++)
        d += strong(i);
    printf("%ld %ld %ld %ld\n", a, b, c, d);
    return 0;
}
