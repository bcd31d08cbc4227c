/* SPDX-License-Identifier: MIT */
/* Loops that a team meets very often, where teams have another size each time, or one thread
 * (`if`), and where threads have teams of their own in tasks, of which the barrier of a loop runs
 * some.
 * flags: -O1 -fwrapv -fopenmp
 * accept: omp
 * device: 1
 * decided: yes
 */
#include <omp.h>
#include <stdio.h>

enum { N = 120 };

static int iterations(int k)
{
    return k % 31 == 30 ? N : k % 5 ? 50 : 20;
}

#include "include/team_steps.h"

static void step(int *restrict y, const int *restrict x, int n)
{
    int i;
#pragma omp for schedule(static)
    for (i = 0; i < n; i++)
        y[i] = y[i] * 3 + x[i];
}

static int run(int threads, int n)
{
    int x[N], y[N];
    start(x, y, threads);
#pragma omp parallel num_threads(threads) if (n % 3)
    {
        for (int k = 0; k < n; k++)
            step(y, x, iterations(k));
    }
    return wrong(y, x, n);
}

/* Not all threads of the team have tasks, and none as many as another. */
static int run_tasks(int n)
{
    int x[N], y[N], bad = 0;
    start(x, y, n);
#pragma omp parallel num_threads(3) default(none) shared(x, y, n, bad)
    {
        for (int k = 0; k < n; k++) {
            for (int t = 0; t < omp_get_thread_num(); t++) {
#pragma omp task default(none) firstprivate(k, t) shared(bad)
                {
                    const int b = run(1 + t, k % 7);
#pragma omp atomic
                    bad += b;
                }
            }
            step(y, x, iterations(k));
        }
    }
    return bad + wrong(y, x, n);
}

int main(void)
{
    int bad = 0;
    omp_set_dynamic(0);
    omp_set_max_active_levels(2);
    for (int k = 0; k < 40; k++)
        bad += run(1 + k * 7 % 4, 5 + k);
    bad += run_tasks(60);
    printf("%d wrong\n", bad);
    return bad != 0;
}
