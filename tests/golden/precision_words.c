// Precisions that are none.
void no_error(int n, float *a)
{
#pragma tcr loop precision(2)
    for (int i = 0; i < n; i++)
        a[i] = 0;
#pragma tcr loop precision(1e-3 * 2)
    for (int i = 0; i < n; i++)
        a[i] = 0;
#pragma tcr loop precision(-1e-3)
    for (int i = 0; i < n; i++)
        a[i] = 0;
#pragma tcr loop precision(tf32x4)
    for (int i = 0; i < n; i++)
        a[i] = 0;
#pragma tcr loop precision(zzz)
    for (int i = 0; i < n; i++)
        a[i] = 0;
}
