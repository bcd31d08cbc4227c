/*
 * -fwrapv: signed numbers wrap on the device as on the host, where compilers would conclude that
 * they do not.
 *
 * flags: -O2 -fwrapv
 * optimised: yes
 */
#include <limits.h>
#include <stdio.h>

#define N 300

static int big[N], hashes[N], rows[N];
static long long wide[N];

/* Never below 0 for a compiler that believes in no overflow. */
static int hash(const int *key, int n)
{
    int h = 17;
    for (int i = 0; i < n; i++) {
        h *= 31;
        h += key[i] & 0x7fff;
    }
    return h < 0 ? -1 : h % 1000;
}

int main(void)
{
    int above = 0, below = 0, turned = 0, steps = 0, negative = 0;

    for (int i = 0; i < N; i++) {
        big[i] = INT_MAX - i;
        wide[i] = LLONG_MIN + i;
    }

#pragma tcr reduce(+ : above, below)
    for (int i = 0; i < N; i++) {
        above += big[i] + 1 > big[i];
        below += wide[i] - 1 < wide[i];
    }

#pragma tcr reduce(+ : turned, steps)
    for (int i = 0; i < N; i++) {
        long long w = wide[i];
        int up = big[i];
        turned += w < 0 && -w > 0;
        steps += ++up > big[i];
        steps += up++ * 2 / 2 == big[i];
        steps += (up += 7) < 0;
        steps += (up -= INT_MIN) < 0;
        steps += (int)(&big[i] - &big[1]);
    }

#pragma tcr loop
    for (int i = 0; i < N; i++)
        hashes[i] = hash(big + i / 2, i % 9);

#pragma tcr loop
    for (int i = 0; i < N / 10; i++)
        for (int j = 0; j < 10; j++)
            rows[i * 10 + j] += big[i * 10 + j] * 3 + 1 > 0;

    long sum = 0;
    for (int i = 0; i < N; i++) {
        sum += (long)hashes[i] * (i + 1);
        negative += rows[i];
    }
    printf("%d %d %d %d %ld %d\n", above, below, turned, steps, sum, negative);
    return 0;
}
/* SPDX-License-Identifier: MIT */
