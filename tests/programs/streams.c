/* Arrays read from element to element: every type, bases that are aligned to nothing
 * but their elements, several arrays that are aligned differently, lengths around
 * tiles, reads under conditions.  All results are exact.
 * sanitize: no
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 10000 };
static union {
    signed char c[ROOM];
    unsigned char uc[ROOM];
    short s[ROOM];
    unsigned short us[ROOM];
    int i[ROOM];
    unsigned u[ROOM];
    long l[ROOM];
    unsigned long ul[ROOM];
    float f[ROOM];
    double d[ROOM];
} x, y;

#define SUM(name, type, result, field)                                                             \
    static result name(const type *a, long n)                                                      \
    {                                                                                              \
        result sum = 0;                                                                            \
        _Pragma("tcr reduce(+:sum)") for (long i = 0; i < n; i++) sum += a[i];                     \
        return sum;                                                                                \
    }
SUM(sum_c, signed char, signed char, c)
SUM(sum_uc, unsigned char, unsigned long, uc)
SUM(sum_s, short, short, s)
SUM(sum_us, unsigned short, unsigned, us)
SUM(sum_i, int, int, i)
SUM(sum_u, unsigned, unsigned long, u)
SUM(sum_l, long, long, l)
SUM(sum_ul, unsigned long, unsigned long, ul)
SUM(sum_f, float, float, f)
SUM(sum_fd, float, double, f)
SUM(sum_d, double, double, d)

static float dot_f(const float *a, const float *b, int from, int to)
{
    float sum = 0;
#pragma tcr reduce(+ : sum)
    for (int i = from; i < to; i++)
        sum += a[i] * b[i + 1];
    return sum;
}

/* Three arrays of three sizes, and one that does not move. */
static double mixed(const signed char *a, const short *b, const double *c, const float *m, long n)
{
    double sum = 0;
#pragma tcr reduce(+ : sum)
    for (long i = 0; i < n; i++)
        sum += (a[i] - m[3]) * b[i] + c[i] * (double)i;
    return sum;
}

static long pointer(const short *p, const short *end)
{
    long sum = 0;
#pragma tcr reduce(+ : sum)
    for (const short *q = p; q < end; q++)
        sum += *q;
    return sum;
}

static int conditional(const short *a, long n, int *least)
{
    int sum = 0, min = 1000000;
#pragma tcr reduce(+ : sum) reduce(min : min)
    for (long i = 0; i < n; i++) {
        if (a[i] > 0)
            sum += a[i];
        else if (a[i] < -3)
            sum -= 2 * a[i];
        min = a[i] < min ? a[i] : min;
    }
    *least = min;
    return sum;
}

/* Another array only where the first says so: it ends before. */
static long masked(const unsigned char *mask, const int *a, long n)
{
    long sum = 0;
#pragma tcr reduce(+ : sum)
    for (long i = 0; i < n; i++)
        if (mask[i])
            sum += a[i];
    return sum;
}

static int row(const int (*t)[37], int k, int n)
{
    int sum = 0, product = 1;
#pragma tcr reduce(+ : sum) reduce(* : product)
    for (int i = 0; i < n; i++) {
        sum += t[k][i];
        product *= t[k][i] | 1;
    }
    return sum ^ product;
}

/* Neighbours: three streams of one array. */
static double rough(const double *a, int n)
{
    double sum = 0;
#pragma tcr reduce(+ : sum)
    for (int i = 1; i < n - 1; i++) {
        double bend = a[i - 1] - 2 * a[i] + a[i + 1];
        sum += bend * bend;
    }
    return sum;
}

static int differ(const signed char *a, const signed char *b, long n)
{
    int any = 0, count = 0;
#pragma tcr reduce(|| : any) reduce(+ : count)
    for (long i = 0; i < n; i++) {
        any = any || a[i] != b[i];
        count += a[i] != b[i];
    }
    return any * 100000 + count;
}

static void sums(long at, long n)
{
    for (long i = 0; i < ROOM; i++)
        x.c[i] = (signed char)(i * 7 + i / 9);
    printf(" %d %lu", sum_c(x.c + at, n), sum_uc(x.uc + at, n));
    memset(x.c, 3, sizeof x);
    for (long i = 0; i < ROOM; i++)
        x.s[i] = (short)(i * 77 - i % 5);
    printf(" %d %u %ld", sum_s(x.s + at, n), sum_us(x.us + at, n), pointer(x.s + at, x.s + at + n));
    for (long i = 0; i < ROOM; i++)
        x.i[i] = (int)(i * 7777777 - i % 5);
    printf(" %d %lu", sum_i(x.i + at, n), sum_u(x.u + at, n));
    for (long i = 0; i < ROOM; i++)
        x.l[i] = i * 77777777777 - i % 5;
    printf(" %ld %lu", sum_l(x.l + at, n), sum_ul(x.ul + at, n));
    for (long i = 0; i < ROOM; i++)
        x.f[i] = (float)(i % 31) - 7.5f;
    printf(" %g %g", sum_f(x.f + at, n), sum_fd(x.f + at, n));
    for (long i = 0; i < ROOM; i++)
        y.f[i] = (float)(i % 7) * 0.25f;
    printf(" %g %g\n", dot_f(x.f, y.f, (int)at, (int)(at + n)), dot_f(x.f + at, y.f, 0, (int)n));
}

static void others(long at, long n)
{
    static signed char c[ROOM];
    static short s[ROOM];
    static int t[40][37];
    float m[4] = {0, 0, 0, 2};
    int least;
    int *few = malloc(((size_t)n / 2 + 1) * sizeof *few);
    for (long i = 0; i < ROOM; i++) {
        c[i] = (signed char)(i % 9);
        s[i] = (short)(i % 13 - 6);
        x.d[i] = (double)(i % 5) * 0.5;
        y.c[i] = (signed char)(i < n / 2);
    }
    for (long i = 0; i <= n / 2; i++)
        few[i] = (int)i * 3;
    for (int i = 0; i < 40 * 37; i++)
        t[i / 37][i % 37] = i;
    printf(" %g", mixed(c + at, s + 1, x.d, m, n));
    printf(" %d", conditional(s + at, n, &least));
    printf(" %d %ld", least, masked(y.uc, few, n));
    printf(" %d", row((const int(*)[37])t, (int)at, (int)(n < 37 ? n : 37)));
    printf(" %g %d\n", rough(x.d + at, (int)n), differ(c + at, y.c + 1, n));
    free(few);
}

int main(void)
{
    static const long lengths[] = {0, 1, 256, 1031, 2064, 4111};
    static const long offsets[] = {0, 1, 8, 15};
    for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++)
        for (size_t o = 0; o < sizeof offsets / sizeof *offsets; o++) {
            if (o > 1 && lengths[k] < 2000)
                continue;
            printf("%ld+%ld:", offsets[o], lengths[k]);
            sums(offsets[o], lengths[k]);
            others(offsets[o], lengths[k]);
        }
    return 0;
}
/* SPDX-License-Identifier: MIT */
