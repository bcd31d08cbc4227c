/* Everything stays on the device: conjugate gradients whose vectors the host
 * changes and updates.
 * copied: 0
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define BAND 3

struct matrix {
    int n;
    double (*row)[BAND]; /* left, middle, right */
};

struct work {
    double *r, *p, *q;
};

static void multiply(const struct matrix *m, const double *p, double *q)
{
    for (int i = 0; i < m->n; i++) {
        q[i] = m->row[i][1] * p[i];
        if (i > 0)
            q[i] += m->row[i][0] * p[i - 1];
        if (i + 1 < m->n)
            q[i] += m->row[i][2] * p[i + 1];
    }
}

static double dot(const double *a, const double *b, int n)
{
    double sum = 0;
#pragma tcr reduce(+ : sum) present(a[0:n], b[0:n])
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

/* b - A x, from what is on the device */
static double residual(const struct matrix *m, const double *x, const double *b)
{
    double most = 0;
    int n = m->n;
#pragma tcr data present(m->row[0:n], b[0:n], x[0:n])
    {
#pragma tcr reduce(max : most)
        for (int i = 1; i < n - 1; i++) {
            double d = b[i] - m->row[i][0] * x[i - 1] - m->row[i][1] * x[i] - m->row[i][2] * x[i + 1];
            if (fabs(d) > most)
                most = fabs(d);
        }
    }
    return most;
}

static int solve(const struct matrix *m, double *x, const double *b, struct work *w)
{
    int n = m->n, turn = 0;
    double rr, old;

    for (int i = 0; i < n; i++) {
        x[i] = 0;
        w->r[i] = w->p[i] = b[i];
    }
#pragma tcr enter data copyin(w->r[:n], w->p[:n]) create(w->q[:n])
    rr = dot(w->r, w->r, n);
    while (rr > 1e-18 && turn < 200) {
        multiply(m, w->p, w->q);
#pragma tcr update device(w->q[0:n])
        double alpha = rr / dot(w->p, w->q, n);
        for (int i = 0; i < n; i++) {
            x[i] += alpha * w->p[i];
            w->r[i] -= alpha * w->q[i];
        }
#pragma tcr update device(w->r[0:n], x[0:n])
        old = rr;
        rr = dot(w->r, w->r, n);
        for (int i = 0; i < n; i++)
            w->p[i] = w->r[i] + rr / old * w->p[i];
#pragma tcr update device(w->p[0:n]) async(1)
#pragma tcr wait(1)
        turn++;
    }
#pragma tcr exit data delete(w->r, w->p, w->q)
    return turn;
}

int main(void)
{
    static double x[500], b[500];
    struct matrix m = {500, NULL};
    struct work w;
    int turns;

    m.row = malloc(500 * sizeof *m.row);
    w.r = malloc(3 * sizeof x);
    w.p = w.r + 500;
    w.q = w.p + 500;
    for (int i = 0; i < 500; i++) {
        m.row[i][0] = m.row[i][2] = -1;
        m.row[i][1] = 2.5;
        b[i] = i % 7 - 3;
    }
#pragma tcr data copyin(m.row[0:500], b) create(x)
    {
        turns = solve(&m, x, b, &w);
        printf("%s %d\n", turns < 100 ? "converged" : "no", residual(&m, x, b) < 1e-6);
    }
    printf("%.6f\n", x[17]);
    free(m.row);
    free(w.r);
    return 0;
}
/* SPDX-License-Identifier: MIT */
