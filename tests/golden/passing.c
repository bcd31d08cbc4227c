/* Which runs pass by the cache: those that an iteration has for itself beside some that all have. */
void multiply(double *restrict y, const double *restrict a, const double *restrict x, int n)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int k = 0; k < n; k++)
            s += a[i * n + k] * x[k];
        y[i] = s;
    }
}

/* nothing else wants the cache */
void sums(float *restrict y, const float *restrict a, int n)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        float s = 0;
        for (int k = 0; k < n; k++)
            s += a[i * n + k];
        y[i] = s;
    }
}

/* the row is read twice */
void spread(double *restrict y, const double *restrict a, const double *restrict x, int n)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        double s = 0, t = 0;
        for (int k = 0; k < n; k++)
            s += a[i * n + k] * x[k];
        for (int k = 0; k < n; k++)
            t += (a[i * n + k] - s) * (a[i * n + k] - s);
        y[i] = t;
    }
}
