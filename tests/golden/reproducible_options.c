// options: -march=x86-64-v3
/* With fused multiply-adds on the host, some values are not the device's. */
double f(const double *a, const double *b, int n)
{
    double s = 0, t = 0, u = 0, v = 0, w = 0, x = 0, m = a[0];
#pragma tcr reduce(+ : s) reproducible
    for (int i = 0; i < n; i++)
        s += a[i] - b[i] / 3;
#pragma tcr reduce(+ : t) reproducible
    for (int i = 0; i < n; i++)
        t += a[i] * b[i];
#pragma tcr reduce(+ : u, v) reproducible
    for (int i = 0; i < n; i++) {
        if (b[i] > m)
            u -= (a[i] - m) * (a[i] - m) * b[i];
        v += a[i] + b[i];
    }
#pragma tcr reduce(+ : w) reproducible
    for (int i = 0; i < n; i++)
        w += a[i] * b[i] + 1;
#pragma tcr reduce(+ : x) reproducible
    for (int i = 0; i < n; i++) {
        double p = a[i] * b[i];
        x += p - m;
    }
#pragma tcr reduce(+ : x) reproducible
    for (int i = 0; i < n; i++) {
        x += a[i] * b[i];
        x += a[i];
    }
    return s + t + u + v + w + x;
}
