/* collapse, chain and block take constants: numbers, macros, enumerators, sizes. */
enum { R = 2, WARP = 32 };
#define BLOCK (4 * WARP)
double f(const float *a, double b[4][8], int n)
{
    float s = 0;
    double t = 0;
#pragma tcr reduce(+ : s) chain(R + 1) block(BLOCK)
    for (int i = 0; i < n; i++)
        s += a[i];
#pragma tcr reduce(+ : t) collapse(sizeof(float) / 2) chain(16)
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 8; j++)
            t += b[i][j];
    return s + t;
}
