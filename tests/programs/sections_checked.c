/* SPDX-License-Identifier: MIT */
/* Sections whose length only the program knows, in loops that also write arrays: the host tells
 * before a call whether all updates are inside.
 * flags: -O1 -fopenmp
 * accept: omp
 * device: 3
 */
#include <stdio.h>

enum { N = 500 };
static int x[N], to[N];
static unsigned char bytes[N];

/* Clusters: sums and numbers of those that are nearest to each centre. */
static int assign(int n, int k, int d, const double *centre, double *sums, int *counts)
{
    int changed = 0;
#pragma omp parallel for reduction(+ : changed, sums[:k * d], counts[:k])
    for (int i = 0; i < n; i++) {
        int best = 0;
        double least = 1e30;
        for (int j = 0; j < k; j++) {
            double far = (x[i] - centre[j]) * (x[i] - centre[j]);
            if (far < least) {
                least = far;
                best = j;
            }
        }
        changed += to[i] != best;
        to[i] = best;
        for (int j = 0; j < d; j++)
            sums[best * d + j] += x[i] * (j + 1.0);
        counts[best]++;
    }
    return changed;
}

/* What starts as k lies beyond the section, as the host sees it; no iteration leaves it there. */
static void beyond(int n, int k, double *h)
{
#pragma omp parallel for reduction(+ : h[:k])
    for (int i = 0; i < n; i++) {
        int at = k;
        for (int j = 0; j < k; j++)
            if (x[i] % k == j)
                at = j;
        to[i] = at;
        h[at] += x[i];
    }
}

static void histogram(int n, int k, unsigned *h)
{
#pragma omp parallel for reduction(+ : h[:k])
    for (int i = 0; i < n; i++) {
        to[i] = bytes[i] * 2;
        h[bytes[i]]++;
    }
}

static void from_one(int n, int k, int most, long *h)
{
#pragma omp parallel for reduction(+ : h [1:k])
    for (int i = 0; i < n; i++) {
        to[i] = -i;
        for (int j = 1; j <= most; j++)
            h[j] += j * x[i];
    }
}

int main(void)
{
    double centre[7], sums[14] = {0}, h[7] = {0};
    int counts[7] = {0}, changed;
    unsigned seen[256] = {0};
    long rows[9] = {0};

    for (int i = 0; i < N; i++) {
        x[i] = i * 7 % 31;
        bytes[i] = (unsigned char)(i * 13);
        to[i] = -1;
    }
    for (int k = 0; k < 7; k++)
        centre[k] = 4 * k;
    for (int k = 5; k <= 7; k++) {
        changed = assign(N, k, 2, centre, sums, counts);
        printf("%d %g %g %d %d\n", changed, sums[0], sums[2 * k - 1], counts[0], counts[k - 1]);
    }
    beyond(N, 5, h);
    printf("%g %g %d\n", h[0], h[4], to[3]);
    histogram(N, 256, seen);
    printf("%u %u %d\n", seen[0], seen[255], to[3]);
    for (int i = 0; i < N; i++)
        bytes[i] &= 31;
    histogram(N, 32, seen);
    printf("%u %u %d\n", seen[0], seen[31], to[3]);
    from_one(N, 8, 8, rows);
    printf("%ld %ld %d\n", rows[1], rows[8], to[3]);
    return 0;
}
