/* SPDX-License-Identifier: MIT */
/* A team that one of its threads leaves, while the others come to the next loop: there they would
 * wait for it at a barrier that cancels nothing.  Without cancellation, the loops of the team are
 * the device's.
 * flags: -O1 -fopenmp
 * accept: omp
 * device: 1
 * refused: worksharing worksharing
 */
#define _GNU_SOURCE
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { N = 1000, ROUNDS = 60 };
static double x[N], y[N];

/* The same whoever does it, and how often. */
static int cancelled(void)
{
    int passed = 0;
#pragma omp parallel num_threads(4) reduction(+ : passed)
    {
        for (int k = 0; k < ROUNDS; k++) {
#pragma omp for
            for (int i = 0; i < N; i++)
                y[i] = 2 * x[i] + 1;
            if (k == 20 && omp_get_thread_num() == 1) {
#pragma omp cancel parallel
            }
        }
        passed++;
    }
    return passed;
}

static double cancelled_sum(void)
{
    double s = 0;
#pragma omp parallel num_threads(4)
    {
#pragma omp for reduction(+ : s)
        for (int i = 0; i < N; i++)
            s += y[i];
        if (s < 0) {
#pragma omp cancel parallel
        }
    }
    return s;
}

static void all_stay(void)
{
#pragma omp parallel num_threads(4)
    for (int k = 0; k < 3; k++)
#pragma omp for
        for (int i = 0; i < N; i++)
            y[i] += x[i];
}

int main(int argc, char **argv)
{
    if (!omp_get_cancellation() && argc == 1) {
        char *const again[] = {argv[0], "again", NULL};
        setenv("OMP_CANCELLATION", "true", 1);
        execv("/proc/self/exe", again);
    }
    for (int i = 0; i < N; i++)
        x[i] = i % 10;
    printf("%s\n", cancelled() < 4 ? "some have left" : "all have stayed");
    printf("%g\n", cancelled_sum());
    all_stay();
    double s = 0;
    for (int i = 0; i < N; i++)
        s += y[i];
    printf("%g\n", s);
    return 0;
}
