/* Loops of particle and lattice codes: subscripts and bounds that come out of memory.
 * sanitize: no
 * flags: -O1 -std=gnu17
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NX 12
#define NY 10
#define NZ 8
#define IDX(i, j, k) (((i)*NY + (j)) * NZ + (k))
#define WRAP(i, n) (((i) + (n)) % (n))
#define MAXNB 24

static void *get(size_t n)
{
    void *p = calloc(1, n);
    if (!p)
        exit(1);
    return p;
}
static double *numbers(int n, int k)
{
    double *x = get((size_t)n * sizeof *x);
    for (int i = 0; i < n; i++)
        x[i] = ((i * 13 + k) % 23) - 11;
    return x;
}

/* ---- particles ---- */

struct particle {
    double r[3], v[3], q;
    int type, cell;
};
struct system {
    int n, ncell, maxn;
    struct particle *p;
    double *x, *y;
    int *head, *next, *start, *count, *list, *nnb, *nb;
    int **rows;
    double eps[4][4];
};

static struct system make_system(int n, int ncell)
{
    struct system s = {.n = n, .ncell = ncell, .maxn = MAXNB};
    int at = 0;
    s.p = get(n * sizeof *s.p);
    s.x = numbers(n, 1);
    s.y = numbers(n, 5);
    s.head = get(ncell * sizeof(int));
    s.next = get(n * sizeof(int));
    s.start = get((ncell + 1) * sizeof(int));
    s.count = get(ncell * sizeof(int));
    s.list = get(n * sizeof(int));
    s.nnb = get(n * sizeof(int));
    s.nb = get(n * MAXNB * sizeof(int));
    s.rows = get(n * sizeof(int *));
    memset(s.head, -1, ncell * sizeof(int));
    for (int i = 0; i < n; i++) {
        struct particle *p = &s.p[i];
        for (int d = 0; d < 3; d++) {
            p->r[d] = (i * (d + 3) % 17) * 0.5;
            p->v[d] = i % (d + 2);
        }
        p->q = i % 2 ? 1 : -1;
        p->type = i % 4;
        p->cell = i * 5 % ncell;
        s.next[i] = s.head[p->cell];
        s.head[p->cell] = i;
        s.count[p->cell]++;
        s.nnb[i] = i % MAXNB;
        for (int k = 0; k < s.nnb[i]; k++)
            s.nb[i * MAXNB + k] = (i * 3 + k * 7) % n;
        s.rows[i] = get((size_t)(s.nnb[i] + 1) * sizeof(int));
        for (int k = 0; k < s.nnb[i]; k++)
            s.rows[i][k] = (i + k * k) % n;
    }
    for (int c = 0; c < ncell; c++) {
        s.start[c] = at;
        for (int i = s.head[c]; i >= 0; i = s.next[i])
            s.list[at++] = i;
    }
    s.start[ncell] = at;
    for (int i = 0; i < 16; i++)
        s.eps[i / 4][i % 4] = 1 + i * 0.125;
    return s;
}

/* cell lists, linked by index */
static double linked_cells(const struct system *s)
{
    double e = 0;
#pragma tcr reduce(+ : e)
    for (int c = 0; c < s->ncell; c++)
        for (int i = s->head[c]; i != -1; i = s->next[i])
            for (int j = s->next[i]; j != -1; j = s->next[j])
                e += s->p[i].q * s->p[j].q / (1 + fabs(s->p[i].r[0] - s->p[j].r[0]));
    return e;
}
/* cell lists, sorted */
static double sorted_cells(const struct system *s)
{
    double e = 0;
#pragma tcr reduce(+ : e)
    for (int c = 0; c < s->ncell; c++)
        for (int a = s->start[c]; a < s->start[c] + s->count[c]; a++)
            for (int b = a + 1; b < s->start[c + 1]; b++) {
                int i = s->list[a], j = s->list[b];
                e += s->x[i] * s->y[j];
            }
    return e;
}
/* a neighbour list of fixed width */
static double neighbours(const struct system *s, double rc2)
{
    double e = 0;
    int pairs = 0;
#pragma tcr reduce(+ : e, pairs)
    for (int i = 0; i < s->n; i++) {
        const struct particle *a = &s->p[i];
        for (int k = 0; k < s->nnb[i]; k++) {
            int j = s->nb[i * s->maxn + k];
            double r2 = 0;
            for (int d = 0; d < 3; d++) {
                double x = a->r[d] - s->p[j].r[d];
                r2 += x * x;
            }
            if (r2 < rc2) {
                e += s->eps[a->type][s->p[j].type] / (1 + r2);
                pairs++;
            }
        }
    }
    return e + pairs;
}
/* a pointer to the list of each */
static double neighbour_rows(const struct system *s)
{
    double e = 0;
#pragma tcr reduce(+ : e)
    for (int i = 0; i < s->n; i++) {
        const int *list = s->rows[i];
        for (int k = 0; k < s->nnb[i]; k++)
            e += s->x[i] * s->y[list[k]];
    }
    return e;
}
/* through a permutation, structures */
static double permuted(const struct particle *p, const int *perm, int n)
{
    double e = 0;
#pragma tcr reduce(+ : e)
    for (int i = 0; i < n; i++) {
        struct particle q = p[perm[i]];
        e += q.q * (q.v[0] * q.v[0] + q.v[1] * p[perm[i]].v[1]);
    }
    return e;
}
/* two steps */
static double twice(const double *x, const int *a, const int *b, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += x[a[b[i]]];
    return s;
}
/* a function with the subscript */
static inline double at(const double *x, const int *idx, int i)
{
    return x[idx[i]];
}
static double by_function(const double *x, const double *y, const int *idx, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += at(x, idx, i) * at(y, idx, n - 1 - i);
    return s;
}
/* one of two arrays */
static double either(const double *x, const double *y, const int *idx, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += i % 2 ? x[idx[i]] : y[idx[i]];
    return s;
}

/* ---- lattices and meshes ---- */

static int index3(int i, int j, int k)
{
    return WRAP(i, NX) * NY * NZ + WRAP(j, NY) * NZ + WRAP(k, NZ);
}
static double laplace(const double *u)
{
    double s = 0;
#pragma tcr reduce(+ : s) collapse(3)
    for (int i = 0; i < NX; i++)
        for (int j = 0; j < NY; j++)
            for (int k = 0; k < NZ; k++) {
                double c = u[IDX(i, j, k)];
                s += c * (u[IDX(WRAP(i + 1, NX), j, k)] + u[IDX(i, WRAP(j - 1, NY), k)] - 6 * c) +
                     u[index3(i, j, k + 1)];
            }
    return s;
}
struct link {
    double re, im;
};
struct site {
    struct link u[4];
    int up[4];
};
static double plaquette(const struct site *site, int volume)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int x = 0; x < volume; x++)
        for (int mu = 0; mu < 4; mu++)
            for (int nu = 0; nu < mu; nu++) {
                struct link a = site[x].u[mu], b = site[site[x].up[mu]].u[nu];
                s += a.re * b.re - a.im * b.im + site[site[x].up[nu]].u[mu].re;
            }
    return s;
}
/* a flat neighbour table of a lattice */
static double hopping(const double *phi, const int *hop, int volume)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int x = 0; x < volume; x++)
        for (int mu = 0; mu < 4; mu++)
            s += phi[x] * phi[hop[4 * x + mu]];
    return s;
}
/* an unstructured mesh: edges, triangles with a table of corners */
static double edges(const int (*edge)[2], const double *u, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int e = 0; e < n; e++) {
        double d = u[edge[e][1]] - u[edge[e][0]];
        s += d * d;
    }
    return s;
}
struct vertex {
    double x, y;
};
static double area(const struct vertex *v, const int *tri, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int t = 0; t < n; t++) {
        const struct vertex *a = v + tri[3 * t], *b = v + tri[3 * t + 1], *c = &v[tri[3 * t + 2]];
        s += fabs((b->x - a->x) * (c->y - a->y) - (c->x - a->x) * (b->y - a->y));
    }
    return s / 2;
}
/* a grid with a mask and levels in different arrays */
static double masked(const double *u, const unsigned char *mask, const int *map, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        if (!mask[i])
            continue;
        s += u[map[i]];
    }
    return s;
}
/* triangular storage, quadratic subscripts */
static double packed(const double *a, const double *x, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            s += a[i * (i + 1) / 2 + j] * x[i] * x[j];
    return s;
}
/* bits reversed */
static double reversed(const double *x, int bits)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < 1 << bits; i++) {
        int r = 0;
        for (int b = 0; b < bits; b++)
            r |= (i >> b & 1) << (bits - 1 - b);
        s += x[r] * (i & 3);
    }
    return s;
}
/* an interpolation table */
static double interpolated(const double *x, int n, const double *tab, int m, double dx)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        double u = fabs(x[i]) / dx;
        int k = (int)u;
        if (k > m - 2)
            k = m - 2;
        s += tab[k] + (u - k) * (tab[k + 1] - tab[k]);
    }
    return s;
}
/* a histogram's bins read back; strings; small integers */
static long counted(const long *bins, const unsigned short *code, long n)
{
    long s = 0;
#pragma tcr reduce(+ : s)
    for (long i = 0; i < n; i++)
        s += bins[code[i]];
    return s;
}
/* segments: offsets of 64 bits */
static double segments(const size_t *offset, const double *x, size_t n)
{
    double worst = -1e300;
#pragma tcr reduce(max : worst)
    for (size_t g = 0; g < n; g++) {
        double t = 0;
        for (size_t k = offset[g]; k < offset[g + 1]; k++)
            t += x[k];
        worst = fmax(worst, t);
    }
    return worst;
}
/* a tree in arrays */
static double tree(const int *left, const int *right, const double *key, const double *x, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        int node = 0;
        while (left[node] >= 0)
            node = x[i] < key[node] ? left[node] : right[node];
        s += key[node];
    }
    return s;
}
/* members that are arrays, with subscripts from memory */
struct table {
    int n;
    double v[32];
};
static double in_member(const struct table *t, const int *idx, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += t->v[idx[i] % 32] + t[idx[i] % 2].v[idx[i] & 31];
    return s;
}
/* a structure with a flexible array */
struct flexible {
    int n;
    double v[];
};
static double in_flexible(const struct flexible *f, const int *idx, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += f->v[idx[i]];
    return s;
}

int main(void)
{
    int n = 200;
    double *x = numbers(1024, 3), *y = numbers(1024, 7), *val = numbers(6 * 1024, 2);
    int *perm = get(1024 * sizeof(int));
    for (int i = 0; i < 1024; i++)
        perm[i] = i * 5 % 1024 % n;
    struct system s = make_system(n, 13);
    printf("%g %g %g\n", linked_cells(&s), sorted_cells(&s), neighbours(&s, 20));
    printf("%g %g %g\n", neighbour_rows(&s), permuted(s.p, perm, n), twice(x, perm, perm, n));
    printf("%g %g\n", by_function(x, y, perm, n), either(x, y, perm, n));

    struct site *site = get(n * sizeof *site);
    for (int i = 0; i < n; i++)
        for (int mu = 0; mu < 4; mu++) {
            site[i].u[mu] = (struct link){i % 7, mu - i % 3};
            site[i].up[mu] = (i + 1 + mu * 5) % n;
        }
    int(*edge)[2] = get(n * sizeof *edge);
    struct vertex *v = get(n * sizeof *v);
    unsigned char *mask = get(n);
    unsigned short *code = get(n * sizeof *code);
    size_t *offset = get((n + 1) * sizeof *offset);
    long *bins = get(64 * sizeof *bins);
    for (int i = 0; i < n; i++) {
        edge[i][0] = i;
        edge[i][1] = (i + 17) % n;
        v[i] = (struct vertex){i % 19, i % 23};
        mask[i] = i % 3 == 0;
        code[i] = i % 64;
        bins[i % 64]++;
        offset[i + 1] = offset[i] + i % 4;
    }
    printf("%g %g %g\n", laplace(x), plaquette(site, n), hopping(x, perm, n));
    printf("%g %g %g\n", edges(edge, x, n), area(v, perm, n / 3), masked(x, mask, perm, n));
    printf("%g %g %g\n", packed(val, x, 40), reversed(x, 8), interpolated(x, n, y, 100, 0.3));
    printf("%ld %g\n", counted(bins, code, n), segments(offset, x, n));
    int left[7] = {1, 3, 5, -1, -1, -1, -1}, right[7] = {2, 4, 6, -1, -1, -1, -1};
    double key[7] = {0, -5, 5, 1, 2, 3, 4};
    struct table *t = get(2 * sizeof *t);
    struct flexible *f = get(sizeof *f + n * sizeof(double));
    for (int i = 0; i < 32; i++)
        t[0].v[i] = t[1].v[31 - i] = i;
    for (int i = 0; i < n; i++)
        f->v[i] = i;
    printf("%g %g %g\n", tree(left, right, key, x, n), in_member(t, perm, n),
           in_flexible(f, perm, n));
    return 0;
}
/* SPDX-License-Identifier: MIT */
