/* SPDX-License-Identifier: MIT */
/*
 * Memory of an iteration that some iterations ask for alone, or give back under another condition;
 * errors that go to a common end.  What a `switch` may enter behind the allocation, or asks for a
 * size that has an effect, is refused.
 *
 * flags: -O1 -std=gnu11 -fopenmp
 * accept: omp
 * device: 7
 */
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#define N 60
static double a[N], out[N];
static int c[N];
static void tested(int n, int m)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double *t = NULL, s = 0;
        if (c[i] > 0)
            t = malloc(m * sizeof *t);
        if (c[i] > 0) {
            for (int k = 0; k < m; k++)
                t[k] = a[i] * k;
            for (int k = 0; k < m; k++)
                s += t[k] * t[m - 1 - k];
        }
        out[i] = s;
        if (t)
            free(t);
    }
}
static void conditional(int n, int m)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double *t = NULL, *u, s = 0;
        if (c[i] > 0) {
            int more = m + c[i] % 3;
            u = calloc(more, sizeof *u);
            t = malloc(m * sizeof *t);
            if (!t)
                exit(3);
            for (int k = 0; k < m; k++)
                t[k] = a[i] * k + u[k];
        }
        if (t != NULL)
            for (int k = 0; k < m; k++)
                s += t[k] * t[m - 1 - k];
        out[i] = s;
        if (c[i] > 0) {
            free(t);
            free(u);
        }
    }
}
static void common_end(int n, int m)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double *t = NULL, *u = NULL;
        double s = 0;
        if (c[i] < -5)
            goto done;
        t = malloc(m * sizeof *t);
        if (!t)
            goto done;
        if (c[i] < 0) {
            s = -1;
            goto done;
        }
        u = malloc(m * sizeof *t);
        if (u == NULL)
            goto done;
        for (int k = 0; k < m; k++)
            t[k] = a[i] * k, u[k] = t[k];
        for (int k = 0; k < m; k++)
            s += t[k] * u[m - 1 - k];
    done:
        out[i] = s;
        free(u);
        free(t);
    }
}
static double deep(int i, int m)
{
    double *t = NULL, s = 0;
    if (i % 2) {
        t = malloc(m * sizeof *t);
        if (!t)
            return -1;
        memset(t, 0, m * sizeof *t);
    }
    if (!t) {
        s = 5;
        goto end;
    }
    for (int k = 0; k < m; k++)
        t[k] += k * i;
    s = t[m - 1];
end:
    free(t);
    return s;
}
static void called(int n, int m)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        out[i] = deep(i, m);
}
static void fill(double (*s)[3][3], const double *q, int m, double f)
{
    for (int k = 0; k < m; k++)
        for (int j = 0; j < 9; j++)
            s[k][j / 3][j % 3] = q[0] * k + j * f;
}
static void sum_at(double *d, const double (*s)[3][3], int m, double f)
{
    double sum = f;
    if (s)
        for (int k = 0; k < m; k++)
            sum += s[k][1][k % 3];
    *d += sum;
}
static void one(double *d, int wang, int m, int i)
{
    double(*s)[3][3], q[3] = {a[i], 1, 2};
    s = NULL;
    if (wang) {
        s = (double(*)[3][3])malloc(sizeof(double[3][3]) * m);
        fill(s, q, m, 0.5);
    }
    sum_at(d, s, m, a[i]);
    if (wang) {
        free(s);
        s = NULL;
    }
}
static void handed_on(int n, int m)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        one(&out[i], c[i] > 0, m, i);
}
static void listed(int n, int m)
{
    double *t;
#pragma omp parallel for private(t)
    for (int i = 0; i < n; i++) {
        t = NULL;
        if (c[i] % 2) {
            t = malloc(m * sizeof *t);
            t[0] = i;
        }
        out[i] += t ? t[0] : 1;
        if (t) {
            free(t);
            t = NULL;
        }
    }
}
/* Refused: sizes that have an effect, below an `if` or not; a `case` behind the allocation. */
static void counted(int n, int m)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double *t = NULL, s = 0;
        int more = 0;
        if (c[i] > 0) {
            t = malloc((more = m) * sizeof *t);
            for (int k = 0; k < more; k++)
                t[k] = a[i] + k;
            for (int k = 0; k < more; k++)
                s += t[k];
        }
        out[i] = s + more;
        free(t);
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double *t = NULL;
        int k = m;
        if (c[i] > 0)
            if ((t = calloc(k++, sizeof *t)) != NULL)
                t[m - 1] = a[i];
        out[i] += k + (t ? t[m - 1] : 0);
        free(t);
    }
}
static void fill_ten(double *t, double x)
{
    for (int k = 0; k < 10; k++)
        t[k] = x + k;
}
static double entered(int i, int k)
{
    double *t = NULL, s = a[i];
    switch (k) {
    case 0:;
        t = malloc(10 * sizeof *t);
        fill_ten(t, s);
    case 1:
        if (t)
            s += t[3];
        free(t);
    }
    return s;
}
static double entered_below(int i, int k)
{
    double *t = NULL, s = a[i];
    switch (k) {
    default:
        if (i % 2)
            t = malloc(10 * sizeof *t);
        if (t) {
            fill_ten(t, s);
            while (s < 100) {
                s += t[3] + 50;
            case 1:
                s += t ? t[4] : 1000;
            }
        }
        free(t);
    }
    return s;
}
/* A `switch` with all of its labels between the two does no harm. */
static double chosen(int i, int k)
{
    double *t = malloc(10 * sizeof *t), s = a[i];
    switch (k) {
    case 0:
        fill_ten(t, s);
        break;
    default:
        fill_ten(t, -s);
    }
    s += t[3];
    free(t);
    return s;
}
static void switched(int n)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        out[i] = entered(i, (c[i] + 11) % 3);
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        out[i] += entered_below(i, (c[i] + 11) % 3);
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        out[i] += chosen(i, (c[i] + 11) % 3);
}

static void show(const char *w)
{
    double s = 0;
    for (int i = 0; i < N; i++)
        s += out[i] * (i + 1);
    printf("%s %.12g\n", w, s);
}
int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i * 0.25, c[i] = (i * 37) % 23 - 11;
    tested(N, 20);
    show("tested");
    conditional(N, 20);
    show("conditional");
    common_end(N, 20);
    show("common end");
    called(N, 20);
    show("called");
    handed_on(N, 7);
    listed(N, 5);
    show("handed on");
    counted(N, 5);
    show("counted");
    switched(N);
    show("switched");
    return 0;
}
