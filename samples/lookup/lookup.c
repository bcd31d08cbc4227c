/*
 * lookup.c: what neutrons meet: look-ups in sorted tables, summed over nuclides.
 *
 *     make && ./lookup [look-ups] [nuclides]
 *
 * A Monte Carlo code of neutron transport spends most of its time in this: for a
 * neutron of a random energy in a random material, the chances of each kind of
 * reaction are sums over the nuclides of the material, and of each nuclide they
 * are found by bisection in a table and interpolated.  The tables are made up, and
 * stay on the device.  What the look-ups find is summed up in integers: how often
 * each kind was the likeliest, in each material, and a checksum, so that the
 * result is the same on every machine.
 *
 * What --tcr-report says: the look-ups are a `device loop of 1 level`, and the loop
 * over nuclides `stays in a thread`, as does the search in each.  That suits this
 * program: there are far more look-ups than a device has threads, of all lengths.
 *
 * The program has the shape of XSBench (Tramm, Siegel, Islam and Schulz: XSBench,
 * The development and verification of a performance abstraction for Monte Carlo
 * reactor analysis, PHYSOR 2014), and nothing of its text.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { POINTS = 400, MATERIALS = 4, KINDS = 3 };

/* Of one nuclide at one energy. */
struct point {
    double energy, scatter, capture, fission, total;
};

struct materials {
    int nuclides;
    struct point *table;      /* of nuclide k: POINTS from k * POINTS on, by energy */
    int first[MATERIALS + 1]; /* material m has entries first[m] .. first[m + 1] - 1 of: */
    int *nuclide;
    double *density;
};

/* The i-th output of SplitMix64 (Steele, Lea, Flood: Fast splittable
 * pseudorandom number generators, OOPSLA 2014), within [0, 1). */
static double uniform(uint64_t i)
{
    uint64_t z = (i + 1) * UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (double)((z ^ (z >> 31)) >> 11) / 9007199254740992.0;
}

/* The last of n points whose energy is not above e. */
static int search(const struct point *table, int n, double e)
{
    int low = 0, high = n - 1;

    while (high - low > 1) {
        int middle = (low + high) / 2;

        if (table[middle].energy > e)
            high = middle;
        else
            low = middle;
    }
    return low;
}

static void look_up(long lookups, const struct materials *m, long likeliest[MATERIALS][KINDS],
                    double *mean)
{
    double sum = 0;

    #pragma tcr reduce(+:likeliest[0:MATERIALS][0:KINDS], sum)
    for (long i = 0; i < lookups; i++) {
        double e = uniform(2 * (uint64_t)i), r = uniform(2 * (uint64_t)i + 1);
        double scatter = 0, capture = 0, fission = 0, total = 0;
        int what = r < 0.6 ? 0 : r < 0.8 ? 1 : r < 0.95 ? 2 : 3, kind;

        for (int k = m->first[what]; k < m->first[what + 1]; k++) {
            const struct point *table = m->table + (long)m->nuclide[k] * POINTS;
            int at = search(table, POINTS, e);
            const struct point *a = table + at, *b = a + 1;
            double f = (e - a->energy) / (b->energy - a->energy), density = m->density[k];

            scatter += density * (a->scatter + f * (b->scatter - a->scatter));
            capture += density * (a->capture + f * (b->capture - a->capture));
            fission += density * (a->fission + f * (b->fission - a->fission));
            total += density * (a->total + f * (b->total - a->total));
        }
        kind = scatter >= capture ? scatter >= fission ? 0 : 2 : capture >= fission ? 1 : 2;
        likeliest[what][kind]++;
        sum += total;
    }
    *mean = sum / (double)lookups;
}

static int by_energy(const void *a, const void *b)
{
    const struct point *x = a, *y = b;

    return (x->energy > y->energy) - (x->energy < y->energy);
}

static void *memory(size_t count, size_t size)
{
    void *p = calloc(count, size);

    if (!p) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    return p;
}

/* Nuclides with tables over [0, 1], and materials of some of them: the first of all. */
static void make(struct materials *m, int nuclides)
{
    uint64_t draws = UINT64_C(1) << 40; /* others than those of look-ups */
    int entries = 0;

    m->nuclides = nuclides;
    m->table = memory((size_t)nuclides * POINTS, sizeof *m->table);
    m->nuclide = memory((size_t)nuclides * MATERIALS, sizeof *m->nuclide);
    m->density = memory((size_t)nuclides * MATERIALS, sizeof *m->density);
    for (int k = 0; k < nuclides; k++) {
        struct point *table = m->table + (size_t)k * POINTS;
        double fissile = k % 3 == 0 ? 2 : 0.1;

        for (int j = 0; j < POINTS; j++) {
            struct point *p = &table[j];

            p->energy = j == 0 ? 0 : j == 1 ? 1 : uniform(draws++);
            p->scatter = uniform(draws++);
            p->capture = uniform(draws++) * 0.9;
            p->fission = uniform(draws++) * fissile;
            p->total = p->scatter + p->capture + p->fission;
        }
        qsort(table, POINTS, sizeof *table, by_energy);
    }
    for (int what = 0; what < MATERIALS; what++) {
        m->first[what] = entries;
        for (int k = 0; k < nuclides; k++)
            if (what == 0 || uniform(draws++) < 0.15) {
                m->nuclide[entries] = k;
                m->density[entries++] = uniform(draws++);
            }
    }
    m->first[MATERIALS] = entries;
}

int main(int argc, char **argv)
{
    static const char *const name[MATERIALS] = {"fuel", "cladding", "water", "steel"};
    long lookups = argc > 1 ? atol(argv[1]) : 200000, likeliest[MATERIALS][KINDS] = {{0}}, check = 0;
    int nuclides = argc > 2 ? atoi(argv[2]) : 68, entries;
    struct materials m;
    double mean;

    if (lookups < 1 || nuclides < 1 || nuclides > 1000000) {
        fprintf(stderr, "usage: %s [look-ups] [1 .. 1000000 nuclides]\n", argv[0]);
        return 1;
    }
    make(&m, nuclides);
    entries = m.first[MATERIALS];

    #pragma tcr data copyin(m.table[0:nuclides * POINTS], m.nuclide[0:entries], m.density[0:entries])
    look_up(lookups, &m, likeliest, &mean);

    printf("%ld look-ups, %d nuclides of %d points, %d of them in materials\n", lookups, nuclides, POINTS,
           entries);
    printf("%-10s %9s %9s %9s %9s\n", "likeliest", "scatter", "capture", "fission", "nuclides");
    for (int what = 0; what < MATERIALS; what++) {
        printf("%-10s", name[what]);
        for (int kind = 0; kind < KINDS; kind++) {
            printf(" %9ld", likeliest[what][kind]);
            check += (kind + 1) * likeliest[what][kind];
        }
        printf(" %9d\n", m.first[what + 1] - m.first[what]);
    }
    printf("checksum %ld, mean total %.6f\n", check, mean);
    free(m.table);
    free(m.nuclide);
    free(m.density);
    return 0;
}
/* SPDX-License-Identifier: MIT */
