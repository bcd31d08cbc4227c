/* SPDX-License-Identifier: MIT */
/* Arrays and structures of which a construct has copies, written in ways that do not name them, or
 * under a rule that lists nothing: what is outside stays as it was.
 * compiler: gcc
 * sanitize: no
 * flags: -O1 -fopenmp
 * accept: omp
 * device: 2
 * refused: firstprivate-type firstprivate-type firstprivate-type firstprivate-type
 */
#include <stdio.h>

enum { N = 64 };
static int fixed[N];

struct pair {
    int v[4];
    double w;
};

static void set(int *a, int i)
{
    a[i] = i + 100;
}

static int get(const int *a, int i)
{
    return a[i];
}

static void show(const char *what, const int *a)
{
    long sum = 0;
    for (int i = 0; i < N; i++)
        sum += a[i];
    printf("%s %ld\n", what, sum);
}

static void listed(int n)
{
    int arr[N], *p;
    long t = 0;

    for (int i = 0; i < N; i++)
        arr[i] = fixed[i] = i;
#pragma omp parallel for firstprivate(arr) reduction(+ : t)
    for (int i = 0; i < n; i++) {
        set(arr, i);
        t += arr[i];
    }
    show("by a function", arr);
#pragma omp parallel for private(p) firstprivate(arr) reduction(+ : t)
    for (int i = 0; i < n; i++) {
        p = arr;
        p[i] = 55;
        t += p[i];
    }
    show("by a pointer", arr);
#pragma omp parallel for firstprivate(fixed) reduction(+ : t)
    for (int i = 0; i < n; i++) {
        set(fixed, i);
        t += fixed[i];
    }
    show("static", fixed);
#pragma omp parallel for firstprivate(arr) reduction(+ : t) /* only read: on the device */
    for (int i = 0; i < n; i++)
        t += get(arr, i);
    printf("%ld\n", t);
}

static void by_rule(int n)
{
    int arr[N] = {0}, out[N];
    struct pair q = {{1, 2, 3, 4}, 5};

#pragma omp parallel for default(firstprivate)
    for (int i = 0; i < n; i++)
        arr[i] = i + 3;
    show("default(firstprivate)", arr);
#pragma omp parallel for default(private) shared(out, n)
    for (int i = 0; i < n; i++) {
        q.v[1] = i;
        out[i] = q.v[1];
    }
    show("default(private)", out);
    printf("%d\n", q.v[1]);
#pragma omp taskloop
    for (int i = 0; i < n; i++)
        arr[i] = i + 10;
    show("taskloop", arr);
#pragma omp target teams distribute parallel for defaultmap(firstprivate : aggregate)
    for (int i = 0; i < n; i++)
        arr[i] = i + 30;
    show("defaultmap", arr);
#pragma omp parallel for default(firstprivate) shared(arr) /* on the device */
    for (int i = 0; i < n; i++)
        arr[i] = i + 50;
    show("shared", arr);
}

int main(void)
{
    listed(N);
    by_rule(N);
    return 0;
}
