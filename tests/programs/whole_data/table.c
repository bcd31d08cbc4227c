/* SPDX-License-Identifier: MIT */
static double tab[16] = {1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16};
double w(int i);
double w(int i) { return tab[i % 16]; }
void prep(double *a, int n);
void prep(double *a, int n)
{
    for (int i = 0; i < n; i++)
        a[i] = i;
#pragma omp target update to(a[0:n])
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++)
        a[i] += 1;
}
