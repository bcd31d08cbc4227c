/* SPDX-License-Identifier: MIT */
/*
 * Lengths that a kernel looks at before it begins, where the first inner loop stands under a
 * condition: what comes behind it may be wrong, and go on for ever, without what iterations store.
 * Least and greatest numbers that are zeros of both signs, which all threads of a team must see
 * alike.
 * flags: -O1 -std=gnu11
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 101, M = 57, MANY = 64 * N };

static double *x, *y, *zeros;
static int *mask, *len;
static long *step;

static void fill(int masked, long steps)
{
    for (int i = 0; i < N * M; i++) {
        x[i] = i * 7L % 31 - 15;
        zeros[i] = i * 7 % 16 < 8 ? 0.0 : -0.0;
    }
    for (int i = 0; i < MANY; i++) {
        mask[i] = masked && i % 2;
        step[i] = steps;
        len[i] = i % 3 ? 8 + i * 7 % 49 : i % 5;
        y[i] = 0;
    }
}

static void show(const char *name)
{
    double a = 0;
    long b = 0;
    for (int i = 0; i < MANY; i++) {
        a += y[i] * (1 + i % 13);
        b += step[i] * (1 + i % 7);
    }
    printf("%s %.17g %ld\n", name, a, b);
}

/* The second loop's length changes while the kernel runs. */
static void used_up(int n, int m)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        double s = 0;
        if (mask[i])
            for (int k = 0; k < len[i]; k++)
                s += x[i % N * m + k];
        for (int k = 0; k < step[i]; k++)
            s += x[i % N * m + k];
        y[i] = s;
        step[i] = 0;
    }
}

/* A subscript that is there only once it is stored. */
static void stored_first(int n, int m)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        double s = 0;
        if (mask[i])
            for (int k = 0; k < len[i]; k++)
                s += x[i % N * m + k];
        step[i] = i % N;
        s += x[step[i]];
        for (int k = 0; k < len[i]; k++)
            s += x[i % N * m + k];
        y[i] = s;
    }
}

/* The same with a loop that would not end, and no other one behind it. */
static void no_step_yet(int n, int m)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        double s = 0;
        if (mask[i])
            for (int k = 0; k < len[i]; k++)
                s += x[i % N * m + k];
        step[i] = 1;
        for (int q = 0; q < 10; q += (int)step[i])
            s += q;
        y[i] = s;
    }
}

/* Blocks that start late find no step left. */
static void no_step_left(int n, int m)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        double s = 0;
        if (mask[i])
            for (int k = 0; k < len[i]; k++)
                s += x[i % N * m + k];
        for (int q = 0; q < 10; q += (int)step[i])
            s += q;
        y[i] = s;
        step[i] = 0;
    }
}

static void no_step_left_inside(int n, int m)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        double s = 0;
        if (len[i] > 2) {
            if (mask[i])
                for (int k = 0; k < len[i]; k++)
                    s += x[i % N * m + k];
            for (int q = 0; q < 10; q += (int)step[i])
                s += q;
            step[i] = 0;
        }
        y[i] = s;
    }
}

/* Where the first loop is always met, the rest does not matter. */
static void stored_in_both(int n, int m)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        double s = 0;
        if (mask[i]) {
            for (int k = 0; k < len[i]; k++)
                s += x[i % N * m + k];
            step[i] = (long)s;
        } else {
            step[i] = 3;
        }
        y[i] = s;
    }
}

/* All threads know one sign. */
static void least_zero(int n, int m)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        double lo = 5, s = 0;
        for (int k = 0; k < m; k++)
            if (zeros[i * m + k] < lo)
                lo = zeros[i * m + k];
        for (int k = 0; k < m; k++)
            s += signbit(lo) ? 1 : 2;
        y[i] = s == m || s == 2 * m;
    }
}

static void greatest_zero(int n, int m)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        float hi = -5;
        double s = 0;
        for (int k = 0; k < m; k++)
            hi = fmaxf(hi, (float)zeros[i * m + k]);
        if (signbit(hi)) {
            for (int k = 0; k < m; k++)
                s += x[i * m + k];
        } else {
            for (int k = 0; k < m; k++)
                s += x[i * m + k];
        }
        y[i] = s;
    }
}

/* Names that the device text has for itself. */
static void names(int n, int m)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        double Team = 0, value = 1, A = 0, tcr_team_ = 0, tcr_k = 0, v = 0;
        long tcr_first1 = 0, T = 0;
        for (int tcr_e = 0; tcr_e < m; tcr_e++) {
            Team += x[i * m + tcr_e];
            value = fmax(value, x[i * m + tcr_e]);
            A += 1;
            tcr_team_ += 2;
            tcr_k += x[i * m + tcr_e] * 2;
            tcr_first1 += tcr_e;
            T |= tcr_e;
            v -= tcr_e;
        }
        y[i] = Team + value + A + tcr_team_ + tcr_k + (double)(tcr_first1 + T) + v;
    }
}

int main(void)
{
    x = malloc(N * M * sizeof *x);
    zeros = malloc(N * M * sizeof *zeros);
    y = malloc(MANY * sizeof *y);
    mask = malloc(MANY * sizeof *mask);
    len = malloc(MANY * sizeof *len);
    step = malloc(MANY * sizeof *step);
    for (int masked = 0; masked < 2; masked++) {
        fill(masked, 40);
        used_up(MANY, M);
        show("used up");
        fill(masked, 2000000000);
        stored_first(MANY, M);
        show("stored first");
        fill(masked, 0);
        no_step_yet(MANY, M);
        show("no step yet");
        fill(masked, 1);
        no_step_left(MANY, M);
        show("no step left");
        fill(masked, 1);
        no_step_left_inside(MANY, M);
        show("no step left inside");
        stored_in_both(MANY, M);
        show("stored in both");
    }
    least_zero(N, M);
    show("least zero");
    greatest_zero(N, M);
    show("greatest zero");
    names(N, M);
    show("names");
    return 0;
}
