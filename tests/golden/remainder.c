/* Subscripts that are remainders, of signed numbers and of unsigned ones. */
double signed_one(int n, const int *idx, const double *a)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += a[idx[i] % 100];
    return s;
}

double unsigned_one(int n, const int *idx, const double *a)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += a[(unsigned)idx[i] % 100];
    return s;
}

double of_a_counter(int n, const double *a)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += a[i % 100];
    return s;
}
