/* SPDX-License-Identifier: MIT */
/* Functions with variants: OpenMP's compiler calls another one in their place in a construct that
 * the directive names, so the loops that call them, by themselves or in a function, are the
 * compiler's.  What is called by its own name is the device's, the variant among it.
 * flags: -O1 -std=gnu11 -fopenmp
 * accept: omp
 * device: 2
 * refused: call-unknown call-unknown call-unknown
 */
#include <stdio.h>

enum { N = 100 };

static int other(int x)
{
    return x + 1000;
}

#pragma omp declare variant(other) match(construct = {parallel})
static int plain(int x)
{
    return x;
}

static int in_targets(int x)
{
    return x + 5000;
}

#define IN_TARGETS _Pragma("omp declare variant(in_targets) match(construct = {target})")
IN_TARGETS
static int declared_first(int x);

static int declared_first(int x)
{
    return x + 1;
}

static int by_another(int x)
{
    return 2 * plain(x);
}

/* Behind a function with variants. */
static int without(int x)
{
    return 3 * x;
}

int main(void)
{
    long sum = 0, inner = 0, target = 0, direct = 0, own = 0;
    static int a[N];

#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < N; i++)
        sum += plain(i);
#pragma omp parallel for reduction(+ : inner)
    for (int i = 0; i < N; i++)
        inner += by_another(i);
#pragma omp target teams distribute parallel for reduction(+ : target) map(tofrom : target)
    for (int i = 0; i < N; i++)
        target += declared_first(i);
#pragma omp parallel for reduction(+ : direct)
    for (int i = 0; i < N; i++)
        direct += other(i);
#pragma omp parallel for reduction(+ : own)
    for (int i = 0; i < N; i++) {
        a[i] = without(i);
        own += a[i];
    }
    printf("%ld %ld %ld %ld %ld %d\n", sum, inner, target, direct, own, plain(3));
    return 0;
}
