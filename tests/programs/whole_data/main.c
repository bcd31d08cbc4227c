/* SPDX-License-Identifier: MIT
 *
 * A file whose static variable another file's loop reads, so that the link compiles it once more:
 * with its own directives.
 *
 * flags: -O1 -fopenmp
 * accept: omp
 * device: 2
 */
#include <stdio.h>
double w(int i);
void prep(double *a, int n);
static double a[1000];
int main(void)
{
    double s = 0;
#pragma omp target enter data map(to: a)
    prep(a, 1000);
#pragma omp target teams distribute parallel for reduction(+:s) map(tofrom: s)
    for (int i = 0; i < 1000; i++)
        s += w(i) * a[i];
#pragma omp target exit data map(release: a)
    printf("%g\n", s);
    return 0;
}
