/* A unit that libclang cannot parse: the report still has every directive. */
double f(const double *a, int n)
{
    double s = 0;
    double twice(double x)
    {
        return 2 * x;
    }
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += twice(a[i]);
#pragma tcr wait
    return s;
}
