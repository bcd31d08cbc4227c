/* SPDX-License-Identifier: MIT */
/*
 * `omp atomic` in all its forms, in loops whose iterations meet, and _Atomic objects.
 *
 * flags: -O1 -std=gnu17 -fopenmp
 * accept: omp
 * sanitize: no
 */
#include <stdio.h>
#include <stdlib.h>

enum { N = 3000, BINS = 37 };

struct part {
    int n;
    double mass, force[3];
};
struct total {
    long hits;
    unsigned mask;
};
static struct part parts[BINS];
static struct total sums;
static int key[N], hist[BINS], table[4][BINS];
static _Atomic int tally[BINS];
static _Atomic long hits;
static _Atomic unsigned char small[BINS];
static struct {
    _Atomic unsigned seen;
    int other;
} state;
static float f[BINS];
static short halves[BINS];

static void push(struct part *p, int b, double x)
{
#pragma omp atomic
    p[b].force[b % 3] += x;
#pragma omp atomic update
    p[b].n++;
}

int main(void)
{
    long s = 0, checks = 0, last = 0, pushes = 0;
    int top = 0, *stack = malloc(N * sizeof *stack), flag = 7;
    for (int i = 0; i < N; i++)
        key[i] = (int)((unsigned)(i * 2654435761u) >> 20) % 900;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < N; i++) {
        int b = key[i] % BINS;
#pragma omp atomic
        hist[b]++;
#pragma omp atomic update
        table[i % 4][b] = table[i % 4][b] + i;
#pragma omp atomic
        f[b] -= 0.25;
#pragma omp atomic
        parts[b].mass = 0.5 + parts[b].mass;
#pragma omp atomic
        sums.hits += 2;
#pragma omp atomic
        sums.mask |= 1u << b % 32;
#pragma omp atomic
        halves[b] += 1;
        push(parts, b, i % 5);
        s += key[i];
    }
    /* a counter that only some iterations move; a stack that they fill */
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < N; i++) {
        int at, was;
        s++;
        if (key[i] % 3 == 0) {
#pragma omp atomic
            pushes++;
#pragma omp atomic capture
            at = top++;
            stack[at] = key[i];
        }
#pragma omp atomic capture
        {
            was = hist[key[i] % BINS];
            hist[key[i] % BINS] += 1;
        }
#pragma omp atomic capture
        was = parts[i % BINS].n -= 1;
#pragma omp atomic capture
        {
            sums.hits += i;
            was = sums.hits;
        }
        s += was * 0;
    }
    for (int i = 0; i < top; i++)
        checks += stack[i];
    /* read, write, exchange */
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < N; i++) {
        int mine;
        long old;
#pragma omp atomic read
        mine = flag;
#pragma omp atomic write seq_cst
        halves[i % BINS] = 5;
#pragma omp atomic capture
        {
            old = last;
            last = i;
        }
        s += mine + old;
    }
    s += last;
    /* _Atomic: every assignment is in one piece */
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < N; i++) {
        tally[key[i] % BINS]++;
        tally[i % BINS] += key[i];
        if (key[i] & 1)
            hits++;
        small[i % BINS] ^= (unsigned char)i;
        state.seen |= 1u << key[i] % 32;
        s += hits++ * 0;
    }
    for (int b = 0; b < BINS; b++) {
        checks += hist[b] * (b + 1L) + table[b % 4][b] + (long)(8 * f[b]) + halves[b];
        checks += parts[b].n * 7L + (long)(parts[b].mass * 3) + (long)parts[b].force[b % 3];
        checks += tally[b] * 5L + small[b];
    }
    printf("%ld %ld %ld %u %ld %u %d\n", s, checks, sums.hits, sums.mask, (long)hits,
           state.seen, top);
    free(stack);
    return pushes != top;
}
