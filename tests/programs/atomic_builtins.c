/* SPDX-License-Identifier: MIT */
/*
 * The compilers' atomic operations in loops of OpenMP, on elements, members and variables.
 * What is printed does not depend on the order of the iterations.
 *
 * flags: -O1 -fopenmp
 * accept: omp
 * device: 7
 */
#include <stdio.h>
#include <stdlib.h>

enum { N = 3000, BINS = 61 };

struct cell {
    int count;
    unsigned bits;
    long sum;
    float most;
};

static int key[N], bins[BINS];
static long slot[7], owner[N];
static unsigned words[BINS];
static unsigned long long wide[BINS];
static struct cell cells[BINS];
static short narrow[BINS];
static unsigned char bytes[BINS];
static int global_count;

static inline void raise_to(long *at, long value)
{
    long seen = __atomic_load_n(at, __ATOMIC_RELAXED);
    while (seen < value &&
           !__atomic_compare_exchange_n(at, &seen, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED))
        ;
}

static inline void add_double(double *at, double x)
{
    union {
        double d;
        unsigned long long u;
    } was, now;
    do {
        was.u = __atomic_load_n((unsigned long long *)at, __ATOMIC_RELAXED);
        now.d = was.d + x;
    } while (!__sync_bool_compare_and_swap((unsigned long long *)at, was.u, now.u));
}

/* The claim of a slot: who comes first has it. */
static long claim(long *a, const int *k, long n)
{
    long c = 0;
#pragma omp parallel for reduction(+ : c)
    for (long i = 0; i < n; i++)
        if (__sync_val_compare_and_swap(&a[k[i]], 0, i + 1) == 0)
            c++;
    return c;
}

/* A hash table with open addressing; each key is in it once. */
static long insert(long *table, long size, const int *k, long n)
{
    long fresh = 0;
#pragma omp parallel for reduction(+ : fresh)
    for (long i = 0; i < n; i++) {
        long at = (k[i] * 31L) % size;
        for (;;) {
            long was = __sync_val_compare_and_swap(&table[at], 0L, k[i] + 1L);
            if (was == 0)
                fresh++;
            if (was == 0 || was == k[i] + 1L)
                break;
            at = (at + 1) % size;
        }
    }
    return fresh;
}

int main(void)
{
    long total = 0, checks = 0, most = -1, places = 0, sums[2] = {0, 0};
    double whole = 0, d[BINS] = {0};
    for (int i = 0; i < N; i++)
        key[i] = (int)((unsigned)(i * 2654435761u) >> 20) % 900;
    long *a = calloc(N, sizeof *a), *table = calloc(4 * N, sizeof *table);
    printf("%ld\n", claim(a, key, N));
    printf("%ld\n", insert(table, 4 * N, key, N));
    for (int i = 0; i < N; i++)
        places += a[i] != 0;
    for (int i = 0; i < 4 * N; i++)
        total += table[i];
    free(a);
    free(table);
#pragma omp parallel for reduction(+ : total)
    for (int i = 0; i < N; i++) {
        int b = key[i] % BINS;
        __sync_fetch_and_add(&bins[b], 1);
        __sync_sub_and_fetch(&wide[b], key[i]);
        __atomic_or_fetch(&words[b], 1u << key[i] % 32, __ATOMIC_RELAXED);
        __atomic_fetch_xor(&cells[b].bits, (unsigned)i, __ATOMIC_ACQ_REL);
        __sync_fetch_and_add(&cells[b].count, 2);
        __atomic_add_fetch(&cells[b].sum, -(long)i, __ATOMIC_SEQ_CST);
        total += key[i];
    }
    /* values that are used; their sum is the same in any order */
#pragma omp parallel for reduction(+ : total, checks)
    for (int i = 0; i < N; i++) {
        int before = __sync_fetch_and_add(&global_count, 1);
        int after = __atomic_add_fetch(&bins[i % BINS], 1, __ATOMIC_RELAXED);
        __atomic_store_n(&owner[before], i + 1L, __ATOMIC_RELEASE);
        total += before;
        checks += after;
    }
    for (int i = 0; i < N; i++)
        places += owner[i];
    /* bytes and halves of words, beside each other */
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        __sync_fetch_and_add(&narrow[key[i] % BINS], 3);
        __sync_fetch_and_xor(&bytes[key[i] % BINS], (unsigned char)i);
        __atomic_fetch_nand(&words[i % BINS], 0u, __ATOMIC_RELAXED);
    }
    /* loops around compare and swap */
#pragma omp parallel for reduction(+ : checks)
    for (int i = 0; i < N; i++) {
        raise_to(&most, key[i]);
        add_double(&d[key[i] % BINS], 0.5);
        raise_to(&cells[key[i] % BINS].sum, key[i]);
        checks += i % 3;
    }
    /* exchange: what is taken out and what is left are all that was put in */
#pragma omp parallel for reduction(+ : total)
    for (int i = 0; i < N; i++) {
        total += __atomic_exchange_n(&sums[i & 1], (long)i, __ATOMIC_ACQ_REL);
        long mine = i, got;
        __atomic_exchange(&slot[i % 7], &mine, &got, __ATOMIC_RELAXED);
        total += got;
    }
    for (int i = 0; i < 7; i++)
        total += slot[i];
    total += sums[0] + sums[1];
    for (int b = 0; b < BINS; b++) {
        checks += bins[b] * (b + 1L) + cells[b].count * 3L + (long)cells[b].bits + cells[b].sum;
        checks += (long)words[b] % 1009 + narrow[b] * 5L + bytes[b] + (long)(wide[b] % 1013);
        whole += d[b] * b;
    }
    printf("%ld %ld %ld %ld %d %.17g\n", total, checks, most, places, global_count, whole);
    return 0;
}
