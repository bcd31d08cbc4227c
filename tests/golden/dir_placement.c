/* A directive that stands before something else than a for loop. */
double a[100];
#pragma tcr reduce(+ : total)
double total;
double f(int n)
{
    double s = 0;
    int i = 0;
#pragma tcr reduce(+ : s)
    s += a[0];
#pragma tcr reduce(+ : s)
    while (i < n)
        s += a[i++];
#pragma tcr reduce(+ : s)
    {
        for (i = 0; i < n; i++)
            s += a[i];
    }
    if (n > 3)
#pragma tcr reduce(+ : s)
        for (i = 0; i < n; i++)
            s += a[i];
    return s;
#pragma tcr reduce(+ : s)
}
