/* Arrays of arrays in the body, handed to functions.
 * flags: -O1 -std=gnu17
 */
#include <stdio.h>
enum { N = 5000 };
static double x[N];
struct t {
    double e[2][3];
    int k;
};
static double s1(const double *p, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += p[i] * (i + 1);
    return s;
}
static double s2(double (*m)[3])
{
    return (*m)[1] + m[1][2] + (*(m + 1))[0] + *(m[1] + 1) + *(*m + 2);
}
static double s3(struct t *t)
{
    return s2(t->e) + s1(t->e[1], 3) + t->k + s1(&t->e[0][0], 6) + s1((double *)t->e, 6);
}
static double s4(double c[2][2][2])
{
    return c[1][0][1] + c[0][1][0] * 2 + s1(c[1][1], 2) + s1(&c[1][0][1], 3);
}
static void fill(void *v, double a)
{
    double *p = v;
    for (int i = 0; i < 6; i++)
        p[i] = a + i;
}
static void zero(double *p, int n)
{
    while (n-- > 0)
        p[n] = 0;
}
static double dot(int n, double a[n], double b[n])
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += a[i] * b[i];
    return s;
}
int main(void)
{
    for (int i = 0; i < N; i++)
        x[i] = i % 11;
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        double m[2][3];
        for (int j = 0; j < 2; j++)
            for (int k = 0; k < 3; k++)
                m[j][k] = x[i] * j - k;
        s += s2(m) + s1(m[1], 3) + s1((const double *)m, 6) + s1(*m, 3) + s1(&m[1][1], 2);
    }
    printf("%.17g\n", s);
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        struct t t = {{{x[i], 1, 2}, {3, 4, x[i]}}, 7};
        s += s3(&t);
        struct t u[2] = {t, t};
        u[1].e[1][1] = 9;
        s += s3(&u[1]) + s3(u) + s2(u[1].e);
    }
    printf("%.17g\n", s);
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        double c[2][2][2] = {{{1, x[i]}, {2, 3}}, {{4, 5}, {6, x[i]}}};
        s += s4(c);
        double(*q)[2][2] = c;
        s += q[1][1][1] + (*q)[1][0];
        double *z = &c[1][0][0];
        s += z[3] + *z;
    }
    printf("%.17g\n", s);
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        double m[2][3];
        zero(&m[0][0], 6);
        m[0][1] = x[i];
        s += s2(m) + s1(m[0] + 1, 2);
    }
    printf("%.17g\n", s);
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        double m[6];
        fill(m, x[i]);
        s += m[3] + dot(3, m, m + 3);
    }
    printf("%.17g\n", s);
}
/* SPDX-License-Identifier: MIT */
