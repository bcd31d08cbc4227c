/* Every operator; casts, commas, sizeof, characters, enums, unions of constants.
 * flags: -O2 -std=gnu99
 */
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

enum colour { RED, GREEN = 5, BLUE };
typedef enum colour colour_t;
static const int table[] = {3, 1, 4, 1, 5, 9, 2, 6};
static int a[70];
static unsigned b[70];
static colour_t c[70];
static uint64_t q[70];

int main(void)
{
    int s = 0;
    long l = 0;
    unsigned u = 0;
    uint64_t w = 0;
    double d = 0;
    for (int i = 0; i < 70; i++) {
        a[i] = i * 19 % 37 - 18;
        b[i] = (unsigned)i * 2654435761u;
        c[i] = i % 3 == 0 ? RED : i % 3 == 1 ? GREEN : BLUE;
        q[i] = (uint64_t)b[i] << 20 | (unsigned)i;
    }
#pragma tcr reduce(+ : s, l, u, w)
    for (int i = 0; i < 70; i++) {
        s += a[i] / 3 + a[i] % 5 - (a[i] >> 1) + (a[i] & 12) + (a[i] | 3) + (a[i] ^ 7) + ~a[i];
        l += -a[i] * (long)a[i] + (a[i] << 3) / 2 + !a[i] + (a[i] > 0 && a[i] < 9 || a[i] == -18);
        u += b[i] / 3 + b[i] % 1000 + (b[i] >> 5) + (unsigned char)b[i] + (unsigned short)(b[i] >> 8);
        w += q[i] * 31 ^ q[i] >> 7;
    }
    printf("%d %ld %u %llu\n", s, l, u, (unsigned long long)w);
#pragma tcr reduce(+ : s, d) reduce(^ : w)
    for (int i = 0; i < 70; i++) {
        s += c[i] == GREEN ? 'g' : c[i] + (int)sizeof(colour_t);
        s += table[i & 7] + (int)(sizeof table / sizeof *table) + (i, 2);
        d += (int)(a[i] * 0.3) + (float)a[i] / 3 + (char)(a[i] * 9) + (_Bool)a[i] + 1e-3 + 0x1p-4 + .5f;
        w ^= q[i] << (i & 63) | q[i] >> 1;
    }
    printf("%d %.9g %llu\n", s, d, (unsigned long long)w);
#pragma tcr reduce(+ : l)
    for (int i = 0; i < 70; i++) {
        long t = a[i];
        t += 3, t *= 2, t -= i, t <<= 1, t ^= 5, t |= 8, t &= 0xfff, t %= 100, t /= 3, t >>= 1;
        int j = t++ ? 1 : 2;
        --t;
        l += t + j;
    }
    printf("%ld\n", l);
    return 0;
}
/* SPDX-License-Identifier: MIT */
