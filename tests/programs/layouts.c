/* Layouts: padding, nested arrays, typedef'd arrays, anonymous members, flat indices, unions.
 * flags: -O2 -std=gnu11 -funsigned-char
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef double vec[3];
typedef vec mat[3];
typedef struct {
    char tag;
    union {
        double d;
        uint64_t bits;
    };
    struct {
        short a, b;
    } in[2][3];
    mat m;
    char name[7];
} item;
typedef struct {
    int nx, ny, nz;
    double *u;
} grid;
#define U(g, i, j, k) (g)->u[((i) * (g)->ny + (j)) * (g)->nz + (k)]

static double flat(const grid *g)
{
    double s = 0;
    int i, j, k;
#pragma tcr reduce(+ : s)
    for (i = 1; i < g->nx - 1; i++)
        for (j = 1; j < g->ny - 1; j++)
            for (k = 1; k < g->nz - 1; k++)
                s += U(g, i, j, k) - (U(g, i - 1, j, k) + U(g, i, j + 1, k) + U(g, i, j, k - 1)) / 3;
    return s;
}

static double vectors(vec *r, const double (*z)[2], int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += r[i][0] * r[i][2] + z[i][0] * z[i][0] + z[i][1];
    return s;
}

int main(void)
{
    item *p = calloc(21, sizeof *p);
    grid g = {5, 6, 7, malloc(5 * 6 * 7 * sizeof(double))};
    vec r[15];
    double z[15][2], s = 0;
    unsigned chars = 0;
    uint64_t bits = 0;
    if (!p || !g.u)
        return 1;
    for (int i = 0; i < 21; i++) {
        p[i].tag = (char)(i * 20);
        p[i].d = i * 1.5;
        p[i].in[1][2].b = (short)-i;
        p[i].m[2][1] = i;
        p[i].name[3] = 'a';
    }
    for (int i = 0; i < 210; i++)
        g.u[i] = i % 11;
    for (int i = 0; i < 15; i++) {
        r[i][0] = i;
        r[i][1] = 1;
        r[i][2] = 2 - i;
        z[i][0] = i % 4;
        z[i][1] = i % 3;
    }
#pragma tcr reduce(+ : s, chars) reduce(^ : bits)
    for (int i = 0; i < 21; i++) {
        s += p[i].d + p[i].in[1][2].b * p[i].m[2][1];
        chars += p[i].tag + p[i].name[3];
        bits ^= p[i].bits;
    }
    printf("%g %u %llx\n", s, chars, (unsigned long long)bits);
    printf("%.9g %g\n", flat(&g), vectors(r, z, 15));
    free(p);
    free(g.u);
    return 0;
}
/* SPDX-License-Identifier: MIT */
