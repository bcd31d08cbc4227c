/* A NaN in the usual macro: a comparison with it fails, so that it is taken, and what comes next
 * replaces it. The device leaves such data to the host's loop, which keeps the order.
 * flags: -O1
 */
#include <math.h>
#include <stdio.h>
#define MAX(a, b) ((a) > (b) ? (a) : (b))
static struct {
    float m;
} box;
static double larger(double a, double b)
{
    if (a > b)
        return a;
    return b;
}
static double run(const double *a, int n, int form, double m)
{
    box.m = (float)m;
    switch (form) {
    case 0:
#pragma tcr reduce(max : m)
        for (int i = 0; i < n; i++)
            m = MAX(m, a[i]);
        break;
    case 1:
#pragma tcr reduce(max : m)
        for (int i = 0; i < n; i++)
            m = MAX(a[i], m);
        break;
    case 2:
#pragma tcr reduce(max : m)
        for (int i = 0; i < n; i++)
            if (a[i] > m)
                m = a[i];
        break;
    case 3:
#pragma tcr reduce(max : m)
        for (int i = 0; i < n; i++)
            m = fmax(m, a[i]);
        break;
    case 4:
#pragma tcr reduce(max : m)
        for (int i = 0; i < n; i++)
            m = fmax(fmax(m, a[i]), a[n - 1 - i]);
        break;
    case 5:
#pragma tcr reduce(max : m)
        for (int i = 0; i < n; i++)
            m = m < a[i] ? a[i] : m;
        break;
    case 6:
#pragma tcr reduce(max : m)
        for (int i = 0; i < n; i++) {
            double e = a[i];
            m = MAX(MAX(m, e), a[n - 1 - i]);
        }
        break;
    case 7:
#pragma tcr reduce(max : m)
        for (int i = 0; i < n; i++)
            m = larger(m, a[i]);
        break;
    case 8:
#pragma tcr reduce(max : box.m)
        for (int i = 0; i < n; i++)
            if (a[i] != 2)
                box.m = MAX(box.m, (float)a[i]);
        m = box.m;
        break;
    case 9:
#pragma tcr reduce(min : m)
        for (int i = 0; i < n; i++)
            m = m < a[i] ? m : a[i];
        break;
    }
    return m;
}
/* Data that are what the device starts from. */
static void ends(int f)
{
    double low[3] = {-INFINITY, -INFINITY, -INFINITY}, high[2] = {INFINITY, INFINITY};
    double least[1] = {-1.79769313486231570815e+308}, most[1] = {1.79769313486231570815e+308};
    printf("form %d ends: %g %g", f, run(low, 3, f, NAN), run(high, 2, f, NAN));
    printf(" %g %g %g\n", run(least, 1, f, NAN), run(most, 1, f, NAN), run(low, 0, f, NAN));
}

int main(void)
{
    double d[][4] = {{5, 2, NAN, 1},   {NAN, 1, 2, 3},       {3, 2, 1, NAN},
                     {1, NAN, NAN, 2}, {NAN, NAN, NAN, NAN}, {1, 2, 3, 4}};
    for (int f = 0; f < 10; f++)
        for (int k = 0; k < 6; k++)
            printf("form %d data %d: %g %g\n", f, k, run(d[k], 4, f, 0), run(d[k], 4, f, NAN));
    for (int f = 0; f < 10; f++)
        ends(f);
    return 0;
}
/* SPDX-License-Identifier: MIT */
