/* Numbers that are no constants, or out of their range. */
enum { R = 2, WARP = 32 };
double f(const float *a, double b[4][8], int n)
{
    float s = 0;
    double t = 0;
    int variable = 4;
#pragma tcr reduce(+ : s) chain(R *R *R *R + 1)
    for (int i = 0; i < n; i++)
        s += a[i];
#pragma tcr reduce(+ : s) block(WARP / 2)
    for (int i = 0; i < n; i++)
        s += a[i];
#pragma tcr reduce(+ : s) chain(variable + n)
    for (int i = 0; i < n; i++)
        s += a[i];
#pragma tcr reduce(+ : s) block(nosuch)
    for (int i = 0; i < n; i++)
        s += a[i];
#pragma tcr reduce(+ : t) collapse(R - 2)
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 8; j++)
            t += b[i][j];
    return s + t;
}
