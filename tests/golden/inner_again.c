/* One variable for several inner loops: each starts from its own header. */
double f(int n, const double *a)
{
    double s = 0;
    int i, k = 5;
#pragma tcr reduce(+ : s)
    for (i = 0; i < n; i++) {
        double mean = 0;
        for (k = 0; k < 9; k++)
            mean += a[9 * i + k];
        for (k = 1; k < 8; k++)
            s += mean * a[9 * i + k];
    }
    return s;
}
