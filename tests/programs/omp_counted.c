/* Variables from outside that every iteration moves by the same amount, shared or not.
 * compiler: gcc
 * flags: -O1 -fopenmp
 * accept: omp
 * refused: carried
 */
#include <stdio.h>

enum { N = 400 };
static int a[N], out[N];

static void counts(void)
{
    long s = 0, count = 0, twice = 7, down = 0;
    int *p = a, at = 0;
    static int calls = 3;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < N; i++) {
#pragma omp atomic
        count++;
        s += a[i];
    }
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < N; i++) {
#pragma omp critical
        {
            twice += 2;
            {
                down = down - 3;
            }
            p++;
        }
#pragma omp atomic update
        calls = calls + 1;
        s += a[i];
    }
    printf("%ld %ld %ld %ld %d %d\n", s, count, twice, down, (int)(p - a), calls);
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < N; i++) {
        int mine;
#pragma omp atomic capture
        mine = at++;
        out[mine] = 1;
        s += 1;
    }
    for (int i = 0; i < N; i++)
        s += out[i];
    printf("%ld %d\n", s, at);
}

/* Each thread's own: together they count the iterations. */
static void own_counts(void)
{
    long s = 0, all = 0;
#pragma omp parallel reduction(+ : s, all)
    {
        long mine = 0;
#pragma omp for
        for (int i = 0; i < N; i++) {
            mine++;
            s += a[i];
        }
        all += mine;
    }
    printf("%ld %ld\n", s, all);
}

static void under_conditions(void)
{
    long s = 0, few = 0;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < N; i++) {
        if (a[i] > 50) {
#pragma omp atomic
            few++;
        }
        s += a[i];
    }
    printf("%ld %ld\n", s, few);
}

static void copies(void)
{
    long s = 0, k = 5, m = 5, c = 5;
#pragma omp parallel for reduction(+ : s) linear(k : 2)
    for (int i = 0; i < N; i++) {
        s += k;
        k += 2;
    }
#pragma omp target parallel for num_threads(1) reduction(+ : s)
    for (int i = 0; i < N; i++) {
#pragma omp atomic
        m++;
        s += a[i];
    }
#pragma omp target parallel for num_threads(1) reduction(+ : s) map(tofrom : c)
    for (int i = 0; i < N; i++) {
#pragma omp atomic
        c++;
        s += a[i];
    }
    /* not every iteration: of a target region's own copy, and of what is mapped */
#pragma omp target parallel for num_threads(1) reduction(+ : s)
    for (int i = 0; i < N; i++)
        if (a[i] > 50) {
#pragma omp atomic
            m++;
            s += a[i];
        }
#pragma omp target parallel for num_threads(1) reduction(+ : s) map(tofrom : c)
    for (int i = 0; i < N; i++)
        if (a[i] > 50) {
#pragma omp atomic
            c++;
            s += a[i];
        }
    printf("%ld %ld %ld %ld\n", s, k, m, c);
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i % 100;
    counts();
    own_counts();
    under_conditions();
    copies();
    return 0;
}
/* SPDX-License-Identifier: MIT */
