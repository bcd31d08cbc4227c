/*
 * Atomic updates of what the directive lists are updates like any other.  Of what it does
 * not list, those whose order cannot show are taken, too; others stay in the program's order.
 *
 * flags: -O1 -fopenmp
 * accept: omp
 * refused: call-sequential
 */
#include <stdio.h>

enum { N = 3000, BINS = 64 };

static int key[N];
static unsigned char seen[N];

int main(void)
{
    int count = 0, other = 0, h[BINS] = {0}, g[BINS] = {0};
    unsigned bits = 0;
    long total = 0, order = 0;
    for (int i = 0; i < N; i++) {
        key[i] = (int)(i * 2654435761u >> 20);
        seen[i] = (unsigned char)(key[i] % 200);
    }
#pragma tcr reduce(+ : count, total) reduce(| : bits)
    for (int i = 0; i < N; i++) {
        if (key[i] % 3)
            __sync_fetch_and_add(&count, 1);
        (void)__atomic_sub_fetch(&total, key[i], __ATOMIC_RELAXED);
        __sync_or_and_fetch(&bits, seen[i]);
    }
#pragma omp parallel for reduction(+ : count, h)
    for (int i = 0; i < N; i++) {
        __atomic_fetch_add(&h[key[i] % BINS], seen[i], __ATOMIC_SEQ_CST);
#pragma omp atomic update
        count += 2;
    }
#pragma tcr reduce(+ : count)
    for (int i = 0; i < N; i++) {
        count += seen[i];
        __sync_fetch_and_add(&other, 1);
    }
#pragma tcr reduce(+ : order)
    for (int i = 0; i < N; i++)
        order += __sync_fetch_and_add(&other, 1) * (i % 3);
#pragma omp parallel for reduction(+ : total)
    for (int i = 0; i < N; i++) {
        total += seen[i];
#pragma omp atomic
        g[key[i] % BINS]++;
    }
    for (int k = 0; k < BINS; k++)
        order += (long)k * h[k] - 3 * k * g[k];
    printf("%d %d %u %ld %ld\n", count, other, bits, total, order);
    return 0;
}
/* SPDX-License-Identifier: MIT */
