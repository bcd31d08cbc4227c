/* SPDX-License-Identifier: MIT */
/*
 * Writes under a condition on the loop's own variable: iterations come to places of their own
 * between the ends that the condition says. Where they do depend on each other, the order is kept.
 *
 * accept: omp
 * flags: -O1 -fopenmp
 * device: 7 (the eighth is asked at each call whether iterations meet)
 * refused: carried carried carried
 */
#include <stdio.h>

enum { N = 100 };
static int a[N + 1], b[N + 1], c[N * N];

static void show(const char *what)
{
    unsigned h = 0;
    for (int i = 0; i <= N; i++)
        h = h * 31 + (unsigned)(a[i] * 7 + b[i]);
    for (int i = 0; i < N * N; i++)
        h = h * 31 + (unsigned)c[i];
    printf("%s %u\n", what, h);
}

static void taken(int n, int m, int *x, int *y, int *z)
{
#pragma omp parallel for
    for (int i = 0; i < n + 1; i++) {
        x[i] = 4 * i;
        if (i < n)
            y[i] = -1;
    }
    show("one more");
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        if (i > 0)
            y[i - 1] = i;
    show("but the first");
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        if (i < m)
            y[i] += 3;
        else
            y[i] = x[i];
    show("two parts");
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (i > 0 && j > 0 && j < m)
                z[i * n + j] = x[i] + j;
    show("inside");
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        if (i == 0 || i == n - 1)
            x[i] = 1;
        else
            y[i] = i;
    show("both ends");
#pragma tcr loop
    for (int i = 0; i < n; i++)
        if (i != m)
            y[i] += i;
    show("all but one");
}

/* In order: a running sum, one that starts late, a shift in either direction. */
static void in_order(int n, int m, int *x, int *y)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        if (i > 0)
            x[i] += x[i - 1] & 7;
    show("running");
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        if (i < m)
            y[i] = i;
        if (i >= m)
            y[i] = y[i - m] + 1;
    }
    show("two halves");
#pragma tcr loop
    for (int i = 0; i < n; i++)
        if (i < n - 1)
            x[i] = x[i + 1] + 1;
    show("down");
#pragma tcr loop
    for (int i = 0; i < n; i++)
        if (i < m)
            x[i + m] = x[i] + y[i];
    show("far");
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        if (i == m)
            y[0] = i;
        x[i] += y[0];
    }
    show("one for all");
}

int main(void)
{
    for (int i = 0; i <= N; i++)
        a[i] = b[i] = i % 7;
    taken(N, 40, a, b, c);
    in_order(N, 30, a, b);
    in_order(N, 1, a, a);
    return 0;
}
