/* SPDX-License-Identifier: MIT */
/* Threads have parts of one array, on the device and on the host by turns.
 *
 * flags: -O1 -pthread
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
enum { N = 200000, T = 4 };
static double *a, *b;
static double sums[T];
static pthread_barrier_t bar;
static void *work(void *arg)
{
    long me = (long)arg;
    long lo = N / T * me, hi = lo + N / T;
    for (int it = 0; it < 6; it++) {
        if ((it + me) % 2) { /* host */
            for (long i = lo; i < hi; i++)
                a[i] = a[i] + 1;
        } else {
#pragma tcr loop
            for (long i = lo; i < hi; i++)
                a[i] = a[i] + 1;
        }
        pthread_barrier_wait(&bar);
        double s = 0;
        long l2 = N / T * ((me + 1) % T), h2 = l2 + N / T;
#pragma tcr reduce(+ : s)
        for (long i = l2; i < h2; i++)
            s += a[i];
        sums[me] += s;
        pthread_barrier_wait(&bar);
        for (long i = l2; i < h2; i += 777)
            b[i] += a[i];
        pthread_barrier_wait(&bar);
    }
    return NULL;
}
int main(void)
{
    pthread_t t[T];
    a = calloc(N, sizeof *a);
    b = calloc(N, sizeof *b);
    pthread_barrier_init(&bar, NULL, T);
    for (long k = 0; k < T; k++)
        pthread_create(&t[k], NULL, work, (void *)k);
    for (int k = 0; k < T; k++)
        pthread_join(t[k], NULL);
    for (int k = 0; k < T; k++)
        printf("%g\n", sums[k]);
    double s = 0, u = 0;
    for (int i = 0; i < N; i++)
        s += a[i] * (i % 7), u += b[i];
    printf("%.17g %.17g\n", s, u);
    return 0;
}
