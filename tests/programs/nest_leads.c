/* SPDX-License-Identifier: MIT */
/*
 * Statements between the loops of a nest: row pointers, first subscripts, factors.
 * flags: -O1 -std=gnu11
 * device: 17
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NY = 37, NX = 53, NZ = 5 };

static double a[NY * NX], b[NY * NX], c[NZ * NY * NX], w[NY], x[NX];

static void fill(void)
{
    for (int i = 0; i < NY * NX; i++) {
        a[i] = (i * 7 % 31) - 11;
        b[i] = 1000 + i;
    }
    for (int i = 0; i < NZ * NY * NX; i++)
        c[i] = i % 17;
    for (int i = 0; i < NY; i++)
        w[i] = i % 5 - 2;
    for (int i = 0; i < NX; i++)
        x[i] = i % 9;
}

static void show(const char *name, const double *p, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += p[i] * (1 + i % 13);
    printf("%s %.17g\n", name, sum);
}

/* Row pointers, and a factor of the row. */
static void rows(const double *in, double *out, int ny, int nx)
{
#pragma tcr loop
    for (int j = 0; j < ny; j++) {
        const double *from = in + j * nx;
        double *to = &out[j * nx];
        const double factor = w[j];
        for (int i = 0; i < nx; i++)
            to[i] = factor * from[i];
    }
}

/* The variables at the top of the function, and of the block. */
static double c89(double *out, int ny, int nx)
{
    int i, j, at;
    double f, sum = 0;
#pragma tcr reduce(+ : sum)
    for (j = 1; j < ny - 1; j++) {
        int k, index;
        at = j * nx;
        f = w[j] + 1;
        for (i = 1; i < nx - 1; i++) {
            index = at + i;
            k = index + 1;
            out[index] = f * (a[k] + a[index - 1] + a[index - nx] + a[index + nx]);
            sum += out[index];
        }
    }
    return sum;
}

/* The row is divided by its first number, which the inner loop changes. */
static void pivot(double *m, int n, int nx)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        double p = m[i * nx];
        for (int k = 0; k < nx; k++)
            m[i * nx + k] /= p;
    }
}

/* The same by another name. */
static void other_name(double *m, const double *first, int n, int nx)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        const double p = first[i * nx];
        for (int k = 0; k < nx; k++)
            m[i * nx + k] = m[i * nx + k] + p;
    }
}

/* What stands between is used afterwards, whether the inner loop runs or not. */
static int live(double *out, int ny, int nx)
{
    int at = -1, i, j;
#pragma tcr loop
    for (j = 0; j < ny; j++) {
        at = j * 3;
        for (i = 0; i < nx; i++)
            out[j * NX + i] = at + i;
    }
    return at;
}

/* A variable of the row that goes from element to element. */
static void carried(double *out, int ny, int nx)
{
#pragma tcr loop
    for (int j = 0; j < ny; j++) {
        double last = 1;
        for (int i = 0; i < nx; i++) {
            out[j * nx + i] = last;
            last = a[j * nx + i];
        }
    }
}

/* The same without a value: what an iteration reads is set by it or by an earlier one. */
static void set_first(double *out, int ny, int nx)
{
#pragma tcr loop
    for (int j = 0; j < ny; j++) {
        double old;
        for (int i = 0; i < nx; i++) {
            if (i == 0)
                old = 5;
            out[j * nx + i] = old;
            old = a[j * nx + i] + 1;
        }
    }
}

/* The value of the last iteration is used. */
static double last(double *out, int ny, int nx)
{
    double t = 0, sum = 0;
    int i;
#pragma tcr reduce(+ : sum)
    for (int j = 0; j < ny; j++) {
        const int at = j * nx;
        for (i = 0; i < nx; i++) {
            t = a[at + i] * 2;
            sum += t;
        }
    }
    out[0] = t;
    return sum + i;
}

/* Three levels, with something before each; pointers that are moved on are another matter. */
static void deep(double *out)
{
#pragma tcr loop
    for (int k = 0; k < NZ; k++) {
        double *plane = out + k * NY * NX;
        const double height = k * 0.5;
        for (int j = 0; j < NY; j++) {
            double *row = plane + j * NX;
            int i;
            for (i = 0; i < NX; i++) {
                double *p = row + i;
                *p = *p * height + w[j];
            }
        }
    }
#pragma tcr loop
    for (int k = 0; k < NZ; k++) {
        double *p = out + k * NY * NX;
        for (int j = 0; j < NY * NX; j++)
            *p++ += 1;
    }
}

/* Subscripts that two iterations have in common. */
static void common(int ny, int nx)
{
#pragma tcr loop
    for (int j = 0; j < ny; j++) {
        int base = j * nx;
        for (int i = 0; i < nx; i++) {
            const int at = base + i / 2;
            b[at] = b[at] * 0.5 + i;
        }
    }
}

/* Bounds of the row; a bound that the row's variables say. */
static double triangle(const int *from)
{
    double sum = 0;
#pragma tcr reduce(+ : sum)
    for (int j = 0; j < NY; j++) {
        const int lo = from[j], hi = from[j + 1];
        for (int i = lo; i < hi; i++)
            sum += a[i] * x[i % NX];
    }
    return sum;
}

/* An element is made of the one before it: a row is one thread's. */
static void sweep(double *out)
{
#pragma tcr loop
    for (int j = 0; j < NY; j++) {
        double *row = out + j * NX;
        for (int i = 1; i < NX; i++)
            row[i] += 0.5 * row[i - 1];
    }
#pragma tcr loop
    for (int j = 0; j < NY; j++)
        for (int i = 1; i < NX; i++) {
            const int at = j * NX + i;
            out[at] = out[at] - 0.25 * out[at - 1];
        }
}

/* Two loops that OpenMP is asked to make one; and with something between. */
static void collapsed(double *out)
{
    int i, j;
#pragma tcr loop collapse(2)
    for (j = 0; j < NY; j++)
        for (i = 0; i < NX; i++)
            out[j * NX + i] += i - j;
#pragma tcr loop collapse(2)
    for (j = 0; j < NY; j++) {
        const int at = j * NX;
        for (i = 0; i < NX; i++)
            out[at + i] += i * j;
    }
}

/* Pointers to the rows that are read and written; of two rows that are one, in the loop's order. */
static double pointed(double **from, double **to, int ny, int nx)
{
    double most = 0;
#pragma tcr reduce(max : most)
    for (int j = 1; j < ny - 1; j++) {
        const double *up = from[j - 1], *down = from[j + 1];
        double *row = to[j];
        for (int i = 1; i < nx; i++) {
            row[i] = 0.5 * (up[i] + down[i]) - j;
            most = row[i] > most ? row[i] : most;
        }
    }
    return most;
}

int main(void)
{
    static double *rows_a[NY], *rows_b[NY];
    static int from[NY + 1];
    for (int i = 0; i <= NY; i++)
        from[i] = i * i;
    fill();
    rows(a, b, NY, NX);
    show("rows", b, NY * NX);
    printf("c89 %.17g\n", c89(b, NY, NX));
    show("c89", b, NY * NX);
    for (int i = 0; i < NY * NX; i++)
        b[i] = 1 << (i % 7);
    pivot(b, NY, NX);
    show("pivot", b, NY * NX);
    other_name(b, b, NY, NX);
    show("other_name", b, NY * NX);
    other_name(b, a, NY, NX);
    show("other_name", b, NY * NX);
    printf("live %d", live(b, NY, NX));
    printf(" %d", live(b, NY, 0));
    printf(" %d\n", live(b, 0, NX));
    show("live", b, NY * NX);
    carried(b, NY, NX);
    show("carried", b, NY * NX);
    set_first(b, NY, NX);
    show("set_first", b, NY * NX);
    printf("last %.17g\n", last(b, NY, NX));
    printf("last %.17g\n", last(b + 1, NY, 0));
    show("last", b, NY * NX);
    deep(c);
    show("deep", c, NZ * NY * NX);
    common(NY, NX);
    show("common", b, NY * NX);
    printf("triangle %.17g\n", triangle(from));
    sweep(b);
    show("sweep", b, NY * NX);
    collapsed(b);
    show("collapsed", b, NY * NX);
    for (int i = 0; i < NY; i++) {
        rows_a[i] = a + i * NX;
        rows_b[i] = b + i * NX;
    }
    printf("pointed %.17g\n", pointed(rows_a, rows_b, NY, NX));
    show("pointed", b, NY * NX);
    rows_b[5] = rows_b[7];
    printf("pointed %.17g\n", pointed(rows_a, rows_b, NY, NX));
    show("pointed", b, NY * NX);
    printf("pointed %.17g\n", pointed(rows_b, rows_b, NY, NX));
    show("pointed", b, NY * NX);
    return 0;
}
