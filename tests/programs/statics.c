/*
 * Static variables of functions that loops call: what only ever has its first value is
 * a table, const or not; a counter, or what is given away, keeps the loop's order.
 *
 * refused: static-local static-local static-local static-local
 */
#include <stdio.h>

enum { N = 400 };

struct row {
    int n;
    double w[2][3];
};

static double look(int i)
{
    static const double table[4] = {1, 2.5, -3, 0.25};
    static double weight[2][2] = {{0.5, 1.5}, {2, 3}};
    static int shift = 3;
    static struct row row = {2, {{1, 2, 3}, {4, 5, 6}}};
    return table[i & 3] * weight[i & 1][i >> 1 & 1] + shift + row.w[i % row.n][i % 3];
}

static int counter(void)
{
    static int n;
    return ++n;
}

static double first(double x)
{
    static double kept = 0.5;
    static int known = 0;
    if (!known) {
        kept = x;
        known = 1;
    }
    return kept;
}

static double last_of(const double *list, int n)
{
    return list[n - 1];
}

static double handed(int i)
{
    static double list[3] = {1, 2, 3};
    return last_of(list, 1 + i % 3);
}

static int set_all(int *p, int i)
{
    p[i % 2] += i;
    return p[0];
}

static int changed(int i)
{
    static int pair[2] = {5, 6};
    return set_all(pair, i) + pair[1];
}

int main(void)
{
    double s = 0;
    long c = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        static int bias = 7;
        s += look(i) + bias;
    }
#pragma tcr reduce(+ : c)
    for (int i = 0; i < N; i++)
        c += counter() * i;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++)
        s += first(i + 1.5);
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++)
        s += handed(i);
#pragma tcr reduce(+ : c)
    for (int i = 0; i < N; i++)
        c += changed(i);
    printf("%.12g %ld\n", s, c);
    return 0;
}
/* SPDX-License-Identifier: MIT */
