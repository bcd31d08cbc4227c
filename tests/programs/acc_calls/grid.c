/* SPDX-License-Identifier: MIT */
/* Memory of a grid: no directive, only calls. */
#include <openacc.h>
#include <stdlib.h>

double *grid_new(size_t n);
void grid_put(double *v, size_t n);
void grid_get(double *v, size_t n);
void grid_delete(double *v, size_t n);

double *grid_new(size_t n)
{
    double *v = malloc(n * sizeof *v);

    acc_create(v, n * sizeof *v);
    return v;
}

void grid_put(double *v, size_t n)
{
    acc_update_device(v, n * sizeof *v);
}

void grid_get(double *v, size_t n)
{
    acc_update_self(v, n * sizeof *v);
}

void grid_delete(double *v, size_t n)
{
    acc_delete(v, n * sizeof *v);
    free(v);
}
