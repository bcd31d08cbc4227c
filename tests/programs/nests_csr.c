/* SPDX-License-Identifier: MIT */
/* Inner loops whose bounds come out of memory: empty rows, a huge one among short ones, few long ones.
 * faults: launch:2 sync:3 copy:2
 * flags: -O1 -std=gnu17
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Row i: entries first[i] .. first[i + 1] - 1. */
struct csr {
    int n, entries;
    int *first, *column;
    double *value;
};

enum { COLUMNS = 97 };

static double *x, *y, *z;
static int *place, *chosen;

static void *get(size_t n)
{
    void *p = calloc(n ? n : 1, 1);
    if (!p)
        exit(1);
    return p;
}

/* Quarters: their sums are the same in every order. */
static struct csr make(int n, int length, int huge)
{
    struct csr m = {.n = n, .first = get(((size_t)n + 1) * sizeof(int))};
    for (int i = 0; i < n; i++) {
        int some = i % 3 == 1 ? 0 : (i * 37 + 5) % (length + 1);
        m.first[i + 1] = m.first[i] + (i == n / 2 ? some + huge : some);
    }
    m.entries = m.first[n];
    m.column = get((size_t)m.entries * sizeof *m.column);
    m.value = get((size_t)m.entries * sizeof *m.value);
    for (int k = 0; k < m.entries; k++) {
        m.column[k] = (int)((unsigned)k * 2654435761u >> 8) % COLUMNS;
        m.value[k] = (k * 7 % 31 - 15) * 0.25;
    }
    x = get(COLUMNS * sizeof *x);
    y = get((size_t)n * sizeof *y);
    z = get((size_t)m.entries * sizeof *z);
    place = get((size_t)n * sizeof *place);
    chosen = get((size_t)n * sizeof *chosen);
    for (int k = 0; k < COLUMNS; k++)
        x[k] = k % 9 - 4;
    for (int i = 0; i < n; i++)
        chosen[i] = i * 11 % 4 != 0;
    return m;
}

static void drop(struct csr *m)
{
    void *all[] = {m->first, m->column, m->value, x, y, z, place, chosen};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        free(all[k]);
}

static void show(const char *what, const struct csr *m)
{
    double s = 0, t = 0;
    long p = 0;
    for (int i = 0; i < m->n; i++) {
        s += y[i] * (i % 7 + 1);
        p += (long)place[i] * (i % 11 + 1);
    }
    for (int k = 0; k < m->entries; k++)
        t += z[k] * (k % 13 + 1);
    printf("%s %d %d: %.10g %ld %.10g\n", what, m->n, m->entries, s, p, t);
}

static void product(const struct csr *m)
{
    const int *first = m->first, *column = m->column;
    const double *value = m->value;

    #pragma tcr loop copyin(value[0 : m->entries], column[0 : m->entries], x[0 : COLUMNS])
    for (int i = 0; i < m->n; i++) {
        double s = 0;
        for (int k = first[i]; k < first[i + 1]; k++)
            s += value[k] * x[column[k]];
        y[i] = s;
    }
    show("product", m);
}

/* The sum in memory, through members, with bounds in locals, and the variable behind the loop. */
static void members(const struct csr *m)
{
    #pragma tcr loop copyin(m->value[0 : m->entries], m->column[0 : m->entries], x[0 : COLUMNS])
    for (int i = 0; i < m->n; i++) {
        int begin = m->first[i], end = m->first[i + 1], k;
        y[i] = 1;
        for (k = begin; k < end; ++k)
            y[i] -= m->value[k] * x[m->column[k]];
        place[i] = k - begin;
    }
    show("members", m);
}

/* The quadratic form, the diagonal and the largest row sum, all at once. */
static void forms(const struct csr *m)
{
    const int *first = m->first, *column = m->column;
    const double *value = m->value;
    double form = 0, diagonal = 0, norm = 0;
    int empty = 0, longest = 0;

    #pragma tcr reduce(+ : form, diagonal, empty) reduce(max : norm, longest)
    for (int i = 0; i < m->n; i++) {
        double s = 0, all = 0;
        for (int k = first[i]; k < first[i + 1]; k++) {
            s += value[k] * x[column[k]];
            all += fabs(value[k]);
            if (column[k] == i)
                diagonal += value[k];
        }
        form += x[i % COLUMNS] * s;
        norm = all > norm ? all : norm;
        empty += first[i] == first[i + 1];
        if (first[i + 1] - first[i] > longest)
            longest = first[i + 1] - first[i];
    }
    printf("forms %.17g %.17g %.17g %d %d\n", form, diagonal, norm, empty, longest);
}

/* The first column of the largest entry, and what x is there; none in an empty row. */
static void largest(const struct csr *m)
{
    const int *first = m->first, *column = m->column;
    const double *value = m->value;

    #pragma tcr loop copyin(value[0 : m->entries], column[0 : m->entries], x[0 : COLUMNS])
    for (int i = 0; i < m->n; i++) {
        double most = -100, with = 0;
        int at = -1;
        for (int k = first[i]; k < first[i + 1]; k++)
            if (value[k] > most) {
                most = value[k];
                at = k - first[i];
                with = x[column[k]];
            }
        y[i] = with + most;
        place[i] = at;
    }
    show("largest", m);
}

/* Rows scaled by what they sum up to; z has the matrix's shape. */
static void scaled(const struct csr *m)
{
    const int *first = m->first;
    const double *value = m->value;

    #pragma tcr loop copyin(value[0 : m->entries])
    for (int i = 0; i < m->n; i++) {
        double s = 0;
        for (int k = first[i]; k < first[i + 1]; k++)
            s += value[k];
        y[i] = s;
        s = s > 0 ? 2 : -0.5;
        for (int k = first[i]; k < first[i + 1]; k++)
            z[k] = value[k] * s + (k - first[i]);
    }
    show("scaled", m);
}

/* Backwards, by pairs, within bounds that may cross, and only some rows. */
static void odd_bounds(const struct csr *m)
{
    const int *first = m->first;
    const double *value = m->value;

    #pragma tcr loop copyin(value[0 : m->entries])
    for (int i = 0; i < m->n; i++) {
        double s = 0, t = 0, u = 0;
        unsigned k;
        if (!chosen[i])
            continue;
        for (int j = first[i + 1] - 1; j >= first[i]; j--)
            s += value[j] * (j & 1);
        for (k = (unsigned)first[i]; k < (unsigned)first[i + 1]; k += 2)
            t += value[k];
        if (i & 1)
            for (int j = first[i] + 2; j <= first[i + 1] - 3; j++)
                u -= value[j];
        y[i] = s + 2 * t + 4 * u;
        place[i] = (int)k - first[i];
    }
    show("odd bounds", m);
}

/* Pointers to a row, and the neighbour's length that ends the loop early. */
static void pointers(const struct csr *m)
{
    const int *first = m->first, *column = m->column;
    const double *value = m->value;

    #pragma tcr loop copyin(value[0 : m->entries], column[0 : m->entries], x[0 : COLUMNS])
    for (int i = 0; i < m->n; i++) {
        const double *v = value + first[i];
        const int *c = &column[first[i]];
        size_t length = (size_t)(first[i + 1] - first[i]);
        double s = 0, t = 0;
        for (size_t j = 0; j < length; j++)
            s += v[j] * x[c[j]];
        for (size_t j = 0; j < length; j++) {
            if (c[j] == 5)
                break;
            t += v[j];
        }
        y[i] = s + 3 * t;
    }
    show("pointers", m);
}

/* Blocks of rows: an inner loop around the inner loop, both with bounds from memory. */
static void blocks(const struct csr *m)
{
    const int *first = m->first;
    const double *value = m->value;
    int n = (m->n + 3) / 4;

    #pragma tcr loop copyin(value[0 : m->entries])
    for (int b = 0; b < n; b++) {
        int last = 4 * b + 4 < m->n ? 4 * b + 4 : m->n;
        double all = 0;
        for (int i = 4 * b; i < last; i++) {
            double s = 0;
            for (int k = first[i]; k < first[i + 1]; k++)
                s += value[k];
            if (s > 0)
                all += s;
        }
        y[b] = all;
    }
    show("blocks", m);
}

/* The clause has the entries of half of the rows: with more, the loop reads others in the middle of a run. */
static void few(const struct csr *m, int rows)
{
    const int *first = m->first;
    const double *value = m->value;

    #pragma tcr loop copyin(value[0 : first[m->n / 2]])
    for (int i = 0; i < m->n; i++) {
        double s = 0;
        int at = -1;
        y[i] += 1;
        if (i < rows)
            for (int k = first[i]; k < first[i + 1]; k++) {
                s += value[k];
                if (value[k] > 3)
                    at = k - first[i];
            }
        y[i] += s;
        place[i] = at;
    }
    show("few", m);
}

int main(void)
{
    static const int sizes[][3] = {{1, 5, 0},    {1, 40, 3000}, {2, 1000, 0}, {5, 33, 700},
                                   {33, 8, 0},   {100, 3, 900}, {64, 0, 0},   {300, 7, 0},
                                   {40, 100, 0}, {7, 0, 65}};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        struct csr m = make(sizes[k][0], sizes[k][1], sizes[k][2]);
        product(&m);
        members(&m);
        forms(&m);
        largest(&m);
        scaled(&m);
        odd_bounds(&m);
        pointers(&m);
        blocks(&m);
        few(&m, m.n / 2);
        few(&m, m.n);
        drop(&m);
    }
    return 0;
}
