/* The whole rewrite of the simplest loop: read it. */
double dot(const double *a, const double *b, int n)
{
    double sum = 0;
#pragma tcr reduce(+ : sum)
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}
