/* SPDX-License-Identifier: MIT */
/* A loop of a team that reads, under a condition, a row of rows in a structure: whether the row
 * may be read is a long expression, which stands under a name also where a thread asks if the loop
 * is settled.
 *
 * flags: -O1 -fopenmp
 * accept: omp
 * device: 1
 */
#include <stdio.h>

struct storage_of_a_simulation {
    double **potentials_of_each_system;
};

struct sizes {
    int n;
};

static double energy(const struct storage_of_a_simulation *workspace_of_simulation,
                     const struct sizes *sizes)
{
    double sum = 0;
#pragma omp parallel reduction(+ : sum)
    {
        int i;
#pragma omp for
        for (i = 0; i < sizes->n; i++)
            if (i + 1 < sizes->n)
                sum += workspace_of_simulation->potentials_of_each_system[0][i];
    }
    return sum;
}

int main(void)
{
    static double row[1000];
    double *rows[1] = {row};
    struct storage_of_a_simulation workspace = {rows};
    struct sizes sizes = {1000};

    for (int i = 0; i < sizes.n; i++)
        row[i] = i;
    printf("%g\n", energy(&workspace, &sizes));
    return 0;
}
