/* collapse() where the nest is triangular, imperfect, missing, left by break. */
double f(double (*a)[50], int n, int m)
{
    double s = 0;
    int i, j;
#pragma tcr reduce(+ : s) collapse(2)
    for (i = 0; i < n; i++)
        for (j = 0; j < i; j++)
            s += a[i][j];
#pragma tcr reduce(+ : s) collapse(2)
    for (i = 0; i < n; i++) {
        s += a[i][0];
        for (j = 0; j < m; j++)
            s += a[i][j];
    }
#pragma tcr reduce(+ : s) collapse(2)
    for (i = 0; i < n; i++)
        s += a[i][0];
#pragma tcr reduce(+ : s) collapse(2)
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++) {
            if (a[i][j] < 0)
                break;
            s += a[i][j];
        }
    return s;
}
