/* Memory that an iteration allocates for itself, and what is no such memory. */
#include <stdlib.h>

double given_back(const double *a, int n);
double given_back(const double *a, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        double *t = malloc(sizeof(double) * 4), u[n];
        t[i % 4] = a[i];
        u[i] = t[i % 4];
        s += u[i] * (double)sizeof u;
        free(t);
    }
    return s;
}

double kept(const double *a, int n);
double kept(const double *a, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        double *t = malloc(sizeof(double) * 4);
        t[0] = a[i];
        s += t[0];
    }
    return s;
}

double perhaps(const double *a, int n);
double perhaps(const double *a, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        double *t = malloc(sizeof(double) * 4);
        t[0] = a[i];
        s += t[0];
        if (a[i] < 0)
            continue;
        free(t);
    }
    return s;
}

double swapped(const double *a, int n);
double swapped(const double *a, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        double *old = malloc(sizeof(double) * 4);
        old[0] = a[i];
        for (int k = 0; k < 3; k++) {
            double *now = malloc(sizeof(double) * 4), *other = old;
            now[0] = old[0] + k;
            old = now;
            free(other);
        }
        s += old[0];
        free(old);
    }
    return s;
}

double again(const double *a, int n);
double again(const double *a, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        double *t = malloc(sizeof(double) * 4);
        t[0] = a[i];
        t = realloc(t, sizeof(double) * 8);
        s += t[0];
        free(t);
    }
    return s;
}

double pointers(double *const *a, int n);
double pointers(double *const *a, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        double *const **t = malloc(sizeof *t);
        t[0] = &a[i];
        s += **t[0];
        free(t);
    }
    return s;
}

double shared(const double *a, double **rows, int n);
double shared(const double *a, double **rows, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        double *t = malloc(sizeof(double) * 4);
        t[0] = a[i];
        rows[i] = t;
        s += t[0];
        free(t);
    }
    return s;
}

double matrix(const double *a, int n);
double matrix(const double *a, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        double t[n][n];
        t[0][i] = a[i];
        s += t[0][i] + sizeof t;
    }
    return s;
}

double a_row(const double *a, int n);
double a_row(const double *a, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        double t[n][n], *row = t[1];
        row[0] = a[i];
        s += row[0];
    }
    return s;
}

double a_cube(const double *a, int n);
double a_cube(const double *a, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        double t[n][n][n];
        t[0][0][0] = a[i];
        s += t[0][0][0];
    }
    return s;
}

int too_many(const int *a, int n);
int too_many(const int *a, int n)
{
    int s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        int *t = malloc(sizeof(int) * 100000);
        t[a[i]] = a[i];
        s += t[a[i]];
        free(t);
    }
    return s;
}

double constant(const double *a, int n);
double constant(const double *a, int n)
{
    double s = 0;
    const int k = 8;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        double t[k];
        t[i % k] = a[i];
        s += t[i % k];
    }
    return s;
}

/* It stays until the function returns: of all iterations at a time. */
void on_the_stack(int n, double *a, const double *b)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        double *t = __builtin_alloca(8 * sizeof *t);
        t[0] = b[i];
        a[i] = t[0];
    }
}
