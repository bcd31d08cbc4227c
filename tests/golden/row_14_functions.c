/* Row 14: functions visible in the unit; later ones, nested ones, ones that do not go. */
static double weight(double x);
static inline double square(double x)
{
    return x * x;
}
static int calls;
double counted(double x)
{
    calls++;
    return x;
}
double elsewhere(double x);
double forever(double x)
{
    return x > 0 ? forever(x - 1) : x;
}
double f(const double *a, int n, double (*user)(double))
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += weight(a[i]) + square(a[i]);
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += counted(a[i]);
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += elsewhere(a[i]);
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += forever(a[i]);
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += user(a[i]);
    return s;
}
static double weight(double x)
{
    double w = 1;
    for (int k = 0; k < 3; k++)
        w *= square(x) + k;
    return w;
}
