/* Prefix sums that are not taken, and why. */
#include <complex.h>

double shapes(double *a, double *b, const int *start, int n)
{
    double s = 0, t = 0, last;
    double h[4] = {0};
#pragma tcr reduce(inscan, + : s)
    for (int i = 0; i < n; i++) {
        s += a[i];
        b[i] = i;
    }
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        s += a[i];
#pragma tcr scan inclusive(s)
        b[i] = s;
    }
#pragma tcr reduce(inscan, + : s) reduce(+ : t)
    for (int i = 0; i < n; i++) {
        s += a[i];
        t += a[i];
#pragma tcr scan inclusive(s)
        b[i] = s;
    }
#pragma tcr reduce(inscan, + : s, t)
    for (int i = 0; i < n; i++) {
        s += a[i];
        t += a[i];
#pragma tcr scan inclusive(s)
        b[i] = s;
    }
#pragma tcr reduce(inscan, + : s)
    for (int i = 0; i < n; i++) {
        s += a[i];
#pragma tcr scan inclusive(s, t)
        b[i] = s;
    }
#pragma tcr reduce(inscan, + : s)
    for (int i = 0; i < n; i++) {
        s += a[i];
#pragma tcr scan inclusive(s)
        b[i] = s;
#pragma tcr scan inclusive(s)
    }
#pragma tcr reduce(inscan, + : s)
    for (int i = 0; i < n; i++) {
        if (a[i] > 0) {
            s += a[i];
#pragma tcr scan inclusive(s)
            b[i] = s;
        }
    }
#pragma tcr reduce(inscan, + : s) collapse(2)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            s += a[i];
#pragma tcr scan inclusive(s)
            b[i] = s;
        }
#pragma tcr reduce(inscan, + : s) reproducible
    for (int i = 0; i < n; i++) {
        s += a[i];
#pragma tcr scan inclusive(s)
        b[i] = s;
    }
#pragma tcr reduce(inscan, + : h [0:4])
    for (int i = 0; i < n; i++) {
        h[i % 4] += a[i];
#pragma tcr scan inclusive(h [0:4])
        b[i] = h[i % 4];
    }
#pragma tcr reduce(inscan, + : s)
    for (int i = 0; i < n; i++) {
        s += a[i];
#pragma tcr scan inclusive(s)
        last = b[i] = s;
    }
#pragma tcr scan inclusive(s)
    return s + t + last;
}

double phases(double *a, double *b, int n)
{
    double s = 0;
    double _Complex z = 0;
#pragma tcr reduce(inscan, + : s)
    for (int i = 0; i < n; i++) {
        if (a[i] < 0)
            continue;
        s += a[i];
#pragma tcr scan inclusive(s)
        b[i] = s;
    }
#pragma tcr reduce(inscan, + : s)
    for (int i = 0; i < n; i++) {
        s += a[i];
#pragma tcr scan inclusive(s)
        b[i] = s;
        s += 1;
    }
#pragma tcr reduce(inscan, + : s)
    for (int i = 0; i < n; i++) {
        b[i] = s;
        s += a[i];
#pragma tcr scan inclusive(s)
    }
#pragma tcr reduce(inscan, + : s)
    for (int i = 0; i < n; i++) {
        double twice;
        b[i] = s;
        twice = 2 * s;
#pragma tcr scan exclusive(s)
        s += twice;
    }
#pragma tcr reduce(inscan, + : s)
    for (int i = 0; i < n; i++) {
        int k = i;
        b[i] = s + k;
#pragma tcr scan exclusive(s)
        k = 2 * k;
        s += k;
    }
#pragma tcr reduce(inscan, + : s)
    for (int i = 0; i < n; i++) {
        a[i] = s;
#pragma tcr scan exclusive(s)
        s += a[i];
    }
#pragma tcr reduce(inscan, + : z)
    for (int i = 0; i < n; i++) {
        z += a[i];
#pragma tcr scan inclusive(z)
        b[i] = creal(z);
    }
#pragma tcr reduce(inscan, + : s)
    for (int i = 1; i < n; i++) {
        s += a[i];
#pragma tcr scan inclusive(s)
        b[i] = b[i - 1] + s;
    }
    return s + creal(z);
}
