/* What each thread of a team has for itself, where it only joins what the team shares: whose
 * iterations were whose cannot be told, whatever the schedule and the type.
 * flags: -O2 -std=c99 -fopenmp
 * accept: omp
 * device: 3
 */
#include <math.h>
#include <omp.h>
#include <stdio.h>

#define N 1000
static double x[N];
static int y[N], parts[64];
static int shared_sum;
static long wide;

static void sums(int n)
{
    int first = 7, most = -1;
    double all = 1;

#pragma omp parallel num_threads(3)
    {
        int mine = 0, largest = -1;
        double product = 1;
#pragma omp for schedule(static)
        for (int i = 0; i < n; i++) {
            mine += y[i];
            product *= x[i] > 3 ? 0.5 : 1;
            if (y[i] > largest)
                largest = y[i];
        }
        if (largest > most) {
#pragma omp critical(most)
            if (largest > most)
                most = largest;
        }
#pragma omp critical
        {
            first += mine;
            all = all * product;
        }
#pragma omp atomic
        shared_sum -= mine;
    }
    printf("%d %d %d %.12g\n", first, shared_sum, most, all);
}

/* Again and again, and with other work in between. */
static void steps(int n)
{
    unsigned bits = 0;
    int own;
    double low = 1e9;

#pragma omp parallel num_threads(3) private(own) shared(low, bits)
    for (int k = 0; k < 3; k++) {
        double least = 1e9;
        unsigned any = 0;
        own = k;
#pragma omp for schedule(static, 7)
        for (int i = 0; i < n; i++) {
            any |= (unsigned)y[i] << k;
            least = x[i] + k < least ? x[i] + k : least;
            own += y[i] > 3;
        }
#pragma omp single
        parts[k] = k;
#pragma omp critical
        {
            bits |= any;
            low = least < low ? least : low;
        }
#pragma omp atomic update
        shared_sum += own;
    }
    printf("%u %g %d\n", bits, low, shared_sum);
}

/* An element that is the same one for all threads, or that is not, which they find out. */
static void products(int n)
{
    double dots[4] = {0}, turned[3] = {0};

#pragma omp parallel num_threads(3)
    {
        int me = omp_get_thread_num();
        double mine;
        for (int k = 0; k < 4; k++) {
            mine = 0;
#pragma omp for schedule(static)
            for (int i = 0; i < n; i++)
                mine += x[i] * y[(i + k) % n];
#pragma omp critical
            {
                dots[k] += mine;
            }
        }
        for (int k = 0; k < 3; k++) {
            int to = (me + k) % 3;
            double own = 0;
#pragma omp for schedule(static)
            for (int i = 0; i < n; i++)
                own += x[i];
#pragma omp atomic
            turned[to] += own * 1;
#pragma omp barrier
        }
    }
    printf("%.12g %.12g %.12g %.12g\n", dots[0], dots[1], dots[2], dots[3]);
    printf("%.12g %.12g %.12g\n", turned[0], turned[1], turned[2]);
}

static void turned_once(int n)
{
    double turned[3] = {0};

#pragma omp parallel num_threads(3)
    {
        int to = (omp_get_thread_num() + 1) % 3;
        double own = 0;
#pragma omp for schedule(static)
        for (int i = 0; i < n; i++)
            own += x[i];
#pragma omp atomic
        turned[to] += own;
    }
    printf("%.12g %.12g %.12g\n", turned[0], turned[1], turned[2]);
}

/* Here the shares show: each function's loop stays with the compiler. */
static void thread_0(int n)
{
    int sum = 0;

#pragma omp parallel num_threads(3)
    {
        int mine = 0;
#pragma omp for schedule(static)
        for (int i = 0; i < n; i++)
            mine += y[i];
        if (omp_get_thread_num() == 0) {
#pragma omp critical
            sum += mine;
        }
    }
    printf("%d\n", sum);
}

static void master(int n)
{
    int sum = 0;

#pragma omp parallel num_threads(3)
    {
        int mine = 0;
#pragma omp for schedule(static)
        for (int i = 0; i < n; i++)
            mine += y[i];
#pragma omp master
#pragma omp atomic
        sum += mine;
    }
    printf("%d\n", sum);
}

static void set_between(int n)
{
    int sum = 0, later = 0;

#pragma omp parallel num_threads(3)
    {
        int mine = 0;
#pragma omp for schedule(static)
        for (int i = 0; i < n; i++)
            mine += y[i];
        if (omp_get_thread_num() != 1)
            mine = 0;
#pragma omp critical
        sum += mine;
        int other = 0;
#pragma omp for schedule(static)
        for (int i = 0; i < n; i++)
            other += y[i];
        {
#pragma omp critical
            later += other;
#pragma omp barrier
#pragma omp master
            later -= other;
        }
    }
    printf("%d %d\n", sum, later);
}

/* One thread alone forgets what it has had in the turns before. */
static void forgotten(int n)
{
    int sum = 0, rest = 0;

#pragma omp parallel num_threads(3)
    {
        int mine = 0, other = 0, me = omp_get_thread_num();
        for (int k = 0; k < 3; k++) {
            if (me == 1)
                mine = 0;
#pragma omp for schedule(static)
            for (int i = 0; i < n; i++)
                mine += y[i];
#pragma omp critical
            sum += mine;
        }
        for (int k = 0; k < 3; k++) {
#pragma omp for schedule(static)
            for (int i = 0; i < n; i++)
                other += y[i];
#pragma omp critical
            rest += other;
            if (me == 2)
                other = 0;
        }
        for (int k = 0; k < 3; k++) {
            int left = 0;
#pragma omp for schedule(static)
            for (int i = 0; i < n; i++)
                left += y[i];
            {
                if (me == k)
                    continue;
#pragma omp critical
                rest += left;
            }
        }
    }
    printf("%d %d\n", sum, rest);
}

static void squares(int n)
{
    int sum = 0, three = 0;

#pragma omp parallel num_threads(3)
    {
        int mine = 0, other = 0, it = 0;
#pragma omp for schedule(static)
        for (int i = 0; i < n; i++)
            mine += y[i];
#pragma omp critical
        sum += mine * mine;
#pragma omp for schedule(static)
        for (int i = 0; i < n; i++)
            other += y[i];
#pragma omp critical
        three = three > other ? three : other;
#pragma omp for schedule(static)
        for (int i = 0; i < n; i++)
            it += y[i];
        if (it > 5000)
            it = 5000 - it;
#pragma omp critical
        three += it;
    }
    printf("%d %d\n", sum, three);
}

/* Of these values, the result of all threads is not that of their results. */
static void changed(int n)
{
    double square = 0, distance = 0, sum = 0;
    unsigned highest = 0;
    int cut = 0;

#pragma omp parallel num_threads(3)
    {
        double low = 9, lower = 9, whole = 0, rest = 0;
        int high = -1000;
#pragma omp for schedule(static)
        for (int i = 0; i < n; i++)
            low = x[i] + i < low ? x[i] + i : low;
#pragma omp critical
        if (low * low > square)
            square = low * low;
#pragma omp for schedule(static)
        for (int i = 0; i < n; i++)
            lower = x[i] < lower ? x[i] : lower;
#pragma omp critical
        distance = fmax(distance, fabs(lower));
#pragma omp for schedule(static)
        for (int i = 0; i < n; i++)
            whole += x[i] / 7;
#pragma omp critical
        sum += (int)whole;
#pragma omp for schedule(static)
        for (int i = 0; i < n; i++)
            rest += x[i] / 3;
#pragma omp critical
        cut += rest;
#pragma omp for schedule(static)
        for (int i = 0; i < n; i++)
            if (n / 2 - i - y[i] > high)
                high = n / 2 - i - y[i];
#pragma omp critical
        if ((unsigned)high > highest)
            highest = (unsigned)high;
    }
    printf("%.12g %.12g %.12g %d %u\n", square, distance, sum, cut, highest);
}

/* The sum of all may need more bits than that of a thread. */
static void long_sum(int n)
{
#pragma omp parallel num_threads(4)
    {
        int mine = 0;
#pragma omp for schedule(static)
        for (int i = 0; i < n; i++)
            mine += 2000000 + y[i];
#pragma omp critical
        wide += mine;
    }
    printf("%ld\n", wide);
}

static void kept(int n)
{
    int sum = 0, k = 0;

#pragma omp parallel num_threads(3)
    {
        int mine = 0, copied = 0;
#pragma omp for schedule(static)
        for (int i = 0; i < n; i++) {
            mine += y[i];
            copied += y[i];
        }
        parts[omp_get_thread_num()] = mine;
#pragma omp critical
        {
            sum += mine;
            sum += copied;
        }
    }
    for (int i = 0; i < 3; i++)
        k += i * parts[i];
    printf("%d %d\n", sum, k);
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        x[i] = i % 7 - 3.5;
        y[i] = i % 17;
    }
    sums(N);
    steps(N);
    products(N);
    turned_once(N);
    thread_0(N);
    master(N);
    set_between(N);
    forgotten(N);
    squares(N);
    changed(N);
    long_sum(N);
    kept(N);
    return 0;
}
/* SPDX-License-Identifier: MIT */
