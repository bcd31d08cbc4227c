/* SPDX-License-Identifier: MIT */
/* What a team's loop gives is stored at places that are watched, added up, and compared with a
 * result that one thread of the team alone has.
 * flags: -O1 -fopenmp
 * accept: omp
 * device: 2
 */
#include <stdio.h>

enum { ROWS = 900, N = 40000 };
static int start[ROWS + 1], terms[N];
static long x[N], w[N];

int main(void)
{
    int k = 0;
    for (int i = 0; i < ROWS; i++) {
        start[i] = k;
        k += (i * 7919 >> 3) % 26;
    }
    start[ROWS] = k;
    for (int i = 0; i < N; i++) {
        x[i] = i * 37 % 1001;
        terms[i] = i * 31 % 9;
    }
    long sum = 0, most = -1, least = 1L << 40;
#pragma omp parallel for reduction(+ : sum) reduction(max : most)
    for (int i = 0; i < ROWS; i++)
        for (int j = start[i]; j < start[i + 1]; j++) {
            long own = 0;
            for (int m = 0; m < terms[j]; m++)
                own += x[(j + m) % 1000];
            w[j] = own;
            sum += own;
            if (own > most)
                most = own;
        }
#pragma omp parallel for reduction(min : least) reduction(max : most)
    for (int i = 0; i < ROWS; i++)
        for (int j = start[i]; j < start[i + 1]; j++) {
            long own = 1;
            for (int m = 0; m < terms[j]; m++)
                own += x[(j + m) % 1000] * w[j];
            w[j] = own;
            if (own < least)
                least = own;
            if (own > most)
                most = own;
        }
    long all = 0;
    for (int i = 0; i < N; i++)
        all += w[i] * (i % 13);
    printf("%ld %ld %ld %ld\n", sum, most, least, all);
    return 0;
}
