/* Structures with pointers in them, passed by value to functions of the loop.
 * device: 8
 * refused: pointer-unknown
 * sanitize: no
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 1000 };

typedef struct {
    int n, bins[4];
    double scale;
    unsigned level : 3;
    double *w;
    const int *idx;
    struct {
        float *t;
        unsigned kind : 3, other : 5;
    } in;
} Data;

typedef struct {
    Data data;
    Data *more;
} Problem;

static double at(Data d, int i)
{
    return d.w[d.idx[i]] * d.scale + d.in.t[d.bins[i % 4]];
}

static double row(int i, Data data, int n)
{
    double s = 0;
    for (int j = 0; j < n; j++)
        s += at(data, (i + j) % data.n);
    return s;
}

static void several(double *out, const Data d, const Problem p, int i)
{
    out[0] = d.w[i] - p.data.w[i];
    out[1] = p.more->w[i];
}

static double both(Data a, Data b, int i)
{
    return at(a, i) - 2 * at(b, i);
}

/* Its own copy is changed. */
static double moved(Data d, int i)
{
    if (i % 2)
        d.scale = 3;
    d.n += i;
    return d.scale * d.n;
}

/* The pointer of its own copy is changed. */
static double walked(Data d, int i)
{
    d.w += i;
    return *d.w;
}

/* What the host reads of bit-fields before a loop that writes. */
static double kind(Data d, int i)
{
    return d.w[i] * d.in.kind + d.level;
}

static double kind_of(const Data *d, int i)
{
    return d->w[i] + d->in.other;
}

static double written(Data D, Problem *p, double *out)
{
    double sum = 0;
#pragma tcr reduce(+ : sum)
    for (int i = 0; i < N; i++) {
        out[i] = kind(D, i);
        sum += out[i];
    }
#pragma tcr reduce(+ : sum)
    for (int i = 0; i < N; i++) {
        out[i] += kind_of(p->more, i);
        sum += out[i];
    }
    return sum;
}

static double of_parameter(Data D)
{
    double sum = 0;
#pragma tcr reduce(+ : sum)
    for (int i = 0; i < D.n; i++)
        sum += row(i, D, 3);
    return sum;
}

static double of_members(Problem *p)
{
    double sum = 0, other = 0;
#pragma tcr reduce(+ : sum)
    for (int i = 0; i < N; i++)
        sum += both(p->data, *p->more, i) + row(i, p->data, i % 5);
#pragma tcr reduce(+ : sum, other)
    for (int i = 0; i < N; i++) {
        double out[2];
        several(out, *p->more, *p, i);
        sum += out[0];
        other += out[1];
    }
    return sum + other;
}

static double changed(const Data *d)
{
    double sum = 0;
#pragma tcr reduce(+ : sum)
    for (int i = 0; i < N; i++)
        sum += moved(*d, i);
#pragma tcr reduce(+ : sum)
    for (int i = 0; i < N; i++)
        sum += walked(*d, i);
    return sum;
}

/* Names that mean other things in the functions. */
static double renamed(Data d, Data data)
{
    double sum = 0;
#pragma tcr reduce(+ : sum)
    for (int i = 0; i < N; i++)
        sum += both(data, d, i) + row(i, d, 2);
    return sum;
}

/* The structure is written between the loops. */
static double moving(Data d)
{
    double sum = 0;
    for (int k = 0; k < 3; k++, d.w++) {
#pragma tcr reduce(max : sum)
        for (int i = 0; i < N - 10; i++)
            sum = fmax(sum, at(d, i));
        d.scale += 1;
    }
    return sum;
}

static Data make(int k)
{
    Data d = {.n = N, .bins = {0, 3, 1, 2}, .scale = 0.5 * k};
    d.w = malloc((N + 10) * sizeof *d.w);
    int *idx = malloc(N * sizeof *idx);
    d.in.t = malloc(4 * sizeof *d.in.t);
    for (int i = 0; i < N + 10; i++)
        d.w[i] = i * k % 50;
    for (int i = 0; i < N; i++)
        idx[i] = i * 7 % N;
    for (int i = 0; i < 4; i++)
        d.in.t[i] = (float)(i + k);
    d.idx = idx;
    d.in.kind = 5;
    d.level = 6;
    d.in.other = (unsigned)k;
    return d;
}

int main(void)
{
    Data a = make(1), b = make(6);
    Problem p = {a, &b};
    printf("%.2f %.2f\n", of_parameter(a), of_parameter(b));
    printf("%.2f\n", of_members(&p));
    printf("%.2f\n", changed(&a));
    printf("%.2f %.2f\n", renamed(a, b), renamed(b, b));
    printf("%.2f\n", moving(b));
    double *out = calloc(N, sizeof *out);
    printf("%.2f %.2f\n", written(a, &p, out), out[7]);
    return 0;
}
/* SPDX-License-Identifier: MIT */
