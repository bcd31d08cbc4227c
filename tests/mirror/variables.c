/* SPDX-License-Identifier: MIT */
/* Variables of the program, used whole and in parts.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { N = 30000 };
static double a[N], b[N], grid[200][150];
static int small[700] = {1, 2, 3};
double ext[5000];
static char text[70000];
static struct {
    double x, y;
    int k;
} rec[5000];
static void step(double *x, const double *y, int n)
{
#pragma tcr loop
    for (int i = 1; i < n - 1; i++)
        x[i] = x[i] * 0.5 + y[i - 1] + y[i + 1];
}
int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i % 10, b[i] = 1;
    for (int i = 0; i < 5000; i++)
        ext[i] = i, rec[i].x = i, rec[i].k = i;
    for (int k = 0; k < 6; k++) {
        step(a, b, N);
        step(b, a, N / 2);
        step(ext, ext + 2500, 2000);
        step(a + 5, a + 15000, 10000);
#pragma tcr loop
        for (int i = 0; i < N; i++)
            a[i] = (long)a[i] % 100 + small[i % 700];
#pragma tcr loop
        for (int i = 0; i < 200; i++)
            for (int j = 0; j < 150; j++)
                grid[i][j] += i * j % 5;
        grid[k][k] = 100;
        small[k] += 5;
#pragma tcr loop
        for (int i = 0; i < 5000; i++) {
            rec[i].y = rec[i].x + rec[i].k;
            rec[i].k++;
        }
        rec[9].k = 2;
        b[7] = k;
#pragma tcr loop
        for (int i = 0; i < 69999; i++)
            text[i] = 'a' + (i + k) % 26;
        double s = 0, g = 0;
#pragma tcr reduce(+ : s)
        for (int i = 0; i < N; i++)
            s += a[i];
#pragma tcr reduce(+ : g)
        for (int i = 0; i < 200; i++)
            for (int j = 0; j < 150; j++)
                g += grid[i][j];
        printf("%g %g %zu %c\n", s, g, strlen(text), text[k * 1000]);
        memset(text + 3, 'z', 20000);
    }
    double s = 0;
    for (int i = 0; i < N; i++)
        s += a[i] + b[i];
    for (int i = 0; i < 5000; i++)
        s += ext[i] / 1024 + rec[i].y + rec[i].k;
    printf("%g %s\n", s, text + 69990);
    return 0;
}
