/* SPDX-License-Identifier: MIT */
/*
 * Sums, products and exclusive ors that functions update by their addresses, under tcr's own
 * clause: functions in functions, elements 0, conditions, beside updates of the loop's own, of
 * nests, without rounding.  Functions that do more with the value keep their loops on the host.
 *
 * flags: -O2
 * device: 4
 * refused: reduction-misuse reduction-misuse reduction-misuse
 */
#include <math.h>
#include <stdio.h>

enum { N = 5000 };
static double a[N];

static void add(double *sum, double v)
{
    *sum += v;
}

static inline int accumulate(double *sum, int *count, double v)
{
    if (v > 0.25) {
        add(sum, v);
        ++count[0];
        return 1;
    }
    *count = *count - 2;
    return 0;
}

static void scale(double *p, double by)
{
    *p = by * *p;
}

static void mix(unsigned *h, unsigned i)
{
    *h ^= i * 2654435761u;
}

/* Until it is full. */
static void fill(double *sum, double v)
{
    if (*sum < 100)
        *sum += v;
}

static double last(double *sum, double v)
{
    return *sum += v;
}

static void join(double *to, const double *from)
{
    *to += *from;
}

static void updates(int n)
{
    double sum = 1, product = 2, energy = 0, exact = 0;
    int count = 3, taken = 0;
    unsigned h = 17;

#pragma tcr reduce(+ : sum, count, taken)
    for (int i = 0; i < n; i++) {
        if (i % 5 == 0) {
            count++;
            continue;
        }
        taken += accumulate(&sum, &count, a[i]);
    }
    printf("%.9g %d %d\n", sum, count, taken);
#pragma tcr reduce(* : product) reduce(^ : h)
    for (int i = 0; i < n / 100; i++) {
        scale(&product, 1 + a[i]);
        mix(&h, (unsigned)i);
    }
    printf("%.9g %u\n", product, h);
#pragma tcr reduce(+ : energy)
    for (int i = 0; i < n / 100; i++)
        for (int j = 0; j < 40; j++)
            add(&energy, a[i + j] * a[j]);
#pragma tcr reduce(+ : exact) reproducible
    for (int i = 0; i < n; i++)
        add(&exact, a[i]);
    printf("%.9g %.9g\n", energy, exact);
}

static void more(int n)
{
    double full = 0, seen = 0, doubled = 1;
    double trace = 0;

#pragma tcr reduce(+ : full)
    for (int i = 0; i < n; i++)
        fill(&full, a[i]);
#pragma tcr reduce(+ : seen) reduce(+ : trace)
    for (int i = 0; i < n; i++)
        trace += last(&seen, a[i]) > 50;
#pragma tcr reduce(+ : doubled)
    for (int i = 0; i < 20; i++)
        join(&doubled, &doubled);
    printf("%.9g %.9g %.9g %.9g\n", full, seen, trace, doubled);
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = fabs(sin(i));
    updates(N);
    more(N);
    return 0;
}
