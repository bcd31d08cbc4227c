/* Minima and maxima that OpenMP's threads find with their places: in critical sections, with a
 * comparison in front or without, of nests, two in one loop; or each thread for itself, which the
 * threads then compare.
 * flags: -O2 -std=c99 -fopenmp
 * accept: omp
 * device: 12
 */
#include <math.h>
#include <omp.h>
#include <stdio.h>

#define N 3000
static double x[N];
static float f[N];
static int y[N];

static void in_section(int n)
{
    double best = -1e300, least = 1e300;
    int at = -1, where = -1, seen = 5;

#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        if (y[i] % 7 == 0)
            continue;
#pragma omp critical
        {
            if (x[i] > best) {
                best = x[i];
                at = i;
                seen = y[i];
            }
        }
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        if (least > x[i]) {
#pragma omp critical
            if (least > x[i])
                least = x[i], where = i;
        }
    printf("%.9g %d %d, %.9g %d\n", best, at, seen, least, where);
}

/* Two, and a sum, whose value the host's turn must not change. */
static void two(int n)
{
    long low = 1000000000, high = -low;
    int at_low = -1, at_high = -1, sum = 0;

#pragma omp parallel for reduction(+ : sum)
    for (int i = n - 1; i >= 0; i -= 3) {
        sum += y[i] % 5;
#pragma omp critical
        {
            if (y[i] < low) {
                low = y[i];
                at_low = i;
            }
            if (y[i] > high) {
                at_high = i;
                high = y[i];
            }
        }
    }
    printf("%ld %d, %ld %d, %d\n", low, at_low, high, at_high, sum);
}

/* The first of equal ones, though the place of the other lies behind it, or both are found at once;
 * and three, whose values come again and again.  With more threads, the program itself finds any
 * of them. */
static void in_turn(int n)
{
    static const int a[] = {1, 9, 9}, b[] = {7, 7, 2};
    int most = 0, high = 0, at = -1, where = -1;
    double low = 1e300, top = -1e300, far = -1e300;
    int at_low = -1, at_top = -1, at_far = -1;

#pragma omp parallel for num_threads(1)
    for (int i = 0; i < 3; i++) {
#pragma omp critical
        {
            if (a[i] > most) {
                most = a[i];
                at = i;
            }
            if (b[i] > high) {
                high = b[i];
                where = i;
            }
        }
    }
    printf("%d %d, %d %d\n", most, at, high, where);
#pragma omp parallel for num_threads(1)
    for (int i = 0; i < n; i++) {
#pragma omp critical
        {
            if ((i * 7 + 1000) % 1013 > top) {
                top = (i * 7 + 1000) % 1013;
                at_top = i;
            }
            if (y[i % 11] < low) {
                low = y[i % 11];
                at_low = i;
            }
            if (x[i % 5] > far) {
                far = x[i % 5];
                at_far = i;
            }
        }
    }
    printf("%g %d, %g %d, %g %d\n", top, at_top, low, at_low, far, at_far);
}

static void of_nests(int n, int m)
{
    double best = 1e300, near = 1e300;
    int bi = -1, bj = -1, ni = -1, nj = -1;

#pragma omp parallel for collapse(2)
    for (int i = 0; i < n; i++)
        for (int j = 2; j < m; j += 2) {
            double d = x[i] * x[n + j] + x[2 * n + i];
#pragma omp critical
            if (d < best) {
                best = d;
                bi = i;
                bj = j;
            }
        }
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double own = 1e300;
        int k = -1;
        for (int j = 0; j < i; j++)
            if (fabs(x[i] - x[j]) < own) {
                own = fabs(x[i] - x[j]);
                k = j;
            }
#pragma omp critical
        if (own < near) {
            near = own;
            ni = i;
            nj = k;
        }
    }
    printf("%.9g %d %d, %.9g %d %d\n", best, bi, bj, near, ni, nj);
}

static void of_threads(int n)
{
    double most = -1e300, best = -1e300;
    int at = -1, where = -1, low = 1000000000, at_low = -1;

#pragma omp parallel num_threads(3)
    {
        double mine = -1e300;
        int my = -1;
#pragma omp for
        for (int i = 0; i < n; i++)
            if (x[i] > mine) {
                mine = x[i];
                my = i;
            }
#pragma omp critical
        if (mine > most) {
            most = mine;
            at = my;
        }
    }
#pragma omp parallel num_threads(3)
    {
        float mine = -1e30F;
        int my = -1;
#pragma omp for schedule(static)
        for (int i = 0; i < n; i++)
            if (f[i] > mine) {
                mine = f[i];
                my = i;
            }
        if (mine > best) {
#pragma omp critical
            {
                if (mine > best) {
                    best = mine;
                    where = my;
                }
            }
        }
    }
#pragma omp parallel num_threads(3)
    {
        int mine = 1000000000, my = -1;
#pragma omp for nowait
        for (int i = 0; i < n; i++)
            if (mine > y[i]) {
                mine = y[i];
                my = i;
            }
#pragma omp critical
        if (low > mine) {
            low = mine;
            at_low = my;
        }
    }
    printf("%.9g %d, %.9g %d, %d %d\n", most, at, best, where, low, at_low);
}

/* Nothing is better than what was there, or is a number at all; zeros are equal. */
static void none(void)
{
    static const double z[] = {-1.0, NAN, -0.0, -3.0};
    double best = 0.0, most = -2.0, nan = NAN;
    int at = 77, where = 78, no = 79;

#pragma omp parallel for
    for (int i = 0; i < 4; i++) {
#pragma omp critical
        {
            if (z[i] > best) {
                best = z[i];
                at = i;
            }
            if (z[i] > most) {
                most = z[i];
                where = i;
            }
            if (z[i] > nan) {
                nan = z[i];
                no = i;
            }
        }
    }
    printf("%g %d, %g %d, %d\n", best, at, most, where, no);
}

/* The last of equal ones.  Refused: whose share it was; a name of another kind; a value that the
 * loop also uses; memory that is written, too. */
static void refused(int n)
{
    static int marks[N];
    double best = -1e300, high = -1e300, last = 0, *name = &high, top = -1e300;
    int at = -1, who = -1, where = -1, which = -1;

#pragma omp parallel for
    for (int i = 0; i < n; i++) {
#pragma omp critical
        if (x[i] >= best) {
            best = x[i];
            at = i;
        }
    }
#pragma omp parallel num_threads(3)
    {
        int mine = -1, my = -1;
#pragma omp for schedule(static)
        for (int i = 0; i < n; i++)
            if (y[i] > mine) {
                mine = y[i];
                my = i;
            }
#pragma omp critical
        if (mine > last) {
            last = mine;
            who = omp_get_thread_num() + 0 * my;
        }
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
#pragma omp critical
        if (x[i] > high + 0 * *name) {
            high = x[i];
            where = i;
        }
    }
    best = -1e300;
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
#pragma omp critical
        {
            if (x[i] > best) {
                best = x[i];
                at = i;
            }
            if (best > 1e9)
                at = -5;
        }
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        marks[i]++;
#pragma omp critical
        if (x[i] > top) {
            top = x[i];
            which = i;
        }
    }
    printf("%d %d %d %d %d\n", at, who >= 0, where, which, marks[which]);
}

int main(void)
{
    unsigned random = 12345;

    for (int i = 0; i < N; i++) {
        random = random * 1664525u + 1013904223u;
        x[i] = (random >> 8) / 1000.0 - 8000;
        f[i] = (float)x[i];
        y[i] = (int)(random >> 7) - 10000000;
    }
    in_section(N);
    two(N);
    in_turn(N);
    of_nests(90, 60);
    of_threads(N);
    of_threads(2);
    none();
    refused(N);
    return 0;
}
/* SPDX-License-Identifier: MIT */
