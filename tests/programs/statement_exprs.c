/* min, max and others as the kernel and the glib write them: operands named in
 * a GNU statement expression.
 * flags: -O2 -std=gnu11
 * refused: unsupported
 */
#include <stdio.h>

#define MAX(a, b) ({ __typeof__(a) a_ = (a); __typeof__(b) b_ = (b); a_ > b_ ? a_ : b_; })
#define MIN(a, b) ({ __auto_type a_ = (a); __auto_type b_ = (b); (a_ < b_) ? a_ : b_; })
#define SQUARE(x) ({ const double t_ = (x); t_ * t_; })
#define ABS(x) ({ __typeof__(x) y_ = (x); (y_ < 0) ? -y_ : y_; })
#define NARROW(x) ({ signed char c_ = (signed char)(x); c_; })

int main(void)
{
    static double a[1000];
    static int k[1000];
    double most = -1e300, least = 1e300, s = 0, size = 0;
    int first = 1 << 30, last = 0;
    long n = 0;

    for (int i = 0; i < 1000; i++) {
        a[i] = (i * 37) % 991 - 400.5;
        k[i] = (i * 91) % 997;
    }
#pragma tcr reduce(max : most, last, size) reduce(min : least, first) reduce(+ : s, n)
    for (int i = 0; i < 1000; i++) {
        most = MAX(most, a[i]);
        least = MIN(a[i], least);
        last = MAX(k[i], last);
        first = MIN(first, k[i]);
        size = MAX(size, ABS(a[i]));
        s += SQUARE(a[i] + 1);
        n += NARROW(k[i]);
    }
    printf("%g %g %g %d %d %g %ld\n", most, least, s, first, last, size, n);
#pragma tcr reduce(+ : s)
    for (int i = 0; i < MIN(1000, k[7] + 500); i++)
        s += MAX(MAX(a[i], 3.0), MIN(a[i] * 2, MAX(a[999 - i], SQUARE(a[i]))));
    printf("%g\n", s);
#pragma tcr reduce(+ : n)
    for (int i = 0; i < 1000; i++)
        n += ({ int q = k[i]; q++; q; });
    printf("%ld\n", n);
    return 0;
}
/* SPDX-License-Identifier: MIT */
