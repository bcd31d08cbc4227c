/* SPDX-License-Identifier: MIT
 *
 * flags: -O1 -pthread
 * decided: yes
 * optimised: yes
 * compared: yes
 *
 * Threads are in the same region at a time, with calls of different sizes, one of them with its data
 * on the device now and then; while they are, the device starts.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static long sum_of(const long *x, int n)
{
    long s = 0;

#pragma tcr reduce(+:s)
    for (int i = 0; i < n; i++) {
        long y = x[i];

        for (int k = 0; k < 30; k++)
            y = (y * 5 + k) % 1009;
        s += y;
    }
    return s;
}

static long result[4];

static void *work(void *number)
{
    const int k = (int)(size_t)number, n = k == 0 ? 9000 : k == 1 ? 10 : 1000 * k;
    long *x = malloc((size_t)n * sizeof *x);

    if (!x)
        return NULL;
    for (int i = 0; i < n; i++)
        x[i] = i % 50;
    for (int step = 0; step < 120; step++) {
        x[step % n] += 1;
        if (k == 3 && step % 30 == 0) {
#pragma tcr data copy(x[0:n])
            {
                result[k] += sum_of(x, n);
#pragma tcr loop
                for (int i = 0; i < n; i++)
                    x[i] += 1;
                result[k] += sum_of(x, n);
            }
        }
        result[k] += sum_of(x, n);
    }
    free(x);
    return NULL;
}

int main(void)
{
    pthread_t thread[4];
    long s = 0;

    for (int k = 0; k < 4; k++)
        if (pthread_create(&thread[k], NULL, work, (void *)(size_t)k) != 0)
            return 1;
    for (int k = 0; k < 4; k++) {
        pthread_join(thread[k], NULL);
        s += result[k] * (k + 1);
    }
    printf("%ld\n", s);
    return 0;
}
