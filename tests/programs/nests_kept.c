/* SPDX-License-Identifier: MIT */
/*
 * Elements of arrays that an inner loop of a thread updates, and may keep in registers meanwhile:
 * rows of three, members, elements that only some iterations come to or that are not there, and
 * those that the loop also reads by another subscript, another pointer or in a function.
 * flags: -O1 -std=gnu17
 */
#include <stdio.h>
#include <stdlib.h>

enum { CELLS = 40, MOST = 24, ATOMS = CELLS * MOST, NEAR = 9 };

struct atom {
    double x, fx, fy;
    int hits;
};

static int counts[CELLS], *count = counts, list[ATOMS * NEAR], own[ATOMS * NEAR];
static double *pool, *more, *third; /* the device finds out how large they are */
static struct atom *atoms;

static void *get(size_t n)
{
    void *p = malloc(n);
    if (!p)
        exit(1);
    return p;
}

/* Multiples of 1/8 of few digits, whose sums are the same in every order. */
static void fill(void)
{
    for (int k = 0; k < 12 * ATOMS; k++) {
        pool[k] = (double)(k * 7919L % 33) / 8 - 2;
        more[k] = (double)(k * 104729L % 17) / 4 - 1;
        third[k] = 0;
    }
    for (int k = 0; k < 2 * ATOMS; k++)
        atoms[k] = (struct atom){.x = k % 5 - 2, .fx = k % 3, .fy = 1, .hits = k % 7};
    for (int c = 0; c < CELLS; c++)
        count[c] = c % 5 == 3 ? 0 : (c * 7) % (MOST + 1);
    for (int k = 0; k < ATOMS * NEAR; k++) {
        list[k] = (k * 31) % ATOMS;
        own[k] = k % 4 == 1 ? k / NEAR : ATOMS + (k * 17) % ATOMS;
    }
}

static void show(const char *what)
{
    double s = 0, t = 0;
    long hits = 0;
    for (int k = 0; k < 12 * ATOMS; k++)
        s += (pool[k] + 2 * more[k] - third[k]) * (k % 13 + 1);
    for (int k = 0; k < 2 * ATOMS; k++) {
        t += (atoms[k].fx + 3 * atoms[k].fy + 5 * atoms[k].x) * (k % 11 + 1);
        hits += atoms[k].hits * (k % 3 + 1L);
    }
    printf("%s: %.17g %.17g %ld\n", what, s, t, hits);
    fill();
}

/* Forces of the atoms of cells: set before, cut off, rows of three. */
static double forces(double (*f)[3], double *u, double (*r)[3])
{
    double all = 0;
#pragma tcr reduce(+ : all)
    for (int c = 0; c < CELLS; c++)
        for (int a = 0; a < count[c]; a++) {
            const int at = MOST * c + a;
            for (int m = 0; m < 3; m++)
                f[at][m] = 0;
            u[at] = 0.5;
            for (int k = 0; k < NEAR; k++) {
                const int j = list[at * NEAR + k];
                double d[3], d2 = 0;
                for (int m = 0; m < 3; m++) {
                    d[m] = r[at][m] - r[j][m];
                    d2 += d[m] * d[m];
                }
                if (d2 > 9)
                    continue;
                u[at] += d2;
                for (int m = 0; m < 3; m++)
                    f[at][m] += d[m] * 0.5;
                if (d2 > 8)
                    break;
            }
            all += u[at];
        }
    return all;
}

/* Three numbers by one subscript, not set before: only what the loop comes to is touched. */
static void one_subscript(double *restrict f, const double *restrict x, int wanted)
{
#pragma tcr loop
    for (int c = 0; c < CELLS; c++)
        for (int a = 0; a < count[c]; a++) {
            const int at = MOST * c + a;
            for (int k = 0; k < NEAR; k++) {
                const double v = x[list[at * NEAR + k]];
                if (v > wanted) {
                    f[3 * at] += v;
                    f[3 * at + 2] -= v;
                    f[1 + 3 * at] = v;
                }
            }
        }
}

/* The same array, read by another subscript: sometimes it is the very element. */
static void itself(double *restrict f)
{
#pragma tcr loop
    for (int c = 0; c < CELLS; c++)
        for (int a = 0; a < count[c]; a++) {
            const int at = MOST * c + a;
            f[at] = 1;
            for (int k = 0; k < NEAR; k++)
                f[at] += f[own[at * NEAR + k]] * 0.5;
        }
}

/* By two pointers that may be one. */
static void two(double *f, double *x)
{
#pragma tcr loop
    for (int c = 0; c < CELLS; c++)
        for (int a = 0; a < count[c]; a++) {
            const int at = MOST * c + a;
            for (int k = 0; k < NEAR; k++) {
                if (k == 4)
                    x[at] = k;
                f[at] = f[at] * 0.5 + x[at];
            }
        }
}

static double look(const double *x, int at)
{
    return x[at] + 1;
}

static void called(double *restrict f)
{
#pragma tcr loop
    for (int c = 0; c < CELLS; c++)
        for (int a = 0; a < count[c]; a++) {
            const int at = MOST * c + a;
            for (int k = 0; k < NEAR; k++)
                f[at] = f[at] + look(f, own[at * NEAR + k]) * 0.25;
        }
}

/* Members; a pointer to the element; numbers of int. */
static void members(struct atom *restrict p)
{
#pragma tcr loop
    for (int c = 0; c < CELLS; c++)
        for (int a = 0; a < count[c]; a++) {
            struct atom *of = &p[MOST * c + a];
            int k = 0;
            of->fy = 2;
            while (k < NEAR) {
                const struct atom *other = &p[own[(MOST * c + a) * NEAR + k]];
                k++;
                if (other == of)
                    continue;
                of->fx += other->x;
                of->fy *= 0.5;
                of->hits++;
            }
        }
#pragma tcr loop
    for (int c = 0; c < CELLS; c++)
        for (int a = 0; a < count[c]; a++) {
            const int at = MOST * c + a;
            for (int k = 0; k < NEAR; k++) {
                p[at].fx += p[at].x * k;
                p[at].fy = p[at].fx - p[at].fy;
                p[at].hits ^= k;
            }
        }
}

/* What no iteration comes to need not be there. */
static void absent(double *restrict f, const double *restrict x, int none)
{
#pragma tcr loop
    for (int c = 0; c < CELLS; c++)
        for (int a = 0; a < count[c]; a++) {
            const int at = none ? -1000000000 : MOST * c + a;
            for (int k = 0; k < NEAR; k++)
                if (!none)
                    f[at] = f[at] * 0.5 + x[k];
        }
}

/* Nobody has given it a value yet. */
static void given(int wanted)
{
    double *restrict y = get(ATOMS * sizeof *y);
    double s = 0;
#pragma tcr loop
    for (int c = 0; c < CELLS; c++)
        for (int a = 0; a < count[c]; a++)
            for (int k = 0; k < NEAR; k++)
                if (list[k] >= wanted)
                    y[MOST * c + a] = k + pool[MOST * c + a];
    for (int c = 0; c < CELLS; c++)
        for (int a = 0; a < count[c]; a++)
            s += wanted ? 1 : y[MOST * c + a];
    printf("given %d: %.17g\n", wanted, s);
    free(y);
}

/* Without teams: each place has two operators, and the loop its own order. */
static void alone(double *restrict y, const double *restrict x, double (*restrict c)[4])
{
#pragma tcr loop
    for (int i = 0; i < ATOMS; i++)
        for (int k = 0; k < NEAR; k++) {
            y[i] = y[i] * 0.5 + x[(i + k) % ATOMS];
            for (int l = 0; l < 3; l++)
                c[i][1 + l] = c[i][l] * 0.5 + 1;
        }
}

/* The same by pointers that may be one: then each iteration keeps to itself, but not its arrays. */
static void alone_or_one(double *y, double *x)
{
#pragma tcr loop
    for (int i = 0; i < ATOMS; i++)
        for (int k = 0; k < NEAR; k++) {
            y[4 * i] = y[4 * i] * 0.5 + x[4 * i];
            y[4 * i + 1] -= x[4 * i] * 0.5;
            x[4 * i + 2] += y[4 * i + 1] * 0.25;
        }
}

/* An element for each turn of the loop around. */
static void nested(double (*restrict c)[NEAR], const double *restrict x)
{
#pragma tcr loop
    for (int cell = 0; cell < CELLS; cell++)
        for (int a = 0; a < count[cell]; a++) {
            const unsigned at = (unsigned)(MOST * cell + a);
            for (int j = 0; j < 4; j++) {
                c[at][j] = 1;
                for (int k = 0; k < NEAR; k++) {
                    c[at][j] = c[at][j] * 0.5 + x[list[k] + j];
                    c[at][j + 4] += c[at][j];
                }
            }
        }
}

int main(void)
{
    pool = get(12 * ATOMS * sizeof *pool);
    more = get(12 * ATOMS * sizeof *more);
    third = get(12 * ATOMS * sizeof *third);
    atoms = get(2 * ATOMS * sizeof *atoms);
    fill();
    for (int part = 0; part < 2; part++) { /* arrays of their own, and parts of one */
        double *r = part ? pool + 4 * ATOMS : more, *u = part ? pool + 8 * ATOMS : third;
        printf("%.17g ", forces((double(*)[3])pool, u, (double(*)[3])r));
        show("forces");
    }
    for (int wanted = -3; wanted < 3; wanted += 2) {
        one_subscript(pool, more, wanted);
        show("one subscript");
    }
    itself(pool);
    show("itself");
    two(pool, more);
    show("two");
    two(pool, pool + ATOMS);
    show("two parts");
    two(pool, pool);
    show("one");
    called(pool);
    show("called");
    members(atoms);
    show("members");
    absent(pool, more, 0);
    show("present");
    absent(pool, more, 1);
    show("absent");
    given(0);
    given(ATOMS);
    alone(pool, more, (double(*)[4])third);
    show("alone");
    alone_or_one(pool, more);
    show("alone, two");
    alone_or_one(pool, pool);
    show("alone, one");
    nested((double(*)[NEAR])pool, more);
    show("nested");
    free(pool);
    free(more);
    free(third);
    free(atoms);
    return 0;
}
