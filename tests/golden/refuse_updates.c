/* Reduction variables that the loop uses in another way. */
double f(const double *a, int n)
{
    double s = 0, t = 0, c = 0;
    int k = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        s += a[i];
        t += s;
    }
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s *= a[i];
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s = a[i];
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s = a[i] - s;
#pragma tcr reduce(+ : k)
    for (int i = 0; i < n; i++)
        t += a[k++];
#pragma tcr reduce(+ : k)
    for (int i = 0; i < n; i++)
        k += a[i];
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) { /* Kahan */
        double y = a[i] - c;
        double z = s + y;
        c = (z - s) - y;
        s = z;
    }
#pragma tcr reduce(+ : s, i)
    for (int i = 0; i < n; i++)
        s += a[i];
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) /* depends on how far it has come */
        s = s < 100 ? s + a[i] : s;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s = a[i] > 0 ? s + a[i] : 0;
#pragma tcr reduce(|| : k)
    for (int i = 0; i < n; i++) /* would keep other bits */
        k |= (int)a[i];
#pragma tcr reduce(&& : k)
    for (int i = 0; i < n; i++)
        if (!k)
            k = a[i] > 0;
#pragma tcr reduce(max : s) reduce(min : t)
    for (int i = 0; i < n; i++)
        if (a[i] > s)
            s = a[i];
        else if (a[i] < t)
            t = a[i];
    return s + t + k;
}
