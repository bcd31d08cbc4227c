/* A loop of sums: no warning. */
void multiply(int n, double (*a)[n], const double *x, double *y)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        double sum = 0;
#pragma tcr reduce(+ : sum)
        for (int j = 0; j < n; j++)
            sum += a[i][j] * x[j];
        y[i] = sum;
    }
}
