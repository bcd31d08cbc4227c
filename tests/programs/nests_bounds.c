/* Inner loops in a thread whose bounds are in memory that the device checks: read once where nothing
 * is written to memory meanwhile, and in each iteration where the loop changes what they are.
 *
 * options: --tcr-accept=omp
 * flags: -O1 -fopenmp
 */
#include <stdio.h>
#include <stdlib.h>

struct cells {
    int n, *count, *near;
    double *r, *f;
};

static double apart(const double *a, const double *b, double *d)
{
    d[0] = *a - *b;
    return d[0] * d[0];
}

/* `count` says the same all the time: f is kept in registers. */
void kept(const struct cells *s)
{
#pragma omp parallel for
    for (int c = 0; c < s->n; c++)
        for (int a = 0; a < s->count[c]; a++) {
            const int i = c * 32 + a;
            s->f[i] = 0;
            for (int k = 0; k < 27; k++) {
                const int other = s->near[27 * c + k];
                for (int b = 0; b < s->count[other]; b++) {
                    double d[1];
                    if (apart(&s->r[i], &s->r[other * 32 + b], d) < 2)
                        s->f[i] += d[0];
                }
            }
        }
}

/* The bound is what the loop writes. */
void grows(int n, const int *at, int (*list)[8], double *sum)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double x = 0;
        for (int k = 1; k < list[at[i]][0]; k++) {
            list[at[i]][0] -= list[at[i]][k] & 1;
            x += list[at[i]][k];
        }
        sum[i] = x;
    }
}

/* It is a variable's, through a pointer. */
void shrinks(int n, const int *at, const int *length, const double *v, double *sum)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        int left = length[at[i]], *q = &left;
        double x = 0;
        for (int k = 0; k < *q; k++) {
            x += v[at[i] + k];
            if (x > 8)
                (*q)--;
        }
        sum[i] = x;
    }
}

/* The variable is narrower than the bound, which it may never reach. */
void narrow(int n, const int *at, const long *length, const double *v, double *sum)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double x = 0;
        for (int k = 0; k < length[at[i]] && x < 8; k++)
            x += v[at[i] + k];
        for (int k = 0; k < length[at[i]]; k++) {
            x = x / 2 + v[at[i] + k];
            if (x < 0)
                break;
        }
        sum[i] = x;
    }
}

/* A break and a continue; the bound is an expression. */
void leaves(int n, const int *at, const int *length, const double *v, double *sum)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double x = 0;
        int k;
        for (k = 1; k < 2 * length[at[i]] + 1; k++) {
            if (v[at[i] + k] < 0)
                continue;
            x = x / 2 + v[at[i] + k];
            if (x > 100)
                break;
        }
        sum[i] = x + k;
    }
}

enum { N = 600, ROOM = 32 * N };

static unsigned noise(unsigned k)
{
    return (k * 2654435761u ^ k << 7) >> 9;
}

static void show(const char *name, const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum = sum / 2 + x[i] * (i % 13);
    printf("%s %.15g\n", name, sum);
}

int main(void)
{
    struct cells s = {.n = N};
    int *at = malloc(N * sizeof *at), *length = malloc(N * sizeof *length);
    int (*list)[8] = malloc(N * sizeof *list);
    long *wide = malloc(N * sizeof *wide);
    double *v = malloc(ROOM * sizeof *v), *sum = malloc(N * sizeof *sum);
    s.count = malloc(N * sizeof *s.count);
    s.near = malloc(27 * N * sizeof *s.near);
    s.r = malloc(ROOM * sizeof *s.r);
    s.f = malloc(ROOM * sizeof *s.f);
    for (int i = 0; i < N; i++) {
        at[i] = (i * 77 + 5) % N;
        length[i] = (int)(noise(i) % 9);
        wide[i] = length[i];
        s.count[i] = (int)(noise(i + 7) % 12);
        for (int k = 0; k < 8; k++)
            list[i][k] = k ? (int)(noise(i * 8 + k) % 100) : 7;
    }
    for (int k = 0; k < 27 * N; k++)
        s.near[k] = (int)(noise(k + 3) % N);
    for (int k = 0; k < ROOM; k++) {
        s.r[k] = noise(k + 1) % 64 / 16.0;
        s.f[k] = 0;
        v[k] = (int)(noise(k) % 64) / 16.0 - 1;
    }
    kept(&s);
    show("kept", s.f, ROOM);
    grows(N, at, list, sum);
    show("grows", sum, N);
    shrinks(N, at, length, v, sum);
    show("shrinks", sum, N);
    narrow(N, at, wide, v, sum);
    show("narrow", sum, N);
    leaves(N, at, length, v, sum);
    show("leaves", sum, N);
    free(at);
    free(length);
    free(list);
    free(wide);
    free(v);
    free(sum);
    free(s.count);
    free(s.near);
    free(s.r);
    free(s.f);
    return 0;
}
/* SPDX-License-Identifier: MIT */
