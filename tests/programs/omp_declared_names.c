/* SPDX-License-Identifier: MIT */
/* The names of a combiner are those that stand where it is declared, whatever the function that has
 * the loop calls by these names.
 *
 * flags: -O1 -fopenmp
 * accept: omp
 * device: 4
 */
#include <stdio.h>
enum { BIAS = 0 };
static int one(void)
{
    return 1;
}
static int two(void)
{
    return 2;
}
static int max(int a, int b)
{
    return a > b ? a : b;
}
#pragma omp declare reduction(add : int : omp_out = omp_out + omp_in * one() + BIAS) initializer(omp_priv = 0)
#pragma omp declare reduction(most : int : omp_out = max(omp_out, omp_in)) initializer(omp_priv = 0)
int main(void)
{
    int s = 3;
    {
        int (*one)(void) = two;
        enum { BIAS = 1000 };
#pragma omp parallel for reduction(add : s)
        for (int i = 0; i < 300; i++)
            s += i;
        printf("%d %d %d\n", s, one(), BIAS);
    }
    {
        int omp_out = 4, omp_in = 5;
#pragma omp parallel for reduction(add : omp_out)
        for (int i = 0; i < 300; i++)
            omp_out += i;
#pragma omp parallel for reduction(add : omp_in)
        for (int i = 0; i < 300; i++)
            omp_in += i;
        printf("%d %d\n", omp_out, omp_in);
    }
    {
        int max = 7, found = 2;
#pragma omp parallel for reduction(most : found)
        for (int i = 0; i < 300; i++)
            if (i % 97 > found)
                found = i % 97;
        printf("%d %d\n", max, found);
    }
    return 0;
}
