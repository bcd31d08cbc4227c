/* SPDX-License-Identifier: MIT
 *
 * A function's loop with `nowait`, to which a thread that has left the team by its caller's `cancel`
 * does not come.
 *
 * flags: -O1 -fopenmp
 * accept: omp
 * device: 0
 */
#define _GNU_SOURCE
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static double a[4000], total;

double sum(int n);
double sum(int n)
{
#pragma omp for reduction(+ : total) nowait
    for (int i = 0; i < n; i++)
        total += a[i];
    return total;
}

int main(int argc, char **argv)
{
    int passed = 0;

    if (!omp_get_cancellation() && argc == 1) {
        char *const again[] = {argv[0], "again", NULL};
        setenv("OMP_CANCELLATION", "true", 1);
        execv("/proc/self/exe", again);
    }
    for (int i = 0; i < 4000; i++)
        a[i] = 1;
#pragma omp parallel num_threads(4) reduction(+ : passed)
    {
        if (omp_get_thread_num() == 1) {
#pragma omp cancel parallel
        }
        passed += sum(4000) >= 0;
    }
    printf("%d\n", passed < 4 && total <= 4000);
    return 0;
}
