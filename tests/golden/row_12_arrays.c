/* Row 12: arrays, pointers to arrays, VLAs, pointers to pointers. */
double g[20][30];
double f(double a[][40], double (*b)[10][5], double **c, int n, int m, double v[n][m],
         double **restrict rows[2])
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < 20; i++)
        for (int j = 0; j < 30; j++)
            s += g[i][j];
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += a[i][3] + b[i][2][1];
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            s += c[i][j];
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            s += v[i][j];
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += rows[1][i][0];
    return s;
}
