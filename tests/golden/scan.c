/* Prefix sums: the phases as functions, what is kept between them, resets, tests of arrays. */
void inclusive(const double *restrict a, double *restrict out, int n, double *total)
{
    double s = *total, t;
#pragma tcr reduce(inscan, + : s) private(t)
    for (int i = 0; i < n; i++) {
        const double x[2] = {a[i], a[i] / 2};
        t = x[0] * x[1];
        if (i % 100 == 0)
            s = 0;
        s += t;
#pragma tcr scan inclusive(s)
        out[i] = s - t + x[1];
    }
    *total = s;
}

long exclusive(const int *a, long *out, int n)
{
    long at = 0;
    int most = 0;
#pragma tcr reduce(inscan, + : at) reduce(inscan, max : most)
    for (int i = 0; i < n; i++) {
        int here = a[i];
        out[i] = at + most;
#pragma tcr scan exclusive(at, most)
        at += here;
        if (a[i] > most)
            most = a[i];
    }
    return at;
}

/* Nothing but an array's prefix sums: two kernels more.  Not so where elements are converted. */
float plain(const float *restrict a, float *restrict out, int n)
{
    float s = 0;
#pragma tcr reduce(inscan, + : s)
    for (int i = 0; i < n; i++) {
        s += a[i];
#pragma tcr scan inclusive(s)
        out[i] = s;
    }
    return s;
}

long plain_exclusive(const long *a, long *out, int n)
{
    long s = 0;
#pragma tcr reduce(inscan, + : s)
    for (int i = 2; i < n; i++) {
        out[i - 2] = s;
#pragma tcr scan exclusive(s)
        s += a[i];
    }
    return s;
}

double converted(const float *a, double *restrict out, int n)
{
    double s = 0;
#pragma tcr reduce(inscan, + : s)
    for (int i = 0; i < n; i++) {
        s += a[i];
#pragma tcr scan inclusive(s)
        out[i] = s;
    }
    return s;
}

double downwards(const double *a, double *restrict out, int n)
{
    double s = 0;
#pragma tcr reduce(inscan, + : s)
    for (int i = n - 1; i >= 0; i--) {
        s += a[i];
#pragma tcr scan inclusive(s)
        out[i] = s;
    }
    return s;
}
