/*
 * Writes at places that come out of memory: permutations, lists of places, rows whose
 * number of elements is read in the loop, structures.  Where no two iterations meet,
 * the loops run on the device; where two do, or one leaves its array, they run in the
 * program's order, and the arrays are as after the plain loop.
 *
 * device: 9
 * faults: launch:1 sync:2 copy:3 alloc:4
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 1000, MOST = 8, BOXES = 60, GAP = -77 };

typedef double real3[3];

struct atoms {
    real3 *force, *place;
    double *energy;
};

struct sim {
    struct atoms *atoms;
    int *n_atoms;
    int boxes;
};

struct point {
    short kind;
    double x[2];
    int hits;
};

static double fixed[N];

static void permute(double *to, const double *from, const int *idx, int n)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        to[idx[i]] = from[i];
}

static void add_each(double *to, const double *from, const int *idx, int n)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        to[idx[i]] += from[i] * to[idx[i]];
}

static double into_declared(const int *idx, int n)
{
    double most = 0;
#pragma tcr reduce(max : most)
    for (int i = 0; i < n; i++) {
        double v = 0.5 * i;
        fixed[idx[i]] = v;
        most = v > most ? v : most;
    }
    return most;
}

static void copy_with_clause(int *to, const int *idx, int n)
{
#pragma tcr loop copy(to [0:n])
    for (int i = 0; i < n; i++)
        if (idx[i] % 2)
            to[idx[i]] = i;
}

static double forces(struct sim *s)
{
    double energy = 0;
#pragma tcr reduce(+ : energy)
    for (int b = 0; b < s->boxes; b++)
        for (int ii = 0, i = b * MOST; ii < s->n_atoms[b]; ii++, i++) {
            for (int k = 0; k < 3; k++) {
                s->atoms->force[i][k] -= 0.5 * s->atoms->place[i][k];
                energy += s->atoms->place[i][k] * s->atoms->place[i][k];
            }
            s->atoms->energy[i] += 2;
        }
    return energy;
}

static void set_point(struct point *p, int k, double x)
{
    p[k].x[p[k].kind & 1] = x;
    p[k].hits++;
}

static void points(struct point *p, const int *idx, int n)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        set_point(p, idx[i], i);
}

/* Behind a head, so that elements do not begin where the block does. */
static void behind_head(struct point *p, const int *idx, int n)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        struct point *q = &p[idx[i]];
        struct point old = *q;
        old.x[0] = i;
        *q = old;
    }
}

/* Every other iteration reads what one before it has written. */
static void dependent(double *a, const int *idx, int n)
{
#pragma tcr loop
    for (int i = 1; i < n; i++)
        a[idx[i]] = a[idx[i - 1]] + 1;
}

/* Read by all, and written by none of them. */
static void from_one(double *a, const int *idx, int n)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        if (idx[i] != 5)
            a[idx[i]] = a[5] + i;
}

static double sum_of(const double *a, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += a[i] * (1 + i % 17);
    return s;
}

static void show(const char *what, const double *a)
{
    printf("%s %.15g\n", what, sum_of(a, N));
}

static void on_points(void)
{
    int idx[64];
    struct point *p = calloc(100, sizeof *p);
    char *block = malloc(8 + 100 * sizeof *p);
    double s = 0;
    for (int i = 0; i < 100; i++)
        p[i] = (struct point){(short)i, {i, -i}, 0};
    for (int i = 0; i < 64; i++)
        idx[i] = i * 37 % 100;
    points(p, idx, 64);
    struct point *q = (struct point *)(block + 8);
    memcpy(q, p, 99 * sizeof *p);
    behind_head(q, idx, 60);
    for (int i = 0; i < 99; i++)
        s += p[i].x[0] * i + p[i].x[1] + p[i].hits * 3 + q[i].x[0] + q[i].hits + q[i].kind;
    printf("points %.15g\n", s);
    free(block);
    free(p);
}

static void on_boxes(void)
{
    struct atoms a = {malloc(MOST * BOXES * sizeof(real3)), malloc(MOST * BOXES * sizeof(real3)),
                      calloc(MOST * BOXES, sizeof(double))};
    struct sim s = {&a, malloc(400 * sizeof(int)), BOXES};
    double sum = 0;
    for (int b = 0; b < BOXES; b++)
        s.n_atoms[b] = b % (MOST + 1);
    for (int i = 0; i < MOST * BOXES; i++)
        for (int k = 0; k < 3; k++) {
            a.force[i][k] = i;
            a.place[i][k] = i * 0.25 + k;
        }
    for (int turn = 0; turn < 3; turn++) {
        if (turn == 2) /* a box that runs over into the next one */
            s.n_atoms[7] = MOST + 2;
        sum += forces(&s);
    }
    for (int i = 0; i < MOST * BOXES; i++)
        sum += a.force[i][1] * i + a.force[i][2] + a.energy[i];
    printf("boxes %.15g\n", sum);
    free(a.force);
    free(a.place);
    free(a.energy);
    free(s.n_atoms);
}

int main(void)
{
    double *x = malloc(N * sizeof *x), *y = malloc((N + 200) * sizeof *y);
    int *idx = malloc(N * sizeof *idx), *to = malloc(N * sizeof *to);
    long sum = 0;
    for (int i = 0; i < N; i++) {
        x[i] = i * 0.125;
        idx[i] = (int)(i * 7919L % N);
        to[i] = GAP;
    }
    for (int i = 0; i < N + 200; i++)
        y[i] = GAP;
    permute(y, x, idx, N - 100); /* some are left */
    show("permuted", y);
    add_each(y, x, idx, N - 50);
    show("added", y);
    printf("most %g\n", into_declared(idx, N));
    show("declared", fixed);
    copy_with_clause(to, idx, N);
    for (int i = 0; i < N; i++)
        sum += to[i] * (i % 11L);
    printf("clause %ld\n", sum);
    from_one(y, idx, N - 1);
    show("from one", y);
    dependent(y, idx, N);
    show("dependent", y);

    idx[500] = idx[3]; /* two meet */
    for (int turn = 0; turn < 5; turn++) {
        permute(y, x, idx, N);
        show("met", y);
    }
    idx[500] = N + 100; /* within the block, beyond the clause */
    permute(y, x, idx, N);
    printf("beyond %g\n", y[N + 100]);
    {
        double *z = y;
#pragma tcr data copy(z [0:N])
        {
#pragma tcr loop present(z [0:N])
            for (int i = 0; i < N; i++)
                z[i] = 2 * z[i];    /* newer on the device */
            add_each(z, x, idx, N); /* leaves the section: put back, and on the host */
            idx[500] = idx[501];
            add_each(z, x, idx, N);
            idx[500] = (int)(500 * 7919L % N);
            add_each(z, x, idx, N);
        }
    }
    show("in place", y);
    printf("beyond %g\n", y[N + 100]);
    on_points();
    on_boxes();
    free(x);
    free(y);
    free(idx);
    free(to);
    return 0;
}
/* SPDX-License-Identifier: MIT */
