/* Combined and composite constructs of OpenMP with a reduction, and their clauses.
 * compiler: gcc
 * sanitize: no
 * flags: -O1 -fopenmp
 * accept: omp
 * refused: clause
 * device: 20
 */
#include <stdio.h>

#define N 3000
#define M 40
#define RED(op, v) reduction(op : v)
#define STR(...) #__VA_ARGS__
#define OMP(...) _Pragma(STR(omp __VA_ARGS__))

static double a[N], b[N], A[M][M];
static int c[N];

static void show(const char *what, double s, int i)
{
    printf("%-12s %.17g %d\n", what, s, i);
}

static void parallel_loops(int n)
{
    int i = -1, j = -2, last = 0, all = 1, any = 0, odd = 5;
    unsigned bits = ~0u, x = 0, o = 0;
    long long prod = 1;
    double s = 0, t = 7, lo = 1e300, hi = -1e300, nan = 0.0 / (n - n);
#pragma omp parallel for reduction(+ : s) RED(min, lo) RED(max, hi) private(t)                     \
    lastprivate(last) schedule(static, 16) num_threads(3) if (n > 100) proc_bind(close)
    for (i = 0; i < n; i++) {
        t = a[i] * b[i];
        s += t;
        if (t < lo)
            lo = t;
        hi = t > hi ? t : hi;
        last = c[i];
    }
    printf("%g %g %g %d\n", lo, hi, t, last);
    show("for", s, i);
    OMP(parallel for RED(&, bits) RED(|, o) \
        RED(^, x) reduction(*:prod) reduction(&&:all) reduction(||:any))
    for (i = 0; i < n; i++) {
        bits &= c[i] | 8;
        o |= c[i];
        x ^= c[i];
        prod *= c[i] % 2 + 1;
        all = all && c[i] >= 0;
        any = any || c[i] == 1000;
    }
    printf("%u %u %u %lld %d %d\n", bits, o, x, prod, all, any);
#pragma omp parallel for reduction(|| : odd)
    for (i = 0; i < n; i++)
        odd = odd || c[i] > 5000;
    show("odd", odd, i);
#pragma omp parallel for collapse(2) reduction(+ : s) private(i, j)
    for (i = 0; i < M; i++)
        for (j = 0; j < M; j++)
            s += A[i][j];
    show("collapse", s, j);
#pragma omp parallel for default(none) shared(A, n) private(j) reduction(- : s)
    for (i = 0; i < M; i++)
        for (j = 0; j < M; j++)
            s -= A[i][j];
    show("none", s, j);
#pragma omp parallel for simd reduction(+ : s) simdlen(4)
    for (i = 0; i < n; i++)
        s += a[i];
    show("for simd", s, i);
#pragma omp simd reduction(+ : s) safelen(8)
    for (i = 0; i < n; i += 3)
        s += a[i];
    show("simd", s, i);
#pragma omp parallel for reduction(max : nan)
    for (i = 0; i < n; i++)
        if (a[i] > nan)
            nan = a[i];
    printf("%d\n", nan == nan);
#pragma omp parallel for reduction(+ : s)
    for (i = 0; i < n - n; i++)
        s += a[i];
    show("empty", s, i);
#pragma omp parallel
#pragma omp for reduction(+ : s)
    for (i = 0; i < n; i++)
        s += b[i];
    show("two lines", s, i);
#pragma omp parallel reduction(+ : s) private(t)
    {
#pragma omp for
        for (i = 0; i < n; i++) {
            t = b[i];
            s += t;
        }
    }
    show("braces", s, i);
}

static void target_loops(int n)
{
    int i = -1;
    double s = 0;
    const double *p = a;
#pragma omp target teams distribute parallel for simd map(to : p [0:n]) reduction(+ : s)
    for (i = 0; i < n; i++)
        s += p[i];
    show("all", s, i);
#pragma omp target map(tofrom : s) map(to : a)
#pragma omp teams distribute parallel for reduction(+ : s)
    for (i = 0; i < n; i++)
        s += a[i];
    show("mapped", s, i);
#pragma omp target
#pragma omp teams distribute parallel for reduction(+ : s)
    for (i = 0; i < n; i++)
        s += a[i];
    show("a copy", s, i);
#pragma omp target parallel for reduction(+ : s) map(to : a[:N])
    for (i = 0; i < n; i++)
        s += a[i];
    show("parallel", s, i);
#pragma omp target teams loop reduction(+ : s)
    for (i = 0; i < n; i++)
        s += a[i];
    show("loop", s, i);
#pragma omp target simd reduction(+ : s) device(0)
    for (i = 0; i < n; i++)
        s += a[i];
    show("simd", s, 0);
#pragma omp target map(tofrom : s)
    {
#pragma omp teams
        {
#pragma omp distribute parallel for simd reduction(+ : s)
            for (i = 0; i < n; i++)
                s += a[i];
        }
    }
    show("braces", s, 0);
#pragma omp teams distribute parallel for reduction(+ : s)
    for (i = 0; i < n; i++)
        s += a[i];
    show("host teams", s, i);
}

static void task_loops(int n)
{
    int i;
    double s = 0;
#pragma omp parallel num_threads(3)
#pragma omp single
    {
#pragma omp taskloop reduction(+ : s)
        for (i = 0; i < n; i++)
            s += a[i];
#pragma omp taskloop simd reduction(+ : s) grainsize(100)
        for (i = 0; i < n; i++)
            s += a[i];
    }
#pragma omp parallel master taskloop reduction(+ : s)
    for (i = 0; i < n; i++)
        s += a[i];
    show("taskloop", s, 0);
}

static void inner_loops(int n)
{
    int i, j;
    double s = 0, f[3];
#pragma omp parallel for reduction(+ : s) private(j)
    for (i = 0; i < M; i++) {
        double row = 0;
#pragma omp simd reduction(+ : row)
        for (j = 0; j < M; j++)
            row += A[i][j];
        s += row * row;
    }
#pragma omp parallel for
    for (i = 0; i < 3; i++) {
        double row = 0;
#pragma omp simd reduction(+ : row)
        for (int k = 0; k < n; k++)
            row += a[k] * (i + 1);
        f[i] = row;
    }
    printf("%g %g %g %g\n", s, f[0], f[1], f[2]);
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i % 19 - 4, b[i] = i % 7, c[i] = i * 37 % 1001;
    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++)
            A[i][j] = (i * j) % 9 - 3;
    parallel_loops(N);
    target_loops(N);
    task_loops(N);
    inner_loops(N);
    return 0;
}
/* SPDX-License-Identifier: MIT */
