/* Tables in a structure, of which a run uses some: the pointers of the others were never set, and
 * no loop is refused for what stands there.
 * flags: -O1 -fopenmp
 * accept: omp
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 300
#define M 1000

struct tables {
    double *energies, *all_energies, *sections;
    int *index;
    int unionized;
    long n;
};

static long search(long n, double quarry, const double *a)
{
    long lo = 0, hi = n - 1;

    while (hi - lo > 1) {
        long middle = lo + (hi - lo) / 2;

        if (a[middle] > quarry)
            hi = middle;
        else
            lo = middle;
    }
    return lo;
}

static double look(struct tables t, double e)
{
    long k = t.unionized ? t.index[search(t.n * 4, e, t.all_energies)] : search(t.n, e, t.energies);

    return t.sections[k] * e;
}

static double total(struct tables t, int n)
{
    double sum = 0;

#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++)
        sum += look(t, i % 97 / 97.0);
    return sum;
}

static void each(struct tables t, int n, double *out)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        out[i] = look(t, i % 89 / 89.0);
}

int main(void)
{
    static const unsigned char garbage[] = {0xff, 0x00, 0x5a, 0x01};
    double *out = malloc(N * sizeof *out), sum = 0;

    for (size_t k = 0; k < sizeof garbage; k++) {
        struct tables t;

        memset(&t, garbage[k], sizeof t);
        t.n = M;
        t.unionized = 0;
        t.energies = malloc(M * sizeof *t.energies);
        t.sections = malloc(M * sizeof *t.sections);
        for (int i = 0; i < M; i++) {
            t.energies[i] = i / (double)M;
            t.sections[i] = i + (double)k;
        }
        each(t, N, out);
        for (int i = 0; i < N; i++)
            sum += out[i];
        printf("%.6f %.6f\n", total(t, N), sum);
        free(t.energies);
        free(t.sections);
    }
    free(out);
    return 0;
}
/* SPDX-License-Identifier: MIT */
