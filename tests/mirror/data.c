/* SPDX-License-Identifier: MIT */
/* Data directives, rows and irregular writes on mirrored memory.
 *
 * faults: copy:13 copy:17 sync:9 lost:31
 */
#include <stdio.h>
#include <stdlib.h>
enum { N = 20000 };
static long s[N];
static void step(long *x, int n)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        x[i] = x[i] * 3 + 1;
}
static long sum(const long *x, int n)
{
    long t = 0;
#pragma tcr reduce(+ : t)
    for (int i = 0; i < n; i++)
        t += x[i];
    return t;
}
int main(void)
{
    long *x = malloc(N * sizeof *x), *y = malloc(N * sizeof *y), h[64] = {0};
    int *idx = malloc(N * sizeof *idx);
    long **rows = malloc(100 * sizeof *rows), *block = malloc(100 * 400 * sizeof *block);
    for (int i = 0; i < N; i++)
        x[i] = i, y[i] = 1, idx[i] = (i * 7) % N, s[i] = i;
    for (int i = 0; i < 100; i++)
        rows[i] = block + 400 * i;
    for (int i = 0; i < 100 * 400; i++)
        block[i] = i;
    for (int k = 0; k < 3; k++) {
        step(x, N);
        step(s, N);
        step(block, 40000);
#pragma tcr data copy(x [0:N / 2])
        {
            step(x, N / 2);
            step(x, N / 2);
        }
        step(x, N);
#pragma tcr enter data copyin(y [0:N])
        step(y, N);
#pragma tcr update self(y [0:100])
        printf("%ld %ld\n", y[5], sum(x, N));
#pragma tcr exit data copyout(y [0:N])
        step(y, N);
        y[7] = k;
        long t = 0;
#pragma tcr reduce(+ : t)
        for (int i = 0; i < 100; i++)
            for (int j = 0; j < 400; j++)
                t += rows[i][j];
        printf("%ld %ld\n", t, y[N - 1]);
#pragma tcr loop
        for (int i = 0; i < 100; i++)
            for (int j = 0; j < 400; j++)
                rows[i][j] += j;
        step(block + 100, 39000);
        /* every place once, then some twice: the device gives up, and what was newer there is kept
         */
        for (int m = 0; m < 2; m++) {
            step(x, N);
#pragma tcr loop
            for (int i = 0; i < N; i++)
                x[idx[i]] = x[idx[i]] + i;
            step(x, N);
            idx[3] = m ? 21 % N : idx[4];
        }
#pragma tcr reduce(+ : h [0:64])
        for (int i = 0; i < N; i++)
            h[x[i] & 63] += 1;
            /* the results go into an array that the loop writes, too */
#pragma tcr reduce(+ : s [0:8])
        for (int i = 0; i < 1000; i++)
            s[i & 7] += block[i];
        printf("%ld %ld %ld %ld %ld\n", h[1], h[63], s[7], sum(s, N), sum(x, N));
    }
    long t = 0;
    for (int i = 0; i < N; i++)
        t = t * 31 + x[i] + y[i] * s[i] + block[i];
    printf("%ld\n", t);
    return 0;
}
