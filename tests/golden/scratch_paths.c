// options: --tcr-accept=omp --tcr-openmp=on -fopenmp
/* Memory that some iterations ask for, or that is given back at a common end. */
#include <stdlib.h>
void some(double *out, const int *c, int n, int m);
void some(double *out, const int *c, int n, int m)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double *t = NULL;
        if (c[i] > 0)
            t = malloc(m * sizeof *t);
        if (t) {
            t[0] = c[i];
            out[i] = t[0];
        }
        if (c[i] > 0)
            free(t);
    }
}

void end(double *out, const int *c, int n, int m);
void end(double *out, const int *c, int n, int m)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double *t = malloc(m * sizeof *t);
        if (!t || c[i] < 0)
            goto done;
        t[0] = c[i];
        out[i] = t[0];
    done:
        free(t);
    }
}

/* Left to the compiler: a way past the end; set again below the condition; never given back. */
void left(double *out, const int *c, int n, int m);
void left(double *out, const int *c, int n, int m)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double *t = malloc(m * sizeof *t);
        if (c[i] < 0)
            goto done;
        t[0] = c[i];
        out[i] = t[0];
        free(t);
    done:;
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double *t = NULL;
        if (c[i] > 0) {
            t = malloc(m * sizeof *t);
            t += c[i];
        }
        out[i] = t ? 1 : 0;
        if (c[i] > 0)
            free(t - c[i]);
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double *t = NULL;
        while (c[i] > 0 && !t)
            t = malloc(m * sizeof *t);
        out[i] = t ? 1 : 0;
        free(t);
    }
}

/* Left to the compiler: returned where it is not given back. */
static double *kept(int m, int give)
{
    double *t = malloc(m * sizeof *t), *u = t;
    t[0] = m;
    if (give)
        free(t);
    return give ? NULL : u;
}

void returned(double *out, int n, int m);
void returned(double *out, int n, int m)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double *t = kept(m, i % 2);
        out[i] = t ? t[0] : 1;
        free(t);
    }
}
