/* SPDX-License-Identifier: MIT */
/* Loops that teams meet very often: in one team and in many, in several teams at a time, without an
 * end that they wait for, with other numbers of iterations now and then, with teams inside that
 * only some threads have, and in regions at places where only one statement may stand.
 * flags: -O1 -fwrapv -fopenmp
 * accept: omp
 * device: 3
 * decided: yes
 */
#include <omp.h>
#include <stdio.h>

enum { N = 300, CHUNK = 10 };

static int iterations(int k)
{
    return k % 97 == 96 ? N : k % 7 ? 50 : 20;
}

#include "include/team_steps.h"

/* Each place is one thread's, whatever n is. */
static void step(int *restrict y, const int *restrict x, int n)
{
    int i;
#pragma omp for schedule(static, CHUNK) nowait
    for (i = 0; i < n; i++)
        y[i] = y[i] * 3 + x[i];
}

static void step_and_wait(int *restrict y, const int *restrict x, int n)
{
    int i;
#pragma omp for schedule(static, CHUNK)
    for (i = 0; i < n; i++)
        y[i] = y[i] * 3 + x[i];
}

static int run(int n, int from)
{
    int x[N], y[N];
    start(x, y, from);
#pragma omp parallel num_threads(2)
    {
        for (int k = 0; k < n; k++)
            step(y, x, iterations(k));
    }
    return wrong(y, x, n);
}

/* A thread has teams of its own between the loops of the team around. */
static int run_uneven(int n)
{
    int x[N], y[N], bad = 0;
    start(x, y, n);
#pragma omp parallel num_threads(3) default(none) shared(x, y, n) reduction(+ : bad)
    {
        for (int k = 0; k < n; k++) {
            step_and_wait(y, x, iterations(k));
            if (k % 20 == omp_get_thread_num())
                bad += run(k % 10, k);
        }
    }
    return bad + wrong(y, x, n);
}

static int run_nested(void)
{
    int bad = 0;
#pragma omp parallel num_threads(3) reduction(+ : bad)
    for (int k = 0; k < 3; k++)
        bad += run(20 + 5 * k + 7 * omp_get_thread_num(), k);
    return bad;
}

/* The loop is in the text of the region, with which it ends. */
static int run_inside(int n)
{
    double s = 0;
#pragma omp parallel num_threads(2) reduction(+ : s)
    for (int k = 0; k < n; k++)
#pragma omp for schedule(static)
        for (int i = 0; i < N; i++)
            s += i;
    return s != n * (N * (N - 1) / 2.0);
}

/* Parallel regions at places where only one statement may stand, and in each other. */
static int run_awkward(int n)
{
    int x[N], y[N], k = 0;
    start(x, y, 5);
again:
    switch (k % 3) {
    case 0:
#pragma omp parallel num_threads(2)
        step_and_wait(y, x, iterations(k));
        break;
    case 1:
        if (k % 2)
#pragma omp parallel num_threads(3) default(none) shared(x, y, k)
            step_and_wait(y, x, iterations(k));
        else
#pragma omp parallel if (k > 5)
        {
#pragma omp parallel num_threads(2)
            if (omp_get_ancestor_thread_num(1) == 0)
                step_and_wait(y, x, iterations(k));
        }
        break;
    default:
        for (int once = 0; once < 1; once++)
#pragma omp parallel
            step(y, x, iterations(k));
    }
    if (++k < n)
        goto again;
    return wrong(y, x, n);
}

int main(void)
{
    int bad = 0;
    omp_set_max_active_levels(2);
    bad += run(200, 1);
    bad += run_uneven(100);
    bad += run_nested();
    for (int k = 0; k < 20; k++)
        bad += run(k % 5, k);
    bad += run_inside(100);
    bad += run_awkward(200);
    printf("%d wrong\n", bad);
    return bad != 0;
}
