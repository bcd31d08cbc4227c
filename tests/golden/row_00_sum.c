/* Row 0: one floating sum, one canonical loop, one-dimensional accesses. */
double f(const double *a, const double *b, int n)
{
    double sum = 1.5;
    int i;
#pragma tcr reduce(+ : sum)
    for (i = 0; i < n; i++)
        sum += a[i] * b[2 * i + 1];
    return sum;
}
