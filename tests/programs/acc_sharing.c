/* Which variables the constructs of OpenACC leave as they were.
 * compiler: gcc
 * flags: -O1 -fopenacc
 * accept: acc
 */
#include <stdio.h>
double a[100];
double g;
static int st;
#define SHOW(name)                                                                                 \
    printf("%-28s t %g k %d i %d j %d g %g p %d st %d\n", name, t, k, i, j, g, (int)(p - a), st)
#define INIT t = -1, k = -1, i = -1, j = -1, g = -1, p = a, st = -1
#define BODY                                                                                       \
    {                                                                                              \
        t = a[i];                                                                                  \
        k = i;                                                                                     \
        g = t;                                                                                     \
        p = a + i;                                                                                 \
        st = i;                                                                                    \
        s += t;                                                                                    \
        for (j = 0; j < 3; j++)                                                                    \
            s += j;                                                                                \
    }
#define P(x) _Pragma(#x)
#define RUN(prag)                                                                                  \
    INIT;                                                                                          \
    P(prag) for (i = 0; i < 100; i++) BODY SHOW(#prag);
int main(void)
{
    double t, s = 0, *p;
    int k, i, j;
    for (i = 0; i < 100; i++)
        a[i] = i;
    RUN(acc parallel loop reduction(+ : s))
    RUN(acc parallel loop reduction(+ : s) copy(t, k, g, st))
    RUN(acc kernels loop independent reduction(+ : s))
    RUN(acc serial loop reduction(+ : s))
    INIT;
#pragma acc data copy(t)
    {
#pragma acc parallel loop reduction(+ : s)
        for (i = 0; i < 100; i++)
            BODY
    }
    SHOW("data copy t");
    INIT;
#pragma acc parallel reduction(+ : s)
    {
#pragma acc loop reduction(+ : s)
        for (i = 0; i < 100; i++) {
            t = i;
#pragma acc loop
            for (j = 0; j < 3; j++)
                s += j;
        }
    }
    SHOW("inner loop");
    INIT;
#pragma acc kernels
    {
#pragma acc loop reduction(+ : s)
        for (i = 0; i < 100; i++) {
            t = i;
#pragma acc loop reduction(+ : s)
            for (j = 0; j < 3; j++)
                s += j;
        }
    }
    SHOW("inner loop kernels");
    return 0;
}
/* SPDX-License-Identifier: MIT */
