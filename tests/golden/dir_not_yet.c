/* Parsed, refused with position and reason. */
double f(double *a, int n)
{
    double s = 0;
#pragma tcr loop
    for (int i = 0; i < n; i++)
        a[i] = i;
#pragma tcr reduce(+ : s) async(1) /* taken: over before any wait */
    for (int i = 0; i < n; i++)
        s += a[i];
#pragma tcr wait(1)
#pragma tcr enter data copyin(a[0:n]) device(1)
#pragma tcr reduce(+ : s) device(1)
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}
#pragma tcr routine
double g(double x);
