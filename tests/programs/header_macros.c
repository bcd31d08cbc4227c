/* SPDX-License-Identifier: MIT */
/*
 * gcc's <stdatomic.h> has a macro that becomes what libclang does not parse: the loops of the
 * functions that use it stay as they are, and those of others do not.
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
    atomic_flag once = ATOMIC_FLAG_INIT;
    int was = last;
    if (!atomic_flag_test_and_set(&once))
        last = to;
    return was;
}

static int in_one(int n)
{
    int count = 0;
    atomic_flag once = ATOMIC_FLAG_INIT;

#pragma omp parallel for reduction(+ : count)
    for (int i = 0; i < n; i++)
        count += i % 3;
    if (!atomic_flag_test_and_set(&once))
        last = count;
    return count;
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
