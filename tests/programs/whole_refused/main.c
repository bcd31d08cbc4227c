/* Calls of functions in other files that stay on the host, each for its reason.
 *
 * refused: call-unknown call-unknown not-visible call-effects call-unknown recursion not-visible compiler-option call-effects pointer-in-memory
 * device: 3
 */
#include <stdio.h>
#include <stdlib.h>

struct point {
    float x, y; /* doubles in other.c */
};
struct handle;
struct open {
    int n;
    struct handle *handle;
};

double point_norm(const struct point *p);
double widened(float x);
double with_state(double x);
double counting(double x);
double store(double *to, double x);
double deep(double x);
double faculty(int n);
double through(int which, double x);
double careful(double x);
double reads_total(double x);
double handle_value(const struct handle *h, int i);
double open_value(const struct open *o, int i);
struct handle *open_handle(const double *v);
double fine(double x);

double total;
enum { N = 100 };

#define LOOP(e)                                                                                    \
    _Pragma("tcr reduce(+ : s)") for (int i = 0; i < N; i++) s += (e);                             \
    printf("%.10g\n", s)

int main(void)
{
    static double a[N];
    struct point p = {1, 2};
    struct handle *h;
    double s = 0;
    for (int i = 0; i < N; i++)
        a[i] = i * 0.5;
    h = open_handle(a);
    if (N < 0) { /* compiled, but wrong to call */
        LOOP(point_norm(&p) + i);
        LOOP(widened((float)a[i]));
    }
    LOOP(with_state(a[i]));
    LOOP(counting(a[i]));
    LOOP(store(&a[i], i));
    LOOP(deep(a[i]));
    LOOP(faculty(i % 10));
    LOOP(through(i & 1, a[i]));
    LOOP(careful(a[i]));
#pragma tcr reduce(+ : total)
    for (int i = 0; i < N; i++)
        total += reads_total(a[i]);
    printf("%.10g\n", total);
    LOOP(handle_value(h, i));
    struct open o = {N, h};
    LOOP(open_value(&o, i));
    LOOP(fine(a[i]));
    free(h);
    return 0;
}
/* SPDX-License-Identifier: MIT */
