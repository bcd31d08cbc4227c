/* Lists that name what is no reduction. */
#include <math.h>
static void widen(double *low, double *high, double v)
{
    *low = v < *low ? v : *low;
    *high = v > *high ? v : *high;
}
double f(const double *a, int *out, int n)
{
    double s = 0, c = 0, x = 1, mean = 0;
    int i, j, k = 0;
#pragma tcr reduce(+ : s, i)
    for (i = 0; i < n; i++)
        s += a[i];
#pragma tcr reduce(+ : s, j)
    for (i = 0; i < n; i++)
        for (j = 0; j < 4; j++)
            s += a[i + j];
#pragma tcr reduce(+ : s, k)
    for (i = 0; i < n; i++)
        if (a[i] > 0)
            s += a[k++];
#pragma tcr reduce(+ : s)
    for (i = 0; i < n; i++) {
        double y = a[i] - c, t = s + y;
        c = (t - s) - y;
        s = t;
    }
#pragma tcr reduce(+ : s, c)
    for (i = 0; i < n; i++) {
        double t = s + a[i];
        if (fabs(s) >= fabs(a[i]))
            c += (s - t) + a[i];
        else
            c += (a[i] - t) + s;
        s = t;
    }
#pragma tcr reduce(+ : s, x)
    for (i = 0; i < n; i++)
        s += a[i] * x;
#pragma tcr reduce(+ : s, x)
    for (i = 0; i < n; i++) {
        x = 0;
        for (j = 0; j < 4; j++)
            x += a[i + j];
        s += x;
    }
#pragma tcr reduce(+ : s)
    for (i = 0; i < n; i++)
        s = 0.5 * s + a[i];
#pragma tcr reduce(min : s)
    for (i = 0; i < n; i++)
        s += a[i];
#pragma tcr reduce(+ : s)
    for (i = 0; i < n; i++) {
        double d = a[i] - mean;
        mean += d / (i + 1);
        s += d * (a[i] - mean);
    }
#pragma tcr reduce(+ : s)
    for (i = 0; i < n; i++) {
        s += a[i] * x;
        x *= 0.5;
    }
#pragma tcr reduce(+ : s)
    for (i = 0; i < n; i++) {
        s += sin(x);
        x += 0.25;
    }
#pragma tcr reduce(+ : s)
    for (i = 0; i < n; i++) {
        s += a[i] - c;
        c = a[i];
    }
#pragma tcr reduce(+ : s)
    for (i = 0; i < n; i++) {
        if (out[i])
            k++;
        s += a[k];
    }
#pragma tcr reduce(min : x) reduce(max : c)
    for (i = 0; i < n; i++)
        widen(&x, &c, a[i]);
    return s + c + mean + x + k;
}
