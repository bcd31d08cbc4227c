/* SPDX-License-Identifier: MIT */
/*
 * Nests that teams of threads got wrong: stores in functions that a shared loop calls, lengths that
 * the loop itself changes, threads without an iteration, constants that are NaN or -0.
 * flags: -O1 -std=gnu11
 * device: 8
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { N = 101, M = 57, LONG = 1000 };

static double x[N * LONG], y[N * M], z[N];
static int len[N];

static void fill(void)
{
    unsigned s = 7;
    for (int i = 0; i < N * LONG; i++) {
        s = s * 1103515245u + 12345u;
        x[i] = (int)(s >> 8) % 200 - 100;
    }
    for (int i = 0; i < N * M; i++)
        y[i] = i % 23;
    for (int i = 0; i < N; i++)
        len[i] = 8 + i * 7 % 49;
    memset(z, 0, sizeof z);
}

static void show(const char *name)
{
    double a = 0, b = 0;
    long c = 0;
    for (int i = 0; i < N; i++)
        a += z[i] * (1 + i % 13);
    for (int i = 0; i < N * M; i++)
        b += y[i] * (1 + i % 7);
    for (int i = 0; i < N; i++)
        c += len[i] * (1L + i % 5);
    printf("%s %.17g %.17g %ld\n", name, a, b, c);
    fill();
}

static void put(double *p, long k, double v)
{
    p[k] = v;
}

static double add(double *p, long k, double v)
{
    return p[k] += v;
}

/* What the function has stored is read in the same iteration. */
static void read_behind(int n, int m)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int k = 0; k < m; k++) {
            put(y, (long)i * m + k, x[i * m + k]);
            s += y[(long)i * m + k];
        }
        z[i] = s;
    }
}

static void add_behind(int n, int m)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int k = 0; k < m; k++) {
            s += add(y, (long)i * m + k, x[i * m + k]);
            s += 2 * y[(long)i * m + k];
        }
        z[i] = s;
    }
}

/* All threads of the team have read the place before the function stores there. */
static void read_before(int n, int m)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        double s = 0, t = y[i * m];
        for (int k = 0; k < m; k++)
            put(y, (long)i * m + k, x[i * m + k] + t);
        for (int k = 0; k < m; k++)
            s += y[(long)i * m + m - 1 - k] * k;
        z[i] = s;
    }
}

/* Blocks that start late see other lengths than the first ones. */
static void used_up(int n, int m)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int k = 0; k < len[i]; k++)
            s += x[i * m + k];
        z[i] = s;
        len[i] = 0;
    }
}

/* The rest of the body goes wrong where a loop has not been gone through. */
static void counted(int n, int m)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        int count = 0, steps = 0;
        for (int k = 0; k < m; k++)
            count += x[i * m + k] > -1000;
        while (steps < 3 * m)
            steps += count;
        z[i] = steps;
    }
}

static void counted_by_columns(int n, int m)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        int count = 0, steps = 0;
        for (int k = 0; k < m; k++)
            count += x[k * n + i] > -1000;
        while (steps < 3 * m)
            steps += count;
        z[i] = steps;
    }
}

static void nan_first(int n, int m)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        double found = NAN;
        for (int k = 0; k < m; k++)
            if (x[i * m + k] > 97)
                found = 1;
        z[i] = found == 1 ? 3 : 5;
    }
}

static void negative_zero(int n, int m)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        double found = 0;
        for (int k = 0; k < m; k++)
            if (x[i * m + k] > 97)
                found = -0.0;
        z[i] = signbit(found) ? 3 : 5;
    }
}

int main(void)
{
    fill();
    read_behind(N, M);
    show("read behind");
    add_behind(N, M);
    show("add behind");
    read_before(N, M);
    show("read before");
    used_up(N, M);
    show("used up");
    counted(N, M);
    show("counted");
    counted_by_columns(N, LONG);
    show("counted by columns");
    nan_first(N, M);
    show("nan first");
    negative_zero(N, M);
    show("negative zero");
    return 0;
}
