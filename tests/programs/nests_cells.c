/* Atoms in linked cells: inner loops of which only an iteration knows how many turns they have, and
 * that write at places which the loop's variable chooses.  Where they may be shared by a team, and
 * where one iteration needs another one.
 *
 * options: --tcr-accept=omp
 * flags: -O1 -fopenmp
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CELLS 60
#define MOST 24 /* atoms of a cell */
#define ROOM (CELLS * MOST)

struct cells {
    int n;
    int *count, *near; /* near: 3 of each cell */
    long (*r)[3], (*f)[3], *u;
};

static long apart(const long *a, const long *b, long *d)
{
    long sum = 0;
    for (int m = 0; m < 3; m++) {
        d[m] = a[m] - b[m];
        sum += d[m] * d[m];
    }
    return sum;
}

/* Sums in memory, arrays of members, a scratch array in the inner loop. */
static long forces(const struct cells *s)
{
    long total = 0;
#pragma omp parallel for reduction(+ : total)
    for (int c = 0; c < s->n; c++)
        for (int a = 0; a < s->count[c]; a++) {
            const int i = c * MOST + a;
            s->f[i][0] = s->f[i][1] = s->f[i][2] = 0;
            s->u[i] = 0;
            for (int k = 0; k < 3; k++) {
                const int other = s->near[3 * c + k];
                for (int b = 0; b < s->count[other]; b++) {
                    long d[3];
                    const long r2 = apart(s->r[i], s->r[other * MOST + b], d);
                    if (r2 > 4000 || i == other * MOST + b)
                        continue;
                    s->u[i] += r2 % 97;
                    for (int m = 0; m < 3; m++)
                        s->f[i][m] += d[m] * (r2 % 7);
                }
            }
            total += s->u[i];
        }
    return total;
}

static int place(int c, int a)
{
    return c * MOST + a;
}

/* Upwards, downwards, by steps, from the cell's start on, by a function's subscripts. */
static void ways(const int *restrict count, long *restrict x, long *restrict y, int n)
{
#pragma omp parallel for
    for (int c = 0; c < n; c++) {
        for (int i = MOST * c; i < MOST * c + count[c]; i++)
            x[i] += 2 * i;
        for (int a = 1; a < count[c]; a += 2)
            y[(long)c * MOST + a] = x[place(c, a)] - a;
        for (int a = count[c] - 1; a >= 0; a--)
            x[place(c, a)] -= y[place(c, a)];
        for (long *p = y + c * MOST; p < y + c * MOST + count[c]; p++)
            *p += 3;
        for (int a = 0, i = c * MOST; a < count[c]; a++, i++)
            x[i] = x[i] * 3 + y[i];
    }
}

/* An iteration reads what the one before it writes, or both write one place. */
static void chains(const int *restrict count, long *restrict x, long *restrict y, int n)
{
#pragma omp parallel for
    for (int c = 0; c < n; c++) {
        for (int a = 1; a < count[c]; a++)
            x[c * MOST + a] += x[c * MOST + a - 1] % 1000;
        for (int a = 0; a < count[c]; a++)
            y[c * MOST + a / 2] = y[c * MOST + a / 2] * 3 + a;
        for (int a = 0; a < count[c]; a++) {
            x[c * MOST + a] = a;
            y[c * MOST] = x[c * MOST + (a ^ 1) % MOST] + y[c * MOST] % 77;
        }
        int last = c * MOST;
        for (int a = 0; a < count[c]; a++) {
            y[c * MOST + a] += last;
            last = c * MOST + a;
        }
        y[last] += 1;
    }
}

/* The bound is one of the numbers that the loop writes, by another name. */
static void bounds(int *count, int *all, int n)
{
#pragma omp parallel for
    for (int c = 0; c < n; c++)
        for (int a = 0; a < count[c]; a++)
            all[c * MOST + a]--;
}

/* Whether an iteration reads what another one writes is to be seen in a call. */
static void shifted(const int *count, long *x, const long *y, int n)
{
#pragma omp parallel for
    for (int c = 0; c < n; c++)
        for (int a = 1; a < count[c]; a++)
            x[c * MOST + a] = y[c * MOST + a] * 3 + a;
}

/* What the inner loop leaves behind is used by the next turn of the loop around it. */
static void behind(const int *restrict count, long *restrict x, int n)
{
#pragma omp parallel for
    for (int c = 0; c < n; c++) {
        int at = 0;
        for (int k = 0; k < 3; k++) {
            x[c * MOST + at] += k;
            for (int a = 0; a < count[c]; a++) {
                at = (a * 7) % MOST;
                x[c * MOST + a] += at;
            }
        }
    }
}

static void check(const char *name, const void *data, size_t size)
{
    unsigned long sum = 0;
    for (size_t i = 0; i < size; i++)
        sum = sum * 31 + ((const unsigned char *)data)[i];
    printf("%s %lx\n", name, sum);
}

int main(void)
{
    struct cells s = {.n = CELLS};
    long *x = malloc(ROOM * sizeof *x), *y = malloc(ROOM * sizeof *y);
    int *all = malloc((ROOM + CELLS) * sizeof *all);
    s.count = malloc(CELLS * sizeof *s.count);
    s.near = malloc(3 * CELLS * sizeof *s.near);
    s.r = malloc(ROOM * sizeof *s.r);
    s.f = calloc(ROOM, sizeof *s.f);
    s.u = calloc(ROOM, sizeof *s.u);
    for (int c = 0; c < CELLS; c++) {
        s.count[c] = c == 7 ? MOST : c % 5 == 0 ? 0 : (c * 37) % MOST;
        for (int k = 0; k < 3; k++)
            s.near[3 * c + k] = (c + k + CELLS - 1) % CELLS;
    }
    for (int i = 0; i < ROOM; i++) {
        for (int m = 0; m < 3; m++)
            s.r[i][m] = (i * (m + 3) * 7919L) % 61;
        x[i] = i % 13;
        y[i] = i % 17;
    }
    printf("forces %ld\n", forces(&s));
    check("f", s.f, ROOM * sizeof *s.f);
    check("u", s.u, ROOM * sizeof *s.u);
    ways(s.count, x, y, CELLS);
    check("ways x", x, ROOM * sizeof *x);
    check("ways y", y, ROOM * sizeof *y);
    chains(s.count, x, y, CELLS);
    check("chains x", x, ROOM * sizeof *x);
    check("chains y", y, ROOM * sizeof *y);
    behind(s.count, x, CELLS);
    check("behind", x, ROOM * sizeof *x);
    for (int i = 0; i < ROOM + CELLS; i++)
        all[i] = 5 + i % 3;
    bounds(s.count, all, CELLS);
    bounds(all + ROOM, all, CELLS); /* apart, in one object */
    check("bounds", all, (ROOM + CELLS) * sizeof *all);
    shifted(s.count, x, y, CELLS);
    check("apart", x, ROOM * sizeof *x);
    shifted(s.count, x, x, CELLS);
    check("one", x, ROOM * sizeof *x);
    shifted(s.count, x, x - 1, CELLS); /* each from the one before it in the cell */
    check("shifted", x, ROOM * sizeof *x);
    return 0;
}
/* SPDX-License-Identifier: MIT */
