/* A thread with a stack of 64 KiB: sums, sections, writes and rows on it.  The first
 * loops, which open the device and load the code, are another thread's.
 *
 * flags: -O1 -D_DEFAULT_SOURCE -pthread
 * sanitize: no
 */
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 100 };
static double x[N], out[N], h[4];
static int k[N];
static double *row[4], cells[4][N];
static double sum, total;

static void *work(void *unused)
{
    double s = 0, t = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++)
        s += x[i];
#pragma tcr reduce(+ : h[0 : 4])
    for (int i = 0; i < N; i++)
        h[k[i]] += x[i];
#pragma tcr reduce(+ : t)
    for (int i = 0; i < N; i++) {
        out[i] = 2 * x[i];
        t += out[i];
    }
#pragma tcr reduce(+ : t)
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < N; j++)
            t += row[i][j];
    sum = s;
    total = t;
    return unused;
}

int main(void)
{
    pthread_attr_t attributes;
    pthread_t thread;

    for (int i = 0; i < N; i++) {
        x[i] = i;
        k[i] = i % 4;
    }
    for (int i = 0; i < 4; i++) {
        row[i] = cells[i];
        for (int j = 0; j < N; j++)
            cells[i][j] = i;
    }
    work(NULL);
    sum = total = 0;
    pthread_attr_init(&attributes);
    if (pthread_attr_setstacksize(&attributes, 65536) ||
        pthread_create(&thread, &attributes, work, NULL) || pthread_join(thread, NULL))
        return 1;
    printf("%g %g %g %g\n", sum, total, h[0], h[3]);
    return 0;
}
/* SPDX-License-Identifier: MIT */
