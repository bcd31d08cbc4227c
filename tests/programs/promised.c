/* What OpenMP's constructs say of their iterations is believed where nobody could compute it: the
 * cells of one colour, a permutation that is a sum.  Not where neighbours are surely one thread's, and
 * not of loops inside of those that are shared.
 *
 * flags: -O1 -fopenmp
 * accept: omp
 * device: 6
 */
#include <stdio.h>
#include <stdlib.h>

enum { N = 40 };

static double digest(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += x[i] * (i % 7 + 1);
    return s;
}

/* The lower end of the inner loop moves with the outer one. */
static double red_black(double *x, int n, int colour)
{
    double change = 0;
#pragma omp parallel for reduction(+ : change)
    for (int i = 1; i < n - 1; i++)
        for (int j = 1 + (i + colour) % 2; j < n - 1; j += 2) {
            const double old = x[i * n + j];
            x[i * n + j] = 0.25 * (x[(i - 1) * n + j] + x[(i + 1) * n + j] + x[i * n + j - 1] +
                                   x[i * n + j + 1]);
            change += x[i * n + j] - old;
        }
    return change;
}

static long chosen(double *x, int n, int colour)
{
    long count = 0;
#pragma omp parallel for collapse(2) schedule(dynamic, 1) reduction(+ : count)
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            if ((i + j) % 2 == colour) {
                x[i * n + j] = 0.5 * (x[i * n + j - 1] + x[i * n + j + 1]);
                count++;
            }
    return count;
}

/* Streams: each direction goes to another neighbour, around the edges. */
static double pushed(const double *from, double *to, int n, const int *step)
{
    double s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++)
            for (int q = 0; q < 3; q++) {
                const int at = (x + step[q] + n) % n;
                to[(q * n + y) * n + at] = from[(q * n + y) * n + x];
                s += from[(q * n + y) * n + x];
            }
    return s;
}

/* Only the rows are shared: the elements of a row have their order. */
static double running(double *x, int n)
{
    double s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++)
        for (int j = 1; j < n; j++) {
            x[i * n + j] += 0.5 * x[i * n + j - 1];
            s += x[i * n + j];
        }
    return s;
}

static double through(double *d, int n, int k)
{
    double s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            d[i * n + j] += i == k ? 0 : d[i * n + k] * 0.01;
            s += 1;
        }
    return s;
}

/* Four neighbours are one thread's: they may add to one place.  So may all of a single thread. */
static double chunks(double *y, const double *x, int n)
{
    double s = 0;
#pragma omp parallel for schedule(static, 4) reduction(+ : s)
    for (int i = 0; i < n; i++) {
        y[i / 4 * 2] = y[i / 4 * 2] * 0.5 + x[i];
        s += x[i];
    }
    return s;
}

static double one_thread(double *y, const double *x, int n, int lag)
{
    double s = 0;
#pragma omp parallel for num_threads(1) reduction(+ : s)
    for (int i = 0; i < n - lag; i++) {
        y[i + lag] = y[i] + x[i];
        s += x[i];
    }
    return s;
}

/* Places out of memory, and the same under a lock: iterations that wait for each other may meet. */
static double scattered(double *to, const int *at, const double *x, int n)
{
    double s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++) {
        to[at[i]] = 0.5 * to[at[i]] + x[i];
        s += to[at[i]];
    }
    return s;
}

static double locked(double *to, int *lock, const int *at, int n)
{
    double s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++) {
        while (__atomic_exchange_n(&lock[at[i] / 8], 1, __ATOMIC_ACQUIRE))
            ;
        to[at[i] / 8] += i;
        __atomic_store_n(&lock[at[i] / 8], 0, __ATOMIC_RELEASE);
        s += 1;
    }
    return s;
}

/* Of ours: it is asked, and the answer is that they may meet. */
static void asked(double *x, int n)
{
#pragma tcr loop
    for (int i = 1; i < n - 1; i++)
        for (int j = 1 + i % 2; j < n - 1; j += 2)
            x[i * n + j] = x[(i + 1) * n + j] + x[i * n + j - 1];
}

int main(void)
{
    const int step[3] = {0, 1, -1};
    /* with room before y: a remainder may be negative, for all that is known */
    double *x = calloc(7 * N * N, sizeof *x), *y = x + 4 * N * N;

    for (int i = 0; i < 3 * N * N; i++) {
        x[i] = i % 11;
        y[i] = i % 5;
    }
    for (int k = 0; k < 4; k++)
        printf("%.6g ", red_black(x, N, k % 2));
    printf("%.8g\n", digest(x, N * N));
    printf("%ld ", chosen(x, N, 0) + chosen(x, N, 1));
    printf("%.8g\n", digest(x, N * N));
    printf("%.6g ", pushed(x, y, N, step));
    printf("%.8g\n", digest(y, 3 * N * N));
    printf("%.6g ", running(x, N));
    printf("%.8g\n", digest(x, N * N));
    printf("%.6g ", through(x, N, 7));
    printf("%.8g\n", digest(x, N * N));
    printf("%.6g ", chunks(y, x, N * N));
    printf("%.8g\n", digest(y, N * N));
    printf("%.6g ", one_thread(y, x, N, 3));
    printf("%.8g\n", digest(y, N * N));
    int *at = malloc(N * N * sizeof *at), *lock = calloc(N * N, sizeof *lock);
    for (int i = 0; i < N * N; i++)
        at[i] = i * 7 % (N * N);
    printf("%.6g ", scattered(y, at, x, N * N));
    printf("%.8g\n", digest(y, N * N));
    printf("%.6g ", locked(y, lock, at, N * N));
    printf("%.8g\n", digest(y, N * N));
    asked(x, N);
    printf("%.8g\n", digest(x, N * N));
    free(x);
    free(at);
    free(lock);
    return 0;
}
/* SPDX-License-Identifier: MIT */
