/* Several threads of the program's own run loops at once.
 * flags: -O2 -std=gnu11 -pthread
 */
#include <pthread.h>
#include <stdio.h>

struct job {
    pthread_t thread;
    const double *x;
    int n, rounds;
    double sum;
    long count;
};
static double data[4000];

static void *work(void *arg)
{
    struct job *j = arg;
    for (int round = 0; round < j->rounds; round++) {
        double part = 0;
#pragma tcr reduce(+ : part, j->count)
        for (int i = 0; i < j->n; i++) {
            part += j->x[i];
            j->count++;
        }
        j->sum += part;
    }
    return NULL;
}

int main(void)
{
    struct job jobs[4];
    for (int i = 0; i < 4000; i++)
        data[i] = i % 100;
    for (int k = 0; k < 4; k++) {
        jobs[k] = (struct job){.x = data + 1000 * k, .n = 500 + 100 * k, .rounds = 3};
        if (pthread_create(&jobs[k].thread, NULL, work, &jobs[k]))
            return 1;
    }
    for (int k = 0; k < 4; k++) {
        pthread_join(jobs[k].thread, NULL);
        printf("%g %ld\n", jobs[k].sum, jobs[k].count);
    }
    return 0;
}
/* SPDX-License-Identifier: MIT */
