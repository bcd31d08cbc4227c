/* A lattice code: sites by a macro, parity, link matrices, the pragma in a macro.
 * flags: -std=gnu99 -O2
 */
#include <stdio.h>
#include <stdlib.h>

#define NX 4
#define NY 4
#define NZ 4
#define NT 6
#define VOLUME (NX * NY * NZ * NT)
typedef double Real;
typedef struct { Real re, im; } complex_s;
typedef struct { complex_s e[3][3]; } su3_matrix;
typedef struct { complex_s c[3]; } su3_vector;
typedef struct site {
    short x, y, z, t;
    char parity;
    su3_matrix link[4];
    su3_vector phi, chi;
} site;
enum { EVEN = 0x02, ODD = 0x01, EVENANDODD = 0x03 };

site *lattice;
int sites_on_node, even_sites_on_node;
double linktr_sum;

#define PRAGMA(x) _Pragma(#x)
#define SUM_OVER_SITES(v) PRAGMA(tcr reduce(+ : v))
#define FORALLSITES(i, s) for (i = 0, s = lattice; i < sites_on_node; i++, s++)
#define FOREVENSITES(i, s) for (i = 0, s = lattice; i < even_sites_on_node; i++, s++)
#define FORSOMEPARITY(i, s, choice)                                                                \
    for (i = ((choice) == ODD ? even_sites_on_node : 0), s = &(lattice[i]);                        \
         i < ((choice) == EVEN ? even_sites_on_node : sites_on_node); i++, s++)
#define CMULJ_(a, b, c)                                                                            \
    {                                                                                              \
        (c).re = (a).re * (b).re + (a).im * (b).im;                                                \
        (c).im = (a).re * (b).im - (a).im * (b).re;                                                \
    }

static Real magsq_su3vec(su3_vector *a)
{
    register int i;
    register Real sum = 0.0;
    for (i = 0; i < 3; i++)
        sum += a->c[i].re * a->c[i].re + a->c[i].im * a->c[i].im;
    return sum;
}

static inline Real realtrace(const su3_matrix *a)
{
    return a->e[0][0].re + a->e[1][1].re + a->e[2][2].re;
}

static Real rdot(su3_vector *a, su3_vector *b)
{
    Real s = a->c[0].re * b->c[0].re;
    s += a->c[0].im * b->c[0].im;
    s += a->c[1].re * b->c[1].re + a->c[1].im * b->c[1].im;
    return s + a->c[2].re * b->c[2].re + a->c[2].im * b->c[2].im;
}

double norm_all(void)
{
    register int i;
    register site *s;
    double sum = 0.0;
    SUM_OVER_SITES(sum)
    FORALLSITES (i, s) {
        sum += (double)magsq_su3vec(&(s->phi));
    }
    return sum;
}

double dot_parity(int parity)
{
    int i;
    site *s;
    double sum = 0.0;
#pragma tcr reduce(+ : sum)
    FORSOMEPARITY(i, s, parity)
    sum += rdot(&(s->phi), &s->chi);
    return sum;
}

void linktrsum(void)
{
    int i, dir;
    site *s;
    linktr_sum = 0;
#pragma tcr reduce(+ : linktr_sum) private(dir)
    FORALLSITES (i, s)
        for (dir = 0; dir < 4; dir++)
            linktr_sum += realtrace(&s->link[dir]);
}

complex_s even_inner(void)
{
    int i, k;
    site *s;
    complex_s sum, cc;
    sum.re = sum.im = 0.0;
#pragma tcr reduce(+ : sum.re, sum.im) private(cc)
    FOREVENSITES(i, s)
    for (k = 0; k < 3; k++) {
        CMULJ_(s->phi.c[k], s->chi.c[k], cc);
        sum.re += cc.re;
        sum.im += cc.im;
    }
    return sum;
}

int main(void)
{
    int i, k, l, d;
    complex_s c;
    lattice = (site *)calloc(VOLUME, sizeof(site));
    sites_on_node = VOLUME;
    even_sites_on_node = VOLUME / 2;
    for (i = 0; i < VOLUME; i++) {
        site *s = lattice + i;
        for (k = 0; k < 3; k++) {
            s->phi.c[k].re = (i + k) % 7 - 3;
            s->phi.c[k].im = (i * 2 + k) % 5 - 2;
            s->chi.c[k].re = (i + 3 * k) % 9 - 4;
            s->chi.c[k].im = i % 3;
            for (l = 0; l < 3; l++)
                for (d = 0; d < 4; d++)
                    s->link[d].e[k][l].re = (i + k * l + d) % 8 - 3.5;
        }
    }
    linktrsum();
    c = even_inner();
    printf("%g %g %g %g\n", norm_all(), dot_parity(EVEN), dot_parity(ODD), dot_parity(EVENANDODD));
    printf("%g %g %g\n", linktr_sum, c.re, c.im);
    return 0;
}
/* SPDX-License-Identifier: MIT */
