/* Nests: rectangular ones are one space of iterations, others keep their inner loop. */
double f(double (*a)[50], const double *b, int n, int m)
{
    double s = 0;
    int i, j;
    /* perfect */
#pragma tcr reduce(+ : s) collapse(2)
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            s += a[i][j];
    /* perfect, not asked for */
#pragma tcr reduce(+ : s)
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            s += a[i][j];
    /* triangular */
#pragma tcr reduce(+ : s)
    for (i = 0; i < n; i++)
        for (j = 0; j <= i; j++)
            s += a[i][j];
    /* imperfect */
#pragma tcr reduce(+ : s)
    for (i = 0; i < n; i++) {
        double t = 0;
        for (j = 0; j < m; j++)
            t += a[i][j];
        s += t * b[i];
    }
    /* three deep, the loops braced */
#pragma tcr reduce(+ : s) collapse(3)
    for (i = 0; i < n; i++) {
        for (j = 1; j < m; j += 2) {
            for (int k = 0; k < 4; k++)
                s += a[i][j] * b[k];
        }
    }
    return s;
}

/* One variable counts in two inner loops: the second one starts anew. */
double used_again(const double *x, const double *y, int n)
{
    int k;
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        double v[3];
        for (k = 0; k < 3; k++)
            v[k] = x[i + k];
        for (k = 0; k < 3; k++)
            s += v[k] * y[k];
    }
    return s;
}

/* Pointers to the rows that are read and written, between the loops. */
void rows_between(double **to, double **from, int n, int m)
{
#pragma tcr loop
    for (int j = 1; j < n - 1; j++) {
        double *row = to[j];
        const double *up = from[j - 1], *down = from[j + 1];
        for (int i = 0; i < m; i++)
            row[i] = 0.5 * (up[i] + down[i]);
    }
}
