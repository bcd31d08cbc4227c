/* SPDX-License-Identifier: MIT */
/*
 * Rows of triangles, a[i * (i + 1) / 2 + j], and other products and quotients in subscripts: rows
 * that are apart, that meet, and whose elements are made of each other.
 *
 * flags: -O2
 * device: 6
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
static void fill(int n, double *a, const double *b)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            a[i * (i + 1) / 2 + j] *= b[i] * b[j];
}
static void upper(int n, double *restrict a, const double *restrict b)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
            a[i * n - i * (i - 1) / 2 + (j - i)] += b[j];
}
static void strict(int n, double *restrict a, const double *restrict b)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        double s = 0, *row = a + i * (i - 1) / 2;
        for (int j = 0; j < i; j++)
            s += b[j];
        for (int j = 0; j < i; j++)
            row[j] = s + j + row[j];
    }
}
/* rows that meet: squares, which are not apart by one */
static void meets(int n, double *a)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 3; j++)
            a[i * i / 4 + j] += i + j;
}
/* falls: the next iteration of j reads what this one wrote */
static void chain(int n, double *a)
{
#pragma tcr loop
    for (int i = 1; i < n; i++)
        for (int j = 1; j <= i; j++)
            a[(size_t)i * (i + 1) / 2 + j] += a[(size_t)i * (i + 1) / 2 + j - 1] * 0.5;
}
static void cross(int n, double *a)
{
#pragma tcr loop
    for (int i = 1; i < n; i++)
        for (int j = 0; j < i; j++)
            a[i * (i + 1) / 2 + j] += a[i * (i - 1) / 2 + (i - 1)] * 0.25;
}
static void inner(int n, double *a)
{
#pragma tcr loop
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < n; j++)
            a[i * 1000 + j * j / 7] += j;
}
static void divided(int n, double *a)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 8; j++)
            a[(i * 8 + j) / 2 * 2 + j % 2] += 1;
}
int main(void)
{
    int n = 61;
    double *a = malloc(sizeof(double) * 4000), *b = malloc(n * sizeof(double));
    for (int i = 0; i < n; i++)
        b[i] = i % 7 * 0.5;
    for (int i = 0; i < 4000; i++)
        a[i] = i % 5;
    fill(n, a, b);
    upper(n, a, b);
    strict(n, a, b);
    meets(n, a);
    chain(n, a);
    cross(n, a);
    inner(n, a);
    divided(n, a);
    double s = 0;
    for (int i = 0; i < 4000; i++)
        s += a[i] * (i % 13);
    printf("%.12g\n", s);
    return 0;
}
