/* SPDX-License-Identifier: MIT */
/*
 * The operations of stdatomic.h, which gcc's header makes of words that clang does not have for
 * _Atomic objects: in loops and beside them.
 *
 * flags: -O1 -std=c11 -fopenmp
 * accept: omp
 * device: 6
 */
#include <stdatomic.h>
#include <stdio.h>

enum { N = 3000, BINS = 37 };

struct counters {
    atomic_int hits;
    _Atomic unsigned long total;
    atomic_uint bits;
};

static int key[N];
static double x[N];
static atomic_int bins[BINS], owner[BINS];
static struct counters all;
static atomic_flag flag = ATOMIC_FLAG_INIT;

static void beside(void)
{
    atomic_int here = ATOMIC_VAR_INIT(3);
    int expected = 3;
    double sum = 0;

    atomic_fetch_add(&here, 4);
    atomic_store(&here, 3);
    if (atomic_compare_exchange_strong(&here, &expected, 9) && !atomic_flag_test_and_set(&flag))
        atomic_fetch_sub_explicit(&here, 2, memory_order_relaxed);
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < N; i++)
        sum += x[i];
    printf("%d %d %g\n", atomic_load(&here), atomic_exchange(&here, 1), sum);
}

static void updates(void)
{
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        atomic_fetch_add_explicit(&bins[key[i]], 1, memory_order_relaxed);
        if (x[i] > 8) {
            atomic_fetch_add(&all.hits, 1);
            atomic_fetch_sub(&all.total, (unsigned long)key[i]);
        }
        atomic_fetch_or(&all.bits, 1u << key[i] % 32);
    }
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        atomic_fetch_and(&all.bits, ~(1u << i % 3));
        atomic_fetch_xor_explicit(&bins[i % BINS], i, memory_order_acq_rel);
    }
}

static void others(void)
{
    int sum = 0;

#pragma omp parallel for
    for (int i = 0; i < BINS; i++)
        atomic_store_explicit(&owner[i], -i, memory_order_relaxed);
#pragma omp parallel for
    for (int i = 0; i < N; i++) { /* the greatest */
        int seen = atomic_load_explicit(&owner[key[i]], memory_order_relaxed);
        while (seen < i && !atomic_compare_exchange_weak(&owner[key[i]], &seen, i))
            ;
    }
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < BINS; i++)
        sum += atomic_exchange(&bins[i], 0) * (i + 1) + atomic_load(&owner[i]);
    printf("%d\n", sum);
}

int main(void)
{
    unsigned long bins_sum = 0;

    for (int i = 0; i < N; i++) {
        key[i] = i * 31 % BINS;
        x[i] = i % 17;
    }
    beside();
    updates();
    for (int i = 0; i < BINS; i++)
        bins_sum += (unsigned long)bins[i] * (unsigned)(i + 1);
    printf("%d %lu %u %lu\n", all.hits, all.total, all.bits, bins_sum);
    others();
    return 0;
}
