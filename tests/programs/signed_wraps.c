/*
 * -fwrapv: signed numbers wrap on the device as on the host, where compilers would conclude that
 * they do not.
 *
 * flags: -O2 -fwrapv
 */
#include <limits.h>
#include <stdio.h>

#define N 300

static int big[N], hashes[N], rows[N], narrow[N];
static short shorts[N];
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

struct bits {
    int whole : 32, some : 20;
};
static struct bits fields[N];

/* What is computed as int, or as a wider type, and then kept in fewer bits: no operation may be
 * left that overflows, and of which a compiler concludes what the operands are. */
static long long changed(int x, long long w)
{
    short s = 5, t = -3, kept = 1;
    unsigned short u = 65535, v = (unsigned short)(x | 0xff00);
    unsigned long long sum = 0;
    unsigned m = 4000000000u;
    signed char c = 100;

    s += x;
    sum += x > INT_MAX - 5; /* not false, though 5 + x "cannot" overflow */
    t -= -x;
    t *= x;
    u *= v;
    sum += v > 32768;
    m -= w;
    m *= w;
    c += x;
    kept = (short)(kept + (s -= INT_MIN));
    return (long long)sum + s + t * 3 + u * 5 + m % 1000 + c * 7 + kept * 11;
}

int main(void)
{
    int above = 0, below = 0, turned = 0, steps = 0, negative = 0;

    for (int i = 0; i < N; i++) {
        shorts[i] = (short)(i * 100);
        fields[i].whole = i / 2;
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

#pragma tcr loop
    for (int i = 0; i < N; i++)
        narrow[i] = (int)changed(big[i], wide[i]);

#pragma tcr loop
    for (int i = 0; i < N; i++)
        shorts[i] += big[i];

#pragma tcr loop
    for (int i = 0; i < N; i++) {
        fields[i].whole += big[i];
        fields[i].some += i + 3;
        fields[i].whole++;
        fields[i].some *= big[i];
    }

    long sum = 0;
    for (int i = 0; i < N; i++)
        sum += narrow[i] + 3L * shorts[i] + fields[i].whole * 5L + fields[i].some;
    for (int i = 0; i < N; i++) {
        sum += (long)hashes[i] * (i + 1);
        negative += rows[i];
    }
    printf("%d %d %d %d %ld %d\n", above, below, turned, steps, sum, negative);
    return 0;
}
/* SPDX-License-Identifier: MIT */
