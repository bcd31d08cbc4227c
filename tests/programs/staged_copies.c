/* SPDX-License-Identifier: MIT */
/*
 * Arrays so large that their copies go through pinned memory by several threads: written all over,
 * in place, at every third element, in rows with borders, one member of structures, under a
 * condition, through row pointers.  What is not written has a mark, which must stay.
 *
 * optimised: yes
 * compared: no
 * faults: copy:1 copy:2 copy:4 copy:6 copy:9 copy:13 copy:19 copy:23 copy:29 sync:2 sync:7 sync:12 alloc:2 alloc:6 lost:20
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 300003, ROWS = 501, COLUMNS = 601 };

struct point {
    double x;
    float y;
    int z;
};

static unsigned long long sum_of(const void *p, size_t size)
{
    const unsigned char *c = p;
    unsigned long long sum = 14695981039346656037u;

    for (size_t i = 0; i < size; i++)
        sum = (sum ^ c[i]) * 1099511628211u;
    return sum;
}

static void fill(double *a, int n)
{
    for (int i = 0; i < n; i++)
        a[i] = ((unsigned)i * 7919u % 1009) * 0.5 - 200;
}

int main(void)
{
    double *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b);
    double *g = malloc(ROWS * COLUMNS * sizeof *g), *h = malloc(ROWS * COLUMNS * sizeof *h);
    struct point *p = malloc(N * sizeof *p);
    double **row = malloc(ROWS * sizeof *row);
    int n = N, rows = ROWS, columns = COLUMNS;

    if (!a || !b || !g || !h || !p || !row)
        return 1;
    fill(a, n);
    fill(b, n);
    fill(g, rows * columns);
    fill(h, rows * columns);
    memset(p, 0x5a, N * sizeof *p);
    for (int i = 0; i < rows; i++)
        row[i] = malloc(COLUMNS * sizeof **row);
    for (int i = 0; i < rows; i++)
        fill(row[i], columns);

#pragma tcr loop
    for (int i = 0; i < n; i++)
        b[i] = 2 * a[i];
    printf("dense %llx\n", sum_of(b, N * sizeof *b));

#pragma tcr loop
    for (int i = 0; i < n; i++)
        a[i] = a[i] * a[i] - 1;
    printf("in place %llx\n", sum_of(a, N * sizeof *a));

#pragma tcr loop
    for (int i = 1; i < n - 2; i += 3)
        b[i] = a[i] + 1;
    printf("every third %llx\n", sum_of(b, N * sizeof *b));

#pragma tcr loop collapse(2)
    for (int i = 1; i < rows - 1; i++)
        for (int j = 1; j < columns - 1; j++)
            h[i * columns + j] = 0.25 * (g[(i - 1) * columns + j] + g[(i + 1) * columns + j] +
                                         g[i * columns + j - 1] + g[i * columns + j + 1]);
    printf("rows with borders %llx\n", sum_of(h, ROWS * COLUMNS * sizeof *h));

#pragma tcr loop collapse(2)
    for (int i = 1; i < rows - 1; i++)
        for (int j = 2; j < columns - 3; j += 2)
            g[i * columns + j] = g[i * columns + j] * 0.5 + i;
    printf("in place, with borders %llx\n", sum_of(g, ROWS * COLUMNS * sizeof *g));

#pragma tcr loop
    for (int i = 0; i < n; i++) {
        p[i].x = a[i];
        p[i].z = i;
    }
    printf("members %llx\n", sum_of(p, N * sizeof *p));

#pragma tcr loop
    for (int i = n - 1; i >= 0; i--)
        p[i].y = (float)b[i];
    printf("backwards %llx\n", sum_of(p, N * sizeof *p));

#pragma tcr loop
    for (int i = 0; i < n; i++)
        if (a[i] > 100)
            b[i] += a[i];
    printf("under a condition %llx\n", sum_of(b, N * sizeof *b));

#pragma tcr loop collapse(2)
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns - 1; j++)
            row[i][j] = row[i][j] + j;
    for (int i = 0; i < rows; i += 50)
        printf("row %d %llx\n", i, sum_of(row[i], COLUMNS * sizeof **row));

    for (int i = 0; i < rows; i++)
        free(row[i]);
    free(a);
    free(b);
    free(g);
    free(h);
    free(p);
    free(row);
    return 0;
}
