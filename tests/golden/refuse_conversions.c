/* Comparisons and casts that change the value they carry. */
#include <stddef.h>
int f(const size_t *len, const double *d, const int *a, int n)
{
    int longest = 0, sum = 0;
    signed char top = 0;
    _Bool odd = 0;
#pragma tcr reduce(max : longest)
    for (int i = 0; i < n; i++)
        if (len[i] > longest)
            longest = len[i];
#pragma tcr reduce(+ : sum)
    for (int i = 0; i < n; i++)
        sum = (int)(sum + d[i]);
#pragma tcr reduce(max : top)
    for (int i = 0; i < n; i++)
        top = a[i] > top ? a[i] : top;
#pragma tcr reduce(^ : odd)
    for (int i = 0; i < n; i++)
        odd ^= a[i];
    return longest + sum + top + odd;
}
