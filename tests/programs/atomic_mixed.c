/* SPDX-License-Identifier: MIT */
/*
 * Objects that iterations access atomically and otherwise, too: on the device as long as
 * they do not meet in one element.
 *
 * flags: -O1 -fopenmp
 * accept: omp,acc
 * device: 5
 * refused: call-sequential
 */
#include <stdio.h>
#include <stdlib.h>

enum { N = 2000 };

struct cell {
    int lock;
    double value;
};

int main(void)
{
    long s = 0;
    int *where = malloc(N * sizeof *where), *flag = calloc(N, sizeof *flag);
    struct cell *cells = calloc(N, sizeof *cells), *few = calloc(N, sizeof *few);
    double sum = 0;
    for (int i = 0; i < N; i++)
        where[i] = (i * 37) % N; /* each once */
    /* each iteration has an element of its own */
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < N; i++) {
        struct cell *c = &cells[where[i]];
        c->value += i;
        if (__sync_bool_compare_and_swap(&c->lock, 0, 1))
            s++;
        c->value *= 2;
    }
    /* several meet in one: the host's loop, as OpenMP has it */
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < N; i++) {
        struct cell *c = &few[where[i] / 200];
        while (__atomic_exchange_n(&c->lock, 1, __ATOMIC_ACQUIRE))
            ;
        c->value += i;
        __atomic_store_n(&c->lock, 0, __ATOMIC_RELEASE);
        s++;
    }
    /* with data clauses, of OpenMP and of OpenACC */
#pragma omp target teams distribute parallel for map(tofrom : flag[0 : N]) map(to : where[0 : N])  \
    reduction(+ : s)
    for (int i = 0; i < N; i++) {
#pragma omp atomic
        flag[where[i] / 3] += i;
        s += i;
    }
#pragma acc parallel loop copy(flag[0 : N]) copyin(where[0 : N]) reduction(+ : s)
    for (int i = 0; i < N; i++) {
#pragma acc atomic update
        flag[(unsigned)where[i] % 7] -= where[i];
        s += i;
    }
    /* an array, plainly and then atomically, at places that are known */
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < N; i++) {
        flag[i] += where[i];
#pragma omp atomic
        flag[i] ^= 5;
        s++;
    }
    /* for what another iteration has written plainly, the host's loop again */
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < N - 1; i++) {
        __atomic_fetch_add(&flag[i], 1, __ATOMIC_RELAXED);
        where[i + 1 - where[0]] = 0;
        s++;
    }
    /* a directive of ours: read plainly what others update, in the program's order */
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        __atomic_fetch_add(&flag[i / 2], 1, __ATOMIC_RELAXED);
        s += flag[(i + 1) % N];
    }
    /* nobody may wait for another iteration */
#pragma omp parallel for schedule(static, 1) num_threads(1) reduction(+ : s)
    for (int i = 1; i < N; i++) {
        while (__atomic_load_n(&flag[i - 1], __ATOMIC_ACQUIRE) == 1234567890)
            ;
        __atomic_store_n(&flag[i], i, __ATOMIC_RELEASE);
        s += i;
    }
    for (int i = 0; i < N; i++) {
        sum += cells[i].value * (i % 5) + few[i].value;
        s += flag[i] * (i % 9) + cells[i].lock;
    }
    printf("%ld %.17g\n", s, sum);
    free(where);
    free(flag);
    free(cells);
    free(few);
    return 0;
}
