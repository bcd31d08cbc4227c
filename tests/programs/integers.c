/* Integer results: wrap-around, bit masks, parity, counters of every type.
 * flags: -std=c99 -O2 -Wall -Wextra
 */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

static uint8_t bytes[1000];
static int32_t words[1000];
static int64_t longs[1000];

static uint32_t checksum(const uint8_t *p, size_t n)
{
    uint32_t sum = 0;
    size_t i;
#pragma tcr reduce(+ : sum)
    for (i = 0; i < n; i++)
        sum += (uint32_t)p[i] * 0x9E3779B1u << (i & 7);
    return sum;
}

static uint16_t sum16(const uint8_t *p, unsigned long n)
{
    uint16_t s = 0;
#pragma tcr reduce(+ : s)
    for (unsigned long i = 0; i < n; i++)
        s = (uint16_t)(s + p[i] * 257);
    return s;
}

static unsigned char parity(const uint8_t *p, ptrdiff_t n)
{
    unsigned char x = 0;
#pragma tcr reduce(^ : x)
    for (ptrdiff_t i = n - 1; i >= 0; --i)
        x ^= p[i];
    return x;
}

static void masks(const int32_t *w, int n, unsigned *seen, int *common)
{
    unsigned s = 0;
    int c = ~0;
#pragma tcr reduce(| : s) reduce(& : c)
    for (int i = 0; i < n; i++) {
        s |= 1u << (w[i] & 31);
        c &= w[i] | 0x40;
    }
    *seen = s;
    *common = c;
}

static long long product(const int64_t *v, int n)
{
    unsigned long long p = 1;
#pragma tcr reduce(* : p)
    for (int i = 0; i < n; i++)
        p *= (unsigned long long)v[i] | 1;
    return (long long)p;
}

static int count_char(const char *text, char which)
{
    int n = 0;
#pragma tcr reduce(+ : n)
    for (signed char i = 0; i < 100; i++)
        n += text[i] == which;
    return n;
}

static int64_t spread(const int64_t *v, int n, int64_t *lo, int64_t *hi)
{
    int64_t a = INT64_MAX, b = INT64_MIN;
#pragma tcr reduce(min : a) reduce(max : b)
    for (int i = 0; i < n; i++) {
        if (v[i] < a)
            a = v[i];
        if (b < v[i])
            b = v[i];
    }
    *lo = a;
    *hi = b;
    return (int64_t)((uint64_t)b - (uint64_t)a);
}

static unsigned long histogram_free(const int32_t *w, int n, int lo, int hi)
{
    unsigned long in = 0, below = 0, above = 0;
#pragma tcr reduce(+ : in, below, above)
    for (int i = 0; i < n; i++)
        if (w[i] < lo)
            below++;
        else if (w[i] >= hi)
            ++above;
        else
            in += 1;
    return in * 1000000 + below * 1000 + above;
}

int main(void)
{
    unsigned seen;
    int common;
    int64_t lo, hi;
    for (int i = 0; i < 1000; i++) {
        bytes[i] = (uint8_t)(i * 167 + 13);
        words[i] = (int32_t)((uint32_t)i * 2654435761u);
        longs[i] = (int64_t)((uint64_t)i * 6364136223846793005u);
    }
    printf("%u %u %u\n", checksum(bytes, 1000), sum16(bytes, 999), parity(bytes, 1000));
    masks(words, 50, &seen, &common);
    printf("%08x %08x %lld\n", seen, (unsigned)common, product(longs, 1000));
    char text[100];
    for (int i = 0; i < 100; i++)
        text[i] = "a legacy code"[i % 13];
    printf("%d %d\n", count_char(text, 'e'), count_char(text, 'z'));
    long long d = spread(longs, 1000, &lo, &hi);
    printf("%lld %lld %lld\n", d, (long long)lo, (long long)hi);
    printf("%lu\n", histogram_free(words, 1000, -1000000, 5000000));
    return 0;
}
/* SPDX-License-Identifier: MIT */
