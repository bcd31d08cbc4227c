/* SPDX-License-Identifier: MIT */
/* Places that are given out by `atomic capture` in its form of a block: which iteration has which
 * depends on their order, so that the sides are not compared.
 * accept: omp
 * sanitize: no
 * flags: -O1 -fopenmp
 * device: 4
 */
#include <stdio.h>

enum { N = 3000, LONG = 300000 };
static int list[N], back[N];
static unsigned short small;
static long sums[4], before[N];

/* It takes so long for the first iteration that another thread of the host is there before. */
static int late(int i)
{
    unsigned x = (unsigned)i;

    for (int k = 0; i == 0 && k < LONG; k++)
        x = x * 1664525u + 1013904223u;
    return i != 0 || x != 1;
}

int main(void)
{
    int next = 0, last = N, place;
    long total = 0;

#pragma omp parallel for private(place)
    for (int i = 0; i < N; i++)
        if (i % 3 == 0 && late(i)) {
#pragma omp atomic capture
            {
                place = next;
                next++;
            }
            list[place] = i;
        }
#pragma omp parallel for private(place)
    for (int i = 0; i < N; i++)
        if (i % 5 == 1) {
#pragma omp atomic capture
            {
                last -= 1;
                place = last;
            }
            back[place] = i;
        }
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        unsigned short had;
#pragma omp atomic capture
        {
            had = small;
            small += 2;
        }
        before[had / 2] = i;
    }
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        long had;
#pragma omp atomic capture
        {
            had = sums[i % 4];
            sums[i % 4] = sums[i % 4] + i;
        }
        before[i] += had < 0;
    }
    for (int i = 0; i < N; i++)
        total += list[i] + 2L * back[i] + 3 * before[i];
    printf("%d %d %d %ld\n", next, last, small, total);
    printf("%ld %ld %ld %ld\n", sums[0], sums[1], sums[2], sums[3]);
    return 0;
}
