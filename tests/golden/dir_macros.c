/* The directive's words from macros: list, operator, clause, function-like. */
#define VARS s, t
#define OP +
#define CLAUSE reduce(max:m)
#define ON(x) copyin(x[0:n])
#define min(a, b) ((a) < (b) ? (a) : (b))
double f(const double *a, int n)
{
    double s = 0, t = 0, m = 0;
#pragma tcr reduce(OP:VARS) CLAUSE ON(a)
    for (int i = 0; i < n; i++) {
        s += a[i];
        t += a[i] * a[i];
        m = a[i] > m ? a[i] : m;
    }
#undef OP
#define OP min
#pragma tcr reduce(OP:m)
    for (int i = 0; i < n; i++)
        m = min(m, a[i]);
#pragma tcr reduce(min:m)
    for (int i = 0; i < n; i++)
        m = min(a[i], m);
    return s + t + m;
}
