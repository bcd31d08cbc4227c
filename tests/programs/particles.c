/* Molecular dynamics: an array of structures, several results in one pass.
 * flags: -std=c99 -O3 -Wall -Wextra -Wconversion -Werror
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef double real_t;
typedef struct {
    real_t x, y, z;
} vec_t;

typedef struct {
    int type;
    real_t mass;
    vec_t r, v;
    char name[5];
    real_t charge[2];
} atom_t;

typedef struct {
    int natoms;
    atom_t *atoms;
    real_t box[3];
    struct {
        real_t kinetic, potential;
        vec_t momentum;
    } total;
} system_t;

#define SQ(a) ((a) * (a))
#define NORM2(v) (SQ((v).x) + SQ((v).y) + SQ((v).z))

static void kinetic(system_t *s)
{
    s->total.kinetic = 0;
#pragma tcr reduce(+ : s->total.kinetic)
    for (int i = 0; i < s->natoms; i++)
        s->total.kinetic += 0.5 * s->atoms[i].mass * NORM2(s->atoms[i].v);
}

static void momentum(system_t *s)
{
    real_t px = 0, py = 0, pz = 0;
    const atom_t *at = s->atoms;
#pragma tcr reduce(+ : px, py) reduce(+ : pz)
    for (int i = 0; i < s->natoms; i++) {
        const atom_t *a = &at[i];
        px += a->mass * a->v.x;
        py += a->mass * a->v.y;
        pz += a->mass * a->v.z;
    }
    s->total.momentum.x = px;
    s->total.momentum.y = py;
    s->total.momentum.z = pz;
}

static vec_t centre(const atom_t *a, int n)
{
    vec_t c = {0, 0, 0};
    real_t m = 0;
#pragma tcr reduce(+ : m, c.x, c.y, c.z)
    for (int i = 0; i < n; i++) {
        m += a[i].mass;
        c.x += a[i].mass * a[i].r.x;
        c.y += a[i].mass * a[i].r.y;
        c.z += a[i].mass * a[i].r.z;
    }
    c.x /= m;
    c.y /= m;
    c.z /= m;
    return c;
}

/* every pair within the cutoff, minimum image */
static real_t potential(const system_t *s, real_t cutoff, long *pairs)
{
    real_t e = 0;
    long count = 0;
    const int n = s->natoms;
    const atom_t *a = s->atoms;
#pragma tcr reduce(+ : e, count)
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) {
            real_t d[3] = {a[i].r.x - a[j].r.x, a[i].r.y - a[j].r.y, a[i].r.z - a[j].r.z};
            real_t r2 = 0;
            for (int k = 0; k < 3; k++) {
                if (d[k] > 0.5 * s->box[k])
                    d[k] -= s->box[k];
                else if (d[k] < -0.5 * s->box[k])
                    d[k] += s->box[k];
                r2 += d[k] * d[k];
            }
            if (r2 >= cutoff * cutoff)
                continue;
            real_t ir6 = 1 / (r2 * r2 * r2);
            e += 4 * ir6 * (ir6 - 1) + a[i].charge[0] * a[j].charge[1] / sqrt(r2);
            count++;
        }
    *pairs = count;
    return e;
}

static int heavy(const atom_t *a, int n, int type)
{
    int count = 0;
#pragma tcr reduce(+ : count)
    for (int i = 0; i < n; i++)
        if (a[i].type == type && a[i].name[0] != 'H')
            count += 1;
    return count;
}

int main(void)
{
    system_t s = {.natoms = 150, .box = {10, 11, 12}};
    long pairs;
    s.atoms = calloc((size_t)s.natoms, sizeof *s.atoms);
    if (!s.atoms)
        return 1;
    for (int i = 0; i < s.natoms; i++) {
        atom_t *a = &s.atoms[i];
        a->type = i % 3;
        a->mass = 1 + i % 4;
        a->r = (vec_t){(i % 5) * 2.0, (i / 5 % 5) * 2.2, (i / 25) * 2.0};
        a->v = (vec_t){i % 7 - 3, i % 11 - 5, i % 13 - 6};
        a->name[0] = "HCNO"[i % 4];
        a->charge[0] = i & 1 ? 0.5 : -0.5;
        a->charge[1] = i & 2 ? 0.5 : -0.5;
    }
    kinetic(&s);
    momentum(&s);
    vec_t c = centre(s.atoms, s.natoms);
    printf("%.6f %g %g %g\n", s.total.kinetic, s.total.momentum.x, s.total.momentum.y,
           s.total.momentum.z);
    printf("%.10g %.10g %.10g\n", c.x, c.y, c.z);
    real_t e = potential(&s, 2.5, &pairs);
    printf("%.9g %ld %d\n", e, pairs, heavy(s.atoms, s.natoms, 1));
    free(s.atoms);
    return 0;
}
/* SPDX-License-Identifier: MIT */
