// options: --tcr-accept=omp --tcr-report -fopenmp
/* Memory that looks like that of threads, but is not surely each one's own for the loop alone. */
#include <stdlib.h>
#include <string.h>
#include <omp.h>
struct out {
    double *p;
    double v;
};
void r1(double *g, const double *x, int n, int m)
{ /* used before the loop */
#pragma omp parallel
    {
        double *w = malloc(m * sizeof *w);
        for (int k = 0; k < m; k++)
            w[k] = 0;
#pragma omp for
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < m; k++)
                w[k] += x[i];
            g[i] = w[0];
        }
        free(w);
    }
}
void r2(double *g, const double *x, int n, int m)
{ /* read after */
    double sum = 0;
#pragma omp parallel
    {
        double *w = malloc(m * sizeof *w);
#pragma omp for
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < m; k++)
                w[k] = x[i];
            g[i] = w[0];
        }
#pragma omp critical
        sum += w[0];
        free(w);
    }
    g[0] = sum;
}
void r3(double *g, const double *x, int n, int m)
{ /* calloc */
#pragma omp parallel
    {
        double *w = calloc(m, sizeof *w);
#pragma omp for
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < m; k++)
                w[k] += x[i];
            g[i] = w[0];
        }
        free(w);
    }
}
void r4(double *g, const double *x, int n, int m)
{ /* chunk */
#pragma omp parallel
    {
        double *w = malloc(m * sizeof *w);
#pragma omp for schedule(static, 4)
        for (int i = 0; i < n; i++) {
            if (i % 4 == 0)
                for (int k = 0; k < m; k++)
                    w[k] = x[i];
            g[i] = w[0];
        }
        free(w);
    }
}
void r5(double *g, const double *x, int n, int m)
{ /* loop around */
#pragma omp parallel
    {
        double *w = malloc(m * sizeof *w);
        for (int t = 0; t < 3; t++) {
#pragma omp for
            for (int i = 0; i < n; i++) {
                if (t == 0)
                    for (int k = 0; k < m; k++)
                        w[k] = x[i];
                g[i] = w[0];
            }
        }
        free(w);
    }
}
void r7(double *g, const double *x, int n, int m)
{ /* m changes in the loop's construct */
#pragma omp parallel firstprivate(m)
    {
        double *w = malloc(m * sizeof *w);
        m++;
#pragma omp for
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < m - 1; k++)
                w[k] = x[i];
            g[i] = w[0];
        }
        free(w);
    }
}
void r8(double *g, const double *x, int n, int m)
{ /* number used otherwise */
    double *work = malloc(m * omp_get_max_threads() * sizeof *work);
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        int t = omp_get_thread_num();
        double *w = work + t * m;
        w[0] = x[i];
        g[i] = w[0] + t;
    }
    free(work);
}
void r9(double *g, const double *x, int n, int m)
{ /* all is summed later */
    double *work = malloc(m * omp_get_max_threads() * sizeof *work);
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        int t = omp_get_thread_num();
        double *w = work + t * m;
        w[0] = x[i];
        g[i] = w[0];
    }
    for (int t = 0; t < m; t++)
        g[0] += work[t];
    free(work);
}
void r10(struct out *o, const double *x, int n, int m)
{ /* kept */
#pragma omp parallel
    {
        double *w = malloc(m * sizeof *w);
#pragma omp for
        for (int i = 0; i < n; i++) {
            w[0] = x[i];
            o[i].p = w;
            o[i].v = w[0];
        }
        free(w);
    }
}
void r11(double *g, const double *x, double *work, int n, int m)
{ /* the caller's */
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double *w = work + omp_get_thread_num() * m;
        w[0] = x[i];
        g[i] = w[0];
    }
}
void r12(double *g, const double *x, int n, int m)
{ /* moved */
#pragma omp parallel
    {
        double *w = malloc(m * sizeof *w), *v = w;
#pragma omp for
        for (int i = 0; i < n; i++) {
            w[0] = x[i];
            g[i] = w[0];
        }
        free(v);
    }
}
void r13(double *g, const double *x, int n, int m)
{ /* the function's number */
    double *work = malloc(m * omp_get_max_threads() * sizeof *work);
    int t = omp_get_thread_num();
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double *w = work + t * m;
        w[0] = x[i];
        g[i] = w[0];
    }
    free(work);
}
void r14(double *g, const double *x, int n, int m)
{ /* parts that lie between each other */
    int nt = omp_get_max_threads();
    double *work = malloc((size_t)m * nt * sizeof *work);
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double *w = work + omp_get_thread_num() * 8;
        for (int k = 0; k < m; k++)
            w[k / 8 * 8 * nt + k % 8] = x[i];
        g[i] = w[0];
    }
    free(work);
}
