/* SPDX-License-Identifier: MIT */
/*
 * Places that an inner loop updates and does not choose: elements and members in memory and of
 * local variables, that some iterations leave out, or that are not there at all.
 * flags: -O1 -std=gnu17
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct cell {
    double sum, least;
    int count;
    unsigned char bytes, spare;
    float part[3];
};

static int rows, width;
static double *restrict y, *restrict a, *restrict b;
static struct cell *restrict c;
static int *restrict lengths, *restrict first;
static float (*restrict f)[3];

static void *get(size_t n)
{
    void *p = calloc(n ? n : 1, 1);
    if (!p)
        exit(1);
    return p;
}

/* Multiples of 1/8, whose sums are the same in every order. */
static void prepare(int n, int m)
{
    size_t all = (size_t)n * (size_t)m;
    rows = n;
    width = m;
    a = get(all * sizeof *a);
    b = get(all * sizeof *b);
    y = get((size_t)n * sizeof *y);
    c = get((size_t)n * sizeof *c);
    f = get((size_t)n * sizeof *f);
    lengths = get((size_t)n * sizeof *lengths);
    first = get(((size_t)n + 1) * sizeof *first);
    for (size_t k = 0; k < all; k++) {
        a[k] = (double)(k * 7919 % 33) / 8 - 2;
        b[k] = (double)(k * 104729 % 17) / 4 - 1;
    }
    for (int i = 0; i < n; i++) {
        y[i] = i % 3;
        c[i] = (struct cell){.sum = i, .least = i % 2 ? 1 : -1.5, .bytes = 250, .spare = 7};
        lengths[i] = i % 4 == 1 ? 0 : i % 4 == 2 ? m : (i * 13) % (m + 1);
        first[i + 1] = first[i] + lengths[i];
    }
}

static void drop(void)
{
    void *all[] = {a, b, y, c, f, lengths, first};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        free(all[k]);
}

static void show(const char *what)
{
    double s = 0, t = 0, u = 0;
    long p = 0;
    for (int i = 0; i < rows; i++) {
        s += y[i] * (i % 7 + 1);
        t += (c[i].sum + 3 * c[i].least) * (i % 5 + 1);
        u += (f[i][0] + 3 * f[i][1] + 5 * f[i][2] + c[i].part[0] - c[i].part[2]) * (i % 3 + 1);
        p += (c[i].count + 7L * c[i].bytes + 31L * c[i].spare) * (i % 11 + 1);
    }
    printf("%s %d %d: %.10g %.10g %.10g %ld\n", what, rows, width, s, t, u, p);
}

/* Set before, read behind. */
static void dense(void)
{
#pragma tcr loop
    for (int i = 0; i < rows; i++) {
        y[i] = 1;
        for (int k = 0; k < width; k++)
            y[i] += a[i * width + k] * b[k];
        y[i] = y[i] > 4 ? y[i] / 2 : y[i] + 1;
        for (int k = 0; k < width; k++)
            y[i] -= a[i * width + k] / 2;
        c[i].sum = y[i];
    }
    show("dense");
}

static void sparse(void)
{
#pragma tcr loop
    for (int i = 0; i < rows; i++)
        for (int k = first[i]; k < first[i + 1]; k++)
            y[i] += a[k] * b[k];
    show("sparse");
}

/* Neighbouring iterations are neighbours in memory. */
static void columns(void)
{
#pragma tcr loop
    for (int i = 0; i < rows; i++)
        for (int k = 0; k < width; k++)
            y[i] += a[k * rows + i] * 2;
#pragma tcr loop
    for (int i = 0; i < rows; i++) {
        for (int k = 0; k < width; k++)
            if (a[k * rows + i] > 0)
                y[i] += a[k * rows + i];
        c[i].sum = y[i];
    }
    show("columns");
}

/* Several members of a structure, each with its operator. */
static void members(void)
{
#pragma tcr loop
    for (int i = 0; i < rows; i++)
        for (int k = 0; k < width; k++) {
            c[i].sum += a[i * width + k];
            c[i].count++;
            c[i].bytes += 3;
            if (b[i * width + k] < c[i].least)
                c[i].least = b[i * width + k];
        }
#pragma tcr loop
    for (int i = 0; i < rows; i++) {
        struct cell *p = &c[i];
        for (int k = 0; k < lengths[i]; k++)
            p->sum = p->sum + a[i * width + k];
    }
#pragma tcr loop
    for (int i = 0; i < rows; i++)
        for (int k = 0; k < width; k++)
            c[i].least = fmax(c[i].least, a[i * width + k]);
    show("members");
}

/* Only some come to the place; of the rows that have no iteration, none is there. */
static void sometimes(void)
{
#pragma tcr loop
    for (int i = 0; i < rows; i++)
        for (int k = 0; k < width; k++)
            if (k != i) {
                c[i].sum += a[i * width + k];
                c[i].count ^= k;
            }
#pragma tcr loop
    for (int i = 0; i < rows; i++)
        for (int k = 0; k < width; k++) {
            if (b[i * width + k] > 0)
                continue;
            y[i] -= b[i * width + k];
        }
#pragma tcr loop
    for (int i = 0; i < rows; i++)
        for (int k = 0; k < width; k++)
            if (b[i * width + k] > 100)
                y[i] = y[i] * 2;
    show("sometimes");
}

/* Beyond the last row there is no element, and no iteration. */
static void beyond(void)
{
    int all = rows * 2;
#pragma tcr loop copy(y[0 : rows])
    for (int i = 0; i < all; i++)
        for (int k = 0; k < (i < rows ? width : 0); k++)
            y[i] += a[i * width + k];
    show("beyond");
}

/* Elements of one array, by constants. */
static void forces(void)
{
#pragma tcr loop
    for (int i = 0; i < rows; i++) {
        float own[3] = {1, 2, 3};
        struct cell t = {.least = 2};
        for (int k = 0; k < width; k++) {
            float d = (float)a[i * width + k];
            f[i][0] += d;
            f[i][1] -= d * 2;
            f[i][2] += 1;
            own[0] += d;
            own[2] += (float)b[k];
            if (d > 0)
                own[1]++;
            t.sum += d;
            if (d < t.least)
                t.least = d;
        }
        c[i].part[0] = own[0] + own[1];
        c[i].part[2] = own[2] + (float)(t.sum - t.least);
    }
#pragma tcr loop
    for (int i = 0; i < rows; i++) {
        float *p = (float *)f;
        for (int k = 0; k < width; k++) {
            if (k == i)
                continue;
            p[3 * i] += (float)a[i * width + k];
            p[3 * i + 1] += (float)b[i * width + k];
            p[3 * i + 2]--;
        }
    }
    show("forces");
}

/* Parts of parts; two members of a union are one place. */
static void nested(void)
{
#pragma tcr loop
    for (int i = 0; i < rows; i++) {
        struct cell t[2] = {{.sum = 1}, {.sum = 2}};
        union {
            int a;
            unsigned b;
        } one;
        one.a = 0;
        for (int k = 0; k < width; k++) {
            c[i].part[0] += (float)a[i * width + k];
            c[i].part[2] -= 1;
            c[i].count += 2;
            t[1].sum -= a[i * width + k];
            t[0].part[1] += (float)b[k];
            t[0].sum++;
        }
        for (int k = 0; k < width; k++) {
            one.a += k;
            one.b ^= 5;
        }
        c[i].sum += t[0].sum + t[1].sum + t[0].part[1] + one.a;
    }
    show("nested");
}

/* Again and again, in a loop that is kept. */
static void again(void)
{
#pragma tcr loop
    for (int i = 0; i < rows; i++) {
        for (int t = 0; t < 5 && y[i] < 1000; t++) {
            if (t == 3)
                continue;
            for (int k = 0; k < width; k++)
                y[i] += b[i * width + k] * t + 1;
            c[i].sum += y[i];
        }
    }
    show("again");
}

/* What is no fold: the loop reads it elsewhere, or another part of it may be the same. */
static void others(void)
{
#pragma tcr loop
    for (int i = 0; i < rows; i++) {
        double s = 0;
        for (int k = 0; k < width; k++) {
            y[i] += a[i * width + k];
            s += y[i];
        }
        for (int k = 0; k < width; k++) {
            c[i].part[0] += 1;
            c[i].part[k % 3] += 2;
        }
        c[i].least += s;
    }
    show("others");
}

int main(void)
{
    static const int sizes[][2] = {{1, 1},  {1, 1000}, {2, 33},  {5, 0},  {5, 100}, {33, 31},
                                   {33, 1}, {100, 3},  {40, 32}, {70, 8}, {3, 257}, {200, 7}};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        prepare(sizes[k][0], sizes[k][1]);
        dense();
        sparse();
        columns();
        members();
        sometimes();
        beyond();
        forces();
        nested();
        again();
        others();
        drop();
    }
    return 0;
}
