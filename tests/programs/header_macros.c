/*
 * gcc's <stdatomic.h> has macros that become what libclang does not parse: the loops of the
 * functions that use them stay as they are, and those of others do not.
 *
 * compiler: gcc
 * accept: omp
 * flags: -O1 -fopenmp
 * refused: unparsable
 */
#include <stdatomic.h>
#include <stdio.h>

static _Atomic int last;

static int set_last(int to)
{
    int was = atomic_load(&last);
    while (!atomic_compare_exchange_weak(&last, &was, to))
        ;
    return was;
}

static int in_one(int n)
{
    int count = 0, was = 0;

#pragma omp parallel for reduction(+ : count)
    for (int i = 0; i < n; i++)
        count += i % 3;
    atomic_compare_exchange_strong(&last, &was, count);
    return was;
}

static int apart(int n)
{
    int count = 0;

#pragma omp parallel for reduction(+ : count)
    for (int i = 0; i < n; i++)
        count += i % 3;
    return set_last(count);
}

int main(void)
{
    int first = in_one(100), second = apart(50);

    printf("%d %d %d\n", first, second, atomic_load(&last));
    return 0;
}
/* SPDX-License-Identifier: MIT */
