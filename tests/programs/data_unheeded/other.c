/* SPDX-License-Identifier: MIT */
double look(double *a, int n);
void change(double *a, int n);

double look(double *a, int n)
{
    double s = 0;

#pragma tcr update self(a[0 : n])
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}

void change(double *a, int n)
{
    for (int i = 0; i < n; i++)
        a[i] *= 3;
    if (n)
#pragma tcr update device(a[0 : n])
        a[0] += 0;
}
