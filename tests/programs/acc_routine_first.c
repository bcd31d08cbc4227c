/* SPDX-License-Identifier: MIT */
/* What a unit begins with is about what follows: no text of the rewriter's comes between them.
 * flags: -O1 -fopenacc
 * accept: acc
 * device: 1
 */
#pragma acc routine seq
static double half(int k)
{
    return k * .5;
}

int printf(const char *, ...);

int main(void)
{
    static double x[300];
    double s = 0;
    for (int i = 0; i < 300; i++)
        x[i] = i;
#pragma acc parallel loop reduction(+ : s)
    for (int i = 0; i < 300; i++)
        s += x[i] + half(i);
    printf("%g\n", s);
    return 0;
}
