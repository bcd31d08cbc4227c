/* SPDX-License-Identifier: MIT */
/*
 * Memory that an iteration allocates and gives back, and arrays of variable length: in the loop, in
 * functions that it calls, in inner loops; of more than the device has room for.
 *
 * flags: -O1 -std=gnu11 -fopenmp
 * accept: omp
 * device: 8
 */
#include <alloca.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 60 };
struct pair {
    double value;
    int at;
};
static double in[N][N], out[N];
static int odd[N];

/* The median by insertion, in a copy. */
static double median(const double *x, int n)
{
    double *t = malloc(sizeof(double) * (size_t)n);
    if (t == NULL) {
        fprintf(stderr, "no memory\n");
        exit(1);
    }
    for (int i = 0; i < n; i++) {
        int k = i;
        for (; k > 0 && t[k - 1] > x[i]; k--)
            t[k] = t[k - 1];
        t[k] = x[i];
    }
    double middle = t[n / 2];
    free(t);
    return middle;
}

static void medians(int n)
{
#pragma omp parallel for
    for (int i = 0; i < N; i++)
        out[i] = median(in[i], n);
}

static double lengths(int n)
{
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < N; i++) {
        double t[n], u[2 * n][3];
        memset(t, 0, sizeof t);
        for (int k = 0; k < n; k++) {
            t[k % 7 % n] += in[i][k];
            u[2 * k][1] = u[2 * k + 1][2] = t[0];
        }
        for (int k = 0; k < n; k++)
            sum += t[k] * (double)(sizeof t / sizeof *t) + u[k][k % 2 + 1];
    }
    return sum;
}

/* As C89 has it: declared in front, and set to NULL again. */
static void zeroed(int n)
{
    double *t;
    struct pair *p;
    int i, k;
#pragma omp parallel for private(t, p, k)
    for (i = 0; i < N; i++) {
        t = NULL;
        p = NULL;
        t = (double *)calloc((size_t)n, sizeof(double));
        p = (struct pair *)malloc(sizeof(struct pair) * 4);
        for (k = 0; k < 4; k++) {
            p[k].value = 0;
            p[k].at = k;
        }
        for (k = 0; k < n; k++) {
            t[k * k % n] += in[i][k];
            p[k % 4].value += t[k];
        }
        out[i] = p[3].value + p[i % 4].at;
        for (k = 0; k < n; k++)
            out[i] += t[k] * k;
        free(p);
        p = NULL;
        free(t);
        t = NULL;
    }
}

/* Rows of fixed length behind a pointer that is set to NULL, too. */
static int list_large(int (*list)[3], const double *x, int n)
{
    int found = 0;
    for (int k = 0; k < n; k++)
        if (x[k] > 5) {
            list[found][0] = k;
            list[found++][2] = n - k;
        }
    return found;
}

static void rows(int n)
{
    int(*list)[3] = NULL, found, i;
#pragma omp parallel for private(list, found)
    for (i = 0; i < N; i++) {
        list = (int(*)[3])malloc(sizeof(int[3]) * (size_t)n);
        found = list_large(list, in[i], n);
        out[i] = 0;
        for (int k = 0; k < found; k++)
            out[i] += list[k][0] * 2 + list[k][2];
        free(list);
        list = NULL;
    }
}

/* Given back on every way out; a new one in each turn of an inner loop. */
static int search(const double *x, int n, double from)
{
    int *seen = malloc((size_t)n * sizeof *seen);
    int found = 0;
    if (!seen)
        return -1;
    for (int i = 0; i < n; i++) {
        seen[i] = x[i] > from;
        if (x[i] > 1000) {
            free(seen);
            return -2;
        }
    }
    for (int i = 0; i < n; i++)
        found += seen[i] * i;
    free(seen);
    return found;
}

static void turns(int n)
{
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        odd[i] = 0;
        for (int k = 1; k < 5; k++) {
            char *mark = malloc((size_t)(n / k + 1));
            if (i % 9 == k) {
                free(mark);
                continue;
            }
            for (int j = 0; j <= n / k; j++)
                mark[j] = in[i][j] > k;
            odd[i] += mark[n / k] + 2 * mark[0] + search(in[i], n, k);
            free(mark);
        }
    }
}

/* Some iterations alone need it, and as much as only they know. */
static void some(int n)
{
#pragma omp parallel for
    for (int i = 0; i < N; i++)
        if (i % 3) {
            double t[i % n + 1];
            t[0] = i;
            for (int k = 1; k <= i % n; k++)
                t[k] = t[k - 1] + in[i][k];
            out[i] = t[i % n];
        }
}

/* By alloca, in a function; several in one statement, and one that needs what is declared in front. */
static double sums(const double *x, int n)
{
    double *t = alloca(sizeof(double) * (size_t)n), s = 0;
    t[0] = x[0];
    for (int i = 1; i < n; i++)
        t[i] = t[i - 1] + x[i];
    for (int i = 0; i < n; i++)
        s += t[i];
    return s;
}

static void together(int n)
{
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        int half = n / 2;
        double *t = calloc((size_t)half, sizeof *t), *u = malloc(sizeof *u * (size_t)n), w[half];
        for (int k = 0; k < n; k++) {
            u[k] = in[i][k];
            w[k % half] = t[k % half];
            t[k % half] += u[k];
        }
        out[i] = t[1] + u[n - 1] + w[half - 1] + sums(u, n);
        free(u);
        free(t);
    }
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        int m = n / 3, t[m];
        for (int k = 0; k < m; k++)
            t[k] = k + i;
        odd[i] = t[m - 1];
    }
}

/* A path with what only the host does, which no iteration takes here. */
static void rarely(double from)
{
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        if (in[i][0] > from) {
            int *chosen = malloc(sizeof *chosen);
            *chosen = rand() % N;
            out[i] = in[i][*chosen];
            free(chosen);
        } else
            out[i] = in[i][1];
    }
}

static void print(const char *what)
{
    double sum = 0;
    int sums = 0;
    for (int i = 0; i < N; i++) {
        sum += out[i] * (i + 1);
        sums += odd[i] * (i % 5);
    }
    printf("%s %g %d\n", what, sum, sums);
}

int main(void)
{
    static double large[20000];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            in[i][j] = (i * 7 + j * 13) % 19;
    medians(N);
    print("medians");
    medians(7);
    print("medians");
    printf("lengths %g %g\n", lengths(N), lengths(5));
    zeroed(20);
    print("zeroed");
    rows(25);
    print("rows");
    turns(30);
    print("turns");
    some(10);
    print("some");
    together(14);
    print("together");
    rarely(100);
    print("rarely");
    double sum = 0;
    for (int i = 0; i < 20000; i++)
        large[i] = i * 37 % 1001;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 3; i++)
        sum += median(large, 19000 + i);
    printf("large %g\n", sum);
    return 0;
}
