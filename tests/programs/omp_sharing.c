/* Which variables the constructs of OpenMP leave as they were, in no list and in lists.
 * compiler: gcc
 * sanitize: no
 * flags: -O1 -fopenmp
 * accept: omp
 */
#include <omp.h>
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
/* In lists of one construct, or of two. */
static void lists(void)
{
    double s = 0, f = 3, last = -1, t = -1, u = -1;
    int i;
#pragma omp parallel for reduction(+ : s) firstprivate(f) lastprivate(last)
    for (i = 0; i < 100; i++) {
        last = a[i] * f;
        s += last;
    }
#pragma omp parallel for reduction(+ : s) firstprivate(t) lastprivate(t)
    for (i = 0; i < 100; i++) {
        t = a[i];
        s += t;
    }
#pragma omp target firstprivate(u) map(s)
#pragma omp parallel for num_threads(1) reduction(+ : s) lastprivate(u)
    for (i = 0; i < 100; i++) {
        u = a[i];
        s += u;
    }
    printf("%g %g %g %g %g\n", s, f, last, t, u);
}

/* Assigned in some iterations only: no matter where it is a copy. */
static void sometimes(void)
{
    double s = 0;
    int k = 3;
#pragma omp target simd reduction(+ : s)
    for (int i = 0; i < 100; i++) {
        s += a[i];
        if (i == 50)
            k = i;
    }
    printf("%g %d\n", s, k);
}

int main(void)
{
    double t, s = 0, *p;
    int k, i, j;
    for (i = 0; i < 100; i++)
        a[i] = i;
    omp_set_num_threads(1);
    RUN(omp parallel for reduction(+:s))
    RUN(omp parallel for default(firstprivate) reduction(+:s) shared(a,p,g,st))
    RUN(omp parallel loop reduction(+ : s))
    RUN(omp loop bind(thread) reduction(+ : s))
    RUN(omp target parallel for num_threads(1) reduction(+:s))
    RUN(omp target parallel for num_threads(1) reduction(+:s) shared(t,k,g))
    RUN(omp target parallel for num_threads(1) reduction(+:s) map(tofrom:t) map(from:k))
    RUN(omp target parallel for num_threads(1) reduction(+:s) map(to:t) map(alloc:k))
    RUN(omp target parallel for num_threads(1) reduction(+:s) defaultmap(tofrom:scalar))
    RUN(omp target parallel for num_threads(1) reduction(+:s) defaultmap(tofrom))
    RUN(omp target parallel for num_threads(1) reduction(+:s) defaultmap(from:scalar))
    RUN(omp target parallel for num_threads(1) reduction(+:s) defaultmap(firstprivate))
    RUN(omp target parallel for num_threads(1) reduction(+:s) defaultmap(to:scalar))
    RUN(omp target parallel for num_threads(1) reduction(+:s) lastprivate(t,k))
    RUN(omp target parallel for num_threads(1) reduction(+:s) firstprivate(t) lastprivate(t,k))
    RUN(omp target teams distribute parallel for num_threads(1) reduction(+:s))
    RUN(omp target simd reduction(+ : s))
    RUN(omp taskloop reduction(+ : s))
    RUN(omp taskloop simd reduction(+ : s))
    RUN(omp taskloop default(shared) reduction(+ : s))
    RUN(omp taskloop shared(t, k) reduction(+ : s))
    RUN(omp parallel master taskloop reduction(+ : s))
    RUN(omp teams distribute parallel for reduction(+:s))
    RUN(omp simd reduction(+ : s))
    INIT;
#pragma omp target data map(tofrom : t)
#pragma omp target parallel for num_threads(1) reduction(+ : s)
    for (i = 0; i < 100; i++)
        BODY SHOW("target data");
    INIT;
#pragma omp parallel
#pragma omp single
    {
        double u = -1;
#pragma omp taskloop reduction(+ : s)
        for (i = 0; i < 100; i++) {
            u = i;
            BODY
        }
        printf("u %g\n", u);
    }
    SHOW("parallel single taskloop");
    lists();
    sometimes();
    return 0;
}
/* SPDX-License-Identifier: MIT */
