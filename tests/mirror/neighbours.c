/* SPDX-License-Identifier: MIT */
/* Arrays that share pages with others, which a thread of the host writes meanwhile.
 *
 * flags: -O1 -pthread
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
/* two arrays that share a page, and host threads that write in between */
enum { N = 20011 };
static volatile int stop;
static long *spare;
static void *host(void *arg)
{
    long k = 0;
    (void)arg;
    while (!stop) {
        spare[0] = ++k;
        spare[1] = k;
    }
    return NULL;
}
static long counts[8];
int main(void)
{
    char *block = malloc(2 * N * 8 + 64);
    long *a = malloc(N * 8);
    spare = malloc(16);
    long *b = malloc(N * 8);
    pthread_t t;
    pthread_create(&t, NULL, host, NULL);
    for (int i = 0; i < N; i++)
        a[i] = i, b[i] = 2 * i;
    double *d1 = (double *)block, *d2 = (double *)(block + N * 8 + 8);
    for (int i = 0; i < N; i++)
        d1[i] = 1, d2[i] = 2;
    for (int k = 0; k < 30; k++) {
#pragma tcr loop
        for (int i = 0; i < N; i++)
            a[i] += b[i];
#pragma tcr loop
        for (int i = 0; i < N; i++)
            b[i] -= 1;
#pragma tcr loop
        for (int i = 0; i < N; i++)
            d1[i] = d1[i] + d2[N - 1 - i];
        d2[0] = k;
        d1[N - 1] = 5;
        a[0] = k;
        b[N - 1] = k;
        if (k % 5 == 0) {
            d2[N / 2] += 1;
        }
    }
    stop = 1;
    pthread_join(t, NULL);
    long s = 0;
    double u = 0;
    for (int i = 0; i < N; i++)
        s += a[i] * 3 + b[i], u += d1[i] + d2[i];
    printf("%ld %g %d\n", s, u, spare[0] == spare[1]);
    for (int i = 0; i < N; i++)
        counts[a[i] & 7]++;
    printf("%ld %ld\n", counts[0], counts[7]);
    return 0;
}
