/* Minima and maxima of integers by the floating functions of math.h.
 * refused: truncation truncation truncation truncation
 */
#include <math.h>
#include <stdio.h>

#define N 1000

static int a[N], b[N];
static unsigned u[N];
static short h[N];
static long l[N];

static int sums(void)
{
    int top = -5;
#pragma tcr reduce(max : top)
    for (int i = 0; i < N; i++)
        top = fmax(a[i] + b[i], top);
    return top;
}

static int cast(void)
{
    int low = 77;
#pragma tcr reduce(min : low)
    for (int i = 0; i < N; i++)
        low = (int)fmin((double)low, (double)a[i]);
    return low;
}

static int nested(void)
{
    int top = -100;
#pragma tcr reduce(max : top)
    for (int i = 0; i < N; i++)
        if (i % 3)
            top = fmax(fmax(top, a[i]), fmax(b[i], h[i]));
    return top;
}

static unsigned large(void)
{
    unsigned top = 3;
#pragma tcr reduce(max : top)
    for (int i = 0; i < N; i++)
        top = fmax(u[i], top);
    return top;
}

static short narrow(void)
{
    short low = 100;
#pragma tcr reduce(min : low)
    for (int i = 0; i < N; i++)
        low = fminf(low, h[i]);
    return low;
}

/* a double does not hold every long, a float not every int, an int not every unsigned */
static long rounded(void)
{
    long top = 0;
#pragma tcr reduce(max : top)
    for (int i = 0; i < N; i++)
        top = fmax(l[i], top);
    return top;
}

static int rounded_float(void)
{
    int top = 0;
#pragma tcr reduce(max : top)
    for (int i = 0; i < N; i++)
        top = fmaxf(a[i], top);
    return top;
}

static int too_large(void)
{
    int low = 5;
#pragma tcr reduce(min : low)
    for (int i = 0; i < N; i++)
        low = fmin(u[i], low);
    return low;
}

static int halves(void)
{
    int top = 0;
#pragma tcr reduce(max : top)
    for (int i = 0; i < N; i++)
        top = fmax(a[i] * 0.5, top);
    return top;
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        a[i] = (i * 7919) % 2003 - 1000;
        b[i] = (i * 104729) % 3001 - 1500;
        u[i] = 4294967295u - (unsigned)(i * 31 % 997) - 17;
        h[i] = (short)(i % 400 - 199);
        l[i] = 9007199254740993 + i;
    }
    printf("%d %d %d %u %d\n", sums(), cast(), nested(), large(), narrow());
    printf("%ld %d %d %d\n", rounded(), rounded_float(), too_large(), halves());
    return 0;
}
/* SPDX-License-Identifier: MIT */
