/* Threads that hand rows on to each other without barriers: one more would stop them.
 * flags: -O1 -fopenmp
 * accept: omp
 * device: 2
 */
#include <stdio.h>
#include <omp.h>
#define N 64
static double v[N][N];
static volatile int done[64];
static void wait_left(int t, int k)
{
    if (t > 0)
        while (done[t - 1] < k) {
#pragma omp flush
        }
}
static void tell(int t, int k)
{
#pragma omp flush
    done[t] = k;
}
int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            v[i][j] = (i * j) % 7;
    for (int i = 0; i < 64; i++)
        done[i] = 0;
#pragma omp parallel
    {
        int t = omp_get_thread_num();
        for (int k = 1; k < N; k++) {
            wait_left(t, k);
#pragma omp for schedule(static) nowait
            for (int j = 1; j < N; j++)
                v[k][j] = v[k - 1][j] + v[k][j - 1];
            tell(t, k);
        }
    }
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            s += v[i][j] / (1 + i + j);
    printf("%d\n", s > 0);
    static double a[N * 8];
#pragma omp parallel
    {
#pragma omp for nowait
        for (int i = 0; i < N * 8; i++)
            a[i] = i;
#pragma omp for nowait schedule(dynamic)
        for (int i = 0; i < N * 8; i++)
            a[i] *= 1;
    }
    return 0;
}
/* SPDX-License-Identifier: MIT */
