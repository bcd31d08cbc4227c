/* Rows that pointers lead to: the lanes of a team go along a row, and those of different teams where
 * the inner loop goes from row to row. */
double sqrt(double);

void norms(int n, int m, double **a, double *y)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        const double *row = a[i];
        double s = 0;
        for (int k = 0; k < m; k++)
            s += row[k] * row[k];
        y[i] = sqrt(s);
    }
}

void columns(int n, int m, double **a, double *restrict y)
{
#pragma tcr loop
    for (int j = 0; j < m; j++) {
        double s = 0;
        for (int k = 0; k < n; k++)
            s += a[k][j];
        y[j] = s;
    }
}
