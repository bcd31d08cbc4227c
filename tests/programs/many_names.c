/* Loops with many temporaries, reduction variables and long conditions, in which each name matters.
 * flags: -O1
 */
#include <stdio.h>

#define N 200

static int a[N + 1];

/* each is set before it is read, some behind jumps and loops that are not about them */
static long temporaries(void)
{
    int t0, t1, t2, t3, t4, t5, t6, t7, k, last = 0;
    long sum = 0;

#pragma tcr reduce(+:sum) private(t0, t1, t2, t3) private(k)
    for (int i = 0; i < N; i++) {
        t0 = a[i];
        for (k = 0; k < 5; k++)
            if (k == t0 % 5)
                break;
        t1 = k;
        t2 = t0 + t1;
        if (t2 > 100)
            continue;
        switch (t1) {
        case 0:
            t3 = 1;
            break;
        case 1:
        case 2:
            t3 = t2;
            break;
        default:
            t3 = t0;
        }
        t4 = t3 * 2;
        t5 = t4 - t0;
        while (t5 > 50)
            t5 -= 7;
        t6 = t5 & 15;
        t7 = t6 + t4;
        sum += t7 + t2;
    }
    return sum + last;
}

static long reductions(long *product, int *least, int *greatest, int *any)
{
    long s0 = 1, s1 = 2, s2 = 3, (s3) = 4, p = 1;
    int lo = 1000, hi = -1000, some = 0;

#pragma tcr reduce(+:s0, s1, s2, s3) reduce(*:p) reduce(min:lo) reduce(max:hi) reduce(||:some)
    for (int i = 0; i < N; i++) {
        s0 += a[i];
        s1 += a[i] * 2;
        s2 = s2 + i;
        (s3) += (a[i] & 1);
        p *= (a[i] & 7) == 3 ? -1 : 1;
        if (a[i] < lo)
            lo = a[i];
        hi = hi > a[i] ? hi : a[i];
        some = some || a[i] == 42;
    }
    *product = p;
    *least = lo;
    *greatest = hi;
    *any = some;
    return s0 + 3 * s1 + 5 * s2 + 7 * s3;
}

/* operands guard the reads behind them; some set what those behind them read */
static long chains(int n)
{
    long sum = 0, hits = 0, others = 0;

#pragma tcr reduce(+:sum, hits, others)
    for (int i = 0; i < n; i++) {
        int t, u;

        if (i > 0 && i < n - 1 && a[i - 1] < a[i + 1] && a[i] != 3 && a[i] != 5 && a[i] != 7)
            sum += a[i - 1] + a[i + 1];
        if (i == 0 || i == n - 1 || a[i - 1] > a[i + 1] || a[i] == 3 || a[i] == 11)
            hits++;
        if (a[i] > 2 && (t = a[i] - 1) < n && (u = t / 2) >= 0 && a[u] > 1 && a[t] > 4)
            others += t + u;
        if ((a[i] > 5 && a[i] < 50 && i) || (a[i] > 90 && i != 7) || !(i % 3) || 0)
            others++;
        if (1 && i > 3 && 1 && a[i - 3] > 9 && (0 || i < n - 4) && a[i + 4] > 9)
            others += 2;
    }
    return sum + 3 * hits + 5 * others;
}

int main(void)
{
    long p, total;
    int lo, hi, any;

    for (int i = 0; i <= N; i++)
        a[i] = i * 37 % 101;
    printf("%ld\n", temporaries());
    total = reductions(&p, &lo, &hi, &any);
    printf("%ld %ld %d %d %d\n", total, p, lo, hi, any);
    printf("%ld\n", chains(N));
    return 0;
}
/* SPDX-License-Identifier: MIT */
