/* SPDX-License-Identifier: MIT */
/* Loops for the time in which a device starts: one that is long enough for that, and then loops
 * that write, and read at places that only memory says: tables in structures, rows, indices.
 * starting [waits]: for the driver to be loaded, which is to wait for the file `had`. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 2000, ENTRIES = 500, ROWS = 40 };

struct table {
    double from, per;
    double *value;
};

static int is_loading(void)
{
    FILE *f = fopen("loading", "r");

    if (f)
        fclose(f);
    return f != NULL;
}

static double at(const struct table *t, double x)
{
    int k = (int)((x - t->from) * t->per);

    k = k < 0 ? 0 : k >= ENTRIES ? ENTRIES - 1 : k;
    return t->value[k];
}

static double settle(int n)
{
    double s = 0;

#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++) {
        double x = i * 1e-7;

        for (int k = 0; k < 200; k++)
            x = 0.5 * x + 1e-9 * k;
        s += x;
    }
    return s;
}

static void look_up(const struct table *t, double *y, const int *count, const int *near)
{
#pragma omp parallel for
    for (int i = 0; i < N; i++)
        for (int k = 0; k < count[i]; k++)
            y[i] += at(t, y[near[4 * i + k]] * 0 + i % 10);
}

static void add_rows(double **row, const int *from, double *y)
{
#pragma omp parallel for
    for (int i = 0; i < N; i++)
        y[i] += row[i % ROWS][from[i]];
}

int main(int argc, char **argv)
{
    struct table t = {0, ENTRIES / 10.0, malloc(ENTRIES * sizeof(double))};
    double *y = calloc(N, sizeof *y), *row[ROWS], sum = 0;
    int *count = malloc(N * sizeof *count), *near = malloc(4 * N * sizeof *near);
    int *from = malloc(N * sizeof *from);
    double first = 0;

    (void)argv;
    for (int k = 0; k < 500 && (k < 8 || (argc > 1 && !is_loading())); k++)
        first += settle(600000);
    for (int k = 0; k < ENTRIES; k++)
        t.value[k] = k;
    for (int k = 0; k < ROWS; k++) {
        row[k] = malloc(N * sizeof **row);
        for (int i = 0; i < N; i++)
            row[k][i] = i + k;
    }
    for (int i = 0; i < N; i++) {
        count[i] = i % 5;
        from[i] = i * 7 % N;
        for (int k = 0; k < 4; k++)
            near[4 * i + k] = (i + k) % N;
    }
    for (int k = 0; k < 20; k++) {
        for (int i = 0; i < N; i++)
            y[i] = 0;
        look_up(&t, y, count, near);
        add_rows(row, from, y);
    }
    if (argc > 1)
        fclose(fopen("had", "w"));
    for (int i = 0; i < N; i++)
        sum += y[i];
    printf("%d %.9g\n", fabs(first) < 1e9, sum);
    return 0;
}
