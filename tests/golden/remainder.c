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

double by_a_variable(int n, const int *idx, const double *a, const double *b)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 1; i < n; i++) {
        int k = idx[i] % 100;
        s += a[i - 1] * b[k];
    }
    return s;
}

double of_another(int n, const int *idx, const double *a, const double *b)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += a[i - 1] * b[idx[i] % 100];
    return s;
}

/* The report's section is not longer than the array. */
double of_known_length(const double *a)
{
    double known[4][4], s = 0;
    for (int i = 0; i < 16; i++)
        known[i / 4][i % 4] = a[i];
#pragma tcr reduce(+ : s)
    for (int i = 0; i < 200; i++)
        for (int j = i + 1; j < 200; j += 1 + i % 3)
            s += known[i & 3][j & 3];
    return s;
}
