/* Loops that are not canonical, each with its reason. */
double f(const double *a, int n, float x)
{
    double s = 0;
    int i = 0, j;
#pragma tcr reduce(+ : s)
    for (; i < n; i++)
        s += a[i];
#pragma tcr reduce(+ : s)
    for (i = 0;; i++)
        s += a[i];
#pragma tcr reduce(+ : s)
    for (i = 0; i < n;)
        s += a[i++];
#pragma tcr reduce(+ : s)
    for (i = 0; i < n && a[i] > 0; i++)
        s += a[i];
#pragma tcr reduce(+ : s)
    for (i = 1; i < n; i *= 2)
        s += a[i];
#pragma tcr reduce(+ : s)
    for (i = 0; i != n; i += 2)
        s += a[i];
#pragma tcr reduce(+ : s)
    for (i = 0; i < n; i--)
        s += a[i];
#pragma tcr reduce(+ : s)
    for (x = 0; x < n; x++)
        s += x;
#pragma tcr reduce(+ : s)
    for (i = 0, j = 0; i < n; i++)
        s += a[i + j];
#pragma tcr reduce(+ : s)
    for (i = i + 1; i < n; i++)
        s += a[i];
#pragma tcr reduce(+ : s)
    for (i = 0; i < n - i; i++)
        s += a[i];
#pragma tcr reduce(+ : s)
    for (i = 0; i < n--; i++)
        s += a[i];
#pragma tcr reduce(+ : s)
    for (i = 0; i < n; i++) {
        s += a[i];
        i++;
    }
#pragma tcr reduce(+ : s)
    for (i = 0; i < n; i++) {
        s += a[i];
        n = 5;
    }
#pragma tcr reduce(+ : s)
    for (i = 0; i < n; i++, a++)
        s += *a;
#pragma tcr reduce(+ : s)
    for (i = 0, j = 3; i < n; j--, i++, n -= 2)
        s += a[i] * j;
#pragma tcr reduce(+ : s)
    for (int i = 0; i + 3 < n; i += 4)
        s += a[i] + a[i + 3];
#pragma tcr reduce(+ : s)
    for (unsigned char k = 200; k-- > 0;)
        s += a[k];
    return s;
}
