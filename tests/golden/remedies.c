// What a refusal advises, and what the report calls arrays behind pointers.
#include <stdlib.h>
#include <string.h>
struct row {
    double *v;
    int n;
};
static double at(const struct row *r, int j)
{
    return r->v[j];
}
int pack(int n, double *out, double *x)
{
    int m = 0, odd = 0;
    double *q = out;
#pragma tcr loop
    for (int i = 0; i < n; i++)
        if (x[i] > 0)
            out[m++] = x[i];
#pragma tcr loop
    for (int i = 0; i < n; i++)
        if (x[i] > 0)
            *q++ = x[i];
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        if (x[i] > 0)
            odd++;
        out[i] = x[i];
    }
    return m + odd;
}
void library(int n, char **s, size_t *l, double (*r)[8], int (*cmp)(const void *, const void *))
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        l[i] = (size_t)atol(s[i]);
#pragma tcr loop
    for (int i = 0; i < n; i++)
        qsort(r[i], 8, sizeof(double), cmp);
}
void deep(int n, double ****c4)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                c4[i][j][k][0] *= 2;
}
double names(int n, int m, double **u, struct row *r, double (*q)[10], double **one)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            s += u[i][j] + r[i].v[j] + (*q)[j] + (*one)[j];
#pragma tcr reduce(+ : s) copyin((*q)[0 : 10], *one[0 : m])
    for (int j = 0; j < m; j++)
        s += (*q)[j] + (*one)[j];
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += at(&r[i], i % 8);
    return s;
}
/* with its place */
int largest(int n, const double *a, double *found)
{
    double most = -1, least = 1e9;
    int where = -1, low = -1;
#pragma tcr reduce(max : most)
    for (int i = 0; i < n; i++)
        if (a[i] > most) {
            most = a[i];
            where = i;
        }
#pragma tcr loop
    for (int i = 0; i < n; i++)
        if (a[i] < least) {
            least = a[i];
            low = i;
        }
    *found = most - least;
    return where + low;
}
