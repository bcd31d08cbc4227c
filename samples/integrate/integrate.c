/*
 * integrate.c: numerical integration by the midpoint rule.
 *
 *     make && ./integrate       10,000,000 intervals
 *     ./integrate 100000        another number of them
 *
 * Nothing is read from memory here: all the work is arithmetic, which is what
 * a device is best at.  wave() is called from the loop; a function that the
 * compiler can see needs no annotation.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double two_pi = 6.283185307179586;

/* pi is the integral of 4 / (1 + x^2) from 0 to 1. */
static double pi(long n)
{
    double h = 1.0 / (double)n, sum = 0.0;

    #pragma tcr reduce(+:sum)
    for (long i = 0; i < n; i++) {
        double x = ((double)i + 0.5) * h;

        sum += 4.0 / (1.0 + x * x);
    }
    return h * sum;
}

/* A damped oscillation. */
static double wave(double x)
{
    double c = cos(2.0 * x);

    return exp(-x) * c * c;
}

static double integrate_wave(double from, double to, long n)
{
    double h = (to - from) / (double)n, sum = 0.0;

    #pragma tcr reduce(+:sum)
    for (long i = 0; i < n; i++)
        sum += wave(from + ((double)i + 0.5) * h);
    return h * sum;
}

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 10000000;

    if (n < 1) {
        fprintf(stderr, "usage: %s [INTERVALS]\n", argv[0]);
        return 1;
    }
    /* cos^2 2x = (1 + cos 4x) / 2; both halves integrate in closed form. */
    printf("intervals %ld\n", n);
    printf("pi        %.7f\n", pi(n));
    printf("wave      %.7f\n", integrate_wave(0.0, two_pi, n));
    printf("exact     %.7f\n", 0.5 * (1.0 - exp(-two_pi)) * (1.0 + 1.0 / 17.0));
    return 0;
}
/* SPDX-License-Identifier: MIT */
