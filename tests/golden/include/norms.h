/* Project header of dir_header.c: a directive in it counts. */
static inline double norm2(const double *x, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += x[i] * x[i];
    return s;
}
