/* Sections of arrays as reduction variables: tensors, histograms, tables in
 * structures.  Values are such that sums are exact.
 * sanitize: no
 *     device: 15
 */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 6000
enum { BINS = 37 };

static double x[N], y[N], z[N], w[N];
static float u[N];
static int bin[N];
static unsigned char letter[N];

struct table {
    double s[6];
    long n[4];
    struct {
        float f[3];
        short low[2];
    } q;
};

static void show(const char *what, const double *v, int n)
{
    printf("%s", what);
    for (int k = 0; k < n; k++)
        printf(" %.17g", v[k]);
    printf("\n");
}

static void virial(double h[9], int n)
{
#pragma tcr reduce(+ : h [0:9])
    for (int i = 0; i < n; i++) {
        h[0] += x[i] * x[i], h[1] += x[i] * y[i], h[2] += x[i] * z[i];
        h[3] += y[i] * x[i], h[4] += y[i] * y[i], h[5] += y[i] * z[i];
        h[6] -= z[i] * x[i];
        h[7] += z[i] * y[i];
        *(h + 8) = *(h + 8) + z[i] * z[i];
    }
}

static void histogram(double *h, int bins, int n)
{
#pragma tcr reduce(+ : h [0:bins])
    for (int i = 0; i < n; i++)
        h[bin[i]] += w[i];
}

static void letters(int n)
{
    int count[256] = {5};
    unsigned pairs[16][16];
    memset(pairs, 0, sizeof pairs);
#pragma tcr reduce(+ : count, pairs)
    for (int i = 0; i < n; i++) {
        count[letter[i]]++;
        if (letter[i] > 3)
            pairs[letter[i] % 16][letter[i] / 16] += letter[i];
    }
    unsigned long sum = 0;
    for (int k = 0; k < 256; k++)
        sum = sum * 31 + (unsigned long)count[k] * 7 + pairs[k / 16][k % 16];
    printf("letters %lu\n", sum);
}

static void tensor(double f[3][3], double r[restrict 3], int n)
{
    double v[3];
#pragma tcr reduce(+ : f [0:3] [0:3], r [0:3])
    for (int i = 0; i < n; i++) {
        v[0] = x[i], v[1] = y[i], v[2] = z[i];
        for (int a = 0; a < 3; a++) {
            r[a] += v[a];
            for (int b = 0; b < 3; b++)
                f[a][b] += v[a] * v[b];
        }
    }
}

static void members(struct table *p, int n)
{
#pragma tcr reduce(+ : p->s[0:6], p->n[0:4]) reduce(max : p->q.f[0:3]) reduce(min : p->q.low[0:2])
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < 6; k++)
            p->s[k] += w[i] * (k + 1);
        p->n[i & 3] += bin[i];
        if (u[i] > p->q.f[0])
            p->q.f[0] = u[i];
        p->q.f[1] = fmaxf(p->q.f[1], (float)y[i]);
        p->q.f[2] = u[i] + 1 > p->q.f[2] ? u[i] + 1 : p->q.f[2];
        short b = (short)bin[i];
        if (b < p->q.low[1])
            p->q.low[1] = b;
    }
}

/* Some updates are outside of the section: they must not get lost. */
static void beyond(int *h, int n)
{
#pragma tcr reduce(+ : h [2:5])
    for (int i = 0; i < n; i++)
        h[i % 9] += i;
}

static void operators(int n)
{
    unsigned bits[8], ones[8], odd[8];
    long long product[8];
    bool some[8] = {false}, all[8];
    int flag[8] = {0, 1}, least[8];
    for (int k = 0; k < 8; k++)
        bits[k] = 1u << k, ones[k] = ~0u, odd[k] = 0, product[k] = k + 1, all[k] = true,
        least[k] = 50;
#pragma tcr reduce(| : bits) reduce(& : ones) reduce(^ : odd)
    for (int i = 0; i < n; i++) {
        bits[bin[i] % 8] |= 1u << (bin[i] & 31);
        ones[bin[i] % 8] &= (unsigned)~bin[i];
        odd[bin[i] % 8] ^= (unsigned)i;
    }
#pragma tcr reduce(* : product [0:8]) reduce(min : least [0:8])
    for (int i = 0; i < n; i++) {
        product[i % 8] *= 2 * bin[i] + 1;
        if (bin[i] + i % 8 < least[i % 8])
            least[i % 8] = bin[i] + i % 8;
    }
#pragma tcr reduce(|| : some, flag) reduce(&& : all)
    for (int i = 0; i < n; i++) {
        some[i % 8] = some[i % 8] || (bin[i] == 17 && i % 8 == 3);
        if (letter[i] == 9)
            flag[i % 5] = 1;
        all[i % 8] = all[i % 8] && (i % 8 != 5 || bin[i] != 3);
    }
    for (int k = 0; k < 8; k++)
        printf("%u %u %u %lld %d %d %d %d\n", bits[k], ones[k], odd[k], product[k], some[k], all[k],
               flag[k], least[k]);
}

/* The elements' own values that are not 0 or 1 stay where nothing is updated. */
static void truths(int n)
{
    int any[4] = {7, 0, 7, 0};
#pragma tcr reduce(|| : any)
    for (int i = 0; i < n; i++)
        any[i & 1] = any[i & 1] || letter[i] > 200;
    printf("truths %d %d %d %d\n", any[0], any[1], any[2], any[3]);
}

static void variable(int rows, int columns)
{
    float f[rows][columns];
    double g[rows][4];
    memset(f, 0, sizeof f);
    memset(g, 0, sizeof g);
#pragma tcr reduce(+ : f [0:rows] [0:columns], g)
    for (int i = 0; i < N; i++) {
        f[i % rows][bin[i] % columns] += u[i];
        g[bin[i] % rows][i & 3] += w[i];
    }
    double s = 0;
    for (int a = 0; a < rows; a++) {
        for (int b = 0; b < columns; b++)
            s = s * 0.5 + (double)f[a][b];
        s = s * 0.5 + g[a][a & 3];
    }
    printf("variable %.17g\n", s);
}

static double moments(int n, double *out)
{
    double m[BINS] = {0}, first = 1, count[2] = {0};
    long total = 0;
#pragma tcr reduce(+ : m [0:BINS], first, total, count[1])
    for (int i = 0; i < n; i++) {
        double power = 1;
        for (int k = 0; k < BINS; k++) {
            m[k] += power;
            power = x[i] * 0.5;
        }
        first += x[i];
        total += bin[i];
        count[1]++;
    }
    memcpy(out, m, sizeof m);
    return first + (double)total + count[1];
}

static void large(int n)
{
    int *h = calloc(100000, sizeof *h);
    double *d = calloc(3000, sizeof *d);
#pragma tcr reduce(+ : h [0:100000]) reduce(+ : d [1000:2000])
    for (int i = 0; i < n; i++) {
        h[(i * 37) % 100000] += bin[i];
        d[1000 + i % 2000] += w[i];
    }
    unsigned long sum = 0;
    double s = 0;
    for (int k = 0; k < 100000; k++)
        sum = sum * 31 + (unsigned long)h[k];
    for (int k = 0; k < 3000; k++)
        s = s * 0.5 + d[k];
    printf("large %lu %.17g\n", sum, s);
    free(h);
    free(d);
}

/* Sixteen products with one vector. */
static void products(double a[16][N], double *d)
{
#pragma tcr reduce(+ : d [0:16])
    for (int i = 0; i < N; i++)
        for (int k = 0; k < 16; k++)
            d[k] += x[i] * a[k][i];
}

static double side_by_side(double a[16][N])
{
    double d0 = 0, d1 = 1, d2 = 2, d3 = 3, d4 = 4, d5 = 5, d6 = 6, d7 = 7, d8 = 8, d9 = 9;
    long k = 0;
#pragma tcr reduce(+ : d0, d1, d2, d3, d4, k, d5, d6, d7, d8, d9)
    for (int i = 0; i < N - 5; i++) {
        d0 += x[i] * a[0][i], d1 += x[i] * a[1][i], d2 += x[i] * a[2][i], d3 += x[i] * a[3][i];
        d4 += x[i] * a[4][i], d5 += x[i] * a[5][i], d6 += x[i] * a[6][i], d7 += x[i] * a[7][i];
        d8 += x[i] * a[8][i], d9 += x[i] * a[9][i];
        k += bin[i];
    }
    printf("%.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %ld\n", d0, d1, d2, d3, d4,
           d5, d6, d7, d8, d9, k);
    return d0;
}

/* Sections of a known length whose beginning is not. */
static void thirds(void)
{
    double f[9] = {0}, g[4][3] = {{0}};
    int count[40] = {0}, *middle = count + 20;

    for (int k = 0; k < 3; k++) {
#pragma tcr reduce(+ : f [3 * k:3])
        for (int i = 0; i < N; i++)
            for (int j = 0; j < 3; j++)
                f[3 * k + j] += x[i] * (j + k);
    }
    for (int k = 0; k < 2; k++) {
#pragma tcr reduce(+ : g [k + 1:2] [0:3], middle [-(5 + k):10])
        for (int i = 0; i < N; i++) {
            for (int j = 0; j < 3; j++)
                g[k + 1 + (i & 1)][j] += y[i];
            middle[i % 10 - 5 - k]++;
        }
    }
    show("thirds", f, 9);
    show("rows", g[0], 12);
    for (int k = 0; k < 40; k++)
        printf("%d ", count[k]);
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        x[i] = i % 17 / 16.0, y[i] = i % 31 / 8.0 - 1, z[i] = i % 13 - 6;
        w[i] = i % 64 / 64.0, bin[i] = i * 7 % 29, letter[i] = (unsigned char)(i * 11 % 251);
        u[i] = (float)(i % 23) / 4;
    }
    double h[9] = {1, 2, 3}, hh[64] = {0}, f[3][3] = {{1}}, r[3] = {0}, m[BINS];
    struct table t = {{1}, {2}, {{0}, {9, 99}}};
    int out[9] = {0};
    virial(h, N);
    show("virial", h, 9);
    virial(h, 0);
    histogram(hh, 29, N);
    histogram(hh, 29, 0);
    histogram(hh, 0, 0);
    show("histogram", hh, 30);
    letters(N);
    tensor(f, r, N);
    show("tensor", f[0], 9);
    show("vector", r, 3);
    members(&t, N);
    show("members", t.s, 6);
    printf("%ld %ld %ld %ld %g %g %g %d %d\n", t.n[0], t.n[1], t.n[2], t.n[3], (double)t.q.f[0],
           (double)t.q.f[1], (double)t.q.f[2], t.q.low[0], t.q.low[1]);
    beyond(out, N);
    for (int k = 0; k < 9; k++)
        printf("%d ", out[k]);
    operators(N);
    truths(40);
    variable(5, 7);
    printf("%.17g\n", moments(N, m));
    show("moments", m, BINS);
    large(N);
    static double a[16][N];
    double d[16] = {0};
    for (int k = 0; k < 16; k++)
        for (int i = 0; i < N; i++)
            a[k][i] = (i * 3 + k) % 19 / 4.0;
    products(a, d);
    show("products", d, 16);
    side_by_side(a);
    thirds();
    return 0;
}
/* SPDX-License-Identifier: MIT */
