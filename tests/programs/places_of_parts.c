/* SPDX-License-Identifier: MIT */
/* Minima and maxima with their places in structures and arrays, of which the last of equal ones
 * counts, or the one that a comparison of places says: in critical sections and under tcr's clause;
 * structures that are copied as a whole; values from before the loop that are as good as the best.
 * flags: -O2 -std=gnu11 -fopenmp
 * accept: omp
 * device: 11
 */
#include <limits.h>
#include <math.h>
#include <stdio.h>

#define N 3000
static double x[N], z[N];
static int y[N];
static long long w[N];

struct best {
    double value;
    int at;
};
struct two {
    struct {
        double v;
        int i, j;
    } lo, hi;
};
struct pair {
    double cost;
    int from, to;
};

static void structures(int n)
{
    struct best a = {-1e300, -1}, b = {-1e300, -1};
    struct two t = {{1e300, -1, -1}, {-1e300, -1, -1}};
    double values[2] = {1e300, -1e300};
    int places[2] = {-1, -1};

#pragma tcr reduce(max : a.value)
    for (int i = 0; i < n; i++)
        if (x[i] > a.value) {
            a.value = x[i];
            a.at = i;
        }
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        if (x[i] > b.value || (x[i] == b.value && i < b.at)) {
#pragma omp critical
            if (x[i] > b.value || (x[i] == b.value && i < b.at)) {
                b.value = x[i];
                b.at = i;
            }
        }
#pragma omp parallel for
    for (int i = 0; i < n; i++)
#pragma omp critical
    {
        if (x[i] < values[0] || (x[i] == values[0] && i < places[0])) {
            values[0] = x[i];
            places[0] = i;
        }
        if (x[i] > values[1] || (x[i] == values[1] && i > places[1])) {
            values[1] = x[i];
            places[1] = i;
        }
    }
#pragma tcr reduce(min : t.lo.v) reduce(max : t.hi.v)
    for (int i = 0; i < n / 60; i++)
        for (int j = 0; j < 60; j++) {
            double d = x[i * 60 + j] + j * 0.001;
            if (d < t.lo.v) {
                t.lo.v = d;
                t.lo.i = i;
                t.lo.j = j;
            }
            if (d > t.hi.v) {
                t.hi.v = d;
                t.hi.i = i;
                t.hi.j = j;
            }
        }
    printf("%g %d, %g %d, %g %d %g %d\n", a.value, a.at, b.value, b.at, values[0], places[0],
           values[1], places[1]);
    printf("%g %d %d, %g %d %d\n", t.lo.v, t.lo.i, t.lo.j, t.hi.v, t.hi.i, t.hi.j);
}

static void copies(int n)
{
    struct pair p = {1e300, -1, -1}, q = {1e300, -1, -1};
#pragma tcr reduce(min : p.cost)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            struct pair c = {fabs(x[i] - z[j]), i, j};
            if (c.cost < p.cost)
                p = c;
        }
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double d = fabs(x[i] * z[n - 1 - i] - 3);
#pragma omp critical
        if (d < q.cost)
            q = (struct pair){d, i, i + 1};
    }
    printf("%g %d %d, %g %d %d\n", p.cost, p.from, p.to, q.cost, q.from, q.to);
}

/* With what was before: worse, as good with a place before or behind, and better. */
static void ties(int n, int start, int place)
{
    int a = start, b = start, c = start, d = start, at = place, bt = place, ct = place, dt = place;
    long long least = start, most = LLONG_MIN;
    int lt = place, mt = place;
#pragma tcr reduce(max : a)
    for (int i = 0; i < n; i++)
        if (y[i] > a || (y[i] == a && i > at)) {
            a = y[i];
            at = i;
        }
#pragma tcr reduce(max : b)
    for (int i = 0; i < n; i++)
        if ((y[i] == b && bt > i) || y[i] > b) {
            b = y[i];
            bt = i;
        }
#pragma tcr reduce(max : c)
    for (int i = n - 1; i >= 0; i -= 2)
        if (i % 3 && (y[i] > c || (y[i] == c && i < ct))) {
            c = y[i];
            ct = i;
        }
#pragma tcr reduce(max : d)
    for (int i = n - 1; i >= 0; i--)
        if (y[i] >= d) {
            d = y[i];
            dt = i;
        }
#pragma tcr reduce(min : least) reduce(max : most)
    for (int i = 0; i < n; i++) {
        if (w[i] <= least) {
            least = w[i];
            lt = i;
        }
        if (w[i] >= most && w[i] < 0) {
            most = w[i];
            mt = i;
        }
    }
    printf("%d %d, %d %d, %d %d, %d %d, %lld %d, %lld %d\n", a, at, b, bt, c, ct, d, dt, least, lt,
           most, mt);
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        x[i] = floor(sin(i * (i % 37)) * 20);
        z[i] = cos(i) * 3;
        y[i] = i * 7919 % 101;
        w[i] = i % 700 == 5 ? LLONG_MIN : i % 11;
    }
    structures(N);
    copies(300);
    ties(N, 5, 1);
    ties(N, 100, 2000);
    ties(N, 100, 0);
    ties(2, 0, 0);
    return 0;
}
