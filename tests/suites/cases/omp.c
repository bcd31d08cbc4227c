/* What translate.py makes of OpenMP's directives; omp.tcr is the translation. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#define N 1000
#define EACH _Pragma("omp parallel for reduction(max : top) private(t)")

static double a[N], b[N];

#pragma omp declare target
static double twice(double x)
{
    return 2 * x;
}
#pragma omp end declare target

static double combined(int n, const double *x)
{
    double sum = 0;
#pragma omp target teams distribute parallel for simd reduction(+:sum) \
    map(to: x[0:n], n) map(always, tofrom: sum) num_teams(8) if(target: n > 10) collapse(1)
    for (int i = 0; i < n; i++)
        sum += x[i]; // "#pragma omp for" here is text
    return sum;
}

static int region(void)
{
    int count = 0, odd = 0;
#pragma omp target parallel num_threads(4) reduction(+:count) map(tofrom: a[0:N], odd)
    {
        /* #pragma omp for */
#pragma omp for reduction(default, ^ : odd) nowait
        for (int i = 0; i < N; ++i)
            if (a[i] > b[i])
                odd ^= 1;
#pragma omp for schedule(dynamic, 4)
        for (int i = 0; i < N; ++i) {
            a[i] = twice(a[i]);
            if (i % 7 == 0)
                count++;
        }
#pragma omp single
        odd += 2;
    }
    return count * 10 + odd;
}

static double data(void)
{
    double sum = 0, t, top = 0;
#pragma omp target enter data map(to: b[:N])
#pragma omp target data map(tofrom: a[0:N])
    {
#pragma omp target teams distribute
        for (int i = 0; i < N; i++)
            a[i] += 1;
#pragma omp target update from(a[0:N])
    }
#pragma omp target teams loop reduction(+:sum)
    for (int i = 0; i < 10; i++) {
#pragma omp loop bind(thread) reduction(+:sum)
        for (int j = 0; j < 10; j++)
            sum += b[10 * i + j];
    }
#pragma omp target exit data map(release: b[:N])
    EACH
    for (int i = 0; i < N; i++) {
        t = a[i] * b[i];
        if (t > top)
            top = t;
    }
    return sum + top;
}

static int tasks(void)
{
    int sum = 0;
#pragma omp taskgroup task_reduction(+:sum)
    {
#pragma omp taskloop in_reduction(+:sum) grainsize(10)
        for (int i = 0; i < N; i++)
            sum += i;
#pragma omp task in_reduction(+:sum)
        sum += 5;
    }
    return sum;
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        a[i] = i % 13;
        b[i] = i % 11;
    }
    return combined(N, a) != 5994 || region() != 1432 || data() != 745 || tasks() != 499505 ||
           omp_get_num_threads() != 1;
}
