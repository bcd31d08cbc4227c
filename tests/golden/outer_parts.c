/* Temporaries from outside: structures, arrays, and what functions set. */
double modf(double x, double *whole);
struct vec { double x, y, z; };
struct flags { unsigned kind : 3; int weight : 9; unsigned long long key : 40; };
static void split(double v, int *k, double *f)
{
    *k = (int)v;
    *f = v - *k;
}
static void positive(double v, int *k)
{
    if (v > 0)
        *k = (int)v;
}
double set(const double *a, int n)
{
    double s = 0, r[3], f, whole;
    struct vec d;
    int k, m;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        d.x = a[i];
        d.y = d.x + 1;
        for (k = 0; k < 3; k++)
            r[k] = a[i] * k;
        s += d.x * d.y + r[1];
    }
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        split(a[i], &m, &f);
        s += m * f + modf(a[i], &whole) + whole;
    }
    return s;
}
double kept(const double *a, int n)
{
    double s = 0, r[3] = {0};
    struct vec d = {0};
    int k = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        d.x = a[i];
        s += d.x * d.y;
        d.y = 1;
    }
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        positive(a[i], &k);
        s += a[i];
    }
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += modf(a[i], &r[2]);
    return s + k + r[2];
}
double fields(const struct flags *p, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += p[i].kind * p[i].weight;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += (double)p[i].key;
    return s;
}
