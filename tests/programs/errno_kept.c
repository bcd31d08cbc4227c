/* errno is as it was: after loops of all kinds, data directives, and calls of the heap that
 * succeed or fail.
 * device: 7
 * sanitize: no
 * faults: init:1 alloc:1 alloc:2 copy:1 module:1 launch:1 sync:1 lost:3
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 1000

static int wrong;

static void check(const char *what)
{
    if (errno != 33) {
        printf("%s: errno %d\n", what, errno);
        wrong = 1;
    }
    errno = 33;
}

static double loops(double *x, const int *at, double **row, int n)
{
    double s = 0, most = 0;
    long count[8] = {0};

#pragma tcr reduce(+ : s) reduce(max : most)
    for (int i = 0; i < n; i++) {
        s += x[i];
        if (x[i] > most)
            most = x[i];
    }
    check("a sum");
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += x[at[i]];
    check("a gather");
#pragma tcr reduce(+ : s)
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < n; j++)
            s += row[i][j];
    check("rows");
#pragma tcr reduce(+ : count [0:8])
    for (int i = 0; i < n; i++)
        count[at[i] & 7] += 1;
    check("a section");
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        x[i] += 1;
        s += at[i];
    }
    check("a loop that writes");
#pragma tcr reduce(+ : s) reproducible
    for (int i = 0; i < n; i++)
        s += x[i] * 1e300 * 1e-300;
    check("a reproducible sum");
#pragma tcr reduce(+ : s) if (n < 0)
    for (int i = 0; i < n; i++)
        s += x[i];
    check("a loop on the host");
    return s + most + (double)count[3];
}

static double data(double *x, int n)
{
    double s = 0;

#pragma tcr data copy(x [0:n])
    {
        check("data");
#pragma tcr reduce(+ : s)
        for (int i = 0; i < n; i++)
            s += x[i];
        check("a sum of present data");
#pragma tcr update self(x [0:n])
        check("update");
    }
    check("the end of data");
#pragma tcr enter data copyin(x [0:n])
    check("enter data");
#pragma tcr exit data delete (x [0:n])
    check("exit data");
    return s;
}

static void heap(void)
{
    void *block[100], *aligned;

    for (int k = 0; k < 100; k++) {
        block[k] = malloc((size_t)(k + 1) * 2000);
        check("malloc");
    }
    for (int k = 0; k < 100; k++) {
        void *more = realloc(block[k], 300000);

        check("realloc");
        free(more);
        check("free");
    }
    free(calloc(1000, 10));
    free(NULL);
    check("calloc");
    free(reallocarray(NULL, 100, 100));
    check("reallocarray");
    if (posix_memalign(&aligned, 64, 5000) == 0)
        free(aligned);
    check("posix_memalign");
    aligned = aligned_alloc(64, 6400);
    free(aligned);
    check("aligned_alloc");
    if (malloc((size_t)-1 / 4) != NULL || errno != ENOMEM)
        printf("a malloc that fails says errno %d\n", errno);
    errno = 33;
}

int main(void)
{
    double *x = malloc(N * sizeof *x), *row[4] = {x, x, x, x};
    int *at = malloc(N * sizeof *at);

    for (int i = 0; i < N; i++) {
        x[i] = i % 5;
        at[i] = N - 1 - i;
    }
#ifdef __clang__ /* whose OpenMP library looks for files at its first call */
    double none = 0;
#pragma tcr reduce(+ : none) if (none > 0)
    for (int i = 0; i < N; i++)
        none += x[i];
#endif
    errno = 33;
    for (int k = 0; k < 3; k++) {
        printf("%g\n", loops(x, at, row, N));
        printf("%g\n", data(x, N));
    }
    heap();
    free(x);
    free(at);
    check("free");
    return wrong;
}
/* SPDX-License-Identifier: MIT */
