/* #pragma pack where the loop stands: the structures of ours are what they are. */
#include <stdio.h>

#pragma pack(push, 1)
struct packed {
    char c;
    int n;
    double w;
};
#pragma pack(pop)
struct plain {
    char c;
    int n;
    double w;
};

static struct packed q = {3, 7, 2};
static struct plain u = {3, 7, 2};

#pragma pack(push, 2)
static double sums(int from)
{
    double s = 0, t = 0;
    char k = 3;
    int m = 5;
    long z = 9;
#pragma tcr reduce(+ : s)
    for (int i = from; i < 100; i++)
        s += q.n + i % k + m * z;
#pragma tcr reduce(+ : t)
    for (int i = from; i < 100; i++)
        t += u.n * u.w + i % k + m * z;
    return s + 3 * t;
}

int main(void)
{
    printf("%.10g\n", sums(0));
    printf("%.10g\n", sums(50));
    return 0;
}
/* SPDX-License-Identifier: MIT */
