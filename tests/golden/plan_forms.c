// Decisions of a plan that no other case has; tests/report compares the report with them.
// options: --tcr-arch=sm_75,sm_80,sm_90,compute_80 --tcr-accept=omp -fopenmp -fPIC
static double t0(double x) { return x + 1; }
static double t1(double x) { return t0(x) + t0(x + 1) + t0(x + 2); }
static double t2(double x) { return t1(x) + t1(x + 1) + t1(x + 2); }
static double t3(double x) { return t2(x) + t2(x + 1) + t2(x + 2); }
static double t4(double x) { return t3(x) + t3(x + 1) + t3(x + 2); }
static double t5(double x) { return t4(x) + t4(x + 1); }
double weigh(double x)
{
    return 2 * x;
}

double forms(int n, int m, const double *a, const float *f, const _Float16 *h, const int *k)
{
    double s = 0, low = 1e9;
    _Float16 sum = 0;
    int found = 0, last = -1;
    /* functions that are compiled once and called */
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += t5(a[i]);
    /* a function that the loader may replace */
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += weigh(a[i]);
    /* a form for each architecture, in groups of floats where there are such */
#pragma tcr reduce(+ : s, sum)
    for (int i = 0; i < n; i++) {
        s += f[i];
        sum += h[i];
    }
    /* a variable that takes one constant; one that takes the counter */
#pragma tcr reduce(|| : found) reduce(max : last)
    for (int i = 0; i < n; i++)
        if (k[i] < 0) {
            found = 1;
            last = i;
        }
    /* the user's own text, where a NaN would stay */
#pragma omp parallel for reduction(min : low)
    for (int i = 0; i < n; i++)
        if (a[i] < low)
            low = a[i];
    /* a section whose numbers are known at run time only */
    double hist[64];
    for (int i = 0; i < 64; i++)
        hist[i] = 0;
#pragma tcr reduce(+ : hist[0 : m])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            hist[j] += a[i] * j;
    return s + low + hist[0] + (double)sum + found + last;
}
