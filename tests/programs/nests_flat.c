/* SPDX-License-Identifier: MIT */
/* Rows that follow each other are one loop of a warp: with gaps, overlaps, empty ones and long ones
 * among them; sums that start from something, in several types, and products; bodies that ask which
 * row they are of, and bodies that do not.
 * flags: -O1 -std=gnu17
 * compared: no
 */
#include <stdio.h>
#include <stdlib.h>

enum { COLUMNS = 251 };

struct rows {
    int n, entries;
    int *first, *end; /* of each row; first[n] is the end of all */
};

static int *column, *whole, *counts;
static double *value, *x, *y;
static float *narrow;

static void *get(size_t n)
{
    void *p = calloc(n ? n : 1, 1);
    if (!p)
        exit(1);
    return p;
}

/* Row i has length(i) entries, and begins `gap(i)` behind the end of the one before. */
static struct rows make(int n, int (*length)(int), int (*gap)(int))
{
    struct rows r = {
        .n = n, .first = get((n + 1) * sizeof(int)), .end = get((n + 1) * sizeof(int))};
    int at = 0;
    for (int i = 0; i < n; i++) {
        at += gap(i);
        at = at < 0 ? 0 : at;
        r.first[i] = at;
        at += length(i);
        r.end[i] = at;
        r.entries = at > r.entries ? at : r.entries;
    }
    r.first[n] = at;
    column = get(r.entries * sizeof *column);
    whole = get(n * sizeof *whole);
    counts = get(r.entries * sizeof *counts);
    value = get(r.entries * sizeof *value);
    narrow = get(n * sizeof *narrow);
    x = get(COLUMNS * sizeof *x);
    y = get(n * sizeof *y);
    for (int k = 0; k < r.entries; k++) {
        column[k] = (int)((unsigned)k * 2654435761u >> 9) % COLUMNS;
        counts[k] = k * 31 % 17 - 8;
        value[k] = (k * 7 % 31 - 15) * 0.25;
    }
    for (int k = 0; k < COLUMNS; k++)
        x[k] = k % 9 - 4;
    return r;
}

static void drop(struct rows *r)
{
    void *all[] = {r->first, r->end, column, whole, counts, value, narrow, x, y};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        free(all[k]);
}

static void show(const char *what, const struct rows *r)
{
    double s = 0, t = 0;
    unsigned w = 0;
    for (int i = 0; i < r->n; i++) {
        s += y[i] * (i % 7 + 1);
        t += narrow[i] * (i % 5 + 1);
        w = w * 3 + (unsigned)whole[i];
    }
    printf("%s %d %d: %.10g %.10g %u\n", what, r->n, r->entries, s, t, w);
}

/* Only the number says what an iteration adds. */
static void product(const struct rows *r)
{
    const int *first = r->first, n = r->n;
#pragma tcr loop copyin(value [0:r->entries], column [0:r->entries], x [0:COLUMNS])
    for (int i = 0; i < n; i++) {
        double s = i % 3;
        for (int k = first[i]; k < first[i + 1]; k++)
            s += value[k] * x[column[k]];
        y[i] = s;
    }
    show("product", r);
}

/* Bounds of each row, a number of 4 bytes, a temporary from outside, a write under a condition. */
static void pieces(const struct rows *r)
{
    const int *first = r->first, *end = r->end, n = r->n;
#pragma tcr loop copyin(value [0:r->entries]) copy(narrow [0:r->n])
    for (int i = 0; i < n; i++) {
        float s = 0;
        double t;
        for (int k = first[i]; k < end[i]; k++) {
            t = value[k] * 2;
            if (t > -20)
                s += (float)t;
        }
        if (i % 4)
            narrow[i] = s * 2;
    }
    show("pieces", r);
}

/* A product modulo 2^32, up to the last element, without a gather. */
static void odd(const struct rows *r)
{
    const int *first = r->first, n = r->n;
#pragma tcr loop copyin(counts [0:r->entries])
    for (int i = 0; i < n; i++) {
        unsigned p = 1;
        for (int k = first[i]; k <= first[i + 1] - 1; k++)
            p *= (unsigned)counts[k] | 1;
        whole[i] = (int)p;
    }
    show("odd", r);
}

/* The row's own number is in it. */
static void own(const struct rows *r)
{
    const int *first = r->first, n = r->n;
#pragma tcr loop copyin(value [0:r->entries])
    for (int i = 0; i < n; i++) {
        double s = 0, weight = i % 3 - 1;
        for (int k = first[i]; k < first[i + 1]; k++)
            s += value[k] * weight + i % 2;
        y[i] = s;
    }
    show("own", r);
}

/* Offsets of 8 bytes, numbers of 4, a sum that starts from what is there. */
static void far(const struct rows *r)
{
    const int n = r->n;
    long *first = get((n + 1) * sizeof *first);
    for (int i = 0; i <= n; i++)
        first[i] = r->first[i];
#pragma tcr loop copyin(counts [0:r->entries]) copy(narrow [0:r->n])
    for (int i = 0; i < n; i++) {
        float s = narrow[i];
        for (long k = first[i]; k < first[i + 1]; k++)
            s += (float)counts[k];
        narrow[i] = s;
    }
    show("far", r);
    free(first);
}

static int none(int i)
{
    return (void)i, 0;
}
static int some(int i)
{
    return i % 3 == 1 ? 0 : (i * 37 + 5) % 23;
}
static int same(int i)
{
    return (void)i, 16;
}
static int gaps(int i)
{
    return i % 50 == 49 ? 3 : i % 70 == 69 ? -11 : 0;
}
static int backwards(int i)
{
    return i % 11 == 5 ? -(i % 7) : some(i);
}
static int few_long(int i)
{
    return i % 97 == 50 ? 1024 + i % 3 : i == 333 ? 9000 : i % 5 + 1;
}
static int many_long(int i)
{
    return i % 32 == 7 ? 1030 : 1;
}

static int empty(int i)
{
    return (void)i, 0;
}
static int first_only(int i)
{
    return i == 0 ? 3000 : 0;
}
static int last_only(int i)
{
    return i == 1000 ? 5000 : 0;
}
static int one_huge(int i)
{
    return i == 200 ? 30000 : i % 3;
}
/* 0 to 3, as those that a lane has several of */
static int sparing(int i)
{
    return (int)((unsigned)i * 2654435761u >> 20 & 3);
}
static int sparing_one_huge(int i)
{
    return i == 7000 ? 20000 : sparing(i);
}
static int sparing_some_long(int i)
{
    return i % 61 == 9 ? 17 + i % 40 : i % 700 == 3 ? 300 : i % 3;
}
static int late(int i)
{
    return i == 0 ? 1000 : 0;
}

static void all_of(struct rows r)
{
    product(&r);
    pieces(&r);
    odd(&r);
    own(&r);
    far(&r);
    drop(&r);
}

static void all(int n, int (*length)(int), int (*gap)(int))
{
    all_of(make(n, length, gap));
}

/* Row i lies where row n - 1 - i would, or all lie at one place: their places say nothing of what
 * comes before. */
static void turned(int n, int by)
{
    struct rows r = make(n, same, none);
    for (int i = 0; i < n; i++) {
        r.first[i] = (n - 1 - i) * by;
        r.end[i] = r.first[i] + i % 16;
    }
    r.first[n] = 0;
    all_of(r);
}

int main(void)
{
    static const int sizes[] = {1, 7, 34, 1001};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        all(sizes[k], some, none);
        all(sizes[k], same, none);
        all(sizes[k], some, gaps);
        all(sizes[k], backwards, none);
        all(sizes[k], few_long, none);
    }
    all(1001, empty, none);
    all(1001, empty, late);
    all(1001, first_only, none);
    all(1001, last_only, late);
    all(1001, one_huge, none);
    all(1001, one_huge, gaps);
    turned(1001, 16);
    turned(1001, 0);
    all(9001, some, none);
    all(2302, many_long, none);
    all(8011, sparing, none);
    all(8011, sparing, gaps);
    all(8011, sparing_one_huge, none);
    all(8011, sparing_some_long, none);
    all(8011, sparing_some_long, gaps);
    /* more rows than can be left for later */
    struct rows r = make(40000, many_long, none);
    product(&r);
    drop(&r);
    return 0;
}
