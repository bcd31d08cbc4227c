/* Statistics of a sample: moments, extremes, weighted mean, chi-square.
 * flags: -std=c11 -O3 -ffast-math
 */
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>

#define N 777
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define MIN(a, b) (((a) < (b)) ? (a) : (b))

static double data[N], err[N];
static bool good[N];

struct moments {
    double mean, var, skew, lo, hi;
    unsigned used;
};

static struct moments moments(const double *restrict x, const bool *ok, unsigned n)
{
    struct moments m = {0, 0, 0, DBL_MAX, -DBL_MAX, 0};
    double s = 0;
#pragma tcr reduce(+ : s, m.used) reduce(min : m.lo) reduce(max : m.hi)
    for (unsigned i = 0; i < n; i++) {
        if (!ok[i])
            continue;
        s += x[i];
        m.used++;
        m.lo = MIN(m.lo, x[i]);
        m.hi = MAX(x[i], m.hi);
    }
    m.mean = s / m.used;
    double s2 = 0, s3 = 0;
#pragma tcr reduce(+ : s2, s3)
    for (unsigned i = 0; i < n; i++)
        if (ok[i]) {
            const double d = x[i] - m.mean;
            s2 += d * d;
            s3 += d * d * d;
        }
    m.var = s2 / (m.used - 1);
    m.skew = s3 / m.used / pow(m.var, 1.5);
    return m;
}

static double chi2(const double *x, const double *sigma, int n, double slope, double cut)
{
    double c = 0;
#pragma tcr reduce(+ : c) if (n > 1)
    for (int i = 0; i < n; i++) {
        double r = (x[i] - slope * i) / sigma[i];
        c += fabs(r) < cut ? r * r : cut * (2 * fabs(r) - cut); /* Huber */
    }
    return c;
}

static bool any_bad(const bool *ok, int n)
{
    bool bad = false;
#pragma tcr reduce(|| : bad)
    for (int i = 0; i < n; i++)
        bad = bad || !ok[i];
    return bad;
}

static _Bool all_in(const double *x, int n, double lo, double hi)
{
    _Bool all = 1;
#pragma tcr reduce(&& : all)
    for (int i = 0; i < n; i++)
        all = all && x[i] >= lo && x[i] <= hi;
    return all;
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        data[i] = (i * 7919 % 1000) / 8.0;
        err[i] = 1 + i % 4;
        good[i] = i % 10 != 3;
    }
    struct moments m = moments(data, good, N);
    printf("%.9g %.9g %.6g %g %g %u\n", m.mean, m.var, m.skew, m.lo, m.hi, m.used);
    printf("%.9g\n", chi2(data, err, N, 0.125, 3));
    printf("%d %d %d %d\n", any_bad(good, N), any_bad(good, 3), all_in(data, N, 0, 124.875),
           all_in(data, N, 1, 200));
    return 0;
}
/* SPDX-License-Identifier: MIT */
