/* SPDX-License-Identifier: MIT */
/*
 * Atomic sums, differences and products of signed numbers wrap around, whatever compilers conclude
 * from those of plain ones; so does the value that they return.
 *
 * flags: -O2 -fopenmp
 * accept: omp
 * optimised: yes
 */
#include <limits.h>
#include <stdio.h>

#define N 300

static int up[N], down[N], product[N];
static long long wide[N];
static short narrow[N];
static int truths[N];

int main(void)
{
    int least = 0, most = 0, widest = 0, shortest = 0, odd = 0, below = 0;

    for (int i = 0; i < N; i++) {
        up[i] = INT_MAX - i % 4;
        down[i] = INT_MIN + i % 4;
        product[i] = INT_MAX - i;
        wide[i] = LLONG_MAX - i % 4;
        narrow[i] = (short)(SHRT_MAX - i % 4);
        truths[i] = INT_MAX - i % 2;
    }
    /* if no sum overflowed, none of them could be the least number, nor a difference the greatest
     */
#pragma omp parallel for reduction(+ : least, most, widest, shortest, odd, below)
    for (int i = 0; i < N; i++) {
        const int by = (i & 3) + 1;

        least += __atomic_add_fetch(&up[i], by, __ATOMIC_RELAXED) == INT_MIN;
        most += __atomic_sub_fetch(&down[i], by, __ATOMIC_RELAXED) == INT_MAX;
        widest += __atomic_add_fetch(&wide[i], by, __ATOMIC_RELAXED) == LLONG_MIN;
        shortest += __atomic_add_fetch(&narrow[i], by, __ATOMIC_RELAXED) == SHRT_MIN;
        odd += __sync_add_and_fetch(&product[i], INT_MAX) & 1;
        below += __atomic_add_fetch(&truths[i], by > 0, __ATOMIC_RELAXED) < 0;
    }
    printf("%d %d %d %d %d %d\n", least, most, widest, shortest, odd, below);
    for (int i = 0; i < 8; i++)
        printf("%d %d %d %lld %d\n", up[i], down[i], product[i], wide[i], narrow[i]);
    return 0;
}
