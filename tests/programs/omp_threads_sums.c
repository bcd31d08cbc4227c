/* What each thread of a team sums up for itself, and adds to the others' afterwards.
 * flags: -O2 -std=c99 -fopenmp
 * accept: omp
 * device: 5
 */
#include <omp.h>
#include <stdio.h>

#define N 1000
static double x[N], y[N];
static double parts[64];
static int first[64], list[N];

static double declared_outside(int n)
{
    double tmp, s = 0;
    int i, me, threads = omp_get_max_threads();

#pragma omp parallel private(i, tmp, me)
    {
        me = omp_get_thread_num();
        tmp = 0;
#pragma omp for
        for (i = 0; i < n; i++)
            tmp += x[i] * y[i];
        parts[me] = tmp;
    }
    for (i = 0; i < threads; i++)
        s += parts[i];
    return s;
}

static double declared_inside(int n)
{
    double s = 1, most = -1;

#pragma omp parallel
    {
        double mine = 0, largest = -1;
#pragma omp for schedule(dynamic)
        for (int i = 0; i < n; i++) {
            mine -= x[i];
            if (y[i] > largest)
                largest = y[i];
        }
#pragma omp critical
        {
            s += mine;
            most = largest > most ? largest : most;
        }
    }
    return s + most;
}

/* An integer may say how much the thread writes in the next loop, which has the same share. */
static int counted(int n)
{
    int sum = 0;

#pragma omp parallel
    {
        int count = 0, me = omp_get_thread_num();
#pragma omp for schedule(static)
        for (int i = 0; i < n; i++)
            if (x[i] > 3)
                count++;
        first[me + 1] = count;
#pragma omp barrier
#pragma omp single
        for (int k = 0; k < omp_get_num_threads(); k++)
            first[k + 1] += first[k];
        int at = first[me];
#pragma omp for schedule(static)
        for (int i = 0; i < n; i++)
            if (x[i] > 3)
                list[at++] = i;
    }
    for (int k = 0; k < n; k++)
        sum += (k + 1) * list[k];
    return sum;
}

/* The share of each thread is known here, and its sums are what the program asks for. */
static double shares(int n)
{
    double s = 0;

#pragma omp parallel
    {
        double mine = 0;
#pragma omp for schedule(static)
        for (int i = 0; i < n; i++)
            mine += x[i];
        parts[omp_get_thread_num()] = mine;
    }
    for (int k = 0; k < omp_get_max_threads(); k++)
        s += k * parts[k];
    return s;
}

/* Of each loop, and of what is left of it after a first one. */
static double twice(int n)
{
    double s = 0;

#pragma omp parallel
    {
        double a = 0, b = 1;
#pragma omp for
        for (int i = 0; i < n; i++)
            a += x[i];
#pragma omp for
        for (int i = 0; i < n; i++) {
            a += y[i];
            b *= i % 2 ? 2 : 0.5;
        }
#pragma omp critical
        s += a + (b > 1e300);
    }
    return s;
}

/* All threads come here with a variable of their own. */
static double orphaned(int n)
{
    double mine = 0;

#pragma omp for
    for (int i = 0; i < n; i++)
        mine += x[i] - y[i];
    return mine;
}

int main(void)
{
    double s = 0;

    for (int i = 0; i < N; i++) {
        x[i] = i % 17;
        y[i] = i % 5;
    }
    printf("%.12g\n", declared_outside(N));
    printf("%.12g\n", declared_inside(N));
    printf("%d\n", counted(N));
    printf("%.12g\n", shares(N));
    printf("%.12g\n", twice(N));
#pragma omp parallel reduction(+ : s)
    s += orphaned(N);
    printf("%.12g\n", s);
    return 0;
}
/* SPDX-License-Identifier: MIT */
